"""What is to be seen, as data: cells, pieces, lines and labels by role; the terminal decides size, glyph and colour."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.atlas import Atlas
    from core.cards import Cards


class Layout(StrEnum):
    """How cells stand: rows and columns, offset rows of hexagons, rings, or a map."""

    SQUARE = "square"
    HEX = "hex"
    RING = "ring"
    MAP = "map"


class Role(StrEnum):
    """What a cell is: one of the fills that tell neighbours apart, or a place with a meaning."""

    FIRST = "first"
    SECOND = "second"
    THIRD = "third"
    POWER = "power"
    FORTRESS = "fortress"


class Standing(StrEnum):
    """How a seat stands in the match, for the seats' panel."""

    ACTIVE = "active"
    COMA = "coma"
    ABANDONED = "abandoned"
    ABSENT = "absent"
    DEAD = "dead"


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell named `spot` at half-cell column `x` (its neighbour in the row is 2 further) and row `y` from the top."""

    spot: str
    x: int
    y: int
    role: Role


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on `spot`: its `letter`, the seat of its colour and the seat that commands it now.

    A corpse has neither (`owner` None); `commander` is None for a piece nobody commands. `colour` is the word of its
    colour and shape where a seat has pieces of several; `name` its kind's word where the letter does not tell it.
    """

    spot: str
    letter: str
    owner: int | None
    commander: int | None = None
    colour: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Label:
    """A row's or column's name at half-cell column `x` and row `y`; labels stand outside the cells."""

    text: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class SeatPanel:
    """What the seats' panel says of one seat: `name` is the seat's word (`red`), `badges` short keys (`king`).

    `colour` is the word of the colour and shape it bears where its name is none (partners bear the same); `score` its
    points so far and `taken` what it has captured, in games that count them; `cards` how many it holds.
    """

    seat: int
    name: str
    standing: Standing
    owner: int | None
    pieces: int
    badges: tuple[str, ...] = ()
    colour: str = ""
    score: int | None = None
    taken: int | None = None
    cards: int | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """One drawing of one state. `columns` and `rows` are the size in half-cells and rows without the labels.

    For RING `x` is twice the number of the radial, clockwise from the top, and row 0 the outer ring; it goes round.
    `ghosts` are cells shown once more, with their own names, beyond an edge that is none: there the board goes round.
    `trails` are lines of spots that are hard to see; a face shows those through the spot one looks at.

    For MAP `columns`, `rows` and the cells' places are in units of the `atlas`; a fought city has two pieces, the
    attacker's second. `cards` are the cards there are.

    `compass` maps the eight directions (`n ne e se s sw w nw`) to the step of a cursor in (half-cells, rows); a
    direction a layout does not have is left out. For HEX `w` and `e` are neighbours in the row.
    """

    layout: Layout
    columns: int
    rows: int
    cells: tuple[Cell, ...]
    pieces: tuple[Piece, ...]
    labels: tuple[Label, ...] = ()
    seats: tuple[SeatPanel, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    compass: tuple[tuple[str, tuple[int, int]], ...] = ()
    ghosts: tuple[Cell, ...] = ()
    trails: tuple[tuple[str, ...], ...] = ()
    atlas: Atlas | None = None
    cards: Cards | None = None
