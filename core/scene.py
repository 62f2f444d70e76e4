"""What is to be seen, as data: cells, pieces, lines and labels by role; the terminal decides size, glyph and colour.

What is printed on a map: its towns, the ways between them, and the land; all of it in one plane of units.

A unit is a hundredth of a degree of latitude, and as long to the east as to the south; `(0, 0)` is the corner in the
north-west.

Cards as they are to be seen: hands as faces or unknown, piles as counts, and the fight that is being fought.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

Point = tuple[int, int]
"""Units to the east and to the south."""


class Site(StrEnum):
    """Where a town stands."""

    CAPITAL = "capital"
    PORT = "port"
    ISLAND = "island"
    INLAND = "inland"


class Way(StrEnum):
    """What joins two towns: a road, a road over a strait, a route at sea, or the coast itself."""

    ROAD = "road"
    STRAIT = "strait"
    ROUTE = "route"
    COAST = "coast"


@dataclass(frozen=True, slots=True)
class Town:
    """A town on `spot` at a point: its `names` by language (`(("en", "Rome"),)`), its state's colour, its site."""

    spot: str
    at: Point
    names: tuple[tuple[str, str], ...]
    colour: str
    site: Site

    def name(self, language: str) -> str:
        """Give the name in a language, the code where there is none."""
        return dict(self.names).get(language, self.spot)


@dataclass(frozen=True, slots=True)
class Link:
    """A way from town to town (both spots); `bends` are the points a line passes between them."""

    start: str
    end: str
    way: Way
    bends: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Atlas:
    """A map of `width` by `height` units; one atlas is equal to itself alone.

    `land` are closed outlines, the last point not repeated; what lies on none is sea. Beyond an edge goes on what is
    at the edge. `reconstructed` says that the board it stands for is not known for certain.
    """

    width: int
    height: int
    towns: tuple[Town, ...]
    links: tuple[Link, ...]
    land: tuple[tuple[Point, ...], ...]
    reconstructed: bool = False


class Stage(StrEnum):
    """What a fight waits for: cards laid face down, a word about spies, a spy's open cards, one card to break a tie."""

    CARDS = "cards"
    SPY = "spy"
    OPEN = "open"
    TIE = "tie"


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards of `seat`: known faces in ascending order, then None for each unknown one; its special cards' words."""

    seat: int
    faces: tuple[int | None, ...]
    specials: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a fight: its seat, its piece's letter and colour's word, where the piece came from (empty: there).

    `shown` are the faces it has laid open in this exchange, `total` what they are worth once both have laid theirs.
    `owes` is how many cards it has to lay now (0: none), `speaks` whether it has to say spy or not.
    """

    seat: int
    letter: str
    colour: str
    origin: str = ""
    shown: tuple[int, ...] = ()
    total: int | None = None
    owes: int = 0
    speaks: bool = False


@dataclass(frozen=True, slots=True)
class Fight:
    """The fight that is being fought on `spot`."""

    spot: str
    stage: Stage
    attacker: Side
    defender: Side


@dataclass(frozen=True, slots=True)
class Cards:
    """All cards: a hand a seat, how many cards each talon still has, the faces spent, the fight if there is one.

    `open` are the spots of the fights that wait for their turn.
    """

    hands: tuple[Hand, ...]
    talons: tuple[int, ...] = ()
    spent: tuple[int, ...] = ()
    fight: Fight | None = None
    open: tuple[str, ...] = ()


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
