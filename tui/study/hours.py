"""The hours of a story: what each decision took, and what stood on the clocks behind it, as its record tells. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from core.fault import BadOption, sentence
from core.game import Seat
from core.match.record import Note, Record
from net.table.clocks.time_control import SECOND_MS, Pace, read_pace
from net.view.clock_view import ClockView
from tui.speech import tr
from tui.timepiece import SECONDS, figures

TIME, CLOCK = "time", "clock"
"""The kind of a note that tells what a decision took, and the option of a table that tells its pace."""

TOOK = sentence("In {time}.")

_MINUTE_MS = 60 * SECOND_MS
_MOST = 12
"""Figures of the longest time that is believed."""


@dataclass(frozen=True, slots=True)
class Hours:
    """The clock of a game, if it had one, and what was spent: the decision's number from 1, its seat, milliseconds."""

    pace: Pace | None = None
    spent: tuple[tuple[int, Seat, int], ...] = ()

    def took(self, ply: int) -> int | None:
        """Give the milliseconds that the decision of that number took; None where nobody has noted it."""
        return next((ms for at, _, ms in self.spent if at == ply), None)

    def clocks(self, ply: int, seats: Iterable[Seat], active: Iterable[Seat]) -> tuple[ClockView, ...]:
        """Give the clocks as they stood behind `ply` decisions; those of `active` seats run. None without a clock."""
        if self.pace is None or not self.spent:
            return ()
        left = dict.fromkeys(seats, self.pace.start)
        for at, seat, ms in self.spent:
            if at <= ply and seat in left:
                left[seat] = left[seat].after(ms)
        runs = set(active)
        return tuple(ClockView(seat, clock, 0 if seat in runs else None) for seat, clock in left.items())


def hours_of(record: Record) -> Hours:
    """Read the hours of a record; notes that are no times are left out."""
    found = [read for note in record.notes if note.kind == TIME and (read := _read(note, record.seats)) is not None]
    try:
        return Hours(read_pace(dict(record.terms).get(CLOCK, "none")), tuple(found))
    except BadOption:
        return Hours(None, tuple(found))


def _read(note: Note, names: tuple[str, ...]) -> tuple[int, Seat, int] | None:
    if len(note.words) != 2 or note.words[0] not in names:  # noqa: PLR2004 - a seat and its milliseconds
        return None
    seat, ms = note.words
    if not (ms.isascii() and ms.isdigit() and len(ms) <= _MOST):
        return None
    return note.ply, Seat(names.index(seat)), int(ms)


def took_words(ms: int) -> str:
    """Tell what a decision took: seconds, from a minute on as a clock shows it."""
    return tr(SECONDS, n=-(-ms // SECOND_MS)) if ms < _MINUTE_MS else figures(ms)
