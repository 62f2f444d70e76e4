"""The options of Epaminondas and the rules they settle (§12; R4, R6)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from core.fault import BadOption, sentence
from core.game import Option
from core.games.epaminondas.board import Board, board

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
    SizeOption("size", ("14x12", "8x8"), sentence("Board, columns x rows")),
    Option("ranks", ("2",), sentence("Filled rows on each side"), lowest=1, highest=MOST_RANKS, form=False),
    Option("symmetry", ("board", "move", "off"), sentence("Symmetry rule for crossings")),
    Option("repetition", ("3", "0"), sentence("Occurrences that make a draw"), lowest=2, highest=MOST_REPETITIONS),
)
"""Every option in the order of the rules; the first value is the default."""

PRESETS: Mapping[str, Mapping[str, str]] = MappingProxyType({"quick": MappingProxyType({"size": "8x8"})})
"""Named sets of options: the small board."""


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The settled options in the form the rules ask for them; `repetition` 0 means that nothing is counted."""

    options: tuple[tuple[str, str], ...]
    board: Board
    ranks: int
    symmetry: str
    repetition: int

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by options."""
        return (settled, (self.options,))


def rules(options: Mapping[str, str]) -> Rules:
    """Give the rules for a full set of options (`core.option.settle`)."""
    return settled(tuple((option.name, options[option.name]) for option in OPTIONS))


@cache
def settled(options: tuple[tuple[str, str], ...]) -> Rules:
    """Give the rules for the full set of options in the order of `OPTIONS`."""
    chosen = dict(options)
    columns, rows = map(int, chosen["size"].split("x"))
    return Rules(
        options=options,
        board=board(columns, rows),
        ranks=int(chosen["ranks"]),
        symmetry=chosen["symmetry"],
        repetition=int(chosen["repetition"]),
    )


def check(rules: Rules) -> None:
    """Raise `BadOption` where the filled rows leave none empty."""
    needed = 2 * rules.ranks + 1
    if rules.board.rows < needed:
        raise BadOption(TOO_LOW, rows=rules.board.rows, ranks=rules.ranks, needed=needed)


def most_ranks(size: str) -> int:
    """Give how many rows each side can fill on a board of that size."""
    return min(MOST_RANKS, (int(size.split("x")[1]) - 1) // 2)
