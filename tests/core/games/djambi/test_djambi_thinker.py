"""The thinker of Djambi: legal and repeatable at every level, and right where a made position has one answer."""

from __future__ import annotations

import math
from random import Random
from typing import cast

import pytest

from core.bots.bot import Budget, Thought, walk
from core.bots.stance import Stance
from core.bots.weights import own
from core.fault import IllegalAction
from core.game import Seat
from core.games import find
from core.games.djambi.bot.chief_danger import chief_at_risk, chief_in_reach
from core.games.djambi.bot.thinker import PLANS, ponder, think
from core.games.djambi.bot.weights import DjambiWeights
from core.games.djambi.bot.win_chance import chances
from core.games.djambi.rules.action import Action
from core.games.djambi.rules.state import State
from core.match.match import Match
from tests.core.support.positions.djambi_positions import FOUR, put, stand

SMALL = 150
"""Positions enough for a test."""

DEEP = (3, 4, 5)


def limits(level: int) -> Budget:
    """Let the deep levels think a little, the others as ever."""
    return Budget(SMALL if level in DEEP else None)


def after(plies: int, **options: str) -> Match:
    """Play a match at random."""
    rng = Random(5)
    match = Match.new(find("djambi"), options)
    while match.ply < plies and match.state.outcome is None:
        match = match.play(str(walk(match.state, match.mover(), rng)))
    return match


def thought(state: State, level: int, seed: int = 1, budget: Budget | None = None) -> Thought:
    """Think for the player to move."""
    return ponder(state, state.active[0], PLANS[level], Random(seed), budget or limits(level))


def played(state: State, found: Thought) -> State:
    """Play what was thought."""
    return state.play(Seat(0), cast("Action", found.action))


def told(match: Match) -> tuple[float, ...]:
    """Give the chances in a match."""
    return chances(cast("State", match.state), own(DjambiWeights))


OPTIONS = [
    {"players": "3", "vassal_turns": "merged"},
    {"players": "4", "preset": "bga"},
    {"players": "4", "reporter": "optional", "passive": "frozen", "quiet": "30"},
    {"players": "5", "missing": "red", "own_kills": "yes"},
    {"players": "6", "master_moves": "no", "duel_power": "double", "encirclement": "necro"},
]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(options.values()))
def test_every_level_is_legal_and_repeatable(options: dict[str, str]) -> None:
    """Early and late in a game: the choice is legal, the same again, and first among the looks from level 2 on."""
    for plies in (2, 50):
        match = after(plies, **options)
        seat = match.mover()
        for level in PLANS:
            found = think(match, seat, level, Random(plies), limits(level))
            if level in (1, 4):
                assert found == think(match, seat, level, Random(plies), limits(level))
            assert match.state.is_legal(seat, found.action)
            assert found.looks[0].action == found.action
            assert all(match.state.is_legal(seat, look.action) for look in found.looks)
            assert all(0 <= look.chance <= 1 for look in found.looks)


def test_what_is_expected_can_be_played() -> None:
    """The lines of a thought are turns that may follow it."""
    match = after(30, players="4")
    found = think(match, match.mover(), 4, Random(1), Budget(1500))
    assert any(look.line for look in found.looks)
    for look in found.looks:
        later = match.play(str(look.action))
        for text in look.line:
            later = later.play(text)


def test_a_thought_stops_at_once() -> None:
    """Stopped before or in the middle, or without a budget, there is still a legal move and no more work."""
    match = after(30, players="4")
    seat = match.mover()
    for budget in (Budget(0), Budget(stop=lambda: True)):
        found = think(match, seat, 5, Random(1), budget)
        assert match.state.is_legal(seat, found.action)
        assert found.nodes == 0
    asked = iter(range(1000))
    found = think(match, seat, 5, Random(1), Budget(stop=lambda: next(asked) > 9))
    assert match.state.is_legal(seat, found.action)
    assert found.nodes < 400


def test_not_my_turn_is_a_sentence() -> None:
    """Who has nothing to decide is told so."""
    with pytest.raises(IllegalAction):
        think(after(0), Seat(2), 3, Random(1), Budget())


def test_the_order_of_a_table_means_nothing() -> None:
    """A position told in another order gives the same thought."""
    given = after(30, players="4").state.to_json()
    living = given["living"]
    assert isinstance(living, dict)
    turned = dict(reversed(given.items())) | {"living": dict(reversed(living.items()))}
    one, other = (Match.at_position(find("djambi"), each) for each in (given, turned))
    for level in (2, 4):
        thoughts = [think(match, match.mover(), level, Random(3), limits(level)) for match in (one, other)]
        assert thoughts[0] == thoughts[1]


@pytest.mark.parametrize("level", [2, 3, 4, 5])
@pytest.mark.parametrize(
    "position",
    [
        stand("a1 red C, c3 red A, i9 blue C, c9 blue M, h2 blue N"),
        stand("a1 red C, d7 red R, d9 blue C, h3 blue A, h2 blue N, b9 blue M"),
        stand("a1 red C, i5 red M, i7 blue C, e2 blue A, h2 blue N"),
        stand("a1 red C, b5 red A, e5 blue C, e9 yellow C, h2 blue N, i3 yellow M"),
        stand("a1 red C, c6 red N, i9 blue C, h8 blue M, g9 blue M", "i8 h9 g8 h7 g7 f8 f9 c4"),
    ],
    ids=["assassin", "reporter", "militant", "master move", "wall"],
)
def test_a_win_in_one_is_never_missed(level: int, position: State) -> None:
    """A last rival who can be put out is put out, by whatever means."""
    for seed in range(3):
        found = thought(position, level, seed)
        over = played(position, found).outcome
        assert over is not None
        assert over.winners == (0,)
        assert found.proved
        assert found.chance == 1


@pytest.mark.parametrize("level", [2, 3, 4, 5])
def test_a_chief_that_can_be_saved_is_saved(level: int) -> None:
    """Even when there is something to take meanwhile; level 1 does not walk into it either."""
    position = stand(put(FOUR, "a6 blue A, c5 green R, d3 yellow M, h8 blue M"))
    assert chief_in_reach(position, 0)
    for seed in range(3):
        found = thought(position, level, seed)
        assert not chief_at_risk(played(position, found), 0), found.action


def test_the_first_level_does_not_hang_its_chief() -> None:
    """Not even when it plays at random."""
    position = stand(put(FOUR, "b8 blue A, e3 red R, d1 red P"))
    for seed in range(8):
        found = thought(position, 1, seed)
        assert not chief_at_risk(played(position, found), 0), found.action


@pytest.mark.parametrize("level", [2, 3, 4])
def test_power_is_taken_when_nothing_threatens_there(level: int) -> None:
    """And not when a hunter looks on."""
    calm = "d5 red C, c1 red A, b1 red M, i2 blue C, i3 blue M, i8 yellow C, h8 yellow M, a7 green C, a6 green M"
    assert str(thought(stand(calm), level).action) == "Cd5-e5"
    assert str(thought(stand(put(calm, "e9 blue A")), level).action) != "Cd5-e5"


def test_a_win_in_two_is_found() -> None:
    """Two left: a chief is driven where he cannot leave."""
    position = stand("a1 red C, b7 red A, c2 red R, a9 blue C, i3 blue M", "b8 c9 h1")
    found = thought(position, 5, budget=Budget(4000))
    assert found.chance == 1


def test_chances_are_those_of_all() -> None:
    """They sum to one, are equal at the start and go to the winner in the end."""
    assert len({round(chance, 6) for chance in told(after(0, players="6"))}) == 1
    assert math.isclose(sum(told(after(40, players="6"))), 1)
    match = after(0, players="3")
    for seat in (1, 2):
        match = match.play(f"abandon {match.names[seat]}", Seat(seat))
    assert told(match) == (1, 0, 0)


def test_weights_make_friends() -> None:
    """Who counts another's loss as gain strikes him; who counts it as his own spares him."""
    position = stand("a2 red C, c5 red A, c9 blue C, i5 yellow C, h3 green C, f9 blue M, i8 yellow M, f1 green M")
    for friend, foe, cell in ((1, 2, "i5"), (2, 1, "c9")):
        weights = tuple(1.0 if seat in (0, friend) else -1.0 if seat == foe else 0.0 for seat in range(4))
        stance = Stance(weights, (1.0,) * 4, ((0.0,) * 4,) * 4)
        found = ponder(position, Seat(0), PLANS[2], Random(1), Budget(stance=stance))
        assert found.action.path[1] == cell
