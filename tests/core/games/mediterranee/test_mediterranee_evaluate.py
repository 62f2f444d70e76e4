"""What positions of Méditerranée are worth to bots, and that nothing hidden is looked at."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from core.bots import find as level
from core.bots.bot import Budget
from core.game import Seat
from core.games import find
from core.games.mediterranee.board.chart import FAR, lanes, roads
from core.games.mediterranee.bot.evaluation import WIN, evaluate
from core.games.mediterranee.cards.card_hand import Hand
from core.match.match import Match
from tests.core.support.golden.story import Story, play
from tests.core.support.positions.mediterranee_positions import after, stand

FRONT = "rF1 TAR, rF3 ROM, kE CON, aE ALX, cF1 NOV, cE CAR"


def north(pieces: str) -> float:
    """Give by how much a position is better for Rome and Constantinople."""
    values = evaluate(stand(pieces))
    assert values[0] == values[1]
    assert values[2] == values[3]
    return values[0] - values[2]


def test_distances_are_those_of_the_map() -> None:
    chart = stand(FRONT).rules.chart
    at = chart.index
    assert [roads(chart, 0)[at[city]] for city in ("ROM", "NEA", "CON", "ALX", "CAR", "SYR")] == [0, 1, 7, 14, 9, FAR]
    assert [lanes(chart, 0)[at[city]] for city in ("ROM", "ALE", "CON", "ALX", "CAR", "MED")] == [0, 1, 6, 4, 2, FAR]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (FRONT + ", rE AQU", FRONT),
        (FRONT, FRONT + ", cC TLT"),
        (FRONT.replace("rF1 TAR", "rF1 CIR"), FRONT),  # nearer to Carthage
        (FRONT.replace("rF1 TAR", "rF1 ALX").replace("aE ALX", "aE MEM"), FRONT),  # a capital occupied
    ],
)
def test_more_pieces_nearer_to_capitals_are_better(better: str, worse: str) -> None:
    assert north(better) > north(worse)


def test_two_capitals_are_worth_more_than_twice_one() -> None:
    none, one, both = (
        north(f"rF1 {first}, kF1 {second}, rF3 ROM, aE MEM, cE HIP")
        for first, second in (("HAD", "PAR"), ("CAR", "PAR"), ("CAR", "ALX"))
    )
    assert both - one > one - none > 0


def test_a_game_won_is_worth_most() -> None:
    over = after(stand("rF1 CAR, kF1 PAR, aF1 MEM, cF1 NOV"), "pass", "move kF1 PAR-ALX", "pass", "pass", "pass")
    assert evaluate(over) == (WIN, WIN, -WIN, -WIN)


def test_strong_cards_win_a_combat() -> None:
    fighting = after(stand(FRONT), "move rF1 TAR-NOV")
    strong, weak = (after(fighting, f"cards {faces}") for faces in ("15+10", "0+0"))
    assert evaluate(strong)[0] > evaluate(weak)[0]


def test_what_is_not_known_is_weighed_alike() -> None:
    """Other faces in a hidden hand and in the talon change nothing for who cannot see them."""
    state = stand(FRONT)
    known = (0, 0, 2, 4)
    values = []
    for drawn, left in ((9, (1,)), (1, (9,))):
        hands = (*state.cards.hands[:3], Hand(known, (drawn,)))
        talon = state.cards.talon._replace(left=(1,), unseen=(left,))
        seen = replace(state, cards=state.cards._replace(hands=hands, talon=talon)).view(Seat(0))
        values.append([evaluate(seen), evaluate(after(seen, "move rF1 TAR-NOV")), evaluate(seen.view(None))])
    assert values[0] == values[1]


def test_bots_choose_by_what_their_seat_may_know() -> None:
    match = Match.new(find("mediterranee"), {"seed": "7", "placement": "standard"}).deal()
    choices = {str(level("greedy").choose(match.seen_by(Seat(0)), Seat(0), Random(seed), Budget())) for seed in (1, 2)}
    assert all(match.state.is_legal(Seat(0), match.state.parse(Seat(0), text)) for text in choices)


def test_a_greedy_player_beats_a_random_one() -> None:
    for first in (0, 1):
        levels = ("greedy", "random") if first == 0 else ("random", "greedy")
        story = Story("", {"players": "2", "placement": "standard", "seed": "2"}, 3, levels, {}, (), "", "mediterranee")
        match = list(play(story))[-1]
        assert match.state.outcome is not None
        assert match.state.outcome.winners == (first,)
