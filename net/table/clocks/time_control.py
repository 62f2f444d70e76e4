"""Time controls: how much time the seats of a table have to decide, and what the log says is left of it.

`none`: no clock. `BASE` or `BASE+BONUS`: seconds for the whole game, with a bonus after each decision (Fischer).
`BASE/NxPERIOD`: the base, then N periods of so many seconds; a period that was not used up begins anew (byo-yomi).
`DAYSd`: so many days for each decision. What is left is always computed from the log, never from a running clock.

`Reckoning` sums up the steps of a line and continues where it stopped, so that long games cost no more to look at.
Steps are only ever added to a list; a takeback or a refold makes a new list. Pure.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.fault import BadOption, sentence
from core.game import Seat
from net.table.line.step_register import Step
from net.view.clock_view import SeatClock
from net.wire.event import Kind

SECOND_MS = 1_000
DAY_MS = 86_400_000
NONE = "none"
"""The word for no clock at all."""
FORMS = sentence("BASE, BASE+BONUS, BASE/NxPERIOD, DAYSd")
"""The accepted forms, as a sentence names them; all in seconds, except days."""

BAD_PACE = sentence("{given} is not a clock: write none or, in seconds, {forms}.")

_NUMBER = "(?:0|[1-9][0-9]{0,%d})"
_FISCHER = re.compile(rf"([1-9][0-9]{{0,5}})(?:\+({_NUMBER % 3}))?")
_PERIODS = re.compile(rf"({_NUMBER % 5})/([1-9][0-9]{{0,2}})x([1-9][0-9]{{0,3}})")
_DAYS = re.compile(r"([1-9][0-9]{0,2})d")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A time control: its text, and what every seat has at the beginning; `daily` if days are counted."""

    text: str
    start: SeatClock
    daily: bool = False

    def __str__(self) -> str:
        """Give the text, as `read_time_control` reads it."""
        return self.text


@lru_cache(maxsize=64)
def read_time_control(text: str) -> TimeControl | None:
    """Read a time control, None for no clock; raise `BadOption` for anything else.

    >>> read_time_control("300+5").start
    SeatClock(main_ms=300000, bonus_ms=5000, periods=0, period_ms=0)
    """
    if text == NONE:
        return None
    if found := _FISCHER.fullmatch(text):
        base, bonus = (SECOND_MS * int(number or 0) for number in found.groups())
        return TimeControl(text, SeatClock(base, bonus))
    if found := _PERIODS.fullmatch(text):
        base, count, period = (int(number) for number in found.groups())
        return TimeControl(text, SeatClock(SECOND_MS * base, 0, count, SECOND_MS * period))
    if found := _DAYS.fullmatch(text):
        return TimeControl(text, SeatClock(0, 0, 1, DAY_MS * int(found[1])), daily=True)
    raise BadOption(BAD_PACE, given=text, forms=FORMS)


def decided(step: Step) -> bool:
    """Tell whether a step is a decision of its seat, and not the taking of a motion of another seat."""
    return step.kind is not Kind.TAKE


def clocks_after(pace: TimeControl, steps: Iterable[Step], seats: Iterable[Seat]) -> dict[Seat, SeatClock]:
    """Return what each seat has left after the steps of a line: the seat that decided pays the time it declared.

    A seat that the others no longer wait for has spent all it had.
    """
    clocks = dict.fromkeys(seats, pace.start)
    for step in steps:
        clock = clocks.get(step.seat)
        if clock is not None and decided(step):
            clocks[step.seat] = clock.after(clock.left_ms if step.kind is Kind.FINAL else step.charged_ms)
    return clocks


class Reckoning:
    """The decisions of each seat, and the latest time that a step was signed at (its author's, milliseconds)."""

    def __init__(self) -> None:
        """Begin with no steps."""
        self.counts: Counter[Seat] = Counter()
        self.last: int | None = None
        self._steps: Sequence[Step] = ()
        self._read = 0

    def look(self, steps: Sequence[Step]) -> None:
        """Take in new steps of a line, or all of them if the list is another one."""
        if steps is not self._steps:
            self.counts, self.last = Counter(), None
            self._steps, self._read = steps, 0
        for step in steps[self._read :]:
            self.counts[step.seat] += decided(step)
            self.last = step.ts if self.last is None else max(self.last, step.ts)
        self._read = len(steps)

    def before(self, at: int) -> int:
        """Count the decisions that the seat of a step took before it; `at` is the step's place in the list."""
        seat = self._steps[at].seat
        return self.counts[seat] - sum(decided(step) for step in self._steps[at:] if step.seat == seat)
