"""A turn as a path of cells: what continues a path, where it leads, and all paths of a piece (§12).

The same few steps serve for pointing (`continuations`), checking (`trace`) and listing (`tails`).
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from core.games.djambi.rules.action import EXIT, GO, KILL, PUT, SHOT, SWAP
from core.games.djambi.rules.board import ASSASSIN, NECROMOBILE, PROVOCATEUR, REPORTER
from core.games.djambi.rules.field import NOBODY, Field, MovingPiece
from core.games.djambi.rules.movement import (
    act,
    after,
    beside,
    can_go,
    destinations,
    fits,
    has_exit,
    placements,
    victims,
)

Cells = tuple[int, ...]
Tail = tuple[tuple[str, ...], Cells]
"""The signs and cells that follow the piece's own cell."""


class Trace(NamedTuple):
    """How far a path of cells leads.

    If `goals` is set, the next cell is a destination of `mover`. If `to` is a cell, what stands there has to be put
    somewhere, or a victim has to be chosen. `whole` tells whether the path is a whole turn; `signs` are those before
    the cells so far.
    """

    mover: MovingPiece
    signs: tuple[str, ...]
    goals: bool = False
    to: int = NOBODY
    whole: bool = False


def trace(mover: MovingPiece, path: Cells) -> Trace | None:
    """Follow the cells after the piece's own; None if they leave the legal paths."""
    found = Trace(mover, (), goals=True)
    for cell in path:
        if not goes_on(found, cell):
            return None
        found = step(found, cell)
    return found


def goes_on(found: Trace, cell: int) -> bool:
    """Tell whether a cell continues a traced path, without listing those that do."""
    if found.goals:
        return can_go(found.mover, cell)
    return found.to != NOBODY and _takes(found.mover, found.to, cell)


def step(found: Trace, cell: int) -> Trace:
    """Follow one more cell, one of those that continue a traced path."""
    mover, to = found.mover, found.to
    if found.goals:
        sign, then = signs_of(mover, cell)
        signs = (*found.signs, EXIT + sign if mover.extra else sign)
        if then:
            spares = then == SHOT and not (mover.field.rules.mandatory or mover.outstays(cell))
            return Trace(mover, signs, to=cell, whole=spares)
        to, cell = cell, NOBODY
    else:
        signs = (*found.signs, SHOT if mover.kind == REPORTER else PUT)
    if mover.outstays(to):
        return Trace(after(mover, to, cell), signs, goals=True)
    return Trace(mover, signs, whole=True)


def wandered(mover: MovingPiece, rng: Random) -> tuple[Cells, tuple[str, ...]]:
    """Draw a whole turn of a piece cell by cell: the cells after its own, and the signs before them."""
    found, path = Trace(mover, (), goals=True), list[int]()
    while True:
        ways = continues(found)
        if found.whole and rng.randrange(len(ways) + 1) == 0:
            return tuple(path), found.signs
        cell = rng.choice(ways)
        path.append(cell)
        found = step(found, cell)


def played(mover: MovingPiece, path: Cells, signs: tuple[str, ...]) -> Field:
    """Give the field after a whole turn known to be legal: the cells after the piece's own, and the signs before them.

    Every sign but the first either begins an extra move or names what becomes of the victim.
    """
    to, cell = path[0], NOBODY
    for sign, named in zip(signs[1:], path[1:], strict=True):
        if sign.startswith(EXIT):
            mover, to, cell = after(mover, to, cell), named, NOBODY
        else:
            cell = named
    return act(mover, to, cell)


def signs_of(mover: MovingPiece, to: int) -> tuple[str, str]:
    """Give the sign before a destination, and the one before the cell that it requires, if any."""
    if mover.field.cells[to]:
        if mover.kind == ASSASSIN:
            return KILL, ""
        return SWAP if mover.kind in (PROVOCATEUR, NECROMOBILE) else KILL, PUT
    return GO, SHOT if mover.kind == REPORTER and beside(mover, to) else ""


def signs_towards(mover: MovingPiece, path: Cells) -> tuple[str, ...]:
    """Give the signs before the cells of any path: the right ones as far as it is legal, then those nearest to it."""
    found, signs, legal = Trace(mover, (), goals=True), list[str](), True
    for cell in path:
        legal = legal and goes_on(found, cell)
        if legal:
            found = step(found, cell)
            signs.append(found.signs[-1])
        elif found.goals and len(signs) == len(found.signs):
            sign, _ = signs_of(found.mover, cell)
            signs.append(EXIT + sign if signs else sign)
        elif signs[-1] in (PUT, SHOT):
            signs.append(EXIT + GO)
        else:
            signs.append(SHOT if mover.kind == REPORTER else PUT)
    return tuple(signs)


def _takes(mover: MovingPiece, to: int, cell: int) -> bool:
    if mover.kind != REPORTER:
        return fits(mover, to, cell)
    return cell in beside(mover, to) and (not mover.outstays(to) or has_exit(mover, to, cell))


def continuations(mover: MovingPiece, path: Cells) -> list[int]:
    """List the cells that continue a path to some whole turn."""
    found = trace(mover, path)
    return [] if found is None else continues(found)


def continues(found: Trace) -> list[int]:
    """List the cells that continue a traced path."""
    if found.goals:
        return list(destinations(found.mover))
    if found.to == NOBODY:
        return []
    return victims(found.mover, found.to) if found.mover.kind == REPORTER else placements(found.mover, found.to)


def tails(mover: MovingPiece, to: int) -> Iterator[Tail]:
    """Give every whole turn that begins by going to `to`, one of the destinations."""
    sign, then = signs_of(mover, to)
    leaves = mover.outstays(to)
    if not then:
        if leaves:
            yield from _exits(mover, to, mover.at, (sign,), (to,))
        else:
            yield (sign,), (to,)
        return
    if then == SHOT and not (leaves or mover.field.rules.mandatory):
        yield (sign,), (to,)
    signs = (sign, then)
    for cell in victims(mover, to) if then == SHOT else placements(mover, to):
        if leaves:
            yield from _exits(mover, to, cell, signs, (to, cell))
        else:
            yield signs, (to, cell)


def _exits(mover: MovingPiece, to: int, cell: int, signs: tuple[str, ...], cells: Cells) -> Iterator[Tail]:
    second = after(mover, to, cell)
    for goal in destinations(second):
        for (sign, *signs_on), cells_on in tails(second, goal):
            yield (*signs, EXIT + sign, *signs_on), cells + cells_on


def count(mover: MovingPiece) -> int:
    """Count the whole turns of a piece without building them."""
    total = 0
    for to in destinations(mover):
        _, then = signs_of(mover, to)
        if mover.outstays(to):
            total += sum(1 for _ in tails(mover, to))
        elif then == SHOT:
            total += len(beside(mover, to)) + (not mover.field.rules.mandatory)
        else:
            total += len(placements(mover, to)) if then else 1
    return total
