"""The notices of the screens about connections and invitations, whichever screen is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.session.connection_news import news, table_outage, turned_away

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.app import App

    from net.view.room_view import LobbyView
    from net.view.table_view import TableView
    from net.wire.invitation import Invitation
    from tui.session.connection_news import Connection, Table

READING = 15.0
"""Seconds for which they are shown."""


def tell_connections(
    app: App[None], rooms: Iterable[Connection], lost: dict[Invitation, str], tables: Iterable[Table]
) -> None:
    """Say once which connections have changed since the last look, of which `lost` tells; `tables` are open."""
    for one in news(rooms, lost, tables):
        app.notify(one.text, severity="information" if one.back else "warning", markup=False, timeout=READING)


def tell_letters(app: App[None], rooms: Iterable[LobbyView], tables: Iterable[Table], known: set[object]) -> None:
    """Say once at a table who invites the person to another; `known` are the invitations of earlier looks."""
    from tui.session.invitations import letters_at_table

    for told in letters_at_table(rooms, tables, known):
        app.notify(told, markup=False, timeout=READING)


def remind(app: App[None], view: TableView) -> None:
    """Say why the broker of a table that is come to turns us away, if it does: that was said when it began."""
    if turned_away(view.outage):
        app.notify(table_outage(view), severity="warning", markup=False, timeout=READING)
