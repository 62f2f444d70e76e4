"""Counts of decisions from the fixed array and from the empty board."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

import pytest

from core.games import find
from core.option import settle
from core.study.exhaustive_search import perft
from tests.length import LONG

GAME = find("mediterranee")
TABLE = tomllib.loads((resources.files("core.games.mediterranee") / "perft.toml").read_text(encoding="utf-8"))["perft"]

MANY = 200_000


def name(entry: dict[str, Any]) -> str:
    return " ".join(f"{key}={value}" for key, value in entry["options"].items() if "," not in value)


@pytest.mark.parametrize("entry", TABLE, ids=name)
def test_perft(entry: dict[str, Any]) -> None:
    """To its whole depth wherever that is told in a moment, and in a long run."""
    options = settle(GAME, entry["options"])
    nodes = entry["nodes"] if LONG else [count for count in entry["nodes"] if count < MANY]
    assert perft(GAME.start(options), len(nodes), GAME.dealer(options)) == nodes
