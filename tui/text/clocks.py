"""Clocks in the text mode: said aloud when a minute, half a minute and ten seconds are left."""

from __future__ import annotations

from core.fault import sentence
from core.game import Seat
from net.view.clock_view import ClockView
from net.view.table_view import Phase, TableView
from tui.speech import tr
from tui.text import describe
from tui.theme import Glyphs
from tui.timepiece import figures

MARKS = (60, 30, 10)
"""How many seconds are left when it is said."""
LEFT = sentence("CLOCK {seat}: {n} seconds left.")
FALLEN = sentence("CLOCK {seat}: no time left.")


class ClockTeller:
    """What has been said of the clocks of the seats played here."""

    def __init__(self) -> None:
        """Begin with nothing said."""
        self._said: dict[Seat, tuple[ClockView, int]] = {}

    def news(self, view: TableView, glyphs: Glyphs, now: int) -> list[str]:
        """Give a line for each own clock that has come to a mark; those passed meanwhile are not said any more."""
        if view.phase is not Phase.PLAYING:
            return []
        lines = []
        for clock in view.clocks:
            if clock.since is None or clock.seat not in describe.hands_of(view):
                continue
            mark = _mark(clock.left_ms(now))
            known, said = self._said.get(clock.seat, (clock, _mark(clock.clock.left_ms)))
            if (known.clock, known.since) != (clock.clock, clock.since):
                said = _mark(clock.clock.left_ms)
            self._said[clock.seat] = (clock, max(said, mark))
            if mark > said:
                seat = describe.seat_name(view.seats[clock.seat].name, glyphs)
                lines.append(tr(FALLEN, seat=seat) if mark > len(MARKS) else tr(LEFT, seat=seat, n=MARKS[mark - 1]))
        return lines


def clock_word(view: TableView, seat: Seat, now: int) -> str:
    """Tell among other things what is left on the clock of a seat; empty where there is no clock."""
    left = left_word(view, seat, now)
    return tr("clock {left}", left=left) if left else ""


def left_word(view: TableView, seat: Seat, now: int) -> str:
    """Tell what is left on the clock of a seat, and a doubt; empty where there is no clock."""
    clock = next((one for one in view.clocks if one.seat == seat), None)
    if clock is None:
        return ""
    ms, periods = clock.shown(now)
    left = f"{figures(ms)} ({periods}x)" if clock.clock.periods > 1 else figures(ms)
    return f"{left}, {tr('clock doubtful')}" if clock.doubtful else left


def _mark(left_ms: int) -> int:
    """Count the marks that are passed when so much is left; one more when nothing is."""
    return sum(left_ms <= 1000 * mark for mark in MARKS) + (left_ms <= 0)
