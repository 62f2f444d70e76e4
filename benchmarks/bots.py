"""How fast the bots are, beside the goals: `python benchmarks/bots.py [--positions N] [--levels 345] [--only WORD]`.

Searching and thinking by processor time: a level is bounded by what it looks at, and thinks in one process. Starting
and ending a bot's process by the clock, and beside it the processor time that the child had. The goals of compiled
rules stand where a build of them is used.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from tui.bootstrap import compiled_rules  # isort: skip - before the core: what is compiled is found by it

from benchmarks.figure import Figure, arguments, written
from core import bots
from core.bots.bot import Budget, never, walk
from core.game import DEALER, Seat
from core.games import find, names
from core.games.megiddo.bot.playout import playout, shuffled
from core.games.megiddo.bot.search_ground import SearchGround
from core.games.megiddo.bot.tree import Node, Tree
from core.games.megiddo.rules.ruleset import rules
from core.games.megiddo.rules.state import State
from core.match.match import Match
from core.option import settle
from tui.bots.bot_process import BotProcess

FAST = compiled_rules.use_compiled()
"""Whether the rules are compiled."""
ROUNDS = 5
PLAYOUTS, SIMULATIONS = 4000, 4000
"""How many are measured a round."""
THOUGHTS = {3: 300.0, 4: 1500.0, 5: 5000.0}
"""Milliseconds that 95 of 100 thoughts of a level must not pass."""
STARTS = 9
START_MS, CANCEL_MS = 100.0, 50.0
LENGTHS = {"djambi": 60, "epaminondas": 80, "mediterranee": 120, "megiddo": 24}
"""About how long a random game is asked at most, in turns."""


def megiddo_playouts(seed: int) -> float:
    """Play whole random games of Megiddo: playouts a second."""
    rng, chosen = Random(seed), rules(settle(find("megiddo"), {}))
    began = time.process_time()
    for _ in range(PLAYOUTS):
        playout(chosen, shuffled(rng))
    return PLAYOUTS / (time.process_time() - began)


def megiddo_search(seed: int) -> float:
    """Grow a search of Megiddo from the empty board: simulations a second."""
    state = find("megiddo").start(settle(find("megiddo"), {}))
    assert isinstance(state, State)
    tree = Tree(
        SearchGround(state), Node(state.stones, state.captured, state.rules.colour(state.seat), 0), Random(seed)
    )
    began = time.process_time()
    tree.grow(SIMULATIONS, never)
    return tree.games / (time.process_time() - began)


def searching() -> Iterator[Figure]:
    """Measure random games and the tree search of Megiddo."""
    parts: tuple[tuple[str, Callable[[int], float], float], ...] = (
        ("megiddo, playouts", megiddo_playouts, 100_000.0 if FAST else 25_000.0),
        ("megiddo, UCT simulations", megiddo_search, 45_000.0 if FAST else 20_000.0),
    )
    for name, part, goal in parts:
        yield Figure(name, statistics.median(part(seed) for seed in range(ROUNDS)), "/s", goal)


def positions(game: str, count: int) -> Iterator[tuple[Match, Seat]]:
    """Give positions in the course of random games, each of another game, and who has to decide."""
    field, seed = find(game), 0
    while count:
        seed += 1
        rng = Random(seed)
        chance = {option.name: str(seed) for option in field.options if option.name == "seed"}
        match = Match.new(field, chance)
        for _ in range(rng.randrange(LENGTHS[game])):
            if match.state.outcome is not None:
                break
            match = _on(match, rng)
        while match.state.outcome is None and match.state.active[0] == DEALER:
            match = _on(match, rng)
        if match.state.outcome is None:
            count -= 1
            yield match, match.state.active[0]


def _on(match: Match, rng: Random) -> Match:
    """Play a random turn, or what the dealer deals."""
    seat = match.state.active[0]
    return match.deal() if seat == DEALER else match.enter(seat, walk(match.state, seat, rng))


def thinking(count: int, levels: str) -> Iterator[Figure]:
    """Let each level think about positions of each game: milliseconds that 95 of 100 thoughts do not pass."""
    for game in names():
        found = list(positions(game, count))
        for level, goal in THOUGHTS.items():
            if str(level) not in levels:
                continue
            spent = sorted(thought_ms(match, seat, level) for match, seat in found)
            at = max(0, -(-95 * len(spent) // 100) - 1)
            yield Figure(f"{game}, level {level}, thought, p95 of {count}", spent[at], "ms", goal, more_is_better=False)


def thought_ms(match: Match, seat: Seat, level: int) -> float:
    """Let a level think once: milliseconds."""
    began = time.process_time()
    bots.find(str(level)).choose(match, seat, Random(1), Budget())
    return (time.process_time() - began) * 1000


async def started_ms() -> float:
    """Start a bot's process and have it decide at once: milliseconds from the start to its decision."""
    match = Match.new(find("megiddo"), {})
    began = time.perf_counter()
    async with BotProcess("random") as bot:
        await bot.choose(match, match.mover())
        return (time.perf_counter() - began) * 1000


async def ended_ms() -> float:
    """Stop a bot in the middle of a long thought: milliseconds until its process is gone."""
    match = Match.new(find("epaminondas"), {})
    async with BotProcess("5") as bot:
        thought = asyncio.ensure_future(bot.choose(match, match.mover()))
        await asyncio.wait({thought}, timeout=0.5)
        began = time.perf_counter()
        thought.cancel()
        await asyncio.wait({thought})
        assert not bot.running
        return (time.perf_counter() - began) * 1000


def starting() -> Iterator[Figure]:
    """Measure how a bot's process starts and ends."""
    for name, part, goal in (("start to decision", started_ms, START_MS), ("cancel", ended_ms, CANCEL_MS)):
        spent = statistics.median(asyncio.run(part()) for _ in range(STARTS))
        yield Figure(f"process of a bot, {name}", spent, "ms", goal, more_is_better=False)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    asyncio.run(started_ms())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    yield Figure("process of a bot, its processor time to a decision", spent * 1000, "ms")


def measure(count: int, levels: str, only: str) -> Iterator[Figure]:
    """Measure everything, or the parts with `only` in their names."""
    parts: dict[str, Callable[[], Iterable[Figure]]] = {
        "searching": searching,
        "starting": starting,
        "thinking": lambda: thinking(count, levels),
    }
    for name, part in parts.items():
        if only in name:
            yield from part()


def main() -> int:
    """Print every figure beside its goal; write them as JSON where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=20, metavar="N", help="positions each level thinks about")
    parser.add_argument("--levels", default="345", help="the levels that think")
    chosen = arguments(parser)
    print(f"The rules are {'compiled' if FAST else 'pure Python'}.")
    written(measure(chosen.positions, chosen.levels, chosen.only), chosen.json)
    return 0


if __name__ == "__main__":
    sys.exit(main())
