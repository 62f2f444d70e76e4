"""A position for searching: moves are made on it and taken back; the rules' tables say what is legal."""

from __future__ import annotations

from itertools import chain
from operator import itemgetter

from core.bots.weights import Weights, weights_for
from core.games.epaminondas.bot.line_pattern import LineMove, Pattern, code_of
from core.games.epaminondas.bot.search_table import ground
from core.games.epaminondas.bot.weights import EpaminondasWeights
from core.games.epaminondas.rules.action import Action
from core.games.epaminondas.rules.outcome import crosses, forbidden
from core.games.epaminondas.rules.state import State

SOONEST = 4
"""The smallest number of moves after which a position can occur again."""

Before = tuple[list[Pattern], int, int, int, Action | None, bool, int]


class SearchPosition:
    """A position on the way down a search.

    `patterns` has what stands on each line. `key` tells positions apart, including the side to move. `worth` is White's
    less Black's. `trail` are the keys of all positions so far, the present one last; those since the last capture begin
    at `since`.
    """

    __slots__ = (
        "_before",
        "crossed",
        "ground",
        "key",
        "last",
        "mover",
        "patterns",
        "since",
        "stamp",
        "trail",
        "worth",
    )

    def __init__(self, state: State, weights: Weights | None = None) -> None:
        """Begin at the position of a state; weights of Epaminondas replace the game's own."""
        self.ground = ground(state.rules, weights_for(EpaminondasWeights, weights))
        self.mover = state.mover
        cells = state.cells
        lines = state.rules.board.lines
        self.patterns = [
            known[code_of(itemgetter(line.part)(cells))]
            for line, known in zip(lines, self.ground.patterns, strict=True)
        ]
        self.worth = sum(self.ground.worths[square][content] for square, content in enumerate(cells))
        self.worth += sum(pattern.worth for pattern in self.patterns)
        self.last = state.last
        self.crossed = self.last is not None and not self.last.word and crosses(state.rules, 1 - self.mover, self.last)
        self.stamp = 0
        self.key = self._key_of(cells, state.mover)
        mover = state.mover
        self.trail = [self._key_of(past, mover ^ (len(state.past) - at & 1)) for at, past in enumerate(state.past)]
        self.trail.append(self.key)
        self.since = 0
        self._before: list[Before] = []

    def _key_of(self, cells: bytes, mover: int) -> int:
        key = self.ground.turn * mover
        for square, content in enumerate(cells):
            key ^= self.ground.keys[square][content]
        return key

    @property
    def cells(self) -> bytes:
        """The squares, in the form of a state."""
        return b"".join([self.patterns[row].content for row in self.ground.rows])

    @property
    def mark(self) -> int:
        """The mark by which positions are remembered: the key, and the last move if the symmetry rule looks at it."""
        return self.key ^ self.stamp

    def make(self, shift: LineMove) -> None:
        """Make a legal move."""
        self._before.append(
            (self.patterns, self.key, self.worth, self.since, self.last, self.crossed, self.stamp),
        )
        patterns = self.patterns = self.patterns[:]
        known = self.ground.patterns
        worth = self.worth + shift.worth
        for at, change in shift.changes:
            old = patterns[at]
            new = patterns[at] = known[at][old.code + change]
            worth += new.worth - old.worth
        self.worth = worth
        self.key ^= shift.key
        self.last = shift.action
        self.crossed = shift.crosses
        self.stamp = shift.stamp
        self.mover ^= 1
        if shift.captured:
            self.since = len(self.trail)
        self.trail.append(self.key)

    def skip(self) -> None:
        """Make a null move: the other side moves."""
        self._before.append(
            (self.patterns, self.key, self.worth, self.since, self.last, self.crossed, self.stamp),
        )
        self.key ^= self.ground.turn
        self.last, self.crossed, self.stamp = None, False, 0
        self.mover ^= 1
        self.since = len(self.trail)
        self.trail.append(self.key)

    def unmake(self) -> None:
        """Take back the last move."""
        self.patterns, self.key, self.worth, self.since, self.last, self.crossed, self.stamp = self._before.pop()
        self.mover ^= 1
        self.trail.pop()

    def rewind(self) -> None:
        """Take back all moves made."""
        while self._before:
            self.unmake()

    def lead(self) -> int:
        """Give how many more pieces the side to move has on its far row than the other side has on its own."""
        white, black = self.ground.far
        more = self.patterns[white].pieces[0] - self.patterns[black].pieces[1]
        return -more if self.mover else more

    def standing(self) -> int:
        """Weigh the position for the side to move."""
        return self.ground.tempo - self.worth if self.mover else self.ground.tempo + self.worth

    def occurrences(self) -> int:
        """Count how often the position has occurred before since the last capture."""
        if len(self.trail) - self.since <= SOONEST:
            return 0
        return self.trail[self.since : -1].count(self.key)

    def moves(self) -> list[LineMove]:
        """Give every legal move."""
        seat = self.mover
        return self._lawful(list(chain.from_iterable([pattern.moves[seat] for pattern in self.patterns])))

    def sharp(self) -> list[LineMove]:
        """Give every legal move that captures or crosses."""
        seat = self.mover
        return self._lawful(list(chain.from_iterable([pattern.sharp[seat] for pattern in self.patterns])))

    def may(self, shift: LineMove) -> bool:
        """Tell whether a move made elsewhere is legal here."""
        return shift in self.patterns[shift.line].moves[self.mover] and bool(self._lawful([shift]))

    def movable(self) -> bool:
        """Tell whether the side to move has a legal move."""
        seat = self.mover
        if not self._watched():
            return any(pattern.moves[seat] for pattern in self.patterns)
        return bool(self.moves())

    def _watched(self) -> bool:
        """Tell whether the symmetry rule could forbid anything (`core.games.epaminondas.rules.outcome.possible`)."""
        rule = self.ground.rules.symmetry
        if rule == "board":
            return self.lead() == -1
        return rule == "move" and self.crossed

    def _lawful(self, shifts: list[LineMove]) -> list[LineMove]:
        if not self._watched():
            return shifts
        rules, cells, seat, last = self.ground.rules, self.cells, self.mover, self.last
        return [shift for shift in shifts if not (shift.crosses and forbidden(rules, cells, seat, last, shift.action))]
