"""The way through what was played: the list, a game told again, and a table where one is played on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from textual.app import App

from core.fault import sentence
from tui import archive
from tui.rooms import Rooms
from tui.screens.games import GamesScreen
from tui.screens.replay import BOT, PlayOn
from tui.solo import Seated
from tui.speech import tr
from tui.study.branch import branch
from tui.study.library import Library

PLAYED_ON = sentence("You play on from decision {ply}; the old game stays as it is.")


async def walk(app: App[Any], rooms: Rooms, nick: str, show_table: Callable[[Seated], Awaitable[None]]) -> None:
    """Show the list of what `nick` has played until it is left.

    A game that is played on is gone to by `show_table`; the list comes back after it.
    """
    games = Library(rooms.profile, archive.folder(), nick)
    while isinstance(wish := await app.push_screen_wait(GamesScreen(games)), PlayOn):
        seated = await branch(rooms, wish.story, wish.ply, wish.seat, BOT)
        app.notify(tr(PLAYED_ON, ply=wish.ply))
        await show_table(seated)
