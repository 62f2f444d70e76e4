"""A home of its own and English for every test of the shell."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tui.i18n import translation
from tui.session.rooms import Rooms


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
