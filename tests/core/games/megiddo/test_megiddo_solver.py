"""The exact search of Megiddo against a plain one: every line by the rules, nothing cut, nothing kept."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from core.bots.bot import Budget
from core.game import Seat
from core.games.megiddo import GAME
from core.games.megiddo.bot import thinker
from core.games.megiddo.bot.endgame_solver import Solver, TooMany
from core.games.megiddo.bot.search_ground import OutcomeValue, SearchGround
from core.games.megiddo.rules.action import Action
from core.games.megiddo.rules.ruleset import VARIANTS
from core.games.megiddo.rules.score import NOBODY
from core.games.megiddo.rules.state import State
from core.match.match import Match


def late(empties: int, seed: int, **options: str) -> State:
    """Give a position with so many empty points: stones anywhere, no game won, some captured before."""
    rng = Random(seed)
    opening = Match.new(GAME, {"target": "1", **options}).state
    assert isinstance(opening, State)
    while True:
        points = list(range(36))
        rng.shuffle(points)
        stones = [0] * opening.rules.colours
        for at, point in enumerate(points[empties:]):
            stones[at % len(stones)] |= 1 << point
        ground = SearchGround(opening)
        if not any(ground.wins(each, 0) for each in stones):
            captured = tuple(rng.randrange(5) for _ in stones)
            return replace(opening, stones=tuple(stones), captured=captured, seat=rng.randrange(opening.rules.players))


def plain(state: State, prize: OutcomeValue) -> tuple[float, ...]:
    """Give the worth of a position by looking at everything: the first of the moves that are best for their colour."""
    seat = Seat(state.seat)
    colour = state.rules.colour(seat)
    best: tuple[float, ...] = ()
    for action in sorted(state.legal(seat), key=str):
        after, result = state.step(seat, action)
        if result is None:
            worth = plain(after, prize)
        elif result.winner == NOBODY:
            worth = prize.level(after.captured)
        else:
            worth = prize.won(colour, after.stones[colour], after.captured)
        if not best or worth[colour] > best[colour]:
            best = worth
    return best


@pytest.mark.parametrize("target", ["1", "36"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_two_colours(variant: str, target: str) -> None:
    """The worth is the same to the last digit that matters, and the moves of level 5 keep it."""
    for seed in range(5):
        state = late(1 + seed, seed, variant=variant, target=target)
        ground = SearchGround(state)
        colour = state.rules.colour(state.seat)
        found = Solver(ground, 10**6, lambda: False).worth(state.stones, state.captured, colour)
        assert found == pytest.approx(plain(state, ground.prize))
        assert _keeps(state, found[colour])


def test_six_points_left() -> None:
    """The same with six empty points, by the default rules."""
    for seed in range(3):
        state = late(6, 100 + seed)
        ground = SearchGround(state)
        solver = Solver(ground, 10**6, lambda: False)
        found = solver.worth(state.stones, state.captured, state.rules.colour(state.seat))
        assert found == pytest.approx(plain(state, ground.prize))
        assert _keeps(state, found[state.rules.colour(state.seat)])


@pytest.mark.parametrize("target", ["1", "36"])
@pytest.mark.parametrize("players", ["3", "6"])
def test_three_colours(players: str, target: str) -> None:
    """Every colour for itself comes to the same, one that gave up passed over."""
    for seed in range(6):
        state = late(2 + seed % 4, seed, players=players, target=target)
        if seed % 3 == 2:
            state = replace(state, resigned=(state.rules.colour(state.seat + 1),))
        ground = SearchGround(state)
        colour = state.rules.colour(state.seat)
        found = Solver(ground, 10**6, lambda: False).worth(state.stones, state.captured, colour)
        assert found == pytest.approx(plain(state, ground.prize))


def _keeps(state: State, worth: float) -> bool:
    """Tell whether the move of level 5 is worth what the position is."""
    seat = Seat(state.seat)
    thought = thinker.think(Match.at_position(GAME, state.to_json()), seat, 5, Random(1), Budget())
    assert isinstance(thought.action, Action)
    after, result = state.step(seat, thought.action)
    prize = SearchGround(state).prize
    colour = state.rules.colour(seat)
    if result is None:
        kept = plain(after, prize)[colour]
    elif result.winner == NOBODY:
        kept = prize.level(after.captured)[colour]
    else:
        kept = prize.won(colour, after.stones[colour], after.captured)[colour]
    return kept == pytest.approx(worth) and (not thought.proved or thought.chance == pytest.approx(kept))


def test_solved_looks_are_exact() -> None:
    """Every move that level 4 looked at has its exact worth, the best first, and the line plays on to the end."""
    state = late(5, 7)
    seat = Seat(state.seat)
    colour = state.rules.colour(seat)
    prize = SearchGround(state).prize
    thought = thinker.think(Match.at_position(GAME, state.to_json()), seat, 4, Random(1), Budget())
    assert thought.proved
    for look in thought.looks:
        assert isinstance(look.action, Action)
        after, result = state.step(seat, look.action)
        assert result is not None or look.chance == pytest.approx(plain(after, prize)[colour])
    assert [look.chance for look in thought.looks] == sorted((look.chance for look in thought.looks), reverse=True)


def test_a_search_that_is_too_long_gives_up() -> None:
    """Neither more positions than allowed nor a stop unheard."""
    state = late(12, 3)
    ground = SearchGround(state)
    for most, stop in ((5, lambda: False), (10**9, lambda: True)):
        solver = Solver(ground, most, stop)
        with pytest.raises(TooMany):
            solver.worth(state.stones, (0, 0), 0)
        assert solver.nodes <= 1024
