"""The moves of lines of pieces: every straight line is looked up by its content (§3, §4; R3, R8, R9).

The moves on a line depend only on its length and content. So lines of one length share what is known, as plain numbers;
each line has its own book of the moves that the numbers mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import chain
from operator import itemgetter
from random import Random

from core.games.epaminondas.rules.action import DIRECTIONS, OPPOSITE, Action
from core.games.epaminondas.rules.board import EXCHANGED, Board, Line
from core.games.epaminondas.rules.ray import FAR, FRONT, NEAR, NEAR_VIEWS, RAY_VIEWS, views

Cut = Callable[[bytes], bytes]
"""Cuts a line out of a position; mypyc takes a named slice in `cells[part]` for the number of one square."""

_ways = itemgetter(3)
_NAMES = tuple(DIRECTIONS)


def some_piece(cells: bytes, own: int, rng: Random) -> int:
    """Give the square of one of a seat's pieces, each as likely."""
    chance, squares = rng.random, len(cells)
    while True:
        square = int(chance() * squares)
        if cells[square] == own:
            return square


def drawn(board: Board, cells: bytes, rear: int, seat: int, rng: Random) -> Action | None:
    """Draw one of the moves with the piece on `rear` as rear piece, symmetry rule aside; all are equally likely.

    None if there is no such move.
    """
    near = NEAR_VIEWS[seat]
    found = [near[content] for content in views(board, NEAR)[rear](cells)]
    whole = sum(map(_ways, found))
    if whole >= FAR:
        seen = RAY_VIEWS[seat]
        found = [seen[content] for content in views(board)[rear](cells)]
        whole = sum(map(_ways, found))
    if not whole:
        return None
    distance = int(rng.random() * whole) + 1
    at = 0
    while distance > found[at][3]:
        distance -= found[at][3]
        at += 1
    run, gap, foes, _ = found[at]
    return led(board.columns, rear, run, _NAMES[at], distance, foes if distance > gap else 0)


@lru_cache(maxsize=16384)
def led(columns: int, rear: int, count: int, direction: str, distance: int, captured: int) -> Action:  # noqa: PLR0917 - all that tells a move
    """Give the move of `count` pieces whose rear piece stands on the square of that number.

    >>> str(led(14, 6, 2, "N", 1, 0))
    '2.7.2N1'
    """
    row, column = divmod(rear, columns)
    up, right = DIRECTIONS[direction]
    lead = count - 1
    return Action(row + 1 + lead * up, column + 1 + lead * right, count, direction, distance, captured)


KEPT = 32768
"""How many contents of lines of one length are remembered."""

LISTED = 256
"""For how many contents of each line the finished moves are kept."""

BITS = 5
"""Bits of each part of a number that means a move: no board has more than 30 squares in a line."""

PART = (1 << BITS) - 1
BACK = 1 << 4 * BITS
"""The bit of a move towards the line's beginning."""

Place = tuple[int, int, int, int]
"""Where a run ends on a line, how long it is, how many empty squares are ahead, and how many enemies behind those."""


class Fronts(dict[Place, tuple[int, ...]]):
    """The moves of one run towards one end of any line, as numbers."""

    __slots__ = ("way",)

    def __init__(self, way: int) -> None:
        """Begin with nothing known; `way` is `BACK` or 0."""
        super().__init__()
        self.way = way

    def __missing__(self, place: Place) -> tuple[int, ...]:
        """Find the moves of a run: every front part of it, as far as it may go (R3)."""
        front, run, gap, foes = place
        base = self.way | front << 3 * BITS
        found = self[place] = tuple(
            [
                base | count << 2 * BITS | distance << BITS | captured
                for count, distance, captured in shifts(run, gap, foes)
            ]
        )
        return found


def shifts(run: int, gap: int, foes: int) -> Iterator[tuple[int, int, int]]:
    """Give the counts, distances and captures of a run's moves before `gap` empty squares and `foes` enemies.

    A part of n pieces goes at most n squares over empty ones. It lands on the first enemy only if fewer than n enemies
    stand there in a row.

    >>> list(shifts(2, 1, 1))
    [(1, 1, 0), (2, 1, 0), (2, 2, 1)]
    """
    for count in range(1, run + 1):
        yield from ((count, distance, 0) for distance in range(1, min(count, gap) + 1))
        if gap < count and 0 < foes < count:
            yield count, gap + 1, foes


_AHEAD, _BACK = Fronts(0), Fronts(BACK)


class Known(dict[bytes, tuple[int, ...]]):
    """White's moves on lines of one length by their content, found once and remembered."""

    __slots__ = ()

    def __missing__(self, content: bytes) -> tuple[int, ...]:
        """Find the moves for one content, towards the line's end and then towards its beginning."""
        if len(self) >= KEPT:
            self.clear()
        found = self[content] = (*_fronts(content, _AHEAD), *_fronts(content[::-1], _BACK))
        return found


def _fronts(content: bytes, fronts: Fronts) -> list[int]:
    found: list[int] = []
    for run in FRONT[0].finditer(content):
        start, front = run.span(1)
        gap = run.end(2)
        found += fronts[front, front - start, gap - front, run.end() - gap]
    return found


class Exchanged(dict[bytes, tuple[int, ...]]):
    """Black's moves on lines of one length: White's moves with the colours exchanged."""

    __slots__ = ("known",)

    def __init__(self, known: Known) -> None:
        """Begin with what is known of White's lines."""
        super().__init__()
        self.known = known

    def __missing__(self, content: bytes) -> tuple[int, ...]:
        """Look up the exchanged content."""
        if len(self) >= KEPT:
            self.clear()
        found = self[content] = self.known[content.translate(EXCHANGED)]
        return found


class Book(dict[int, Action]):
    """The moves on one line by their numbers."""

    __slots__ = ("columns", "line")

    def __init__(self, line: Line, columns: int) -> None:
        """Begin with no move of `line` on a board of that many columns."""
        super().__init__()
        self.line = line
        self.columns = columns

    def __missing__(self, number: int) -> Action:
        """Build the move that a number means."""
        squares, direction = self.line.squares, self.line.direction
        if number & BACK:
            squares, direction = squares[::-1], OPPOSITE[direction]
        front, count, distance, captured = (number >> shift * BITS & PART for shift in (3, 2, 1, 0))
        row, column = divmod(squares[front - 1], self.columns)
        found = self[number] = Action(row + 1, column + 1, count, direction, distance, captured)
        return found


class Lists(dict[bytes, tuple[Action, ...]]):
    """The moves on one line by its content."""

    __slots__ = ("book", "known")

    def __init__(self, known: dict[bytes, tuple[int, ...]], book: Callable[[int], Action]) -> None:
        """Begin with no list."""
        super().__init__()
        self.known = known
        self.book = book

    def __missing__(self, content: bytes) -> tuple[Action, ...]:
        """Make the list for one content."""
        if len(self) >= LISTED:
            self.clear()
        found = self[content] = tuple(map(self.book, self.known[content]))
        return found


Table = tuple[Cut, dict[bytes, tuple[int, ...]], Callable[[int], Action]]
"""A line: what cuts it out of a position, what is known of lines of its length, and its book."""


@cache
def _white(length: int) -> Known:
    """Give what is known of lines of one length."""
    del length
    return Known()


@cache
def _black(length: int) -> Exchanged:
    """Give the same for Black."""
    return Exchanged(_white(length))


@cache
def _books(board: Board) -> tuple[Book, ...]:
    return tuple(Book(line, board.columns) for line in board.lines)


@cache
def tables(board: Board, seat: int) -> tuple[Table, ...]:
    """Give every line of a board in the order of `board.lines`, for the moves of a seat."""
    pairs = zip(board.lines, _books(board), strict=True)
    known = _black if seat else _white
    return tuple((itemgetter(line.part), known(len(line.squares)), book.__getitem__) for line, book in pairs)


@cache
def _lists(board: Board, seat: int) -> tuple[tuple[Cut, Lists], ...]:
    return tuple((cut, Lists(known, book)) for cut, known, book in tables(board, seat))


def moves(board: Board, cells: bytes, seat: int) -> list[Action]:
    """Give every move of a seat, line by line; the symmetry rule is not applied."""
    return list(chain.from_iterable([listed[cut(cells)] for cut, listed in _lists(board, seat)]))


def mobile(board: Board, cells: bytes, seat: int) -> bool:
    """Tell whether a seat has any move; the symmetry rule is not applied."""
    for cut, known, _ in tables(board, seat):  # noqa: SIM110 - the first line mostly has a move: a generator would cost as much as the look
        if known[cut(cells)]:
            return True
    return False


def move_toward(board: Board, cells: bytes, seat: int, way: tuple[int, int, str, int]) -> Action:
    """Give the move meant by `way`, legal or not: row and column of its rear piece, direction, squares to the landing.

    The whole run from that piece moves. If the second square is part of the run, only the pieces before it move.
    If no piece of the seat stands on the first square, it is the whole part: the refusal is then about that square.
    """
    row, column, direction, far = way
    up, right = DIRECTIONS[direction]

    def content(ahead: int) -> int:
        square = board.square(row + ahead * up, column + ahead * right)
        return cells[square] if square >= 0 else -1

    count = 1
    while count < far and content(0) == content(count) == seat + 1:
        count += 1
    foes = 0
    while content(far + foes) == 2 - seat:
        foes += 1
    lead = count - 1
    return Action(row + lead * up, column + lead * right, count, direction, far - lead, foes)


def allowed(board: Board, cells: bytes, seat: int, action: Action) -> bool:
    """Tell whether a move is one of `moves`, by the content of its line alone."""
    behind, distance = action.count - 1, action.distance
    if behind < 0 or action.direction not in DIRECTIONS or not 0 < distance <= action.count:
        return False
    up, right = DIRECTIONS[action.direction]
    rear = board.square(action.row - behind * up, action.column - behind * right)
    if rear < 0:
        return False
    run, gap, foes, ways = RAY_VIEWS[seat][itemgetter(board.rays[action.direction][rear])(cells)]
    return run == action.count and distance <= ways and action.captured == (foes if distance > gap else 0)


def shifted(board: Board, cells: bytes, seat: int, action: Action) -> bytes:
    """Give the squares after an allowed move: all its pieces shifted, the captured ones gone."""
    step = board.steps[action.direction]
    lead = (action.row - 1) * board.columns + action.column - 1
    after = bytearray(cells)
    rear = lead - (action.count - 1) * step
    for _ in range(action.distance):
        lead += step
        after[rear] = 0
        after[lead] = seat + 1
        rear += step
    for _ in range(1, action.captured):
        lead += step
        after[lead] = 0
    return bytes(after)
