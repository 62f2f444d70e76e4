"""Displacements, marches and treason of Méditerranée: the rulings one by one, and a second telling of all of them."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, product

import pytest

from core.game import DEALER, Seat, Spot
from core.games import find
from core.games.mediterranee.board.piece import GONE, STATE, TEXTS
from core.games.mediterranee.rules.phase import Phase
from core.games.mediterranee.rules.state import State
from core.option import settle
from tests.core.support.oracles.mediterranee_paths import Army, marches, moves
from tests.core.support.playouts import READ, playout
from tests.core.support.positions.mediterranee_positions import after, seat, stand, told, where
from tests.length import long_only

GAME = find("mediterranee")


def army(state: State, side: int) -> Army:
    """Give where the pieces of a side stand."""
    names = state.rules.chart.names
    return {
        TEXTS[piece]: names[city]
        for piece, city in enumerate(state.board.at)
        if city != GONE and state.rules.teams[STATE[piece]] == side
    }


def expected(state: State, mover: int, word: str) -> set[str]:
    """Tell slowly what a player's pieces may do."""
    side = state.rules.sides[mover]
    friends, foes = army(state, side), set(army(state, 1 - side).values())
    mine = [TEXTS[piece] for piece in state.rules.armies[mover] if TEXTS[piece] in friends]
    return marches(mine, friends, foes) if word == "march" else moves(word, mine, friends, foes)


def begun(state: State, mover: int, word: str) -> set[str]:
    """Give the legal texts that begin with a word."""
    return {str(action) for action in islice(state.legal(Seat(mover)), READ) if action.word == word}


ALWAYS = {("2", "ew"), ("3", "x"), ("4", "ns")}
"""Each number of players and each pairing once: the others of their kind are tried in a long run."""


@pytest.mark.parametrize(
    ("players", "pairing"),
    [pytest.param(*one, marks=() if one in ALWAYS else long_only) for one in product("234", ("ns", "ew", "x"))],
)
def test_displacements_are_those_of_the_slow_telling(players: str, pairing: str) -> None:
    """In every seventh position of random games, and for treason in every one where it may be played."""
    options = settle(GAME, {"players": players, "pairing": pairing, "seed": "7"})
    seen = {"move": 0, "march": 0, "treason": 0}
    for ply, state in enumerate(playout("mediterranee", tuple(options.items()), 3).states):
        assert isinstance(state, State)
        if state.outcome is not None or state.active == (DEALER,) or state.phase not in {Phase.ACT, Phase.MARCH}:
            continue
        mover = state.seat
        if state.phase is Phase.MARCH:
            assert begun(state, mover, "march") == expected(state, mover, "march")
            seen["march"] += 1
        elif ply % 7 == 0:
            assert begun(state, mover, "move") == expected(state, mover, "move")
            seen["move"] += 1
        if state.phase is Phase.ACT and state.specials[mover] & 1 and not state.special_used and ply % 5 == 0:
            every = set[str]().union(*(expected(state, foe, "treason") for foe in state.rules.enemies(mover)))
            assert begun(state, mover, "treason") == every
            seen["treason"] += 1
    assert seen["move"]
    assert seen["march"]


def test_crowded_positions_are_those_of_the_slow_telling() -> None:
    """Where pieces stand close: swaps of infantry, engaged pieces whose city is kept, cavalry through friends."""
    crowds = (
        "rF1 TAR, rF2 TOL, rF3 MAS, rC LUG, rE MED, rB1 GEN, cF1 NOV, cF2 TLT, cB1 PAL, cE GAD",
        "kF1 CON, kF2 THS, kF3 NIC, kC PHI, kE EPH, kB1 MYT, aF1 ATT, aF2 TAS, aB1 RHO, aC ANY",
        "rF1 ROM, rF2 ARR, rF3 NEA, rC ANC, rB1 ALE, rB2 CRL, aE BRU, aF1 MED, cB1 GEN, cF1 AQU",
        "aF1 TYR, aF2 PEL, aF3 HIE, aC PLM, aE ANT, kF1 TAS, kC MEM, rB1 ALX, rB2 SLM",
    )
    for crowd in crowds:
        for mover in "rkac":
            state = stand(crowd, move=mover, specials={mover: "treason"})
            at = state.seat
            assert begun(state, at, "move") == expected(state, at, "move")
            every = set[str]().union(*(expected(state, foe, "treason") for foe in state.rules.enemies(at)))
            assert begun(state, at, "treason") == every
            if any(text.startswith("pay") for text in told(state)):
                paid = after(state, "pay 15")
                assert begun(paid, at, "march") == expected(paid, at, "march")


def test_r1_boats_follow_dotted_lines_and_coasts_only() -> None:
    state = stand("rB1 ROM")
    assert {text for text in told(state) if text.startswith("move rB1")} == {
        f"move rB1 ROM-{port}" for port in ("ALE", "CRL", "GEN", "NEA")
    }


def test_r2_straits_are_roads_for_land_pieces() -> None:
    assert "move kE CON-NIC" in told(stand("kE CON", move="k"))
    assert "move cF1 TIN-GAD" in told(stand("cF1 TIN", move="c"))


def test_r3_nobody_leaves_or_enters_an_island_by_land() -> None:
    state = stand("rE SYR, rC ALE, rF1 ROM", move="r")
    assert not [text for text in told(state) if " rE " in text or " rC " in text]
    assert not any("ALE" in text for text in told(state) if text.startswith("move rF1"))


def test_r11_the_second_infantry_enters_the_city_the_first_left() -> None:
    state = stand("rF1 ROM, rF2 NEA", move="r")
    assert "move rF1 ROM-ARR rF2 NEA-ROM" in told(state)
    assert "move rF2 NEA-BRU rF1 ROM-NEA" in told(state)
    assert "move rF1 ROM-NEA rF2 NEA-BRU" not in told(state)
    gone = after(state, "move rF2 NEA-ROM rF1 ROM-ARR")
    assert (where(gone, "rF1"), where(gone, "rF2")) == ("ARR", "ROM")


def test_r11_two_infantry_of_two_states_go_together_if_one_player_has_both() -> None:
    both = stand("rF1 ROM, kF1 CON", move="rk", players="2")
    assert "move kF1 CON-THS rF1 ROM-ARR" in told(both)
    assert not any(text.count("-") > 1 for text in told(stand("rF1 ROM, kF1 CON")))


def test_r12_the_city_of_an_engaged_piece_is_kept() -> None:
    state = stand("rF1 TAR, rF2 TOL, cF1 NOV", move="r")
    assert "move rF1 TAR-NOV rF2 TOL-MAS" in told(state)
    assert "move rF1 TAR-NOV rF2 TOL-TAR" not in told(state)
    assert "move rF1 TAR-MAS rF2 TOL-TAR" in told(state)


def test_r13_nobody_joins_a_friend_in_a_combat() -> None:
    state = stand("rF1 TAR, rF2 TOL, cF1 MAS, cF2 NOV", move="r")
    assert "move rF1 TAR-MAS rF2 TOL-MAS" not in told(state)
    assert "move rF1 TAR-NOV rF2 TOL-MAS" in told(state)


def test_r14_a_march_is_paid_first() -> None:
    state = stand("rE ARR", hands={"r": "0 0 1 2 2 4 15"}, payment="exact")
    assert {text for text in told(state) if text.startswith("pay")} == {"pay 15", "pay 2+1", "pay 2+2", "pay 4"}
    assert not any(text.startswith("march") for text in told(state))
    paid = after(state, "pay 2+1")
    assert all(text.startswith("march") for text in told(paid))
    assert paid.cards.spent == (1, 2)
    assert after(state, "pay 15").cards.kings == 1


def test_r14_nothing_is_paid_where_nobody_can_march() -> None:
    assert told(stand("rF1 SYR, rF2 ALE, rF3 CRL", move="r")) == ["pass"]


def test_r15_one_continuous_way_through_friends_and_not_through_enemies() -> None:
    paid = after(stand("rB1 GEN, rB2 ROM, cB1 MAS, rF1 SYR", move="r"), "pay 4")
    ends = {text for text in told(paid) if text.startswith("march rB1 GEN") and text.count("-") == 1}
    assert ends == {"march rB1 GEN-CRL", "march rB1 GEN-NEA"}


def test_r16_a_march_moves_no_two_infantry() -> None:
    paid = after(stand("rF1 ROM, rF2 NEA, rE MED", move="r"), "pay 4")
    pairs = [text for text in told(paid) if text.count("-") == 2]
    assert pairs
    assert not any("rF1" in text and "rF2" in text for text in pairs)
    assert "march rE MED-LUG rF1 ROM-ARR" in pairs


def test_r10_one_special_card_a_turn() -> None:
    state = stand("rF1 TAR, kF1 CON, cF1 ROM, cF2 GAD, aE BER", move="rk", players="2")
    state = after(replace(state, specials=(3, 3)), "sedition ROM")
    assert state.phase is Phase.ACT
    assert not any(text.startswith(("treason", "sedition")) for text in told(state))
    assert where(state, "cF1") == ""


def test_r17_and_x15_combats_of_treason_come_before_ones_own_displacement() -> None:
    state = stand("rF1 TAR, rE ROM, cC NOV", specials={"r": "treason"})
    fought = after(state, "treason cC NOV-TAR")
    assert fought.active == (seat(state, "c"), seat(state, "r"))
    back = after(fought, "cards 0+0", "cards 0+0")
    assert (where(back, "cC"), back.phase, back.seat) == ("NOV", Phase.ACT, seat(state, "r"))
    assert "move rE ROM-ARR" in told(back)
    assert not any(text.startswith("treason") for text in told(back))


def test_r17_the_player_of_the_card_orders_the_combats_of_treason() -> None:
    state = stand("rF1 TAR, rE ROM, rB1 CAR, cF1 NOV, cF2 HIP", specials={"r": "treason"})
    both = after(state, "treason cF1 NOV-TAR cF2 HIP-CAR")
    assert told(both, "r") == ["fight CAR", "fight TAR"]
    first = after(both, "fight TAR")
    assert first.active == (seat(state, "c"), seat(state, "r"))


def test_r18_treason_pulls_an_occupier_out_or_into_an_empty_capital() -> None:
    state = stand("rF1 TAR, cF1 ROM, cF2 ARR", specials={"r": "treason"})
    assert {"treason cF1 ROM-NEA", "treason cF1 ROM-GEN"} <= set(told(state))
    assert "treason cF1 ROM-ARR" not in told(state)
    assert "treason cF1 ROM-GEN cF2 ARR-ROM" in told(state)


def test_r19_treason_that_costs_the_last_piece_ends_the_turn() -> None:
    state = stand("rF1 TAR, kE CON, cC NOV", specials={"r": "treason"}, fill=True)
    lost = after(state, "treason cC NOV-TAR", "cards 15+10", "cards 0+0")
    assert lost.cards.lost == (seat(state, "r"),)
    assert lost.specials[0] == 0
    assert lost.seat == seat(state, "k")


def test_r23_an_attacker_who_fights_the_garrison_does_not_occupy_yet() -> None:
    state = stand("rF1 HIP, rF2 CIR, cE CAR, cF1 CAE", move="r")
    fight = after(state, "move rF1 HIP-CAR rF2 CIR-CAE", "fight CAE")
    assert fight.battle is not None
    assert fight.battle.sizes == (2, 2)
    empty = after(stand("rF1 HIP, rF2 CIR, cF1 CAE", move="r"), "move rF1 HIP-CAR rF2 CIR-CAE")
    assert empty.battle is not None
    assert empty.battle.sizes == (2, 1)


def test_r23_the_liberating_attack_is_made_with_one_card() -> None:
    state = stand("rF1 CAR, cE HIP", move="c")
    fight = after(state, "move cE HIP-CAR")
    assert fight.battle is not None
    assert fight.battle.sizes == (1, 2)


def test_r5_and_r9_who_plays_alone_against_two_draws_two_cards() -> None:
    state = after(stand("rF1 ROM, kE CON, cE CAR, aE ALX", move="a", players="3"), "pass")
    assert (state.active, state.draws, state.seat) == ((DEALER,), 2, seat(state, "rk"))
    assert state.dealt(None).told == ("rk",)


def test_r9_nothing_is_drawn_where_talon_and_pile_are_empty() -> None:
    state = after(stand("rF1 ROM, kE CON", talon="", spent=""), "pass")
    assert (state.active, state.draws) == ((seat(state, "k"),), 0)


def test_r4_two_players_take_single_turns() -> None:
    state = after(stand("rF1 ROM, kE CON, cE CAR, aE ALX", move="rk", players="2"), "move rF1 ROM-ARR")
    assert state.seat == seat(state, "ac")


def test_r34_held_for_two_rounds_where_the_table_asks_for_it() -> None:
    for rounds, lasts in (("1", 4), ("2", 8)):
        state = stand("rF1 CAR, rF2 PAR, kF1 ALX, kE CON, aE ANT, cE GAD", talon="", hold_rounds=rounds)
        turns = 0
        while state.outcome is None:
            state = after(state, "pass")
            turns += 1
        assert (state.outcome.reason, state.outcome.winners, turns) == ("capitals", (0, 1), lasts)


def test_spots_that_are_not_there_lead_nowhere() -> None:
    """A prefix may hold anything: cities without a piece, cards, words out of place, names that do not exist."""
    state = stand("rE ARR, rF1 ROM, rF2 NEA, rB1 GEN, cF1 NOV", specials={"r": "treason"})
    paid = after(state, "pay 4")
    spots = [
        Spot(name) for name in ("ARR", "ANC", "ROM", "XYZ", "card:4", "card:99", "pass", "treason", "pay", "NOV", "")
    ]
    for here in (state, paid, after(stand("rF1 TAR, cF1 NOV"), "move rF1 TAR-NOV")):
        every = {action.path for action in here.legal(Seat(0))}
        for size in range(1, 5):
            for path in product(spots, repeat=size):
                assert (here.complete(Seat(0), path) is not None) == (path in every)
                if size < 4:
                    following = {whole[size] for whole in every if whole[:size] == path and len(whole) > size}
                    assert set(here.next_spots(Seat(0), path)) == following
