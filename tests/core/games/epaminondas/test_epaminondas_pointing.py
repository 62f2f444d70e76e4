"""A move told by the squares that are pointed at: the same move, or the same of the seven reasons, as by its text."""

from __future__ import annotations

import re
from random import Random

import pytest

from core.fault import BadNotation, IllegalAction
from core.game import Seat
from core.games.epaminondas.rules.notation import parse
from core.games.epaminondas.rules.refusal import WHOLE, WHOLE_ONE, Refusal
from tests.core.support.positions.epaminondas_positions import play, refusal, stand, start


@pytest.mark.parametrize(
    ("pointed", "typed"),
    [
        ("4.4-8.4", "5.4.2N3"),
        ("5.5-6.5", "5.5.1N1"),
        ("5.5-8.5", "7.5.3N1"),
        ("5.5-9.5", "7.5.3N2"),
        ("4.4-6.4", "5.4.2N1x1"),
        ("9.9-9.10", "9.9.1E1"),
        ("1.1-1.2", "1.1.1E1"),
        ("7.5-8.5", "7.5.1N1"),
        ("4.4-4.6", "4.4.1E2"),
        ("2.2-1.1", "2.2.1SW1"),
        ("2.2-0.0", "1.1.2SW1"),
        ("1.1-1.0", "1.1.1W1"),
    ],
)
def test_pointing_gives_the_same_move_or_reason_as_typing(pointed: str, typed: str) -> None:
    state = stand("W 1.1 2.2 4.4 5.4 5.5 6.5 7.5; B 6.4 8.5 9.5 10.5 12.14")
    meant = state.parse(Seat(0), pointed)
    assert str(meant).partition("x")[0] == typed.partition("x")[0]
    if state.is_legal(Seat(0), state.parse(Seat(0), typed)):
        assert str(meant) == typed
    else:
        assert refusal(state, pointed) == refusal(state, typed)
        assert refusal(state, pointed) in {*Refusal, WHOLE, WHOLE_ONE}


@pytest.mark.parametrize(("text", "square"), [("5.4-5.7", "5.4"), ("4.5-7.5", "4.5"), ("9.9-9.8", "9.9")])
def test_two_squares_without_a_piece_on_the_first_are_refused_for_that_square(text: str, square: str) -> None:
    """Nothing is said of a leading piece: none was named."""
    with pytest.raises(IllegalAction) as refused:
        play(stand("W 5.5 5.6 6.5; B 9.9 12.14"), text)
    assert str(refused.value) == f"The move needs a piece of white on {square}: there is none."


@pytest.mark.parametrize(("text", "column"), [("5.5-7.6", 5), ("5.5-5.5", 5), (" 5.5 - 6.7", 8)])
def test_squares_on_no_line_are_refused_with_their_column(text: str, column: int) -> None:
    with pytest.raises(BadNotation, match=r"^There is no straight line from 5\.5 to") as refused:
        start().parse(Seat(0), text)
    assert refused.value.fields["column"] == column


@pytest.mark.parametrize(
    ("text", "column", "told"),
    [
        ("7.4-6.4 ha", 9, "nothing was expected after"),
        ("7.4-6.4.", 8, "nothing was expected after"),
        (" 7.4 - 6.4 x2", 12, "nothing was expected after"),
        ("7.4 6.4 ha", 9, "nothing was expected after"),
        ("7.4-6", 6, "A full stop was expected"),
        ("7.4-", 5, "the row of the square where they go"),
        ("7.4-6.x", 7, "the column of the square where they go"),
        ("7.4 4N3", 5, "a full stop, as in 4.7.4N3x3"),
        ("7.4", 4, "a dash was expected, as in 4.7-5.7"),
        ("7.4.", 5, "how many pieces move (as in 4.7.4N3x3)"),
        ("7.4.6.4", 4, "A dash was expected at character 4 between two squares, as in 4.7-5.7"),
        (" 7.4. 6.", 5, "A dash was expected at character 5"),
        ("7.4.2", 6, "was expected at character 6, as in 4.7.4N3x3"),
        ("7.4.2N", 7, "how many squares they go (as in 4.7.4N3x3)"),
        ("7", 2, "A full stop was expected at character 2, as in 4.7-5.7"),
        ("x", 1, "the row of the rear piece (as in 4.7-5.7) or of the leading one (as in 4.7.4N3x3)"),
    ],
)
def test_a_mistake_in_two_squares_is_told_at_its_own_place(text: str, column: int, told: str) -> None:
    """What stands before it is right: it must not be looked for there."""
    with pytest.raises(BadNotation) as refused:
        start().parse(Seat(0), text)
    assert refused.value.fields["column"] == column
    assert told in str(refused.value)


EXAMPLES = ("4.7-5.7", "4.7.4N3x3")
SIGNS = {"a dash": "-", "a full stop": "."}


@pytest.mark.parametrize("text", [*(move[:at] for move in EXAMPLES for at in range(1, 7)), "4.7-5.7", "4.7.5.7"])
def test_the_sign_that_is_asked_for_stands_there_in_its_own_example(text: str) -> None:
    """A player writes what the example shows, and nothing else."""
    with pytest.raises(BadNotation) as refused:
        parse(text)
    told, column = str(refused.value).lower(), int(str(refused.value.fields["column"]))
    for sign, shown in re.findall(r"(a dash|a full stop)[^,]*, as in ([0-9.nx-]*[0-9])", told):
        assert shown[column - 1] == SIGNS[sign], told


def test_what_is_too_much_is_counted_in_characters() -> None:
    """A board has columns of its own."""
    with pytest.raises(BadNotation, match=r"^Character 8: nothing was expected after 7\.4-6\.4\.$"):
        start().parse(Seat(0), "7.4-6.4.1")


def test_every_move_is_told_by_its_two_squares() -> None:
    state, rng = start(size="8x8"), Random(3)
    while state.outcome is None:
        for action in state.legal(Seat(state.mover)):
            assert state.parse(Seat(state.mover), "-".join(action.path)) == action
        state = state.play(Seat(state.mover), state.wander(rng))


def test_a_symmetry_is_refused_alike() -> None:
    state = play(stand("W 11.3 2.5; B 2.12 11.10"), "11.3.1N1")
    assert refusal(state, "2.12-1.12") == refusal(state, "2.12.1S1") == Refusal.SYMMETRY


def test_the_reach_of_a_piece_is_that_of_the_phalanxes_it_ends() -> None:
    """Of whoever's turn it is: every square where one of them may land."""
    state = play(start(), "2.7.2N2")
    for spot in state.next_spots(Seat(1), ()):
        assert set(state.reach(spot)) == {action.path[1] for action in state.legal(Seat(1)) if action.path[0] == spot}
    assert set(state.reach(state.rules.board.names[0])) == {"1.7", "3.1", "4.1", "3.3", "4.4"}


@pytest.mark.parametrize(
    ("text", "meant"),
    [("2.4-4.4", "2.4.2N2"), ("2.4.1N2", "2.4.2N2"), ("1.4-2.4", "2.4.2N2"), ("1.4.2N2", "2.4.2N2")],
)
def test_a_refusal_that_names_another_part_gives_the_text_to_type(text: str, meant: str) -> None:
    """Whoever names the front piece before a dash, or the rear piece before a count, reads what plays."""
    state = start(size="8x8")
    with pytest.raises(IllegalAction) as refused:
        play(state, text)
    assert refused.value.fields["typed"] == "1.4-4.4"
    assert "1.4-4.4" in str(refused.value)
    assert str(state.parse(Seat(0), "1.4-4.4")) == meant


def test_what_is_told_of_a_move_of_several_names_the_squares_that_can_be_typed() -> None:
    state = start(size="8x8")
    for action in state.legal(Seat(0)):
        told = dict(state.effects(Seat(0), action)[0].fields)
        assert state.parse(Seat(0), f"{told.get('rear', told['start'])}-{told['cell']}") == action
