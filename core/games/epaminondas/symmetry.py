"""The symmetry rule: no crossing that only completes a copy of the other side's play (§6, R4)."""

from __future__ import annotations

from core.games.epaminondas.action import DIRECTIONS, OPPOSITE, Action
from core.games.epaminondas.board import EXCHANGED
from core.games.epaminondas.movement import shifted
from core.games.epaminondas.option import Rules


def crosses(rules: Rules, seat: int, action: Action) -> bool:
    """Tell whether a move brings its leading piece onto the seat's far row from another row."""
    far = rules.board.far(seat)
    return action.row != far == action.row + action.distance * DIRECTIONS[action.direction][0]


def possible(rules: Rules, cells: bytes, seat: int, last: Action | None) -> bool:
    """Tell whether any move at all could break the rule.

    After it both sides stand on their far rows alike, and a move brings no more than one piece there.
    """
    if rules.symmetry == "board":
        return rules.board.lead(cells, seat) == -1
    return rules.symmetry == "move" and last is not None and crosses(rules, 1 - seat, last)


def forbidden(rules: Rules, cells: bytes, seat: int, last: Action | None, action: Action) -> bool:
    """Tell whether the rule forbids a move that is legal otherwise; `last` is the opponent's move before it."""
    if rules.symmetry == "off" or not crosses(rules, seat, action):
        return False
    if rules.symmetry == "board":
        after = shifted(rules.board, cells, seat, action)
        return after == turned(after)
    return last is not None and image(rules, last) == (
        action.row,
        action.column,
        action.count,
        action.direction,
        action.distance,
    )


def turned(cells: bytes) -> bytes:
    r"""Give a position after a half turn with exchanged colours.

    >>> turned(bytes([1, 1, 0, 0]))
    b'\x00\x00\x02\x02'
    """
    return cells[::-1].translate(EXCHANGED)


def image(rules: Rules, action: Action) -> tuple[int, int, int, str, int]:
    """Give a move after a half turn: leading square, count, direction and distance, without what it captures."""
    row, column = rules.board.rows + 1 - action.row, rules.board.columns + 1 - action.column
    return row, column, action.count, OPPOSITE[action.direction], action.distance
