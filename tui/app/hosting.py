"""The ways to a room that is hosted here: from the home screen, and from a kept table whose room ended with Parley."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.fault import Fault
from tui.i18n.translation import tell
from tui.settings.visit import check_hosting, is_bound

if TYPE_CHECKING:
    from tui.session.unfinished_table import UnfinishedTable

Host = Any
"""The app, which calls these functions: it has `rooms` and shows rooms (`show_room`)."""


async def host(app: Host) -> None:
    """Ask who may come in and whether a room hosted before is meant; start its broker and show it."""
    from tui.screens.home.home_dialog import host_screen, same_room_screen
    from tui.session.hosted_rooms import SAME
    from tui.widgets.progress_bar import HOSTING, ProgressScope

    check_hosting()
    bind = await app.push_screen_wait(host_screen())
    again = app.rooms.hosted.idle_at(bind) if bind else None
    answer = await app.push_screen_wait(same_room_screen()) if again is not None else bind
    if answer:
        async with ProgressScope(app, HOSTING):
            peer = await (app.rooms.host(bind, again=again) if answer == SAME else app.rooms.host(bind))
        await app.show_room(peer)


async def host_rest(app: Host, table: UnfinishedTable) -> UnfinishedTable | None:
    """Where the room of a kept table was hosted here and does not run, ask whether to host it again.

    Give the table as it is reached now; None if the person goes nowhere.
    """
    from tui.screens.home.home_dialog import rest_screen
    from tui.session.hosted_table import AGAIN, host_again, rest_words
    from tui.widgets.progress_bar import HOSTING, ProgressScope

    room = None if table.local or is_bound() else app.rooms.hosted.idle_room_of(table)
    if room is None:
        return table
    answer = await app.push_screen_wait(rest_screen(await rest_words(app.rooms, table)))
    if answer != AGAIN:
        return table if answer else None
    try:
        async with ProgressScope(app, HOSTING):
            return await host_again(app.rooms, table, room)
    except Fault as fault:
        app.notify(tell(fault), severity="error", timeout=8)
        return table
