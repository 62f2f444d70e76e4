"""Some thousand bad messages through all that receives; `run.py storm mutants` sends a million."""

from __future__ import annotations

from pathlib import Path

import pytest

from net.wire.codec import Flaw
from tests.net.support.attacks.mutation_siege import besiege
from tests.net.support.toy_games.toy_table import install

COUNT = 3_000
FAR_TOO_SLOW_MS = 50.0
"""What the suite allows on a busy machine; the goal of 10 is held by the long run."""


def test_thousands_of_bad_messages_do_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    toll = besiege(tmp_path, 1, COUNT)
    assert not toll.raised
    assert toll.slowest_ms < FAR_TOO_SLOW_MS, toll.slowest
    assert toll.taken > COUNT // 50
    assert {flaw.name.lower() for flaw in Flaw} <= set(toll.flaws)
