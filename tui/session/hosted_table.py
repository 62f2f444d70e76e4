"""A kept table whose room was hosted here and ended with Parley: what is asked, and how the room is hosted again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.fault import sentence
from net.wire.invitation import Invitation
from tui.i18n.translation import tr
from tui.session.hosted_rooms import HostedRoom

if TYPE_CHECKING:
    from tui.session.rooms import Rooms
    from tui.session.unfinished_table import UnfinishedTable

RESTS = sentence("You hosted the room of this table here, and it ended with Parley.")
RESTS_RUNS = sentence(
    "You hosted the room of this table here, and it ended with Parley. It is your turn, and your clock goes on all the "
    "same: {left} left."
)
RESTS_OVER = sentence(
    "You hosted the room of this table here, and it ended with Parley. It is your turn, your clock has gone on, and "
    "your time is over."
)
AGAIN, LOOK = "again", "look"
RESTS_WORDS = {AGAIN: sentence("Host it again: the table goes on there"), LOOK: sentence("Only look at the table")}
"""The answers in order."""


async def rest_words(rooms: Rooms, table: UnfinishedTable) -> str:
    """Say why a kept table rests, and that one's own clock does not, if it runs there."""
    from tui.words.clock_words import figures, now_ms

    found, now = await rooms.glance(table), now_ms()
    if found is None or found.clock is None:
        return tr(RESTS)
    left = found.clock.left_ms(now)
    return tr(RESTS_RUNS, left=figures(left)) if left else tr(RESTS_OVER)


async def host_again(rooms: Rooms, table: UnfinishedTable, room: HostedRoom) -> UnfinishedTable:
    """Host the room of a kept table again, and give the table as it is reached there now; raise `Fault`."""
    peer = await rooms.host(room.bind, room.invitation.room, again=room.invitation)
    return replace(table, invitation=str(Invitation.parse(table.invitation).by_way_of(peer.invitation)))
