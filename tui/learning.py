"""The way through rules, lessons and puzzles, one after the other."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from rich.text import Text

from core.fault import sentence
from core.games import find
from core.study.puzzle import puzzled
from tui.riddle import riddle, today
from tui.screens.choice import ChoiceScreen
from tui.screens.learn import LESSONS, PUZZLE, PUZZLE_OF, learn_screen
from tui.screens.lesson import LessonScreen
from tui.screens.rules import RulesScreen
from tui.speech import tr
from tui.tutor import next_lesson

if TYPE_CHECKING:
    from tui.dress import DressedApp

WHICH = sentence("Which puzzle of the day?")


async def learn(app: DressedApp) -> None:
    """Show rules, lessons and puzzles, one after the other, until nothing more is chosen."""
    while answer := await app.push_screen_wait(learn_screen(app.settings)):
        what, _, game = answer.partition(" ")
        if what == LESSONS:
            await app.push_screen_wait(LessonScreen(game, next_lesson(app.settings, game)))
        elif what == PUZZLE:
            await pose(app, game, today())
        else:
            await app.push_screen_wait(RulesScreen(game))


async def puzzles(app: DressedApp, wish: str = "") -> None:
    """Pose the puzzle of a wish (`GAME DAY`) and leave with it; without one that of today, of the game asked for."""
    if wish:
        game, _, day = wish.partition(" ")
        await pose(app, game, date.fromisoformat(day))
        await app.action_quit()
        return
    answers = [(game, tr(PUZZLE_OF, game=tr(find(game).title))) for game in puzzled()]
    game = await app.push_screen_wait(ChoiceScreen(Text(tr(WHICH), "bold"), answers))
    if game:
        await pose(app, game, today())


async def pose(app: DressedApp, game: str, day: date) -> None:
    """Show the puzzle of a game for a day until it is left; raise `Fault` where there is none."""
    await app.push_screen_wait(LessonScreen(game, tutor=riddle(game, day)))
