"""Play one game of a contest from its opening to its end: our levels in this process, other programs in their own.

This is one of the processes that play. Its first line of standard input is a contest; each further line is the number
of a game. It answers each game with a line of JSON. When its input ends, its parent is gone: the process then ends at
once, even in the middle of a game, with everything it started.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from queue import SimpleQueue
from random import Random
from threading import Thread
from typing import Protocol

from core import bots
from core.bots.bot import Budget
from core.fault import Fault, sentence
from core.game import Seat
from core.match.match import Match
from core.match.record import Note, Record, result, write
from core.tournament.pairing import ScheduledGame, drawn, forfeited, placing_of
from tui.bots.arena.contest import Contest, draw, owed
from tui.bots.arena.results_file import FORFEIT, PLIES, ArenaGame, Failure
from tui.bots.bot_process import BotProcess, edition

SILENT = sentence("The bot {program} has not answered within {seconds} seconds.")
BROKEN = sentence("The bot {program} failed inside the program: {reason}.")
SEED_BITS = 32


class Chooser(Protocol):
    """A player that chooses for one seat."""

    async def choose(self, match: Match, seat: Seat, seed: int = 0) -> str:
        """Give the text of a legal action."""
        ...


class Home:
    """One of our own levels in this process."""

    def __init__(self, level: str) -> None:
        """Find the level; raise `core.bots.UnknownLevel`."""
        self._bot = bots.find(level)

    async def choose(self, match: Match, seat: Seat, seed: int = 0) -> str:
        """Choose from what the seat may know."""
        return str(self._bot.choose(match.seen_by(seat), seat, Random(seed), Budget()))  # noqa: S311 -- play, not secrets


class _Failed(Exception):
    """A bot could not go on."""

    def __init__(self, failure: Failure, side: int, match: Match) -> None:
        self.failure = failure
        self.side = side
        self.match = match


@dataclass(slots=True)
class _Game:
    """A game in progress."""

    contest: Contest
    bout: ScheduledGame
    choosers: Mapping[Seat, Chooser]
    patience: float
    times: tuple[list[float], ...]

    def side(self, seat: Seat) -> int:
        return next(at for at, side in enumerate(self.contest.sides) if seat in side)

    def bot(self, seat: Seat) -> int:
        return self.bout.seating[self.side(seat)]

    async def run(self) -> Match:
        """Play until the rules or the limit of plies ends it; raise `_Failed`."""
        match = self.contest.begin(self.bout.group)
        while match.state.outcome is None and match.ply < self.contest.most_plies:
            seat = owed(match)[0]
            try:
                match = match.seal(await self.choice(match, seat), seat).deal()
            except Exception as error:  # whatever goes wrong in a bot is its own loss
                raise _Failed(self.failure(seat, error), self.side(seat), match) from error
        return match

    async def choice(self, match: Match, seat: Seat) -> str:
        bout = self.bout
        seed = draw(self.contest.seed, bout.group, bout.seating, seat, match.ply).getrandbits(SEED_BITS)
        chooser = self.choosers[seat]
        clock = time.process_time if isinstance(chooser, Home) else time.perf_counter
        began = clock()
        async with asyncio.timeout(self.patience):
            text = await chooser.choose(match, seat, seed)
        self.times[self.bot(seat)].append(round((clock() - began) * 1000, 2))
        return text

    def failure(self, seat: Seat, error: Exception) -> Failure:
        bot = self.bot(seat)
        program = self.contest.bots[bot]
        if isinstance(error, TimeoutError):
            return Failure(bot, SILENT, {"program": program, "seconds": f"{self.patience:g}"})
        if isinstance(error, Fault):
            return Failure(bot, error.template, {name: str(value) for name, value in error.fields.items()})
        return Failure(bot, BROKEN, {"program": program, "reason": f"{type(error).__name__} {error}".strip()})


async def play(
    contest: Contest, bout: ScheduledGame, choosers: Mapping[Seat, Chooser], patience: float
) -> tuple[ArenaGame, str]:
    """Play a game; give it and its record. A bot that fails loses; `patience` is in seconds a decision."""
    game = _Game(contest, bout, choosers, patience, tuple([] for _ in contest.bots))
    count = len(contest.sides)
    failure = None
    try:
        match = await game.run()
    except _Failed as failed:
        match, failure = failed.match, failed.failure
        placing, reason = forfeited(count, failed.side), FORFEIT
    else:
        outcome = match.state.outcome
        placing = drawn(count) if outcome is None else placing_of(outcome, contest.sides)
        reason = PLIES if outcome is None else str(outcome.reason)
    played = ArenaGame(
        bout.number + 1,
        bout.seating,
        placing.shares,
        placing.ranks,
        reason,
        result(match),
        match.ply,
        match.digest(),
        tuple(map(tuple, game.times)),
        edition(contest.game),
        failure,
    )
    return played, _record(contest, bout, match, failure)


def _record(contest: Contest, bout: ScheduledGame, match: Match, failure: Failure | None) -> str:
    """Write the record: who sat where, and what does not follow from its log."""
    people = {
        match.names[seat]: contest.bots[bot]
        for side, bot in zip(contest.sides, bout.seating, strict=True)
        for seat in side
    }
    notes = [] if failure is None else [Note(match.ply, "comment", (str(failure),))]
    record = Record.of(match, notes=notes, people=people, date=date.today().isoformat())  # noqa: DTZ011 -- its own day
    return write(record)


@dataclass(slots=True)
class Bench:
    """The bots that wait for a game: ours by level, other programs by the seat they know."""

    contest: Contest
    programs: dict[tuple[int, Seat], BotProcess] = field(default_factory=dict)

    def choosers(self, bout: ScheduledGame) -> dict[Seat, Chooser]:
        """Give the chooser of each seat of a game."""
        found: dict[Seat, Chooser] = {}
        for side, bot in zip(self.contest.sides, bout.seating, strict=True):
            for seat in side:
                name = self.contest.bots[bot]
                found[seat] = Home(name) if name in bots.LEVELS else self._program(bot, seat)
        return found

    def _program(self, bot: int, seat: Seat) -> BotProcess:
        if (bot, seat) not in self.programs:
            self.programs[bot, seat] = BotProcess(self.contest.bots[bot])
        return self.programs[bot, seat]

    def kill(self) -> None:
        """Kill every program that was started, by its process id."""
        for program in list(self.programs.values()):
            if program.pid is not None:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(program.pid, signal.SIGKILL)


def main() -> int:
    """Play the requested games until the input ends; give the exit status."""
    lines: SimpleQueue[bytes] = SimpleQueue()
    benches: list[Bench] = []

    def listen() -> None:
        for line in sys.stdin.buffer:
            lines.put(line)
        for bench in benches:
            bench.kill()
        os._exit(0)

    Thread(target=listen, daemon=True).start()
    order = json.loads(lines.get())
    try:
        contest = contest_of(order["contest"])
    except Fault as fault:
        _say({"error": str(fault)})
        return 1
    benches.append(Bench(contest))
    with asyncio.Runner() as runner:
        while True:
            bout = contest.bout(int(lines.get()))
            played, record = runner.run(play(contest, bout, benches[0].choosers(bout), order["patience"]))
            _say({"game": played.line().decode(), "record": record})


def contest_of(told: dict[str, object]) -> Contest:
    """Settle a contest sent by another process (`Contest.told_to_process`); raise `Fault`."""
    options, named = told["options"], told["bots"]
    assert isinstance(options, dict)
    assert isinstance(named, list)
    seed, opening, most = (int(str(told[name])) for name in ("seed", "opening", "max_plies"))
    return Contest.of(str(told["game"]), options, named, seed=seed, opening=opening, most_plies=most)


def _say(told: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
