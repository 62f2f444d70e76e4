"""Threats: what the other seats could do to a seat with their next move, if it were their turn now.

A game that can tell has a function `threats(state, seat)` in its folder (`core.games.threat_finder`). Threats decide
nothing; faces show them if they like.

The module also gives foresight: a position as if it were another seat's turn. A face uses it to show what a player
might do next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, runtime_checkable

from core.game import Seat, State


@runtime_checkable
class TurnShift(Protocol):
    """A state that can tell how it would stand if it were another seat's turn."""

    def as_if(self, seat: Seat) -> State[Any] | None:
        """Give the same position with `seat` to move; if it is that seat's turn, the state itself.

        None if that would say nothing about the seat's next turn: it has none, or something else is decided first.
        """
        ...


def as_if(state: State[Any], seat: Seat) -> State[Any] | None:
    """Give the position as if it were the turn of `seat`; None if the game cannot tell, and after the end."""
    if state.outcome is not None or not isinstance(state, TurnShift):
        return None
    return state.as_if(seat)


class Danger(StrEnum):
    """What could be done to a seat: a piece killed, pieces captured, a city attacked or entered, a line filled.

    The last members are ways to win a game: by lines (`LINE`), by captures (`SUM`), by crossing (`CROSS`), or by the
    pieces that stand across (`ACROSS`).
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
    """One thing that `by` could do to a seat on `spot`; `grave` if more than pieces is at stake.

    `piece` is the letter or the name of the threatened piece, in games where pieces differ. `count` is how many pieces
    are threatened. `via` is the spot from which the threat comes, or the line that would be filled.
    """

    danger: Danger
    by: Seat
    spot: str
    piece: str = ""
    count: int = 1
    via: str = ""
    grave: bool = False


Threats = Callable[[Any, Seat], tuple[Threat, ...]]
"""Finds the threats to a seat in a state of one game, the gravest first; at most one for each `by`, `spot` and danger.
"""


def ranked(found: Iterable[Threat]) -> tuple[Threat, ...]:
    """Sort threats, the gravest first, and keep only the greatest for each spot, danger and seat.

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
