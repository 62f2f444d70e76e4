"""Lost stretches: decisions in a row that can have no mark, because less of the win was left than any mark takes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from core.game import Seat
from core.study.mark import INACCURATE
from core.study.turning_point import Judgement

LEAST = 4
"""Fewer decisions in a row than this are not worth a word."""


@dataclass(frozen=True, slots=True)
class LostStretch:
    """The numbers of the first and the last of some decisions of a seat, all with less to lose than a mark takes."""

    seat: Seat
    first: int
    last: int


def lost_stretches(made: Iterable[Judgement]) -> tuple[LostStretch, ...]:
    """Give the stretches of each seat, in seat order."""
    found, every = [], tuple(made)
    for seat in sorted({one.seat for one in every}):
        own = (one for one in every if one.seat == seat)
        for hopeless, group in groupby(own, lambda one: round(one.best_chance, 2) < INACCURATE):
            row = tuple(group)
            if hopeless and len(row) >= LEAST:
                found.append(LostStretch(seat, row[0].ply, row[-1].ply))
    return tuple(found)
