"""The seat that somebody without one asks for, in words: who gives it, and whether they are there."""

from __future__ import annotations

from core.fault import sentence
from net.view.table_view import Phase, SeatView, TableView
from tui.i18n.translation import tr

GIVES = sentence("You have asked for a seat; {nick}, who hosts the table, gives it.")
MEANT = sentence("You have asked for a seat, but this table is for {names}: you will get none.")
AWAY = sentence(
    "You have asked for a seat. {nick}, who hosts the table, is away and seats people once their program or their "
    "keeper is there."
)


def asked_words(view: TableView) -> str:
    """Say that a seat is asked for, and whether its host is there to give it; empty if none is asked for."""
    asked = view.asked if view.phase is Phase.GATHERING else None
    if asked is not None and asked.meant:
        return tr(MEANT, names=asked.meant)
    return "" if asked is None else tr(AWAY if asked.away else GIVES, nick=asked.host)


def is_asked(view: TableView, seat: SeatView) -> bool:
    """Tell whether the person here asks for that open seat by name."""
    return not seat.pid and view.asked is not None and seat.seat in view.asked.seats
