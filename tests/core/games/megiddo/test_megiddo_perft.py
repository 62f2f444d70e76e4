"""Counts of moves and of what they do, from the empty board and from the middle of a game; the playout beside them."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from core.game import State
from core.games import find
from core.games.megiddo.bot.playout import playout, shuffled
from core.games.megiddo.rules.ruleset import VARIANTS, rules
from core.match.match import Match
from core.option import settle
from core.study.exhaustive_search import perft

ROOT = Path(__file__).parents[4]
TABLE = tomllib.loads((ROOT / "core/games/megiddo/perft.toml").read_text(encoding="utf-8"))["perft"]
GAME = find("megiddo")


def name(entry: dict[str, Any]) -> str:
    where = "middle" if "moves" in entry else "start"
    return " ".join([where, *(f"{key}={value}" for key, value in entry["options"].items())])


def begun(entry: dict[str, Any]) -> State[Any]:
    match = Match.new(GAME, {**entry["options"], "target": "1"})
    for text in entry.get("moves", "").split():
        match = match.play(text)
    return match.state


def tally(state: State[Any], depth: int, found: Counter[str]) -> Counter[str]:
    """Count what the moves at a depth do."""
    for seat in state.active:
        for action in state.legal(seat):
            if depth > 1:
                tally(state.play(seat, action), depth - 1, found)
                continue
            told = state.effects(seat, action)
            taken = sum(int(dict(effect.fields).get("count", 0)) for effect in told)
            found["stones"] += taken
            found["capturing"] += taken > 0
            found.update({effect.key for effect in told})
    return found


@pytest.mark.parametrize("entry", TABLE, ids=name)
def test_perft(entry: dict[str, Any]) -> None:
    assert perft(begun(entry), len(entry["nodes"])) == entry["nodes"]


@pytest.mark.parametrize("entry", [entry for entry in TABLE if "detail" in entry], ids=name)
def test_what_the_moves_do(entry: dict[str, Any]) -> None:
    for depth, row in enumerate(entry["detail"], 1):
        found = tally(begun(entry), depth, Counter())
        assert [found[key] for key in ("capturing", "stones", "chain", "megiddo", "arbatta")] == row


@pytest.mark.parametrize("entry", [entry for entry in TABLE if "windows" in entry], ids=name)
def test_captures_at_the_fourth_ply_are_counted_by_the_windows(entry: dict[str, Any]) -> None:
    """Two foes and the first bracket, in either order, then the other bracket; reverse ones the other way round."""
    state = begun(entry)
    windows = rules({**settle(GAME, entry["options"])}).windows.all
    assert len(windows) == entry["windows"]
    names = [str(action) for action in state.legal(state.active[0])]
    seen = 0
    for window in Random(4).sample(windows, 12):
        first, second, third, fourth = (names[point] for point in window)
        orders = [(second, first, third, fourth), (third, first, second, fourth), (second, fourth, third, first)]
        if entry["factor"] == 2:
            orders += [(first, second, fourth, third), (first, third, fourth, second)]
        for order in orders:
            match = Match.new(GAME, {**entry["options"], "target": "1"})
            for text in order[:3]:
                match = match.play(text)
            told = match.state.effects(match.mover(), match.state.parse(match.mover(), order[3]))
            assert [dict(effect.fields)["count"] for effect in told if effect.key == "capture"] == ["2"]
            seen += 1
    assert seen == 12 * (1 + 2 * entry["factor"])


@pytest.mark.parametrize("players", ["2", "3"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_playouts_follow_the_rules(variant: str, players: str) -> None:
    options = settle(GAME, {"variant": variant, "players": players, "target": "1"})
    chosen = rules(options)
    for seed in range(25):
        order = shuffled(Random(seed))
        played = playout(chosen, order)
        state: Any = GAME.start(options)
        names = [str(action) for action in state.legal(state.active[0])]
        for point in order[: played.plies]:
            assert state.outcome is None
            seat = state.active[0]
            state = state.play(seat, state.parse(seat, names[point]))
        assert state.outcome is not None
        assert state.outcome.winners == (() if played.winner < 0 else (played.winner,))
        assert (state.stones, state.captured) == (played.stones, played.captured)
