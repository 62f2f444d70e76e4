"""The way through what was played: the list, a game told again, and a table where one is played on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.fault import sentence
from tui import archive
from tui.screens.games import GamesScreen
from tui.screens.replay import BOT, PlayOn
from tui.speech import tr
from tui.study.branch import branch
from tui.study.library import Library

if TYPE_CHECKING:
    from tui.app import ParleyApp

PLAYED_ON = sentence("You play on from decision {ply}; the old game stays as it is.")


def library(app: ParleyApp) -> Library:
    """Give the games of the profile that the app plays as."""
    return Library(app.rooms.profile, archive.folder(), app.settings.nick)


async def walk(app: ParleyApp) -> None:
    """Show the list until it is left; a game that is played on is gone to, and the list comes back after it."""
    while isinstance(wish := await app.push_screen_wait(GamesScreen(library(app))), PlayOn):
        seated = await branch(app.rooms, wish.story, wish.ply, wish.seat, BOT)
        app.notify(tr(PLAYED_ON, ply=wish.ply))
        await app.show_table(seated)
