"""Small boards of Epaminondas solved whole, without repetitions counted: every position in reach, valued backwards.

A position is written as its mover sees it (a half turn with exchanged colours for Black), and of it and its mirror
image the smaller one.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from core.games.epaminondas.rules.movement import moves, shifted
from core.games.epaminondas.rules.outcome import forbidden, possible, turned
from core.games.epaminondas.rules.ruleset import Rules

OPEN, WON, LOST = 0, 1, 2
"""What a position is worth to its mover; `OPEN` is level once all is solved."""


class Endgames:
    """Every position that some first ones can lead to, and what each is worth to its mover."""

    def __init__(self, rules: Rules, firsts: Iterable[bytes]) -> None:
        """Solve what can be reached from `firsts`, squares with White to move."""
        self.rules = rules
        self.index: dict[bytes, int] = {}
        self.worth = bytearray()
        self._after: list[array[int]] = []
        self._boards: list[bytes] = []
        for cells in firsts:
            self._place(cells)
        at = 0
        while at < len(self._boards):
            self._open(self._boards[at])
            at += 1
        self._value()

    def look(self, cells: bytes, seat: int) -> float | None:
        """Give 1, 0 or 0.5 for the side to move in a position, None for one that was not in reach."""
        at = self.index.get(self._named(turned(cells) if seat else cells))
        return None if at is None else {OPEN: 0.5, WON: 1.0, LOST: 0.0}[self.worth[at]]

    def _named(self, cells: bytes) -> bytes:
        columns = self.rules.board.columns
        image = b"".join([cells[at : at + columns][::-1] for at in range(0, len(cells), columns)])
        return min(cells, image)

    def _place(self, cells: bytes) -> int:
        name = self._named(cells)
        at = self.index.get(name)
        if at is None:
            at = self.index[name] = len(self._boards)
            self._boards.append(name)
        return at

    def _open(self, cells: bytes) -> None:
        """Judge a position as its mover's turn begins, or find what may follow it."""
        rules, board = self.rules, self.rules.board
        worth, after = OPEN, array("i")
        if board.crossed(cells, 0) > board.crossed(cells, 1):
            worth = WON
        else:
            wary = possible(rules, rules.board.lead(cells, 0), 0, None)
            found = {
                turned(shifted(board, cells, 0, move))
                for move in moves(board, cells, 0)
                if not wary or not forbidden(rules, cells, 0, None, move)
            }
            after.extend(self._place(each) for each in found)
            worth = OPEN if found else LOST
        self.worth.append(worth)
        self._after.append(after)

    def _value(self) -> None:
        """Look at what is open again and again: a lost answer wins, nothing but won answers loses."""
        worth, left = self.worth, [at for at, known in enumerate(self.worth) if not known]
        while True:
            still = []
            for at in left:
                answers = {worth[each] for each in self._after[at]}
                if LOST in answers:
                    worth[at] = WON
                elif answers == {WON}:
                    worth[at] = LOST
                else:
                    still.append(at)
            if len(still) == len(left):
                return
            left = still
