"""A lesson in progress for one learner: the choice so far, the hints asked for, the last reply. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar, Self, TypeVar

from core.fault import Fault, IllegalAction, sentence
from core.game import State
from core.study.lesson import Attempt, lesson, lessons
from tui.i18n.local_letters import spelled
from tui.i18n.translation import LANGUAGES, Called, calling, language, tell
from tui.settings.settings import Settings
from tui.table.move_entry import EntryChoice, MoveEntry
from tui.table.seat_names import called_in

T = TypeVar("T")


class Tutor:
    """Lesson `number` of a game. `said` is the reply to the last try, `right` whether it was right."""

    onward: ClassVar[str] = sentence("{key[lesson.next]} goes on to the next lesson.")
    finished: ClassVar[str] = sentence("That was the last lesson of {game}.")
    first: ClassVar[str] = sentence("This is the first lesson of {game}.")
    head: ClassVar[str] = sentence("LESSON {number}/{last} {title}.")
    back_in: ClassVar[str] = sentence("NOTE back in lesson {number} of {last} of {game}: {title}.")

    def __init__(self, game: str, number: int) -> None:
        """Begin a lesson; raise `Fault` if there is none of that number."""
        self.lesson = lesson(game, number)
        self.game, self.number, self.last = game, number, len(lessons(game))
        self.again()

    def beside(self, step: int) -> Self | None:
        """Begin the next lesson or the previous one; None if there is none."""
        return type(self)(self.game, self.number + step) if 1 <= self.number + step <= self.last else None

    def kept(self, settings: Settings) -> Settings:
        """Give the settings once the lesson is done."""
        return with_lesson(settings, self)

    def again(self) -> None:
        """Begin the lesson again."""
        self.attempt = Attempt.of(self.lesson)
        self.hints = 0
        self.said, self.right = "", True
        self._choice: MoveEntry | None = None

    @property
    def state(self) -> State[Any]:
        """The position before the learner."""
        return self.attempt.state

    @property
    def done(self) -> bool:
        """Whether every task is done."""
        return self.attempt.done

    @property
    def start(self) -> str:
        """The spot with which the task begins; empty if it begins with none, or once all are done."""
        if self.done:
            return ""
        path = self.state.parse(self.attempt.seat, self.attempt.step.solution).path
        return path[0] if path else ""

    @property
    def tells_form(self) -> bool:
        """Whether it may be told how an action is written that begins as the solution does: a lesson hides nothing."""
        return True

    @property
    def title(self) -> str:
        """The title in the language in use."""
        return spoken(self.lesson.titles)

    @property
    def task(self) -> str:
        """The task to be done in the language in use; empty once all are."""
        return "" if self.done else spoken(self.attempt.step.tasks)

    @property
    def shown(self) -> tuple[str, ...]:
        """The hints that were asked for."""
        return () if self.done else tuple(map(spelled, spoken(self.attempt.step.hints)[: self.hints]))

    @property
    def choice(self) -> MoveEntry | None:
        """The choice in progress; None once the lesson is done."""
        return None if self.done else self._choice or MoveEntry(self.state, self.attempt.seat)

    @property
    def has_hint(self) -> bool:
        """Whether there is one more hint."""
        return not self.done and self.hints < len(spoken(self.attempt.step.hints))

    @property
    def names(self) -> Called:
        """What the seats and towns of the position are called."""
        return called_in(self.state.scene(self.attempt.seat))

    @property
    def advised(self) -> tuple[str, ...]:
        """The spots of the solution, once the last hint tells it."""
        told = self.hints > 0 and not self.done and not self.has_hint
        return self.state.parse(self.attempt.seat, self.attempt.step.solution).path if told else ()

    def hint(self) -> bool:
        """Give one more hint; tell whether there was one."""
        more = self.has_hint
        self.hints += more
        return more

    def pick(self) -> EntryChoice:
        """Give what the board marks."""
        choice, hinted = self.choice, self.advised
        if choice is None:
            return EntryChoice()
        onward = next(iter(hinted[len(choice.prefix) :]), None)
        return EntryChoice(targets=choice.targets, chosen=choice.prefix, hinted=hinted, advised=onward)

    def point(self, spot: str, *, clicked: bool = False) -> None:
        """Point at a spot. If that completes an action, it is played. A refusal is said with the rules' reason.

        A click on the last spot of an unfinished choice takes it back.
        """
        choice = self.choice
        if choice is None:
            return
        if choice.text is not None and choice.plays_at(spot):
            self.play(choice.text)
            return
        if clicked and choice.rests_on(spot):
            self.back()
            return
        try:
            grown = choice.point(spot)
        except IllegalAction as fault:
            self._refuse(fault)
            return
        self._choice, self.said = grown, ""
        if grown.done and grown.text is not None:
            self.play(grown.text)

    def spell(self, text: str) -> None:
        """Make half-typed text the choice."""
        if self.choice is not None:
            spelt, _ = self.choice.typed(text)
            self._choice = spelt if spelt.prefix else None

    def back(self) -> None:
        """Take the last choice back."""
        shorter = self._choice.back() if self._choice else None
        self._choice = shorter if shorter and shorter.prefix else None

    def drop(self) -> None:
        """Forget the choice."""
        self._choice = None

    def play(self, text: str) -> bool:
        """Try an action; tell whether it was the task. The reply is in `said`."""
        self._choice = None
        choice = self.choice
        step = self.attempt.step
        try:
            self.attempt = self.attempt.play(choice.whole(text) if choice else text)
        except Fault as fault:
            self._refuse(fault)
            return False
        self.hints = 0
        self.said, self.right = spoken(step.ends), True
        return True

    def objection(self, text: str) -> str:
        """Give the rules' objection to a whole text; nothing if it cannot be known yet."""
        choice = self.choice
        if choice is None or not text:
            return ""
        try:
            choice.state.play(choice.seat, choice.state.parse(choice.seat, choice.whole(text)))
        except Fault as fault:
            with calling(self.names):
                return tell(fault)
        return ""

    def complete(self, text: str) -> tuple[str, ...]:
        """Give the possible completions of half-typed text."""
        return self.choice.completions(text) if self.choice else ()

    def _refuse(self, fault: Fault) -> None:
        with calling(self.names):
            self.said, self.right = tell(self._without_declarations(fault)), False

    def _without_declarations(self, fault: Fault) -> Fault:
        """Leave the declarations out of the words that a refusal lists, unless one of them is what is asked for."""
        allowed = fault.fields.get("allowed")
        if self.done or not isinstance(allowed, str):
            return fault
        declared = {str(one).partition(" ")[0] for one in self.state.declarations(self.attempt.seat)}
        if self.attempt.step.solution.partition(" ")[0] in declared:
            return fault
        kept = [word for word in allowed.split(", ") if word not in declared]
        return type(fault)(fault.template, **{**fault.fields, "allowed": ", ".join(kept)}) if kept else fault


def spoken(told: Mapping[str, T]) -> T:
    """Give a text in the language in use, else in the first available."""
    return told[language()] if language() in told else told[LANGUAGES[0]]


def learnt(settings: Settings, game: str) -> frozenset[str]:
    """Give the names of the completed lessons of a game."""
    pairs = (mark.partition(".") for mark in settings.lessons.split())
    return frozenset(name for of, _, name in pairs if of == game)


def with_lesson(settings: Settings, tutor: Tutor) -> Settings:
    """Give the settings once the lesson of `tutor` is done."""
    mark = f"{tutor.game}.{tutor.lesson.name}"
    marks = settings.lessons.split()
    return settings if mark in marks else replace(settings, lessons=" ".join([*marks, mark]))


def next_lesson(settings: Settings, game: str) -> int:
    """Give the number of the first lesson of a game not completed; of the first one if all are."""
    known = learnt(settings, game)
    return next((at for at, one in enumerate(lessons(game), 1) if one.name not in known), 1)
