"""The clocks of a table, told from its log. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from core.game import Seat
from net.event import Kind
from net.pace import Pace, SeatClock
from net.step import Step


def decided(step: Step) -> bool:
    """Tell whether a step is a decision of its seat, and not the taking up of what another has said."""
    return step.kind is not Kind.TAKE


def clocks_after(pace: Pace, steps: Iterable[Step], seats: Iterable[Seat]) -> dict[Seat, SeatClock]:
    """Give what each seat has left after the steps of a line: the seat that decided pays, with what it declared.

    Whoever the others have ceased to wait for has spent all he had.
    """
    clocks = dict.fromkeys(seats, pace.start)
    for step in steps:
        clock = clocks.get(step.seat)
        if clock is not None and decided(step):
            clocks[step.seat] = clock.after(clock.left_ms if step.kind is Kind.FINAL else step.spent_ms)
    return clocks
