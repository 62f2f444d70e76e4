"""The reader and writer of moves: `C4`, `A2-A5`, with their captures `C4 (B3, A2)` (R41, R42, R45)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.cursor import SHOWN, Cursor, beginning, bounded
from core.fault import BadNotation, sentence
from core.game import Seat, Spot
from core.games.megiddo.rules import turn
from core.games.megiddo.rules.action import Action, Word, declare
from core.games.megiddo.rules.board import INDEX, NAMES
from core.games.megiddo.rules.movement import written
from core.games.megiddo.rules.refusal import Refusal

if TYPE_CHECKING:
    from core.games.megiddo.rules.state import State

NO_POINT = sentence("A point was expected at character {column}, as in C4, not “{text}”.")
ENDS = sentence("The move ends at character {column}, where a point was expected, as in C4.")
NOT_ON_BOARD = sentence("The board has no point {cell} (character {column}): radials are A to F, rings 1 to 6.")
NOTHING = sentence("There is nothing to read at character {column}: a move looks like C4.")
NO_PAIR = sentence("Captures are written by pairs, as in (B3, A2): character {column}.")
NOT_THAT_SEAT = sentence("Only seat {text} can say that for itself (character {column}).")
NO_GAME = sentence("Behind {word} only the number of a game may stand, from 1 on (character {column}).")

LONGEST = 400
"""The most characters that are read; seventeen pairs and more fit in."""
ONE_OF_EACH = 2

_SPACE = re.compile(r"[ \t]*")
_POINT = re.compile(r"[A-Za-z][ \t]*[0-9]+")
_NUMBER = re.compile(r"[1-9][0-9]{0,5}", re.ASCII)
_SPOKEN = re.compile(r"\s*(resign|forfeit|draw)\b\s*(\w*)\s*$", re.ASCII | re.IGNORECASE)


def parse(state: State, seat: Seat, text: str) -> Action:
    """Read a move or a declaration; it need not be legal. Raises `BadNotation`, first of all if the game is over.

    If captures are written and the move is legal, they must be those of the move, as a set of pairs.
    """
    try:
        return _read(state, seat, text)
    except BadNotation:
        if state.outcome is not None:
            raise BadNotation(Refusal.OVER) from None
        raise


def _read(state: State, seat: Seat, text: str) -> Action:
    bounded(text, LONGEST)
    spoken = _SPOKEN.match(text)
    if spoken is not None:
        return _declaration(state, seat, spoken)
    cursor = Cursor(text)
    cursor.take(_SPACE)
    if cursor.done:
        cursor.fail(NOTHING)
    path = [_point(cursor)]
    if cursor.accept("-", "–"):
        cursor.take(_SPACE)
        path.append(_point(cursor))
    pairs: list[frozenset[int]] = []
    while cursor.accept("("):
        pairs.append(_pair(cursor))
    cursor.finish()
    action = Action(tuple(path))
    if pairs and state.is_legal(seat, action) and set(pairs) != {frozenset(pair) for pair in _taken(state, action)}:
        raise BadNotation(Refusal.DISAGREE, text=display(state, seat, action))
    return action


def _declaration(state: State, seat: Seat, spoken: re.Match[str]) -> Action:
    """Read a declaration: after `resign` comes the game's number in a match, else the seat's own number."""
    word = Word(spoken[1].lower())
    if spoken[2] and word is Word.RESIGN and not state.rules.single:
        if not _NUMBER.fullmatch(spoken[2]):
            raise BadNotation(NO_GAME, word=word, column=spoken.start(2) + 1)
        return declare(word, int(spoken[2]))
    if spoken[2] and (word is not Word.RESIGN or spoken[2] != str(seat)):
        raise BadNotation(NOT_THAT_SEAT, text=spoken[2][:SHOWN], column=spoken.start(2) + 1)
    return declare(word)


def _point(cursor: Cursor) -> Spot:
    column = cursor.column
    found = cursor.take(_POINT)
    if not found:
        cursor.fail(ENDS if cursor.done else NO_POINT, text=beginning(cursor.text[cursor.at :]))
    name = found[0].upper() + found[1:].strip()
    if name not in INDEX:
        raise BadNotation(NOT_ON_BOARD, cell=name[:SHOWN], column=column)
    cursor.take(_SPACE)
    return Spot(name)


def _pair(cursor: Cursor) -> frozenset[int]:
    cursor.take(_SPACE)
    first = _point(cursor)
    cursor.accept(",")
    cursor.take(_SPACE)
    found = frozenset((INDEX[first], INDEX[_point(cursor)]))
    if not cursor.accept(")") or len(found) != ONE_OF_EACH:
        cursor.fail(NO_PAIR)
    cursor.take(_SPACE)
    return found


def _taken(state: State, action: Action) -> list[tuple[int, int]]:
    mine, foe, point = turn.stones_after(state, action.path)
    found = written(state.rules.windows, mine, foe, point, reverse=state.rules.reverse)
    return [pair for generation in found for pair in generation]


def display(state: State, seat: Seat, action: Action) -> str:
    """Give a move with its captures, generation by generation; the canonical text if it is not legal."""
    if action.word or not state.is_legal(seat, action):
        return str(action)
    pairs = [f"({NAMES[one]}, {NAMES[other]})" for one, other in _taken(state, action)]
    return " ".join([str(action), *pairs])
