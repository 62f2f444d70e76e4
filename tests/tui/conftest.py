"""Apps in tests wait for their own work, not for the clock."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import textual.app
import textual.pilot

from tests.tui.calm import until_calm


@pytest.fixture(autouse=True, scope="session")
def calm() -> Iterator[None]:
    """Let every pilot wait until the app is calm."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(textual.app, "wait_for_idle", until_calm)
        patch.setattr(textual.pilot, "wait_for_idle", until_calm)
        yield
