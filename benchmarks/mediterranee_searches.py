"""Searches for Méditerranée that imagine hidden hands, against level 5: `python benchmarks/mediterranee_searches.py`.

    nice -n 19 python benchmarks/mediterranee_searches.py compare weighed [--games 40] [--seed 2026] [--out FILE]
    nice -n 19 python benchmarks/mediterranee_searches.py guess [--games 6] [--seed 2026]
    parley arena mediterranee "python3 benchmarks/mediterranee_searches.py weighed" 5 players=2

`present` is level 5 as it is, `deeper` the same looking one displacement further. The others are in
`tests/core/support/mediterranee_rivals.py`. `compare` plays the pairs of games of the arena: both games of a pair have
the same opening, cards and seeds, and the searches change seats. It prints the share of the points and its interval of
95 % beside the goal, a lower bound above one half, and the processor time of a decision. A decision ends after so many
`--nodes`, those of level 5 unless given (`present` always has its own), or after `--ms` of processor time. Where time
ends none, equal contests play equal games. With `--out` each game is kept as a line, and the same command goes on.

`guess` lets level 5 play itself and asks now and then what share of the deals imagined has the right hidden cards for a
rival: of deals as level 5 imagines them, of those that agree with the log, and weighed by what was put down.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from itertools import compress
from math import exp, log
from pathlib import Path
from random import Random
from typing import cast

sys.path.insert(0, str(Path(__file__).parents[1]))


import tui  # noqa: F401 # isort: skip - before the core: what is compiled is found by it

from benchmarks.anchor import answer
from benchmarks.figure import Figure
from core.bots.bot import Budget
from core.game import Seat
from core.games.mediterranee.bot import thinker
from core.games.mediterranee.bot.belief import sample_hands
from core.games.mediterranee.rules.action import Action
from core.games.mediterranee.rules.state import State
from core.match.match import Match
from core.tournament import pairing, rating
from tests.core.support.mediterranee_rivals import LEVEL, SEARCHES, choose
from tests.core.support.mediterranee_witness import imagined, witnessed
from tui.bots.arena.contest import Contest, draw, owed
from tui.bots.engine.engine_session import Desk

PRESENT, DEEPER = "present", "deeper"
NAMES = (PRESENT, DEEPER, *SEARCHES)
GUESS = "guess"
GOAL = 50.0
"""The per cent of the points that the lower bound of the interval must pass before a search takes level 5's place."""

THOUGHT = 5000.0
"""Milliseconds that 95 of 100 decisions must not pass."""


@dataclass(frozen=True, slots=True)
class Measure:
    """How much a search may do for a decision: positions, and milliseconds of processor time."""

    nodes: int
    ms: float

    def budget(self) -> Budget:
        """Give the budget of a decision that begins now."""
        end = time.process_time() + self.ms / 1000
        return Budget(self.nodes, lambda: time.process_time() >= end)


def decide(name: str, match: Match, seat: Seat, rng: Random, measure: Measure) -> Action:
    """Give the action that a search chooses from what its seat may know."""
    budget, seen = measure.budget(), match.seen_by(seat)
    if name == PRESENT:
        return thinker.think(seen, seat, LEVEL, rng, replace(budget, nodes=None)).action  # type: ignore[return-value]
    if name == DEEPER:
        return thinker.think(seen, seat, DEEP, rng, budget).action  # type: ignore[return-value]
    return choose(name, seen, seat, rng, budget)


DEEP = LEVEL + 1
"""The number under which the deeper level is known here."""
thinker.PLANS[DEEP] = replace(thinker.PLANS[LEVEL], depth=3, nodes=1 << 30)


def contest(name: str, options: dict[str, str], seed: int) -> Contest:
    """Give the contest of a search against level 5."""
    return Contest.of("mediterranee", options, (name, PRESENT), seed=seed, opening=-1, most_plies=0)


def played(number: int, name: str, options: dict[str, str], seed: int, measure: Measure) -> dict[str, object]:
    """Play a game: its number, the points of the search, how it ended, and the milliseconds of all decisions."""
    asked = contest(name, options, seed)
    bout = asked.bout(number)
    bots = {seat: bout.seating[at] for at, side in enumerate(asked.sides) for seat in side}
    spent: tuple[list[float], list[float]] = ([], [])
    match = asked.begin(bout.group)
    while match.state.outcome is None and match.ply < asked.most_plies:
        seat = owed(match)[0]
        rng = draw(seed, bout.group, bout.seating, seat, match.ply)
        began = time.process_time()
        action = decide(asked.bots[bots[seat]], match, seat, rng, measure)
        spent[bots[seat]].append(round((time.process_time() - began) * 1000, 1))
        match = match.seal(str(action), seat).deal()
    over = match.state.outcome
    placing = pairing.drawn(len(asked.sides)) if over is None else pairing.placing_of(over, asked.sides)
    reason = "plies" if over is None else str(over.reason)
    points = placing.shares[bout.seating.index(0)]
    return {"number": number, "points": points, "reason": reason, "plies": match.ply, "ms": spent}


def results(path: Path | None, told: dict[str, object]) -> dict[int, dict[str, object]]:
    """Read the games of a contest that were played before; raise `SystemExit` if the file is of another one."""
    if path is None:
        return {}
    if not path.exists():
        path.write_text(json.dumps(told) + "\n", encoding="utf-8")
    first, *lines = path.read_text(encoding="utf-8").splitlines()
    if json.loads(first) != told:
        raise SystemExit(f"{path} holds another contest.")
    return {game["number"]: game for game in map(json.loads, lines)}


def figures(name: str, games: dict[int, dict[str, object]]) -> Iterator[Figure]:
    """Give the share of the points with its interval, over whole pairs, and how long both searches thought."""
    points = [float(str(games[number]["points"])) for number in sorted(games)]
    pairs = [one + other for one, other in zip(points[::2], points[1::2], strict=False)]
    found = rating.score(rating.cells(pairs))
    difference = rating.in_elo(found)
    yield Figure(f"{name}, points of {2 * len(pairs)} games ({found.method})", 100 * found.value, "%")
    yield Figure(f"{name}, lower bound of 95 %", 100 * found.low, "%", GOAL)
    yield Figure(f"{name}, upper bound of 95 %", 100 * found.high, "%")
    for what, elo in (
        ("Elo", difference.value),
        ("Elo, lower bound", difference.low),
        ("Elo, upper bound", difference.high),
    ):
        yield Figure(f"{name}, {what}", elo, "")
    for at, who in enumerate((name, PRESENT)):
        spent = sorted(ms for game in games.values() for ms in game["ms"][at])  # type: ignore[index]
        yield Figure(f"{who}, mean of a decision", sum(spent) / max(len(spent), 1), "ms")
        yield Figure(f"{who}, p95 of a decision", rating.quantile(spent, 0.95), "ms", THOUGHT, more_is_better=False)


def compare(asked: argparse.Namespace) -> None:
    """Play what is missing and print every figure."""
    options = {"players": "2", **dict(one.split("=", 1) for one in asked.options)}
    measure = Measure(asked.nodes, asked.ms)
    told = {**contest(asked.name, options, asked.seed).told(), "nodes": asked.nodes, "ms": asked.ms}
    games = results(asked.out, told)
    missing = [number for number in range(pairing.whole(asked.games, 2)) if number not in games]
    play = partial(played, name=asked.name, options=options, seed=asked.seed, measure=measure)
    with ExitStack() as stack:
        side_by_side = asked.jobs > 1
        mapped = stack.enter_context(ProcessPoolExecutor(asked.jobs)).map if side_by_side else map
        for game in mapped(play, missing):
            games[int(str(game["number"]))] = game
            if asked.out is not None:
                with asked.out.open("a", encoding="utf-8") as book:
                    book.write(json.dumps(game) + "\n")
            print(f"game {len(games)}: {game['points']} {game['reason']} {game['plies']}", flush=True)
    for figure in figures(asked.name, games):
        print(figure)


DEALS = 200
"""How many deals are imagined to guess hidden cards."""

APART = 5
"""After so many lines of the log they are guessed again."""

DOUBT = 0.3
"""Added to the number of deals that were right, since the logarithm of none has no mean."""

Guess = tuple[float, float, float]
"""The logarithms of the shares of deals that were right: level 5's, those that agree with the log, those weighed."""


def guessed(number: int, options: dict[str, str], seed: int, nodes: int) -> list[Guess]:
    """Let level 5 play itself, and guess the hidden cards of each rival of each seat now and then."""
    asked, found = contest(DEEPER, options, seed), list[Guess]()
    match = asked.begin(number)
    while match.state.outcome is None and match.ply < asked.most_plies:
        seat, rng = owed(match)[0], draw(seed, number, match.ply)
        if match.ply // APART != (match.ply - 1) // APART:
            found += [guess(match, viewer, rng) for side in asked.sides for viewer in side]
        action = thinker.think(match.seen_by(seat), seat, LEVEL, rng, Budget(nodes)).action
        match = match.seal(str(action), seat).deal()
    return found


def guess(match: Match, viewer: Seat, rng: Random) -> Guess:
    """Give how often the hidden cards of all others are right in the deals that a seat imagines."""
    seen = match.seen_by(viewer)
    state, shown = cast("State", match.state), cast("State", seen.state)
    chronicle = witnessed(seen)
    right = tuple([hand.located for hand in state.cards.hands])
    usual = [sample_hands(shown.cards, rng) == right for _ in range(DEALS)]
    true = tuple([hand.drawn if seat != viewer else () for seat, hand in enumerate(state.cards.hands)])
    found = [share_of(usual, [0.0] * DEALS)]
    for weighs in (False, True):
        deals = [deal for _ in range(DEALS) if (deal := imagined(chronicle, viewer, rng, weighs=weighs))]
        found.append(share_of([deal.hidden == true for deal in deals], [deal.likely for deal in deals]))
    return found[0], found[1], found[2]


def share_of(right: list[bool], likely: list[float]) -> float:
    """Give the logarithm of the share of deals that are right, each as likely as the logarithm beside it says."""
    best = max(likely)
    weights = [exp(one - best) for one in likely]
    each = sum(weights) / len(weights)
    return log((sum(compress(weights, right)) + DOUBT * each) / (sum(weights) + DOUBT * each))


def guesses(asked: argparse.Namespace) -> None:
    """Print how much more likely the right hidden cards are for those who read the log."""
    options = {"players": "2", **dict(one.split("=", 1) for one in asked.options)}
    games = [guessed(number, options, asked.seed, asked.nodes) for number in range(asked.games)]
    told = [one for game in games for one in game]
    print(f"{len(games)} games, {len(told)} guesses")
    for at, name in ((1, "that agree with the log"), (2, "weighed by what was put down")):
        gains = [sum(one[at] - one[0] for one in game) / max(len(game), 1) for game in games]
        found = rating.mean(gains, Random(asked.seed))
        for what, value in (("mean", found.value), ("lower bound", found.low), ("upper bound", found.high)):
            print(Figure(f"deals {name}, {what}", value, "", 0.0 if what == "lower bound" else None))


def serve(asked: argparse.Namespace) -> None:
    """Answer the commands of the engine protocol until the input ends."""
    desk, measure = Desk(), Measure(asked.nodes, asked.ms)
    for line in sys.stdin:
        told = answer(desk, line.strip(), lambda match, seat, rng: decide(asked.name, match, seat, rng, measure))
        print(json.dumps(told), flush=True)


def parser() -> argparse.ArgumentParser:
    """Describe the command line."""
    told = argparse.ArgumentParser(description="Searches for Méditerranée that imagine hidden hands.")
    told.add_argument(
        "words", nargs="+", metavar="WORD", help="[compare] NAME [OPTION=VALUE ...], or guess [OPTION=VALUE ...]"
    )
    told.add_argument("--nodes", type=int, default=12_000, help="positions of a decision")
    told.add_argument("--ms", type=float, default=THOUGHT, help="processor time of a decision in milliseconds")
    told.add_argument("--games", type=int, default=40)
    told.add_argument("--seed", type=int, default=2026)
    told.add_argument("--jobs", type=int, default=1)
    told.add_argument("--out", type=Path, help="where the games are kept")
    return told


def main() -> None:
    """Compare, or answer as a program."""
    asked = parser().parse_args()
    if asked.words[0] == GUESS:
        asked.options = asked.words[1:]
        guesses(asked)
        return
    compares = asked.words[0] == "compare"
    asked.name, *asked.options = asked.words[compares:]
    if asked.name not in NAMES:
        raise SystemExit(f"There is no search {asked.name}; there are {', '.join(NAMES)}.")
    (compare if compares else serve)(asked)


if __name__ == "__main__":
    main()
