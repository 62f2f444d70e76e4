"""The options of Epaminondas and the rules they settle (§12; R4, R6).

A handicap names squares where a side begins without a piece, or with one more (`without=white:2.7 extra=black:10.7`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from core.fault import BadOption, sentence
from core.game import Option
from core.games.epaminondas.rules.board import EMPTY, SEATS, Board, board
from core.games.epaminondas.rules.movement import mobile
from core.option import NONE, entries, handicap, once, written_options

WITHOUT, EXTRA = "without", "extra"

NO_SIDE = sentence("{name}: there is no side {text}; there are {allowed}.")
NO_SQUARE = sentence("{name}: the board has no square {text}; write row.column, as in {example}.")
NOT_THERE = sentence("{name}: {side} has no piece on {square} at the start.")
TAKEN = sentence("{name}: there is a piece on {square} already.")
TOO_FAR = sentence("{name}: {square} is not in the half of {side}, where its pieces begin.")
OVER = sentence("{name}: {side} could not make a single move.")


def start(board: Board, ranks: int, without: str, extra: str) -> bytes:
    """Give the squares at the start; raise `BadOption` if the handicap does not fit.

    Pieces are removed before others are added, so that a handicap can move a piece elsewhere.
    """
    cells = bytearray(board.start(ranks))
    for seat, square, side in _named(board, WITHOUT, without):
        if cells[square] != seat + 1:
            raise BadOption(NOT_THERE, name=WITHOUT, side=side, square=board.names[square])
        cells[square] = EMPTY
    for seat, square, side in _named(board, EXTRA, extra):
        row = square // board.columns
        if (board.rows - 1 - row if seat else row) >= board.rows // 2:
            raise BadOption(TOO_FAR, name=EXTRA, side=side, square=board.names[square])
        if cells[square] != EMPTY:
            raise BadOption(TAKEN, name=EXTRA, square=board.names[square])
        cells[square] = seat + 1
    for seat, side in enumerate(SEATS):
        if not mobile(board, bytes(cells), seat):
            raise BadOption(OVER, name=WITHOUT if entries(without) else EXTRA, side=side)
    return bytes(cells)


def _named(board: Board, name: str, value: str) -> Iterator[tuple[int, int, str]]:
    """Give seat, square and side of each entry."""
    found = entries(value)
    once(name, found)
    for side, text in found:
        if side not in SEATS:
            raise BadOption(NO_SIDE, name=name, text=side, allowed=", ".join(SEATS))
        if text not in board.index:
            raise BadOption(NO_SQUARE, name=name, text=text, example=board.names[0])
        yield SEATS.index(side), board.index[text], side


NARROWEST, LOWEST, LARGEST = 2, 3, 30
"""The fewest columns, the fewest rows, and the most of either."""

MOST_RANKS = 5
MOST_REPETITIONS = 99

TOO_LOW = sentence("A board of {rows} rows has no room for {ranks} filled rows on each side: it needs {needed}.")

SIZE = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?)", re.ASCII)


class SizeOption(Option):
    """An option whose value is a size: columns, x, rows (R1)."""

    __slots__ = ()

    def accepts(self, value: str) -> bool:
        """Tell whether `value` is a size within the limits."""
        found = SIZE.fullmatch(value)
        return found is not None and fits(int(found[1]), int(found[2]))

    @property
    def allowed(self) -> str:
        """The allowed values as words for a sentence."""
        return f"{', '.join(self.values)} or {NARROWEST}x{LOWEST} to {LARGEST}x{LARGEST}"


def fits(columns: int, rows: int) -> bool:
    """Tell whether there is a board of that size."""
    return NARROWEST <= columns <= LARGEST and LOWEST <= rows <= LARGEST


OPTIONS = (
    SizeOption(
        "size",
        ("14x12", "8x8"),
        sentence("Board, columns x rows"),
        purpose=sentence("The size of the field: a small one makes a short game."),
        words=(("14x12", sentence("14 × 12, the usual one")), ("8x8", sentence("8 × 8, a short game"))),
        leading=True,
    ),
    Option(
        "ranks",
        ("2",),
        sentence("Filled rows on each side"),
        lowest=1,
        highest=MOST_RANKS,
        form=False,
        purpose=sentence("How many rows each side fills with its pieces at the start."),
    ),
    Option(
        "symmetry",
        ("board", "move", "off"),
        sentence("Symmetry rule for crossings"),
        purpose=sentence("Nobody can copy the other to the end: a move onto the far row must not be a mirror image."),
        words=(
            ("board", sentence("no mirror image of the board")),
            ("move", sentence("no mirror image of the last move")),
            ("off", sentence("every crossing is allowed")),
        ),
        leading=True,
    ),
    Option(
        "repetition",
        ("3", "0"),
        sentence("Occurrences that make a draw"),
        lowest=2,
        highest=MOST_REPETITIONS,
        purpose=sentence("The game is drawn when the same position has come up so often. Type a number."),
        words=(("0", sentence("never a draw")),),
        leading=True,
        lasting=True,
    ),
    handicap(
        WITHOUT,
        sentence("Handicap: begins without"),
        "white:2.7,white:2.8",
        sentence("Squares where a side begins without its piece: side and row.column, as in {example}."),
    ),
    handicap(
        EXTRA,
        sentence("Handicap: begins with more"),
        "white:3.4,white:3.5",
        sentence("Squares of its own half where a side begins with one more piece, as in {example}."),
    ),
)
"""Every option in the order of the rules; the first value is the default."""

PRESETS: Mapping[str, Mapping[str, str]] = MappingProxyType({"quick": MappingProxyType({"size": "8x8"})})
"""Named sets of options: the small board."""


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The settled options in the form that the rules need; with `repetition` 0 nothing is counted.

    `start` has the squares at the start, with the handicap applied.
    """

    options: tuple[tuple[str, str], ...]
    board: Board
    ranks: int
    symmetry: str
    repetition: int
    start: bytes

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by options."""
        return (settled, (self.options,))


def rules(options: Mapping[str, str]) -> Rules:
    """Give the rules for a full set of options (`core.option.settle`); raise `BadOption` if they do not fit."""
    return settled(written_options(OPTIONS, options))


@cache
def settled(options: tuple[tuple[str, str], ...]) -> Rules:
    """Give the rules for the full set of options in the order of `OPTIONS`.

    Raises `BadOption` if the filled rows leave none empty, or if the handicap does not fit.
    """
    chosen = dict(options)
    columns, rows = map(int, chosen["size"].split("x"))
    ranks = int(chosen["ranks"])
    if rows < 2 * ranks + 1:
        raise BadOption(TOO_LOW, rows=rows, ranks=ranks, needed=2 * ranks + 1)
    place = board(columns, rows)
    return Rules(
        options=options,
        board=place,
        ranks=ranks,
        symmetry=chosen["symmetry"],
        repetition=int(chosen["repetition"]),
        start=start(place, ranks, chosen.get(WITHOUT, NONE), chosen.get(EXTRA, NONE)),
    )


def most_ranks(size: str) -> int:
    """Give how many rows each side can fill on a board of that size."""
    return min(MOST_RANKS, (int(size.split("x")[1]) - 1) // 2)
