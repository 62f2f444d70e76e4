"""A fight in a lesson or puzzle: which pieces fight is on the screen, also where a place is pointed at."""

from __future__ import annotations

import pytest

from core.study.puzzle import puzzle
from tests.gallery.fixed_table import FixedTableApp
from tui.i18n import translation
from tui.screens.learn.lesson_screen import LessonScreen
from tui.study.lessons.daily_puzzle import DailyPuzzle
from tui.widgets.board_view import BoardView
from tui.widgets.fight_bar import FightBar
from tui.widgets.prompt import StatusLine

GAME, PLAIN, MIXED = "mediterranee", 28, 14
"""The game, a puzzle in which infantry fights infantry, and one in which cavalry attacks an elephant."""


@pytest.mark.parametrize("size", [(160, 50), (80, 24)])
async def test_a_puzzle_names_the_pieces_that_fight(size: tuple[int, int]) -> None:
    screen = LessonScreen(GAME, 1, DailyPuzzle(GAME, PLAIN))
    app = FixedTableApp(screen)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.pause()
        fight = screen.query_one(FightBar)
        assert fight.display
        assert "Fight for New Carthage  ● infantry from Tarragona  x  ■ infantry" in fight.texts[0]
        assert "Lay 2 cards" in fight.texts[2]
        assert screen.has_class("-fight"), "notices stand above the fight"
        board = screen.query_one(BoardView)
        board.focus()
        board.post_message(BoardView.Pointed("NOV"))
        await pilot.pause()
        said = "In NOV New Carthage infantry rI1 attacks infantry cI1: cards decide it, and no piece moves before that."
        assert screen.tutor.said == said
        board.move_to("NOV")
        screen._step()
        await pilot.pause()
        assert "● infantry I1  x  ■ infantry I1" in str(screen.query_one(StatusLine).render())
        assert screen.tutor.play(screen.tutor.attempt.step.solution)
        screen._show()
        await pilot.pause()
        assert not fight.display


def test_the_hint_of_a_puzzle_speaks_of_the_pieces_that_fight() -> None:
    def hint(number: int, language: str) -> str:
        return puzzle(GAME, number).lesson.steps[0].hints[language][0]

    translation.use("en")
    assert hint(PLAIN, "en").startswith("Infantry fights infantry here: no card counts twice. ")
    assert "phant" not in hint(PLAIN, "fr")
    assert "elephant" in hint(MIXED, "en")
    assert "Cavalry" in hint(MIXED, "en")
    assert "cavalry" not in hint(1, "en").casefold()
