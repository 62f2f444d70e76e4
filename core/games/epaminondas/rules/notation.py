"""The reader of actions, lenient on input: blanks between the parts and case do not matter (§7).

A move can also be written as it is pointed at: the square of its rear piece, a dash, the landing square.
"""

from __future__ import annotations

import re

from core.cursor import Cursor
from core.fault import BadNotation, sentence
from core.games.epaminondas.rules.action import DIRECTIONS, Action, Word, declare, spot

NOTHING = sentence(
    "There is nothing to read at character {column}: a move looks like 4.7-5.7, from the rear piece to the landing "
    "square, or 4.7.4N3x3, from the leading piece."
)
NO_NUMBER = sentence(
    "A number of one to three digits from 1 on was expected at character {column}: {what} of the rear piece (as in "
    "4.7-5.7) or of the leading one (as in 4.7.4N3x3)."
)
NO_NUMBER_IN = sentence(
    "A number of one to three digits from 1 on was expected at character {column}: {what} (as in {move})."
)
NO_DOT = sentence(
    "A full stop was expected at character {column}, as in 4.7-5.7, from the rear piece to the landing square."
)
NO_JOINT = sentence(
    "At character {column}, a dash was expected, as in 4.7-5.7, from the rear piece to the landing square, or a full "
    "stop, as in 4.7.4N3x3, behind the leading piece, and then how many pieces move."
)
NO_COUNT = sentence(
    "A full stop was expected at character {column}, as in 4.7.4N3x3, and behind it how many pieces move."
)
NO_DASH = sentence(
    "A dash was expected at character {column} between two squares, as in 4.7-5.7, from the rear piece to the landing "
    "square."
)
NO_DIRECTION = sentence("One of N NE E SE S SW W NW was expected at character {column}, as in 4.7.4N3x3.")
NO_LINE = sentence("There is no straight line from {start} to {cell}.")
TOO_MUCH = sentence("The move is whole before character {column}: only x and the number of captured pieces may follow.")

WHAT = {
    "row": sentence("the row"),
    "column": sentence("the column"),
    "count": sentence("how many pieces move"),
    "distance": sentence("how many squares they go"),
    "captured": sentence("how many pieces they capture"),
    "end": sentence("the row of the square where they go"),
    "other": sentence("the column of the square where they go"),
}
"""What the numbers of a move mean."""

MOVES = {
    **dict.fromkeys(("count", "distance", "captured"), "4.7.4N3x3"),
    **dict.fromkeys(("end", "other"), "4.7-5.7"),
}
"""The example that shows a number which stands in one of the two forms alone."""

NUMBER = re.compile(r"0*[1-9][0-9]{0,2}(?![0-9])", re.ASCII)
DIRECTION = re.compile(r"[NnSs][EeWw]|[NnEeSsWw]")
BLANKS = re.compile(r"[ \t\u00a0\u202f]*")
TAKES = ("x", "X", "×")

WRITTEN = re.compile(
    r"([1-9][0-9]{0,2})\.([1-9][0-9]{0,2})\.([1-9][0-9]{0,2})([NS][EW]?|[EW])([1-9][0-9]{0,2})(?:x([1-9][0-9]{0,2}))?",
    re.ASCII,
)
"""A move in its canonical text, as in records and messages."""

POINTED = re.compile(r"\s*([0-9]{1,3})\s*\.\s*([0-9]{1,3})(?:\s*-\s*|\s+)([0-9]{1,3})\s*\.\s*([0-9]{1,3})\s*", re.ASCII)

SPOKEN = {"resign": Word.RESIGN, "abandon": Word.RESIGN, "draw": Word.DRAW}
"""The words that are understood as declarations."""


def parse(text: str) -> Action:
    """Read a move or a declaration; it need not be legal. Raises `BadNotation` with the column."""
    written = WRITTEN.fullmatch(text)
    if written is not None:
        row, column, count, direction, distance, captured = written.groups()
        return Action(int(row), int(column), int(count), direction, int(distance), int(captured or 0))
    word = SPOKEN.get(text.strip().lower())
    return _move(text) if word is None else declare(word)


def pointed(text: str) -> tuple[int, int, str, int] | None:
    """Read two squares on one line: row and column of the first, the direction to the second, and the distance.

    None for a text of another form. Raises `BadNotation` if they are not on one line.

    >>> pointed("1.7-4.7")
    (1, 7, 'N', 3)
    """
    found = POINTED.fullmatch(text)
    if found is None:
        return None
    row, column, end, other = map(int, found.groups())
    up, right = end - row, other - column
    far = max(abs(up), abs(right))
    for name, (rows, columns) in DIRECTIONS.items():
        if far and (up, right) == (rows * far, columns * far):
            return row, column, name, far
    raise BadNotation(NO_LINE, start=spot(row, column), cell=spot(end, other), column=found.start(3) + 1)


def _move(text: str) -> Action:
    cursor = Cursor(text)
    cursor.take(BLANKS)
    if cursor.done:
        cursor.fail(NOTHING)
    row = _number(cursor, "row")
    _dot(cursor)
    column = _number(cursor, "column")
    _refuse_pointed(cursor)
    joint = cursor.column
    _dot(cursor, NO_JOINT)
    count = _number(cursor, "count")
    direction = cursor.take(DIRECTION).upper()
    if not direction and cursor.accept("."):
        raise BadNotation(NO_DASH, column=joint)
    if not direction:
        cursor.fail(NO_DIRECTION)
    cursor.take(BLANKS)
    distance = _number(cursor, "distance")
    captured = 0
    if cursor.accept(*TAKES):
        cursor.take(BLANKS)
        captured = _number(cursor, "captured")
    if cursor.at < len(text):
        cursor.fail(TOO_MUCH)
    return Action(row, column, count, direction, distance, captured)


def _refuse_pointed(cursor: Cursor) -> None:
    """Behind the square of a rear piece, refuse what goes on as a pointed move does, at the place of its mistake."""
    found = POINTED.match(cursor.text)
    if found is not None:
        cursor.at = found.end()
        if cursor.done:
            cursor.at = found.end(2)
            cursor.fail(NO_COUNT)
        cursor.finish()
    if cursor.accept("-"):
        cursor.take(BLANKS)
        _number(cursor, "end")
        _dot(cursor)
        _number(cursor, "other")


def _number(cursor: Cursor, what: str) -> int:
    digits = cursor.take(NUMBER)
    if not digits:
        if what in MOVES:
            cursor.fail(NO_NUMBER_IN, what=WHAT[what], move=MOVES[what])
        cursor.fail(NO_NUMBER, what=WHAT[what])
    cursor.take(BLANKS)
    return int(digits)


def _dot(cursor: Cursor, refusal: str = NO_DOT) -> None:
    if not cursor.accept("."):
        cursor.fail(refusal)
    cursor.take(BLANKS)
