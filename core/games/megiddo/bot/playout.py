"""Random games at full speed, with the same tables and captures as the rules: for measurements and searches.

Stones that are only placed fill the board in some order, so a random game is a random order of the points.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from core.games.megiddo.rules.board import POINTS, THROUGH, listed
from core.games.megiddo.rules.movement import generations, split, struck
from core.games.megiddo.rules.ruleset import Rules
from core.games.megiddo.rules.score import NOBODY


class Played(NamedTuple):
    """One game of placements: the winning colour or `NOBODY`, its plies, the final stones and captures by colour."""

    winner: int
    plies: int
    stones: tuple[int, ...]
    captured: tuple[int, ...]


EARLIEST = 6
"""The fewest stones with which a line can be full."""


def shuffled(rng: Random) -> list[int]:
    """Give the points in random order."""
    draw = rng.random
    keys = [draw() for _ in range(POINTS)]
    return sorted(range(POINTS), key=keys.__getitem__)


def mixed(rng: Random, some: int) -> list[int]:
    """Give a set of points in random order, faster: of two points the first leads slightly more often (1 in 512)."""
    return sorted(listed(some), key=rng.randbytes(POINTS).__getitem__)


def playout(rules: Rules, order: list[int]) -> Played:
    """Play the points of `order` one after the other from the empty board until a colour wins or the board is full."""
    none = (0,) * rules.colours
    return finish(rules, order, none, none, tuple(range(rules.colours)))


def finish(
    rules: Rules, order: list[int], stones: tuple[int, ...], captured: tuple[int, ...], turns: tuple[int, ...]
) -> Played:
    """Play the points of `order`, which must be empty, from a position until a colour wins or none is left.

    `turns` are the colours that still play, in turn order, the one to move first.
    """
    if len(stones) > 2:  # noqa: PLR2004 - two colours
        return _many(rules, order, stones, captured, turns)
    one, other = turns
    winner, plies, mine, foe, got, lost = _two(
        rules, order, (stones[one], stones[other]), (captured[one], captured[other])
    )
    won = winner if winner == NOBODY else turns[winner]
    if one:
        return Played(won, plies, (foe, mine), (lost, got))
    return Played(won, plies, (mine, foe), (got, lost))


def _two(
    rules: Rules, order: list[int], stones: tuple[int, int], captured: tuple[int, int]
) -> tuple[int, int, int, int, int, int]:
    """Play with two colours: the stones change sides every ply, which needs only one loop and no table of colours."""
    windows, reverse, partners, arbatta = rules.windows, rules.reverse, rules.windows.partners, rules.arbatta
    mine, foe = stones
    got, lost = captured
    early = EARLIEST - 1 - (mine | foe).bit_count()
    won = False
    for ply, point in enumerate(order):
        mine |= 1 << point
        taken = struck(windows, mine, foe, point) if mine & partners[point] else 0
        if reverse:
            taken |= split(windows, mine, foe, point)
        if taken:
            taken = _union(generations(windows, mine, foe, point, reverse=reverse))
            mine |= taken
            foe &= ~taken
            got += taken.bit_count()
        if got >= arbatta:
            won = True
        elif taken:
            won = _line(mine, ALL)
        elif ply >= early:
            one, two, three, four = THROUGH[point]
            won = mine & one == one or mine & two == two or mine & three == three or mine & four == four
        if won:
            if ply % 2:
                return 1, ply + 1, foe, mine, lost, got
            return 0, ply + 1, mine, foe, got, lost
        mine, foe, got, lost = foe, mine, lost, got
    if len(order) % 2:
        return NOBODY, len(order), foe, mine, lost, got
    return NOBODY, len(order), mine, foe, got, lost


def _many(
    rules: Rules, order: list[int], start: tuple[int, ...], taken_before: tuple[int, ...], turns: tuple[int, ...]
) -> Played:
    stones, captured, count = list(start), list(taken_before), len(turns)
    for ply, point in enumerate(order):
        colour = turns[ply % count]
        mine = stones[colour] | 1 << point
        foe = _union(tuple(stones)) & ~mine
        taken = _union(generations(rules.windows, mine, foe, point, reverse=rules.reverse))
        if taken:
            stones = [each & ~taken for each in stones]
            captured[colour] += taken.bit_count()
        stones[colour] = mine = mine | taken
        if captured[colour] >= rules.arbatta or _line(mine, ALL if taken else THROUGH[point]):
            return Played(colour, ply + 1, tuple(stones), tuple(captured))
    return Played(NOBODY, len(order), tuple(stones), tuple(captured))


def _union(sets: tuple[int, ...]) -> int:
    whole = 0
    for each in sets:
        whole |= each
    return whole


def _line(mine: int, lines: tuple[int, ...]) -> bool:
    for line in lines:  # noqa: SIM110 - a generator is slower, and this is the innermost loop
        if mine & line == line:
            return True
    return False


ALL = tuple(sorted({line for lines in THROUGH for line in lines}))
"""Every line as a set."""
