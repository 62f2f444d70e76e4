"""Pace: how much time the seats of a table have to decide, and what is left of it. Pure.

`none`; `BASE` or `BASE+BONUS` seconds for the whole game, with a bonus after each decision (Fischer); `BASE/NxPERIOD`:
the base, then N periods of so many seconds, of which one that was not used up begins anew (byo-yomi); `DAYSd`: so many
days for each decision. What is left is always told from the log, never from a clock that runs beside it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from core.fault import BadOption, sentence
from core.game import Seat

SECOND_MS = 1_000
DAY_MS = 86_400_000
NONE = "none"
"""The word for no clock at all."""
FORMS = "BASE, BASE+BONUS, BASE/NxPERIOD, DAYSd"
"""What may be said, as a sentence names it; all in seconds, but the days."""

BAD_PACE = sentence("{given} is no clock; there are none and, in seconds, {forms}.")

_NUMBER = "(?:0|[1-9][0-9]{0,%d})"
_FISCHER = re.compile(rf"([1-9][0-9]{{0,5}})(?:\+({_NUMBER % 3}))?")
_PERIODS = re.compile(rf"({_NUMBER % 5})/([1-9][0-9]{{0,2}})x([1-9][0-9]{{0,3}})")
_DAYS = re.compile(r"([1-9][0-9]{0,2})d")


@dataclass(frozen=True, slots=True)
class SeatClock:
    """What a seat has left when its next decision begins: milliseconds of its base, and whole periods after it."""

    main_ms: int
    bonus_ms: int = 0
    periods: int = 0
    period_ms: int = 0

    @property
    def left_ms(self) -> int:
        """All the time that the next decision may take."""
        return self.main_ms + self.periods * self.period_ms

    def after(self, spent_ms: int) -> SeatClock:
        """Give what is left after a decision that took so long; more than there was counts as all there was."""
        spent = min(max(0, spent_ms), self.left_ms)
        if spent <= self.main_ms:
            return replace(self, main_ms=self.main_ms - spent + self.bonus_ms)
        used = min((spent - self.main_ms) // self.period_ms, self.periods - 1)
        return replace(self, main_ms=0, periods=self.periods - used)

    def running(self, spent_ms: int) -> tuple[int, int]:
        """Give what a clock shows after so long: milliseconds to the end of the base or period, and the periods left.

        The period that runs is among those left.
        """
        spent = max(0, spent_ms)
        if spent < self.main_ms or not self.periods:
            return max(0, self.main_ms - spent), self.periods
        over = spent - self.main_ms
        used = over // self.period_ms
        return (0, 0) if used >= self.periods else (self.period_ms - over % self.period_ms, self.periods - used)


@dataclass(frozen=True, slots=True)
class Pace:
    """A pace with a clock: its text, and what every seat has at the beginning; `daily` when days are counted."""

    text: str
    start: SeatClock
    daily: bool = False

    def __str__(self) -> str:
        """Give the text, as `read_pace` reads it."""
        return self.text


@dataclass(frozen=True, slots=True)
class ClockView:
    """The clock of one seat as a face shows it: what is left, since when it runs here (None: it stands), a doubt.

    `since` is in milliseconds since 1970 by the clock here. `doubtful` tells that this seat has declared much less time
    than was seen to pass here; it decides nothing.
    """

    seat: Seat
    clock: SeatClock
    since: int | None = None
    doubtful: bool = False

    def shown(self, now: int) -> tuple[int, int]:
        """Give the milliseconds and the periods to show at the time `now`."""
        return self.clock.running(0 if self.since is None else now - self.since)

    def left_ms(self, now: int) -> int:
        """Give all the time left at the time `now`."""
        return max(0, self.clock.left_ms - (0 if self.since is None else now - self.since))


@lru_cache(maxsize=64)
def read_pace(text: str) -> Pace | None:
    """Read a pace, None for no clock; raise `BadOption` for anything else.

    >>> read_pace("300+5").start
    SeatClock(main_ms=300000, bonus_ms=5000, periods=0, period_ms=0)
    """
    if text == NONE:
        return None
    if found := _FISCHER.fullmatch(text):
        base, bonus = (SECOND_MS * int(number or 0) for number in found.groups())
        return Pace(text, SeatClock(base, bonus))
    if found := _PERIODS.fullmatch(text):
        base, count, period = (int(number) for number in found.groups())
        return Pace(text, SeatClock(SECOND_MS * base, 0, count, SECOND_MS * period))
    if found := _DAYS.fullmatch(text):
        return Pace(text, SeatClock(0, 0, 1, DAY_MS * int(found[1])), daily=True)
    raise BadOption(BAD_PACE, given=text, forms=FORMS)


def pace_text(base: int, *, bonus: int = 0, periods: int = 0, period: int = 0, days: int = 0) -> str:
    """Write a pace (all in seconds, but the days) as `read_pace` reads it."""
    if days:
        return f"{days}d"
    if periods:
        return f"{base}/{periods}x{period}"
    return f"{base}+{bonus}" if bonus else str(base)
