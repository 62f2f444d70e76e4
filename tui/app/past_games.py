"""The way through past games: the list, a replay, and a table where a game is played on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from textual.app import App

from core.bots import default_level
from core.fault import sentence
from net.view.table_view import TableView
from tui.bots.seat_driver import Seated
from tui.i18n.translation import tr
from tui.records import archive
from tui.screens.replay.games_screen import GamesScreen
from tui.screens.replay.replay_screen import PlayOn, ReplayScreen
from tui.session.rooms import Rooms
from tui.study.branch import branch
from tui.study.game_library import Library, wanted
from tui.widgets.progress_bar import REPLAYING, ProgressScope

PLAYED_ON = sentence("You play on from decision {turn}; the old game stays as it is.")


Tables = Callable[[Seated], Awaitable[None]]
"""A function that shows a table until it is left."""


async def walk(app: App[Any], rooms: Rooms, show_table: Tables) -> None:
    """Show the list of games until it is left.

    If a game is played on, `show_table` shows it; the list comes back afterwards.
    """
    games = Library(rooms.profile, archive.folder())
    while isinstance(wish := await app.push_screen_wait(GamesScreen(games)), PlayOn):
        await play_on(app, rooms, wish, show_table)


async def replay_one(app: App[Any], rooms: Rooms, text: str, show_table: Tables) -> None:
    """Replay the game that `text` means (a file, `last`) until it is left. Raise `Fault`."""
    ply: int | None = None
    while True:
        story, keep = wanted(text, rooms)
        wish = await app.push_screen_wait(ReplayScreen(story, keep, ply=ply))
        if not isinstance(wish, PlayOn):
            return
        ply = wish.ply
        await play_on(app, rooms, wish, show_table)


async def tell_table(app: App[Any], rooms: Rooms, view: TableView) -> list[PlayOn]:
    """Replay the game of a finished table until it is left. Return the wish to play it on, if there is one."""
    story, keep = Library(rooms.profile, archive.folder()).ended(view)
    wish = await app.push_screen_wait(ReplayScreen(story, keep))
    return [wish] if isinstance(wish, PlayOn) else []


async def play_on(app: App[Any], rooms: Rooms, wish: PlayOn, show_table: Tables) -> None:
    """Play a game on at a table of its own until the table is left. Raise `Fault`."""
    async with ProgressScope(app, REPLAYING, wish.ply) as busy:
        bot = default_level(wish.story.match.header.game)
        hands = None if wish.seat is None else (wish.seat,)
        seated = await branch(rooms, wish.story, wish.ply, hands, bot, done=busy.done)
    app.notify(tr(PLAYED_ON, turn=wish.story.match.turns.turn_of(wish.ply)))
    await show_table(seated)
