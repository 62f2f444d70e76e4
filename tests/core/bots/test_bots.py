"""Bots: legal, repeatable, within their budget; greedy beats random."""

from __future__ import annotations

from random import Random
from time import process_time

import pytest

from core import bots
from core.bots import level
from core.bots.bot import Budget, walk
from core.bots.greedy import candidates
from core.bots.level import evaluation_of
from core.fault import IllegalAction
from core.game import Seat
from core.games import find
from core.match.match import Match

LEVELS = bots.of("djambi")

DEEP = {"3": Budget(200), "4": Budget(200), "5": Budget(200)}
"""What the levels that think long may spend in a test."""


def start(**options: str) -> Match:
    """Begin a match of Djambi."""
    return Match.new(find("djambi"), options)


def middle(players: str, plies: int = 30) -> Match:
    """Play a match at random to its middle."""
    rng = Random(5)
    match = start(players=players)
    for _ in range(plies):
        match = match.play(str(walk(match.state, match.mover(), rng)))
    return match


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize("players", ["3", "4", "6"])
def test_same_seed_same_move(name: str, players: str) -> None:
    """A move is legal, and the same again for the same seed."""
    match = middle(players)
    seat = match.mover()
    for seed in range(1 if name in DEEP else 4):
        one, other = (bots.find(name).choose(match, seat, Random(seed), DEEP.get(name, Budget())) for _ in range(2))
        assert one == other
        assert one in set(match.state.legal(seat))


def test_random_reaches_every_action() -> None:
    """No legal turn is out of the random bot's reach."""
    match = Match.at_position(
        find("djambi"),
        {
            "options": {"reporter": "optional", "quiet": "20"},
            "living": {"a1": "red C", "b5": "red R", "i9": "yellow C", "a9": "green M", "g5": "yellow M"},
            "corpses": ["a2", "b1", "b2"],
        },
    )
    rng = Random(3)
    seat = match.mover()
    assert {walk(match.state, seat, rng) for _ in range(3000)} == set(match.state.legal(seat))


@pytest.mark.parametrize(("players", "seat"), [("3", 1), ("4", 2), ("5", 3), ("6", 0)])
def test_greedy_beats_random(players: str, seat: int) -> None:
    """One greedy seat among random ones wins nearly always, wherever it sits."""
    won = 0
    for seed in range(3):
        rng = Random(seed)
        match = start(players=players, quiet="60")
        while match.state.outcome is None:
            mover = match.mover()
            level = "greedy" if mover == seat else "random"
            match = match.play(str(bots.find(level).choose(match, mover, rng, Budget(120))))
        won += match.state.outcome.winners == (seat,)
    assert won >= 2


@pytest.mark.parametrize("players", ["3", "4", "6"])
def test_greedy_answers_at_once(players: str) -> None:
    """At most 50 ms a move on the average, on the largest board too; the figure here leaves room for slow machines."""
    matches = [middle(players, plies) for plies in range(0, 40, 8)]
    began = process_time()
    for match in matches:
        bots.find("greedy").choose(match, match.mover(), Random(1), Budget())
    assert (process_time() - began) / len(matches) < 0.25


def test_greedy_takes_a_chief() -> None:
    """A chief who can be taken is taken."""
    match = Match.at_position(
        find("djambi"),
        {"living": {"a1": "red C", "b5": "red A", "e5": "blue C", "i9": "yellow C", "i8": "yellow M", "a8": "red M"}},
    )
    for seed in range(5):
        move = bots.find("greedy").choose(match, Seat(0), Random(seed), Budget())
        assert move.path[1] == "e5"


def test_a_budget_is_kept() -> None:
    """A bot that must stop at once still moves."""
    match = middle("4")
    seat = match.mover()
    for budget in (Budget(0), Budget(stop=lambda: True)):
        assert bots.find("greedy").choose(match, seat, Random(1), budget) in set(match.state.legal(seat))


def test_candidates_are_legal_and_cover_the_pieces() -> None:
    """What is looked at is legal; every piece and destination is among it."""
    match = middle("6")
    seat = match.mover()
    legal = set(match.state.legal(seat))
    seen = set(candidates(match.state, seat, Random(2)))
    assert seen <= legal
    assert {action.path[:2] for action in seen} == {action.path[:2] for action in legal}


def test_worth_of_the_start_is_equal() -> None:
    """Nobody stands better before the first move; the winner does after the last."""
    evaluate = evaluation_of("djambi")
    assert len({round(worth, 6) for worth in evaluate(start().state)}) == 1
    match = start()
    for seat in (1, 2, 3):
        match = match.play(f"abandon {match.names[seat]}", Seat(seat))
    worth = evaluate(match.state)
    assert max(worth) == worth[0] > 0 > worth[1]


def test_other_levels_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence names those there are."""
    with pytest.raises(bots.UnknownLevel, match="There is no level expert; there are random, greedy, 1, 2, 3, 4, 5\\."):
        bots.find("expert")
    monkeypatch.setattr(level, "thinker", lambda _game: None)
    with pytest.raises(bots.UnknownLevel, match="Nobody plays Djambi at level 3 yet"):
        bots.find("3").choose(start(), Seat(0), Random(1), Budget())


def test_nothing_to_decide_is_a_sentence() -> None:
    """A bot asked for a seat that is not to move says so."""
    match = start()
    for name in LEVELS:
        with pytest.raises(IllegalAction):
            bots.find(name).choose(match, Seat(1), Random(1), Budget())
