"""A replay and the list of games as they stand in front: what they show, when they have settled."""

from __future__ import annotations

from typing import Any

from textual.app import App
from textual.pilot import Pilot

from core.match.record import Record
from tests.gallery.fixed_table import FixedTableApp
from tui.screens.replay.games_screen import GamesScreen
from tui.screens.replay.replay_screen import ReplayScreen
from tui.study.past_game import PastGame

ROOM = (80, 24)


def shown(app: App[Any]) -> str:
    return "\n".join("".join(part.text for part in strip) for strip in app.screen._compositor.render_strips())


def front(app: App[Any]) -> str:
    """Give the name of the screen in front."""
    return type(app.screen).__name__


async def read(pilot: Pilot[Any]) -> GamesScreen:
    """Wait until the list in front has read its games."""
    screen = pilot.app.screen
    assert isinstance(screen, GamesScreen)
    while screen._reading:
        await pilot.pause()
    return screen


async def settled(pilot: Pilot[Any], *keys: str) -> None:
    await pilot.press(*keys)
    await pilot.pause()
    await pilot.pause()


class Tale:
    """A replay on a screen of its own: what it keeps and what it ends with."""

    def __init__(self, story: PastGame) -> None:
        """Show `story`."""
        self.kept: list[Record] = []
        self.screen = ReplayScreen(story, self.kept.append)
        self.app = FixedTableApp(self.screen)


def runs(tale: Tale) -> bool:
    return tale.screen.running


def count(games: GamesScreen) -> int:
    return len(games._shown)
