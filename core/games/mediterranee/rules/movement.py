"""Where pieces can go: steps, two infantry, forced marches (§6.1, §6.2; R11-R13, R15, R16).

Enemies bar the way and friends do not. So what a piece reaches depends only on the enemies, and where it may end on its
friends too. A second piece may end where the first one stood, unless the first is engaged and must be able to return.

A displacement is built city by city: the module says which cities continue a path, and which path is a whole
displacement (§9). The same few functions serve ordinary displacements, forced marches and treason. The difference is
whether one piece may go far, and which two pieces may go together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from core.games.mediterranee.board.chart import Chart, Ways
from core.games.mediterranee.board.city_set import members
from core.games.mediterranee.board.piece import BOAT, CAVALRY, GONE, INFANTRY, KINDS, RANK, TEXTS

Leg = tuple[int, int, int]
"""A piece, where it stands and where it goes."""

Legs = tuple[Leg, ...]
"""One leg, or two in the order of play."""


class Board(NamedTuple):
    """Where every piece stands (`GONE` if nowhere), and the cities that each side holds; side 0 has Rome."""

    at: tuple[int, ...]
    held: tuple[int, int]

    def gone_to(self, piece: int, side: int, city: int) -> Board:
        """Give the board after a piece went to a city, or left the board (`GONE`)."""
        at = self.at
        start = at[piece]
        held = self.held[side]
        if start != GONE:
            held &= ~(1 << start)
        if city != GONE:
            held |= 1 << city
        both = (held, self.held[1]) if side == 0 else (self.held[0], held)
        return Board((*at[:piece], city, *at[piece + 1 :]), both)

    def on(self, city: int, pieces: tuple[int, ...]) -> int:
        """Give which of some pieces stands in a city; `GONE` if none does."""
        at = self.at
        for piece in pieces:
            if at[piece] == city:
                return piece
        return GONE


class Force(NamedTuple):
    """The pieces that one player may move on a board, and the cities held by the player's side and by the other."""

    chart: Chart
    board: Board
    pieces: tuple[int, ...]
    side: int
    own: int
    foe: int

    def living(self) -> list[int]:
        """Give the pieces that stand on the board."""
        at = self.board.at
        return [piece for piece in self.pieces if at[piece] != GONE]


def two_steps(ways: tuple[Ways, ...], start: int, foe: int) -> int:
    """Give the cities one or two steps away, never the start; a way ends at an enemy's city."""
    found = 0
    for city, beyond in ways[start]:
        found |= city if foe & city else city | beyond
    return found & ~(1 << start)


def four_steps(ways: tuple[Ways, ...], start: int, foe: int) -> int:
    """Give the cities one to four steps away, never the start; a way ends at an enemy's city."""
    near = two_steps(ways, start, foe)
    found = near
    for city in members(near & ~foe):
        found |= two_steps(ways, city, foe)
    return found & ~(1 << start)


def reach(force: Force, piece: int) -> int:
    """Give the cities that an ordinary displacement reaches, including those of friends (§6.1)."""
    chart, start = force.chart, force.board.at[piece]
    kind = KINDS[piece]
    if kind == BOAT:
        return chart.sea[start]
    return two_steps(chart.by_land, start, force.foe) if kind == CAVALRY else chart.land[start]


def ends(force: Force, piece: int) -> int:
    """Give the cities where an ordinary displacement of a piece may end (§6.1)."""
    return reach(force, piece) & ~force.own


def starts(force: Force) -> list[int]:
    """List the cities of the pieces that have an ordinary displacement: mostly to a city beside theirs."""
    chart, at, own = force.chart, force.board.at, force.own
    found = []
    for piece in force.pieces:
        start = at[piece]
        if start != GONE:
            near = chart.sea[start] if KINDS[piece] == BOAT else chart.land[start]
            if near & ~own or ends(force, piece):
                found.append(start)
    return found


def far_ends(force: Force, piece: int) -> int:
    """Give where a forced march of one piece may end but an ordinary displacement may not (R15)."""
    kind, start, foe = KINDS[piece], force.board.at[piece], force.foe
    if kind == CAVALRY:
        far = four_steps(force.chart.by_land, start, foe)
    else:
        far = two_steps(force.chart.by_sea if kind == BOAT else force.chart.by_land, start, foe)
    return far & ~reach(force, piece) & ~force.own


def second_ends(force: Force, first: int, to: int, second: int) -> int:
    """Give where `second` may end once `first` has gone to `to`, if the text names them in this order.

    The piece that comes first in plain string order is named first. The other order is allowed only if it alone is
    legal: the second piece then enters the city that the first one left (R11). It may not do so if the first is engaged
    at `to` (R12). Nobody joins a city that a friend has entered (R13).
    """
    left = 1 << force.board.at[first]
    entered = left & reach(force, second) if not force.foe >> to & 1 else 0
    if RANK[first] > RANK[second]:
        return entered
    return ends(force, second) & ~(1 << to) | entered


PiecePair = Callable[[int, int], bool]
"""Tells whether two pieces may move in one turn."""


def infantry(first: int, second: int) -> bool:
    """Tell whether two pieces may go together without payment: two infantry of one player (R11)."""
    return first != second and KINDS[first] == INFANTRY == KINDS[second]


def marching(first: int, second: int) -> bool:
    """Tell whether two pieces may go together in a forced march: any but two infantry, who need no payment (R16)."""
    return first != second and not KINDS[first] == INFANTRY == KINDS[second]


@cache
def fellows(pieces: tuple[int, ...], first: int, together: PiecePair) -> tuple[int, ...]:
    """Give which of a player's pieces may go in one turn with the first one."""
    return tuple(second for second in pieces if together(first, second))


def pairs(force: Force, together: PiecePair) -> Iterator[Legs]:
    """Give every displacement of two pieces, each once."""
    living = force.living()
    for first in living:
        mates = [second for second in living if together(first, second)]
        if not mates:
            continue
        for to in members(ends(force, first)):
            leg = (first, force.board.at[first], to)
            for second in mates:
                for end in members(second_ends(force, first, to, second)):
                    yield leg, (second, force.board.at[second], end)


def moves(force: Force) -> Iterator[Legs]:
    """Give every ordinary displacement: of one piece, or of two infantry (§6.1)."""
    for piece in force.living():
        for to in members(ends(force, piece)):
            yield ((piece, force.board.at[piece], to),)
    yield from pairs(force, infantry)


def marches(force: Force) -> Iterator[Legs]:
    """Give every forced march: of one piece further than it goes without payment (R15), or of two pieces (R16)."""
    for piece in force.living():
        for to in members(far_ends(force, piece)):
            yield ((piece, force.board.at[piece], to),)
    yield from pairs(force, marching)


def can_march(force: Force) -> bool:
    """Tell whether any forced march is possible."""
    at = force.board.at
    for piece in force.pieces:
        if at[piece] != GONE and far_ends(force, piece):
            return True
    return next(pairs(force, marching), None) is not None


def told(legs: Legs) -> tuple[str, ...]:
    """Give the texts of the pieces that go."""
    return tuple(TEXTS[piece] for piece, _, _ in legs)


Cities = tuple[int, ...]
ONE, TWO = 2, 4
"""How many cities describe the displacement of one piece, and of two."""


class Route(NamedTuple):
    """What a player may do with a force: an ordinary displacement, or a forced march (`far`)."""

    force: Force
    far: bool = False

    @property
    def together(self) -> PiecePair:
        """Which two pieces may go together."""
        return marching if self.far else infantry

    def every(self) -> list[Legs]:
        """List every whole displacement."""
        return list((marches if self.far else moves)(self.force))

    def any(self) -> bool:
        """Tell whether any displacement is possible."""
        return bool(self.starts())

    def starts(self) -> list[int]:
        """List the cities of the pieces that can begin a displacement."""
        if not self.far:
            return starts(self.force)
        at = self.force.board.at
        return [at[piece] for piece in self.force.living() if far_ends(self.force, piece) or self.ends(piece)]

    def goes_on(self, path: Cities) -> list[int]:
        """List the cities that continue a path to a whole displacement; none after an unknown city."""
        if GONE in path:
            return []
        if not path:
            return self.starts()
        first = self.piece(path[0])
        if first == GONE:
            return []
        return members(self.ends(first)) if len(path) == 1 else self._second(first, path[1:])

    def whole(self, path: Cities) -> Legs | None:
        """Give the displacement whose cities are the path, or None."""
        if len(path) not in {ONE, TWO}:
            return None
        first = self.piece(path[0])
        if first == GONE:
            return None
        leg = (first, path[0], path[1])
        if len(path) == ONE:
            return (leg,) if self.alone(first) >> path[1] & 1 else None
        if path[3] not in self._second(first, path[1:3]):
            return None
        return leg, (self.piece(path[2]), path[2], path[3])

    def alone(self, first: int) -> int:
        """Give the set of cities where a displacement of one piece ends."""
        return far_ends(self.force, first) if self.far else ends(self.force, first)

    def _second(self, first: int, path: Cities) -> list[int]:
        """List what can follow once the first piece goes to the first city of the path."""
        if not ends(self.force, first) >> path[0] & 1:
            return []
        if len(path) == 1:
            return [self.force.board.at[second] for second in self.mates(first, path[0])]
        second = self.piece(path[1])
        if len(path) > ONE or second == GONE or not self.together(first, second):
            return []
        return members(second_ends(self.force, first, path[0], second))

    def piece(self, city: int) -> int:
        """Give which of the player's pieces stands in a city; `GONE` for none."""
        return self.force.board.on(city, self.force.pieces)

    def mates(self, first: int, to: int) -> list[int]:
        """List the pieces that can go with the first one once it has gone."""
        return [second for second in self._fellows(first) if second_ends(self.force, first, to, second)]

    def _fellows(self, first: int) -> list[int]:
        """List the pieces that may go in one turn with the first one, wherever it goes."""
        at = self.force.board.at
        return [second for second in fellows(self.force.pieces, first, self.together) if at[second] != GONE]

    def ends(self, first: int) -> int:
        """Give where the first piece may go, either as a whole displacement or so that a second one can follow."""
        free = ends(self.force, first)
        if not self.far:
            return free
        found, fellows = far_ends(self.force, first), self._fellows(first)
        for to in members(free):
            for second in fellows:
                if second_ends(self.force, first, to, second):
                    found |= 1 << to
                    break
        return found
