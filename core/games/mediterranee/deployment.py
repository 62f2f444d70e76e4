"""Before the first turn: where pieces are placed, and which special card is taken (§4, §5)."""

from __future__ import annotations

from random import Random

from core.games.mediterranee.action import Action, Word
from core.games.mediterranee.appraisal import foes, places
from core.games.mediterranee.choice import few
from core.games.mediterranee.movement import ends
from core.games.mediterranee.opening import following
from core.games.mediterranee.piece import BOAT, GONE, KINDS, STATE
from core.games.mediterranee.state import State
from core.games.mediterranee.turn import force

GUARD = "F"
"""The kind of piece that keeps the capital."""

KEPT = 9.0
"""What it is worth to have it there."""

BARRED = 5.0
"""What another piece in the capital costs: it is wanted outside."""

EXPOSED = 2.0
"""What it costs to stand where an enemy can strike."""

CLOSE = 0.5
"""Differences of value that are left to chance."""

JudgedPlacement = tuple[float, Action]


def deployed(state: State, seat: int, rng: Random) -> list[JudgedPlacement]:
    """Give the special cards to take, or the cities where the next piece may stand, best first, about."""
    if few(state, seat)[0].word is Word.TAKE:
        found = [(float(action.path[0] == "treason"), action) for action in few(state, seat)]
    else:
        piece = following(state, seat)
        struck = _struck(state, seat)
        found = [(_worth(state, piece, action, struck) + CLOSE * rng.random(), action) for action in few(state, seat)]
    return sorted(found, key=lambda one: (-one[0], str(one[1])))


def _worth(state: State, piece: int, action: Action, struck: int) -> float:
    """Weigh a city for a piece: how near it is to the enemy, whether it keeps the capital or is in danger."""
    chart = state.rules.chart
    city = chart.index[action.path[0]]
    teams = state.rules.teams
    worth = places(chart, foes(teams, teams[STATE[piece]]), 0)[KINDS[piece]][city]
    if city == chart.capitals[STATE[piece]]:
        worth += KEPT if KINDS[piece] == GUARD else -BARRED
    if KINDS[piece] != BOAT and not chart.land[city]:
        worth -= KEPT
    return worth - EXPOSED * (struck >> city & 1)


def _struck(state: State, seat: int) -> int:
    """Give the set of cities that enemies who stand already can reach."""
    found = 0
    for enemy in state.rules.enemies(seat):
        army = force(state, enemy)
        for piece in army.living():
            if army.board.at[piece] != GONE:
                found |= ends(army, piece)
    return found
