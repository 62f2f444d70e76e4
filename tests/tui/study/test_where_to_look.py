"""The first hint at a moment of one's own: where to look, in each game."""

from __future__ import annotations

import pytest

from core.game import Seat
from core.games import find
from core.match.match import Match
from core.study.turning_point import Judgement
from tui.i18n.translation import speaking
from tui.study.analysis.own_moments import moment_entry
from tui.study.analysis.where_to_look import where_to_look

CARDS = {"players": "2", "placement": "standard", "seed": "3"}

ASKED = [
    ("djambi", {}, "Ma3-a4", "Look at what your militant on a3 can do."),
    ("epaminondas", {}, "2.12.2NE2", "Look at what your piece on 1.11 can do."),
    ("megiddo", {"players": "2"}, "C3", "Look at the free points of radial C."),
    ("mediterranee", CARDS, "pass", "Think of this: Pass."),
    ("mediterranee", CARDS, "pay 3", "Think of this: Forced march."),
    ("mediterranee", {"players": "2"}, "place rB1 BRU", "Look at BRU Brindisi."),
]


@pytest.mark.parametrize(("game", "options", "text", "told"), ASKED)
def test_it_says_where_to_look(game: str, options: dict[str, str], text: str, told: str) -> None:
    state = Match.new(find(game), options).deal().state
    assert where_to_look(state, state.active[0], text) == told


def test_a_piece_of_the_map_stands_in_a_town_and_cards_are_not_told() -> None:
    match = Match.new(find("mediterranee"), CARDS).deal()
    seat = match.state.active[0]
    move = next(str(one) for one in match.state.legal(seat) if str(one).startswith("move "))
    assert where_to_look(match.state, seat, move).startswith("Look at what your ")
    with speaking("fr"):
        assert where_to_look(match.state, seat, "pay 3") == "Pensez à ceci\xa0: Marche forcée."


def test_a_moment_without_a_reason_has_no_empty_sentence() -> None:
    """Said to whoever asks for help, that nothing better was found is no help, and is not true."""
    match = Match.new(find("megiddo"), {"players": "2"})
    told = moment_entry(match.play("C3"), Judgement(1, Seat(0), "C3", 0.29, "A3", 0.39, ("A6",)), ("A3",))["step"][0]
    assert told["hints"]["en"] == ["Look at the free points of radial A.", "The best: A3"]
    assert told["done"]["en"] == "Right. The best was A3 (39 %); expected after it: A6."
