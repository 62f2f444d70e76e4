"""The game held against a second, slow and plain one: the same turns, and the same positions after them."""

from __future__ import annotations

from random import Random

import pytest

from core.game import Seat
from core.games.djambi.action import Action
from core.games.djambi.state import State
from tests.core.djambi_oracle import Oracle
from tests.core.djambi_positions import start

BGA = {
    "vassal_turns": "merged",
    "duel_power": "double",
    "encirclement": "necro",
    "reporter": "optional",
    "own_kills": "yes",
}
SETS: tuple[dict[str, str], ...] = (
    {},
    BGA,
    {"passive": "frozen", "master_moves": "no"},
    {"vassal_turns": "merged", "passive": "frozen"},
    {"duel_power": "double", "quiet": "15"},
)
TURNS = 160
"""Turns of one game."""

LONGEST = 2500
"""Longer lists are not compared."""


def lively(state: State, seat: Seat, rng: Random) -> Action:
    """Choose at random, deeds and chiefs before quiet moves of others."""
    prefix = state.next_spots(seat, ())[:0]
    action = None
    while spots := state.next_spots(seat, prefix):
        chosen = rng.choice(spots)
        for _ in range(3 if len(prefix) < 2 else 0):
            field = state.field.cells[state.rules.board.lattice.index[chosen]]
            if (prefix and field) or (not prefix and field & 7 == 0 and rng.random() < 0.3) or chosen in ("e5", "g7"):
                break
            chosen = rng.choice(spots)
        prefix += (chosen,)
        action = state.complete(seat, prefix)
        if action is not None and rng.random() < 0.5:
            break
    assert action is not None
    return action


@pytest.mark.parametrize("players", ["3", "4", "5", "6"])
@pytest.mark.parametrize(
    "options", SETS, ids=lambda options: " ".join(f"{k}={v}" for k, v in options.items()) or "default"
)
def test_both_games_agree(players: str, options: dict[str, str], request: pytest.FixtureRequest) -> None:
    rng = Random(request.node.name)
    state = start(players=players, **options)
    for _ in range(TURNS):
        if state.outcome is not None:
            break
        (seat,) = state.active
        if state.count(seat) < LONGEST and rng.random() < 0.3:
            oracle = Oracle(state.to_json())
            turns = oracle.turns()
            assert {str(action) for action in state.legal(seat)} == set(turns)
            for text in rng.sample(sorted(turns), min(2, len(turns))):
                after = state.play(seat, state.parse(seat, text)).to_json()
                assert after == oracle.after(turns[text])
        if rng.random() < 0.02:
            said = [
                (Seat(s), a) for s in range(len(state.rules.colours)) for a in state.declarations(Seat(s)) if a.colour
            ]
            speaker, action = rng.choice(said)
            state = state.play(speaker, action)
        else:
            state = state.play(seat, lively(state, seat, rng))
