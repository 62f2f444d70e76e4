"""The worked examples of the rules, I to XIV, and one for each ruling about captures."""

from __future__ import annotations

import pytest

from core.games.megiddo.rules.board import LINES, NAMES
from tests.core.support.positions.megiddo_positions import after, stand, stones, told

EVERY = ("basic", "master", "grandmaster", "cleopatra", "cleopatra-master", "cleopatra-grandmaster")


@pytest.mark.parametrize("line", LINES, ids=[line.name for line in LINES])
@pytest.mark.parametrize("gap", range(6))
def test_1_the_sixth_stone_of_a_line_wins(line: tuple[object, ...], gap: int) -> None:
    name, _, points, _ = line
    assert isinstance(points, tuple)
    names = [NAMES[point] for point in points]
    state = after(stand(" ".join(names[:gap] + names[gap + 1 :])), names[gap])
    assert state.outcome is not None
    assert state.outcome.winners == (0,)
    assert state.outcome.points == (6, 0)
    assert state.outcome.reason == "megiddo"
    assert dict(state.outcome.detail)["megiddos"] == name


@pytest.mark.parametrize(
    ("variant", "mine", "foe", "move", "expected"),
    [
        ("basic", "F1", "A2 B3", "C4", "C4 (B3, A2)"),
        ("basic", "D3", "B3 C3 E3 F3", "A3", "A3 (B3, C3) (F3, E3)"),
        ("basic", "A5 D6", "A3 A4 B4 C5", "A2", "A2 (A3, A4) (B4, C5)"),
        ("basic", "A3 C2", "B3 C3 D3 E4", "F5", "F5 (E4, D3) (C3, B3)"),
        ("basic", "A4 D3 D5", "A2 A3 B3 C3 C4", "A1", "A1 (A2, A3) (B3, C3) (B3, C4)"),
        ("basic", "A5 D5 C2", "A3 A4 B3 C4 C3 C5", "A2", "A2 (A3, A4) (B3, C4)"),
        ("basic", "A6", "A1 A2", "A3", "A3"),
        ("master", "A6", "A1 A2", "A3", "A3 (A2, A1)"),
        ("master", "A4", "A5 A6", "A1", "A1 (A6, A5)"),
        ("master", "A2", "A1 A6", "A5", "A5 (A6, A1)"),
        ("basic", "A2", "A1 A6", "A5", "A5"),
        ("basic", "B3", "A3 D3", "C3", "C3"),
        ("cleopatra", "B3", "A3 D3", "C3", "C3 (D3, A3)"),
        ("cleopatra", "B3", "A3 D3 E3 F3", "C3", "C3 (D3, A3) (F3, E3)"),
        ("cleopatra", "B3 D3", "C3 E3 F3", "A3", "A3 (F3, C3) (F3, E3)"),
        ("grandmaster", "A6 B6 C6 D6 F6 D5", "E6 F1", "A2", "A2 (F1, E6)"),
        ("master", "A6 B6 C6 D6 F6 D5", "E6 F1", "A2", "A2"),
    ],
)
def test_captures_as_they_are_written(variant: str, mine: str, foe: str, move: str, expected: str) -> None:
    state = stand(mine, foe, variant=variant)
    assert told(state, move) == expected
    taken = expected.replace("(", "").replace(")", "").replace(",", "").split()
    later = after(state, move)
    assert set(stones(later, 0).split()) == set(mine.split()) | set(taken)
    assert set(stones(later, 1).split()) == set(foe.split()) - set(taken)
    assert later.captured[0] == len(set(taken)) - 1


def test_2_an_ended_game_has_no_moves() -> None:
    over = after(stand("D3", "B3 C3 E3 F3"), "A3")
    assert over.outcome is not None
    assert over.outcome.points == (10, 0)
    assert over.active == ()


def test_5_a_pair_that_its_owner_made_is_safe_on_that_line_only() -> None:
    state = after(stand("A3 D3", "B3", move=1), "C3")
    assert state.captured == (0, 0)
    for move in ("E3", "F3"):
        assert told(state, move) == move
    crossed = after(stand("A3 D3 B5", "B3 B4", move=1), "C3")
    assert told(crossed, "B2") == "B2 (B3, B4)"
    assert stones(after(crossed, "B2"), 1) == "C3"


def test_6_a_double_megiddo_scores_18_and_the_captures() -> None:
    state = stand("B1 C1 D2 E2", "A2 A3 A4 A5 A6 B2 C3 D4 E5 F6", move=1)
    board = state.to_json() | {"captured": [4, 4]}
    board.pop("result")
    from core.games.megiddo import GAME  # noqa: PLC0415 - one test sets captures

    over = GAME.setup(board)
    seat = over.active[0]
    over = over.play(seat, over.parse(seat, "A1"))
    assert over.outcome is not None
    assert over.outcome.points == (4, 22)
    assert dict(over.outcome.detail) == {"game": "megiddo", "megiddos": "A A1-F6", "arbatta": "no"}


def test_11_a_mixed_pair_falls() -> None:
    state = stand("A3", "B3", "C3", players="3")
    assert told(state, "D3") == "D3 (C3, B3)"
    assert after(state, "D3").stones[1:] == (0, 0)


def test_24_a_reverse_capture_may_take_two_colours() -> None:
    state = stand("B3", "A3", "D3", players="3", variant="cleopatra")
    assert told(state, "C3") == "C3 (D3, A3)"


@pytest.mark.parametrize(("blue", "red"), [("A6", "C6"), ("C6", "A6")])
def test_12_points_that_are_taboo(blue: str, red: str) -> None:
    state = after(stand("D6 E6 F6", "B6", move=1), blue)
    over = after(state, red)
    assert over.outcome is not None
    assert over.outcome.points == (8, 0)


def test_13_six_points_at_once_or_twenty_after_a_block() -> None:
    red = "D6 E6 F6 A1 A2 A3 A4 A5"
    at_once = after(stand(red, "B6"), "A6")
    assert at_once.outcome is not None
    assert at_once.outcome.points == (6, 0)
    blocked = after(stand(red, "B6", move=1), "A6")
    assert told(blocked, "C6") == "C6 (B6, A6)"
    over = after(blocked, "C6")
    assert over.outcome is not None
    assert over.outcome.points == (20, 0)
    assert dict(over.outcome.detail)["megiddos"] == "6 A"


@pytest.mark.parametrize("variant", EVERY)
@pytest.mark.parametrize("foes", ["B3", "B3 C3 D3"])
def test_one_or_three_foes_are_no_pair(variant: str, foes: str) -> None:
    far = {"B3": "C3", "B3 C3 D3": "E3"}[foes]
    state = stand(far, foes, variant=variant)
    assert told(state, "A3") == "A3"


@pytest.mark.parametrize("variant", EVERY)
def test_no_capture_through_the_star(variant: str) -> None:
    assert told(stand("D2", "A1 D1", variant=variant), "A2") == "A2"


def test_arbatta_ends_the_game_and_is_worth_its_stones() -> None:
    state = stand("D3 A6 F1", "B3 C3 A4 A5 B2", variant="basic")
    once = after(state, "A3")
    assert once.outcome is None
    assert once.captured == (4, 0)
    over = after(once, "F6", "C1")
    assert over.outcome is None
    win = stand("D3 A6 D6", "B3 C3 A4 A5 B4 C5")
    assert told(win, "A3") == "A3 (A4, A5) (B3, C3) (B4, C5)"
    last = after(win, "A3").outcome
    assert last is not None
    assert (last.reason, last.points, last.winners) == ("arbatta", (6, 0), (0,))
    twelve = after(stand("D3 A6 D6", "B3 C3 A4 A5 B4 C5", variant="cleopatra"), "A3")
    assert twelve.outcome is None
    assert twelve.captured == (6, 0)
