"""Blows: who strikes whom in each game, by the effects of one action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.diplomacy.blow import Blow, Deed, spot_after
from core.game import Effect, Seat, State
from core.games import find
from core.games.mediterranee.rules.state import State as Sea
from tests.core.support.positions.djambi_positions import FOUR, put
from tests.core.support.positions.djambi_positions import stand as stand_djambi
from tests.core.support.positions.mediterranee_positions import after, stand

R, C = Seat(0), Seat(3)


def deed(state: State[Any], text: str, seat: Seat | None = None) -> Deed:
    """Give what a text does."""
    mover = state.active[0] if seat is None else seat
    action = state.parse(mover, text)
    return Deed(1, mover, state.effects(mover, action), state, state.play(mover, action))


def told(state: State[Any], text: str, seat: Seat | None = None) -> list[Blow]:
    """Give the blows of a text."""
    return list(deed(state, text, seat).blows)


def setup(game: str, position: Mapping[str, object]) -> State[Any]:
    """Set a position up."""
    return find(game).setup(position)


def test_djambi_kills_and_everybody_else_is_left_alone() -> None:
    state = stand_djambi(put(FOUR, "c5 blue A, c6 red N"))
    assert told(state, "Mc3xc5>f6") == [Blow(Seat(0), frozenset({Seat(1)}), "c5")]
    assert told(state, "Mc3-c4") == []
    own = stand_djambi(put(FOUR, "c5 red N"), own_kills="yes")
    assert told(own, "Mc3xc5>f6") == []


def test_epaminondas_takes_one_or_a_whole_row() -> None:
    board = ["...B....", "...B....", "........", "...W....", "...W....", "...W....", "........", "........"]
    state = setup("epaminondas", {"to_move": "white", "board": board})
    struck = told(state, "5.4.3N2x2")
    assert sorted((blow.by, blow.victims, blow.spot) for blow in struck) == [
        (Seat(0), frozenset({Seat(1)}), "7.4"),
        (Seat(0), frozenset({Seat(1)}), "8.4"),
    ]
    board[0] = "........"
    state = setup("epaminondas", {"to_move": "white", "board": board})
    assert [blow.spot for blow in told(state, "5.4.3N2x1")] == ["7.4"]


def test_megiddo_captures_two_at_a_time() -> None:
    rows = {"A": "0.....", "B": "1.....", "C": "1....."}
    state = setup("megiddo", {"options": {"target": "1"}, "board": rows})
    struck = told(state, "D1")
    assert sorted(blow.spot for blow in struck) == ["B1", "C1"]
    assert {(blow.by, blow.victims) for blow in struck} == {(Seat(0), frozenset({Seat(1)}))}


def test_a_stone_of_partners_belongs_to_each_of_them() -> None:
    rows = {"A": "0.....", "B": "1.....", "C": "1....."}
    state = setup("megiddo", {"options": {"target": "1", "players": "4"}, "board": rows})
    assert {(blow.by, blow.victims) for blow in told(state, "D1")} == {(Seat(0), frozenset({Seat(1), Seat(3)}))}


def fighting() -> Sea:
    """Give a fight of Rome against Carthage in NOV, which has begun."""
    return after(stand("rF1 TAR, cF1 NOV, cF2 CAE"), "move rF1 TAR-NOV")


def test_mediterranee_fights_and_whoever_wins_has_struck() -> None:
    begun = told(stand("rF1 TAR, cF1 NOV, cF2 CAE"), "move rF1 TAR-NOV")
    assert begun == [Blow(R, frozenset({C}), "NOV", deadly=False)]
    won = told(after(fighting(), "cards 8+0"), "cards 6+0", C)
    assert won == [Blow(R, frozenset({C}), "NOV", fought=True)]
    lost = told(after(fighting(), "cards 6+0"), "cards 8+0", C)
    assert lost == [Blow(C, frozenset({R}), "NOV", fought=True)]
    assert told(after(fighting(), "cards 0+0"), "cards 0+0", C) == []
    assert told(stand("rF1 TAR, cF1 NOV"), "pass") == []


def test_mediterranee_treason_is_the_deed_of_who_incites_it() -> None:
    state = stand("rF1 TAR, rE ROM, cC NOV", specials={"r": "treason"})
    assert told(state, "treason cC NOV-TAR") == [Blow(R, frozenset({C}), "TAR", deadly=False)]


def test_mediterranee_sedition_destroys_without_a_fight() -> None:
    state = stand("rF1 CAR, rF2 TAR, cE HIP", move="c", specials={"c": "sedition"})
    assert told(state, "sedition CAR") == [Blow(C, frozenset({R}), "CAR")]


def test_a_card_that_is_taken_is_no_blow() -> None:
    one = Effect("take", (("seat", "r"), ("card", "treason")))
    state = stand("rF1 TAR, cF1 NOV")
    assert Deed(1, R, (one,), state, state).blows == ()


def test_a_piece_is_followed_where_it_goes_or_is_driven() -> None:
    state = stand_djambi(put(FOUR, "b5 red P, h5 blue N"))
    driven = deed(state, "Pb5:h5>c8")
    assert (spot_after("h5", driven), spot_after("b5", driven), spot_after("a1", driven)) == ("c8", "h5", "a1")
    assert spot_after("TAR", deed(stand("rF1 TAR, cF1 NOV"), "move rF1 TAR-NOV")) == "NOV"
