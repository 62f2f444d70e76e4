"""The reader of actions, lenient on input: the piece's letter, spaces and case may be missing or wrong (§12)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.fault import BadNotation, sentence
from core.game import Seat, Spot
from core.games.djambi.rules.action import EXIT, Action, Word, declare
from core.games.djambi.rules.board import CORPSE, letter

if TYPE_CHECKING:
    from core.games.djambi.rules.state import State

NOTHING = sentence("There is nothing to read at column {column}: a move looks like Mc3-c5.")
NO_CELL = sentence("A cell was expected at column {column}, not “{text}”.")
NOT_ON_BOARD = sentence("The board has no cell {cell} (column {column}).")
NO_SIGN = sentence("One of - x : > ! / was expected at column {column}, not “{text}”.")
BARE_EXIT = sentence("After / at column {column} comes one of - x :, then a cell.")
NO_STEP = sentence("A move needs a destination at column {column}: -e5, xe5 or :e5.")
NO_PIECE = sentence("There is no living piece on {cell} (column {column}).")
NO_COLOUR = sentence("There is no colour {text} here (column {column}); there are {allowed}.")
TOO_LONG = sentence("The text is too long from column {column} on.")

LONGEST = 64
"""The most characters that are read; the longest canonical text has 23."""

CELL = re.compile(r"([A-Ma-m])([1-9][0-9]?)", re.ASCII)
SIGN = re.compile(r"(/?)[ \t]*([-xX:])|[>!]")
SPOKEN = re.compile(r"\s*(abandon|resign|return|draw)\b\s*(\w*)\s*$", re.ASCII | re.IGNORECASE)
KIND = re.compile(r"([CARPNMcarpnm])[ \t]*(?=[A-Ma-m][0-9])")
SHOWN = 12
"""The most characters of a bad text that a sentence repeats."""


PART = r"(/?[-x:]|[>!])([a-m][1-9][0-9]?)"
WRITTEN = re.compile(rf"([CARPNM])([a-m][1-9][0-9]?)((?:{PART})+)", re.ASCII)
PARTS = re.compile(PART, re.ASCII)
"""A move in its canonical text, as in records and messages, and what follows its first cell."""


def parse(state: State, seat: Seat, text: str) -> Action:
    """Read a move or a declaration; it need not be legal. Raises `BadNotation`."""
    if len(text) > LONGEST:
        raise BadNotation(TOO_LONG, column=LONGEST + 1)
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
        raise BadNotation(NO_COLOUR, text=_shown(spoken[2]), column=spoken.start(2) + 1, allowed=", ".join(colours))
    return declare(word, colour)


def _move(state: State, text: str) -> Action:
    reader = _Reader(state, text)
    piece = reader.kind()
    start = reader.cell()
    path = [start]
    signs: list[str] = []
    while not reader.done():
        signs.append(reader.sign())
        path.append(reader.cell())
    if not signs:
        raise BadNotation(NO_STEP, column=len(text.rstrip()) + 1)
    if not piece:
        code = state.field.cells[state.rules.board.lattice.index[start]]
        if code <= CORPSE:
            raise BadNotation(NO_PIECE, cell=start, column=text.lower().index(start) + 1)
        piece = letter(code)
    return Action(piece, tuple(path), tuple(signs))


class _Reader:
    """A text and how far it has been read; spaces between its parts are skipped."""

    def __init__(self, state: State, text: str) -> None:
        self.index = state.rules.board.lattice.index
        self.text = text
        self.place = 0
        if self.done():
            raise BadNotation(NOTHING, column=1)

    def done(self) -> bool:
        while self.place < len(self.text) and self.text[self.place] in " \t":
            self.place += 1
        return self.place >= len(self.text)

    def kind(self) -> str:
        """Read a piece's letter if there is one: a letter before a complete cell."""
        found = KIND.match(self.text, self.place)
        if found is None:
            return ""
        self.place = found.end()
        return found[1].upper()

    def cell(self) -> Spot:
        end = self.done()
        found = CELL.match(self.text, self.place)
        if end or found is None:
            raise BadNotation(NO_CELL, column=self.place + 1, text=_shown(self.text[self.place :]))
        cell = found[0].lower()
        if cell not in self.index:
            raise BadNotation(NOT_ON_BOARD, column=self.place + 1, cell=cell)
        self.place = found.end()
        return Spot(cell)

    def sign(self) -> str:
        found = SIGN.match(self.text, self.place)
        if found is None:
            bare = self.text[self.place] == EXIT
            raise BadNotation(
                BARE_EXIT if bare else NO_SIGN, column=self.place + 1, text=_shown(self.text[self.place :])
            )
        self.place = found.end()
        return found[1] + found[2].lower() if found[2] else found[0]


def _shown(text: str) -> str:
    """Give the beginning of a bad text without characters that could harm a terminal."""
    return "".join(char if char.isprintable() else "?" for char in text[:SHOWN])
