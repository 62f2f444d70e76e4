"""The lessons of every game: positions that stand, solutions that reach their goals, wrong moves that do not."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from core.fault import Fault, IllegalAction
from core.games import find, names
from core.study import lesson as lessons_of
from core.study.lesson import Attempt, BadLesson, Goal, Lesson, NotTheTask, lesson, lessons, played, standing

LANGUAGES = {"en", "fr"}
MOST = 400
"""Legal actions of a step that are tried."""

TAUGHT = [game for game in names() if lessons(game)]
COURSE = [(game, at) for game in TAUGHT for at in range(len(lessons(game)))]


def steps(found: Lesson) -> list[Attempt]:
    """Give a lesson before each of its steps, and once it is done."""
    told = [Attempt.of(found)]
    for step in found.steps:
        told.append(told[-1].play(step.solution))
    return told


def test_all_four_games_are_taught() -> None:
    assert {"djambi", "epaminondas", "mediterranee", "megiddo"} <= set(TAUGHT)


@pytest.mark.parametrize("game", TAUGHT)
def test_a_course_has_eight_to_twelve_lessons(game: str) -> None:
    found = lessons(game)
    assert 8 <= len(found) <= 12
    assert len({one.name for one in found}) == len(found)
    assert all(re.fullmatch(r"[a-z-]+", one.name) and one.game == game for one in found)
    assert lesson(game, 1) is found[0]


@pytest.mark.parametrize(("game", "at"), COURSE)
def test_the_position_stands_and_the_solution_reaches_the_goal(game: str, at: int) -> None:
    one = lessons(game)[at]
    again = find(game).setup(one.start.to_json())
    assert standing(again) == standing(one.start)
    *before, done = steps(one)
    assert done.done
    assert not any(attempt.done for attempt in before)
    assert len(before) == len(one.steps)
    for attempt in before:
        assert attempt.seat in attempt.state.active
        text = attempt.step.solution
        assert str(attempt.state.parse(attempt.seat, text)) == text
    with pytest.raises(NotTheTask):
        done.play(one.steps[-1].solution)


@pytest.mark.parametrize(("game", "at"), COURSE)
def test_a_wrong_move_is_told_from_a_right_one(game: str, at: int) -> None:
    """Some legal action is not the task, the rules refuse others, and whatever else does the task goes on too."""
    for attempt in steps(lessons(game)[at])[:-1]:
        right = wrong = 0
        for action in islice(attempt.state.legal(attempt.seat), MOST):
            try:
                assert attempt.play(str(action)).at == attempt.at + 1
                right += 1
            except NotTheTask:
                wrong += 1
        assert right >= 1
        assert wrong >= 1
        with pytest.raises(IllegalAction):
            attempt.play("no such move")


@pytest.mark.parametrize(("game", "at"), COURSE)
def test_both_languages_are_complete(game: str, at: int) -> None:
    one = lessons(game)[at]
    assert set(one.titles) == LANGUAGES
    for step in one.steps:
        for told in (step.tasks, step.ends, step.hints):
            assert set(told) == LANGUAGES
        assert len(step.hints["en"]) == len(step.hints["fr"]) >= 1
        assert step.solution in step.hints["en"][-1]
        assert step.solution in step.hints["fr"][-1]
        for text in (step.tasks["fr"], step.ends["fr"], *step.hints["fr"]):
            assert not re.search(r"[^\u00a0]([:;!?])(\s|$)", text), text
        for text in (*step.tasks.values(), *step.ends.values()):
            assert text.strip() == text
            assert text[-1] in ".!?"


def test_what_a_goal_asks_for_is_asked_for() -> None:
    start = lesson("djambi", 1).start
    seat = start.active[0]
    after = start.play(seat, start.parse(seat, "Mc3xc5>f6"))

    def reached(goal: Goal) -> bool:
        return goal.reached(start, seat, "Mc3xc5>f6", after)

    assert reached(Goal())
    assert reached(Goal(moves=("Mc3xc5>f6", "Mc3-c4")))
    assert not reached(Goal(moves=("Mc3-c4",)))
    assert reached(Goal(pieces=(("f6", "corpse"), ("c5", "red M"), ("c3", ""))))
    assert not reached(Goal(pieces=(("c5", "blue M"),)))
    assert not reached(Goal(over="last_chief"))


def test_lines_are_played_by_whoever_they_name() -> None:
    start = find("mediterranee").setup({"board": {"rF1": "TAR", "cF1": "NOV", "rF2": "ROM", "cF2": "CAE"}})
    fighting = played(start, ("move rF1 TAR-NOV", "c: cards 6+0", "r: cards 8+0"))
    assert standing(fighting)["NOV"] == "r F1"
    with pytest.raises(IllegalAction):
        played(start, ("c: pass",))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[[lesson]]\nname = 1\nnothing = 2", "its entry nothing is unknown"),
        ('[[lesson]]\nname = "x"', "it lacks step"),
        ('[[lesson]]\nname = "x"\ntitle = {}\nmoves = ["a1-a1"]\nstep = []', ""),
        ('[[lesson]]\nname = "x"\ntitle = {}\nseat = "mauve"\nstep = []', "mauve"),
        ('[[lesson]]\nname = "x"\ntitle = {}\n[[lesson.step]]\ngoal = {move = []}\nsolution = "x"', "it lacks task"),
        ("[[lesson", ""),
    ],
)
def test_a_file_that_cannot_be_read_says_where(text: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons_of, "data_text", lambda _game, _file: text)
    lessons.cache_clear()
    try:
        with pytest.raises(BadLesson, match="of djambi cannot be read") as refused:
            lessons("djambi")
        assert why in str(refused.value)
    finally:
        lessons.cache_clear()


def test_a_game_may_have_no_lessons_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(_game: str, _file: str) -> str:
        raise FileNotFoundError

    monkeypatch.setattr(lessons_of, "data_text", nothing)
    lessons.cache_clear()
    try:
        assert lessons("djambi") == ()
        with pytest.raises(Fault, match="There are no lessons of djambi yet"):
            lesson("djambi", 1)
    finally:
        lessons.cache_clear()


def test_a_number_there_is_not_names_those_there_are() -> None:
    with pytest.raises(Fault, match="there are 1 to 12"):
        lesson("djambi", 13)
