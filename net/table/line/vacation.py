"""Vacation days: by a word of its own a seat adds days to the decision that it owes (the term `vacation`).

The word stands at a place of the line, like everything else. It counts if its author holds the seat, if that seat owes
a decision there, if its days are left, and if its time was not over: by the times that the log declares, so that all
find the same whatever the hour is where they are. Days once taken are spent, also after a takeback. Pure.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.fault import IllegalAction, sentence
from core.game import Seat
from net.view.table_view import OfferKind, VacationView

if TYPE_CHECKING:
    from net.table.line.match_history import MatchHistory
    from net.table.line.motion import Motion
    from net.table.line.step_register import SeatHolders, Step

DAY_MS = 86_400_000
MOST = 365
"""The most days of a table's term."""
SLACK_MS = 60_000
"""How far the clocks of two machines may differ."""

NO_DAYS = sentence("This table has no vacation days.")
NOT_OWED = sentence("Vacation days are for the time in which you owe a decision.")
TOO_MANY = sentence("You have {left} vacation days left.")
HOW_MANY = sentence("Say how many days of vacation you take: a whole number from 1.")

_TEXT = re.compile(rf"{OfferKind.VACATION.value} ([1-9][0-9]{{0,2}})")


@dataclass(frozen=True, slots=True)
class VacationTerm:
    """What a table agrees on: the days of each seat for the whole game; `limit_ms` is the time of a decision."""

    days: int
    limit_ms: int


@dataclass(frozen=True, slots=True)
class Vacation:
    """Days that count: the event's id, the seat, its place in the line, and what was left of the seat's days."""

    id: bytes
    seat: Seat
    ply: int
    days: int
    left: int

    @property
    def ms(self) -> int:
        """The time that they add."""
        return self.days * DAY_MS


def vacation_text(days: int) -> str:
    """Return the text of an offer that takes so many days.

    >>> days_of(vacation_text(3)), days_of("vacation 0")
    (3, None)
    """
    return f"{OfferKind.VACATION.value} {days}"


def days_of(text: str) -> int | None:
    """Read such a text; None if it is none."""
    found = _TEXT.fullmatch(text)
    return int(found[1]) if found else None


def granted(
    term: VacationTerm | None,
    motions: Sequence[Motion],
    course: MatchHistory,
    holding: SeatHolders,
    steps: Sequence[Step],
) -> tuple[Vacation, ...]:
    """Return the vacations that count among `motions`, in the order of the line whose `steps` are given."""
    if term is None or not motions:
        return ()
    used: Counter[Seat] = Counter()
    added: Counter[tuple[Seat, int]] = Counter()
    found = []
    for motion in sorted(motions, key=lambda one: one.order):
        seat, ply, days = motion.seat, motion.ply, days_of(motion.text)
        if days is None or used[seat] + days > term.days or not _stands(motion, course, holding):
            continue
        began = max((step.ts for step in steps if step.ply < ply), default=None)
        if began is not None and motion.ts > began + term.limit_ms + added[seat, ply] + SLACK_MS:
            continue
        used[seat] += days
        added[seat, ply] += days * DAY_MS
        found.append(Vacation(motion.id, seat, ply, days, term.days - used[seat]))
    return tuple(found)


def _stands(motion: Motion, course: MatchHistory, holding: SeatHolders) -> bool:
    """Tell whether a word stands in the line, by the holder of a seat that owes a decision there."""
    if not course.passed(motion.ply, motion.gprev) or motion.seat not in course.actives[motion.ply]:
        return False
    return holding.at(motion.ply).get(motion.seat) == motion.author


def vacation_views(
    term: VacationTerm | None, taken: Sequence[Vacation], course: MatchHistory
) -> tuple[VacationView, ...]:
    """Return what each seat in play has left, and what it has taken for the decision it owes now."""
    if term is None:
        return ()
    used = Counter[Seat]()
    now = Counter[Seat]()
    for one in taken:
        used[one.seat] += one.days
        now[one.seat] += one.days * (one.ply == course.ply)
    return tuple(VacationView(seat, term.days - used[seat], now[seat]) for seat in course.live)


def check_vacation(
    term: VacationTerm | None, taken: Sequence[Vacation], course: MatchHistory, seat: Seat, days: int | None
) -> str:
    """Return the text by which a seat takes days now; raise `IllegalAction` with the reason why it cannot."""
    if term is None:
        raise IllegalAction(NO_DAYS)
    if seat not in course.active:
        raise IllegalAction(NOT_OWED)
    if days is None or days < 1:
        raise IllegalAction(HOW_MANY)
    left = term.days - sum(one.days for one in taken if one.seat == seat)
    if days > left:
        raise IllegalAction(TOO_MANY, left=left)
    return vacation_text(days)
