"""The way to a rated table: the one of a pairing that an opponent has opened, or a new one."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from core.fault import Fault, sentence
from core.games import find
from net.room.table_offer import agreed
from net.transport.transport import Offline
from net.wire.invitation import Invitation
from tui.i18n.translation import tr
from tui.screens.club.club_questions import WHICH_ROOM
from tui.screens.frame.dialog import ask_until
from tui.table.table_plan import ME, OPEN, Plan, candidates, seated
from tui.widgets.progress_bar import OPENING, ProgressScope

if TYPE_CHECKING:
    from net.peer.peer import Peer
    from net.view.room_view import CardView
    from tui.bots.seat_driver import Seated
    from tui.screens.frame.screen_messages import RatedTableWanted

Host = Any
"""The app: it has `rooms` and `clubs`, and shows tables."""

READ_SECONDS = 5.0
"""How long reading a room that was just entered may take."""

NOT_RATED = sentence("The table of that name in the room was not opened for this pairing: leave it and open your own.")


async def play_rated(app: Host, wanted: RatedTableWanted) -> None:
    """Go to a rated table in the room where the club lies, or in one that the person names; raise `Fault`."""
    peer = await _room_of(app, wanted.cid)
    if peer is None:
        return
    if not wanted.pairing:
        await _beside(app, peer, wanted)
        return
    async with ProgressScope(app, OPENING):
        await _heard(peer, wanted)
        table = await _joined(app, peer, wanted) or await _opened(app, peer, wanted)
    await app.show_table(table)


async def _room_of(app: Host, cid: str) -> Peer | None:
    """Enter the room where a club lies, else the one that is reached; ask where there is none, or it is away."""
    way: str = app.clubs.place(cid)
    if way:
        with suppress(Offline):
            known: Peer = await app.rooms.enter(Invitation.parse(way))
            return known
    entered: list[Peer] = []

    async def enter(typed: str) -> None:
        entered.append(await app.rooms.enter(Invitation.parse(typed)))

    await ask_until(app, tr(WHICH_ROOM), enter, way)
    return next(iter(entered), None)


async def _beside(app: Host, peer: Peer, wanted: RatedTableWanted) -> None:
    """Ask for the terms of a table that is no pairing, and open it for the club."""
    from tui.screens.room.new_table_screen import Kind, NewTableScreen

    people = candidates(peer.lobby, peer.pid)
    club = (await app.clubs.view(wanted.cid)).state.name
    plan: Plan | None = await app.push_screen_wait(NewTableScreen(Kind.ONLINE, people=people, rated=club))
    if plan is None:
        return
    rated = await app.clubs.rated(wanted.cid, "", plan.game, plan.terms)
    sitters = tuple(OPEN if one not in {"", ME} else one for one in plan.sitters)
    plan = replace(plan, terms=rated.options, title=plan.title or wanted.title, sitters=sitters)
    async with ProgressScope(app, OPENING):
        opened = await app.rooms.open_table(peer, plan, salt=rated.salt)
    await app.show_table(opened)


async def _heard(peer: Peer, wanted: RatedTableWanted) -> None:
    """Wait for the table of an opponent until the room has been read, which was perhaps just entered."""
    told = asyncio.Event()
    forget = peer.watch(told.set)
    try:
        with suppress(TimeoutError):
            async with asyncio.timeout(READ_SECONDS):
                while _card(peer, wanted) is None and not peer.is_read:
                    await told.wait()
                    told.clear()
    finally:
        forget()


def _card(peer: Peer, wanted: RatedTableWanted) -> CardView | None:
    """Find the card of the table of a pairing in the room, one's own or an opponent's."""
    tables = (card for card in peer.lobby.tables if card.title == wanted.title)
    return next((card for card in tables if {peer.pid, *wanted.opponents} & set(card.seats)), None)


async def _joined(app: Host, peer: Peer, wanted: RatedTableWanted) -> Seated | None:
    """Come to the table that is there already, one's own or an opponent's; raise `Fault` if it is another one."""
    found = _card(peer, wanted)
    if found is None:
        return None
    there: Seated = await app.rooms.sit_down(peer, bytes.fromhex(found.tid))
    if not await app.clubs.is_rated(wanted.cid, wanted.pairing, there.handle.tid):
        await app.rooms.leave(there)
        raise Fault(NOT_RATED)
    await there.ask_seat()
    return there


async def _opened(app: Host, peer: Peer, wanted: RatedTableWanted) -> Seated:
    rated = await app.clubs.rated(wanted.cid, wanted.pairing)
    options, terms = agreed(find(rated.game), rated.options)
    plan = Plan(rated.game, options, terms, rated.title, seated(rated.game, options, ME, OPEN))
    opened: Seated = await app.rooms.open_table(peer, plan, salt=rated.salt)
    return opened
