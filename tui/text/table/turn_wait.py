"""`wait` at a table: until something is owed here. Whoever types something else meanwhile has waited long enough."""

from __future__ import annotations

import asyncio

from core.fault import sentence
from net.view.table_view import Phase
from tui.i18n.translation import tr
from tui.table.seat_names import NamedTable
from tui.table.seat_view import held_seats, open_offers, owing
from tui.table.sentences.event_sentences import hands_of
from tui.text.shell.console import Console
from tui.text.table.event_teller import EventTeller

ENDED = frozenset({Phase.OVER, Phase.CLOSED, Phase.FROZEN})
FOR_START = sentence("you wait for the start and your turn; whatever you type ends that.")
FOR_END = sentence("without a seat you wait for the end of the game; whatever you type ends that.")


async def wait(handle: NamedTable, console: Console, teller: EventTeller) -> None:
    """Wait until something is owed here, or never will be again; say whose turn it is if that is so already.

    Where somebody types, a line ends the wait and is done after it. They are told so where it may last.
    """
    view = handle.view
    if is_due(handle):
        if view.phase is Phase.PLAYING:
            console.say(*teller.now(view))
        return
    if not console.live:
        await _due(handle)
        return
    if not hands_of(view) and view.asked is None:
        console.say(tr("NOTE {text}", text=tr(FOR_END)))
    elif view.match is None:
        console.say(tr("NOTE {text}", text=tr(FOR_START)))
    waits, typed = asyncio.ensure_future(_due(handle)), asyncio.ensure_future(console.typed())
    try:
        await asyncio.wait((waits, typed), return_when=asyncio.FIRST_COMPLETED)
        if typed.done() and (line := typed.result()) is not None:
            console.put_off(line)
    finally:
        waits.cancel()
        typed.cancel()


def is_due(handle: NamedTable) -> bool:
    """Tell whether something is owed here: an answer or a decision; or nothing any more."""
    view = handle.view
    asked = (one.asked or {*held_seats(view, one.kind)} & {*one.owed} for one in open_offers(view))
    if view.phase in ENDED or any(asked):
        return True
    if view.match is None or view.phase is not Phase.PLAYING:
        return False
    return handle.awaited is not None or not {*hands_of(view)}.isdisjoint(owing(view))


async def _due(handle: NamedTable) -> None:
    version = -1
    while not is_due(handle):
        version = await handle.changed(version)
