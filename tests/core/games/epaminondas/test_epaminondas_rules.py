"""Counts, properties that hold in any position, reading, refusals, positions as JSON, and what is told."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.bots import find as find_bot
from core.bots.bot import Budget
from core.fault import BadNotation, BadOption, BadPosition, Fault, IllegalAction
from core.game import Seat, Spot
from core.games.epaminondas.bot.evaluation import evaluate
from core.games.epaminondas.rules.action import OPPOSITE, Action
from core.games.epaminondas.rules.ray import FAR, NEAR, NEAR_VIEWS, RAY_VIEWS
from core.games.epaminondas.rules.refusal import NotationFault, Refusal
from core.games.epaminondas.rules.state import State
from core.match.match import Match
from core.option import settle
from core.scene import Layout
from core.study.exhaustive_search import perft
from tests.core.support.golden.golden_epaminondas import DEMONSTRATION
from tests.core.support.oracles.epaminondas_oracle import slow
from tests.core.support.positions.epaminondas_positions import GAME, ended, play, refusal, rows, stand, start, texts

ROOT = Path(__file__).parents[4]
TABLE = tomllib.loads((ROOT / "core/games/epaminondas/perft.toml").read_text(encoding="utf-8"))["perft"]
SIDE = 7
KINDS = st.sampled_from((".", ".", "W", "B"))
FROM_REAR = "From its rear piece on "
LEADS = "A move typed with a count names its leading piece: behind the one on "
OUTSIDE, NOT_THERE = "this part would stand on ", "which is not on the board."
BOARDS = st.lists(st.lists(KINDS, min_size=SIDE, max_size=SIDE).map("".join), min_size=SIDE, max_size=SIDE)


@pytest.mark.parametrize("entry", TABLE, ids=lambda entry: " ".join(map(str, entry["options"].values())))
def test_perft(entry: dict[str, Any]) -> None:
    assert perft(start(**entry["options"]), len(entry["nodes"])) == entry["nodes"]


@pytest.mark.parametrize(("ply", "nodes"), [(6, [133, 24175]), (13, [149, 405]), (20, [130, 798]), (23, [105])])
def test_perft_in_the_printed_game(ply: int, nodes: list[int]) -> None:
    assert perft(play(start(), *DEMONSTRATION.split()[:ply]), 2)[: len(nodes)] == nodes


def on(board: list[str], mover: str = "white") -> State:
    """Set a small board up with the symmetry rule off, as if nobody had won yet."""
    state = GAME.setup({"board": board, "to_move": mover, "options": {"symmetry": "off"}})
    assert isinstance(state, State)
    return State(state.rules, state.cells, state.mover)


@settings(max_examples=60, deadline=None)
@given(BOARDS)
def test_moves_are_those_of_the_words(board: list[str]) -> None:
    for mover in ("white", "black"):
        state = on(board, mover)
        assert texts(state) == slow(state)


@settings(max_examples=40, deadline=None)
@given(BOARDS)
def test_half_a_turn_with_exchanged_colours_changes_nothing(board: list[str]) -> None:
    swap = str.maketrans("WB", "BW")
    other = on([row[::-1].translate(swap) for row in reversed(board)], "black")
    turned = set()
    for action in on(board).legal(Seat(0)):
        row, column = SIDE + 1 - action.row, SIDE + 1 - action.column
        turned.add(Action(row, column, action.count, OPPOSITE[action.direction], action.distance, action.captured))
    assert turned == set(other.legal(Seat(1)))


@settings(max_examples=40, deadline=None)
@given(BOARDS)
def test_moves_lead_to_distinct_boards_and_keep_their_pieces(board: list[str]) -> None:
    state = on(board)
    seen = set()
    for action in state.legal(Seat(0)):
        after = state.play(Seat(0), action)
        seen.add(after.cells)
        assert action.captured < action.count
        assert after.cells.count(1) == state.cells.count(1)
        assert after.cells.count(2) == state.cells.count(2) - action.captured
    assert len(seen) == len(state.legal(Seat(0)))


@given(st.text(alphabet="0123456789.NnSsEWx X×O\x00é٣²", max_size=24))
def test_any_text_is_a_move_or_a_sentence_with_its_column(text: str) -> None:
    try:
        action = start().parse(Seat(0), text)
    except BadNotation as fault:
        assert 1 <= int(str(fault.fields["column"])) <= len(text) + 1  # noqa: PT017 - both ends are tested
    else:
        assert start().parse(Seat(0), str(action)) == action


@pytest.mark.parametrize(
    ("text", "column"),
    [("", 1), ("2", 2), ("2.7", 4), ("2.7.2", 6), ("2.7.2O1", 6), ("2.7.2N", 7), ("2.7.2N1x0", 9), ("2.7.2N1 N", 9)],
)
def test_bad_texts_are_refused_with_their_column(text: str, column: int) -> None:
    with pytest.raises(BadNotation) as refused:
        start().parse(Seat(0), text)
    assert refused.value.fields["column"] == column


def test_input_is_forgiven() -> None:
    state = start()
    for text in (" 2 . 7 . 2 n 2 ", "02.07.02N2", "2.7.2\u00a0N2"):
        assert str(state.parse(Seat(0), text)) == "2.7.2N2"
    for text in ("2.7-3.7", "2.7 - 3.7", "2.7 3.7", " 2.7  3.7 "):
        assert str(state.parse(Seat(0), text)) == str(state.parse(Seat(0), "2.7-3.7"))
    assert str(state.parse(Seat(1), " Resign ")) == "resign"


def test_a_wrong_count_of_captives_is_a_fault_of_the_notation() -> None:
    state = stand("W 4.4 5.4; B 6.4 12.1")
    for text in ("5.4.2N1", "5.4.2N1x2"):
        with pytest.raises(BadNotation, match=r"write 5\.4\.2N1x1\.$"):
            play(state, text)
        assert refusal(state, text) == NotationFault.OTHER
    assert refusal(start(), "2.7.2N2x1") == NotationFault.NONE


def test_there_are_seven_refusals_tested_in_their_order() -> None:
    assert len(Refusal) == 7
    state = stand("W 5.5 6.5 2.1; B 7.5 8.5 9.5 12.14")
    assert refusal(state, "9.5.9N9") == Refusal.NOT_YOURS
    assert refusal(state, "6.5.2N9") == Refusal.TOO_FAR
    assert refusal(state, "6.5.2N2") == Refusal.ENEMY_BEFORE
    assert refusal(state, "6.5.2N1") == Refusal.NOT_GREATER
    assert refusal(state, "2.1.1W1") == Refusal.OFF_BOARD
    assert refusal(state, "5.5.1N1") == Refusal.OWN_AHEAD


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "1.1.2NE1",
            f"{LEADS}1.1, piece 2 of {OUTSIDE}0.0, {NOT_THERE} {FROM_REAR}1.1 it is written 2.2.2NE1 or 1.1-3.3.",
        ),
        ("2.1.3N1", f"{LEADS}2.1, piece 3 of {OUTSIDE}0.1, {NOT_THERE}"),
        ("13.1.1N1", "The board has no square 13.1."),
        ("7.7.1N1", "The move needs a piece of white on 7.7: there is none."),
    ],
)
def test_a_part_that_is_not_whole_on_the_board_is_told_so(text: str, told: str) -> None:
    """The number names the leading piece, which whoever counts from the rear does not expect."""
    with pytest.raises(IllegalAction) as refused:
        play(start(), text)
    assert str(refused.value) == told


@given(st.text(alphabet="W.B", min_size=1, max_size=20), st.sampled_from((0, 1)))
def test_what_is_near_tells_the_moves(line: str, seat: int) -> None:
    """The first squares of a ray give the same moves as the whole ray, or say that more have to be looked at."""
    content = bytes([".WB".index(square) for square in line])
    run, gap, foes, ways = RAY_VIEWS[seat][content]
    near_run, near_gap, near_foes, near_ways = NEAR_VIEWS[seat][content[:NEAR]]
    assert near_ways != FAR or len(content) >= NEAR
    if near_ways != FAR:
        assert (near_run, near_ways) == (run, ways)
        for distance in range(1, ways + 1):
            assert (near_foes if distance > near_gap else 0) == (foes if distance > gap else 0)


def test_wandering_finds_every_rear_piece_and_only_legal_moves() -> None:
    state, rng = play(start(size="6x6"), "2.3.2N2"), Random(1)
    seen = {state.wander(rng) for _ in range(2000)}
    assert seen == set(state.legal(Seat(1)))


def test_declarations_end_the_game() -> None:
    state = start()
    for seat in (Seat(0), Seat(1)):
        resigned = state.play(seat, state.parse(seat, "resign"))
        assert ended(resigned) == (("black", "white")[seat], "resignation")
        assert ended(state.play(seat, state.parse(seat, "draw"))) == ("", "agreement")
    with pytest.raises(IllegalAction, match="It is not your turn: white plays now"):
        state.play(Seat(1), state.parse(Seat(1), "11.1.1S1"))


@pytest.mark.parametrize("size", ["1x12", "14x2", "31x8", "014x12", "14x", "8", "8x8x8", "-3x8", "٣x8"])
def test_sizes_that_are_not(size: str) -> None:
    with pytest.raises(BadOption):
        Match.new(GAME, {"size": size})


def test_options_must_fit_together() -> None:
    with pytest.raises(
        BadOption, match=r"^A board of 4 rows has no room for 2 filled rows on each side: it needs 5\.$"
    ):
        Match.new(GAME, {"size": "4x4"})
    with pytest.raises(BadOption):
        GAME.seats(settle(GAME, {"size": "4x4"}))
    low = Match.at_position(GAME, {"board": ["BB", "..", "..", "WW"], "to_move": "white"})
    assert (low.names, dict(low.header.options)["ranks"]) == (("white", "black"), "1")
    assert Match.fold(low.header, low.log) == low
    with pytest.raises(BadOption):
        Match.new(GAME, {"repetition": "1"})
    assert Match.new(GAME, {"preset": "quick"}).header.options[0] == ("size", "8x8")


def test_a_position_keeps_its_history() -> None:
    moves = ("2.1.1N1", "11.1.1S1", "3.1.1S1", "10.1.1N1")
    state = play(start(), *moves)
    again = GAME.setup(json.loads(json.dumps(state.to_json())))
    assert again == state
    assert isinstance(again, State)
    assert ended(play(again, *moves)) == ("", "repetition")
    fresh = GAME.setup({"board": rows("W 1.1; B 6.6"), "to_move": "black"})
    assert fresh.to_json()["repetitions"] == 1
    assert fresh.to_json()["last"] is None


GOOD: dict[str, object] = {"board": rows("W 1.1; B 6.6"), "to_move": "white"}


@pytest.mark.parametrize(
    "change",
    [
        {"board": None},
        {"board": []},
        {"board": ["..", "."]},
        {"board": ["." * 40] * 12},
        {"board": ["W?B"] * 4},
        {"board": [1, 2, 3]},
        {"to_move": "red"},
        {"to_move": None},
        {"ply": -1},
        {"ply": True},
        {"last": "N"},
        {"last": "draw"},
        {"history": 3},
        {"history": [["WW", "BB", ".."]]},
        {"result": {"reason": "luck", "winner": None}},
        {"result": {"reason": "crossing", "winner": "red"}},
        {"result": 3},
        {"king": "white"},
        {"options": 3},
    ],
)
def test_bad_positions_are_refused_in_a_sentence(change: dict[str, object]) -> None:
    with pytest.raises(BadPosition) as refused:
        GAME.setup({**GOOD, **change})
    assert str(refused.value).endswith(".")


def test_effects_tell_what_happened() -> None:
    state = stand("W 9.4 10.4 11.4; B 12.4 5.5")
    told = state.effects(Seat(0), state.parse(Seat(0), "11.4.3N1x1"))
    assert [effect.key for effect in told] == ["march", "take", "cross"]
    over = state.play(Seat(0), state.parse(Seat(0), "11.4.3N1x1"))
    assert [effect.key for effect in over.effects(Seat(1), over.parse(Seat(1), "5.5.1S1"))] == ["step", "over"]
    captured = stand("W 5.5 6.5 7.5; B 8.5 9.5 12.1")
    keys = [effect.key for effect in captured.effects(Seat(0), captured.parse(Seat(0), "7.5.3N1x2"))]
    assert keys == ["march", "rout"]


def test_the_scene_has_white_in_the_south_and_no_letters() -> None:
    scene = start(size="8x8").scene()
    assert scene.layout is Layout.SQUARE
    assert (scene.columns, scene.rows) == (16, 8)
    places = {cell.spot: (cell.x, cell.y) for cell in scene.cells}
    assert places["1.1"] == (0, 7)
    assert places["8.8"] == (14, 0)
    assert {piece.letter for piece in scene.pieces} == {""}
    assert [(seat.name, seat.pieces, seat.badges) for seat in scene.seats] == [
        ("white", 16, ("turn",)),
        ("black", 16, ()),
    ]


def test_paths_lead_from_the_rear_piece_to_the_landing_square() -> None:
    state = start()
    assert state.complete(Seat(0), state.parse(Seat(0), "2.7.2N2").path) == state.parse(Seat(0), "2.7.2N2")
    assert state.parse(Seat(0), "2.7.2N2").path == ("1.7", "4.7")
    assert state.complete(Seat(0), state.parse(Seat(0), "2.7.2N2").path[:1]) is None
    assert set(state.reach(Spot("12.7"))) == {"10.7", "9.7", "10.9", "9.10", "10.5", "9.4"}
    assert state.reach(Spot("6.6")) == state.reach(Spot("99.1")) == ()


def test_the_greedy_bot_takes_crosses_and_defends() -> None:
    def chosen(state: State) -> str:
        match = Match.at_position(GAME, state.to_json())
        return str(find_bot("greedy").choose(match, Seat(state.mover), Random(1), Budget()))

    assert chosen(stand("W 4.4 5.4 1.9; B 6.4 9.1 9.9")) == "5.4.2N1x1"
    winning = stand("W 11.4 3.3; B 12.14 12.13")
    assert chosen(winning).startswith("11.4.1N")
    threatened = stand("W 1.1 1.2 1.3 6.6; B 1.4 10.10", "white")
    assert chosen(threatened) in {"1.3.2E1x1", "1.3.3E1x1"}


def test_worth_is_one_side_s_gain() -> None:
    white, black = evaluate(stand("W 5.5 6.5; B 9.9"))
    assert white > 0 > black
    assert evaluate(stand("B 6.6")) == (-1000.0, 1000.0)
    assert issubclass(BadPosition, Fault)


def test_who_writes_a_move_wrong_is_shown_one() -> None:
    with pytest.raises(BadNotation, match=r"^At character 4, a dash was expected, as in 4\.7-5\.7,"):
        start().parse(Seat(0), "2.7")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("5.5-6.5", "A part of 3, from its rear piece on 5.5, can go 3 squares: up to 10.5 (type 5.5-10.5)."),
        ("6.5-7.5", "A part of 2, from its rear piece on 6.5, can go 2 squares: up to 9.5 (type 6.5-9.5)."),
        ("7.5-6.5", "A part of 3, from its rear piece on 7.5, can go 3 squares: up to 2.5 (type 7.5-2.5)."),
        ("5.4-5.5", "The way is blocked by a piece of the same colour on 5.5."),
        ("1.1-2.1", "The way is blocked by a piece of the same colour on 2.1."),
    ],
)
def test_a_line_that_bars_its_own_way_is_told_to_move_along(text: str, told: str) -> None:
    """Unless it cannot: an enemy stands right before it, and it is no greater."""
    state = stand("W 5.4 5.5 6.5 7.5 1.1 2.1; B 5.6 5.7 3.1 4.1 12.14")
    with pytest.raises(IllegalAction) as fault:
        play(state, text)
    assert str(fault.value).endswith(told)


@pytest.mark.parametrize(
    ("text", "part"), [("2.1-2.9", (13, "2.1")), ("2.3-2.13", (11, "2.3")), ("2.8.8E4", (13, "2.1"))]
)
def test_a_line_with_little_room_is_told_how_many_squares_it_can_go(text: str, part: tuple[int, str]) -> None:
    """It was told that it can go as far as was asked for, where only its last square is free."""
    state = stand(f"W {' '.join(f'2.{column}' for column in range(1, 14))}; B 12.14")
    with pytest.raises(IllegalAction) as fault:
        play(state, text)
    assert str(fault.value).endswith(
        f"A part of {part[0]}, from its rear piece on {part[1]}, can go 1 square: up to 2.14 (type {part[1]}-2.14)."
    )


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("1.7.2N2", "2.7.2N2"),
        ("5.5.2N1", "6.5.2N1"),
        ("5.5.2N2", "6.5.2N2x1"),
        ("6.5.2S2", "5.5.2S2"),
        ("5.5.2N3", ""),
        ("5.5.2E1", ""),
        ("1.7.9N1", ""),
    ],
)
def test_a_move_from_its_rear_piece_is_told_how_it_is_written(text: str, right: str) -> None:
    """Where it is legal so; the number of captures is told as it is."""
    state = stand("W 1.7 2.7 5.5 6.5; B 8.5 12.14")
    with pytest.raises(IllegalAction) as fault:
        play(state, text)
    written = f"From its rear piece on {text[:3]} it is written {right} or {text[:3]}-"
    assert (written in str(fault.value)) is bool(right)
    if right:
        assert str(fault.value).startswith(LEADS.removesuffix("behind the one on "))
        assert str(state.parse(Seat(0), str(fault.value).rpartition(" ")[2].rstrip("."))) == right
        play(state, right)
    else:
        assert "it is written" not in str(fault.value)
