"""Who leaves, returns or gives up: absent seats pass without a line and play zeros; a team all gone has lost."""

from __future__ import annotations

import pytest

from core.fault import IllegalAction
from core.game import DEALER, Seat
from core.games import find
from core.games.mediterranee.rules.phase import Phase
from core.games.mediterranee.rules.state import State
from core.match.match import Match
from tests.core.support.positions.mediterranee_positions import after, dealt, hand, seat, stand, told, where

GAME = find("mediterranee")
QUIET = "rF1 ROM, kF1 CON, aF1 ALX, cF1 CAR"


def says(state: State, name: str, text: str) -> State:
    """Let a seat declare something."""
    who = seat(state, name)
    return state.play(who, state.parse(who, text))


def test_what_a_seat_may_say() -> None:
    state = stand(QUIET)
    assert [str(each) for each in state.declarations(Seat(0))] == ["abandon r", "resign", "draw"]
    assert state.declarations(DEALER) == () == state.declarations(Seat(4))
    left = says(state, "k", "abandon k")
    assert [str(each) for each in left.declarations(Seat(1))] == ["return k"]
    with pytest.raises(IllegalAction, match="have left"):
        says(left, "k", "resign")
    with pytest.raises(IllegalAction, match="Only k can"):
        left.play(Seat(0), left.parse(Seat(0), "return k"))


def test_an_absent_seat_is_skipped_and_draws_nothing() -> None:
    state = says(stand(QUIET), "k", "abandon k")
    passed = dealt(after(state, "pass"))
    assert passed.seat == seat(passed, "a")
    assert [draw.seat for draw in passed.coming(3)] == [3, 0, 2]
    assert hand(passed, "k") == "0 0 2 4 6 8 10 15"
    back = says(passed, "k", "return k")
    assert dealt(after(back, "pass", "pass", "pass")).seat == seat(back, "k")


def test_who_leaves_in_its_turn_passes_it() -> None:
    for text in ("abandon r", "Abandon"):
        assert says(stand(QUIET), "r", text).seat == 1
    paid = says(after(stand(QUIET), "pay 4"), "r", "abandon r")
    assert (paid.seat, paid.phase, paid.cards.spent) == (1, Phase.ACT, (4,))
    due = after(stand(QUIET), "pass")
    assert due.active == (DEALER,)
    assert dealt(says(due, "k", "abandon k")).seat == seat(due, "a")


def test_an_absent_fighter_puts_zeros_down_at_once() -> None:
    fight = after(stand("rF1 TAR, cF1 NOV"), "move rF1 TAR-NOV")
    left = says(fight, "c", "abandon c")
    assert left.active == (seat(left, "r"),)
    assert where(after(left, "cards 2+0", "keep"), "cF1") == ""
    known = after(fight, "cards 2+0")
    assert says(known, "c", "abandon c").active == (seat(left, "r"),)
    gone = after(says(stand("rF1 TAR, cF1 NOV"), "c", "abandon c"), "move rF1 TAR-NOV")
    assert gone.active == (seat(gone, "r"),)
    assert where(after(gone, "cards 0+0"), "rF1") == "TAR"


def test_who_leaves_before_naming_the_order_fights_in_the_order_of_the_map() -> None:
    both = after(stand("rF1 TAR, rF2 ARR, cF1 NOV, cF2 MED"), "move rF1 TAR-NOV rF2 ARR-MED")
    assert told(both) == ["fight MED", "fight NOV"]
    left = says(both, "r", "abandon r")
    assert left.battle is not None
    assert left.active == (seat(left, "c"),)
    assert left.rules.chart.names[left.clashes[0].city] == "MED"
    over = after(left, "cards 0+0", "cards 0+0")
    assert (where(over, "rF1"), where(over, "rF2"), over.seat) == ("TAR", "ARR", seat(over, "k"))


def test_a_side_that_has_left_has_not_resigned() -> None:
    state = stand(QUIET)
    over = says(says(state, "r", "abandon r"), "k", "abandon k")
    assert over.outcome is not None
    assert (over.outcome.reason, over.outcome.why) == ("resignation", "left")
    assert not over.outcome.tied
    assert GAME.setup(over.to_json()).outcome == over.outcome
    both = says(says(state, "r", "resign"), "k", "resign")
    assert both.outcome is not None
    assert both.outcome.why == "resignation"


def test_who_leaves_before_the_first_turn_is_served() -> None:
    match = Match.new(GAME, {"seed": "3"}).deal()
    match = match.play("abandon r", Seat(0))
    assert match.state.to_json()["specials"] == {"r": ["treason"], "k": ["sedition"], "a": [], "c": []}
    match = match.play("take treason", Seat(2))
    assert match.state.active == (1,)
    assert match.state.to_json()["board"] == {
        "rB1": "ROM",
        "rB2": "GEN",
        "rE": "MAS",
        "rC": "TAR",
        "rF1": "NEA",
        "rF2": "BRU",
        "rF3": "ANC",
    }
    for city in ("CON", "SAL", "DYR"):
        match = match.play(f"place {city}")
    match = match.play("abandon a", Seat(2))
    while match.state.active == (1,):
        match = match.play(str(next(iter(match.state.legal(Seat(1))))))
    assert match.state.active == (3,)


def test_a_team_all_gone_has_lost() -> None:
    state = says(stand(QUIET), "c", "abandon c")
    over = says(state, "a", "abandon a")
    assert over.outcome is not None
    assert (over.outcome.reason, over.outcome.winners, over.outcome.points) == ("resignation", (0, 1), (1, 1, 0, 0))
    alone = says(stand(QUIET, move="a", players="3"), "rk", "abandon rk")
    assert alone.outcome is not None
    assert alone.outcome.winners == (0, 2)


def test_both_partners_resign_or_one_who_is_alone() -> None:
    state = says(stand(QUIET), "a", "resign")
    assert state.outcome is None
    assert [str(each) for each in state.declarations(Seat(2))] == ["abandon a", "draw"]
    with pytest.raises(IllegalAction, match="your partner must too"):
        says(state, "a", "resign")
    over = says(state, "c", "resign")
    assert over.outcome is not None
    assert (over.outcome.reason, over.outcome.winners) == ("resignation", (0, 1))
    left = says(says(stand(QUIET), "a", "abandon a"), "c", "resign")
    assert left.outcome is not None
    assert says(stand(QUIET, move="rk", players="2"), "ac", "resign").outcome is not None
    waiting = says(says(stand(QUIET), "a", "resign"), "c", "abandon c")
    assert waiting.outcome is not None


def test_a_draw_is_agreed() -> None:
    over = says(stand(QUIET), "k", "draw")
    assert over.outcome is not None
    assert (over.outcome.reason, over.outcome.winners, over.outcome.points) == ("agreement", (), (0, 0, 0, 0))
    assert over.active == ()
    with pytest.raises(IllegalAction, match="is over"):
        says(over, "k", "draw")


def test_a_team_of_which_only_the_resigned_are_left_has_lost() -> None:
    state = says(stand("rF1 TAR, aF1 ALX, kF1 CON, cF1 NOV"), "a", "resign")
    over = after(state, "move rF1 TAR-NOV", "cards 2+0", "cards 0+0", "keep")
    assert over.outcome is not None
    assert (over.outcome.reason, over.outcome.winners) == ("resignation", (0, 1))
