"""Threats: what the others could do to a seat with their next move, were it theirs now.

A game that can tell keeps a module `threat` with a function `threats(state, seat)` in its folder
(`core.games.threat_finder`). Nothing is decided by a threat: faces tell it, nobody has to.

Foresight: a position as if it were another seat's turn. A face shows by it what one might do next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, runtime_checkable

from core.game import Seat, State


@runtime_checkable
class TurnShift(Protocol):
    """A state that tells how it would stand were it the turn of a seat."""

    def as_if(self, seat: Seat) -> State[Any] | None:
        """Give the position with nothing moved and `seat` to move, itself where it is its turn.

        None where that says nothing of its next turn: it has none, or something else is decided first.
        """
        ...


def as_if(state: State[Any], seat: Seat) -> State[Any] | None:
    """Give the position as if it were the turn of `seat`; None where the game cannot tell, and after the end."""
    if state.outcome is not None or not isinstance(state, TurnShift):
        return None
    return state.as_if(seat)


class Danger(StrEnum):
    """What could be done to a seat: a piece killed, pieces captured, a city attacked or entered, a line filled.

    Some games are won: by lines (`LINE`), captures (`SUM`), by crossing (`CROSS`), or by what stands across (`ACROSS`).
    """

    KILL = "kill"
    CAPTURE = "capture"
    ATTACK = "attack"
    ENTER = "enter"
    LINE = "line"
    SUM = "sum"
    CROSS = "cross"
    ACROSS = "across"


@dataclass(frozen=True, slots=True)
class Threat:
    """One thing that `by` could do to a seat on `spot`; `grave` if more hangs on it than pieces.

    `piece` is the letter or the name of the threatened piece where pieces differ, `count` how many it is about, `via`
    the spot from which it would be done, or the line that would be filled.
    """

    danger: Danger
    by: Seat
    spot: str
    piece: str = ""
    count: int = 1
    via: str = ""
    grave: bool = False


Threats = Callable[[Any, Seat], tuple[Threat, ...]]
"""What tells the threats to a seat in a state of one game, the gravest first; each `by` and `spot` once a danger."""


def ranked(found: Iterable[Threat]) -> tuple[Threat, ...]:
    """Give threats, the gravest first, each that is about the same spot, danger and seat once, the greatest.

    >>> small = Threat(Danger.CAPTURE, Seat(1), "C4", count=2)
    >>> ranked([small, Threat(Danger.CAPTURE, Seat(1), "C4", count=3), small])
    (Threat(danger=<Danger.CAPTURE: 'capture'>, by=1, spot='C4', piece='', count=3, via='', grave=False),)
    """
    best: dict[tuple[Danger, Seat, str], Threat] = {}
    for threat in found:
        key = (threat.danger, threat.by, threat.spot)
        if key not in best or threat.count > best[key].count:
            best[key] = threat
    return tuple(sorted(best.values(), key=lambda threat: (not threat.grave, -threat.count)))
