"""What a search knows of a board before it looks at any position: lines, keys, the worth of squares, the moves."""

from __future__ import annotations

from functools import cache
from random import Random

from core.games.epaminondas.action import DIRECTIONS
from core.games.epaminondas.board import Board
from core.games.epaminondas.movement import shifted, tables
from core.games.epaminondas.option import Rules
from core.games.epaminondas.pattern import Pattern, Patterns, Shifts, content_of
from core.games.epaminondas.shift import Shift
from core.games.epaminondas.symmetry import crosses
from core.games.epaminondas.worth import line_worth, square_worth

SEED = 371
"""The seed of the keys: the year of Leuctra."""

WIDTH = 62
"""Bits of a key."""


class Ground:
    """A board under given rules, as a search needs it.

    Lines have the numbers of `board.lines`; `rows` are the numbers of the level ones, lowest first; `far` has the far
    row's line of each seat.
    """

    def __init__(self, rules: Rules) -> None:
        """Draw the keys, and note which lines every square is on."""
        board = self.board = rules.board
        self.rules = rules
        rng = Random(SEED)  # noqa: S311 - the same keys every time
        self.keys = [(0, rng.getrandbits(WIDTH), rng.getrandbits(WIDTH)) for _ in board.names]
        self.turn = rng.getrandbits(WIDTH)
        self.worths = [(0, *_worths(board, square)) for square in range(len(board.names))]
        self.places: list[list[tuple[int, int]]] = [[] for _ in board.names]
        for at, line in enumerate(board.lines):
            for power, square in enumerate(line.squares):
                self.places[square].append((at, 3**power))
        self.rows = tuple(at for at, line in enumerate(board.lines) if line.direction == "E")
        self.far = (self.rows[-1], self.rows[0])
        self.patterns = tuple(Patterns(self, at) for at in range(len(board.lines)))
        self.tables = tuple(zip(tables(board, 0), tables(board, 1), strict=True))
        self.shifts: list[tuple[dict[int, Shift], dict[int, Shift]]] = [({}, {}) for _ in board.lines]

    def pattern(self, at: int, code: int) -> Pattern:
        """Find all about the content with that code on the line of that number."""
        line = self.board.lines[at]
        content = content_of(code, len(line.squares))
        white, black = self._shifts(at, content, 0), self._shifts(at, content, 1)
        return Pattern(
            code=code,
            content=content,
            moves=(white, black),
            sharp=(_sharp(white), _sharp(black)),
            pieces=(content.count(1), content.count(2)),
            worth=line_worth(self.board, line, content, self.tables[at]),
        )

    def _shifts(self, at: int, content: bytes, seat: int) -> Shifts:
        known = self.shifts[at][seat]
        found = []
        for number in self.tables[at][seat][1][content]:
            shift = known.get(number)
            if shift is None:
                shift = known[number] = self._shift(at, content, seat, number)
            found.append(shift)
        return tuple(found)

    def _shift(self, at: int, content: bytes, seat: int, number: int) -> Shift:
        """Note what a move changes, by the rules, on a board where nothing stands but on its line."""
        board, action = self.board, self.tables[at][seat][2](number)
        before = bytearray(len(board.names))
        before[board.lines[at].part] = content
        after = shifted(board, bytes(before), seat, action)
        changes: dict[int, int] = {}
        key, worth = self.turn, 0
        for square in board.lines[at].squares:
            old, new = before[square], after[square]
            if old != new:
                key ^= self.keys[square][old] ^ self.keys[square][new]
                worth += self.worths[square][new] - self.worths[square][old]
                for line, power in self.places[square]:
                    changes[line] = changes.get(line, 0) + power * (new - old)
        crossing = crosses(self.rules, seat, action)
        ahead = DIRECTIONS[action.direction][0] * (1 - 2 * seat) * action.distance
        return Shift(
            action=action,
            line=at,
            changes=tuple(changes.items()),
            key=key,
            worth=worth,
            captured=action.captured,
            crosses=crossing,
            order=1000 * action.captured + 800 * crossing + 10 * ahead + 4 * action.count,
            stamp=key // 3 if crossing and self.rules.symmetry == "move" else 0,
        )


def _worths(board: Board, square: int) -> tuple[int, int]:
    row = square // board.columns
    return square_worth(board, row, 0), -square_worth(board, row, 1)


def _sharp(shifts: Shifts) -> Shifts:
    return tuple([shift for shift in shifts if shift.captured or shift.crosses])


@cache
def ground(rules: Rules) -> Ground:
    """Give the ground of settled rules."""
    return Ground(rules)
