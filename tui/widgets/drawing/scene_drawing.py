"""Drawings: a scene as character cells that can be marked and changed bit by bit, whatever its layout.

Marks are what stands out on a board besides its pieces.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from core.scene import Piece, Scene
from tui.settings.theme import STONES, Glyphs, Look
from tui.widgets.drawing.board_frame import Frame
from tui.widgets.drawing.cells import Cells, Paint


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks on the board, by spot; `staged` is decided but not played, `jumps` are labels to press.

    `left` are the targets on which a piece still stands that the choice has already sent elsewhere. `trail` gives the
    spots of the last round the number of their move and the seat that moved.
    """

    cursor: str | None = None
    selected: str | None = None
    staged: frozenset[str] = frozenset()
    targets: frozenset[str] = frozenset()
    reach: frozenset[str] = frozenset()
    last: frozenset[str] = frozenset()
    jumps: Mapping[str, str] = field(default_factory=dict)
    trail: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    left: frozenset[str] = frozenset()

    def changed(self, other: Marks) -> frozenset[str]:
        """Give the spots that look different under `other`."""
        spots = (self.staged ^ other.staged) | (self.targets ^ other.targets)
        spots |= (self.reach ^ other.reach) | (self.last ^ other.last) | (self.left ^ other.left)
        spots |= {spot for spot, _ in self.jumps.items() ^ other.jumps.items()}
        spots |= {spot for spot, _ in self.trail.items() ^ other.trail.items()}
        for mine, his in ((self.cursor, other.cursor), (self.selected, other.selected)):
            if mine != his:
                spots |= {spot for spot in (mine, his) if spot is not None}
        return frozenset(spots)


class Block(NamedTuple):
    """A rectangle of character cells."""

    x: int
    y: int
    width: int
    height: int


GAP = 6
"""Cells between two changes of a row that are sent again rather than skipped."""


def runs(cells: Iterable[tuple[int, int]]) -> Iterator[Block]:
    """Give cells as pieces of rows; cells close together make one piece."""
    rows: dict[int, list[int]] = {}
    for x, y in cells:
        rows.setdefault(y, []).append(x)
    for y, columns in rows.items():
        columns.sort()
        start = last = columns[0]
        for x in columns[1:]:
            if x - last > GAP:
                yield Block(start, y, last - start + 1, 1)
                start = x
            last = x
        yield Block(start, y, last - start + 1, 1)


class Drawing(ABC):
    """A drawn scene: its `cells`, and in `hit` the spot each character cell belongs to (None outside the board)."""

    def __init__(self, scene: Scene, frame: Frame, colours: Mapping[str, str], look: Look, glyphs: Glyphs) -> None:
        """Draw `scene` without marks into a buffer of the size of `frame`."""
        self.scene = scene
        self.frame = frame
        self.marks = Marks()
        self._colours = colours
        self._look = look
        self._glyphs = glyphs
        self._outside = look.interface["background"]
        self.cells = Cells(frame.width, frame.height, Paint(colours["label"], self._outside))
        self.hit: list[list[str | None]] = [[None] * frame.width for _ in range(frame.height)]
        self._pieces = {piece.spot: piece for piece in scene.pieces}
        self._names = {seat.seat: seat.colour or seat.name for seat in scene.seats}
        self._followed: tuple[str, ...] = ()
        self._prepare()
        for text, x, y in frame.labels:
            self.cells.put(x, y, text, Paint(colours["label"], self._outside))
        for spot in frame.corners:
            self._draw(spot)

    @abstractmethod
    def _prepare(self) -> None:
        """Draw what lies under the cells."""

    @abstractmethod
    def _draw(self, spot: str) -> None:
        """Draw one cell and claim its character cells in the hit map."""

    def mark(self, marks: Marks) -> frozenset[str]:
        """Show other marks; give the spots drawn again."""
        changed = self.marks.changed(marks) & self.frame.corners.keys()
        self.marks = marks
        self._draw_all(changed)
        return changed

    def put(self, scene: Scene) -> frozenset[str]:
        """Show another state of the same board; give the spots drawn again."""
        before = {piece.spot: piece for piece in self.scene.pieces}
        after = {piece.spot: piece for piece in scene.pieces}
        trailed, self.scene = self.trailed, scene
        self._pieces = after
        self._names = {seat.seat: seat.colour or seat.name for seat in scene.seats}
        changed = frozenset(spot for spot in before.keys() | after.keys() if before.get(spot) != after.get(spot))
        changed |= trailed ^ self.trailed
        self._draw_all(changed)
        return changed

    def follow(self, *spots: str) -> tuple[Block, ...]:
        """Show the trails that lead through all of `spots` and no others; give the blocks drawn again."""
        if spots == self._followed:
            return ()
        before, self._followed = self.trailed, spots
        return self._follow(before)

    def _follow(self, before: frozenset[str]) -> tuple[Block, ...]:
        changed = before ^ self.trailed
        self._draw_all(changed)
        return tuple(block for spot in changed for block in self.blocks(spot))

    @property
    def trails(self) -> tuple[tuple[str, ...], ...]:
        """The trails that are shown."""
        spots = set(self._followed)
        return tuple(trail for trail in self.scene.trails if spots and spots <= set(trail))

    @property
    def trailed(self) -> frozenset[str]:
        """The spots of the trails that are shown."""
        return frozenset(spot for trail in self.trails for spot in trail)

    def blocks(self, spot: str) -> tuple[Block, ...]:
        """Give the character cells that show a spot: its own and those of its ghosts."""
        own = Block(*self.frame.corners[spot], *self.frame.size)
        return (own, *(block for name, block in self.ghosts if name == spot))

    @property
    def ghosts(self) -> tuple[tuple[str, Block], ...]:
        """Where spots are shown a second time."""
        return tuple((spot, Block(*block)) for spot, *block in self.frame.ghosts)

    def _draw_all(self, spots: Iterable[str]) -> None:
        """Draw spots again, the one under the cursor last: its brackets may touch a neighbour."""
        for spot in sorted(spots, key=lambda spot: spot == self.marks.cursor):
            self._draw(spot)

    def _name(self, seat: int | None) -> str:
        return self._names.get(seat, "") if seat is not None else ""

    def _colour(self, seat: int | None) -> str:
        name = self._name(seat)
        return self._colours["corpse"] if seat is None else self._colours.get(name) or self._look.seat(name)

    def _number(self, spot: str) -> tuple[str, Paint] | None:
        """Give the number of the last move through a spot, in the colour of the seat that moved; None without one.

        The colours of stones are seen on the ground of their board, so theirs is on that.
        """
        if spot not in self.marks.trail:
            return None
        number, seat = self.marks.trail[spot]
        colour = self._colour(seat)
        if self._name(seat) in STONES:
            return str(number), Paint(colour, self._colours["first"], bold=True)
        return str(number), Paint(self._colours["ink"], colour, bold=True)

    def _shape(self, piece: Piece) -> str:
        return self._glyphs.seat(self._name(piece.owner))
