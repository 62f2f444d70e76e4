"""One of the processes that play: a contest on the first line of standard input, then the number of a game a line.

Each game is answered with a line of JSON. When its input ends, whoever asked is gone, and the process with all that it
has started ends at once, also in the middle of a game.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Thread

from core import bots
from core.fault import Fault
from core.game import Seat
from core.tournament.pairing import Bout
from tui.arena.bout import Chooser, Home, play
from tui.arena.contest import Contest
from tui.bot_process import BotProcess


@dataclass(slots=True)
class Bench:
    """The bots that wait for a game: ours by level, other programs by the seat they know."""

    contest: Contest
    programs: dict[tuple[int, Seat], BotProcess] = field(default_factory=dict)

    def choosers(self, bout: Bout) -> dict[Seat, Chooser]:
        """Give who chooses for each seat of a game."""
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
        """End every program that was started, by its number."""
        for program in list(self.programs.values()):
            if program.pid is not None:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(program.pid, signal.SIGKILL)


def main() -> int:
    """Play what is asked for until the input ends; give the exit status."""
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
    """Settle a contest that another process tells (`Contest.told_to_process`); raise `Fault`."""
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
