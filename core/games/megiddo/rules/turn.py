"""A turn: the stone, its captures, the end of the game, and whose turn is next (§3, §6; R26, R32-R34, R38, R39)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from core.game import Spot
from core.games.megiddo.rules.board import INDEX, SIDE
from core.games.megiddo.rules.movement import between, generations
from core.games.megiddo.rules.ruleset import Rules
from core.games.megiddo.rules.score import (
    NOBODY,
    Reason,
    Result,
    game_outcome,
    judge,
    level,
    next_opener,
    next_seat,
    outcome,
)

if TYPE_CHECKING:
    from core.game import Outcome
    from core.games.megiddo.rules.state import State

S = TypeVar("S", bound="State")
ENDS = 2
"""How many spots a slide names."""


def possible(state: State, path: tuple[Spot, ...]) -> bool:
    """Tell whether the seat to move may place or slide like this."""
    points = [INDEX.get(spot, NOBODY) for spot in path]
    empty = state.empty
    if NOBODY in points or not points or not empty >> points[-1] & 1:
        return False
    if len(points) == 1:
        return True
    if len(points) > ENDS or not state.rules.slide:
        return False
    start, end = points
    mine = state.stones[state.rules.colour(state.seat)]
    road = between(start, end)
    return bool(mine >> start & 1) and start // SIDE == end // SIDE and road & empty == road


def stones_after(state: State, path: tuple[Spot, ...]) -> tuple[int, int, int]:
    """Give my stones after the move, the stones of all others, and the point where the moved stone stands."""
    colour = state.rules.colour(state.seat)
    point = INDEX[path[-1]]
    mine = state.stones[colour] | 1 << point
    if len(path) == ENDS:
        mine &= ~(1 << INDEX[path[0]])
    foe = 0
    for other, stones in enumerate(state.stones):
        if other != colour:
            foe |= stones
    return mine, foe, point


def captures(state: State, path: tuple[Spot, ...]) -> tuple[int, ...]:
    """Give the stones that a legal move takes, one set for each generation."""
    mine, foe, point = stones_after(state, path)
    return generations(state.rules.windows, mine, foe, point, reverse=state.rules.reverse)


def move(state: S, path: tuple[Spot, ...]) -> tuple[S, Result | None]:
    """Give the state after a legal move, played out to its end (R26), and the result if that ends the game."""
    rules = state.rules
    colour = rules.colour(state.seat)
    mine, foe, point = stones_after(state, path)
    taken = 0
    for generation in generations(rules.windows, mine, foe, point, reverse=rules.reverse):
        taken |= generation
    stones = tuple([each & ~taken for each in state.stones])
    stones = (*stones[:colour], mine | taken, *stones[colour + 1 :])
    captured = state.captured
    if taken:
        captured = (*captured[:colour], captured[colour] + taken.bit_count(), *captured[colour + 1 :])
    quiet = state.quiet + 1 if len(path) == ENDS and not taken else 0
    seat = following(rules, state.seat, state.resigned)
    after = replace(state, stones=stones, captured=captured, seat=seat, last=state.seat, quiet=quiet, ply=state.ply + 1)
    result = judge(rules, colour, mine | taken, captured)
    if result is None and (not after.empty or (rules.slide and quiet >= rules.slide_limit)):
        result = level(captured, Reason.PATARA, slides=bool(after.empty))
    return after, result


def following(rules: Rules, seat: int, resigned: tuple[int, ...]) -> int:
    """Give the seat after `seat` in turn order; seats of resigned colours are skipped (R34)."""
    while True:
        seat = (seat + 1) % rules.players
        if rules.colour(seat) not in resigned:
            return seat


def ended(state: S, result: Result) -> S:
    """Give the state after a game with this result: the end, or the beginning of the next game (R31-R33)."""
    rules = state.rules
    totals = _totals(state, result)
    over = outcome(rules, result, totals)
    if over is not None:
        return _closed(state, result, over)
    opener = next_opener(result, totals, state.opener)
    seat = next_seat(rules, opener, state.last)
    none = (0,) * rules.colours
    clean = replace(state, stones=rules.stones, captured=none, quiet=0, resigned=(), resigning=(), ply=0)
    return replace(clean, points=totals, seat=seat, opener=opener, played=state.played + 1)


def game_end(state: S, result: Result) -> S:
    """Give the last position of a game with this result, with the end of that game, whether or not another follows."""
    return _closed(state, result, game_outcome(state.rules, result, _totals(state, result)))


def _closed(state: S, result: Result, over: Outcome) -> S:
    return replace(state, points=_totals(state, result), seat=NOBODY, resigning=(), result=result, outcome=over)


def _totals(state: State, result: Result) -> tuple[int, ...]:
    return tuple([sum(pair) for pair in zip(state.points, result.points, strict=True)])
