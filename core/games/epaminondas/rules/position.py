"""A state as JSON and back (§15); `board` and `to_move` are needed to set up a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from core.fault import BadNotation, BadPosition, sentence
from core.game import Outcome
from core.games.epaminondas.rules.action import Action
from core.games.epaminondas.rules.board import SEATS
from core.games.epaminondas.rules.notation import parse
from core.games.epaminondas.rules.outcome import Reason, judge, outcome
from core.games.epaminondas.rules.ruleset import LARGEST, LOWEST, NARROWEST, Rules, fits
from core.position_entry import check_keys

if TYPE_CHECKING:
    from core.games.epaminondas.rules.state import State

KEYS = ("options", "board", "to_move", "ply", "last", "pieces", "crossed", "repetitions", "history", "result")
"""The keys of a position; `pieces`, `crossed` and `repetitions` follow from the others and are not read.

`history` has the boards since the last capture, oldest first, if repetitions count; without it a new one begins.
"""

LETTERS = ".WB"
"""How the content of a square is written."""

NO_BOARD = sentence("A position needs its board: rows of W, B and full stops, the highest row first.")
NO_SIZE = sentence("A board has rows of equal length, {narrowest} to {largest} columns and {lowest} to {largest} rows.")
BAD_SQUARE = sentence("“{text}” in row {row}, column {column} is none of W, B and full stop.")
NO_MOVER = sentence("A position needs to_move: white or black.")
BAD_PLY = sentence("The entry ply must be a whole number from 0.")
BAD_LAST = sentence("The entry last must be a move in canonical text, or null.")
BAD_HISTORY = sentence("The entry history must be a list of boards of the same size.")
BAD_RESULT = sentence("The entry result must name a reason, one of {allowed}, and a winner: white, black or null.")

Table = Mapping[str, object]


def write(state: State) -> dict[str, object]:
    """Give the position as JSON values in the form of §15."""
    board, over = state.rules.board, state.outcome
    winner = None if over is None or not over.winners else SEATS[over.winners[0]]
    return {
        "options": dict(state.rules.options),
        "board": _written(state.rules, state.cells),
        "to_move": SEATS[state.mover],
        "ply": state.ply,
        "last": None if state.last is None else str(state.last),
        "pieces": {name: state.cells.count(seat + 1) for seat, name in enumerate(SEATS)},
        "crossed": {name: board.crossed(state.cells, seat) for seat, name in enumerate(SEATS)},
        "repetitions": state.repetitions,
        "history": [_written(state.rules, cells) for cells in state.past],
        "result": over and {"winner": winner, "reason": over.reason},
    }


def _written(rules: Rules, cells: bytes) -> list[str]:
    width = rules.board.columns
    rows = [cells[at : at + width] for at in range(0, len(cells), width)]
    return ["".join(LETTERS[content] for content in row) for row in reversed(rows)]


def size(position: Table) -> str:
    """Give the size of a position's board in the form of the option; raise `BadPosition`."""
    found = position.get("board")
    rows = found.split() if isinstance(found, str) else found
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows) or not rows:
        raise BadPosition(NO_BOARD)
    if len({len(row) for row in rows}) != 1 or not fits(len(rows[0]), len(rows)):
        raise BadPosition(NO_SIZE, narrowest=NARROWEST, lowest=LOWEST, largest=LARGEST)
    return f"{len(rows[0])}x{len(rows)}"


def read(kind: type[State], rules: Rules, given: Table) -> State:
    """Give the state of a position; an end on the board is judged at once. Raises `BadPosition`."""
    check_keys(given, KEYS)
    cells = _cells(rules, given["board"])
    word = given.get("to_move")
    if word not in SEATS:
        raise BadPosition(NO_MOVER)
    mover = SEATS.index(str(word))
    ply = given.get("ply", 0)
    if type(ply) is not int or ply < 0:
        raise BadPosition(BAD_PLY)
    last, past = _last(given.get("last")), _history(rules, given.get("history", []))
    over = judge(rules, cells, mover, past, last) if given.get("result") is None else _result(given["result"])
    return kind(rules, cells, mover, past, last, ply, over)


def _cells(rules: Rules, found: object) -> bytes:
    rows = found.split() if isinstance(found, str) else found
    assert isinstance(rows, list)
    cells = bytearray()
    for row, text in zip(range(1, len(rows) + 1), reversed(rows), strict=True):
        for column, letter in enumerate(text, 1):
            if letter not in LETTERS:
                raise BadPosition(BAD_SQUARE, text=letter if letter.isprintable() else "?", row=row, column=column)
            cells.append(LETTERS.index(letter))
    assert len(cells) == rules.board.columns * rules.board.rows
    return bytes(cells)


def _last(found: object) -> Action | None:
    if found is None:
        return None
    try:
        action = parse(found) if isinstance(found, str) else None
    except BadNotation:
        action = None
    if action is None or action.word:
        raise BadPosition(BAD_LAST)
    return action


def _history(rules: Rules, found: object) -> tuple[bytes, ...]:
    board = rules.board
    if not isinstance(found, list):
        raise BadPosition(BAD_HISTORY)
    for each in found:
        if size({"board": each}) != f"{board.columns}x{board.rows}":
            raise BadPosition(BAD_HISTORY)
    return tuple(_cells(rules, each) for each in found) if rules.repetition else ()


def _result(found: object) -> Outcome:
    reason, winner = (found.get("reason"), found.get("winner")) if isinstance(found, Mapping) else (None, None)
    if reason not in list(Reason) or winner not in (None, *SEATS):
        raise BadPosition(BAD_RESULT, allowed=", ".join(Reason))
    return outcome(None if winner is None else SEATS.index(str(winner)), Reason(str(reason)))
