"""The thinker of Megiddo: legal and repeatable everywhere, no win in one missed, points before pride."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from benchmarks.suite import suite
from core import bots
from core.bots.bot import Budget, Thought, walk
from core.bots.level import Level
from core.fault import IllegalAction
from core.game import Seat
from core.games.megiddo import GAME
from core.games.megiddo.bot import thinker
from core.games.megiddo.bot.search_ground import chances
from core.games.megiddo.rules.ruleset import VARIANTS
from core.games.megiddo.rules.state import State
from core.match.match import Match
from tests.core.support.positions.megiddo_positions import stand

NUMBERS = (1, 2, 3, 4, 5)
FEW = 30
"""Games of the tree search in these tests, instead of a level's own number."""


def middle(plies: int, seed: int = 1, **options: str) -> Match:
    """Play a match at random for some plies, without its end."""
    return _middle(plies, seed, tuple({"target": "1", **options}.items()))


@cache
def _middle(plies: int, seed: int, options: tuple[tuple[str, str], ...]) -> Match:
    rng = Random(seed)
    match = Match.new(GAME, dict(options))
    while match.ply < plies:
        after = match.enter(match.mover(), walk(match.state, match.mover(), rng))
        if after.state.outcome is not None:
            break
        match = after
    return match


def of(state: State) -> Match:
    """Begin a match at a position."""
    return Match.at_position(GAME, state.to_json())


def thought(match: Match, level: int, seed: int = 1, nodes: int | None = FEW) -> Thought:
    """Let a level think for the seat to move."""
    return thinker.think(match, match.mover(), level, Random(seed), Budget(nodes))


def settings() -> Iterator[dict[str, str]]:
    """Give every variant with each number of players, with slides and in a match too."""
    for at, variant in enumerate(VARIANTS):
        for players in ("2", "3", "4", "6"):
            yield {"variant": variant, "players": players, "target": "1" if at % 2 else "36"}
        yield {"variant": variant, "slide": "yes", "players": "23"[at % 2]}


@pytest.mark.parametrize("level", NUMBERS)
def test_every_level_plays_every_setting(level: int) -> None:
    """A move is legal, the first look no worse than the rest, and what is expected can be played."""
    for at, options in enumerate(settings()):
        match = middle((0, 7, 14, 21)[at % 4], seed=at, **options)
        seat = match.mover()
        found = thought(match, level)
        legal = set(match.state.legal(seat))
        assert found.action in legal
        assert found.action in {look.action for look in found.looks} <= legal
        assert all(0.0 <= look.chance <= 1.0 for look in found.looks)
        for look in found.looks[:2]:
            follow = match.enter(seat, look.action)
            for text in look.line:
                follow = follow.play(text)


@pytest.mark.parametrize("level", NUMBERS)
def test_same_seed_same_thought(level: int) -> None:
    """Nothing of a thought is left for the next; another seed may come to another move."""
    match = middle(9)
    first = thought(match, level)
    thought(middle(12, seed=5), level)
    assert thought(match, level) == first
    others = {thought(middle(3), level, seed, nodes=8).action for seed in range(12)}
    assert len(others) > 1


@pytest.mark.parametrize("level", NUMBERS)
def test_stop_ends_at_once(level: int) -> None:
    """A thought that is stopped still has a move, and costs no search."""
    match = middle(8)
    found = thinker.think(match, match.mover(), level, Random(1), Budget(stop=lambda: True))
    assert found.action in set(match.state.legal(match.mover()))
    assert found.nodes <= 36
    late = iter([False] * 3)
    found = thinker.think(match, match.mover(), level, Random(1), Budget(stop=lambda: next(late, True)))
    assert found.nodes <= 200


@pytest.mark.parametrize("level", NUMBERS)
def test_no_nodes_still_move(level: int) -> None:
    """A budget of nothing gives a move that does not lose at once."""
    match = of(stand("A2 C4 C5", "B1 C1 D1 E1 F1", move=0))
    assert str(thought(match, level, nodes=0).action) == "A1"


def wins(state: State) -> set[str]:
    """Give the moves that win the game at once, by the rules alone."""
    seat = Seat(state.seat)
    found = set()
    for action in state.legal(seat):
        over = state.play(seat, action).outcome
        if over is not None and seat in over.winners:
            found.add(str(action))
    return found


def test_no_level_misses_a_win_in_one() -> None:
    """In random positions of every setting with a win in one, every level takes one."""
    seen = 0
    for at, options in enumerate(settings()):
        for seed in range(2):
            match = middle(40, seed=2 * at + seed, **{**options, "target": "1"})
            state = match.state
            assert isinstance(state, State)
            winning = wins(state)
            if winning:
                seen += 1
                for level in NUMBERS:
                    found = thought(match, level)
                    assert str(found.action) in winning
                    assert found.chance == 1.0
                    assert found.proved
            elif not state.rules.slide:
                assert thought(match, 2).chance < 1.0
    assert seen > 30


@pytest.mark.parametrize("level", NUMBERS)
def test_no_level_loses_at_once_without_need(level: int) -> None:
    """Where some moves let the next win at once and some do not, one of these is played."""
    for seed in range(6):
        match = middle(18, seed=seed)
        state = match.state
        assert isinstance(state, State)
        seat = match.mover()
        safe = {str(action) for action in state.legal(seat) if not wins(state.play(seat, action))}
        if safe and not wins(state):
            assert str(thought(match, level, nodes=60).action) in safe


@pytest.mark.parametrize("level", NUMBERS)
def test_six_points_are_not_made_twenty(level: int) -> None:
    """Example XIII: Blue has lost, by 6 points; to stop the line on A6, or to stand on C6, would make it 20."""
    lost = stand("A1 A2 A3 A4 A5 D6 E6 F6", "B6 C1 D4 F3 E1", move=1, target="36")
    for seed in range(4):
        assert str(thought(of(lost), level, seed).action) not in {"A6", "C6"}
    assert chances((20, 0), 36)[1] < chances((6, 0), 36)[1] < 0.5


def test_of_two_wins_the_dearer_is_taken() -> None:
    """Example VI: the line of A1 with a spiral brings more than one line, in a match; a match won is proved."""
    blue = "A2 A3 A4 A5 A6 B2 C3 D4 E5 F6 B1 C1 D1 E1"
    state = stand("F1 B4 C5", blue, move=1, target="36")
    for level in NUMBERS:
        found = thought(of(state), level)
        assert (str(found.action), found.proved) == ("A1", False)
    assert thought(of(replace(state, points=(0, 30))), 2).proved


def test_a_game_is_not_won_where_that_loses_the_match() -> None:
    """To end the game while another stands over the target with his captures is no win."""
    stones = ("A1 A2 A3 A4 A5", "C3 D4 E2 F5 B2")
    calm = stand(*stones, move=0, target="36")
    hurry = replace(calm, points=(0, 34), captured=(0, 4))
    assert str(thought(of(calm), 3).action) == "A6"
    assert str(thought(of(hurry), 3).action) != "A6"


def test_partners_play_for_their_team() -> None:
    """A seat fills the line that its partner began."""
    match = of(stand("A1 A2 A3 A4 A5", "C3 D4 E2 F5 B2", move=2, players="4"))
    assert str(thought(match, 2).action) == "A6"


def test_resigned_colours_are_passed_over() -> None:
    """With three colours, one of which gave up, the other two play on."""
    match = middle(9, players="3")
    match = match.play("resign", Seat(1))
    for _ in range(4):
        match = match.enter(match.mover(), thought(match, 4).action)
    assert thought(match, 5).looks


def test_levels_stand_where_the_house_finds_them() -> None:
    """The five levels are offered for Megiddo; who is not to move is told so."""
    assert {"1", "2", "3", "4", "5"} <= set(bots.of("megiddo"))
    match = middle(4)
    assert Level(2).think(match, match.mover(), Random(1), Budget()).action in set(match.state.legal(match.mover()))
    with pytest.raises(IllegalAction):
        thinker.think(match, Seat(1 - match.mover()), 3, Random(1), Budget())


@pytest.mark.parametrize(("level", "below", "least"), [("1", "random", 6), ("2", "1", 5)])
def test_a_level_beats_the_one_below(level: str, below: str, least: int) -> None:
    """Eight paired games: the same two first stones, both colours; far from chance, and quick."""
    won = 0.0
    for seed in range(8):
        opening = middle(2, seed=seed // 2)
        match, own, rng = opening, seed % 2, Random(seed)
        while match.state.outcome is None:
            name = level if match.mover() == own else below
            match = match.enter(match.mover(), bots.find(name).choose(match, match.mover(), rng, Budget()))
        won += own in match.state.outcome.winners
    assert won >= least


@pytest.mark.parametrize("level", [3, 4, 5])
def test_a_win_in_two_is_seen_by_every_level_that_searches(level: int) -> None:
    """Where a move wins whatever is answered, it is played for that, proved, and how it goes on is told."""
    for one in [case for case in suite("megiddo") if case.kind == "win-in-two"][:12]:
        match = Match.at_position(GAME, one.position)
        found = thought(match, level)
        assert str(found.action) in one.keep
        assert found.proved
        after = match.enter(match.mover(), found.action)
        for text in found.looks[0].line:
            after = after.play(text)
        assert after.state.outcome is not None
        assert after.state.outcome.winners == (match.mover(),)
