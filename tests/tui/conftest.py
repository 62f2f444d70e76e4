"""Apps in tests wait for their own work, not for the clock, and read each style sheet once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import textual.app
import textual.pilot
from textual.css.stylesheet import Stylesheet

from tests.tui.calm import until_calm
from tests.tui.sheets import remembering
from tui.i18n import translation


@pytest.fixture(autouse=True)
def uncalled() -> None:
    """Let no test call seats as another one did."""
    translation.call({})


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
