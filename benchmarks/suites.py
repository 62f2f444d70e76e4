"""How often the levels play what is proved right: `python benchmarks/suites.py check GAME [--level 5] [--most 20]`.

`python benchmarks/suites.py make GAME [--only KIND] [--seed 1]` makes the suite of a game anew, the same for the same
seed; the small boards of Epaminondas take minutes.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks import positions
from benchmarks.suite import GOALS, Case, case, keep, suite
from core import bots
from core.bots.bot import Budget
from core.games import find
from core.match.match import Match
from core.study.exhaustive_search import ForcedWinSearch, TooLong

LATER = 100_000
"""The positions that may be looked at for a win in three."""

Maker = Callable[[Random], Iterator[Case]]


def megiddo_truth(rng: Random) -> Iterator[Case]:
    """Take ends of the game with at most ten empty points."""
    at = 0
    while True:
        at += 1
        for state in positions.late(rng, at):
            value, keeping = positions.kept(state)
            if len(keeping) < positions.empties(state):
                yield case("truth", state, value, keeping, "megiddo")


def boards(kind: str, size: str, *crews: tuple[int, int]) -> Maker:
    """Give what makes cases of a small board of Epaminondas that was solved whole."""

    def made(rng: Random) -> Iterator[Case]:
        ends = positions.solved(size, crews, rng)
        for state, value, keeping in positions.hard(ends, size, rng):
            yield case(kind, state, value, keeping, "epaminondas")

    return made


def djambi_truth(rng: Random) -> Iterator[Case]:
    """Take endings of three pieces."""
    while True:
        for state, value, keeping in positions.rooms(rng):
            yield case("truth", state, value, keeping, "djambi")


def wins(game: str, number: int, *sources: Callable[[Random], Iterator[Any]], most: int = 12) -> Maker:
    """Give what makes cases of wins in so many turns, from each source in turn."""
    kind = ("win-in-one", "win-in-two")[number - 1]

    def made(rng: Random) -> Iterator[Case]:
        found = [positions.winning(source, number, rng, most) for source in sources]
        while True:
            for each in found:
                state, keys = next(each)
                yield case(kind, state, 1.0, keys, game)

    return made


SMALL, LARGE = positions.clashes("5x6", "1"), positions.clashes("8x8", "2")
MAKERS: dict[str, tuple[tuple[str, int, Maker], ...]] = {
    "megiddo": (
        ("truth", 80, megiddo_truth),
        ("win-in-one", 60, wins("megiddo", 1, positions.openings)),
        ("win-in-two", 40, wins("megiddo", 2, positions.openings)),
    ),
    "epaminondas": (
        ("truth", 100, boards("truth", "4x4")),
        ("small-truth", 100, boards("small-truth", "5x6", (2, 2), (3, 1), (3, 2))),
        ("win-in-one", 60, wins("epaminondas", 1, SMALL, LARGE)),
        ("win-in-two", 20, wins("epaminondas", 2, SMALL)),
    ),
    "djambi": (
        ("truth", 60, djambi_truth),
        ("win-in-one", 40, wins("djambi", 1, positions.duels, most=30)),
        ("win-in-two", 20, wins("djambi", 2, positions.vaults, most=30)),
    ),
}
"""For each game the kinds of its suite, how many positions there are of each, and what makes them."""


def make(game: str, only: str, seed: int) -> None:
    """Make the suite of a game, or one kind of it, and write it down."""
    for kind, number, maker in MAKERS[game]:
        if only in {"", kind}:
            began = time.process_time()
            keep(game, list(islice(maker(Random(f"{seed} {kind}")), number)))
            print(f"{game} {kind}: {number} positions in {time.process_time() - began:.0f} s", flush=True)


def answer(game: str, one: Case, level: str) -> str:
    """Give what a level plays in a position."""
    match = Match.at_position(find(game), one.position)
    return str(bots.find(level).choose(match, match.mover(), Random(1), Budget()))


def later(game: str, one: Case, text: str) -> bool:
    """Tell whether an action that does not win in two is proved by the rules alone to win in three."""
    state: Any = find(game).setup(one.position)
    seat = state.active[0]
    after = state.play(seat, state.parse(seat, text))
    try:
        return ForcedWinSearch(seat, LATER).forced(after, 2)
    except TooLong:
        return False


def check(game: str, level: str, most: int) -> bool:
    """Print the share that a level finds of each kind, and what it missed; tell whether all goals are met.

    They are for level 5; a win in one is found at every level that is checked.
    """
    met = True
    for kind, goal in GOALS.items():
        cases = [one for one in suite(game) if one.kind == kind][:most]
        if not cases:
            continue
        told = [(one, answer(game, one, level)) for one in cases]
        other = [(one, text) for one, text in told if text not in one.keep]
        missed = [(one, text) for one, text in other if kind != "win-in-two" or not later(game, one, text)]
        share = 1 - len(missed) / len(cases)
        found = f"{len(cases) - len(other):3} of {len(cases):3}, {len(other) - len(missed)} win later: {share:6.1%}"
        bound = level == "5" or kind == "win-in-one"
        met &= share >= goal or not bound
        told_goal = f"  goal at least {goal:.0%}: {'met' if share >= goal else 'MISSED'}" if bound else ""
        print(f"{game:12} level {level} {kind:12} {found}{told_goal}", flush=True)
        for one, text in missed:
            print(f"  played {text}, kept by {', '.join(one.keep[:6])}: {one.position}")
    return met


def main() -> int:
    """Make or check; exit with 1 where a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("make", "check"))
    parser.add_argument("game", choices=tuple(MAKERS))
    parser.add_argument("--level", default="5", help="the bot that is checked")
    parser.add_argument("--most", type=int, default=1000, help="positions of each kind that are checked")
    parser.add_argument("--only", default="", help="the kind that is made")
    parser.add_argument("--seed", type=int, default=1, help="what the positions are drawn by")
    given = parser.parse_args()
    if given.what == "make":
        make(given.game, given.only, given.seed)
        return 0
    return 0 if check(given.game, given.level, given.most) else 1


if __name__ == "__main__":
    sys.exit(main())
