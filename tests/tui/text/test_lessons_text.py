"""Lessons in the text mode: a whole course line by line, in both languages, and what was done is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.games import names
from core.study.lesson import lessons
from tests.tui.text.test_text_mode import hold
from tui.i18n import translation
from tui.settings.settings import load, settings_path
from tui.study.lessons.tutor import learnt

PROFILE = "tester"


def answers(game: str) -> list[str]:
    """Give the lines that solve a whole course."""
    return [line for one in lessons(game) for line in (*(step.solution for step in one.steps), "next")]


@pytest.mark.parametrize("game", [game for game in names() if lessons(game)])
async def test_a_whole_course_is_done_and_kept(game: str, parley_home: Path) -> None:
    said = await hold(parley_home, [f"lesson {game} 1", *answers(game), "quit", "7"], plain=True)
    count = len(lessons(game))
    assert not [line for line in said if line.startswith(("WRONG", "ERROR"))]
    assert [line for line in said if line.startswith("DONE")] == [f"DONE {at}/{count}." for at in range(1, count + 1)]
    assert sum(line.startswith("RIGHT ") for line in said) == sum(len(one.steps) for one in lessons(game))
    assert f"LESSON 1/{count} {lessons(game)[0].titles['en']}." in said
    assert learnt(load(settings_path(PROFILE)), game) == {one.name for one in lessons(game)}


async def test_a_french_lesson_with_wrong_moves_and_hints(parley_home: Path) -> None:
    translation.use("fr")
    step = lessons("djambi")[0].steps[0]
    said = await hold(
        parley_home,
        ["6", "leçon djambi", "indice", "Mc3-e4", "Mc3-c4", "coups", "plateau", "encore", "retour", "quitter", "7"],
    )
    assert any(step.hints["fr"][0] in line for line in said)
    assert sum(step.tasks["fr"] in line for line in said) == 2
    assert any("c3" in line and "e4" in line for line in said)


async def test_the_stones_of_a_lesson_have_their_colours(parley_home: Path) -> None:
    """By ear a seat's number is nobody; and what is said of the position names no key, as there is none here."""
    said = await hold(parley_home, ["lesson megiddo 2", "column A", "neighbours A6", "F4", "column A", "quit", "7"])
    assert len([line for line in said if "Red stone" in line and "Blue stone" in line]) >= 2
    assert not [line for line in said if "seat 0" in line.lower()]
    assert not [line for line in said if "key v" in line]
    assert "RIGHT Drawn flat, a ring is a row, and its ends touch." in said


async def test_the_course_goes_on_where_it_was_left(parley_home: Path) -> None:
    await hold(parley_home, ["lesson djambi", lessons("djambi")[0].steps[0].solution, "quit", "7"])
    said = await hold(parley_home, ["lesson djambi", "quit", "7"])
    assert any(line.startswith("LESSON 2/12 ") for line in said)


async def test_what_is_no_lesson_is_one_line(parley_home: Path) -> None:
    named = ["lesson chess", "lesson djambi 13", "lesson djambi x"]
    said = await hold(parley_home, [*named, "lesson", "nowhere", "quit", "rules x", "9"])
    errors = [line for line in said if line.startswith("ERROR ")]
    assert len(errors) == 5
    assert "there are 1 to 12" in errors[1]


async def test_a_game_that_is_missing_is_asked_for(parley_home: Path) -> None:
    translation.use("fr")
    said = await hold(parley_home, ["6", "leçons", "échecs", "djambi 3", "quitter", "6", "règles", "megiddo 3", "9"])
    asked = [at for at, line in enumerate(said) if line.startswith("De quel jeu")]
    errors = [at for at, line in enumerate(said) if line.startswith("ERREUR")]
    lesson = next(at for at, line in enumerate(said) if line.startswith("LEÇON 3/"))
    assert asked[0] < errors[0] < asked[1] < lesson < asked[2]
    assert len(errors) == 1
    assert "échecs" in said[errors[0]] or "echecs" in said[errors[0]]
    assert "`règles megiddo 4` pour la suite" in "\n".join(said)


async def test_what_there_is_nothing_of_is_asked_for_again(parley_home: Path) -> None:
    said = await hold(parley_home, ["6", "chess", "lesson djambi 99", "quit", "6", "lesson", "", "quit", "9"])
    asked = [line for line in said if line.startswith("Which: lesson, puzzle or rules")]
    assert len(asked) == len(("6", "chess", "djambi 99", "6"))
    assert len([line for line in said if line.startswith("ERROR")]) == len(("chess", "djambi 99"))


async def test_the_rules_of_one_game_are_told(parley_home: Path) -> None:
    said = await hold(parley_home, ["6", "rules megiddo", "6", "djambi", "6", "", "7"])
    assert "Megiddo." in said
    assert "Djambi." in said
    assert "Epaminondas." not in said
