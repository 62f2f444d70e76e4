"""Counts of decisions from the fixed array and from the empty board."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

import pytest

from core.games import find
from core.option import settle
from core.perft import perft

GAME = find("mediterranee")
TABLE = tomllib.loads((resources.files("core.games.mediterranee") / "perft.toml").read_text(encoding="utf-8"))["perft"]


def name(entry: dict[str, Any]) -> str:
    return " ".join(f"{key}={value}" for key, value in entry["options"].items() if "," not in value)


@pytest.mark.parametrize("entry", TABLE, ids=name)
def test_perft(entry: dict[str, Any]) -> None:
    options = settle(GAME, entry["options"])
    assert perft(GAME.start(options), len(entry["nodes"]), GAME.dealer(options)) == entry["nodes"]
