"""Lessons: small tasks on a position, checked by the rules themselves.

Each game's folder has a file `lessons.toml` with `[[lesson]]` tables. Each has a `name`, a starting position
(`position` in the form of `State.to_json`, or `options` of a first position; then `moves` played on it), and tables
`[[lesson.step]]`. A step has a `goal`, a `solution` that reaches it, and a `reply` that is played after it. Titles,
tasks, hints and closing words stand beside them in each language. A line is an action, with `SEAT: ` before it unless
the first seat that owes an action plays it. `docs/lessons.md` describes the file for people.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Protocol, runtime_checkable

from core.fault import Fault, sentence
from core.game import DEALER, Effect, Seat, State
from core.games import data_text, find
from core.option import settle
from core.scene import Piece

FILE = "texts/lessons.toml"
"""The path of the file in a game's folder."""

LESSON = frozenset({"name", "position", "options", "moves", "seat", "drawing", "step", "title", "topic"})
STEP = frozenset({"goal", "solution", "reply", "task", "hints", "done"})
GOAL = frozenset({"moves", "effects", "pieces", "over"})
"""The entries that a goal may have."""

ALLOWED = sentence("That is allowed, but it is not the task.")
BAD = sentence("Lesson {number} of {game} cannot be read: {why}.")
UNKNOWN = sentence("its entry {key} is unknown")
MISSING = sentence("it lacks {key}")
NO_LESSON = sentence("There is no lesson {number} of {game}; there are 1 to {last}.")
NO_LESSONS = sentence("There are no lessons of {game} yet.")
NEARLY = sentence("That is allowed, but it is not the task. {why}")
OVER = sentence("The lesson is done.")


class BadLesson(Fault):
    """A lesson that cannot be read; fields `game`, `number` and `why`."""


class NotTheTask(Fault):
    """An action that the rules allow but the lesson does not ask for."""


@runtime_checkable
class HasNearMisses(Protocol):
    """A state of a game in which a legal action can be nearly the one that a lesson asks for."""

    def nearly(self, action: Any, wanted: Any) -> Fault | None:  # noqa: ANN401 - actions of that game
        """Say what `action` has to change to be `wanted`; None if they are too different for that."""
        ...


@dataclass(frozen=True, slots=True)
class Goal:
    """What an action must bring about; all parts must hold.

    `moves`: the action is one of these. `effects`: it has each of them, with at least these fields. `pieces`: what
    stands on these spots afterwards (`red M`, `corpse`, nothing). `over`: the reason for which the match has then
    ended.
    """

    moves: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    pieces: tuple[tuple[str, str], ...] = ()
    over: str = ""

    def reached(self, before: State[Any], seat: Seat, text: str, after: State[Any]) -> bool:
        """Tell whether the legal action `text` of `seat` reaches the goal."""
        told = before.effects(seat, before.parse(seat, text))
        stands = standing(after)
        reason = after.outcome.reason if after.outcome is not None else ""
        return (
            (not self.moves or text in self.moves)
            and all(any(_covers(effect, wanted) for effect in told) for wanted in self.effects)
            and all(stands.get(spot, "") == piece for spot, piece in self.pieces)
            and self.over in {"", reason}
        )


def _covers(effect: Effect, wanted: Effect) -> bool:
    return effect.key == wanted.key and set(wanted.fields) <= set(effect.fields)


def standing(state: State[Any]) -> dict[str, str]:
    """Give what stands on each spot that is not empty, in the words of a goal."""
    scene = state.scene()
    names = {panel.seat: panel.name for panel in scene.seats}
    return {piece.spot: _piece(piece, names) for piece in scene.pieces}


def _piece(piece: Piece, names: Mapping[int, str]) -> str:
    return "corpse" if piece.owner is None else f"{names[piece.owner]} {piece.letter}".strip()


@dataclass(frozen=True, slots=True)
class Step:
    """One task of a lesson; `tasks`, `hints` and `ends` are its texts by language."""

    goal: Goal
    solution: str
    reply: tuple[str, ...]
    tasks: Mapping[str, str]
    hints: Mapping[str, tuple[str, ...]]
    ends: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson: its starting position, who plays it (None: the seat to move), its steps and its titles.

    `topic` is that of the game's rules text which it teaches, if it is not whatever is under the cursor.
    """

    game: str
    name: str
    start: State[Any]
    seat: Seat | None
    drawing: str
    steps: tuple[Step, ...]
    titles: Mapping[str, str]
    topic: str = ""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A lesson and how far the player has come in it."""

    lesson: Lesson
    state: State[Any]
    at: int = 0

    @classmethod
    def of(cls, lesson: Lesson) -> Attempt:
        """Begin a lesson."""
        return cls(lesson, lesson.start)

    @property
    def done(self) -> bool:
        """Whether every task is done."""
        return self.at == len(self.lesson.steps)

    @property
    def step(self) -> Step:
        """The current task; the last one once all are done."""
        return self.lesson.steps[min(self.at, len(self.lesson.steps) - 1)]

    @property
    def seat(self) -> Seat:
        """The seat that decides; the dealer's if no seat does."""
        return self.lesson.seat if self.lesson.seat is not None else next(iter(self.state.active), DEALER)

    def play(self, text: str) -> Attempt:
        """Try an action as the answer to the task; raise `IllegalAction` with the rules' reason, or `NotTheTask`."""
        if self.done:
            raise NotTheTask(OVER)
        action = self.state.parse(self.seat, text)
        after = self.state.play(self.seat, action)
        if not self.step.goal.reached(self.state, self.seat, str(action), after):
            raise self._missed(action)
        return replace(self, state=played(after, self.step.reply), at=self.at + 1)

    def _missed(self, action: Any) -> NotTheTask:  # noqa: ANN401 - an action of that game
        """Say that an action is not the task, and what is missing if it nearly is."""
        wanted = self.state.parse(self.seat, self.step.solution)
        why = self.state.nearly(action, wanted) if isinstance(self.state, HasNearMisses) else None
        return NotTheTask(ALLOWED) if why is None else NotTheTask(NEARLY, why=why)


def played(state: State[Any], lines: tuple[str, ...]) -> State[Any]:
    """Play lines on a position; raise `IllegalAction`."""
    for line in lines:
        seats = {panel.name: Seat(panel.seat) for panel in state.scene().seats}
        name, found, text = line.partition(": ")
        seat, text = (seats[name], text) if found and name in seats else (state.active[0], line)
        state = state.play(seat, state.parse(seat, text))
    return state


@cache
def lessons(game: str) -> tuple[Lesson, ...]:
    """Give the lessons of a game in order, none if it has no such file; raise `BadLesson`."""
    found = []
    try:
        entries = tomllib.loads(data_text(game, FILE)).get("lesson", [])
    except FileNotFoundError:
        return ()
    except tomllib.TOMLDecodeError as fault:
        raise BadLesson(BAD, game=game, number=0, why=str(fault)) from None
    for number, entry in enumerate(entries, 1):
        try:
            found.append(read(game, entry))
        except (Fault, KeyError) as fault:
            raise BadLesson(BAD, game=game, number=number, why=str(fault).rstrip(".")) from None
    return tuple(found)


def lesson(game: str, number: int) -> Lesson:
    """Give lesson `number` of a game, counted from 1; raise `Fault` if there is none."""
    found = lessons(game)
    if not found:
        raise Fault(NO_LESSONS, game=game)
    if not 1 <= number <= len(found):
        raise Fault(NO_LESSON, game=game, number=number, last=len(found))
    return found[number - 1]


def read(game: str, entry: Mapping[str, Any]) -> Lesson:
    """Make a lesson from its entry in the file; raise `Fault` or `KeyError`."""
    _check(entry, LESSON, ("name", "step", "title"))
    start = played(_start(game, entry), tuple(entry.get("moves", ())))
    seats = {panel.name: Seat(panel.seat) for panel in start.scene().seats}
    seat = seats[entry["seat"]] if "seat" in entry else None
    steps = tuple(_step(step) for step in entry["step"])
    drawing, topic = entry.get("drawing", ""), entry.get("topic", "")
    return Lesson(game, entry["name"], start, seat, drawing, steps, entry["title"], topic)


def _start(game: str, entry: Mapping[str, Any]) -> State[Any]:
    if "position" in entry:
        return find(game).setup(entry["position"])
    return find(game).start(settle(find(game), entry.get("options", {})))


def _step(entry: Mapping[str, Any]) -> Step:
    _check(entry, STEP, ("goal", "solution", "task", "hints", "done"))
    told = entry["goal"]
    _check(told, GOAL, ())
    effects = tuple(
        Effect(wanted["key"], tuple((name, value) for name, value in wanted.items() if name != "key"))
        for wanted in told.get("effects", ())
    )
    goal = Goal(tuple(told.get("moves", ())), effects, tuple(told.get("pieces", {}).items()), told.get("over", ""))
    hints = {language: tuple(lines) for language, lines in entry["hints"].items()}
    return Step(goal, entry["solution"], tuple(entry.get("reply", ())), entry["task"], hints, entry["done"])


def _check(entry: Mapping[str, Any], known: frozenset[str], wanted: tuple[str, ...]) -> None:
    for key in entry:
        if key not in known:
            raise BadLesson(UNKNOWN, key=key)
    for key in wanted:
        if key not in entry:
            raise BadLesson(MISSING, key=key)
