"""A game that was played in the arena, as the results file keeps it: a line of JSON, read without trust."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import msgspec

from core.tournament.pairing import Bout

PLIES, FORFEIT = "plies", "forfeit"
"""Why a game ended that the rules did not end: too many plies, or a bot that could not go on."""

Whole = Annotated[int, msgspec.Meta(ge=0)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Rank = Annotated[float, msgspec.Meta(ge=1)]
Milliseconds = Annotated[float, msgspec.Meta(ge=0)]


@dataclass(frozen=True, slots=True)
class Failure:
    """What a bot did that lost the game: its number, and a sentence in its parts, so that any language can tell it."""

    bot: Whole
    template: str
    fields: dict[str, str]

    def __str__(self) -> str:
        """Tell it in English."""
        return self.template.format(**self.fields)


@dataclass(frozen=True, slots=True)
class Played:
    """One game: for each side its share of the win and its rank; how long each decision of each bot took.

    `game` counts the games of the contest from 1; `seating` is the bot of each side; `ms` are milliseconds, bot by bot:
    of the processor for our own levels, which think in the process that measures, and by the clock for other programs.
    `edition` is that of our bots and the rules when it was played (`tui.arena.edition`).
    """

    game: Annotated[int, msgspec.Meta(ge=1)]
    seating: tuple[Whole, ...]
    shares: tuple[Share, ...]
    ranks: tuple[Rank, ...]
    reason: str
    result: str
    plies: Whole
    digest: str
    ms: tuple[tuple[Milliseconds, ...], ...]
    edition: str
    failure: Failure | None = None

    def line(self) -> bytes:
        """Give the line of JSON, its end not included."""
        return msgspec.json.encode(self)

    def fits(self, bout: Bout, bots: int) -> bool:
        """Tell whether this can be that game of a contest of so many bots."""
        count = len(bout.seating)
        return (
            self.game == bout.number + 1
            and self.seating == bout.seating
            and len(self.shares) == len(self.ranks) == count
            and max(self.ranks) <= count
            and len(self.ms) == bots
            and (self.failure is None or (self.failure.bot < bots and _sayable(self.failure)))
        )


def read_game(line: bytes) -> Played:
    """Read a line of JSON; raise `ValueError` that says what is wrong and where."""
    try:
        return msgspec.json.decode(line, type=Played)
    except RecursionError as error:
        raise ValueError(str(error)) from error


def _sayable(failure: Failure) -> bool:
    try:
        return bool(str(failure))
    except (LookupError, ValueError, AttributeError, TypeError):
        return False
