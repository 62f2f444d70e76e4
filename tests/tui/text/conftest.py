"""The text mode has no keys: what is said in it names none, neither by its cap nor by the id of its action."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tui.i18n import translation
from tui.text import repl


@pytest.fixture(autouse=True)
def keyless(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Fail every test of the text mode in which a sentence asked for the name of a key; give the ids asked for."""
    asked: list[str] = []

    def named(name: str) -> str:
        asked.append(name)
        return name

    monkeypatch.setattr(translation, "_keys", [named])
    monkeypatch.setattr(repl, "screen_key", named)
    yield asked
    assert asked == []
