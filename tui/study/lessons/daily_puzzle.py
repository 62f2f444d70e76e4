"""The puzzle of the day: a lesson that answers a wrong move with what it runs into. Pure but for `today`.

The day is a calendar day; only `today` reads the clock.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import ClassVar

from core.fault import Fault, sentence
from core.games import names
from core.study.lesson import NotTheTask
from core.study.puzzle import count, daily, puzzle, puzzled
from tui.i18n.local_letters import spelled
from tui.i18n.translation import tr
from tui.settings.settings import Settings
from tui.study.lessons.tutor import Tutor

ANSWERED = sentence("{text} is allowed, but {reply} answers it.")
NOT_SURE = sentence("{text} is allowed, but it is not the answer.")
BEATEN = sentence("{text} does not win for sure: {reply} could lie against it.")
DEAR = sentence("{text} wins too, but something cheaper does.")
NO_DAY = sentence("{text} is no day: write it as 2026-11-21.")
NEITHER = sentence("{text} is neither the number of a puzzle nor a day: write a day as 2026-11-21.")
LONGEST = 7
"""The digits of the longest number that is read as one of a puzzle: eight are a day."""


class DailyPuzzle(Tutor):
    """Puzzle `number` of a game."""

    onward: ClassVar[str] = sentence("{key[lesson.next]} goes on to the next puzzle.")
    finished: ClassVar[str] = sentence("That was the last puzzle of {game}.")
    first: ClassVar[str] = sentence("This is the first puzzle of {game}.")
    head: ClassVar[str] = sentence("PUZZLE {number}/{last} {title}.")
    back_in: ClassVar[str] = sentence("NOTE back in puzzle {number} of {last} of {game}: {title}.")

    def __init__(self, game: str, number: int) -> None:
        """Begin a puzzle; raise `Fault` if there is none of that number."""
        self.puzzle = puzzle(game, number)
        self.lesson = self.puzzle.lesson
        self.game, self.number, self.last = game, number, count(game)
        self._tried = ""
        self.again()

    @property
    def tells_form(self) -> bool:
        """Whether the form of the solution may be told: where it begins is what is asked for."""
        return False

    def kept(self, settings: Settings) -> Settings:
        """Give the settings unchanged: a puzzle lasts a day."""
        return settings

    def play(self, text: str) -> bool:
        """Try an action; tell whether it was right. `said` holds the answer to a wrong one."""
        self._tried = self.choice.whole(text) if self.choice else text
        return super().play(text)

    def _refuse(self, fault: Fault) -> None:
        super()._refuse(fault)
        if isinstance(fault, NotTheTask) and not self.done:
            self.said = spelled(self._against())

    def _against(self) -> str:
        """Say what is wrong with a try."""
        one, attempt = self.puzzle, self.attempt
        text = str(attempt.state.parse(attempt.seat, self._tried))
        reply = one.rejoinder(attempt.state, text, max(0, one.wins - attempt.at))
        if not one.wins:
            return tr(BEATEN, text=text, reply=reply) if reply else tr(DEAR, text=text)
        return tr(ANSWERED, text=text, reply=reply) if reply else tr(NOT_SURE, text=text)


def riddle(game: str, day: date) -> DailyPuzzle:
    """Give the puzzle of a game for a day; raise `Fault` if there is none."""
    return DailyPuzzle(game, daily(game, day.toordinal()))


def posed(game: str, which: str) -> DailyPuzzle:
    """Give the puzzle of a game that is meant by its number or by a day, else that of today; raise `Fault`."""
    word = which.strip()
    if word.isascii() and word.isdigit() and len(word) <= LONGEST:
        return DailyPuzzle(game, int(word))
    try:
        day = calendar(word)
    except Fault:
        raise Fault(NEITHER, text=word) from None
    return riddle(game, day)


def usual(day: date) -> str:
    """Give the game whose puzzle is offered first on a day: each in turn."""
    found = puzzled() or names()
    return found[day.toordinal() % len(found)]


def today() -> date:
    """Give the local date."""
    return datetime.now().astimezone().date()


def calendar(text: str) -> date:
    """Read a day as people write it for machines; empty is today. Raises `Fault`.

    >>> calendar("2026-11-21").toordinal()
    739941
    """
    if not text:
        return today()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Fault(NO_DAY, text=text) from None
