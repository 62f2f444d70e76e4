"""The worked examples of the rules, one by one, and the printed game."""

from __future__ import annotations

import pytest

from core.fault import IllegalAction
from core.game import Seat
from core.games.epaminondas.rules.refusal import WHOLE, Refusal
from core.games.epaminondas.rules.state import State
from tests.core.support.golden.golden_epaminondas import DEMONSTRATION, TO_AND_FRO
from tests.core.support.positions.epaminondas_positions import ended, legal, play, refusal, squares, stand, start, texts

MOVES = tuple(DEMONSTRATION.split())[:23]
COUNTS = (114, 114, 149, 149, 149, 167, 133, 151, 149, 138, 154, 139, 153, 149, 139, 144, 124, 128, 140, 128, 130, 114)
PIECES = {6: (28, 28), 7: (28, 25), 8: (27, 25), 9: (27, 24), 14: (26, 24), 15: (26, 23), 16: (25, 23), 21: (25, 21)}
ACROSS = {12: (0, 0), 13: (1, 0), 14: (0, 0), 15: (1, 0), 16: (1, 1), 20: (1, 2), 21: (1, 0), 22: (1, 1), 23: (1, 0)}
FINAL = """BBBB.BWB..B.BB
BBBBB.W.BB.BBB
..............
..............
..............
..............
..............
..............
..W...........
..W...........
W.W.WW.BWWWWWW
..WWWWWWWWWWW."""


def test_the_printed_game_replays_move_by_move() -> None:
    state = start()
    for ply, text in enumerate(MOVES, 1):
        counted = len(texts(state))
        assert counted == (*COUNTS, 140)[ply - 1]
        state = play(state, text)
        told = state.to_json()
        white, black = PIECES.get(ply, (state.cells.count(1), state.cells.count(2)))
        assert told["pieces"] == {"white": white, "black": black}
        if ply in ACROSS:
            assert tuple(state.rules.board.crossed(state.cells, seat) for seat in (0, 1)) == ACROSS[ply]
    assert state.to_json()["board"] == FINAL.split()
    assert len(texts(state)) == 105
    assert {ended(play(state, text)) for text in texts(state)} == {("white", "crossing")}


def test_the_printed_game_is_read_with_its_blank() -> None:
    state = play(start(), *MOVES[:10])
    assert play(state, "7.7.3 N3") == play(state, "7.7.3N3")


@pytest.mark.parametrize(
    ("ply", "saving"),
    [
        (14, {"12.8.2W1x1", "4.8.3S3x1", "4.8.4S3x1"}),
        (16, {"4.8.3S3x1", "4.8.4S3x1"}),
        (21, {f"1.6.{n}E1x2" for n in (3, 4, 5)} | {f"1.9.{n}W1x2" for n in (3, 4, 5, 6)}),
        (22, {"2.8.1S1", "2.8.2S1"}),
    ],
)
def test_moves_that_do_not_lose_at_once(ply: int, saving: set[str]) -> None:
    state = play(start(), *MOVES[: ply - 1])
    assert {text for text in texts(state) if ended(play(state, text)) is None} == saving


def test_e1_start() -> None:
    state = start()
    assert len(texts(state)) == 114
    assert refusal(state, "2.7.2N3") == Refusal.TOO_FAR
    assert refusal(state, "1.7.1N1") == WHOLE
    assert refusal(state, "1.7.2S1") == Refusal.OFF_BOARD
    assert refusal(state, "1.7.1S1") == Refusal.OFF_BOARD
    assert refusal(state, "11.7.1S1") == Refusal.NOT_YOURS


def test_e2_a_row_of_four() -> None:
    state = stand("B 6.7 6.8 6.9 6.10 6.12; W 1.1", "black")
    four = {text for text in texts(state) if ".4" in text}
    assert four == {"6.7.4W1", "6.7.4W2", "6.7.4W3", "6.7.4W4", "6.10.4E1"}


def test_e3_splitting() -> None:
    state = stand("W 5.5 6.5 7.5; B 12.14")
    three = {text for text in texts(state) if ".3" in text[2:]}
    assert three == {f"7.5.3N{k}" for k in (1, 2, 3)} | {f"5.5.3S{k}" for k in (1, 2, 3)}
    assert legal(state, "7.5.2N2")
    assert legal(state, "6.5.1E1")
    assert refusal(state, "6.5.2N1") == WHOLE


def test_e4_capture() -> None:
    state = stand("W 5.5 6.5 7.5; B 9.5 10.5 11.5 4.5 3.5 8.2 7.3 6.4")
    assert legal(state, "7.5.3N1")
    assert refusal(state, "7.5.3N2") == Refusal.NOT_GREATER
    assert refusal(state, "5.5.2S1") == Refusal.NOT_GREATER
    after = play(state, "5.5.3S1x2")
    assert squares(after, "W") == {"4.5", "5.5", "6.5"}
    assert legal(after, "6.4.3SE1x1")
    assert legal(after, "6.4.2SE1x1")
    assert refusal(after, "6.4.1SE1") == Refusal.NOT_GREATER


def test_e5_a_gap_protects() -> None:
    state = stand("W 5.1 5.2 5.3; B 5.5 5.7")
    assert refusal(state, "5.3.3E3") == Refusal.ENEMY_BEFORE
    after = play(state, "5.3.3E2x1")
    assert squares(after, "W") == {"5.3", "5.4", "5.5"}
    assert squares(after, "B") == {"5.7"}


def test_e6_two_take_one() -> None:
    assert legal(stand("W 5.1 5.2 5.7; B 5.3 5.9"), "5.2.2E1x1")


def test_e7_a_crossing_wins_at_the_next_own_turn() -> None:
    state = play(stand("W 11.5; B 12.1 6.6"), "11.5.1N1")
    assert ended(state) is None
    over = play(state, "6.6.1S1")
    assert ended(over) == ("white", "crossing")
    assert over.active == ()
    assert refuse_all(over) == {"The game is over."}


def refuse_all(state: State) -> set[str]:
    """Give why a finished game takes nothing more from anybody."""
    told = set()
    for seat in map(Seat, (0, 1)):
        for text in ("12.5.1S1", "5.6.1N1", "resign", "draw"):
            with pytest.raises(IllegalAction) as refused:
                state.play(seat, state.parse(seat, text))
            told.add(str(refused.value))
    return told


def test_e8_one_may_withdraw_and_lose() -> None:
    state = stand("W 12.5 3.3; B 1.1 6.6")
    assert ended(state) is None
    assert ended(play(state, "12.5.1S1")) == ("black", "crossing")


def test_e9_without_a_move_one_loses() -> None:
    assert ended(stand("B 6.6")) == ("black", "no_moves")
    assert ended(stand("W 6.1; B 5.1 5.2 6.2 7.1 7.2")) == ("black", "no_moves")


def test_e10_crossing_comes_before_no_moves() -> None:
    assert ended(stand("W 12.1; B 12.2 11.1 11.2")) == ("white", "crossing")


@pytest.mark.parametrize(
    ("symmetry", "more", "free"),
    [
        ("board", "", False),
        ("move", "", False),
        ("off", "", True),
        ("board", " 6.6", True),
        ("move", " 6.6", False),
    ],
)
def test_e11_e12_symmetry(symmetry: str, more: str, free: bool) -> None:  # noqa: FBT001 - a column of the table
    state = play(stand(f"W 11.3 2.5{more}; B 2.12 11.10", symmetry=symmetry), "11.3.1N1")
    assert legal(state, "2.12.1S1") == free
    assert ("2.12.1S1" in texts(state)) == free
    assert refusal(state, "2.12.1S1") == ("" if free else Refusal.SYMMETRY)
    assert legal(state, "2.12.1SE1")
    assert legal(state, "2.12.1SW1")


def test_e13_along_the_far_row_is_free() -> None:
    assert legal(stand("W 12.3; B 1.11"), "12.3.1E1")


@pytest.mark.parametrize("symmetry", ["board", "move", "off"])
def test_e14_copying_is_free_at_first(symmetry: str) -> None:
    assert legal(play(start(symmetry=symmetry), "2.12.2NW2"), "11.3.2SE2")


def test_e15_the_third_occurrence_is_a_draw() -> None:
    state = play(start(), *TO_AND_FRO)
    assert state.repetitions == 2
    assert ended(play(state, *TO_AND_FRO)) == ("", "repetition")
    assert ended(play(start(repetition="0"), *TO_AND_FRO * 5)) is None
    assert ended(play(start(repetition="2"), *TO_AND_FRO)) == ("", "repetition")
