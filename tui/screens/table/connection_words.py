"""What a table says of connections: this program's own, and those of the people whom it waits for."""

from __future__ import annotations

from rich.text import Text

from core.fault import sentence
from core.game import Seat
from net.view.table_view import TableView
from tui.i18n.translation import ntr, tr
from tui.table.controller import is_alone
from tui.table.departure import overdue_seats
from tui.table.player_desk import PlayerDesk
from tui.widgets.text_style import TextStyle

AWAY, UNHEARD = sentence("away: {names}"), sentence("no connection: what you do waits here")
"""Why a decision may take long."""

CLAIMABLE = sentence("{key[table.declare]}: wait no longer")
"""The key, once the patience of the table is over."""


def net_text(view: TableView, ink: TextStyle) -> Text:
    """Say whether the broker is connected and whether events are still to come."""
    if not view.online:
        return Text(f"{ink.glyphs.one['offline']} {tr('offline')}", ink.style("error"))
    if is_alone(view.invitation):
        return ink.muted(tr("on this machine"))
    if view.missing:
        return Text(ntr("{n} event to come", "{n} events to come", view.missing), ink.style("warning"))
    return Text(f"{ink.glyphs.one['online']} {tr('online')}", ink.style("success"))


def missing_words(desk: PlayerDesk, active: tuple[Seat, ...]) -> str:
    """Name those who are to decide and whose programs are not heard, and the key that ends the wait for them.

    If it is this program that is offline, say so.
    """
    view = desk.view
    if view is None or desk.past:
        return ""
    if not view.online:
        return f" · {tr(UNHEARD)}"
    seats = [view.seats[seat] for seat in active if seat >= 0]
    away = [seat.called for seat in seats if seat.pid and seat.called and not seat.present and not seat.mine]
    words = [tr(AWAY, names=", ".join(away))] if away else []
    words += [tr(CLAIMABLE)] if {*overdue_seats(view)} & {*active} else []
    return "".join(f" · {one}" for one in words)
