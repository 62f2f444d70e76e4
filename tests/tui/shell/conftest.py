"""A home of its own and English for every test of the shell."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tui import speech


@pytest.fixture(autouse=True)
def parley_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Keep settings and profiles in a folder of the test; speak English until the test says otherwise."""
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    before = speech.language()
    speech.use("en")
    yield tmp_path
    speech.use(before)
