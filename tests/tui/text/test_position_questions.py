"""A position is asked about alike at a table, in a replay and in a lesson; grids say what their letters are."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import pytest

from core.game import Seat
from core.games import find, names
from core.option import settle
from tests.gallery.fixed_table import match_of
from tests.tui.text.test_text_mode import hold
from tui.i18n import translation
from tui.table.sentences.plain_board import lettered_board
from tui.text.shell.board_look import _with_end
from tui.text.shell.rules_lines import panel_word, rules_lines

MEGIDDO = ["2", "megiddo target=1", "C4"]


async def test_a_replay_answers_what_a_table_does(parley_home: Path) -> None:
    game = [*MEGIDDO, "D4", "resign", "yes", "quit"]
    asked = ["1", "last", "row 4", "radial c", "neighbours d4", "reach c4", "row 9", "help", "quit", "quit", "9"]
    said = await hold(parley_home, [*game, "7", *asked])
    assert "RING 4: C4: ● Red stone; D4: ■ Blue stone." in said
    assert "RADIAL C: C4: ● Red stone." in said
    assert [line for line in said if line.startswith("AROUND D4: ■ Blue stone; ") and "west C4: ● Red stone" in line]
    assert "REACH C4: nowhere." in said
    errors = [line for line in said if line.startswith("ERROR")]
    assert errors == ["ERROR There is no ring 9 on this board: its rings are 1 to 6, its radials A to F."]
    assert [line for line in said if line.startswith("row, column, neighbours, reach and a name: ")]


@pytest.mark.parametrize(("language", "board"), [("en", "board"), ("fr", "plateau")])
async def test_a_replay_tells_the_position_after_the_decision_of_a_number(
    parley_home: Path, language: str, board: str
) -> None:
    translation.use(language)
    game = [*MEGIDDO, "D4", "resign", "yes", "quit", "7", "1"]
    said = await hold(parley_home, [*game, "go 2", f"{board} 1", board, f"{board} 9", f"{board} x", *["quit"] * 2, "9"])
    there = {
        "en": "NOTE the position after decision 1 of 3; the replay stays at decision 2.",
        "fr": "NOTE la position après la décision 1 sur 3\u00a0; on reste à la décision 2.",
    }
    at = said.index(there[language])
    stones = [line.split()[1:] for line in said[at:] if line.startswith("  4 ")]
    assert [sum(sign in {"r", "b"} for sign in row) for row in stones] == [1, 2], "then the one at which it stands"
    assert [line for line in said if line.startswith(("ERROR", "ERREUR"))] == {
        "en": ["ERROR There is no decision 9 in this replay: its last one is 3.", "ERROR x is no number."],
        "fr": [
            "ERREUR Il n’y a pas de décision 9 dans cette partie\u00a0: la dernière est la 3.",
            "ERREUR x n’est pas un nombre.",
        ],
    }[language]


@pytest.mark.parametrize("line", ["first 5", "fin 5", "run 5", "pacts 5", "turns 5", "help 5"])
async def test_a_replay_drops_no_number(parley_home: Path, line: str) -> None:
    game = [*MEGIDDO, "D4", "resign", "yes", "quit", "7", "1"]
    said = await hold(parley_home, [*game, line, "quit", "quit", "9"])
    refused = f"ERROR `{line.split(maxsplit=1)[0]}` takes no number: "
    assert said.count(f"{refused}`board 5` tells the position after decision 5, `go 5` leads there.") == 1


async def test_a_replay_tells_who_sat_where_and_the_cards_after_a_decision(parley_home: Path) -> None:
    game = ["2", "mediterranee", "", "resign", "yes", "quit", "7", "1"]
    said = await hold(parley_home, [*game, "last", "seats 0", "hand 0", "quit", "quit", "9"])
    at = [at for at, line in enumerate(said) if line.startswith("NOTE the position after decision 0 of ")]
    assert len(at) == 2
    assert any(line.startswith("SEAT 1 ") for line in said[at[0] :])
    assert not [line for line in said[at[0] :] if line.startswith("ERROR")]


@pytest.mark.parametrize("line", ["board 2", "hint 2", "again 2", "next 2", "previous 2", "seats 2", "help 2"])
async def test_a_lesson_drops_no_number(parley_home: Path, line: str) -> None:
    for course in ("lesson djambi 3", "puzzle megiddo 3"):
        said = await hold(parley_home, [course, line, "quit", "9"])
        assert said.count(f"ERROR `{line.split(maxsplit=1)[0]}` takes no number here.") == 1


async def test_a_lesson_repeats_as_many_lines_as_a_table(parley_home: Path) -> None:
    said = await hold(parley_home, ["lesson djambi 3", "repeat 2", "repeat", "quit", "9"])
    task = next(at for at, line in enumerate(said) if line.startswith("TASK "))
    assert said[task - 1 : task + 1] * 3 == [*said[task - 1 : task + 1], *said[task + 1 : task + 5]]


GAMES = {"djambi": "a1", "epaminondas": "1.1", "megiddo": "A1", "mediterranee": "ROM"}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
async def test_a_question_without_a_name_is_told_how_the_whole_line_is_written(
    parley_home: Path, game: str, language: str
) -> None:
    """The line that a refusal shows is understood, and no sign stands there that nobody has typed."""
    translation.use(language)
    words = ["reach", "neighbours", "row", "column"] if language == "en" else ["portée", "voisins", "cercle", "rayon"]
    said = await hold(parley_home, ["2", game, "", *words, "quit", "9"])
    refused = [line for line in said if line.startswith(("ERROR", "ERREUR"))]
    assert len(refused) == len(words)
    assert not [line for line in refused if "?" in line]
    lines = [shown for line in refused for shown in re.findall("`(.*?)`", line)]
    assert len(lines) == (2 if game == "mediterranee" else 4), "a map has no rows"
    again = await hold(parley_home, ["2", game, "", *lines, "quit", "9"])
    assert not [line for line in again if line.startswith(("ERROR", "ERREUR", "NO "))]
    assert [line for line in again if line.startswith(("AROUND ", "AUTOUR "))]


async def test_a_lesson_and_a_replay_say_what_is_missing_too(parley_home: Path) -> None:
    game = [*MEGIDDO, "D4", "resign", "yes", "quit", "7", "1", "last", "ring", "reach", "quit", "quit"]
    said = await hold(parley_home, [*game, "lesson djambi 3", "reach", "quit", "9"])
    refused = [line for line in said if line.startswith("ERROR")]
    assert [line.partition(" is missing: ")[0] for line in refused] == [
        "ERROR The name of a ring",
        "ERROR The name of a cell",
        "ERROR The name of a cell",
    ]


async def test_a_lesson_answers_what_a_table_does(parley_home: Path) -> None:
    translation.use("fr")
    lines = [
        "leçon epaminondas 1",
        "ligne 5",
        "colonne 1",
        "voisins 5.5",
        "portée 5.5",
        "coups",
        "coups 1.1",
        "quitter",
    ]
    said = await hold(parley_home, [*lines, "9"])
    assert not [line for line in said if line.startswith("NON ")], "none of these is taken for an answer"
    kinds = ("LIGNE 5", "COLONNE 1", "AUTOUR 5.5", "PORTÉE 5.5", "COUPS depuis ")
    for kind in kinds:
        assert [line for line in said if line.startswith(kind)], kind


async def test_stones_are_placed_on_cells_and_move_from_them(parley_home: Path) -> None:
    said = await hold(parley_home, [*MEGIDDO, "wait", "moves", "quit", "2", "epaminondas", "moves", "quit", "9"])
    assert [line for line in said if line.startswith("MOVES: A1, A2, ")]
    assert [line for line in said if line.startswith("MOVES from 1.1, ")]


def test_a_grid_explains_its_letters() -> None:
    game = find("megiddo")
    start = game.start(settle(game, {}))
    legend = lettered_board(start.scene(Seat(0)), panel_word, plain=True)[-1]
    assert legend.endswith("f a: the radials F A once more, because the rings close")
    translation.use("fr")
    plain = find("epaminondas")
    grid = lettered_board(plain.start(settle(plain, {})).scene(None), panel_word, plain=True)
    assert grid[-1] == "b blanc, n noir"
    assert any(row.split()[:2] == ["12", "n"] for row in grid)


def test_the_boards_of_the_rules_name_their_rings() -> None:
    lines = rules_lines("megiddo", "1 drawn", plain=True)
    caption = next(at for at, line in enumerate(lines) if "C4" in line and "red stone" in line.casefold())
    grid = lines[:caption]
    assert any(line.split()[:1] == ["4"] and "r" in line.split()[1:] for line in grid), grid


async def test_steps_that_are_counted_say_where_they_lead(parley_home: Path) -> None:
    translation.use("fr")
    said = await hold(parley_home, ["2", "epaminondas", "coups 2.7", "ligne 2", "quitter", "9"])
    (moves,) = (line for line in said if line.startswith("COUPS 2.7"))
    assert "2.7.1N1 vers 3.7\u00a0; " in moves
    (row,) = (line for line in said if line.startswith("LIGNE 2"))
    assert "2.7\u00a0: ● Blanc pion" in row


@pytest.mark.parametrize("game", names())
def test_every_move_of_a_piece_says_where_it_ends(game: str) -> None:
    """A place counts as named where it stands by itself, not where its digits occur in how a move is written."""
    state = match_of(4 if game == "djambi" else 2, 4, 3, game).state
    seat = state.active[0]
    scene = state.scene(seat)
    cells = {cell.spot for cell in scene.cells}
    for action in islice(state.legal(seat), 500):
        if len(action.path) > 1 and action.path[-1] in cells:
            assert action.path[-1] in re.split(r"[^\w.]", _with_end(str(action), action.path, scene)), str(action)


async def test_moves_of_a_phalanx_all_name_their_end(parley_home: Path) -> None:
    said = await hold(parley_home, ["2", "epaminondas", "moves 1.4", "quit", "9"])
    (moves,) = [line for line in said if line.startswith("MOVES 1.4: ")]
    told = moves.removeprefix("MOVES 1.4: ").split("; ")
    assert "2.3.2NW1 to 3.2" in told
    assert all(" to " in one for one in told)


@pytest.mark.parametrize(("language", "legend"), [("en", "r ● Red, b ■ Blue"), ("fr", "r ● Rouge, b ■ Bleu")])
async def test_no_stone_on_the_board_is_a_number_like_its_rows(parley_home: Path, language: str, legend: str) -> None:
    translation.use(language)
    said = await hold(parley_home, ["2", "megiddo", "C4", "D4", "board", "quit", "9"])
    (row,) = [line for line in said if line.startswith("  4 ")]
    assert row.split()[0] == "4"
    assert {*row.split()[1:]} == {"\N{MIDDLE DOT}", "r", "b"}
    assert any(line.startswith(legend) for line in said)
    assert any(line.startswith(legend.replace("● ", "")[:4].lower()) for line in rules_lines("megiddo", "1 drawn"))


async def test_a_part_of_a_line_is_no_game_in_french(parley_home: Path) -> None:
    translation.use("fr")
    said = await hold(parley_home, ["2", "epaminondas", "2.4 4.4", "quit", "9"])
    (refused,) = [line for line in said if line.startswith("ERREUR")]
    assert "une phalange de 1 " in refused
    assert "partie" not in refused


async def test_the_moves_that_a_piece_leads_are_listed_apart_from_those_it_ends(parley_home: Path) -> None:
    said = await hold(parley_home, ["2", "epaminondas", "moves 2.2", "moves 1.2", "quit", "9"])
    own, led, rear = (line for line in said if line.startswith("MOVES"))
    assert own.startswith("MOVES 2.2: ")
    assert led.startswith("MOVES with 2.2 in front of others: ")
    assert {"2.2.2N2 to 4.2", "2.2.2NE1 to 3.3"} <= set(led.partition(": ")[2].split("; "))
    assert all(move.startswith("2.2.2") for move in led.partition(": ")[2].split("; "))
    assert "2.2.2N2 to 4.2" in rear, "nothing stands behind a piece of the first row"


async def test_the_report_of_a_finished_table_says_how_turning_points_are_found(parley_home: Path) -> None:
    asked = ["2", "megiddo target=1", "C4", "D4", "marks", "resign", "yes", "summary", "marks", "summary"]
    said = await hold(parley_home, [*asked, "quit", "9"])
    assert "ERROR Marks are looked for once the game is over." in said
    says = "NOTE turning points: `marks` looks for them, then `summary` tells them."
    assert said.count(says) == 1
    assert any(line.startswith("FIGURES ") for line in said[said.index(says) :])


async def test_between_the_games_of_a_match_it_is_the_match_that_is_not_over(parley_home: Path) -> None:
    asked = ["moment", "rematch", "marks", "replay", "summary"]
    said = await hold(parley_home, ["2", "megiddo", "C4", "resign", "yes", *asked, "quit", "9"])
    assert [line for line in said if line.startswith("ERROR")] == [
        "ERROR Your worst moment is looked for once the whole match is over.",
        "ERROR A rematch is for after the whole match.",
        "ERROR Marks are looked for once the whole match is over.",
        "ERROR A match is told again once all of it is over; until then `log 10` tells its last decisions.",
    ]
    assert "SUMMARY The match goes on." in said


async def test_an_empty_place_reaches_nothing_and_may_be_where_a_move_begins(parley_home: Path) -> None:
    stones = await hold(parley_home, ["2", "megiddo target=1", "reach d4", "quit", "7"])
    assert "REACH D4: nothing stands there; a move may begin there." in stones
    pieces = await hold(parley_home, ["2", "", "reach e2", "quit", "7"])
    assert "REACH e2: nothing stands there." in pieces


@pytest.mark.parametrize(("language", "to"), [("en", "to"), ("fr", "vers")])
async def test_a_counted_move_is_understood_as_it_is_listed(parley_home: Path, language: str, to: str) -> None:
    translation.use(language)
    said = await hold(parley_home, ["2", "epaminondas", f"2.4.1N1 {to} 3.5", f"2.4.1N1 {to} 3.4", "quit", "9"])
    assert len([line for line in said if line.startswith(("ERROR 2.4.1N1 to 3.5", "ERREUR 2.4.1N1 vers 3.5"))]) == 1
    assert len([line for line in said if line.startswith(("MOVE 1", "COUP 1"))]) == 1
