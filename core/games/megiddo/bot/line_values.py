"""What a position of Megiddo is worth by its lines alone: a chance to win for the colour to move, without playing on.

Every line counts by its whole content, so that rows begun, pairs in danger and stones that nobody can take all have
their part. Lines that the board's symmetries map onto each other count alike. Captures and the number of empty points
count too. The sum is the logarithm of the odds. The numbers are learned (`tests/tuning/line_lessons.py`) from single
games of two colours in the basic variant, without slides; elsewhere there are none.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from itertools import product
from math import exp

from core.games import data_text
from core.games.megiddo.rules.board import FULL, LINES, POINTS, SIDE, Edges, Kind, Line
from core.games.megiddo.rules.ruleset import Rules

FILE = "bot/line_values.toml"
"""The file in the game's folder: a number for each content of a line, for captures, and for empty points."""

SIGNS = ".xo"
"""An empty point, a stone of the colour to move, and one of the other."""

CAPTURED, EMPTY = "captured", "empty"
"""The groups of numbers that are of no line; a name is a group and a key with a space between."""

Names = tuple[tuple[int, Mapping[int, str]], ...]


def group(line: Line) -> str:
    """Give the lines that count alike: radials, spirals, and circles by how far they are from an edge.

    >>> [group(line) for line in LINES[5:9]]
    ['radial', 'circle_1', 'circle_2', 'circle_3']
    """
    if line.kind is not Kind.CIRCLE:
        return line.kind.value
    ring = int(line.name)
    return f"{line.kind.value}_{min(ring, SIDE + 1 - ring)}"


def alike(text: str, kind: Kind) -> str:
    """Give the content that stands for all that are the same backwards, and on a circle turned.

    >>> alike("x.o...", Kind.RADIAL), alike("x.o...", Kind.CIRCLE)
    ('...o.x', '...o.x')
    """
    turns = range(SIDE if kind is Kind.CIRCLE else 1)
    found = [text[turn:] + text[:turn] for turn in turns]
    return min(found + [each[::-1] for each in found])


@cache
def contents() -> Names:
    """Give for each line its points, of both colours, and the names of its contents by the stones on them."""
    return tuple((line.mask | line.mask << POINTS, _names(line)) for line in LINES)


def _names(line: Line) -> Mapping[int, str]:
    found, where = {}, group(line)
    for signs in product(SIGNS, repeat=SIDE):
        text = "".join(signs)
        key = sum(
            1 << point + POINTS * (sign == "o") for point, sign in zip(line.points, text, strict=True) if sign != "."
        )
        found[key] = f"{where} {alike(text, line.kind)}"
    return found


def features(mine: int, foe: int, got: int, lost: int) -> list[str]:
    """Name what counts in a position: the stones and the captures of the colour to move, and the other's."""
    both = mine | foe << POINTS
    found = [names[both & mask] for mask, names in contents()]
    empty = (FULL & ~(mine | foe)).bit_count()
    return [*found, f"{CAPTURED} {got}-{lost}", f"{EMPTY} {empty}"]


class LineValues:
    """The numbers as a search looks them up; what was never met in a game that was learned from counts nothing."""

    def __init__(self, values: Mapping[str, float]) -> None:
        """Take them by their names."""
        self._lines = tuple(
            [(mask, {key: values.get(name, 0.0) for key, name in names.items()}) for mask, names in contents()]
        )
        self._captured = [
            [values.get(f"{CAPTURED} {got}-{lost}", 0.0) for lost in range(POINTS)] for got in range(POINTS)
        ]
        self._empty = [values.get(f"{EMPTY} {count}", 0.0) for count in range(POINTS + 1)]

    def chance(self, mine: int, foe: int, got: int, lost: int) -> float:
        """Give the chance of the colour to move; a draw counts half."""
        both = mine | foe << POINTS
        total = self._captured[got][lost] + self._empty[POINTS - (mine | foe).bit_count()]
        for mask, worths in self._lines:
            total += worths[both & mask]
        return 1.0 / (1.0 + exp(-total))


def learned(text: str) -> dict[str, float]:
    """Read the text of a file; give the numbers by their names."""
    return {f"{where} {key}": float(value) for where, row in tomllib.loads(text).items() for key, value in row.items()}


def written(values: Mapping[str, float], title: str) -> str:
    """Write the text of a file, with a comment above the numbers."""
    groups: dict[str, list[str]] = {}
    for name, value in sorted(values.items()):
        where, _, key = name.partition(" ")
        groups.setdefault(where, [f"[{where}]"]).append(f'"{key}" = {value:g}')
    return "\n".join([f"# {title}", *("\n" + "\n".join(lines) for lines in groups.values())]) + "\n"


@cache
def own_values() -> LineValues:
    """Give the numbers that the bots play with."""
    return LineValues(learned(data_text("megiddo", FILE)))


def fits(rules: Rules, playing: int) -> bool:
    """Tell whether the numbers were learned for such a game, with so many colours that play."""
    two = rules.colours == playing == 2  # noqa: PLR2004 - two colours
    return two and rules.single and rules.edges is Edges.NONE and not rules.reverse and not rules.slide
