"""A home of its own and English for every test of the terminal; apps over a table without a network.

Apps in tests wait for their own work, not for the clock, and read each style sheet once.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
import textual.app
import textual.pilot
from textual.app import App
from textual.css.stylesheet import Stylesheet

from core.match.match import Match
from tests.tui.support.calm import until_calm
from tests.tui.support.holding_broker import HoldingBroker
from tests.tui.support.style_sheets import remembering
from tests.tui.support.table_app import app_over, app_that_waits, new_match
from tui.i18n import translation
from tui.session.rooms import Rooms


@pytest.fixture(autouse=True)
def uncalled() -> None:
    """Let no test call seats as another one did."""
    translation.call(translation.Called())


@pytest.fixture(autouse=True, scope="session")
def calm() -> Iterator[None]:
    """Let every pilot wait until the app is calm."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(textual.app, "wait_for_idle", until_calm)
        patch.setattr(textual.pilot, "wait_for_idle", until_calm)
        yield


@pytest.fixture(autouse=True, scope="session")
def sheets() -> Iterator[None]:
    """Let every app have the rules that another one has read."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", remembering(Stylesheet._parse_rules))
        yield


@pytest.fixture(autouse=True)
def parley_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Keep settings and profiles in a folder of the test; speak English until the test says otherwise."""
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    before = translation.language()
    translation.use("en")
    yield tmp_path
    translation.use(before)


@pytest.fixture
async def rooms(parley_home: Path) -> AsyncIterator[Rooms]:
    """Give the rooms of somebody called Ann, and leave them whatever becomes of the test.

    A loop that ends while a bot is being started waits for its pipes for ever: asyncio cancels what connects them.
    """
    rooms = Rooms(parley_home, "tester", "Ann")
    yield rooms
    await rooms.close()


@pytest.fixture
async def people(parley_home: Path) -> AsyncIterator[tuple[Rooms, Rooms]]:
    """Give the rooms of two people over one broker."""
    ann, bob = Rooms(parley_home, "ann", "Ann"), Rooms(parley_home, "bob", "Bob")
    ann._memory = bob._memory = HoldingBroker()
    yield ann, bob
    await bob.close()
    await ann.close()


@pytest.fixture
def make_match() -> Callable[..., Match]:
    return new_match


@pytest.fixture
def make_app() -> Callable[..., App[None]]:
    return app_over


@pytest.fixture
def open_table() -> Callable[[], App[None]]:
    return app_that_waits
