"""What a position of Méditerranée is like for a side, in things that can be counted and that a player can see."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from core.game import Seat
from core.games.mediterranee.board.chart import FAR, lanes, roads
from core.games.mediterranee.board.piece import BOAT, GONE, KINDS
from core.games.mediterranee.bot.evaluation import LONGEST
from core.games.mediterranee.rules.movement import ends
from core.games.mediterranee.rules.state import State
from core.games.mediterranee.rules.turn import force, occupied, plays, standing

WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "pieces": 12.0,
        "foes": -12.0,
        "capitals": 12.0,
        "lost_capitals": -12.0,
        "open_capitals": -9.0,
        "cards": 1.5,
        "specials": 4.0,
        "steps": -0.6,
    }
)
"""What one more is worth: pieces, capitals held, lost and open, cards in the hand, special cards, steps to go."""


def features(state: State, seat: Seat) -> Mapping[str, float]:
    """Give the features of a position for a seat, with its partners' pieces.

    `pieces` and `foes` count the pieces of both sides, `capitals` the enemy capitals its side occupies, `lost_capitals`
    its side's that are occupied, `open_capitals` the seat's own that stand empty and could be entered at once. `cards`
    and `specials` are in the seat's own hand; `steps` lead from its side's pieces to the nearest enemy capital.
    """
    rules, stand = state.rules, standing(state)
    side = rules.sides[seat]
    taken = [team for own, team in enumerate(rules.teams) if occupied(stand, rules.teams, own)]
    hand = state.cards.hands[seat]
    return {
        "pieces": _living(state, side),
        "foes": _living(state, 1 - side),
        "capitals": sum(team != side for team in taken),
        "lost_capitals": taken.count(side),
        "open_capitals": _open(state, seat),
        "cards": len(hand.located) + hand.unknown,
        "specials": state.specials[seat].bit_count(),
        "steps": _steps(state, side),
    }


def _living(state: State, side: int) -> int:
    return sum(state.board.at[piece] != GONE for piece in state.rules.forces[side])


def _open(state: State, seat: Seat) -> int:
    """Count the empty capitals of a seat that an enemy could enter by an ordinary displacement."""
    rules = state.rules
    held = state.board.held[0] | state.board.held[1]
    empty = sum(1 << rules.chart.capitals[own] for own in rules.seats[seat]) & ~held
    if not empty:
        return 0
    armies = [force(state, enemy) for enemy in rules.enemies(seat) if plays(state, enemy)]
    reached = 0
    for army in armies:
        for piece in army.living():
            reached |= ends(army, piece)
    return (reached & empty).bit_count()


def _steps(state: State, side: int) -> int:
    """Add up the steps between each piece of a side and the nearest enemy capital, none counted beyond the longest."""
    rules = state.rules
    enemies = [own for own, team in enumerate(rules.teams) if team != side]
    steps = 0
    for piece in rules.forces[side]:
        city = state.board.at[piece]
        if city != GONE:
            tables = lanes if KINDS[piece] == BOAT else roads
            near = min(tables(rules.chart, own)[city] for own in enemies)
            steps += LONGEST if near == FAR else min(near, LONGEST)
    return steps
