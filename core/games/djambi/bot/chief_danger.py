"""Who could reach a chief, and whose turn comes before whose: what a bot sees at a glance, without playing a move.

The glance follows the open lines outwards from the chief; it ignores the finer rules of power and fortress.
"""

from __future__ import annotations

from functools import cache

from core.games.djambi.rules.board import ASSASSIN, CHIEF, CORPSE, EMPTY, MILITANT, PROVOCATEUR, REPORTER, Board
from core.games.djambi.rules.field import NOBODY, Field
from core.games.djambi.rules.state import State

THUG_REACH = 2
"""How far a militant strikes."""

Lines = tuple[tuple[int, ...], ...]


@cache
def approaches(board: Board) -> tuple[tuple[Lines, ...], ...]:
    """Give a reporter's ways to a cell beside a chief, from both their cells, each as cells that must be empty."""
    lattice = board.lattice
    cells = range(len(lattice))
    return tuple(
        tuple(
            tuple((*lattice.lines[start][side], side) for side in lattice.sides[chief] if side in lattice.lines[start])
            for start in cells
        )
        for chief in cells
    )


def hunters(field: Field, colour: int, chief: int) -> tuple[list[int], int, int]:
    """Give the colours of the pieces that could kill a chief, how many could displace it, and its free cells."""
    cells = field.cells
    command = field.command
    lattice = field.rules.board.lattice
    reach = 0 if chief == lattice.centre else THUG_REACH
    found: list[int] = []
    movers = room = 0
    for ray in lattice.rays[chief]:
        if cells[ray[0]] == EMPTY:
            room += 1
        for distance, cell in enumerate(ray, 1):
            code = cells[cell]
            if not code:
                continue
            if code > CORPSE and command[(code >> 3) - 1] not in (colour, NOBODY):
                kind = code & 7
                if kind in (ASSASSIN, CHIEF) or (kind == MILITANT and distance <= reach):
                    found.append((code >> 3) - 1)
                elif kind == PROVOCATEUR:
                    movers += 1
            break
    return found, movers, room


def reporters(field: Field, colour: int, chief: int, known: list[tuple[int, int]]) -> list[int]:
    """Give the colours of the reporters that could stop beside a chief; `known` are the cells and colours of all."""
    cells = field.cells
    ways = approaches(field.rules.board)[chief]
    found: list[int] = []
    for start, owner in known:
        if field.command[owner] in (colour, NOBODY):
            continue
        for way in ways[start]:
            if not any(map(cells.__getitem__, way)):
                found.append(owner)
                break
    return found


def known_reporters(field: Field) -> list[tuple[int, int]]:
    """List the cell and colour of every living reporter."""
    found = []
    for colour in range(len(field.status)):
        cell = field.cells.find(colour + 1 << 3 | REPORTER)
        if cell != NOBODY:
            found.append((cell, colour))
    return found


def order(state: State) -> list[float]:
    """Give for each seat how many turns pass before its own (0: now); for the king, before its bonus turn."""
    turn = state.turn
    seats = len(state.field.status)
    if turn is None:
        return [0.0] * seats
    when = [float((seat - state.marker - 1) % seats + 1) for seat in range(seats)]
    when[turn.seat] = 0.0
    king = state.field.king
    if king not in (NOBODY, turn.player):
        when[king] = 0.5
    return when


def chief_in_reach(state: State, colour: int) -> bool:
    """Tell whether any player could kill a colour's chief, whoever's turn it is."""
    field = state.field
    chief = field.chief(colour)
    return chief != NOBODY and bool(
        hunters(field, colour, chief)[0] or reporters(field, colour, chief, known_reporters(field))
    )


def chief_at_risk(state: State, colour: int) -> bool:
    """Tell whether a colour's chief could be killed before its next turn (a vassal's turn does not save it)."""
    field = state.field
    chief = field.chief(colour)
    if chief == NOBODY:
        return True
    when = order(state)
    hunting = hunters(field, colour, chief)[0] + reporters(field, colour, chief, known_reporters(field))
    return any(when[seat_of(field, hunter)] < when[colour] for hunter in hunting)


def seat_of(field: Field, colour: int) -> int:
    """Give the seat in whose turn a colour's pieces move: with merged vassals, the seat of their commander (R9)."""
    return field.command[colour] if field.rules.merged else colour
