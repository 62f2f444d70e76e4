"""The puzzle of the day, on the screens and line by line: wrong answers are answered, the solution is told."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from textual.pilot import Pilot

from core.fault import Fault
from core.study.puzzle import Puzzle, count, daily, puzzle
from tests.tui.text.test_text_mode import hold
from tui.app.app import ParleyApp, Start
from tui.app.command_palette import ParleyCommands
from tui.i18n import translation
from tui.screens.frame.dialog import ChoiceScreen
from tui.screens.home.home_screen import HomeScreen
from tui.screens.learn.lesson_screen import LessonScreen
from tui.study.lessons.daily_puzzle import DailyPuzzle, calendar, riddle, usual
from tui.widgets.prompt import Line

DAY = "2026-11-21"
SIZE = (80, 24)


def of_day(game: str) -> Puzzle:
    """Give the puzzle of the day of these tests."""
    return puzzle(game, daily(game, date.fromisoformat(DAY).toordinal()))


def wrong(one: Puzzle) -> str:
    """Give a legal action that is not the answer."""
    return next(str(each) for each in one.lesson.start.legal(one.seat) if str(each) not in one.answers)


async def typed(pilot: Pilot[None], text: str) -> None:
    """Type an action."""
    for keys in (("colon",), (*text,), ("enter",)):
        await pilot.press(*keys)
        await pilot.pause()
    await pilot.pause()


async def test_a_puzzle_by_keys_from_the_command_line_to_its_end() -> None:
    one = of_day("megiddo")
    app = ParleyApp(Start(puzzle=f"megiddo {DAY}"))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, LessonScreen)

        def told() -> str:
            return " ".join(str(screen.query_one("#told").render()).split())

        assert one.lesson.steps[0].tasks["en"] in told()
        await typed(pilot, wrong(one))
        reply = one.rejoinder(one.lesson.start, wrong(one), one.wins)
        assert f"{wrong(one)} is allowed, but {reply} answers it." in told()
        await pilot.press("question_mark", "question_mark")
        await pilot.pause()
        assert f"The solution. Typed: {one.answers[0]}" in told()
        assert screen.query_one(Line).value == wrong(one), "the line for moves is still open"
        await pilot.press("escape")
        for step in one.lesson.steps:
            await typed(pilot, step.solution)
            assert step.ends["en"] in told()
        assert screen.tutor.done
        assert "] goes on to the next puzzle." in told() or screen.tutor.number == screen.tutor.last
        assert "puzzle" not in app.settings.lessons
        await pilot.press("q")
        await pilot.pause()
    assert app.return_code == 0


async def test_the_palette_and_the_list_of_what_to_learn_lead_to_it() -> None:
    app = ParleyApp()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        offers = {one.name: one.run for one in ParleyCommands(app.screen)._offers()}
        offers["Puzzle of the day"]()
        await pilot.pause()
        assert isinstance(app.screen, ChoiceScreen)
        await pilot.press("1")
        await pilot.pause()
        await pilot.pause()
        assert isinstance(app.screen, LessonScreen)
        assert isinstance(app.screen.tutor, DailyPuzzle)
        await pilot.press("q", "7", "end", "up", "enter")
        await pilot.pause()
        await pilot.pause()
        assert isinstance(app.screen, LessonScreen)
        assert isinstance(app.screen.tutor, DailyPuzzle)


@pytest.mark.parametrize("game", ["djambi", "epaminondas", "mediterranee", "megiddo"])
async def test_a_puzzle_is_solved_line_by_line(game: str, parley_home: Path) -> None:
    one = of_day(game)
    solutions = [step.solution for step in one.lesson.steps]
    lines = [f"puzzle {game} {DAY}", wrong(one), "hint", "hint", *solutions, "next", "previous", "quit", "7"]
    said = await hold(parley_home, lines, plain=True)
    number, last = daily(game, date.fromisoformat(DAY).toordinal()), count(game)
    assert f"PUZZLE {number}/{last} {one.lesson.titles['en']}." in said
    assert not [line for line in said if line.startswith("ERROR")]
    assert sum(line.startswith("WRONG ") for line in said) == 1
    assert any(solutions[0] in line for line in said if line.startswith("HINT"))
    assert sum(line.startswith("RIGHT ") for line in said) == len(solutions)


async def test_what_is_no_puzzle_is_one_line(parley_home: Path) -> None:
    said = await hold(parley_home, ["puzzle chess", "puzzle megiddo 21.11.", "puzzle", "quit", "7"])
    assert len([line for line in said if line.startswith("ERROR ")]) == 2
    assert any(line.startswith("PUZZLE ") for line in said)


def test_wrong_cards_are_told_what_could_lie_against_them_or_that_less_does() -> None:
    tutor = DailyPuzzle("mediterranee", 1)
    start, seat = tutor.puzzle.lesson.start, tutor.puzzle.seat
    said = set()
    for action in start.legal(seat):
        tutor.again()
        if not tutor.play(str(action)):
            said.add(tutor.said.partition(" does not")[1] or tutor.said.partition(" wins too")[1])
    assert said == {" does not", " wins too"}


def test_each_day_has_its_puzzle() -> None:
    day = calendar(DAY)
    assert riddle("djambi", day).number == daily("djambi", day.toordinal())
    assert {usual(date.fromordinal(day.toordinal() + at)) for at in range(4)} == {
        "djambi",
        "epaminondas",
        "mediterranee",
        "megiddo",
    }
    with pytest.raises(Fault, match="is no day"):
        calendar("tomorrow")


def test_it_speaks_french() -> None:
    translation.use("fr")
    tutor = DailyPuzzle("megiddo", 1)
    assert tutor.title == "Gagner en deux coups"
    assert tutor.task == tutor.lesson.steps[0].tasks["fr"]
