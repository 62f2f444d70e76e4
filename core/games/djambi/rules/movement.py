"""How a piece moves and acts: destinations, then its target and where that is put, then the extra move (§6).

Everything here works on cell numbers. `destinations` is lazy: "has the piece a legal move" stops at the first one.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.games.djambi.rules.board import (
    ASSASSIN,
    CHIEF,
    CORPSE,
    EMPTY,
    FORTRESS,
    MILITANT,
    NECROMOBILE,
    ORDINARY,
    POWER,
    PROVOCATEUR,
    REPORTER,
)
from core.games.djambi.rules.field import DEAD, NOBODY, Field, MovingPiece
from core.scene import Standing


def some(cells: Iterator[int]) -> bool:
    """Tell whether there is any cell at all (cell 0 is a cell, too)."""
    return next(cells, None) is not None


def destinations(mover: MovingPiece) -> Iterator[int]:
    """Give each cell a piece can go to as part of a whole legal move, ray by ray."""
    board = mover.field.rules.board
    cells = mover.field.cells
    zone = board.zone
    strikes = mover.strikes
    lattice = board.lattice
    for ray in (lattice.short if mover.kind == MILITANT else lattice.rays)[mover.at]:
        for to in ray:
            found = cells[to]
            if found:
                if strikes[found] and can_strike(mover, to):
                    yield to
                break
            if zone[to] == ORDINARY or can_stop(mover, to):
                yield to


def can_go(mover: MovingPiece, to: int) -> bool:
    """Tell whether `to` is one of the destinations, without listing them."""
    board = mover.field.rules.board
    cells = mover.field.cells
    crossed = board.lattice.lines[mover.at].get(to)
    if crossed is None or (mover.kind == MILITANT and len(crossed) > 1) or any(cells[cell] for cell in crossed):
        return False
    if cells[to]:
        return bool(mover.strikes[cells[to]]) and can_strike(mover, to)
    return board.zone[to] == ORDINARY or can_stop(mover, to)


def can_stop(mover: MovingPiece, to: int) -> bool:
    """Tell whether a piece may end a quiet move on an empty cell of power or fortress (R12, R13; reporter: R14)."""
    if mover.field.rules.board.zone[to] == POWER:
        return mover.kind == CHIEF
    if mover.stays:
        return True
    return mover.kind == REPORTER and not mover.extra and some(_victims_with_exit(mover, to))


def can_strike(mover: MovingPiece, to: int) -> bool:
    """Tell whether a piece that acts on what stands on `to` can finish its move (§6.2, §6.7, R12, R14, R15)."""
    if mover.kind == MILITANT and mover.field.rules.board.zone[to] == POWER:
        return False
    if mover.extra and not may_strike_leaving(mover, to):
        return False
    if not mover.outstays(to):
        return mover.kind == ASSASSIN or _has_placement(mover, to)
    return not mover.extra and some(_acts_with_exit(mover, to))


def may_strike_leaving(mover: MovingPiece, to: int) -> bool:
    """Tell whether an extra move may act on `to`: out of power only as a master move (§6.7, R15)."""
    if mover.field.rules.board.zone[mover.at] != POWER:
        return True
    if not mover.field.rules.master_moves:
        return False
    return mover.kind != ASSASSIN or mover.field.cells[to] & 7 == CHIEF


def victims(mover: MovingPiece, to: int) -> list[int]:
    """List the cells a reporter may strike from `to` (§6.5); if it may not stay there, those that leave an exit."""
    if mover.outstays(to):
        return list(_victims_with_exit(mover, to))
    return beside(mover, to)


def beside(mover: MovingPiece, to: int) -> list[int]:
    """List the cells that share a side with `to` and hold something a reporter kills: it kills one of them (R16)."""
    cells = mover.field.cells
    prey = mover.prey
    return [cell for cell in mover.field.rules.board.lattice.sides[to] if prey[cells[cell]]]


def placements(mover: MovingPiece, to: int) -> list[int]:
    """List the cells where what stood on `to` may be put; if the piece may not stay there, those that leave an exit."""
    if mover.outstays(to):
        return list(_acts_with_exit(mover, to))
    return empties(mover, to)


def empties(mover: MovingPiece, to: int) -> list[int]:
    """List the empty cells allowed for a corpse or a provoked piece, including the mover's own (§6.2-§6.4)."""
    cells = mover.field.cells
    zone = mover.field.rules.board.zone
    power, fortress = _fit(mover, to)
    at = mover.at
    if power and fortress:
        return [cell for cell, found in enumerate(cells) if not found or cell == at]
    limit = FORTRESS if fortress else ORDINARY
    return [
        cell
        for cell, found in enumerate(cells)
        if (not found or cell == at) and (zone[cell] <= limit or (power and zone[cell] == POWER))
    ]


def fits(mover: MovingPiece, to: int, cell: int) -> bool:
    """Tell whether one cell is among the `placements`, without listing them."""
    if cell == to or (mover.field.cells[cell] != EMPTY and cell != mover.at):
        return False
    power, fortress = _fit(mover, to)
    zone = mover.field.rules.board.zone[cell]
    if (zone == POWER and not power) or (zone == FORTRESS and not fortress):
        return False
    return not mover.outstays(to) or has_exit(mover, to, cell)


def _fit(mover: MovingPiece, to: int) -> tuple[bool, bool]:
    """Tell whether what stands on `to` may be put on power and in the fortress."""
    field = mover.field
    taken = field.cells[to]
    if mover.kind == NECROMOBILE:
        return False, True
    if mover.kind == PROVOCATEUR:
        colour = (taken >> 3) - 1
        deposed = field.rules.board.zone[to] == POWER
        return taken & 7 == CHIEF, field.passive(colour) if deposed else field.holds(colour)
    return taken & 7 == CHIEF and field.rules.master_moves, True


def _has_placement(mover: MovingPiece, to: int) -> bool:
    """Tell whether there is any placement: the mover's own cell always is one, if it is an ordinary cell."""
    return mover.field.rules.board.zone[mover.at] == ORDINARY or bool(empties(mover, to))


def _acts_with_exit(mover: MovingPiece, to: int) -> Iterator[int]:
    """Give the placements that leave an exit; for an assassin, whose corpse has a fixed place, that place."""
    for cell in (mover.at,) if mover.kind == ASSASSIN else empties(mover, to):
        if has_exit(mover, to, cell):
            yield cell


def _victims_with_exit(mover: MovingPiece, to: int) -> Iterator[int]:
    return (cell for cell in beside(mover, to) if has_exit(mover, to, cell))


def has_exit(mover: MovingPiece, to: int, cell: int) -> bool:
    """Tell whether the piece then has an extra move that ends where it may stay (R14)."""
    return some(destinations(after(mover, to, cell)))


def after(mover: MovingPiece, to: int, cell: int) -> MovingPiece:
    """Give the same piece on `to`, about to make its extra move after the first part of its turn."""
    return MovingPiece(act(mover, to, cell), to, mover.player, extra=True)


def act(mover: MovingPiece, to: int, cell: int = NOBODY) -> Field:
    """Give the field after one move: `cell` is the victim's, the corpse's or the provoked piece's cell, if any.

    A corpse stays where the victim stood if the killer is a reporter; an assassin's goes to its origin (R28).
    """
    field = mover.field
    cells = bytearray(field.cells)
    taken = cells[to]
    cells[mover.at] = EMPTY
    cells[to] = mover.code
    dead = taken
    if mover.kind == PROVOCATEUR:
        dead = EMPTY
        if taken:
            cells[cell] = taken
    elif mover.kind == REPORTER:
        if cell != NOBODY:
            dead = cells[cell]
            cells[cell] = CORPSE
    elif taken:
        cells[mover.at if mover.kind == ASSASSIN else cell] = CORPSE
    if dead > CORPSE and dead & 7 == CHIEF:
        status, owner = death(field, (dead >> 3) - 1, mover.player)
        return Field(field.rules, bytes(cells), status, owner)
    return Field(field.rules, bytes(cells), field.status, field.owner)


def death(field: Field, victim: int, killer: int) -> tuple[tuple[Standing, ...], tuple[int, ...]]:
    """Give statuses and owners after a chief's death: the killer inherits everything the dead player had (§8, R17)."""
    status = tuple(DEAD if colour == victim else standing for colour, standing in enumerate(field.status))
    owner = tuple(killer if victim in (colour, master) else master for colour, master in enumerate(field.owner))
    return status, owner


def steps_aside(field: Field, at: int) -> bool:
    """Tell whether there is an empty ordinary cell beside `at`: any piece there can go to it."""
    cells = field.cells
    zone = field.rules.board.zone
    for cell in field.rules.board.lattice.steps[at]:  # noqa: SIM110 - mostly one of the first: a generator would cost more
        if not cells[cell] and not zone[cell]:
            return True
    return False


def can_move(field: Field, at: int, player: int) -> bool:
    """Tell whether the piece on `at` has a legal move: most often a step to an empty cell beside it."""
    return steps_aside(field, at) or some(destinations(MovingPiece(field, at, player)))
