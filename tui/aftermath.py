"""The aftermath: what is told of tables that were left before everybody had their end."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from core.fault import sentence
from core.games import find
from tui.named import named
from tui.settlement_words import BACKGROUND, EVERYBODY, late_moves, owes, unsettled_words
from tui.speech import tr

if TYPE_CHECKING:
    from collections.abc import Iterable

    from net.peer.table_handle import TableHandle

OF_TABLE = sentence("{table}: {text}")
"""News of a table that is not on the screen."""
READING = 15.0
"""Seconds that such a line stays."""

App = Any
"""The app, which leads here: it knows the tables that are `followed` in the background by their ids."""


def tell_left(app: App, handle: TableHandle) -> None:
    """Say who has not received the end at a table that was left; and follow what becomes of it."""
    view = named(handle.view)
    if owes(view):
        app.notify(f"{unsettled_words(view)} {tr(BACKGROUND)}", markup=False, timeout=READING)
        _follow(app, handle)


def look_back(app: App, handles: Iterable[TableHandle]) -> None:
    """Follow the tables that have been taken up again because somebody has not received their end."""
    for handle in handles:
        if handle.tid not in app.followed and owes(handle.view):
            _follow(app, handle)


def _follow(app: App, handle: TableHandle) -> None:
    app.followed.add(handle.tid)
    app.run_worker(partial(_tell_settled, app, handle), group="settling")


async def _tell_settled(app: App, handle: TableHandle) -> None:
    """Wait until the end is settled, or is none any more, and say so."""
    view = named(await handle.until(lambda view: not view.unsettled))
    app.followed.discard(handle.tid)
    table = view.title or tr(find(view.game).title)
    late = [one.words for one in late_moves(view) if one.mine]
    for words in late or [tr(EVERYBODY)]:
        told = tr(OF_TABLE, table=table, text=words)
        app.notify(told, severity="warning" if late else "information", markup=False, timeout=READING)
