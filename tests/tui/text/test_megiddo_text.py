"""Megiddo line by line: a whole game at one keyboard, and what its words are."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tui.session.rooms import Rooms
from tui.text.repl import converse
from tui.text.shell.console import Script


async def hold(home: Path, lines: Iterable[str], *, plain: bool = False) -> list[str]:
    """Hold a conversation of these lines and give everything that was said."""
    said: list[str] = []
    await converse(Script(lines), said.append, Rooms(home, "tester"), plain=plain, seed=5)
    return [line.rstrip("\n") for line in said]


def turns(*moves: str) -> list[str]:
    """Give moves, each once it is due."""
    return [line for move in moves for line in ("wait", move)]


async def test_a_game_of_teams_at_one_keyboard(parley_home: Path) -> None:
    moves = turns("A1", "c1", "A2", "e3", "a3", "C5", "A4", "E1", "A5", "C3")
    tail = ["wait", "row a", "neighbours a6", "moves A6", "board", "seats", "A6", "wait", "quit", "7"]
    said = await hold(parley_home, ["2", "game=megiddo players=4 target=1", *moves, *tail])
    assert [line for line in said if line.startswith("ERROR")] == []
    told = [line for line in said if line.startswith("MOVE ")]
    assert told[0] == "MOVE 1 ● Red 1: A1. Stone on A1."
    assert told[2] == "MOVE 3 ● Red 2: A2. Stone on A2."
    assert told[-1].startswith("MOVE 11 ● Red 2: A6. Stone on A6, megiddo A, points 6 : 0, the game is over")
    assert "OVER Red 1, Red 2 win: a megiddo." in said
    assert any(line.startswith("RADIAL A: A1: ● Red 1 stone; A2: ● Red 1 stone") for line in said)
    assert "MOVES A6: A6" in said
    assert any(line.startswith("AROUND A6: empty") for line in said)
    assert any(line.startswith("SEAT 3 ● Red 2:") and "0 points, 0 captured" in line for line in said)
    assert any(line.split() == ["1", "·", "r", "·", "b", "·", "b", "·", "r"] for line in said)


async def test_refusals_are_sentences(parley_home: Path) -> None:
    bad = ["wait", "C4", "wait", "c4", "G9", "D4 (A1, B2)", "C4-C5", "row 9", "quit", "7"]
    said = await hold(parley_home, ["2", "game=megiddo target=1", *bad])
    errors = [line for line in said if line.startswith("ERROR ")]
    assert errors[0] == "ERROR There is a stone on C4 already."
    assert "no point G9" in errors[1]
    assert "this move is D4" in errors[2]
    assert errors[3] == "ERROR Stones do not slide in this game: name an empty point, as in C4."


async def test_only_the_running_game_of_a_match_is_resigned(parley_home: Path) -> None:
    lines = ["resign 2", "resign game 7", "yes", "resign 1", "yes", "resign 1", "resign", "no", "quit", "9"]
    said = await hold(parley_home, ["2", "game=megiddo", *lines])
    refused = "ERROR Game {} is not being played: `resign` alone gives up game {}."
    errors = [line for line in said if line.startswith("ERROR ")]
    assert errors == [
        refused.format(2, 1),
        refused.format(7, 1),
        "ERROR There is no offer to answer.",
        refused.format(1, 2),
    ]
    assert [line.partition(". ")[0] for line in said if line.startswith("MOVE")] == ["MOVE 1 ● Red: resign game 1"]


async def test_quiet_slides_that_end_a_game_are_told_here_and_in_the_list(parley_home: Path) -> None:
    slides = ["B3", "A1", "B3-B4", "A1-A2"]
    rules = "game=megiddo slide=yes slide_limit=2 target=1"
    said = await hold(parley_home, ["2", rules, *slides, "summary", "quit", "7", "quit", "9"])
    told = "patara, too many slides in a row without a capture"
    assert f"OVER Nobody wins: {told}." in said
    assert f"SUMMARY Nobody wins: {told}." in said
    assert [line for line in said if line.startswith("1 2") and told in line]
    assert not [line for line in said if "board is full" in line]


async def test_partners_say_courtesies_alone(parley_home: Path) -> None:
    lines = ["wait", "C4", "wait", "say take D4", "say Bonne chance !", "log", "quit", "7"]
    said = await hold(parley_home, ["2", "game=megiddo players=4", *lines])
    assert [line for line in said if line.startswith("ERROR The rules close talk now; you can only say")]
    assert [line for line in said if line.startswith("TALK 2 ■ Blue 1 ") and line.endswith(": Good luck.")]


async def test_a_game_that_is_not_there_is_refused(parley_home: Path) -> None:
    said = await hold(parley_home, ["2", "game=chess", "7"])
    assert any(line.startswith("ERROR There is no game chess; there are djambi") for line in said)


async def test_the_end_of_a_game_of_a_match_is_told_with_its_figures(parley_home: Path) -> None:
    moves = turns("A1", "c1", "A2", "e3", "a3", "C5", "A4", "E1", "A5", "C3", "A6", "B2")
    said = await hold(parley_home, ["2", "game=megiddo target=20", *moves, "wait", "quit", "7"])
    told = "NOTE Red wins game 1: a megiddo; the match 6 : 0. Game 2 begins; 20 points win the match."
    at = said.index(told)
    assert said[at - 1].startswith("MOVE 11 ● Red: A6.")
    assert said.count(told) == 1
