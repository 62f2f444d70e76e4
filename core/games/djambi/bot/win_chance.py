"""What a position promises each seat: its chance to win; all chances sum to 1.

A chance grows with the square of a seat's strength: its pieces by who commands them, power, and room for the chief,
less what hunters that move before the chief can take. That share goes to the hunters.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from core.games.djambi.bot.chief_danger import hunters, known_reporters, order, reporters, seat_of
from core.games.djambi.bot.weights import DjambiWeights
from core.games.djambi.rules.board import CODES, CORPSE, Board
from core.games.djambi.rules.field import NOBODY, Field
from core.games.djambi.rules.state import State

ROOMS = 3
"""From this many free cells on, a chief has room."""

NOW, SOON, LATER = range(3)
"""When a chief's first hunter moves: it is its turn, before the chief, only after the chief."""

Fall = tuple[int, int, int, int]
"""The colour of a hunted chief, the commander of its first hunter, when that moves, and how many hunters there are."""

NOBODY_SWORN: frozenset[tuple[int, int]] = frozenset()


def chances(
    state: State, weights: DjambiWeights, sworn: frozenset[tuple[int, int]] = NOBODY_SWORN
) -> tuple[float, ...]:
    """Give the chance of each seat; they sum to 1. Of each pair in `sworn`, the first does not hunt the second."""
    over = state.outcome
    field = state.field
    seats = range(len(field.status))
    if over is not None:
        share = 1.0 / len(over.winners)
        return tuple([share if seat in over.winners else 0.0 for seat in seats])
    worth = material(field, weights)
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
        base[colour] = weights.alive + weights.displaced * movers
        if colour == field.king:
            base[colour] += weights.king * (len(active) - 1)
        elif room < ROOMS:
            base[colour] += (weights.room_0, weights.room_1, weights.room_2)[room]
        if hunting:
            threats.append((colour, hunting))
    strength = [max(1.0, base[seat] + worth[seat]) if base[seat] else 0.0 for seat in seats]
    if threats:
        hunt(weights, worth, strength, falls(state, threats))
    return shares(strength)


def shares(strength: list[float]) -> tuple[float, ...]:
    """Turn strengths into chances, which grow with their squares."""
    squares = [power * power for power in strength]
    total = sum(squares)
    return tuple([square / total for square in squares])


def falls(state: State, threats: list[tuple[int, list[int]]]) -> list[Fall]:
    """Tell of each hunted chief who would strike it, and when; `threats` are the chiefs' colours and their hunters'."""
    field = state.field
    when = order(state)
    found: list[Fall] = []
    for colour, hunting in threats:
        first = min(hunting, key=lambda hunter: when[seat_of(field, hunter)])
        soonest = when[seat_of(field, first)]
        stage = LATER if soonest >= when[colour] else SOON if soonest else NOW
        found.append((colour, field.command[first], stage, len(hunting)))
    return found


def hunt(weights: DjambiWeights, worth: Sequence[float], strength: list[float], found: list[Fall]) -> None:
    """Take from the strengths of hunted chiefs what their hunters may expect, and give it to the hunters."""
    prey = [stage for _, _, stage, _ in found].count(NOW)
    for colour, hunter, stage, count in found:
        if stage == NOW:
            sure = weights.now if prey == 1 else weights.now * weights.crowd
        elif stage == SOON:
            sure = weights.soon if count == 1 else min(1.0, weights.soon + weights.several)
        else:
            sure = min(weights.later * count, 3 * weights.later)
        strength[hunter] += sure * weights.vassal * worth[colour]
        strength[colour] *= 1.0 - sure


def material(field: Field, weights: DjambiWeights) -> list[float]:
    """Weigh the pieces that each player commands; the last number is for pieces that nobody commands."""
    whose, much, more = _tables(field.command, weights)
    middle = centrality(field.rules.board)
    worth = [0.0] * (len(field.status) + 1)
    for cell, code in enumerate(field.cells):
        if code > CORPSE:
            worth[whose[code]] += much[code] + more[code] * middle[cell]
    return worth


@lru_cache(maxsize=1024)
def _tables(command: tuple[int, ...], weights: DjambiWeights) -> tuple[list[int], list[float], list[float]]:
    """Give for each code which seat profits from a piece, how much, and how much more in the middle."""
    whose, much, more = [NOBODY] * CODES, [0.0] * CODES, [0.0] * CODES
    for colour, commander in enumerate(command):
        part = 1.0 if commander == colour else weights.vassal
        for kind, (strength, more_centred) in enumerate(zip(weights.pieces, weights.centred, strict=True)):
            code = colour + 1 << 3 | kind
            whose[code] = commander
            much[code] = strength * part
            more[code] = more_centred * part
    return whose, much, more


@cache
def centrality(board: Board) -> tuple[float, ...]:
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
