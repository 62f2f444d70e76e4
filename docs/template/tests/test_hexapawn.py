"""Hexapawn: its counts, its rules, its refusals."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from core.fault import BadPosition, IllegalAction
from core.game import Seat
from core.games import find
from core.match.match import Match
from core.option import settle
from core.study.exhaustive_search import perft

GAME = find("hexapawn")
TABLE = tomllib.loads((Path(__file__).parents[3] / "core/games/hexapawn/perft.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("entry", TABLE["perft"], ids=lambda entry: f"columns={entry['options']['columns']}")
def test_perft(entry: dict[str, Any]) -> None:
    assert perft(GAME.start(settle(GAME, entry["options"])), len(entry["nodes"])) == entry["nodes"]


def played(*texts: str, **options: str) -> Match:
    """Play some steps from the start."""
    match = Match.new(GAME, options)
    for text in texts:
        match = match.play(text)
    return match


def test_a_pawn_steps_straight_or_takes_aslant() -> None:
    assert [str(action) for action in played("b1-b2").state.legal(Seat(1))] == ["a3-a2", "a3-b2", "c3-b2", "c3-c2"]


def test_a_pawn_across_wins_and_so_does_who_leaves_no_step() -> None:
    across = played("a1-a2", "b3-a2", "c1-c2", "a2-b1").state.outcome
    assert across is not None
    assert (across.winners, across.reason) == ((1,), "across")
    closed = played("a1-a2", "b3-a2", "b1-a2", "c3-c2").state.outcome
    assert closed is not None
    assert (closed.winners, closed.reason) == ((1,), "no_moves")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a1-a3", "The pawn on a1 cannot go to a3."),
        ("a3-a2", "There is no pawn of white on a3."),
        ("a1", "A dash was expected at column 3, as in a1-a2."),
        ("x1-a2", "A cell was expected at column 1, as in a1-a2."),
    ],
)
def test_refusals_are_sentences(text: str, why: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        played().play(text)
    assert str(refused.value) == why


@pytest.mark.parametrize(
    "position",
    [{}, {"board": ["WWW"]}, {"board": ["BBB", "...", "WW?"]}, {"board": ["BBB", "...", "WWW"], "to_move": "red"}],
)
def test_positions_that_cannot_be(position: dict[str, object]) -> None:
    with pytest.raises(BadPosition):
        GAME.setup(position)
