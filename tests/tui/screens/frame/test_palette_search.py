"""Enter in the palette runs what fits the words typed, however long the search takes."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest
from textual.app import App
from textual.command import CommandInput, CommandList, DiscoveryHit, Hit, Hits, Provider

from tests.tui.screens.table.test_whole_games import until
from tui.screens.frame.palette_screen import PaletteScreen

ENTRIES = ("Leave the table", "Save the record")


class Searching(App[None]):
    """An app whose search goes on when it is told to."""

    def __init__(self) -> None:
        """Begin with nothing run."""
        super().__init__()
        self.ran: list[str] = []
        self.found = asyncio.Event()


class Slow(Provider):
    """Two entries, found late."""

    async def discover(self) -> Hits:
        """Give both."""
        for name in ENTRIES:
            yield DiscoveryHit(name, partial(self._run, name))

    async def search(self, query: str) -> Hits:
        """Give those that contain what is typed, in the end."""
        app = self.app
        assert isinstance(app, Searching)
        await app.found.wait()
        for name in ENTRIES:
            if query in name:
                yield Hit(1.0, name, partial(self._run, name))

    def _run(self, name: str) -> None:
        assert isinstance(self.app, Searching)
        self.app.ran.append(name)


@pytest.mark.parametrize(
    ("typed", "ran", "stays"),
    [("zzz", [], True), ("record", ["Save the record"], False), ("table", ["Leave the table"], False)],
)
async def test_enter_waits_for_the_search(typed: str, ran: list[str], *, stays: bool) -> None:
    app = Searching()
    async with app.run_test(size=(80, 24)) as pilot:
        palette = PaletteScreen({Slow})
        await app.push_screen(palette)
        await until(pilot, lambda: palette.query_one(CommandList).option_count == len(ENTRIES))
        palette.query_one(CommandInput).value = typed
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert (app.ran, app.screen) == ([], palette)
        app.found.set()
        search = palette._search
        await until(pilot, lambda: search is not None and search.is_finished)
        await pilot.pause()
        assert (app.ran, app.screen is palette) == (ran, stays)


async def test_enter_is_forgotten_by_whoever_types_on() -> None:
    app = Searching()
    async with app.run_test(size=(80, 24)) as pilot:
        palette = PaletteScreen({Slow})
        await app.push_screen(palette)
        await until(pilot, lambda: palette.query_one(CommandList).option_count == len(ENTRIES))
        line = palette.query_one(CommandInput)
        line.value = "table"
        await pilot.press("enter")
        line.value = "t"
        await pilot.pause()
        app.found.set()
        await until(pilot, lambda: palette.query_one(CommandList).option_count == len(ENTRIES))
        await pilot.pause()
        assert (app.ran, app.screen) == ([], palette)
        await pilot.press("enter")
        await until(pilot, lambda: bool(app.ran))
        assert app.ran == ["Leave the table"]
