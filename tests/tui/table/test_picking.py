"""Choosing by spots and by text, on boards with thousands of moves, without ever listing them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from core.fault import IllegalAction
from core.game import Seat, Spot
from core.games import find
from core.games.djambi.rules.state import State
from core.match.match import Match
from tui.table.move_entry import MoveEntry
from tui.words.choice_words import LACKS

Make = Callable[..., Match]

SEVEN = ("Mc1-d1", "Mg1-f2", "Mg8-f7", "Mc9-d9", "Ab1-c1", "Ah1-g1", "Ph8-d8")
"""Behind these green can kill on d8."""


TO_THE_REPORTER = [
    "Ng7-b2",
    "Mb4xb2>a1",
    "Md2xb2>c4",
    "Ph8:b2>d8",
    "Pb5:b2>f9",
    "Rd1-d4",
    "Ci9-e5",
    "Pb2:e2>e4",
    "Pf9:c6>d1",
]
"""Behind these the green reporter can go to d5 and kill beside it."""


@pytest.fixture(autouse=True)
def no_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody ask for the list of all actions."""

    def refuse(*_: object) -> None:
        pytest.fail("the whole list of actions was built")

    monkeypatch.setattr(State, "legal", refuse)


def picking(match: Match) -> MoveEntry:
    return MoveEntry(match.state, match.state.active[0])


def test_spots_lead_to_an_action(make_match: Make) -> None:
    choice = picking(make_match(4))
    assert "c3" in choice.targets
    choice = choice.point("c2")
    assert choice.text is None
    assert "d3" in choice.targets
    choice = choice.point("d3")
    assert choice.done
    assert choice.text == "Mc2-d3"
    assert choice.back().prefix == ("c2",)


def test_another_piece_takes_the_place_of_the_first(make_match: Make) -> None:
    choice = picking(make_match(4)).point("c2").point("c3")
    assert choice.prefix == ("c3",)


def test_refusals_give_the_rules_reason(make_match: Make) -> None:
    choice = picking(make_match(4))
    with pytest.raises(IllegalAction, match=r"^The piece on i9 is not yours to move\.$"):
        choice.point("i9")
    with pytest.raises(IllegalAction, match=r"^A militant moves one or two cells: f5 is too far from c2\.$"):
        choice.point("c2").point("f5")


@pytest.mark.parametrize(
    ("game", "played", "prefix", "spot", "why"),
    [
        ("djambi", (), (), "a1", "Your piece on a1 cannot move now."),
        ("djambi", (), (), "e5", "You have nothing to move on e5."),
        ("djambi", SEVEN, ("d9", "d8"), "a1", "not empty"),
        ("epaminondas", (), ("2.2",), "4.3", "There is no straight line from 2.2 to 4.3."),
        ("epaminondas", (), (), "11.4", "The piece on 11.4 is not yours to move."),
        ("megiddo", ("A1",), (), "A1", "There is a stone on A1 already."),
    ],
)
def test_what_cannot_be_pointed_at_has_a_reason(
    game: str, played: Sequence[str], prefix: tuple[str, ...], spot: str, why: str
) -> None:
    match = Match.new(find(game), {})
    for text in played:
        match = match.play(text)
    choice = MoveEntry(match.state, match.state.active[0], tuple(map(Spot, prefix)))
    with pytest.raises(IllegalAction) as fault:
        choice.point(spot)
    assert why in str(fault.value)


def test_typed_text_is_read_as_far_as_it_goes(make_match: Make) -> None:
    choice = picking(make_match(4))
    assert choice.typed("Mc2-d")[0].prefix == ("c2",)
    assert "d3" in choice.typed("Mc2-d")[1]
    assert choice.typed("c2d3")[0].text == "Mc2-d3"
    assert choice.typed("zz")[1] == ()


def test_completions_go_on_from_what_is_typed(make_match: Make) -> None:
    choice = picking(make_match(4))
    found = choice.completions("Mc2-")
    assert found
    assert all(text.startswith("Mc2-") for text in found)
    assert "Mc2-d3" in found
    assert "abandon red" in choice.completions("aba")
    assert choice.completions("N") == ("Nc3",) == choice.completions("nc")
    assert choice.completions("C") == (), "the chief cannot move yet"
    assert set(choice.completions("c")) == {"Mc1", "Mc2", "Nc3"}
    assert str(choice.state.parse(choice.seat, choice.whole("nc3-c4"))) == "Nc3-c4"


def test_the_capture_mark_is_no_column(make_match: Make) -> None:
    match = make_match(4).play("Mc2-d3").play("Mg2-f3").play("Ng7-e7").play("Nc7-d7")
    choice, _ = picking(match).typed("Md3xf3>")
    assert choice.prefix == (Spot("d3"), Spot("f3"))
    assert choice.targets


def test_the_big_board_completes_at_once(make_match: Make) -> None:
    choice = picking(make_match(6))
    for text in ("", "A", "m", "k"):
        assert choice.completions(text) == choice.completions(text)
    assert choice.seat == Seat(0)


@pytest.mark.parametrize(("spot", "typed"), [("12.7", "2.7.2N10"), ("1.12", "1.11.5E1"), ("1.3", "1.4.4W1")])
def test_pointing_tells_the_reason_that_typing_tells(spot: str, typed: str) -> None:
    match = Match.new(find("epaminondas"), {})
    choice = MoveEntry(match.state, Seat(0), (Spot("1.7"),))
    told = choice._refusal(Spot(spot))
    with pytest.raises(IllegalAction) as refused:
        match.play(typed)
    assert str(told) == str(refused.value)
    with pytest.raises(IllegalAction, match="It cannot go 10 squares"):
        choice.point("12.7")


def test_examples_may_be_played_and_bare_spots_are_read(make_match: Make) -> None:
    choice = picking(make_match(4))
    examples = choice.examples(3)
    assert len({text[1:3] for text in examples}) == 3
    for text in examples:
        choice.state.play(choice.seat, choice.state.parse(choice.seat, text))
    assert choice.whole("c2 d3") == "c2 d3"
    assert str(choice.state.parse(choice.seat, "c2 d3")) == "Mc2-d3"
    assert choice.whole("c2-d3") == "c2-d3", "what the notation takes is left as it is"
    assert choice.whole("c2f5") == "c2f5", "what leads nowhere, too"


@pytest.mark.parametrize("text", ["c2 d3zz", "Mc2-d3zz", "Mc1-c2:Ma", "c2 d3 q"])
def test_what_goes_on_after_an_action_is_not_left_out(make_match: Make, text: str) -> None:
    assert picking(make_match(4)).whole(text) == text


CARDS = {"players": "2", "placement": "standard", "seed": "3"}


@pytest.mark.parametrize(
    ("prefix", "opening", "first"),
    [
        ((), "", "move kC "),
        (("ARR",), "move rC ARR-", "move rC ARR-BRU"),
        (("pay",), "pay ", "pay 3"),
        (("ANY", "EPH"), "move kI3 ANY-EPH", "move kI3 ANY-EPH kI1 NIC-ANY"),
    ],
)
def test_typing_opens_with_what_can_be_completed(prefix: tuple[str, ...], opening: str, first: str) -> None:
    """The name of a town alone is no beginning of an action: it can neither be read nor completed."""
    match = Match.new(find("mediterranee"), CARDS).deal()
    choice = MoveEntry(match.state, match.state.active[0], tuple(map(Spot, prefix)))
    assert choice.opening() == opening
    assert choice.completions(opening)[0] == first


def test_a_phalanx_opens_an_empty_line() -> None:
    """Its notation begins with its head: what its actions have in common by chance says nothing."""
    match = Match.new(find("epaminondas"), {})
    assert not MoveEntry(match.state, Seat(0), (Spot("1.11"),)).opening()


def test_the_name_of_a_town_is_completed_to_what_begins_there() -> None:
    match = Match.new(find("mediterranee"), CARDS).deal()
    choice = picking(match)
    assert set(choice.completions("arr")) == {
        "move rC ARR-BRU",
        "move rC ARR-GEN",
        "move rC ARR-LUG",
        "move rC ARR-MED",
    }
    assert choice.completions("MYT -E") == ("move kB1 MYT-EPH",)
    assert choice.completions("foo") == ()


def test_the_row_begins_with_the_pieces_that_can_move() -> None:
    match = Match.new(find("mediterranee"), CARDS).deal()
    choice = picking(match)
    found = choice.completions("")
    assert found[:2] == ("move kC ", "move kE ")
    assert found[-2:] == ("pass", "pay ")
    assert len({word.split()[1] for word in choice.completions("move ")}) == len(choice.completions("move ")) > 1
    assert choice.completions("move kB1 ") == choice.completions("kB1 ")
    assert all(word.startswith("move kB1 ") for word in choice.completions("kB1 "))
    assert "move kB1 MYT-EPH" in choice.completions("eph")


@pytest.mark.parametrize(
    ("log", "prefix", "said"),
    [
        (SEVEN, ("d9", "d8"), "now the cell for what stood there, one of "),
        (TO_THE_REPORTER, ("d4", "d5"), "now the victim, one of 2"),
        ((), ("c3", "c5"), ""),
    ],
)
def test_the_line_says_what_the_next_cell_is_for(log: Sequence[str], prefix: tuple[str, ...], said: str) -> None:
    match = Match.new(find("djambi"), {"players": "3"} if log is TO_THE_REPORTER else {"players": "4"})
    for text in log:
        match = match.play(text)
    choice = MoveEntry(match.state, match.state.active[0], tuple(map(Spot, prefix)))
    assert choice.lacks.startswith(said) if said else choice.lacks == ""
    assert "one of 1" not in choice.lacks


@pytest.mark.parametrize("sign", LACKS)
def test_one_cell_is_named_and_several_are_counted(sign: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for targets in (("b3",), ("b3", "b4")):
        monkeypatch.setattr(MoveEntry, "targets", tuple(map(Spot, targets)))
        monkeypatch.setattr(MoveEntry, "text", None)
        monkeypatch.setattr(MoveEntry, "preview", lambda _, prefix: "Re2-b2" + f"{sign or '-'}b3" * (len(prefix) > 2))
        state = Match.new(find("djambi"), {}).state
        told = MoveEntry(state, Seat(0), (Spot("e2"), Spot("b2"))).lacks
        assert ("b3;" in told, "one of 2" in told) == (len(targets) == 1, len(targets) == 2), told
        assert ("victim" in told) == (sign == "!")
