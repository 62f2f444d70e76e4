"""Confirming: whether a move waits for a second Enter, as the setting says and the clock has it. Pure."""

from __future__ import annotations

from core.game import Seat
from net.view.table_view import TableView

MINUTE_MS = 60_000
"""With no more than this on the clock there is no time to confirm."""


def confirmed(setting: str, view: TableView, seat: Seat, now: int) -> bool:
    """Tell whether moves of a seat are to be confirmed by one of `tui.settings.CONFIRM`; `now` in ms since 1970.

    Without a clock there is time enough.
    """
    if setting != "clock":
        return setting == "on"
    clock = next((one for one in view.clocks if one.seat == seat), None)
    return clock is None or clock.left_ms(now) > MINUTE_MS
