"""What a search knows of a board before it looks at any position: lines, keys, the worth of squares, the moves.

The search weighs pieces by the row they have reached, and what stands on each line, in hundredths of a piece. Every
part belongs to one square or one line, so that a move changes the sum on a few lines only.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import NamedTuple

from core.games.epaminondas.bot.line_pattern import LineMove, Pattern, Patterns, Shifts, content_of
from core.games.epaminondas.bot.weights import EpaminondasWeights
from core.games.epaminondas.rules.action import DIRECTIONS
from core.games.epaminondas.rules.board import Board, Line
from core.games.epaminondas.rules.movement import PART, Table, shifted, tables
from core.games.epaminondas.rules.outcome import crosses
from core.games.epaminondas.rules.ray import FRONT
from core.games.epaminondas.rules.ruleset import Rules

PIECE = 100
"""A piece: the unit of all weights."""

RACES = 5
"""Lines that need more moves than this to the far row count as if they needed so many."""


def square_worth(board: Board, row: int, seat: int, weights: EpaminondasWeights) -> int:
    """Weigh a piece of a seat on a row, from 0."""
    gone = board.rows - 1 - row if seat else row
    last = board.rows - 1
    return int(PIECE + weights.advance * gone * gone / (last * last) + weights.crossed * (gone == last))


class LineCount(NamedTuple):
    """What a line holds for one seat, in the order of the weights from `room` to `cover`."""

    moves: int
    pairs: int
    threat: int
    races: tuple[int, ...]
    """The lines of pieces that can reach the far row, by how many moves they need, from 1 to 5."""
    covered: int

    def worth(self, weights: EpaminondasWeights) -> int:
        """Weigh it."""
        worth = weights.room * self.moves + weights.threat * self.threat + weights.pair * self.pairs
        races = sum([each * count for each, count in zip(weights.race[1:], self.races, strict=True)])
        return int(worth + races + weights.cover * self.covered)


def line_worth(
    board: Board, line: Line, content: bytes, tables: tuple[Table, Table], weights: EpaminondasWeights
) -> int:
    """Weigh what stands on a line, White's less Black's; `tables` are the tables of both seats for that line."""
    white, black = (line_count(board, line, content, seat, tables[seat]) for seat in (0, 1))
    return white.worth(weights) - black.worth(weights)


def line_count(board: Board, line: Line, content: bytes, seat: int, table: Table) -> LineCount:
    """Count a seat's moves and threats on a line, its phalanxes, how near they are to the far row, and the cover."""
    numbers = table[1][content]
    most = max((number & PART for number in numbers), default=0)
    level = line.direction == "E"
    squares = line.squares
    if not level and (squares[0] < squares[-1]) == bool(seat):
        content, squares = content[::-1], squares[::-1]
    home = level and squares[0] // board.columns == (board.rows - 1 if seat else 0)
    reaches = not level and squares[-1] // board.columns == (0 if seat else board.rows - 1)
    pairs = covered = 0
    races = [0] * RACES
    for found in FRONT[seat].finditer(content):
        run = found.end(1) - found.start()
        pairs += run - 1
        left = len(content) - found.end(1)
        if reaches and 0 < left == found.end(2) - found.end(1):
            races[min(-(-left // run), RACES) - 1] += 1
        if home and run > 1:
            covered += run + min(run, found.end(2) - found.end(1))
    return LineCount(len(numbers), pairs, most, tuple(races), covered)


SEED = 371
"""The seed of the keys: the year of Leuctra."""

WIDTH = 62
"""Bits of a key."""


class SearchTable:
    """A board under given rules, in the form that a search needs.

    Lines have the numbers of `board.lines`. `rows` are the numbers of the horizontal lines, lowest first. `far` has the
    line of each seat's far row.
    """

    def __init__(self, rules: Rules, weights: EpaminondasWeights) -> None:
        """Draw the keys, and note which lines each square is on."""
        self.weights = weights
        self.tempo = int(weights.tempo)
        board = self.board = rules.board
        self.rules = rules
        rng = Random(SEED)  # noqa: S311 - the same keys every time
        self.keys = [(0, rng.getrandbits(WIDTH), rng.getrandbits(WIDTH)) for _ in board.names]
        self.turn = rng.getrandbits(WIDTH)
        self.worths = [(0, *_worths(board, square, weights)) for square in range(len(board.names))]
        self.places: list[list[tuple[int, int]]] = [[] for _ in board.names]
        for at, line in enumerate(board.lines):
            for power, square in enumerate(line.squares):
                self.places[square].append((at, 3**power))
        self.rows = tuple(at for at, line in enumerate(board.lines) if line.direction == "E")
        self.far = (self.rows[-1], self.rows[0])
        self.patterns = tuple(Patterns(self, at) for at in range(len(board.lines)))
        self.tables = tuple(zip(tables(board, 0), tables(board, 1), strict=True))
        self.shifts: list[tuple[dict[int, LineMove], dict[int, LineMove]]] = [({}, {}) for _ in board.lines]

    def pattern(self, at: int, code: int) -> Pattern:
        """Analyse the content with that code on the line of that number."""
        line = self.board.lines[at]
        content = content_of(code, len(line.squares))
        white, black = self._shifts(at, content, 0), self._shifts(at, content, 1)
        return Pattern(
            code=code,
            content=content,
            moves=(white, black),
            sharp=(_sharp(white), _sharp(black)),
            pieces=(content.count(1), content.count(2)),
            worth=line_worth(self.board, line, content, self.tables[at], self.weights),
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

    def _shift(self, at: int, content: bytes, seat: int, number: int) -> LineMove:
        """Note what a move changes by the rules, on a board that is empty outside the move's line."""
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
        return LineMove(
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


def _worths(board: Board, square: int, weights: EpaminondasWeights) -> tuple[int, int]:
    row = square // board.columns
    return square_worth(board, row, 0, weights), -square_worth(board, row, 1, weights)


def _sharp(shifts: Shifts) -> Shifts:
    return tuple([shift for shift in shifts if shift.captured or shift.crosses])


@cache
def ground(rules: Rules, weights: EpaminondasWeights) -> SearchTable:
    """Give the search table for settled rules and weights."""
    return SearchTable(rules, weights)
