"""What a position promises each seat: its chance to win; all chances sum to 1.

A chance grows with the square of a seat's strength: its pieces by who commands them, power, and room for the chief,
less what hunters that move before the chief can take. That share goes to the hunters.
"""

from __future__ import annotations

from functools import cache, lru_cache

from core.games.djambi.bot.chief_danger import hunters, known_reporters, order, reporters, seat_of
from core.games.djambi.rules.board import CODES, CORPSE, Board
from core.games.djambi.rules.field import NOBODY, Field
from core.games.djambi.rules.state import State

ALIVE = 24.0
"""The strength of still being in the lists."""

PIECES = (0.0, 5.0, 5.0, 3.5, 3.5, 1.5)
"""The strength of a piece by kind; the chief's is `ALIVE`."""

CENTRED = (0.0, 1.0, 1.0, 0.8, 0.8, 0.3)
"""What a piece gains, by kind, from standing in the middle rather than at the edge."""

VASSAL = 0.6
"""The part of a piece's strength that counts for a commander of another colour."""

KING = 3.0
"""The strength of being in power with one rival left, and of each further turn that the king has in a round."""

ROOM = (-9.0, -3.0, -1.0)
"""What a chief with no, one or two free cells beside it loses."""

DEPOSED = 0.7
"""What each rival that could displace the chief takes away."""

NOW = 0.93
"""The probability that a chief falls to a hunter whose turn it is."""

SOON = 0.7
"""The probability that it falls to a hunter that moves before it."""

LATER = 0.05
"""The probability that it falls to each hunter that moves only after it."""


def chances(state: State, sworn: frozenset[tuple[int, int]] = frozenset()) -> tuple[float, ...]:
    """Give the chance of each seat; they sum to 1. Of each pair in `sworn`, the first does not hunt the second."""
    over = state.outcome
    field = state.field
    seats = range(len(field.status))
    if over is not None:
        share = 1.0 / len(over.winners)
        return tuple([share if seat in over.winners else 0.0 for seat in seats])
    worth = material(field)
    active = field.active
    threats = []
    known = known_reporters(field)
    base = [0.0] * len(field.status)
    for colour in active:
        chief = field.chief(colour)
        hunting, movers, room = hunters(field, colour, chief)
        hunting += reporters(field, colour, chief, known)
        if sworn:
            hunting = [hunter for hunter in hunting if (field.command[hunter], colour) not in sworn]
        base[colour] = ALIVE - DEPOSED * movers
        if colour == field.king:
            base[colour] += KING * (len(active) - 1)
        elif room < len(ROOM):
            base[colour] += ROOM[room]
        if hunting:
            threats.append((colour, hunting))
    strength = [max(1.0, base[seat] + worth[seat]) if base[seat] else 0.0 for seat in seats]
    if threats:
        _hunt(state, worth, strength, threats)
    squares = [power * power for power in strength]
    total = sum(squares)
    return tuple([square / total for square in squares])


def _hunt(state: State, worth: list[float], strength: list[float], threats: list[tuple[int, list[int]]]) -> None:
    """Take from the strengths of hunted chiefs what their hunters may expect, and give it to the hunters."""
    field = state.field
    when = order(state)
    falls: list[tuple[int, int, float]] = []
    prey = 0
    for colour, hunting in threats:
        first = min(hunting, key=lambda hunter: when[seat_of(field, hunter)])
        soonest = when[seat_of(field, first)]
        if soonest >= when[colour]:
            falls.append((colour, field.command[first], min(LATER * len(hunting), 3 * LATER)))
        elif soonest:
            falls.append((colour, field.command[first], SOON if len(hunting) == 1 else SOON + 0.1))
        else:
            prey += 1
            falls.append((colour, field.command[first], NOW))
    for colour, hunter, surely in falls:
        sure = surely if surely < NOW or prey == 1 else surely * 0.6
        strength[hunter] += sure * VASSAL * worth[colour]
        strength[colour] *= 1.0 - sure


def material(field: Field) -> list[float]:
    """Weigh the pieces that each player commands; the last number is for pieces that nobody commands."""
    whose, much, more = _tables(field.command)
    middle = _middle(field.rules.board)
    worth = [0.0] * (len(field.status) + 1)
    for cell, code in enumerate(field.cells):
        if code > CORPSE:
            worth[whose[code]] += much[code] + more[code] * middle[cell]
    return worth


@lru_cache(maxsize=1024)
def _tables(command: tuple[int, ...]) -> tuple[list[int], list[float], list[float]]:
    """Give for each code which seat profits from a piece, how much, and how much more in the middle."""
    whose, much, more = [NOBODY] * CODES, [0.0] * CODES, [0.0] * CODES
    for colour, commander in enumerate(command):
        part = 1.0 if commander == colour else VASSAL
        for kind, strength in enumerate(PIECES):
            code = colour + 1 << 3 | kind
            whose[code] = commander
            much[code] = strength * part
            more[code] = CENTRED[kind] * part
    return whose, much, more


@cache
def _middle(board: Board) -> tuple[float, ...]:
    """Give for each cell how near it is to power: 1 on power, 0 at the farthest edge."""
    lattice = board.lattice
    far = {lattice.centre: 0}
    waiting = [lattice.centre]
    for cell in waiting:
        for near in lattice.steps[cell]:
            if near not in far:
                far[near] = far[cell] + 1
                waiting.append(near)
    longest = max(far.values())
    return tuple(1.0 - far[cell] / longest for cell in range(len(lattice)))
