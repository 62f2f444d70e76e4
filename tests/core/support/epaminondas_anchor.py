"""A public idea of an Epaminondas player, to measure against: minimax of depth 2 that looks at 40 moves only.

The moves of the longest phalanxes are kept. Positions are compared by pieces, then by rows held, then by neighbours of
one colour, then by how far the pieces have come. Written from the rules and that description alone; it knows nothing of
`core.games.epaminondas.bot.search`.
"""

from __future__ import annotations

from random import Random

from core.game import Outcome, Seat
from core.games.epaminondas.rules.action import Action
from core.games.epaminondas.rules.state import State

KEPT = 40
DEPTH = 2
WON = 10.0**9


def choose(state: State, rng: Random) -> Action:
    """Give the move that minimax likes best; of equal ones of as long phalanxes chance brings one to the front."""
    seat = state.mover
    actions = state.legal(Seat(seat))
    rng.shuffle(actions)
    actions = longest(actions)
    best, found = -3 * WON, actions[0]
    for action in actions:
        value = minimax(state.play(Seat(seat), action), seat, DEPTH - 1, best, 3 * WON)
        if value > best:
            best, found = value, action
    return found


def longest(actions: list[Action]) -> list[Action]:
    """Give the moves of the longest phalanxes, the longest first."""
    return sorted(actions, key=lambda action: action.count, reverse=True)[:KEPT]


def minimax(state: State, seat: int, depth: int, low: float, high: float) -> float:
    """Give what a seat can be sure of; a value not above `low` or not below `high` may be a bound only."""
    if state.outcome is not None:
        return won(state.outcome, seat) * (1 + depth)
    if depth == 0:
        return worth(state, seat)
    mine = state.mover == seat
    best = -3 * WON if mine else 3 * WON
    for action in longest(state.legal(Seat(state.mover))):
        value = minimax(state.play(Seat(state.mover), action), seat, depth - 1, low, high)
        if mine:
            best = max(best, value)
            low = max(low, best)
        else:
            best = min(best, value)
            high = min(high, best)
        if low >= high:
            break
    return best


def won(outcome: Outcome, seat: int) -> float:
    """Give the worth of an end."""
    if not outcome.winners:
        return 0.0
    return WON if outcome.winners[0] == seat else -WON


def worth(state: State, seat: int) -> float:
    """Weigh a position: the first thing that differs decides."""
    ours, theirs = _parts(state, seat), _parts(state, 1 - seat)
    pieces, rows, pairs, presence = (mine - other for mine, other in zip(ours, theirs, strict=True))
    return ((pieces * 1e2 + rows) * 1e3 + pairs) * 1e3 + presence


def _parts(state: State, seat: int) -> tuple[int, int, int, int]:
    """Count pieces, rows held by more pieces than the other's, neighbours of one colour, and steps taken."""
    board, own = state.rules.board, seat + 1
    columns = board.columns
    rows = [state.cells[at : at + columns] for at in range(0, len(state.cells), columns)]
    if seat:
        rows.reverse()
    counts = [row.count(own) for row in rows]
    held = sum(count > row.count(3 - own) for count, row in zip(counts, rows, strict=True))
    pairs = 0
    for row, following in zip(rows, [*rows[1:], bytes(columns)], strict=True):
        flags = bytes(each == own for each in row)
        ahead = bytes(each == own for each in following)
        line, above = int.from_bytes(flags, "big"), int.from_bytes(ahead, "big")
        pairs += sum((line & other).bit_count() for other in (line >> 8, above, above >> 8, above << 8))
    presence = sum(gone * count for gone, count in enumerate(counts))
    return sum(counts), held, pairs, presence
