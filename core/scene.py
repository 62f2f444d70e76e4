"""What is shown, as data: cells, pieces, lines and labels by role; the terminal decides size, glyph and colour.

Maps: the towns, the ways between them and the land, all in one plane of units. A unit is a hundredth of a degree of
latitude, and equally long to the east as to the south; `(0, 0)` is the north-west corner.

Cards as they may be seen: hands as faces or unknown cards, piles as counts, and the current fight.
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
    """What joins two towns: a road, a road over a strait, a sea route, or the coast itself."""

    ROAD = "road"
    STRAIT = "strait"
    ROUTE = "route"
    COAST = "coast"


@dataclass(frozen=True, slots=True)
class Town:
    """A town on `spot` at a point, with `names` by language (`(("en", "Rome"),)`), its state's colour and its site."""

    spot: str
    at: Point
    names: tuple[tuple[str, str], ...]
    colour: str
    site: Site

    def name(self, language: str) -> str:
        """Give the name in a language, or the code if there is none."""
        return dict(self.names).get(language, self.spot)


@dataclass(frozen=True, slots=True)
class Link:
    """A way between two towns, given as spots; `bends` are the points that its line passes."""

    start: str
    end: str
    way: Way
    bends: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Atlas:
    """A map of `width` by `height` units; an atlas is equal only to itself.

    `land` is a list of closed outlines, the last point not repeated; everything outside them is sea. Beyond the map's
    edge, whatever is at the edge continues. `reconstructed` says that the original board is not known for certain.
    """

    width: int
    height: int
    towns: tuple[Town, ...]
    links: tuple[Link, ...]
    land: tuple[tuple[Point, ...], ...]
    reconstructed: bool = False


class Stage(StrEnum):
    """What a fight waits for: face-down cards, a word about spies, a spy's open cards, or one card to break a tie."""

    CARDS = "cards"
    SPY = "spy"
    OPEN = "open"
    TIE = "tie"


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards of `seat`: known faces in ascending order, then None for each unknown one; words for special cards."""

    seat: int
    faces: tuple[int | None, ...]
    specials: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a fight: its seat, its piece's letter and colour, and where the piece came from (empty: from there).

    `shown` are the faces it has laid open in this exchange, `total` their worth once both sides have laid theirs.
    `owes` is how many cards it has to lay now (0: none). `speaks` says whether it has to answer about spies.
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
    """The current fight, on `spot`."""

    spot: str
    stage: Stage
    attacker: Side
    defender: Side


@dataclass(frozen=True, slots=True)
class Cards:
    """All cards: a hand for each seat, the number left in each talon, the faces spent, and the fight if there is one.

    `open` are the spots of the fights that are still to come.
    """

    hands: tuple[Hand, ...]
    talons: tuple[int, ...] = ()
    spent: tuple[int, ...] = ()
    fight: Fight | None = None
    open: tuple[str, ...] = ()


class Layout(StrEnum):
    """How cells are arranged: rows and columns, offset rows of hexagons, rings, or a map."""

    SQUARE = "square"
    HEX = "hex"
    RING = "ring"
    MAP = "map"


class Role(StrEnum):
    """What a cell is: one of the fills that set neighbours apart, or a place with a meaning."""

    FIRST = "first"
    SECOND = "second"
    THIRD = "third"
    POWER = "power"
    FORTRESS = "fortress"


class Standing(StrEnum):
    """The standing of a seat in the match, for the seats' panel."""

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
    """A piece on `spot`: its `letter`, the seat of its colour, and the seat that commands it now.

    A corpse has neither (`owner` is None). `commander` is None for a piece that nobody commands. `colour` is the word
    for its colour and shape, if its seat has pieces of several. `name` is the word for its kind, if the letter does not
    tell.
    """

    spot: str
    letter: str
    owner: int | None
    commander: int | None = None
    colour: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Label:
    """The name of a row, a column or the cell at a row's end, at half-cell column `x` and row `y`.

    Labels stand outside the cells.
    """

    text: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class SeatPanel:
    """The panel of one seat: `name` is the seat's word (`red`), `badges` are short keys (`king`).

    `colour` is the word for the seat's colour and shape if its name is not a colour; partners have the same one.
    `score` is its points so far and `taken` what it has captured, in games that count them. `cards` is how many cards
    it holds.
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
    """One drawing of one state; `columns` and `rows` are its size in half-cells and rows, without labels.

    `ghosts` are cells shown a second time, under their own names, beyond an edge where the board wraps round. `trails`
    are lines of spots that are hard to see; a face shows those through the spot under the cursor. `cards` are all
    cards, in games with cards.

    For RING, `x` is twice the number of the radial, clockwise from the top; row 0 is the outer ring, and rows wrap
    round. For MAP, `columns`, `rows` and the places of cells are in units of the `atlas`; a fought city has two pieces,
    the attacker's second.

    `compass` maps the eight directions (`n ne e se s sw w nw`) to the step of a cursor in (half-cells, rows).
    Directions that a layout does not have are left out. For HEX, `w` and `e` are neighbours in the row.
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
