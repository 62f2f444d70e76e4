"""Puzzles: positions with a single answer that the rules prove, one for each day.

Each game's folder has a file `puzzles.toml`: tables `[kind.NAME]` with the texts that all puzzles of a kind share, and
a `[[puzzle]]` for each puzzle. `[kind.NAME.pieces]` says by the letter of a piece what is special about it in a combat,
and by `none` what is said where no piece with such a letter fights; a hint has it as `{pieces}`. `several` says by a
sign what is free in a task whose several answers all have it. `wins` names the kind: 1 and 2 are wins in so
many turns of one's own, whatever the answer; 0 asks for the cheapest cards that win a combat whatever the opponent
plays. A puzzle becomes a lesson with one task for each turn (`core.study.lesson`). Its answers
may differ only in the spots after the first two. `docs/lessons.md` has more.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from core.fault import Fault, sentence
from core.game import Action, Seat, State
from core.games import data_text, names
from core.study import lesson as lessons_of
from core.study.exhaustive_search import MOST, ForcedWinSearch, TooLong, wins_in
from core.study.lesson import BAD, BadLesson, Lesson, standing

FILE = "texts/puzzles.toml"
"""The path of the file in a game's folder."""

NO_PUZZLE = sentence("There is no puzzle {number} of {game}; there are 1 to {last}.")
NO_PUZZLES = sentence("There are no puzzles of {game} yet.")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle.

    `lesson` is what is played; `wins` is its kind; `answers` are all correct first actions; `city` is where the combat
    of kind 0 is fought.
    """

    lesson: Lesson
    wins: int
    answers: tuple[str, ...]
    city: str = ""

    @property
    def seat(self) -> Seat:
        """The seat that solves the puzzle."""
        return self.lesson.seat if self.lesson.seat is not None else self.lesson.start.active[0]

    def solved(self) -> tuple[str, ...]:
        """Find the correct actions again, by the rules alone, in the order of `State.legal`."""
        start = self.lesson.start
        if self.wins:
            return tuple(map(str, wins_in(start, self.wins)))
        return tuple(map(str, cheapest(start, self.seat, self.city)))

    def rejoinder(self, state: State[Any], text: str, wins: int) -> str:
        """Give an answer that shows why a wrong action does not win in `wins` turns; empty if none was found soon."""
        after = state.play(self.seat, state.parse(self.seat, text))
        if after.outcome is not None:
            return ""
        if not wins:
            return str(next(iter(_beaten(after, self.seat, self.city)), ""))
        try:
            return str(next(ForcedWinSearch(self.seat, MOST).escapes(after, wins - 1), ""))
        except TooLong:
            return ""


def cheapest(state: State[Any], seat: Seat, city: str) -> list[Action]:
    """Give the cheapest cards, by total worth, that take a city whatever the opponent plays."""
    sure = [each for each in state.legal(seat) if not _beaten(state.play(seat, each), seat, city)]
    least = min((cost(str(each)) for each in sure), default=0)
    return [each for each in sure if cost(str(each)) == least]


def cost(text: str) -> int:
    """Give the total worth of cards.

    >>> cost("cards 10+4")
    14
    """
    return sum(int(face) for face in text.rpartition(" ")[2].split("+"))


def _beaten(state: State[Any], seat: Seat, city: str) -> list[Action]:
    """Give the answers in a combat after which it is not over, or the seat's piece is not in the city."""
    name = next(panel.name for panel in state.scene().seats if panel.seat == seat)
    foe = state.active[0]
    played = ((each, state.play(foe, each)) for each in state.legal(foe))
    return [each for each, after in played if after.sealed or not standing(after).get(city, "").startswith(f"{name} ")]


@cache
def _file(game: str) -> Mapping[str, Any]:
    """Read the file of a game, empty if it has none; raise `BadLesson`."""
    try:
        return tomllib.loads(data_text(game, FILE))
    except FileNotFoundError:
        return {}
    except tomllib.TOMLDecodeError as fault:
        raise BadLesson(BAD, game=game, number=0, why=str(fault)) from None


def count(game: str) -> int:
    """Count the puzzles of a game; raise `BadLesson`."""
    return len(_file(game).get("puzzle", ()))


def puzzled() -> tuple[str, ...]:
    """Give the names of the games that have puzzles."""
    return tuple(filter(count, names()))


@cache
def puzzle(game: str, number: int) -> Puzzle:
    """Give puzzle `number` of a game, counted from 1; raise `Fault` if there is none or it cannot be read."""
    if not count(game):
        raise Fault(NO_PUZZLES, game=game)
    if not 1 <= number <= count(game):
        raise Fault(NO_PUZZLE, game=game, number=number, last=count(game))
    entry = _file(game)["puzzle"][number - 1]
    try:
        return _puzzle(game, entry, _file(game)["kind"][str(entry["wins"])])
    except (Fault, KeyError, ValueError) as fault:
        raise BadLesson(BAD, game=game, number=number, why=str(fault).rstrip(".")) from None


def daily(game: str, day: int) -> int:
    """Give the number of the puzzle of a day (`date.toordinal()`), each in turn; raise `Fault` if there is none."""
    if not count(game):
        raise Fault(NO_PUZZLES, game=game)
    return day % count(game) + 1


def _puzzle(game: str, entry: Mapping[str, Any], kind: Mapping[str, Any]) -> Puzzle:
    """Make a puzzle from its entry in the file and that of its kind."""
    turns = [entry["answers"], entry["finish"]] if "finish" in entry else [entry["answers"]]
    reply = entry.get("reply", "")
    fields = {"reply": reply, "foe": entry.get("foe", "")}
    told = {"name": entry["name"], "title": kind["title"], "position": json.loads(entry["position"])}
    told |= {key: entry[key] for key in ("seat", "moves") if key in entry}
    special = _special(game, told, kind.get("pieces", {}))
    steps = []
    for at, right in enumerate(turns):
        texts = kind["step"][at]
        fields |= {"solution": right[0], "spot": entry["look"][at]}
        steps.append(
            {
                "goal": {"moves": right},
                "solution": right[0],
                "reply": [reply] if reply and at == 0 else [],
                "task": _with_choice(_filled(texts["task"], fields), right, kind.get("several", {})),
                "hints": {
                    tongue: [line.format(**fields, pieces=special.get(tongue, "")) for line in lines]
                    for tongue, lines in texts["hints"].items()
                },
                "done": _filled(texts["done"], fields),
            }
        )
    return Puzzle(
        lessons_of.read(game, {**told, "step": steps}), entry["wins"], tuple(entry["answers"]), entry.get("city", "")
    )


def _special(game: str, told: Mapping[str, Any], pieces: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Say what is special about the pieces that fight at the beginning, by language; nothing if nobody fights."""
    cards = lessons_of.read(game, {**told, "step": []}).start.scene().cards
    fight = cards.fight if cards is not None else None
    if fight is None or not pieces:
        return {}
    letters = dict.fromkeys(side.letter[0] for side in (fight.attacker, fight.defender))
    found = [pieces[letter] for letter in letters if letter in pieces] or [pieces["none"]]
    return {language: " ".join(each[language] for each in found) for language in found[0]}


def _with_choice(task: dict[str, str], answers: list[str], several: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Give a task with what its answers leave free, by the first sign that all of them have; a single one is told."""
    found = [told for sign, told in several.items() if all(sign in text for text in answers)]
    free = found[0] if found and len(answers) > 1 else {}
    return {tongue: f"{text} {free[tongue]}" if free else text for tongue, text in task.items()}


def _filled(texts: Mapping[str, str], fields: Mapping[str, str]) -> dict[str, str]:
    return {language: text.format(**fields) for language, text in texts.items()}
