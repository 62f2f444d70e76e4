"""The way through what one learns from: rules, lessons and puzzles one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from core.fault import sentence
from core.games import find
from core.study.puzzle import puzzled
from tui.i18n.translation import tr
from tui.screens.frame.dialog import ChoiceScreen
from tui.screens.frame.screen_messages import Chosen, Entry
from tui.screens.home.home_dialog import FIRST_GAME, LESSONS, MOMENTS, PUZZLE, PUZZLE_OF, learn_screen
from tui.screens.home.home_screen import HomeScreen
from tui.screens.learn.lesson_screen import LessonScreen
from tui.screens.learn.rules_screen import RulesScreen
from tui.study.analysis.own_moments import OwnMoment, moments
from tui.study.lessons.daily_puzzle import DailyPuzzle, posed, riddle, today
from tui.study.lessons.tutor import next_lesson

if TYPE_CHECKING:
    from tui.app.themed_app import ThemedApp

WHICH = sentence("Which puzzle of the day?")


async def learn(app: ThemedApp) -> None:
    """Show rules, lessons and puzzles, one after the other, until nothing more is chosen.

    From the home screen the short first game is offered too. It is a table, so that it ends the way.
    """
    at_home = isinstance(app.screen, HomeScreen)
    while answer := await app.push_screen_wait(learn_screen(app.settings, len(moments(app.profile)), at_home=at_home)):
        if answer == FIRST_GAME:
            app.post_message(Chosen(Entry.DISCOVER))
            return
        what, _, game = answer.partition(" ")
        if what == LESSONS:
            await app.push_screen_wait(LessonScreen(game, next_lesson(app.settings, game)))
        elif what == MOMENTS:
            tutor = OwnMoment(app.profile)
            await app.push_screen_wait(LessonScreen(tutor.game, tutor=tutor))
        elif what == PUZZLE:
            await show_puzzle(app, riddle(game, today()))
        else:
            await app.push_screen_wait(RulesScreen(game))


async def puzzles(app: ThemedApp, wish: str = "") -> None:
    """Pose the puzzle of a wish (`GAME DAY`, `GAME NUMBER`) and leave with it; without one, choose one of today."""
    if wish:
        game, _, which = wish.partition(" ")
        await show_puzzle(app, posed(game, which))
        await app.action_quit()
        return
    answers = [(game, tr(PUZZLE_OF, game=tr(find(game).title))) for game in puzzled()]
    game = await app.push_screen_wait(ChoiceScreen(Text(tr(WHICH), "bold"), answers))
    if game:
        await show_puzzle(app, riddle(game, today()))


async def show_puzzle(app: ThemedApp, one: DailyPuzzle) -> None:
    """Show a puzzle until it is left."""
    await app.push_screen_wait(LessonScreen(one.game, tutor=one))
