"""Positions of Megiddo written short: stones by colour, and what a move does to them."""

from __future__ import annotations

from core.game import Seat
from core.games.megiddo import GAME
from core.games.megiddo.rules.board import INDEX, RADIALS, RINGS
from core.games.megiddo.rules.state import State
from core.match.match import Match


def stand(*stones: str, move: int = 0, **options: str) -> State:
    """Give the state with each colour's stones (`"A1 B2"`), seat `move` to move; one game unless `target` is given."""
    chosen = {"target": "1", **options}
    signs = {name: str(colour) for colour, names in enumerate(stones) for name in names.split()}
    assert set(signs) <= set(INDEX)
    board = {radial: "".join(signs.get(radial + ring, ".") for ring in RINGS) for radial in RADIALS}
    state = GAME.setup({"options": chosen, "board": board, "to_move": move})
    assert isinstance(state, State)
    return state


def told(state: State, text: str) -> str:
    """Give the annotated form of a move of the seat to move."""
    seat = Seat(state.seat)
    return state.display(seat, state.parse(seat, text))


def after(state: State, *texts: str) -> State:
    """Play some moves, each by the seat to move."""
    for text in texts:
        seat = Seat(state.seat)
        state = state.play(seat, state.parse(seat, text))
    return state


def stones(state: State, colour: int) -> str:
    """Give a colour's stones in board order."""
    return " ".join(name for name, point in INDEX.items() if state.stones[colour] >> point & 1)


def match(**options: str) -> Match:
    """Begin a match."""
    return Match.new(GAME, options)
