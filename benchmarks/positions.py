"""Positions for suites and puzzles, found by chance from a seed and valued by the rules alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from benchmarks.endgames import Endgames
from core.bots.bot import walk
from core.game import State
from core.games import find
from core.games.djambi.rules.state import State as Turns
from core.games.epaminondas.rules.state import State as Field
from core.games.megiddo.rules.state import State as Stones
from core.option import settle
from core.study.exhaustive_search import ForcedWinSearch, wins_in
from tests.core.support.oracles.djambi_solver import ending, solve, value
from tests.core.support.positions.djambi_positions import stand

VARIANTS = ("basic", "basic", "basic", "master", "grandmaster", "cleopatra-grandmaster")
"""The variants of Megiddo in turn, the default one more often."""


def played(game: str, options: dict[str, str], first: int, rng: Random) -> Iterator[Any]:
    """Give the positions of a random game from the ply `first` on, as far as it goes on."""
    state: State[Any] = find(game).start(settle(find(game), options))
    ply = 0
    while state.outcome is None:
        if ply >= first:
            yield state
        seat = state.active[0]
        state = state.play(seat, state.wander(rng) if isinstance(state, Field) else walk(state, seat, rng))
        ply += 1


# Megiddo


def late(rng: Random, at: int) -> Iterator[Stones]:
    """Give a position with at most ten empty points and no win in one, if a careful game comes to one."""
    options = {"target": "1", "variant": VARIANTS[at % len(VARIANTS)]}
    state = next(played("megiddo", options, 10, rng))
    wanted = rng.randint(5, 10)
    while empties(state) > wanted:
        found = _careful(state, rng)
        if found is None:
            return
        state = found
    yield state


def _careful(state: Stones, rng: Random) -> Stones | None:
    """Play any move after which the other cannot win at once; give None where there is none."""
    seat = state.active[0]
    actions = list(state.legal(seat))
    rng.shuffle(actions)
    for after in (state.play(seat, action) for action in actions):
        if after.outcome is None and not ForcedWinSearch(after.active[0]).forced(after, 1):
            return after
    return None


def empties(state: Stones) -> int:
    """Count the empty points."""
    return 36 - sum(stones.bit_count() for stones in state.stones)


Known = dict[tuple[object, ...], float]


def worth(state: Stones, known: Known) -> float:
    """Give what a position is worth to the seat to move, every line played to its end by the rules."""
    key = (state.stones, state.captured, state.seat)
    if key not in known:
        best = 0.0
        for after in (state.play(state.active[0], action) for action in state.legal(state.active[0])):
            best = max(best, through(state, after, known))
            if best == 1.0:
                break
        known[key] = best
    return known[key]


def through(state: Stones, after: Stones, known: Known) -> float:
    """Give what a position is worth to the seat that moved before it."""
    seat = state.active[0]
    if after.outcome is None:
        return 1.0 - worth(after, known)
    winners = after.outcome.winners
    return 0.0 if seat not in winners and winners else 1.0 if winners == (seat,) else 0.5


def kept(state: Stones) -> tuple[float, list[object]]:
    """Give the worth of a position and the actions that keep it."""
    known: Known = {}
    seat = state.active[0]
    worths = {action: through(state, state.play(seat, action), known) for action in state.legal(seat)}
    best = max(worths.values())
    return best, [action for action, found in worths.items() if found == best]


def openings(rng: Random) -> Iterator[Stones]:
    """Give positions of a random game of Megiddo."""
    yield from played("megiddo", {"target": "1"}, 8, rng)


# Epaminondas


def solved(size: str, crews: tuple[tuple[int, int], ...], rng: Random) -> Endgames:
    """Solve a small board: from its start where no `crews` are named, else whatever such numbers of pieces lead to."""
    start = field(size)
    firsts = [start.cells] if not crews else []
    for white, black in crews:
        for _ in range(40):
            squares = rng.sample(range(len(start.cells)), white + black)
            cells = bytearray(len(start.cells))
            for at, square in enumerate(squares):
                cells[square] = 1 if at < white else 2
            firsts.append(bytes(cells))
    return Endgames(start.rules, firsts)


def field(size: str, ranks: str = "1") -> Field:
    """Give the start on a board."""
    state = find("epaminondas").start(settle(find("epaminondas"), {"size": size, "ranks": ranks, "repetition": "0"}))
    assert isinstance(state, Field)
    return state


def hard(ends: Endgames, size: str, rng: Random) -> Iterator[tuple[Field, float, list[object]]]:
    """Give positions of a solved board in which not every move keeps what they are worth, drawn by chance for ever."""
    start, names = field(size), list(ends.index)
    while True:
        state = Field(start.rules, rng.choice(names))
        if start.rules.board.crossed(state.cells, 0) > start.rules.board.crossed(state.cells, 1):
            continue
        moves = state.legal(state.active[0])
        found = ends.look(state.cells, 0)
        keeping: list[object] = [move for move in moves if _left(ends, state.play(state.active[0], move)) == found]
        if found is not None and 0 < len(keeping) < len(moves):
            yield state, found, keeping


def _left(ends: Endgames, after: Field) -> float | None:
    """Give what is left to who has moved."""
    if after.outcome is not None:
        return 1.0 if after.outcome.winners == (1 - after.mover,) else 0.0
    found = ends.look(after.cells, after.mover)
    return None if found is None else 1.0 - found


def clashes(size: str, ranks: str) -> Callable[[Random], Iterator[Field]]:
    """Give what plays random games on a board and gives their positions."""
    return lambda rng: played("epaminondas", {"size": size, "ranks": ranks, "repetition": "0"}, 8, rng)


# Djambi


def rooms(rng: Random) -> Iterator[tuple[Turns, float, list[object]]]:
    """Give positions of an ending of three pieces in a few cells, not won in one, which some turns keep, not all."""
    values = solve(ending(rng, rng.choice((5, 6))), 4000)
    hardest = []
    for state, found in values.items():
        if ForcedWinSearch(state.active[0]).forced(state, 1):
            continue
        actions = list(state.legal(state.active[0]))
        keeping: list[object] = [
            each for each in actions if value(state, state.play(state.active[0], each), values) == found
        ]
        if 0 < len(keeping) < len(actions):
            hardest.append((state, found, keeping))
    yield from rng.sample(hardest, min(3, len(hardest)))


def vaults(rng: Random) -> Iterator[Turns]:
    """Give two chiefs with two pieces each in a few cells among corpses."""
    state = ending(rng, rng.choice((7, 8, 9)))
    told: dict[str, Any] = state.to_json()
    living, corpses = dict(told["living"]), list(told["corpses"])
    lattice = state.rules.board.lattice
    free = [name for name in lattice.names if name not in living and name not in corpses]
    free = [name for name in free if name != lattice.names[lattice.centre]]
    rng.shuffle(free)
    for colour in ("red", "blue"):
        living[free.pop()] = f"{colour} {rng.choice('ARPNMM')}"
    yield stand(living, " ".join(corpses))


def duels(rng: Random) -> Iterator[Turns]:
    """Give two chiefs with four pieces each on an open board, some corpses among them."""
    lattice = stand("a1 red C, i9 blue C").rules.board.lattice
    cells = [name for name in lattice.names if name != lattice.names[lattice.centre]]
    rng.shuffle(cells)
    living = {cells.pop(): "red C", cells.pop(): "blue C"}
    for colour in ("red", "blue"):
        living |= {cells.pop(): f"{colour} {kind}" for kind in rng.sample("ARPNMMM", 4)}
    yield stand(living, " ".join(cells[:7]))


# wins


def winning(
    source: Callable[[Random], Iterator[State[Any]]], wins: int, rng: Random, most: int
) -> Iterator[tuple[State[Any], list[Any]]]:
    """Give positions of a source from which one wins in so many turns, with all that does it, at most `most`."""
    while True:
        for state in source(rng):
            if state.outcome is None and 0 < len(keys := wins_in(state, wins)) <= most:
                yield state, keys
                break
