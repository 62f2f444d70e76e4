"""Learning what the lines of Megiddo are worth (`python3 run.py tune lines`), from many quick games of a level.

Each position of a game is a lesson: its target lies halfway between the chance that the level's search gave it and the
result. The loss is the cross entropy, the descent goes position by position with a step of its own for each number
(Adagrad). Every fifth game is not learned from and only tells which round did best. A run that was ended goes on from
its file of games and comes to the same numbers.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from pathlib import Path
from random import Random

import msgspec

from core import bots
from core.bots.bot import Budget, walk
from core.games import find
from core.games.megiddo.bot.line_values import FILE, features, written
from core.games.megiddo.rules.state import State
from core.match.match import Match
from tests.tuning.descent import CHECKED, LEAST
from tests.tuning.practice import all_done

ROOT = Path(__file__).resolve().parents[2]
LEVEL = "3"
OPENING = 8
"""A game begins with one to so many random decisions."""

ROUNDS, RATE, SLOW, PULL = 10, 0.1, 0.03, 0.005
"""So many rounds through all positions, the first half by the first rate; how strongly a number is drawn to 0."""

GAMES = "games.jsonl"
TITLE = "What the lines of Megiddo are worth, as learned by `run.py tune lines`; core/games/megiddo/bot/line_values.py"
LEARNED = "{games} games, {count} positions; the loss of the checked games fell from {first:.4f} to {last:.4f}."


class Position(msgspec.Struct, frozen=True, array_like=True):
    """A position that a level has judged: the stones and captures of the colour to move and the other's, the target."""

    mine: int
    foe: int
    got: int
    lost: int
    target: float


class Told(msgspec.Struct, frozen=True, array_like=True):
    """The positions of a game, by its number from 0."""

    number: int
    positions: tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class Quick:
    """A game to play: its number, and how many random games the level plays for each move."""

    seed: int
    number: int
    nodes: int


def told(task: Quick) -> Told:
    """Play a game; give its positions."""
    rng = Random(f"{task.seed} {task.number}")
    match = Match.new(find("megiddo"), {"target": "1"}).deal()
    for _ in range(rng.randint(1, OPENING)):
        match = match.play(str(walk(match.state, match.mover(), rng)), match.mover())
    seen: list[tuple[State, float]] = []
    while match.state.outcome is None:
        state, seat = match.state, match.mover()
        assert isinstance(state, State)
        thought = bots.find(LEVEL).think(match.seen_by(seat), seat, rng, Budget(task.nodes))
        seen.append((state, thought.chance))
        match = match.play(str(thought.action), seat)
    winners = match.state.outcome.winners
    return Told(task.number, tuple([_position(state, chance, winners) for state, chance in seen]))


def _position(state: State, chance: float, winners: Sequence[int]) -> Position:
    own, other = state.seat, 1 - state.seat
    share = float(own in winners) if winners else 0.5
    return Position(
        state.stones[own], state.stones[other], state.captured[own], state.captured[other], (chance + share) / 2
    )


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position by the places of its features, and its target."""

    places: tuple[int, ...]
    target: float


def learn(games: Sequence[Told], seed: int) -> tuple[dict[str, float], list[float]]:
    """Learn the numbers from games in the order of their numbers; also give the losses of the checked games."""
    known: dict[str, int] = {}
    lessons: list[Lesson] = []
    checks: list[Lesson] = []
    for game in games:
        for one in game.positions:
            names = features(one.mine, one.foe, one.got, one.lost)
            places = tuple([known.setdefault(name, len(known)) for name in names])
            (lessons if game.number % CHECKED else checks).append(Lesson(places, one.target))
    by, steep = [0.0] * len(known), [1.0] * len(known)
    rng, losses, best = Random(seed), [loss(checks, by)], by.copy()
    for number in range(ROUNDS):
        rng.shuffle(lessons)
        for lesson in lessons:
            _step(lesson, by, steep, RATE if number < ROUNDS // 2 else SLOW)
        losses.append(loss(checks, by))
        if losses[-1] == min(losses):
            best = by.copy()
    return {name: round(best[at], 4) for name, at in known.items()}, losses


def _step(lesson: Lesson, by: list[float], steep: list[float], rate: float) -> None:
    error = chance(lesson, by) - lesson.target
    for at in lesson.places:
        slope = error + PULL * by[at]
        steep[at] += slope * slope
        by[at] -= rate * slope / sqrt(steep[at])


def chance(lesson: Lesson, by: Sequence[float]) -> float:
    """Give the chance of a position by some numbers."""
    return 1.0 / (1.0 + exp(-sum([by[at] for at in lesson.places])))


def loss(lessons: Sequence[Lesson], by: Sequence[float]) -> float:
    """Give the mean cross entropy of the targets and the chances."""
    total = 0.0
    for lesson in lessons:
        found = min(max(chance(lesson, by), LEAST), 1.0 - LEAST)
        total -= lesson.target * log(found) + (1.0 - lesson.target) * log(1.0 - found)
    return total / len(lessons) if lessons else 0.0


def read(path: Path) -> dict[int, Told]:
    """Read the games that were played; a line that was cut off is left out."""
    return {game.number: game for game in _lines(path)} if path.exists() else {}


def _lines(path: Path) -> Iterator[Told]:
    for line in path.read_bytes().splitlines(keepends=True):
        if line.endswith(b"\n"):
            yield msgspec.json.decode(line, type=Told)


def sit(folder: Path, tasks: Sequence[Quick], jobs: int) -> str:
    """Play what is missing, learn, and write the file of numbers; give what came of it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / GAMES
    known = read(path)
    path.write_bytes(b"".join(msgspec.json.encode(game) + b"\n" for game in known.values()))
    with path.open("ab") as file:

        def hear(task: Quick, game: Told) -> bool:
            known[task.number] = game
            file.write(msgspec.json.encode(game) + b"\n")
            file.flush()
            return True

        all_done(told, [task for task in tasks if task.number not in known], jobs, hear)
    games = [known[task.number] for task in tasks]
    values, losses = learn(games, tasks[0].seed)
    (folder / Path(FILE).name).write_text(written(values, TITLE), encoding="utf-8")
    count = sum(len(game.positions) for game in games)
    return LEARNED.format(games=len(games), count=count, first=losses[0], last=min(losses))


def main(words: list[str]) -> int:
    """Read the command, go on with its run, and say what came of it."""
    parser = argparse.ArgumentParser(prog="run.py tune lines", description="learn what the lines of Megiddo are worth")
    parser.add_argument("--games", type=int, default=6000, help="so many games to learn from")
    parser.add_argument("--nodes", type=int, default=200, help="random games a move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="so many processes")
    parser.add_argument("--out", default="", help="the folder of the run; the same command goes on with it")
    asked = parser.parse_args(words)
    folder = Path(asked.out) if asked.out else ROOT / "build" / "tune" / "lines"
    tasks = [Quick(asked.seed, number, asked.nodes) for number in range(asked.games)]
    sys.stdout.write(f"{sit(folder, tasks, asked.jobs)}\n")
    return 0
