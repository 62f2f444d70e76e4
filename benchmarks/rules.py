"""How fast the rules are, beside the goals: `python benchmarks/rules.py [--json FILE]`."""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from core import bots
from core.bots.bot import Budget, walk
from core.game import DEALER, State
from core.games import find
from core.games.megiddo.option import rules
from core.games.megiddo.playout import playout, shuffled
from core.match import Match
from core.option import settle

GAME = find("djambi")
MEGIDDO = find("megiddo")
ROUNDS = 5
SECONDS = 0.4
"""How long a round lasts, about."""


@dataclass(frozen=True)
class Figure:
    """One measured figure: the median over the rounds, its unit, and the goal if there is one."""

    name: str
    value: float
    unit: str
    goal: float | None = None
    more_is_better: bool = True

    @property
    def met(self) -> bool | None:
        """Whether the goal is met; None without one."""
        if self.goal is None:
            return None
        return self.value >= self.goal if self.more_is_better else self.value <= self.goal


def middles(players: str, count: int, seed: int) -> list[State[Any]]:
    """Give positions between the 20th and the 80th turn of random games."""
    rng = Random(seed)
    found: list[State[Any]] = []
    while len(found) < count:
        state = GAME.start(settle(GAME, {"players": players}))
        for turn in range(80):
            if state.outcome is not None:
                break
            if turn >= 20 and turn % 10 == 0:
                found.append(state)
            state = state.play(state.active[0], walk(state, state.active[0], rng))
    return found[:count]


def legal_ms(players: str) -> float:
    """Time the complete list of legal actions: median milliseconds a position."""
    times = []
    for state in middles(players, 60, 1):
        began = time.perf_counter()
        list(state.legal(state.active[0]))
        times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times)


def turns(players: str, seed: int) -> float:
    """Play random games by staged choice: turns a second."""
    rng = Random(seed)
    options = settle(GAME, {"players": players})
    played = 0
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        state = GAME.start(options)
        while state.outcome is None:
            state = state.play(state.active[0], walk(state, state.active[0], rng))
            played += 1
    return played / (time.perf_counter() - began)


def checks(players: str, seed: int) -> float:
    """Check legal actions without the list: `is_legal` a second."""
    rng = Random(seed)
    pairs = []
    for state in middles(players, 40, seed):
        actions = list(state.legal(state.active[0]))
        pairs += [(state, state.active[0], action) for action in rng.sample(actions, min(len(actions), 20))]
    began = time.perf_counter()
    legal = sum(state.is_legal(seat, action) for state, seat, action in pairs)
    assert legal == len(pairs)
    return len(pairs) / (time.perf_counter() - began)


def replay_ms(lines: int) -> float:
    """Fold a long log: milliseconds, taken together from as many games as it needs."""
    rng = Random(1)
    logs = []
    left = lines
    while left > 0:
        match = Match.new(GAME, {})
        while match.state.outcome is None and match.ply < left:
            match = match.play(str(walk(match.state, match.mover(), rng)))
        logs.append(match)
        left -= match.ply
    began = time.perf_counter()
    for match in logs:
        Match.fold(match.header, match.log)
    return (time.perf_counter() - began) * 1000


def greedy_ms(players: str) -> float:
    """Ask the greedy bot: mean milliseconds a move."""
    matches = []
    for seed in range(10):
        rng = Random(seed)
        match = Match.new(GAME, {"players": players})
        while match.ply < 30 and match.state.outcome is None:
            match = match.play(str(walk(match.state, match.mover(), rng)))
        matches.append(match)
    began = time.perf_counter()
    for match in matches:
        bots.find("greedy").choose(match, match.mover(), Random(1), Budget())
    return (time.perf_counter() - began) * 1000 / len(matches)


def phalanxes(seed: int) -> tuple[float, float, float]:
    """Play Epaminondas at random on 14x12: playouts, full lists (of new positions, one after the other), `is_legal`."""
    field, rng, games = find("epaminondas"), Random(seed), 12
    seen: list[Any] = []
    began = time.perf_counter()
    for _ in range(games):
        state: Any = field.start(settle(field, {}))
        while state.outcome is None:
            seen.append(state)
            state = state.play(state.mover, state.wander(rng))
    playouts = games / (time.perf_counter() - began)
    began = time.perf_counter()
    lists = [state.legal(state.mover) for state in seen]
    full = len(seen) / (time.perf_counter() - began)
    pairs = [(state, rng.choice(moves)) for state, moves in zip(seen, lists, strict=True) for _ in range(5)]
    began = time.perf_counter()
    assert all(state.is_legal(state.mover, action) for state, action in pairs)
    return playouts, full, len(pairs) / (time.perf_counter() - began)


def epaminondas() -> list[Figure]:
    """Measure Epaminondas: the median of the rounds."""
    told = [
        statistics.median(column) for column in zip(*(phalanxes(seed) for seed in range(1, ROUNDS + 1)), strict=True)
    ]
    goals = (("random playouts", 40.0), ("full lists of new positions", 20_000.0), ("is_legal", 150_000.0))
    return [
        Figure(f"epaminondas 14x12, {name}", value, "/s", goal) for (name, goal), value in zip(goals, told, strict=True)
    ]


def playouts(variant: str, players: str, seed: int) -> float:
    """Play whole random games of Megiddo: playouts a second."""
    rng = Random(seed)
    chosen = rules(settle(MEGIDDO, {"variant": variant, "players": players}))
    played = 0
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        for _ in range(100):
            playout(chosen, shuffled(rng))
        played += 100
    return played / (time.perf_counter() - began)


def placements(variant: str, seed: int) -> float:
    """Play random games of Megiddo through its states, as a table does: moves a second."""
    rng = Random(seed)
    options = settle(MEGIDDO, {"variant": variant})
    played = 0
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        state = MEGIDDO.start(options)
        while state.outcome is None:
            state = state.play(state.active[0], walk(state, state.active[0], rng))
            played += 1
    return played / (time.perf_counter() - began)


def megiddo() -> list[Figure]:
    """Measure Megiddo."""
    asked = (
        ("basic", "2", 25000.0),
        ("master", "2", 12000.0),
        ("cleopatra-grandmaster", "2", 12000.0),
        ("cleopatra-grandmaster", "3", None),
    )
    figures = []
    for variant, players, goal in asked:
        value = rounds(lambda seed, variant=variant, players=players: playouts(variant, players, seed))  # type: ignore[misc]
        figures.append(Figure(f"playouts, {variant}, {players} colours", value, "/s", goal))
    for variant in ("basic", "cleopatra-grandmaster"):
        value = rounds(lambda seed, variant=variant: placements(variant, seed))  # type: ignore[misc]
        figures.append(Figure(f"random moves, {variant}", value, "/s"))
    return figures


def wars(players: str, seed: int) -> float:
    """Play random games of Méditerranée by staged choice, chance drawn by a seed: decisions a second."""
    field, rng = find("mediterranee"), Random(seed)
    options = settle(field, {"players": players, "seed": str(seed)})
    dealer = field.dealer(options)
    assert dealer is not None
    decided = 0
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        state = field.start(options)
        while state.outcome is None:
            seat = state.active[0]
            decided += seat != DEALER
            state = state.play(seat, dealer.deal(state) if seat == DEALER else walk(state, seat, rng))
    return decided / (time.perf_counter() - began)


def mediterranee() -> list[Figure]:
    """Measure Méditerranée."""
    figures = []
    for players, goal in (("4", 10000.0), ("2", None), ("3", None)):
        value = rounds(lambda seed, players=players: wars(players, seed))  # type: ignore[misc]
        figures.append(Figure(f"mediterranee, random decisions, {players} players", value, "/s", goal))
    return figures


def rounds(measure: Callable[[int], float]) -> float:
    """Give the median of several seeded rounds."""
    return statistics.median(measure(seed) for seed in range(1, ROUNDS + 1))


def measure() -> list[Figure]:
    """Measure everything."""
    crowds = (("3", None), ("4", 5000.0), ("5", None), ("6", 1000.0))
    figures = [Figure("legal, complete list, 4 players", legal_ms("4"), "ms", 2.0, more_is_better=False)]
    figures += [Figure(f"legal, complete list, {crowd} players", legal_ms(crowd), "ms") for crowd in "356"]
    for crowd, goal in crowds:
        value = rounds(lambda seed, crowd=crowd: turns(crowd, seed))  # type: ignore[misc]
        figures.append(Figure(f"random turns, {crowd} players", value, "/s", goal))
    for crowd in "46":
        value = rounds(lambda seed, crowd=crowd: checks(crowd, seed))  # type: ignore[misc]
        figures.append(Figure(f"is_legal, {crowd} players", value, "/s"))
    figures.append(Figure("replay of 500 lines, 4 players", rounds(lambda _: replay_ms(500)), "ms"))
    for crowd in "346":
        value = rounds(lambda _, crowd=crowd: greedy_ms(crowd))  # type: ignore[misc]
        figures.append(Figure(f"greedy move, {crowd} players", value, "ms", 50.0, more_is_better=False))
    return figures + epaminondas() + megiddo() + mediterranee()


def main() -> int:
    """Print every figure beside its goal; write them as JSON where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to FILE")
    arguments = parser.parse_args()
    figures = measure()
    for figure in figures:
        sign = "at least" if figure.more_is_better else "at most"
        goal = "" if figure.goal is None else f"goal {sign} {figure.goal:g}: {'met' if figure.met else 'MISSED'}"
        print(f"{figure.name:42} {figure.value:12.2f} {figure.unit:3} {goal}".rstrip())
    if arguments.json is not None:
        told = {
            "python": platform.python_version(),
            "machine": platform.machine(),
            "figures": [{**asdict(figure), "met": figure.met} for figure in figures],
        }
        arguments.json.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
