"""What the worth of a position in Epaminondas is made of, as numbers with names, before any weight is applied.

A seat's worth is the sum of its features, each times its factor (`factors`), in hundredths of a piece; the search
rounds the worth of each square and each line. A `Sketch` keeps the features: it gives the chances for any weights.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from core.game import Seat
from core.games.epaminondas.bot.search_limit import chance
from core.games.epaminondas.bot.search_table import PIECE, RACES, line_count
from core.games.epaminondas.bot.weights import EpaminondasWeights
from core.games.epaminondas.rules.movement import tables
from core.games.epaminondas.rules.state import State

FEATURES = (
    "piece",
    "advance",
    "crossed",
    "room",
    "pair",
    "threat",
    *(f"race_{moves}" for moves in range(1, RACES + 1)),
    "cover",
    "tempo",
)
"""The pieces, how far they have come, those on the far row, what all lines hold, and the right to move."""


@lru_cache(maxsize=64)
def factors(weights: EpaminondasWeights) -> tuple[float, ...]:
    """Give what each feature counts; a piece is the unit."""
    values = weights.values()
    return (float(PIECE), *[values[name] for name in FEATURES[1:]])


def features(state: State, seat: Seat) -> tuple[float, ...]:
    """Give the features of a seat in a position."""
    board, cells = state.rules.board, state.cells
    last = board.rows - 1
    pieces = advance = crossed = 0.0
    for square, content in enumerate(cells):
        if content == seat + 1:
            row = square // board.columns
            gone = last - row if seat else row
            pieces += 1.0
            advance += gone * gone / (last * last)
            crossed += gone == last
    known = tables(board, seat)
    counts = [
        line_count(board, line, bytes(cells[square] for square in line.squares), seat, table)
        for line, table in zip(board.lines, known, strict=True)
    ]
    return (
        pieces,
        advance,
        crossed,
        float(sum([count.moves for count in counts])),
        float(sum([count.pairs for count in counts])),
        float(sum([count.threat for count in counts])),
        *[float(sum(column)) for column in zip(*[count.races for count in counts], strict=True)],
        float(sum([count.covered for count in counts])),
        float(state.mover == seat),
    )


@dataclass(frozen=True, slots=True)
class Sketch:
    """White's features less Black's."""

    lead: tuple[float, ...]

    @classmethod
    def of(cls, state: State) -> Sketch | None:
        """Sketch a position; None once the match is over."""
        if state.outcome is not None:
            return None
        white, black = features(state, Seat(0)), features(state, Seat(1))
        return cls(tuple([one - other for one, other in zip(white, black, strict=True)]))

    def chances(self, weights: EpaminondasWeights, steepness: float = 1.0) -> tuple[float, ...]:
        """Give the chance of each seat by those weights, on the curve of the search's scores; they sum to 1.

        With more or less `steepness` than 1, a lead counts for more or less than in the search.
        """
        worth = sum([each * factor for each, factor in zip(self.lead, factors(weights), strict=True)])
        white = chance(worth * steepness)
        return (white, 1.0 - white)
