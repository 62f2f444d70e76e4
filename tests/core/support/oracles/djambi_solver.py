"""The truth about small endings of Djambi: all positions in reach, valued backwards by nothing but the rules."""

from __future__ import annotations

from random import Random

from core.games.djambi.rules.state import State
from tests.core.support.positions.djambi_positions import stand

Values = dict[State, float]


def solve(first: State, most: int) -> Values:
    """Give the value of every position in reach for its player to move: 1 won, 0 lost, 0.5 neither can force.

    Only for two players; empty where more than `most` positions are in reach.
    """
    after: dict[State, list[State]] = {}
    waiting = [first]
    while waiting:
        state = waiting.pop()
        if state in after:
            continue
        after[state] = [state.play(seat, action) for seat in state.active for action in state.legal(seat)]
        if len(after) > most:
            return {}
        waiting += after[state]
    return _backwards(after)


def _backwards(after: dict[State, list[State]]) -> Values:
    """Value what is over, then again and again what has a won turn or only lost ones; the rest is level."""
    before: dict[State, list[State]] = {}
    for state, later in after.items():
        for each in later:
            before.setdefault(each, []).append(state)
    values: Values = {}
    left = {state: len(later) for state, later in after.items()}
    waiting = [state for state in after if state.outcome is not None]
    while waiting:
        known = waiting.pop()
        for state in before.get(known, ()):
            if state in values:
                continue
            worth = value(state, known, values)
            left[state] -= worth == 0.0
            if worth == 1.0 or not left[state]:
                values[state] = float(worth == 1.0)
                waiting.append(state)
    return {state: values.get(state, 0.5) for state in after if state.outcome is None}


def value(state: State, later: State, values: Values) -> float:
    """Give what a position is worth to the player of the one before it."""
    player = state.active[0]
    if later.outcome is not None:
        winners = later.outcome.winners
        return (1.0 if winners == (player,) else 0.5) if player in winners else 0.0
    worth = values.get(later, 0.5)
    return worth if later.active[0] == player else 1.0 - worth


def ending(rng: Random, free: int, kinds: str = "ARPNM") -> State:
    """Put two chiefs and one more piece into `free` connected cells, among corpses everywhere else."""
    lattice = stand("a1 red C, i9 blue C").rules.board.lattice
    room = [lattice.centre]
    while len(room) < free:
        near = rng.choice(lattice.steps[rng.choice(room)])
        if near not in room:
            room.append(near)
    while True:
        red, blue, third = rng.sample(room, 3)
        if third == lattice.centre:
            continue
        living = {lattice.names[red]: "red C", lattice.names[blue]: "blue C"}
        living[lattice.names[third]] = f"{rng.choice(('red', 'blue'))} {rng.choice(kinds)}"
        walls = [name for cell, name in enumerate(lattice.names) if cell not in room]
        return stand(living, " ".join(walls))
