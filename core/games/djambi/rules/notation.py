"""The reader of actions, lenient on input: the piece's letter, spaces and case may be missing or wrong (§12).

The signs between the cells may be blanks or left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from core.cursor import Cursor, beginning, bounded
from core.fault import BadNotation, sentence
from core.game import Seat, Spot
from core.games.djambi.rules.action import EXIT, GO, Action, Word, declare
from core.games.djambi.rules.board import CORPSE, letter
from core.games.djambi.rules.field import NOBODY, MovingPiece
from core.games.djambi.rules.path import signs_towards

if TYPE_CHECKING:
    from core.games.djambi.rules.state import State

NOTHING = sentence("There is nothing to read at character {column}: a move looks like Mb3-b5.")
NO_CELL = sentence("A cell was expected at character {column}, not “{text}”: a move looks like Mb3-b5.")
ENDS = sentence("The move ends at character {column}, where a cell was expected: a move looks like Mb3-b5.")
NOT_ON_BOARD = sentence("The board has no cell {cell} (character {column}).")
NO_SIGN = sentence("One of - x : > ! / was expected at character {column}, not “{text}”: a move looks like Mb3-b5.")
BARE_EXIT = sentence("After / at character {column} comes one of - x :, then a cell.")
NO_STEP = sentence("A move needs a destination at character {column}: -e5, xe5 or :e5.")
SHUT_IN = sentence("The piece on {cell} is shut in and cannot move now (character {column}).")
NO_PIECE = sentence("There is no living piece on {cell} (character {column}).")
NO_COLOUR = sentence("There is no colour {text} here (character {column}); there are {allowed}.")

LONGEST = 64
"""The most characters that are read; the longest canonical text has 23."""

CELL = re.compile(r"[A-Ma-m][1-9][0-9]?", re.ASCII)
SIGN = re.compile(r"/?[ \t]*[-xX:]|[>!]")
BLANKS = re.compile(r"[ \t]*")
SPOKEN = re.compile(r"\s*(abandon|resign|return|draw)\b\s*(\w*)\s*$", re.ASCII | re.IGNORECASE)
KIND = re.compile(r"[CARPNMcarpnm][ \t]*(?=[A-Ma-m][0-9])")


PART = r"(/?[-x:]|[>!])([a-m][1-9][0-9]?)"
WRITTEN = re.compile(rf"([CARPNM])([a-m][1-9][0-9]?)((?:{PART})+)", re.ASCII)
PARTS = re.compile(PART, re.ASCII)
"""A move in its canonical text, as in records and messages, and what follows its first cell."""


def parse(state: State, seat: Seat, text: str) -> Action:
    """Read a move or a declaration; it need not be legal. Raises `BadNotation`."""
    bounded(text, LONGEST)
    written = WRITTEN.fullmatch(text)
    if written is not None:
        signs, cells = zip(*PARTS.findall(written[3]), strict=True)
        path = tuple(map(Spot, (written[2], *cells)))
        if state.rules.board.lattice.index.keys() >= {*path}:
            return Action(written[1], path, signs)
    spoken = SPOKEN.match(text)
    return _declaration(state, seat, spoken) if spoken else _move(state, text)


def _declaration(state: State, seat: Seat, spoken: re.Match[str]) -> Action:
    word = Word.ABANDON if spoken[1].lower() == "resign" else Word(spoken[1].lower())
    colours = state.rules.colours
    colour = spoken[2].lower()
    if word is Word.DRAW and not colour:
        return declare(word)
    if not colour and 0 <= seat < len(colours):
        return declare(word, colours[seat])
    if colour not in colours or word is Word.DRAW:
        raise BadNotation(NO_COLOUR, text=beginning(spoken[2]), column=spoken.start(2) + 1, allowed=", ".join(colours))
    return declare(word, colour)


def _move(state: State, text: str) -> Action:
    index, cursor = state.rules.board.lattice.index, Cursor(text)
    cursor.take(BLANKS)
    if cursor.done:
        raise BadNotation(NOTHING, column=1)
    piece = cursor.take(KIND)[:1].upper()
    start = _cell(cursor, index)
    path = [start]
    signs: list[str] = []
    while cursor.at < len(text):
        signs.append(_sign(cursor))
        path.append(_cell(cursor, index))
    if not signs:
        if state.field.cells[index[start]] > CORPSE and not state.reach(start):
            raise BadNotation(SHUT_IN, cell=start, column=text.lower().index(start) + 1)
        raise BadNotation(NO_STEP, column=len(text.rstrip()) + 1)
    code = state.field.cells[index[start]]
    if code <= CORPSE and not piece:
        raise BadNotation(NO_PIECE, cell=start, column=text.lower().index(start) + 1)
    if not all(signs):
        signs = list(_signs(state, code, [index[cell] for cell in path]))
    return Action(piece or letter(code), tuple(path), tuple(signs))


def _signs(state: State, code: int, cells: list[int]) -> tuple[str, ...]:
    """Give the signs of a path of which some are missing, whoever's turn it is."""
    if code <= CORPSE:
        return (GO,) * (len(cells) - 1)
    colour = (code >> 3) - 1
    commander = state.field.command[colour]
    mover = MovingPiece(state.field, cells[0], colour if commander == NOBODY else commander)
    return signs_towards(mover, tuple(cells[1:]))


def _cell(cursor: Cursor, index: Mapping[str, int]) -> Spot:
    """Read a cell, and the blanks around it."""
    cursor.take(BLANKS)
    column = cursor.column
    cell = cursor.take(CELL).lower()
    if not cell:
        cursor.fail(ENDS if cursor.done else NO_CELL, text=beginning(cursor.text[cursor.at :]))
    if cell not in index:
        raise BadNotation(NOT_ON_BOARD, column=column, cell=cell)
    cursor.take(BLANKS)
    return Spot(cell)


def _sign(cursor: Cursor) -> str:
    """Read a sign; give none where the next cell follows without one."""
    sign = cursor.take(SIGN)
    if not sign and CELL.match(cursor.text, cursor.at):
        return ""
    if not sign:
        rest = cursor.text[cursor.at :]
        cursor.fail(BARE_EXIT if rest[0] == EXIT else NO_SIGN, text=beginning(rest))
    return "".join(sign.split()).lower()
