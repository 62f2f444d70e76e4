"""The analysis of a finished game: child processes think about every decision, once.

The result is kept in Parley's own folder under the digest of the game, the bot's level, the seed and the edition of the
bots.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

from core import bots
from core.bots.bot import Thought
from core.bots.level import deeper
from core.digest import digest
from core.fault import Fault, sentence
from core.game import DEALER, Seat
from core.match.match import Match
from core.study.decision import Decision, decisions
from core.study.mark import Tally
from core.study.review import GROWTH, SecondLook
from core.study.turning_point import (
    Judgement,
    judged,
    marked,
    second_looks,
    tallies,
    turning_points,
)
from tui.bots.bot_process import BotFault, BotProcess, edition
from tui.settings.settings import home

FOLDER, SUFFIX = "analyses", ".json"
FORM = 5
"""The version of the way to judge (`core.study.turning_point`): after a change, analyses are made again."""

LEVEL = "3"
"""The level that analyses a game by default."""

LOOKS = 1000
"""How many actions each thought reports: nearly always all it examined."""

SHARE = 2
"""One more step is counted for this many decisions, as some are thought about again."""

STRIDE = 10_007
"""How far the seeds of one round are from those of the next."""

LOOKING = sentence("looking at every decision")
NOT_OVER = sentence("This game goes on, and marks could help somebody in it: they are for games that are over.")
HIDDEN = sentence("Not every card of this game is known here: its decisions cannot be judged.")
NOTHING_MADE = sentence("Nobody has moved in this game.")
NO_LEVEL = sentence("There is no level {name} in this game; there are {allowed}.")

Step = Callable[[int, int], None]
"""Receives the number of steps done, and of all (`GameAnalyst.steps`)."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """A bot's opinion of every decision of a game, by its level and seed; `edition` is that of the bots."""

    level: str
    seed: int
    edition: str
    judgements: tuple[Judgement, ...]

    @property
    def points(self) -> tuple[Judgement, ...]:
        """The turning points, in order."""
        return turning_points(self.judgements)

    @property
    def marked(self) -> tuple[Judgement, ...]:
        """The decisions that have a mark, in order."""
        return marked(self.judgements)

    @property
    def tallies(self) -> dict[Seat, Tally]:
        """The figures of each seat."""
        return tallies(self.judgements)


class GameAnalyst:
    """Analyses one game. Equal games, levels and seeds get equal analyses."""

    def __init__(self, match: Match, level: str = LEVEL, seed: int = 0, *, given_up: bool = False) -> None:
        """Prepare to analyse `match` with a bot of a level; raise `Fault` for a running game, or an unknown level.

        A match without an end must have been `given_up`: nobody plays on.
        """
        if match.state.outcome is None and not given_up:
            raise Fault(NOT_OVER)
        levels = bots.of(match.header.game)
        if level not in levels:
            raise Fault(NO_LEVEL, name=level, allowed=", ".join(levels))
        self.match, self.level, self.seed = match, level, seed
        self._bots: dict[tuple[Seat, str], BotProcess] = {}

    @property
    def steps(self) -> int:
        """The approximate number of steps: the decisions, and some for those that are thought about twice."""
        made = sum(line.seat != DEALER for line in self.match.log)
        return made + made // SHARE

    @cached_property
    def path(self) -> Path:
        """The path of the stored analysis."""
        header, log = self.match.header, tuple((int(line.seat), line.text) for line in self.match.log)
        told = digest((header.game, header.version, header.options, header.position, log))
        name = f"{told.hex()}-{self.level}-{self.seed}-{edition(header.game)}-{FORM}"
        return home() / FOLDER / f"{name}{SUFFIX}"

    def kept(self) -> Analysis | None:
        """Give the analysis made before; None if there is none that can be read."""
        try:
            told = json.loads(self.path.read_text("utf-8"))
            made = tuple(_judgement(one) for one in told["decisions"])
            return Analysis(self.level, self.seed, str(told["edition"]), made)
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None

    async def made(self, step: Step = lambda _done, _of: None) -> Analysis:
        """Give the analysis, made now unless it is stored; raises `Fault`. Cancelling the call ends all children."""
        found = self.kept()
        if found is None:
            found = Analysis(self.level, self.seed, edition(self.match.header.game), await self._judged(step))
            self._keep(found)
        return found

    async def _judged(self, step: Step) -> tuple[Judgement, ...]:
        made = await asyncio.to_thread(decisions, self.match)
        if not made:
            raise Fault(NOTHING_MADE)
        every = self.steps
        async with AsyncExitStack() as stack:
            thoughts: dict[int, Thought] = {}
            for at, one in enumerate(made):
                try:
                    bot = await self._bot(stack, one.seat, self.level)
                    thoughts[one.ply] = await bot.consider(one.before, one.seat, self.seed + one.ply, LOOKS)
                except BotFault:
                    if one is made[-1] and not thoughts:
                        raise
                step(at + 1, every)
            heard = await self._heard(stack, made, thoughts, lambda done, of: step(len(made) + done, len(made) + of))
        return await asyncio.to_thread(judged, self.match, made, thoughts, heard)

    async def _heard(
        self, stack: AsyncExitStack, made: Sequence[Decision], thoughts: Mapping[int, Thought], step: Step
    ) -> dict[int, list[tuple[Thought, ...]]]:
        """Ask again, round by round, about what seems to deserve a mark."""
        heard: dict[int, list[tuple[Thought, ...]]] = {}
        spare = self.steps - len(made)
        for number in range(len(GROWTH)):
            again = await asyncio.to_thread(second_looks, self.match, made, thoughts, heard)
            for at, (ply, looks) in enumerate(again.items(), 1):
                seed = self.seed + ply + STRIDE * (number + 1)
                with suppress(BotFault):
                    told = tuple([await self._again(stack, look, seed + place) for place, look in enumerate(looks)])
                    heard.setdefault(ply, []).append(told)
                step(spare * (number * len(again) + at) // (len(GROWTH) * len(again)), spare)
        return heard

    async def _again(self, stack: AsyncExitStack, look: SecondLook, seed: int) -> Thought:
        level = deeper(self.level) if look.deeper else self.level
        bot = await self._bot(stack, look.seat, level)
        return await bot.consider(look.match, look.seat, seed, LOOKS, look.nodes)

    async def _bot(self, stack: AsyncExitStack, seat: Seat, level: str) -> BotProcess:
        """Give the child that thinks for a seat: what the seat cannot know is left out."""
        if (seat, level) not in self._bots:
            self._bots[seat, level] = await stack.enter_async_context(BotProcess(level))
        return self._bots[seat, level]

    def _keep(self, found: Analysis) -> None:
        """Store an analysis. If that fails, it is made again another time."""
        from net.storage.profile import write_whole

        with suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_whole(self.path, json.dumps(analysis_values(found)).encode(), 0o644)


def analysis_values(found: Analysis) -> dict[str, object]:
    """Give an analysis as plain values, as it is stored and as commands print it."""
    return {
        "level": found.level,
        "seed": found.seed,
        "edition": found.edition,
        "decisions": [asdict(one) for one in found.judgements],
    }


def _judgement(told: dict[str, object]) -> Judgement:
    """Read what `analysis_values` wrote; raise `KeyError`, `TypeError` or `ValueError`."""
    line, proved = told["line"], told["proved"]
    if not isinstance(line, list) or not isinstance(proved, bool):
        raise TypeError
    chance, best = float(str(told["chance"])), float(str(told["best_chance"]))
    return Judgement(
        int(str(told["ply"])),
        Seat(int(str(told["seat"]))),
        str(told["played"]),
        chance,
        str(told["best"]),
        best,
        tuple(map(str, line)),
        proved,
        str(told["answer"]),
        float(str(told["error"])),
    )
