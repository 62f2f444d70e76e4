"""The game held against a second, slow and plain one: the same turns, and the same positions after them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from core.game import Seat
from core.games.djambi.rules.action import Action
from core.games.djambi.rules.ruleset import OPTIONS
from core.games.djambi.rules.state import State
from tests.core.support.oracles.djambi_oracle import Oracle
from tests.core.support.positions.djambi_positions import GAME, start
from tests.length import seeds, so_many

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
    {"encirclement": "ring", "vassal_turns": "merged"},
)
TURNS = so_many(160, 40)
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


def soup(rng: Random, options: dict[str, str]) -> dict[str, Any]:
    """Stir a position up: crowded around power, any status, corpses everywhere, maybe a chief or a corpse in power."""
    base = start(**options)
    colours = base.rules.colours
    lattice = base.rules.board.lattice
    centre = lattice.names[lattice.centre]
    near = {lattice.names[cell] for cell in lattice.steps[lattice.centre]}
    others = [name for name in lattice.names if name != centre]
    cells = sorted(others, key=lambda cell: rng.random() - (0.5 if cell in near else 0))
    alive = rng.sample(colours, rng.randrange(2, len(colours) + 1))
    holder = rng.choice(("nobody", "corpse", "chief", "chief"))
    living = {centre if holder == "chief" and not i else cells.pop(0): f"{c} C" for i, c in enumerate(alive)}
    for colour in colours:
        living |= {cells.pop(0): f"{colour} {kind}" for kind in "ARPNMMM" if rng.random() < 0.5}
    corpses = [cells.pop(0) for _ in range(rng.randrange(len(cells) // 2))]
    return {
        "options": options,
        "living": living,
        "corpses": corpses + ([centre] if holder == "corpse" else []),
        "status": {c: rng.choice(("active", "active", "coma", "abandoned")) for c in alive} | {alive[0]: "active"},
        "owner": {c: rng.choice(alive) for c in colours if c not in alive},
    }


@pytest.mark.parametrize("players", ["3", "4", "6"])
def test_both_games_agree_on_any_position(players: str) -> None:
    rng = Random(f"soup {players}")
    exits = 0
    for _ in seeds(60, 30):
        options = {option.name: rng.choice(option.values) for option in OPTIONS} | {"players": players}
        state = GAME.setup(soup(rng, options))
        (seat,) = state.active
        if state.count(seat) > LONGEST:
            continue
        oracle = Oracle(state.to_json())
        turns = oracle.turns()
        assert {str(action) for action in state.legal(seat)} == set(turns)
        leaving = [text for text in sorted(turns) if "/" in text]
        exits += len(leaving)
        for text in rng.sample(sorted(turns), min(3, len(turns))) + rng.sample(leaving, min(2, len(leaving))):
            assert state.play(seat, state.parse(seat, text)).to_json() == oracle.after(turns[text])
    assert exits
