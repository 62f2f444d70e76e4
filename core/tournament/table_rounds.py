"""Rounds at tables of several seats: balanced tables, and everybody meets everybody as evenly as possible.

A round begins with entrants in an order drawn by lots. Then two entrants of different tables change places as long as
that makes the meetings more even: the sum of the squares of how often each pair has met gets smaller. Seats go to those
who have had them least. Everything follows from the seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from core.fault import Fault, sentence
from core.tournament.lots import Lots

SMALLEST, LARGEST = 3, 6
"""Seats of a table."""

TRIES = 6
"""How many orders are drawn for a round; the evenest is taken."""

FEW_ENTRANTS = 40
"""With more entrants one order is drawn: it is improved by so many exchanges that others are hardly better."""

NO_TABLES = sentence("{entrants} entrants cannot be seated at tables of {low} to {high}.")
BAD_SIZE = sentence("A table has {low} to {high} seats, not {found}.")

SeatedTable = tuple[int, ...]
"""The entrants at one table, in the order of the seats."""

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class TableRound:
    """One round: its tables, and those who have a bye."""

    tables: tuple[SeatedTable, ...]
    byes: tuple[int, ...] = ()


def table_sizes(entrants: int, sizes: Iterable[int]) -> tuple[int, ...]:
    """Give the sizes of the tables, largest first; they differ by one at most. Raises `Fault`.

    `sizes` are the numbers of seats that the game allows, the wanted one first. Everybody sits if that is possible;
    else as few as possible have a bye.

    >>> table_sizes(13, (4, 3, 5)), table_sizes(9, (4,))
    ((5, 4, 4), (4, 4))
    """
    allowed = tuple(sizes)
    for size in allowed:
        if not SMALLEST <= size <= LARGEST:
            raise Fault(BAD_SIZE, low=SMALLEST, high=LARGEST, found=size)
    for seated in range(entrants, 0, -1):
        fits = [count for count in range(1, seated // min(allowed) + 1) if set(_split(seated, count)) <= set(allowed)]
        if fits:
            return _split(seated, min(fits, key=lambda count: (abs(count * allowed[0] - seated), count)))
    raise Fault(NO_TABLES, entrants=entrants, low=min(allowed), high=max(allowed))


def _split(entrants: int, tables: int) -> tuple[int, ...]:
    size, more = divmod(entrants, tables)
    return (size + 1,) * more + (size,) * (tables - more)


def table_rounds(entrants: Sequence[int], sizes: Iterable[int], rounds: int, seed: bytes) -> tuple[TableRound, ...]:
    """Give the tables of that many rounds from a seed of 32 bytes; raise `Fault`."""
    allowed, seating = tuple(sizes), TableSeating(seed)
    return tuple(seating.draw(entrants, table_sizes(len(entrants), allowed)) for _ in range(rounds))


class TableSeating:
    """The rounds drawn so far: who has met whom, who has sat where, and who has had a bye."""

    def __init__(self, seed: bytes) -> None:
        """Begin with a seed of 32 bytes and no round; raise `Fault` for another length."""
        self._lots = Lots(seed, "tables")
        self.met: Counter[Pair] = Counter()
        self._sat: Counter[tuple[int, int]] = Counter()
        self._byes: Counter[int] = Counter()

    def draw(self, entrants: Sequence[int], sizes: Sequence[int]) -> TableRound:
        """Draw one more round for the entrants that are left, at tables of these sizes."""
        order = sorted(self._lots.shuffled(entrants), key=lambda one: -self._byes[one])
        seated, byes = order[: sum(sizes)], tuple(sorted(order[sum(sizes) :]))
        tries = TRIES if len(seated) <= FEW_ENTRANTS else 1
        found = [_improved(_dealt(self._lots.shuffled(seated), sizes), self.met) for _ in range(tries)]
        best = min(found, key=lambda tables: _cost(tables, self.met))
        tables = tuple(self._take_seats(table) for table in best)
        self._byes.update(byes)
        for table in tables:
            self.met.update(_pairs(table))
            self._sat.update((one, seat) for seat, one in enumerate(table))
        return TableRound(tables, byes)

    def _take_seats(self, table: Sequence[int]) -> SeatedTable:
        return min(permutations(table), key=self._worn)

    def _worn(self, seats: SeatedTable) -> int:
        """Measure how often these entrants have had these seats; often in one seat counts more."""
        return sum(self._sat[one, seat] ** 2 + 2 * self._sat[one, seat] for seat, one in enumerate(seats))


def _dealt(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    tables, begin = [], 0
    for size in sizes:
        tables.append(list(order[begin : begin + size]))
        begin += size
    return tables


def _improved(tables: list[list[int]], met: Mapping[Pair, int]) -> list[list[int]]:
    """Let entrants change places while that makes the meetings more even."""
    better = True
    while better:
        better = False
        for one, other in combinations(range(len(tables)), 2):
            better |= _exchange(tables[one], tables[other], met)
    return tables


def _exchange(one: list[int], other: list[int], met: Mapping[Pair, int]) -> bool:
    changed = False
    for here in range(len(one)):
        for there in range(len(other)):
            mine, theirs = one[here], other[there]
            now = _known(mine, one, met) + _known(theirs, other, met)
            then = _known(mine, other, met) + _known(theirs, one, met) - 2 * met.get(_pair(mine, theirs), 0)
            if then < now:
                one[here], other[there] = theirs, mine
                changed = True
    return changed


def _known(entrant: int, table: Sequence[int], met: Mapping[Pair, int]) -> int:
    return sum(met.get(_pair(entrant, one), 0) for one in table if one != entrant)


def _cost(tables: Iterable[Sequence[int]], met: Mapping[Pair, int]) -> int:
    return sum(2 * met.get(pair, 0) + 1 for table in tables for pair in _pairs(table))


def _pairs(table: Sequence[int]) -> list[Pair]:
    return [_pair(one, other) for one, other in combinations(table, 2)]


def _pair(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)
