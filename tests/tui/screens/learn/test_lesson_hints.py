"""The last hint of a lesson or puzzle marks on the board what it says, as a hint at a table does."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.games import names
from tests.gallery.fixed_table import FixedTableApp
from tests.tui.screens.learn.test_lesson_screen import pressed, shown
from tui.screens.learn.lesson_screen import LessonScreen
from tui.study.lessons.daily_puzzle import calendar, riddle
from tui.study.lessons.tutor import Tutor
from tui.widgets.board_view import BoardView

ROOM = (160, 50)


def staged(board: BoardView) -> frozenset[str]:
    """Give the spots that the board marks as to be gone to."""
    assert board.picture is not None
    return frozenset(board.picture.marks.staged)


@pytest.mark.parametrize("puzzle", [False, True])
@pytest.mark.parametrize("game", names())
async def test_the_last_hint_marks_what_it_says(
    game: str,
    puzzle: bool,  # noqa: FBT001 (a case)
    parley_home: Path,
) -> None:
    del parley_home
    tutor = riddle(game, calendar("")) if puzzle else Tutor(game, 1)
    app = FixedTableApp(LessonScreen(game, 1, tutor))
    async with app.run_test(size=ROOM) as pilot:
        await pilot.pause()
        board = app.screen.query_one(BoardView)
        while tutor.has_hint:
            assert staged(board) == frozenset(), "not before the last one"
            await pressed(pilot, "question_mark")
        hinted = set(tutor.advised) & {cell.spot for cell in tutor.state.scene().cells}
        assert hinted or tutor.attempt.step.solution.startswith("cards")
        assert staged(board) >= hinted


async def test_the_point_under_the_cursor_of_megiddo_is_named() -> None:
    app = FixedTableApp(LessonScreen("megiddo", 2))
    async with app.run_test(size=ROOM) as pilot:
        await pilot.pause()
        await pressed(pilot, "left")
        cursor = app.screen.query_one(BoardView).cursor
        assert shown(pilot).splitlines()[-2].strip().startswith(f"{cursor} ")
