"""Random play of Méditerranée, and texts read at a glance: each the same as what it is quicker than."""

from __future__ import annotations

from random import Random

import pytest

from core.bots.bot import walk
from core.game import DEALER
from core.games import find
from core.games.mediterranee.rules import notation
from core.games.mediterranee.rules import notation as glance
from core.games.mediterranee.rules.action import Action
from core.games.mediterranee.rules.state import State
from core.option import settle

GAME = find("mediterranee")


def slowly(state: State, text: str, seat: int) -> Action:
    """Read a text word by word, whatever it looks like at a glance."""
    return notation.parse(state, seat, f" {text}")


@pytest.mark.parametrize(("players", "split"), [("4", "no"), ("3", "yes"), ("2", "no")])
def test_wandering_is_a_walk_by_the_same_chance(players: str, split: str) -> None:
    options = settle(GAME, {"players": players, "match": split, "seed": players, "placement": "standard"})
    dealer, ours, theirs = GAME.dealer(options), Random(3), Random(3)
    state = GAME.start(options)
    assert dealer is not None
    assert isinstance(state, State)
    read = 0
    for _ in range(400):
        if state.outcome is not None:
            break
        seat = state.active[0]
        action = state.wander(ours) if seat != DEALER else dealer.deal(state)
        assert isinstance(action, Action)
        assert seat == DEALER or action == walk(state, seat, theirs)
        found = glance.read_canonical(state.rules, str(action))
        assert found in {None, slowly(state, str(action), seat)}
        read += found is not None
        state = state.play(seat, action)
    assert ours.random() == theirs.random()
    assert read > 100


@pytest.mark.parametrize(
    "text",
    ["", "cards", "cards 11", "cards 04", "pay 3+", "move rE ROM", "move rX ROM-ARR", "move rE ROM-ARR ", "x y z"],
)
def test_what_is_no_kept_text_is_left_to_be_read_word_by_word(text: str) -> None:
    state = GAME.start(settle(GAME, {}))
    assert isinstance(state, State)
    assert glance.read_canonical(state.rules, text) is None
