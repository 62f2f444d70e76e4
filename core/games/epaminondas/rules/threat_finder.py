"""What the other side could capture with its next move, and how it could win by crossing (§4, §5)."""

from __future__ import annotations

from collections.abc import Iterator

from core.game import Seat
from core.games.epaminondas.rules.board import Board
from core.games.epaminondas.rules.movement import moves, shifted
from core.games.epaminondas.rules.state import State
from core.threat import Danger, Threat, ranked


def threats(state: State, seat: Seat) -> tuple[Threat, ...]:
    """Give the phalanxes that the other side could capture, and its pieces that can cross or have crossed."""
    if state.outcome is not None or seat not in (0, 1):
        return ()
    return ranked((*_across(state, seat), *_found(state, seat)))


def _across(state: State, seat: Seat) -> Iterator[Threat]:
    """Give the pieces by which the other side wins at the start of its turn, unless it is stopped."""
    board, cells, foe = state.rules.board, state.cells, Seat(1 - seat)
    lead = board.lead(cells, foe)
    if lead > 0:
        square = next(at for at in _row(board, foe) if cells[at] == foe + 1)
        yield Threat(Danger.ACROSS, foe, board.names[square], count=lead, grave=True)


def _found(state: State, seat: Seat) -> Iterator[Threat]:
    board, cells, foe = state.rules.board, state.cells, Seat(1 - seat)
    lead = board.lead(cells, foe)
    for move in moves(board, cells, foe):
        rear, landing = move.path
        after = shifted(board, cells, foe, move)
        gained = board.lead(after, foe)
        if move.captured:
            yield Threat(Danger.CAPTURE, foe, landing, count=move.captured, via=rear)
        if gained > max(0, lead):
            yield Threat(Danger.CROSS, foe, landing, count=gained, via=rear, grave=True)


def _row(board: Board, seat: Seat) -> range:
    """Give the squares of the row farthest from a seat."""
    first = (board.far(seat) - 1) * board.columns
    return range(first, first + board.columns)
