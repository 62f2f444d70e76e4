"""Sprites: how a scene becomes a picture of character cells, and which cell of the board each of them belongs to."""

from __future__ import annotations

from core.scene import Piece, Role
from tui.widgets.drawing.board_frame import TALL
from tui.widgets.drawing.cells import Paint
from tui.widgets.drawing.scene_drawing import Block, Drawing, Marks

__all__ = ["Marks", "Picture", "shade"]

SMALL = 3
"""Up to this width a cell has no edge columns around its tile: the cursor is the cell's whole ground."""


class Picture(Drawing):
    """A board of cells side by side: squares, or hexagons in offset rows."""

    def _prepare(self) -> None:
        self._roles = {cell.spot: cell.role for cell in self.scene.cells}
        self._flat = self._colours["first"] == self._colours["second"]

    def _draw(self, spot: str) -> None:
        """Draw one cell and claim its character cells in the hit map."""
        x, y = self.frame.corners[spot]
        width, height = self.frame.size
        for row in range(y, y + height):
            self.hit[row][x : x + width] = [spot] * width
        ground = self._ground(spot)
        self.cells.fill(x, y, (width, height), Paint(self._colours["label"], ground))
        piece = self._pieces.get(spot)
        if piece is None:
            self._sign(spot, x, y, ground)
        elif self._is_stone(piece):
            self._stone(piece, x, y, ground)
        else:
            self._tile(piece, x, y, ground)
        self._edges(spot, x, y, ground)
        for name, block in self.ghosts:
            if name == spot:
                self._ghost(spot, block)

    def _ghost(self, spot: str, block: Block) -> None:
        """Draw a cell a second time, in grey, beyond an edge where the board wraps."""
        x, y, width, height = block
        for row in range(y, y + height):
            self.hit[row][x : x + width] = [spot] * width
        ground = shade(self._colours[self._roles[spot].value], self._outside, GHOSTLY)
        self.cells.fill(x, y, (width, height), Paint(self._colours["label"], ground))
        piece, middle, line = self._pieces.get(spot), x + width // 2, y + (height - 1) // 2
        if piece is not None:
            shape = Paint(self._colours["label"], shade(self._colours["label"], ground, FADED), bold=True)
            self.cells.put(middle - 1, line, f" {self._shape(piece)} ", shape)
        else:
            ink = "cursor" if spot in self.trailed else "label"
            self.cells.put(middle, line, self._glyphs.one["reach"], Paint(self._colours[ink], ground, bold=True))

    def _ground(self, spot: str) -> str:
        marks = self.marks
        if self.frame.size.width <= SMALL and spot == marks.cursor:
            return self._colours["pointer"]
        if spot == marks.selected:
            return self._colours["selected"]
        if spot in marks.staged:
            return self._colours["staged"]
        role = self._roles[spot]
        if spot in marks.last and role is not Role.POWER:
            return self._colours["last"]
        return self._colours[role.value]

    def _sign(self, spot: str, x: int, y: int, ground: str) -> None:
        """Draw the sign of an empty cell: a jump label, a target, a reach dot, the sign of power or of a mere point."""
        marks, one = self.marks, self._glyphs.one
        width, height = self.frame.size
        if spot in marks.jumps:
            text, ink = marks.jumps[spot], "cursor"
        elif spot in marks.targets:
            text, ink = one["target"], "target"
        elif spot in marks.reach:
            text, ink = one["reach"], "reach"
        elif self._roles[spot] is Role.POWER:
            text, ink = one["power"], "sign"
        elif spot in self.trailed:
            text, ink = one["reach"], "cursor"
        elif spot in marks.trail:
            return
        elif self._flat and spot != marks.cursor:
            text, ink = one["dot"], "corpse"
        elif self.scene.ghosts and spot != marks.cursor:  # the points beyond the edges have one
            text, ink = one["dot"], "label"
        else:
            return
        if spot == marks.cursor and width <= SMALL:
            ink = "pointed"
        paint = Paint(self._colours[ink], ground, bold=ink != "label")
        self.cells.put(x + (width - len(text)) // 2, y + (height - 1) // 2, text, paint)

    def _tile(self, piece: Piece, x: int, y: int, ground: str) -> None:
        """Draw a piece: its letter and its colour's shape on a tile of that colour, or a corpse lying flat."""
        width, height = self.frame.size
        colour = self._colour(piece.owner)
        blocks = self._glyphs.blocks
        line = y + (height - 1) // 2
        edged = width > SMALL
        start, room = (x + 1, width - 2) if edged else (x, 2)
        self._text(piece, start, line, room)
        if not edged:
            return
        edge = Paint(colour, ground)
        self.cells.put(x, line, blocks[0], edge)
        self.cells.put(x + width - 1, line, blocks[1], Paint(self._last_colour(piece), ground))
        if piece.owner is None:
            return
        foot = y + height - 1
        if height >= TALL:
            self.cells.put(x, y, blocks[2] + blocks[3] * room + blocks[4], edge)
        for row in range(y + 1, foot):
            if row != line:
                self.cells.put(x, row, blocks[0] + " " * room + blocks[1], edge)
                self.cells.fill(x + 1, row, (room, 1), Paint(colour, colour))
        self.cells.put(x, foot, blocks[5] + blocks[6] * room + blocks[7], edge)
        if self._vassal(piece) and room == 2:  # noqa: PLR2004 - a tile of two letters has no room for a second shape
            mark = self._glyphs.seat(self._name(piece.commander))
            self.cells.put(x + room, line + 1, mark, Paint(self._colour(piece.commander), ground, bold=True))

    def _is_stone(self, piece: Piece) -> bool:
        return not piece.letter and self._name(piece.owner) in self._glyphs.stones

    def _stone(self, piece: Piece, x: int, y: int, ground: str) -> None:
        """Draw a piece without a letter: its colour's shape alone, solid or hollow, as large as the cell allows."""
        width, height = self.frame.size
        name = self._name(piece.owner)
        small = width <= SMALL
        ink = self._colours["pointed"] if small and piece.spot == self.marks.cursor else self._colour(piece.owner)
        form = self._glyphs.stones.get(name)
        if small or form is None:
            self.cells.put(
                x + width // 2, y + (height - 1) // 2, self._glyphs.seat(name), Paint(ink, ground, bold=True)
            )
            return
        side = 4 if height >= TALL else 2
        rows = form[4:] if side == 4 else form[:4]  # noqa: PLR2004 - the two sizes of a stone
        top = y + max(height - TALL, 0) // 2
        for at in range(min(height, TALL)):
            self.cells.put(x + (width - side) // 2, top + at, rows[at * side : (at + 1) * side], Paint(ink, ground))

    def _text(self, piece: Piece, x: int, y: int, room: int) -> None:
        ink = self._colours["ink"]
        paint = Paint(ink, self._colour(piece.owner), bold=True)
        if piece.owner is None:
            self.cells.put(x, y, (self._glyphs.one["corpse"] * (3 if room % 2 else 2)).center(room), paint)
            return
        shape = self._glyphs.seat(self._name(piece.owner))
        if not piece.letter:
            self.cells.put(x, y, f" {shape} "[-room:] if room <= SMALL else shape.center(room), paint)
            return
        if not self._vassal(piece):
            text = {2: piece.letter + shape, 3: f"{piece.letter} {shape}"}.get(
                room, f"{piece.letter} {shape}".center(room)
            )
            if piece.spot == self.marks.selected and self.frame.size.width <= SMALL:
                paint = Paint(paint.ground, ink, bold=True)
            self.cells.put(x, y, text[:room], paint)
            if self.frame.size.width < SMALL:
                paint = paint._replace(ground=shade(paint.ground, ink))
                turned = Paint(self._colour(piece.owner), self._colours["last"], bold=True)
                self.cells.put(x + 1, y, shape, turned if piece.spot in self.marks.last else paint)
            return
        lord = Paint(ink, self._colour(piece.commander), bold=True)
        self.cells.put(x, y, f"{piece.letter}{shape} "[:room], paint)
        if room > 2:  # noqa: PLR2004 - the second shape needs a third column
            mark = self._glyphs.seat(self._name(piece.commander))
            text = self._glyphs.one["vassal"] + mark if room > SMALL else mark
            self.cells.put(x + room - len(text), y, text, lord)
        elif self.frame.size.width <= SMALL:
            self.cells.put(x, y, piece.letter, lord)

    def _edges(self, spot: str, x: int, y: int, ground: str) -> None:
        """Draw the marks that stand at the two edges of a cell: cursor, choice, target on a piece, last move."""
        marks, pair = self.marks, self._glyphs.pair
        width, height = self.frame.size
        line = y + (height - 1) // 2
        taken = spot in self._pieces
        label = marks.jumps.get(spot, "") if taken else ""
        prey = taken and (spot in marks.targets or spot in marks.reach)
        if label:
            self.cells.put(x, line, label, Paint(self._colours["ink"], self._colours["cursor"], bold=True))
            return
        if spot == marks.cursor:
            self._bracket(spot, x, line, pair["cursor"], "kill" if prey else "cursor")
        elif spot == marks.selected:
            self._bracket(spot, x, line, pair["cursor"], "cursor")
        elif spot in marks.staged:
            self._bracket(spot, x, line, pair["staged"], "cursor")
        elif prey:
            self._bracket(spot, x, line, pair["kill"], "kill")
        elif spot in self.trailed and taken and self._is_stone(self._pieces[spot]):
            mark = self._glyphs.one["reach"]
            self._bracket(spot, x, line, (mark, mark), "cursor")
        elif spot in marks.trail:
            self._foot(spot, x, line)
        elif spot in marks.last and taken and width >= SMALL:
            self.cells.put(x + width - 1, line, self._glyphs.one["last"], Paint(self._colours["cursor"], ground))

    def _foot(self, spot: str, x: int, line: int) -> None:
        """Write the number of a move: at the right edge of a piece or sign, in the middle of an empty cell.

        On the smallest tile it stands for the shape, which is that of the seat that moved, or for half a corpse.
        """
        width, found, piece = self.frame.size.width, self._number(spot), self._pieces.get(spot)
        if found is None:
            return
        if piece is not None and width < SMALL and piece.owner not in {None, self.marks.trail[spot][1]}:
            return
        signed = spot in self._pieces or spot in self.marks.targets | self.marks.reach | self.marks.jumps.keys()
        self.cells.put(x + (width - 1 if signed or self._roles[spot] is Role.POWER else width // 2), line, *found)

    def _bracket(self, spot: str, x: int, line: int, pair: tuple[str, str], ink: str) -> None:
        """Write a pair of marks around a cell. A small cell gives up its gap, the smallest one the shape."""
        width = self.frame.size.width
        ground = self._ground(spot)
        paint = Paint(self._colours[ink], ground, bold=True)
        cursor = spot == self.marks.cursor
        if width > SMALL:
            self.cells.put(x, line, pair[0], paint)
            self.cells.put(x + width - 1, line, pair[1], paint)
        elif spot not in self._pieces:
            loud = Paint(self._colours["pointed"], ground, bold=True) if cursor else paint
            if width == SMALL or spot not in self.marks.targets:
                self.cells.put(x, line, pair[0], loud)
            self.cells.put(x + width - 1, line, pair[1], loud)
        elif width == SMALL:
            loud = Paint(self._colours["pointed"] if cursor else self._colours[ink], ground, bold=True)
            if self._is_stone(self._pieces[spot]):
                self.cells.put(x, line, pair[0], loud)
            self.cells.put(x + 2, line, pair[1], loud)
        elif not cursor and (ink == "kill" or spot in self.marks.staged):
            loud = Paint(self._colours["ink"], self._colours["kill"], bold=True) if ink == "kill" else paint
            self.cells.put(x + 1, line, pair[1], loud)
        elif cursor:
            text = self._pieces[spot]
            shape = self._glyphs.one["corpse"] if text.owner is None else self._glyphs.seat(self._name(text.owner))
            letter = text.letter if text.owner is not None else shape
            self.cells.put(x, line, letter + shape, Paint(self._colours["pointed"], ground, bold=True))

    def _vassal(self, piece: Piece) -> bool:
        return piece.commander is not None and piece.commander != piece.owner

    def _last_colour(self, piece: Piece) -> str:
        """Give the colour of a tile's right edge. On a vassal's tile with both shapes it is the lord's."""
        wide = self.frame.size.width > SMALL + 1
        return self._colour(piece.commander if self._vassal(piece) and wide else piece.owner)


def shade(colour: str, towards: str, part: float = 0.18) -> str:
    """Give `colour` moved a part of the way towards another; the two halves of the smallest tile tell apart so.

    >>> shade("#ffffff", "#000000"), shade("#000000", "#ffffff", 0.5)
    ('#d1d1d1', '#808080')
    """
    parts = [(int(colour[at : at + 2], 16), int(towards[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in parts)


GHOSTLY, FADED = 0.6, 0.7
"""How far the ground of a ghost and of the stone on it fade towards what surrounds them."""
