"""A game of Méditerranée that deals itself at a table in tests, and what is pressed and read there."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from textual.pilot import Pilot

from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.table_view import Phase
from tests.gallery.fixed_table import FixedTable, FixedTableApp, view_of
from tui.i18n import translation
from tui.screens.table.table_screen import TableScreen
from tui.widgets.board_view import BoardView
from tui.widgets.chips import ChipBar
from tui.widgets.prompt import Prompt

SMALL, LARGE = (80, 24), (160, 50)
STORY = "1,3,5,7,9," * 3 + "1,3,5,7,9"


class LocalTable(FixedTable):
    """A controller of a match that deals itself; the seats of `hand` are played here."""

    def __init__(self, match: Match, hand: tuple[int, ...]) -> None:
        """Begin at the state of a match."""
        view = view_of(match, talk=False)
        seats = tuple(replace(seat, mine=seat.seat in hand) for seat in view.seats)
        super().__init__(replace(view, seats=seats))
        self._version = 0
        self._news = asyncio.Condition()

    @property
    def match(self) -> Match:
        """The match as it stands."""
        assert self.view.match is not None
        return self.view.match

    async def changed(self, version: int) -> int:
        """Wait for another version."""
        async with self._news:
            await self._news.wait_for(lambda: self._version != version)
            return self._version

    async def play(self, seat: Seat, text: str) -> None:
        """Play or seal, then deal."""
        match = self.match.seal(text, seat).deal()
        async with self._news:
            self.view = replace(self.view, match=match, phase=Phase.OVER if match.state.outcome else Phase.PLAYING)
            self._version += 1
            self._news.notify_all()


def played(*moves: str, **options: str) -> Match:
    match = Match.new(find("mediterranee"), {"placement": "standard", "talon": STORY, **options}).deal()
    for text in moves:
        match = match.play(text).deal()
    return match


def table(match: Match, hand: tuple[int, ...] = (0,), **how: str) -> tuple[LocalTable, FixedTableApp]:
    translation.use("en")
    handle = LocalTable(match, hand)
    return handle, FixedTableApp(TableScreen(handle), **how)


async def settled(pilot: Pilot[Any]) -> None:
    for _ in range(3):
        await pilot.pause()


async def go_to(pilot: Pilot[Any], spot: str) -> None:
    """Press Tab until the cursor stands there."""
    board = pilot.app.screen.query_one(BoardView)
    for _ in range(40):
        if board.cursor == spot:
            return
        await pilot.press("tab")
    raise AssertionError(spot)


async def press_chip(pilot: Pilot[Any], bar: type[ChipBar], key: str) -> None:
    found = pilot.app.screen.query_one(bar)
    y, x = next(
        (y, x) for y, row in enumerate(found.texts) for x in range(len(row)) if found._chips.key_at(x, y) == key
    )
    await pilot.click(bar, offset=(x + 1, y))


def text_of(app: FixedTableApp, bar: type[ChipBar]) -> str:
    return "\n".join(app.screen.query_one(bar).texts)


def status(app: FixedTableApp) -> str:
    return str(app.screen.query_one(Prompt).query_one("#status").render())
