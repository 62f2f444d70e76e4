"""Records of whole games, and stories told from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tui.study.game_library import open_story
from tui.study.past_game import PastGame

GAMES = Path(__file__).parents[3] / "core" / "games"
RECORDS = {"djambi": "four", "epaminondas": "field", "mediterranee": "match", "megiddo": "basic-3"}


@pytest.fixture(params=sorted(RECORDS))
def record_path(request: pytest.FixtureRequest) -> Path:
    """Give the record of a whole game, one of each."""
    name = str(request.param)
    return GAMES / name / "golden" / f"{RECORDS[name]}.record"


@pytest.fixture
def story(record_path: Path) -> PastGame:
    return open_story(str(record_path))


@pytest.fixture
def djambi() -> Path:
    return GAMES / "djambi" / "golden" / "four.record"


@pytest.fixture
def mediterranee() -> Path:
    return GAMES / "mediterranee" / "golden" / "match.record"
