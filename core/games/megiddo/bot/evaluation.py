"""What a position is worth to each seat, for bots: points, captures, open lines, and pairs that could be taken."""

from __future__ import annotations

from core.games.megiddo.rules.board import LINES
from core.games.megiddo.rules.state import State

WIN = 1000.0
"""The worth of a won match; a lost one is worth the negative."""

POINT = 12.0
"""The worth of a point of the match."""

TAKEN = 4.0
"""The worth of a stone captured in the running game."""

OPEN = (0.0, 0.2, 0.8, 2.5, 7.0, 20.0, 0.0)
"""The worth of a line without other colours, by the number of its stones."""

MENACED = 3.0
"""What a pair takes away that an enemy could bracket with its next stone."""


def evaluate(state: State) -> tuple[float, ...]:
    """Give the worth of a position for each seat; partners have the same."""
    rules = state.rules
    seats = range(rules.players)
    if state.outcome is not None:
        winners = state.outcome.winners
        return tuple((WIN if seat in winners else -WIN if winners else 0.0) for seat in seats)
    worth = [
        POINT * points + TAKEN * taken + shape(state, colour)
        for colour, (points, taken) in enumerate(zip(state.points, state.captured, strict=True))
    ]
    return tuple(worth[rules.colour(seat)] for seat in seats)


def shape(state: State, colour: int) -> float:
    """Weigh a colour's stones: the lines that are still its own, less the pairs that are half bracketed."""
    empty = state.empty
    mine = state.stones[colour]
    worth = sum(OPEN[(mine & line.mask).bit_count()] for line in LINES if line.mask & (mine | empty) == line.mask)
    for first, second, third, fourth in state.rules.windows.all:
        if mine >> second & mine >> third & 1:
            for one, other in ((first, fourth), (fourth, first)):
                if empty >> one & 1 and not (empty | mine) >> other & 1:
                    worth -= MENACED
    return worth
