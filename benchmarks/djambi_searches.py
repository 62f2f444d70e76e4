"""Searches for Djambi as programs of the engine protocol: `python benchmarks/djambi_searches.py NAME [--ms 200]`.

`present` is level 5 as it is. `paranoid`, `brs`, `maxn` and `uct` are in `tests/core/support/djambi_rivals.py`. Each
ends when it has used so much processor time for a move, or with `--nodes N` after so many positions. What they share:
the turns looked at, the chances of a position, the win in one turn, and the search of two remaining players.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from random import Random
from typing import cast

sys.path.insert(0, str(Path(__file__).parents[1]))


import tui  # noqa: F401 # isort: skip - before the core: what is compiled is found by it

from benchmarks.anchor import answer
from core.bots.bot import Budget
from core.game import Seat
from core.games.djambi.bot.candidate import action
from core.games.djambi.bot.duel_search import DuelSearch
from core.games.djambi.bot.lookahead import Branch, Lookahead, roots
from core.games.djambi.bot.thinker import DUEL, PLANS, clincher, ponder, stray
from core.games.djambi.rules.action import Action
from core.games.djambi.rules.path import Cells
from core.games.djambi.rules.state import State
from core.match.match import Match
from tests.core.support.djambi_rivals import SEARCHES
from tests.core.support.djambi_tree import Tree
from tui.bots.engine.engine_session import Desk

LEVEL = 5
"""The level whose search is compared."""

PRESENT = "present"
UNBOUNDED = 1 << 60
"""Positions that no search reaches: the clock ends it."""


def timed(ms: float) -> Budget:
    """Give a budget that ends after milliseconds of processor time from now."""
    end = time.process_time() + ms / 1000
    return Budget(UNBOUNDED, lambda: time.process_time() >= end)


def choose(name: str, state: State, seat: Seat, rng: Random, budget: Budget) -> Action:
    """Give the action that a search chooses; `budget.nodes` must be given. Raises `IllegalAction` like `ponder`."""
    if name == PRESENT:
        own = budget if budget.nodes != UNBOUNDED else Budget(None, budget.stop)
        return cast("Action", ponder(state, seat, PLANS[LEVEL], rng, own).action)
    spare = stray(state, seat, rng)
    winning = clincher(state, budget.stop)
    path = winning.path if winning is not None else sought(name, state, seat, rng, budget)
    return action(state, path) or spare


def sought(name: str, state: State, seat: Seat, rng: Random, budget: Budget) -> Cells:
    """Give the path of the best turn that a search finds; empty if it looked at none."""
    none = (0.0,) * len(state.field.status)
    outlook = Lookahead(seat, tuple([float(each == seat) for each in range(len(none))]), none, budget)
    branches = roots(outlook, state, rng, PLANS[LEVEL].places, PLANS[LEVEL].wide)
    if not branches:
        return ()
    if len(state.field.active) == DUEL:
        return _dueled(seat, branches, budget, outlook.nodes)
    tree = Tree(outlook, branches)
    SEARCHES[name](tree).run()
    return tree.first[0].path


def _dueled(seat: Seat, branches: list[Branch], budget: Budget, nodes: int) -> Cells:
    DuelSearch(seat, budget, nodes).deepen(branches)
    return branches[0].path


def parser() -> argparse.ArgumentParser:
    """Describe the command line."""
    told = argparse.ArgumentParser(description="A search for Djambi that speaks the engine protocol.")
    told.add_argument("name", choices=(PRESENT, *SEARCHES))
    told.add_argument("--ms", type=float, default=200.0, help="processor time of a move in milliseconds")
    told.add_argument("--nodes", type=int, default=0, help="positions of a move, instead of time")
    return told


def main() -> None:
    """Answer until the input ends."""
    options = parser().parse_args()

    def chosen(match: Match, seat: Seat, rng: Random) -> Action:
        budget = Budget(options.nodes) if options.nodes else timed(options.ms)
        return choose(options.name, cast("State", match.state), seat, rng, budget)

    desk = Desk()
    for line in sys.stdin:
        print(json.dumps(answer(desk, line.strip(), chosen)), flush=True)


if __name__ == "__main__":
    main()
