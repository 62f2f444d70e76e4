"""The worked examples of Méditerranée in whole positions and matches: X1 to X5, X15 to X21."""

from __future__ import annotations

import pytest

from core.game import DEALER, Seat
from core.games import find
from core.games.mediterranee.rules.state import State
from core.match.match import Match
from tests.core.support.positions.mediterranee_positions import (
    after,
    dealt,
    hand,
    possible,
    refused,
    seat,
    stand,
    told,
    where,
)

ODD = ",".join(["1,3,5,7,9"] * 4)
ARMY = ("B1", "B2", "E", "C", "F1", "F2", "F3")


def new(**options: str) -> Match:
    return Match.new(find("mediterranee"), options).deal()


def known(match: Match) -> State:
    """Give the state of a match as what it is."""
    assert isinstance(match.state, State)
    return match.state


def names(**options: str) -> tuple[str, ...]:
    return find("mediterranee").seats(dict(Match.new(find("mediterranee"), options).header.options))


def test_x1_set_up_of_four() -> None:
    match = new(talon=ODD)
    assert [line.text for line in match.log] == ["talon 20"]
    assert told(known(match)) == ["take sedition", "take treason"]
    match = match.play("take treason").play("take sedition")
    assert match.log[-1].seat == 2  # r and a choose, k and c get the other card
    assert len(told(known(match))) == 10  # the ports of Rome
    refused(known(match), "place rB1 ARR", "place rB1 CON", "place rB2 ROM", "place rE ARR")
    match = match.play("place rB1 ROM")
    assert "place rB2 ROM" not in told(known(match))
    for piece, city in zip(ARMY[1:], ("SYR", "ARR", "MED", "ALE", "LUG", "TOL"), strict=True):
        match = match.play(f"place r{piece} {city}")
    assert match.state.active == (Seat(1),)
    cities = {
        "k": ("CON", "SAL", "DYR", "SPA", "ATH", "NAI", "PHI"),
        "a": ("ALX", "PAR", "MEM", "HIE", "TYR", "ANT", "TAS"),
        "c": ("CAR", "HIP", "CAE", "TIN", "GAD", "NOV", "TLT"),
    }
    for state, places in cities.items():
        for piece, city in zip(ARMY, places, strict=True):
            match = match.play(f"place {state}{piece} {city}")
    assert match.state.active == (DEALER,)
    match = match.deal()
    assert match.log[-1].text == "draw r 1"
    assert match.state.active == (Seat(0),)
    assert hand(known(match), "r") == "0 0 1 2 4 6 8 10 15"
    assert where(known(match), "rF1") == "ALE"
    assert not any(" rF1 ALE-" in text for text in told(known(match)))


def test_x2_seats_and_hands_of_two_and_three() -> None:
    assert names(players="2") == ("rk", "ac")
    assert names(players="2", pairing="ew", first="k") == ("ka", "rc")
    assert names(players="2", pairing="x") == ("ra", "kc")
    assert names(players="3") == ("a", "rk", "c")
    assert names(players="3", lone="k", first="c") == ("c", "rk", "a")
    assert names(players="3", pairing="x", lone="c") == ("r", "kc", "a")
    for first in ("r", "k"):
        with pytest.raises(ValueError, match="first"):
            names(players="3", first=first)
    two, three = known(new(players="2", seed="1")), known(new(players="3", seed="1"))
    assert [hand(two, name) for name in ("rk", "ac")] == ["0 0 1 2 3 4 5 6 7 8 9 10 15 15"] * 2
    assert [hand(three, name) for name in ("a", "c")] == ["0 0 2 4 6 8 10 15"] * 2
    assert hand(three, "rk") == "0 0 1 2 3 4 5 6 7 8 9 10 15 15"
    assert [state.cards.talon.size for state in (two, three)] == [20, 20]


def test_x2_the_lone_player_draws_two_cards() -> None:
    match = new(players="3", placement="standard", seed="1").play("pass").deal()
    assert [line.text.split()[:2] for line in match.log[-2:]] == [["draw", "rk"], ["draw", "rk"]]
    assert match.state.active == (Seat(1),)


def test_x3_the_order_of_the_partners() -> None:
    assert names() == ("r", "k", "a", "c")
    assert names(first="a") == ("a", "c", "r", "k")
    for pairing, sides in (("ns", (0, 0, 1, 1)), ("ew", (0, 1, 1, 0)), ("x", (0, 1, 0, 1))):
        assert known(new(pairing=pairing, seed="1")).rules.sides == sides


def test_x4_displacements() -> None:
    state = stand("rE ARR, rC MED, rF1 ROM, rF2 NEA, rB1 GEN, cE LUG")
    possible(state, "move rE ARR-ANC", "move rC MED-ANC", "move rC MED-MAS", "move rC MED-LUG", "pass")
    refused(state, "move rC MED-TOL", "move rF1 ROM-NEA", "move rC MED-GEN", "move rE ARR-ROM")
    assert after(state, "move rC MED-LUG").battle is not None
    assert after(state, "move rC MED-MAS").battle is None


def test_x5_payments_and_marches() -> None:
    state = stand("rE ARR, rC MED, rF1 ROM, rF2 BRU", hands={"r": "0 0 1 2 2 4 15"})
    assert [text for text in told(state) if text.startswith("pay")][:5] == [
        *("pay 15", "pay 2+1", "pay 2+2", "pay 4"),
        "pay 15+1",
    ]
    possible(state, "pay 4+1")
    refused(state, "pay 2", "pay 0+4", "march rE ARR-AQU")
    paid = after(state, "pay 2+1")
    assert (hand(paid, "r"), paid.cards.spent) == ("0 0 2 4 15", (1, 2))
    possible(paid, "march rE ARR-AQU", "march rE ARR-NEA", "march rC MED-DYR")
    refused(paid, "march rE ARR-ANC", "pass", "move rE ARR-ANC", "march rF1 ROM-GEN rF2 BRU-NEA")
    possible(paid, "march rC MED-SAL rE ARR-ANC")
    assert after(state, "pay 15").cards.kings == 1


def test_x15_treason_makes_an_enemy_attack() -> None:
    state = stand("rF1 TAR, rE ROM, cC NOV", specials={"r": "treason"})
    fighting = after(state, "treason cC NOV-TAR")
    assert fighting.battle is not None
    assert (fighting.active, fighting.battle.seats) == ((Seat(3), Seat(0)), (3, 0))
    back = after(fighting, "cards 0+0", "cards 0+0")
    assert (where(back, "cC"), where(back, "rF1"), back.active) == ("NOV", "TAR", (Seat(0),))
    possible(back, "move rE ROM-ARR", "pass")
    refused(back, "treason cC NOV-GAD")  # it has been played


def test_x15_treason_lands_on_no_piece_of_its_own_team() -> None:
    state = stand("rE ROM, cC NOV, cF1 GAD, cF2 CIR, aF1 HIP, aF2 TLT", specials={"r": "treason"})
    possible(state, "treason cF2 CIR-CAE", "treason cF1 GAD-TIN cF2 CIR-CAE", "treason cC NOV-TAR")
    refused(state, "treason cF2 CIR-HIP", "treason cC NOV-GAD", "treason cF1 GAD-TLT", "treason rE ROM-ARR")


def test_x16_sedition_frees_ones_own_capital() -> None:
    pieces = "rF1 CAR, rF2 TAR, cE HIP, aF1 ALX"
    state = stand(pieces, move="c", specials={"c": "sedition", "a": "sedition"})
    possible(state, "sedition CAR")
    freed = after(state, "sedition CAR")
    assert (where(freed, "rF1"), freed.active, freed.cards.spent) == ("", (Seat(3),), ())
    possible(freed, "move cE HIP-CAR", "pass")
    refused(stand(pieces, move="a", specials={"c": "sedition", "a": "sedition"}), "sedition CAR", "sedition ALX")
    refused(stand("rF1 HAD, cE CAR", move="c", specials={"c": "sedition"}), "sedition CAR")


def test_x16_a_player_of_two_states_frees_either() -> None:
    state = stand("rF1 CAR, rF2 TAR, aF1 MEM", move="ac", specials={"ac": "sedition"}, players="2")
    possible(state, "sedition CAR")
    refused(state, "sedition ALX")


def test_x17_who_has_no_piece_left_is_out() -> None:
    state = stand("rF1 TAR, cF1 NOV, aF1 MEM", specials={"c": "treason"}, hands={"c": "0 0 2", "r": "0 0 9"})
    out = after(state, "move rF1 TAR-NOV", "cards 9+0", "cards 2+0", "keep")
    assert out.outcome is None
    assert (out.cards.lost, out.specials[3]) == ((3,), 0)
    order = after(out, "pass", "pass")
    assert dealt(order).active == (Seat(0),)  # c is skipped
    assert out.declarations(Seat(3)) == ()


def test_x17_without_pieces_the_team_has_lost() -> None:
    state = stand("rF1 TAR, cF1 NOV", fill=False, players="2", move="rk")
    over = after(state, "move rF1 TAR-NOV", "cards 9+0", "cards 1+0").outcome
    assert over is not None
    assert (over.winners, over.reason) == ((0,), "annihilation")
    state = stand("rF1 TAR, cF1 NOV, aF1 MEM", players="2", move="rk")
    assert after(state, "move rF1 TAR-NOV", "cards 9+0", "cards 1+0").outcome is None


def test_x18_both_capitals_for_a_round() -> None:
    state = stand("rF1 CAR, kF1 PAR, aF1 MEM, cF1 NOV", move="r")
    held = after(state, "pass", "move kF1 PAR-ALX")
    assert held.outcome is None
    before = after(held, "pass", "pass")
    assert before.outcome is None
    won = after(before, "pass")
    assert won.outcome is not None
    assert (won.outcome.winners, won.outcome.reason, won.outcome.points) == ((0, 1), "capitals", (1, 1, 0, 0))
    again = after(held, "pass", "pass", "move rF1 CAR-HAD")
    assert again.outcome is None
    twice = after(stand("rF1 CAR, kF1 PAR, aF1 MEM, cF1 NOV", hold_rounds="2"), "pass", "move kF1 PAR-ALX")
    assert after(twice, *["pass"] * 6).outcome is None
    assert after(twice, *["pass"] * 7).outcome is not None


def test_x18_two_players_after_the_one_reply() -> None:
    state = stand("rF1 CAR, kF1 PAR, aF1 MEM, cF1 NOV", players="2", move="rk")
    held = after(state, "move kF1 PAR-ALX")
    assert held.outcome is None
    won = after(held, "pass")
    assert won.outcome is not None
    assert won.outcome.winners == (0,)


def test_x19_a_new_talon() -> None:
    state = stand("rF1 TAR, kF1 NAI, aF1 MEM, cF1 NOV", talon="7", spent="2 4")
    state = after(state, "pass")
    assert [str(action) for action in state.legal(DEALER)] == ["draw k 7", "draw k ?"]
    state = state.play(DEALER, state.parse(DEALER, "draw k 7"))
    state = after(state, "pass")
    assert [str(action) for action in state.legal(DEALER)] == ["talon 2"]
    state = state.play(DEALER, state.parse(DEALER, "talon 2"))
    assert [str(action) for action in state.legal(DEALER)] == ["draw a 2", "draw a 4", "draw a ?"]
    state = after(state.play(DEALER, state.parse(DEALER, "draw a 4")), "pass")
    state = after(state.play(DEALER, state.parse(DEALER, "draw c 2")), "pass")
    assert state.active == (Seat(0),)  # nothing is left to draw


def test_x20_packets() -> None:
    first, second = "1,3,5,7,9,1,3,5,7,9", "9,7,5,3,1,9,7,5,3,1"
    match = new(match="yes", packs=f"{first};{second}", placement="standard")
    for _ in range(4):
        match = match.play("pass").deal()
    lines = [line.text for line in match.log if line.seat == DEALER]
    assert lines == ["talon 20", "packs 0", "draw r 1", "draw k 3", "draw a 9", "draw c 7", "draw r 5"]


def test_x21_back_to_where_the_march_began() -> None:
    state = stand("rE MAS, rF1 TAR, cF1 NOV")
    parted = after(state, "pay 4", "march rE MAS-NOV", "cards 0+0", "cards 0+0")
    assert (where(parted, "rE"), where(parted, "cF1")) == ("MAS", "NOV")


def test_r35_quiet_rounds() -> None:
    state = stand("rF1 TAR, kF1 NAI, aF1 MEM, cF1 NOV", draw_rounds="2")
    assert after(state, *["pass"] * 7).outcome is None
    over = after(state, *["pass"] * 8).outcome
    assert over is not None
    assert (over.reason, over.winners) == ("stalemate", ())


def test_who_resigns_and_who_leaves() -> None:
    match = new(placement="standard", seed="2")
    assert match.play("resign", Seat(0)).state.outcome is None
    over = match.play("resign", Seat(0)).play("resign", Seat(1)).state.outcome
    assert over is not None
    assert (over.winners, over.reason) == ((2, 3), "resignation")
    left = match.play("abandon r", Seat(0)).deal()
    assert left.state.active == (Seat(1),)
    back = left.play("return r", Seat(0)).play("pass").deal().play("pass").deal().play("pass").deal()
    assert back.state.active == (Seat(0),)
    agreed = match.play("draw", Seat(2)).state.outcome
    assert agreed is not None
    assert (agreed.winners, agreed.reason) == ((), "agreement")


def test_seats_are_found_by_name() -> None:
    assert seat(stand("rE ROM"), "c") == Seat(3)
