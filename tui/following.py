"""A running table at another broker: its host moves it there from the palette, the others go after it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from core.fault import sentence
from net.view.table_view import Phase
from net.wire.invitation import Invitation
from tui.controller import is_alone
from tui.named import NamedTable
from tui.offering import Offer, offer
from tui.speech import tr

if TYPE_CHECKING:
    from tui.screens.table import TableScreen

MOVE = sentence("Move the table to another broker")
FOLLOW = sentence("Go after the table to {host}")
WHERE = sentence("The invitation to a room at the other broker:")


def elsewhere(table: TableScreen) -> Iterator[Offer]:
    """Offer to go after a table that has been moved, or to move one's own."""
    view = table.controller.view
    if view.moved:
        yield offer(partial(_follow_words, view.moved), partial(table.dismiss, "onward"))
    if isinstance(table.controller, NamedTable) and view.phase is Phase.PLAYING and not is_alone(view.invitation):
        yield offer(partial(tr, MOVE), partial(_ask, table, table.controller), "broker")


def _follow_words(place: str) -> str:
    there = Invitation.parse(place)
    return tr(FOLLOW, host=f"{there.host}:{there.port}")


def _ask(table: TableScreen, moved: NamedTable) -> None:
    table.run_worker(_move(table, moved))


async def _move(table: TableScreen, moved: NamedTable) -> None:
    from tui.screens.ask import AskScreen

    text = await table.app.push_screen_wait(AskScreen(tr(WHERE)))
    if text:
        table.do(moved.move_to(text))
