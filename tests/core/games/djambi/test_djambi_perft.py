"""Counts of complete turns from the start, and what must be alike under the board's symmetries."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from core.games.djambi.rules.state import State
from tests.core.support.positions.djambi_positions import pieces, stand, start

ROOT = Path(__file__).parents[4]
TABLE = tomllib.loads((ROOT / "core/games/djambi/perft.toml").read_text(encoding="utf-8"))["perft"]


def perft(state: State, depth: int) -> int:
    """Count the complete turns at a depth, the last ply in bulk."""
    if state.outcome is not None:
        return 0
    (seat,) = state.active
    if depth == 1:
        return state.count(seat)
    return sum(perft(state.play(seat, action), depth - 1) for action in state.legal(seat))


def name(entry: dict[str, Any]) -> str:
    return " ".join(f"{key}={value}" for key, value in entry["options"].items())


@pytest.mark.parametrize("entry", TABLE, ids=name)
def test_perft(entry: dict[str, Any]) -> None:
    state = start(**entry["options"])
    assert [perft(state, depth) for depth in range(1, len(entry["nodes"]) + 1)] == entry["nodes"]


@pytest.mark.parametrize("players", ["3", "4", "5", "6"])
def test_the_count_is_the_length_of_the_list(players: str) -> None:
    state = start(players=players)
    for _ in range(4):
        (seat,) = state.active
        actions = list(state.legal(seat))
        assert state.count(seat) == len(actions) == len(set(actions)) == len({action.path for action in actions})
        state = state.play(seat, actions[len(actions) // 2])


def turned(cell: str) -> str:
    """Turn a cell of the square board by a quarter counter-clockwise."""
    column, row = ord(cell[0]) - ord("a"), int(cell[1])
    return f"{chr(ord('a') + 9 - row)}{column + 1}"


QUARTER = {"red": "blue", "blue": "yellow", "yellow": "green", "green": "red"}
SOUP = """a1 red C, b3 red A, d2 red P, c3 red M, e2 red N, h4 red R, i1 blue C, g3 blue M, f5 blue P, e7 blue A,
i9 yellow C, g7 yellow M, d6 yellow R, c4 yellow A, a9 green C, c7 green N, b6 green P, h7 green M"""


@pytest.mark.parametrize("colour", QUARTER)
def test_a_quarter_turn_changes_no_count(colour: str) -> None:
    living = pieces(SOUP.replace("\n", " "))
    corpses = ["d4", "f3", "g6"]
    counts = set()
    for _ in range(4):
        counts.add(perft(stand(living, corpses=" ".join(corpses), turn=colour), 1))
        living = {turned(cell): f"{QUARTER[word[:-2]]}{word[-2:]}" for cell, word in living.items()}
        corpses = [turned(cell) for cell in corpses]
        colour = QUARTER[colour]
    assert len(counts) == 1
    assert counts.pop() > 100


def test_the_opening_is_alike_for_every_seat() -> None:
    living = start().to_json()["living"]
    assert isinstance(living, dict)
    assert {perft(stand(living, turn=colour), 2) for colour in QUARTER} == {1205}
