"""How fast the rules are, beside the goals: `python benchmarks/rules.py [--json FILE] [--peers PYTHON]`.

All by processor time. The goals of compiled rules stand where a build of them is used (`python3 run.py fast`); with
`PARLEY_PURE=1` none is. `--peers` names a Python that has python-chess and OpenSpiel, to be measured in the same run
(`benchmarks/yardsticks.py` tells how to get one). Then the ratios are measured too: round by round python-chess, each
game by the files themselves, and by the build if there is one, each in a process of its own.

In random games an action comes from the state that it is played in, so it is not checked again. Neither does
python-chess check what is pushed.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tui.bootstrap import compiled_rules  # isort: skip - before the core: what is compiled is found by it

from benchmarks.figure import Figure, arguments, written
from core import bots
from core.bots.bot import Budget, walk
from core.game import DEALER, State
from core.games import find
from core.games.megiddo.bot.playout import playout, shuffled
from core.games.megiddo.rules.ruleset import rules
from core.match.match import Match
from core.option import settle

GAME = find("djambi")
MEGIDDO = find("megiddo")
FAST = compiled_rules.use_compiled()
"""Whether the rules are compiled."""
YARDSTICKS = Path(__file__).with_name("yardsticks.py")
NO_PEERS = "No yardsticks: %s has neither python-chess nor OpenSpiel; benchmarks/yardsticks.py tells how to get them."
"""Said where there is nothing to measure beside our own."""
ROUNDS = 5
SECONDS = 0.4
"""How long a round lasts, about."""


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
        began = time.process_time()
        list(state.legal(state.active[0]))
        times.append((time.process_time() - began) * 1000)
    return statistics.median(times)


def turns(players: str, seed: int) -> float:
    """Play random games: turns a second."""
    rng = Random(seed)
    options = settle(GAME, {"players": players})
    played = 0
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        state: Any = GAME.start(options)
        while state.outcome is None:
            state = state.play_unchecked(state.turn.player, state.wander(rng))
            played += 1
    return played / (time.process_time() - began)


def checks(players: str, seed: int) -> float:
    """Check legal actions without the list: `is_legal` a second."""
    rng = Random(seed)
    pairs = []
    for state in middles(players, 40, seed):
        actions = list(state.legal(state.active[0]))
        pairs += [(state, state.active[0], action) for action in rng.sample(actions, min(len(actions), 20))]
    began = time.process_time()
    legal = sum(state.is_legal(seat, action) for state, seat, action in pairs)
    assert legal == len(pairs)
    return len(pairs) / (time.process_time() - began)


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
    began = time.process_time()
    for match in logs:
        Match.fold(match.header, match.log)
    return (time.process_time() - began) * 1000


def greedy_ms(players: str) -> float:
    """Ask the greedy bot: mean milliseconds a move."""
    matches = []
    for seed in range(10):
        rng = Random(seed)
        match = Match.new(GAME, {"players": players})
        while match.ply < 30 and match.state.outcome is None:
            match = match.play(str(walk(match.state, match.mover(), rng)))
        matches.append(match)
    began = time.process_time()
    for match in matches:
        bots.find("greedy").choose(match, match.mover(), Random(1), Budget())
    return (time.process_time() - began) * 1000 / len(matches)


def plies(seed: int) -> float:
    """Play random games of Epaminondas on 14x12: plies a second."""
    field, rng = find("epaminondas"), Random(seed)
    options = settle(field, {})
    played = 0
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        state: Any = field.start(options)
        while state.outcome is None:
            state = state.play_unchecked(state.mover, state.wander(rng))
            played += 1
    return played / (time.process_time() - began)


def phalanxes(seed: int) -> tuple[float, float]:
    """List the moves of random games of Epaminondas: full lists (of one new position after the other), `is_legal`."""
    field, games = find("epaminondas"), 12

    def random_game(rng: Random) -> Iterator[Any]:
        """Play one, a state after the other."""
        state: Any = field.start(settle(field, {}))
        while state.outcome is None:
            yield state
            state = state.play_unchecked(state.mover, state.wander(rng))

    rng = Random(seed)
    seen = [state for _ in range(games) for state in random_game(rng)]
    began = time.process_time()
    lists = [state.legal(state.mover) for state in seen]
    full = len(seen) / (time.process_time() - began)
    pairs = [(state, rng.choice(moves)) for state, moves in zip(seen, lists, strict=True) for _ in range(5)]
    began = time.process_time()
    assert all(state.is_legal(state.mover, action) for state, action in pairs)
    return full, len(pairs) / (time.process_time() - began)


def epaminondas() -> list[Figure]:
    """Measure Epaminondas: the median of the rounds."""
    told = [
        rounds(plies),
        *map(statistics.median, zip(*(phalanxes(seed) for seed in range(1, ROUNDS + 1)), strict=True)),
    ]
    goals = (
        ("random plies", 100_000.0 if FAST else 30_000.0),
        ("full lists of new positions", 20_000.0),
        ("is_legal", 150_000.0),
    )
    return [
        Figure(f"epaminondas 14x12, {name}", value, "/s", goal) for (name, goal), value in zip(goals, told, strict=True)
    ]


def playouts(variant: str, players: str, seed: int) -> float:
    """Play whole random games of Megiddo: playouts a second."""
    rng = Random(seed)
    chosen = rules(settle(MEGIDDO, {"variant": variant, "players": players}))
    played = 0
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        for _ in range(100):
            playout(chosen, shuffled(rng))
        played += 100
    return played / (time.process_time() - began)


def placements(variant: str, seed: int) -> float:
    """Play random games of Megiddo through its states, as a table does: moves a second."""
    rng = Random(seed)
    options = settle(MEGIDDO, {"variant": variant})
    played = 0
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        state = MEGIDDO.start(options)
        while state.outcome is None:
            state = state.play(state.active[0], walk(state, state.active[0], rng))
            played += 1
    return played / (time.process_time() - began)


def megiddo() -> list[Figure]:
    """Measure Megiddo."""
    asked = (
        ("basic", "2", 100_000.0 if FAST else 25_000.0),
        ("master", "2", 12000.0),
        ("cleopatra-grandmaster", "2", 12000.0),
        ("cleopatra-grandmaster", "3", None),
    )
    figures = []
    for variant, players, goal in asked:
        value = rounds(lambda seed, variant=variant, players=players: playouts(variant, players, seed))  # type: ignore[misc]
        figures.append(Figure(f"megiddo, playouts, {variant}, {players} colours", value, "/s", goal))
    for variant in ("basic", "cleopatra-grandmaster"):
        value = rounds(lambda seed, variant=variant: placements(variant, seed))  # type: ignore[misc]
        figures.append(Figure(f"megiddo, random moves, {variant}", value, "/s"))
    return figures


def wars(players: str, seed: int) -> float:
    """Play random games of Méditerranée by staged choice, chance drawn by a seed: decisions a second."""
    field, rng = find("mediterranee"), Random(seed)
    options = settle(field, {"players": players, "seed": str(seed)})
    dealer = field.dealer(options)
    assert dealer is not None
    decided = 0
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        state: Any = field.start(options)
        while state.outcome is None:
            seat = state.active[0]
            decided += seat != DEALER
            state = state.play_unchecked(seat, dealer.deal(state) if seat == DEALER else state.wander(rng))
    return decided / (time.process_time() - began)


def mediterranee() -> list[Figure]:
    """Measure Méditerranée."""
    figures = []
    for players, goal in (("4", 20_000.0), ("2", None), ("3", None)):
        value = rounds(lambda seed, players=players: wars(players, seed))  # type: ignore[misc]
        figures.append(Figure(f"mediterranee, random decisions, {players} players", value, "/s", goal))
    return figures


def rounds(measure: Callable[[int], float]) -> float:
    """Give the median of several seeded rounds."""
    return statistics.median(measure(seed) for seed in range(1, ROUNDS + 1))


def djambi() -> Iterator[Figure]:
    """Measure Djambi."""
    yield Figure("djambi, complete list, 4 players", legal_ms("4"), "ms", 2.0, more_is_better=False)
    for crowd in "356":
        yield Figure(f"djambi, complete list, {crowd} players", legal_ms(crowd), "ms")
    for crowd, goal in (("3", None), ("4", 60_000.0 if FAST else 20_000.0), ("5", None), ("6", 1000.0)):
        value = rounds(lambda seed, crowd=crowd: turns(crowd, seed))  # type: ignore[misc]
        yield Figure(f"djambi, random turns, {crowd} players", value, "/s", goal)
    for crowd in "46":
        value = rounds(lambda seed, crowd=crowd: checks(crowd, seed))  # type: ignore[misc]
        yield Figure(f"djambi, is_legal, {crowd} players", value, "/s")
    yield Figure("djambi, replay of 500 lines, 4 players", rounds(lambda _: replay_ms(500)), "ms")
    for crowd in "346":
        value = rounds(lambda _, crowd=crowd: greedy_ms(crowd))  # type: ignore[misc]
        yield Figure(f"djambi, greedy move, {crowd} players", value, "ms", 50.0, more_is_better=False)


def yardsticks(python: str) -> list[Figure]:
    """Let another Python measure what public rules it has."""
    done = subprocess.run([python, str(YARDSTICKS)], capture_output=True, text=True, check=False)
    told = json.loads(done.stdout) if done.returncode == 0 else {}
    if not told:
        print(NO_PEERS % python)
    return [Figure(f"yardstick: {name}", value, "/s") for name, value in told.items()]


RATES: dict[str, tuple[Callable[[int], float], float | None]] = {
    "epaminondas, random plies": (plies, 4.0),
    "djambi, random turns, 4 players": (lambda seed: turns("4", seed), 1.5),
    "mediterranee, random decisions, 4 players": (lambda seed: wars("4", seed), 1.0),
    "megiddo, playouts": (lambda seed: playouts("basic", "2", seed), None),
}
"""What is measured in pairs, and how many times the random plies of python-chess it should reach."""
GAIN = 2.0
"""How many times faster a build should be."""


def child(*command: str, pure: bool = False) -> float | None:
    """Let another process measure one round; None if it cannot."""
    environ = {name: value for name, value in os.environ.items() if name != compiled_rules.PURE}
    if pure:
        environ[compiled_rules.PURE] = "1"
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    return float(done.stdout) if done.returncode == 0 else None


def ratios(python: str) -> Iterator[Figure]:
    """Measure each game beside python-chess, and its build beside the files themselves, a round of each in turn."""
    beside: dict[str, list[float]] = {name: [] for name in RATES}
    gains: dict[str, list[float]] = {name: [] for name in RATES}
    for seed in map(str, range(1, ROUNDS + 1)):
        chess = child(python, str(YARDSTICKS), seed)
        if chess is None:
            return
        for name in RATES:
            pure = child(sys.executable, __file__, "--rate", name, seed, pure=True) or 0.0
            beside[name].append(pure / chess)
            if FAST:
                gains[name].append((child(sys.executable, __file__, "--rate", name, seed) or 0.0) / pure)
    for name, (_, goal) in RATES.items():
        yield Figure(f"{name}: of python-chess's", statistics.median(beside[name]), "x", goal)
        if FAST:
            yield Figure(f"{name}: compiled", statistics.median(gains[name]), "x", GAIN)


def measure(peers: str, only: str) -> Iterator[Figure]:
    """Measure everything, or the games with `only` in their names."""
    parts: dict[str, Callable[[], Iterable[Figure]]] = {
        "djambi": djambi,
        "epaminondas": epaminondas,
        "megiddo": megiddo,
        "mediterranee": mediterranee,
        "yardsticks": lambda: yardsticks(peers),
        "ratios": lambda: ratios(peers),
    }
    for name, part in parts.items():
        if only in name:
            yield from part()


def main() -> int:
    """Print every figure beside its goal; write them as JSON where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peers", default=sys.executable, metavar="PYTHON", help="who has the yardsticks' libraries")
    parser.add_argument("--rate", nargs=2, metavar=("NAME", "SEED"), help="measure one round of that alone")
    chosen = arguments(parser)
    if chosen.rate:
        rate, seed = RATES[chosen.rate[0]][0], int(chosen.rate[1])
        print([rate(each) for each in (0, seed)][1])
        return 0
    print(f"The rules are {'compiled' if FAST else 'pure Python'}.")
    written(measure(chosen.peers, chosen.only), chosen.json)
    return 0


if __name__ == "__main__":
    sys.exit(main())
