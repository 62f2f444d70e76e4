"""Wandering: a random action, spot by spot as `core.bots.bot.walk` finds it and by the same chance, with less work."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from core.game import DEALER, Spot
from core.games.mediterranee.action import Action, Word
from core.games.mediterranee.chart import members
from core.games.mediterranee.choice import beside, displacing, few, spots, whole
from core.games.mediterranee.movement import ends, second_ends
from core.games.mediterranee.phase import Phase
from core.games.mediterranee.route import Route
from core.games.mediterranee.turn import force

if TYPE_CHECKING:
    from core.games.mediterranee.state import State

SINGLE = frozenset({Phase.SPECIAL, Phase.PLACE, Phase.ORDER})
"""Where an action is one spot."""


def wander(state: State, seat: int, rng: Random) -> Action:
    """Give a random legal action of a seat that owes a decision."""
    phase = state.phase
    if phase is Phase.ACT and seat != DEALER:
        return _random_act(state, seat, rng)
    if phase is Phase.MARCH and seat != DEALER:
        route = Route(force(state, seat), far=True)
        starts = route.starts()
        return _journey(state, Word.MARCH, route, starts[rng.randrange(len(starts))], rng)
    if phase in SINGLE and seat != DEALER:
        found = few(state, seat)
        action = found[rng.randrange(len(found))]
        rng.randrange(1)
        return action
    return _stepping(state, seat, (), rng)


def _random_act(state: State, seat: int, rng: Random) -> Action:
    route = Route(force(state, seat))
    starts, extra = route.starts(), beside(state, seat, route.force)
    at = rng.randrange(len(starts) + len(extra))
    if at < len(starts):
        return _journey(state, Word.MOVE, route, starts[at], rng)
    return _stepping(state, seat, (extra[at - len(starts)],), rng)


def _journey(state: State, word: Word, route: Route, start: int, rng: Random) -> Action:
    """Displace the piece in a city, and perhaps a second one."""
    force, first = route.force, route.piece(start)
    ways = list(members(route.ends(first)))
    to = ways[rng.randrange(len(ways))]
    mates = route.mates(first, to) if ends(force, first) >> to & 1 else []
    if route.alone(first) >> to & 1 and rng.randrange(len(mates) + 1) == 0:
        return displacing(state, word, ((first, start, to),))
    second = mates[rng.randrange(len(mates))]
    ways = list(members(second_ends(force, first, to, second)))
    end = ways[rng.randrange(len(ways))]
    rng.randrange(1)
    return displacing(state, word, ((first, start, to), (second, force.board.at[second], end)))


def _stepping(state: State, seat: int, prefix: tuple[Spot, ...], rng: Random) -> Action:
    """Go on spot by spot from a prefix."""
    while True:
        ways = spots(state, seat, prefix)
        action = whole(state, seat, prefix)
        if action is not None and rng.randrange(len(ways) + 1) == 0:
            return action
        prefix = (*prefix, ways[rng.randrange(len(ways))])
