"""The match: points, who wins, who starts next, resignation, draws, slides, and when partners may talk."""

from __future__ import annotations

from typing import Any

import pytest

from core.fault import IllegalAction
from core.game import Seat, Talk
from core.games import find
from core.games.megiddo.rules.ruleset import rules
from core.games.megiddo.rules.score import NOBODY, Reason, Result, champion, next_opener, next_seat
from core.match.match import Match
from core.option import settle
from tests.core.support.positions.megiddo_positions import after, match, stand, stones

GAME = find("megiddo")


def shown(game: Match) -> Any:  # noqa: ANN401 - a state, with what is Megiddo's own
    """Give the state of a match."""
    return game.state


def won(points: tuple[int, ...], winner: int = 0) -> Result:
    return Result(winner, (), False, points, Reason.MEGIDDO if winner != NOBODY else Reason.PATARA)  # noqa: FBT003


@pytest.mark.parametrize(
    ("totals", "winner", "expected"),
    [
        ((35, 0), 0, NOBODY),
        ((36, 0), 0, 0),
        ((36, 50), 0, 1),
        ((40, 40), 1, 1),
        ((40, 40), NOBODY, NOBODY),
        ((40, 40, 6), 2, NOBODY),
        ((40, 40, 41), 0, 2),
    ],
)
def test_31_the_highest_total_wins_then_the_last_winner(totals: tuple[int, ...], winner: int, expected: int) -> None:
    chosen = rules(settle(GAME, {"players": str(len(totals))}))
    assert champion(chosen, won(totals, winner), totals) == expected


@pytest.mark.parametrize(
    ("result", "totals", "opener", "expected"),
    [
        (won((6, 0)), (6, 0), 0, 1),
        (won((0, 6), 1), (0, 6), 0, 0),
        (won((2, 4), NOBODY), (9, 4), 0, 0),
        (won((4, 4), NOBODY), (9, 4), 0, 1),
        (won((4, 4), NOBODY), (4, 9), 1, 0),
        (won((4, 4), NOBODY), (4, 4), 0, 1),
        (won((4, 4), NOBODY), (4, 4), 1, 0),
        (won((8, 2, 0)), (8, 2, 0), 0, 2),
        (won((8, 2, 2)), (8, 7, 2), 0, 2),
        (won((8, 2, 2)), (8, 2, 2), 1, 2),
        (won((8, 2, 2)), (8, 2, 2), 2, 1),
    ],
)
def test_32_the_loser_starts(result: Result, totals: tuple[int, ...], opener: int, expected: int) -> None:
    assert next_opener(result, totals, opener) == expected


def test_33_partners_keep_alternating() -> None:
    four, six = (rules(settle(GAME, {"players": players})) for players in ("4", "6"))
    assert [next_seat(four, 0, last) for last in range(4)] == [2, 2, 0, 0]
    assert [next_seat(four, 1, last) for last in range(4)] == [1, 3, 3, 1]
    assert [next_seat(six, 2, last) for last in range(6)] == [2, 2, 5, 5, 5, 2]


def win_by_six(players: str = "2", target: str = "36") -> list[str]:
    """Give moves by which seat 0's colour fills radial A, the others spread without pairs."""
    del players, target
    return ["A1", "C1", "A2", "E3", "A3", "C5", "A4", "E1", "A5", "C3", "A6"]


def test_a_match_is_one_log_of_games() -> None:
    game = match()
    for text in win_by_six():
        game = game.play(text)
    state = shown(game)
    assert state.outcome is None
    assert state.to_json()["points"] == [6, 0]
    assert (stones(state, 0), stones(state, 1)) == ("", "")
    assert state.active == (1,)
    for _ in range(5):
        while state.active == (1,) and state.ply == 0:
            game = game.play("B4")
            state = shown(game)
        points = state.points
        spots = [text for text in win_by_six() if text[0] == "A"]
        for text, other in zip(spots, ("D1", "F3", "D5", "F1", "D3", "F5"), strict=True):
            game = game.play(text)
            if shown(game).points != points or game.state.outcome:
                break
            game = game.play(other)
        state = shown(game)
    assert state.outcome is not None
    assert state.outcome.reason == "target"
    assert state.outcome.winners == (0,)
    assert state.outcome.points == (36, 0)


def test_one_game_is_no_match() -> None:
    game = match(target="1", starter="1")
    assert game.state.active == (1,)
    for text in win_by_six():
        game = game.play(text)
    assert game.state.outcome is not None
    assert (game.state.outcome.winners, game.state.outcome.reason) == ((1,), "megiddo")
    assert game.state.outcome.points == (0, 6)


def filled() -> tuple[str, str]:
    """Give two colours' stones on all points but A1 without a line, and no capture at A1."""
    rows = ("110011", "001100", "110011", "001100", "110011", "001100")
    signs = {f"{'ABCDEF'[at // 6]}{at % 6 + 1}": rows[at // 6][at % 6] for at in range(36)}
    signs.pop("A1")
    return tuple(" ".join(name for name, sign in signs.items() if sign == colour) for colour in "01")  # type: ignore[return-value]


def test_28_a_full_board_is_a_patara() -> None:
    state = stand(*filled(), move=1)
    over = after(state, "A1")
    assert over.outcome is not None
    assert (over.outcome.reason, over.outcome.winners) == ("patara", ())
    again = after(stand(*filled(), move=1, target="36"), "A1")
    assert again.outcome is None
    assert again.empty.bit_count() == 36


def says(state: Any, seat: int, text: str) -> Any:  # noqa: ANN401 - a state
    """Declare something."""
    return state.play(Seat(seat), state.parse(Seat(seat), text))


def test_34_the_last_colour_scores_as_for_the_cheapest_line() -> None:
    state = after(stand("F1", "A2 B3"), "C4")
    over = says(state, 0, "resign")
    assert over.outcome.reason == "resignation"
    assert over.outcome.points == (2, 6)
    assert over.outcome.winners == (1,)


def test_34_three_colours_go_on_without_the_one_who_resigned() -> None:
    state = stand("A1", "B3", "C5", players="3")
    left = state.play(Seat(0), state.parse(Seat(0), "resign"))
    assert left.active == (1,)
    assert stones(left, 0) == "A1"
    assert left.to_json()["resigned"] == [0]
    assert left.declarations(Seat(0)) == ()
    assert after(left, "F6", "F4").active == (1,)
    with pytest.raises(IllegalAction, match="resigned already"):
        left.play(Seat(0), left.parse(Seat(0), "resign"))
    over = left.play(Seat(2), left.parse(Seat(2), "resign"))
    assert over.outcome is not None
    assert over.outcome.winners == (1,)
    assert over.outcome.points == (0, 6, 0)


def test_34_in_a_team_both_must_resign() -> None:
    state = stand("A1", "B3", players="4")
    said = state.play(Seat(2), state.parse(Seat(2), "resign"))
    assert said.outcome is None
    assert said.active == (0,)
    assert said.to_json()["resigning"] == [2]
    with pytest.raises(IllegalAction, match="your partner must too"):
        said.play(Seat(2), said.parse(Seat(2), "resign"))
    over = said.play(Seat(0), said.parse(Seat(0), "resign 0"))
    assert over.outcome is not None
    assert over.outcome.winners == (1, 3)
    assert over.outcome.points == (0, 6, 0, 6)


def test_35_whoever_is_waited_for_no_longer_loses_for_their_team() -> None:
    state = stand("A1", "B3", players="4")
    assert state.forfeit(Seat(2)) == state.parse(Seat(2), "forfeit")
    assert "forfeit" not in map(str, state.declarations(Seat(2))), "no player says it"
    for said in (state, says(state, 0, "resign"), says(state, 2, "resign")):
        over = says(said, 2, "forfeit")
        assert over.outcome.winners == (1, 3)
        assert over.outcome.points == (0, 6, 0, 6)
        assert (over.outcome.reason, over.outcome.why) == ("resignation", "forfeit"), "nobody has resigned"
        assert find("megiddo").setup({**over.to_json(), "resigned": []}).outcome == over.outcome
    both = says(says(state, 0, "resign"), 2, "resign")
    assert both.outcome.why == "resignation"
    again = says(stand("A1", "B3", players="4", target="36"), 2, "forfeit")
    assert again.outcome is None
    assert again.points == (0, 6)
    begun = stand("A1", "B3", players="4", target="36")
    ended = begun.game_end(Seat(2), begun.parse(Seat(2), "forfeit"))
    assert ended.outcome is not None
    assert ended.outcome.why == "forfeit"
    with pytest.raises(IllegalAction):
        says(over, 1, "forfeit")


def test_35_three_teams_go_on_without_one() -> None:
    state = stand("A1", "B3", "C5", players="6")
    left = says(state, 0, "forfeit")
    assert left.active == (1,)
    assert left.forfeit(Seat(3)) is None, "a seat of the team that has lost"
    over = says(left, 5, "forfeit")
    assert over.outcome.winners == (1, 4)


def test_35_who_plays_alone_resigns() -> None:
    for players in ("2", "3"):
        state = stand("A1", "B3", *(["C5"] if players == "3" else []), players=players)
        assert state.forfeit(Seat(0)) is None
        with pytest.raises(IllegalAction):
            says(state, 0, "forfeit")


def test_34_in_a_match_a_resignation_names_its_game() -> None:
    first = match(target="36").play("C4")
    assert [str(action) for action in first.state.declarations(Seat(1))] == ["resign 1", "draw"]
    second = first.play("resign 1", Seat(1)).play("C4")
    assert shown(second).points == (6, 0)
    assert str(second.state.declarations(Seat(0))[0]) == "resign 2"
    with pytest.raises(IllegalAction, match=r"^Game 2 is played now: resign 1 is about another\.$"):
        second.play("resign 1", Seat(0))
    with pytest.raises(IllegalAction, match="only the number of a game"):
        second.play("resign 02", Seat(0))
    assert GAME.setup(second.state.to_json()) == second.state
    assert second.state != first.state
    assert shown(second.play("Resign 2", Seat(0))).points == (6, 6)
    assert second.play("resign", Seat(0)).state == second.play("resign 2", Seat(0)).state


def test_34_one_game_alone_has_no_number() -> None:
    state = stand("F1", "A2 B3")
    assert [str(action) for action in state.declarations(Seat(0))] == ["resign", "draw"]
    assert state.parse(Seat(1), "resign 1") == state.parse(Seat(1), "resign")


def test_35_a_draw_is_a_patara() -> None:
    state = after(stand("F1", "A2 B3"), "C4")
    over = state.play(Seat(1), state.parse(Seat(1), "draw"))
    assert over.outcome is not None
    assert (over.outcome.reason, over.outcome.winners, over.outcome.points) == ("agreement", (), (2, 0))
    again = after(stand("F1", "A2 B3", target="36"), "C4")
    again = again.play(Seat(1), again.parse(Seat(1), "draw"))
    assert (again.points, again.active, again.outcome) == ((2, 0), (1,), None)


def test_3_partners_are_silent_from_the_first_stone_to_the_last() -> None:
    for players, word, expected in (
        ("4", "off", Talk.ETIQUETTE),
        ("6", "off", Talk.ETIQUETTE),
        ("4", "on", Talk.OPEN),
        ("2", "off", Talk.OPEN),
        ("3", "off", Talk.OPEN),
    ):
        game = match(players=players, team_talk=word)
        assert game.state.talk is Talk.OPEN
        game = game.play("C4")
        assert game.state.talk is expected
        assert game.play("draw", Seat(0)).state.talk is Talk.OPEN


def test_slides_go_along_the_radial_over_empty_points() -> None:
    state = stand("A2 B1", "A5 B2", slide="yes")
    assert [str(action) for action in state.legal(Seat(0)) if "-" in str(action)] == ["A2-A1", "A2-A3", "A2-A4"]
    moved = after(state, "a2 - a4")
    assert stones(moved, 0) == "A4 B1"
    assert moved.quiet == 1
    assert after(moved, "F6").quiet == 0
    for text, reason in (
        ("A2-A6", "The way from A2 to A6 is blocked"),
        ("A2-A5", "There is a stone on A5 already"),
        ("A2-B3", "along its radial only"),
        ("A5-A4", "is not yours"),
        ("C1-C2", "no stone on C1"),
        ("A2-A2", "another point than A2"),
    ):
        with pytest.raises(IllegalAction, match=reason):
            after(state, text)
    with pytest.raises(IllegalAction, match="Stones do not slide"):
        after(stand("A2"), "A2-A3")


def test_38_a_slid_stone_captures_and_39_twenty_quiet_ones_end_the_game() -> None:
    state = stand("A3 D6", "B3 C3 F1", slide="yes", slide_limit="3")
    taken = after(state, "D6-D3")
    assert stones(taken, 0) == "A3 B3 C3 D3"
    assert taken.quiet == 0
    over = after(state, "D6-D5", "F1-F2", "A3-A4")
    assert over.outcome is not None
    assert (over.outcome.reason, over.outcome.why) == ("patara", "slides"), "the board is not full"
    assert Match.at_position(GAME, over.to_json()).state.outcome == over.outcome
    assert after(state, "D6-D5", "F1-F2", "B1").outcome is None


def test_39_without_a_limit_quiet_slides_end_nothing() -> None:
    state = stand("A3 D6", "B3 C3 F1", slide="yes", slide_limit="0")
    there_and_back = ["D6-D5", "F1-F2", "D5-D6", "F2-F1"]
    assert after(state, *there_and_back * 30).outcome is None


def test_10_a_bracket_that_left_and_came_back_is_fresh() -> None:
    state = after(stand("A3 D3", "B3", move=1, slide="yes"), "C3")
    assert after(state, "D3-D4", "F6", "D4-D3").captured == (2, 0)
