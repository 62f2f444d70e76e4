"""The picture of a map: land and sea, coasts, roads and routes, towns with their names, pieces, fights and marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from core.scene import Atlas, Piece, Scene, Site, Way
from tui.i18n.local_letters import lettered
from tui.settings.theme import Glyphs, Look
from tui.table.move_entry import EntryChoice
from tui.widgets.drawing.cells import Cells, Paint
from tui.widgets.drawing.map_frame import MapFrame
from tui.widgets.drawing.map_labels import Cell
from tui.widgets.drawing.map_relief import patterns, slope
from tui.widgets.drawing.scene_drawing import Block, Drawing, Marks, runs

PLAIN = {Way.COAST: ".", Way.ROUTE: "'"}
"""The signs of lines if there is no Braille; roads are drawn by their slope."""

INKS = {Way.COAST: "coast", Way.ROUTE: "route", Way.ROAD: "road", Way.STRAIT: "road"}
"""The colour of each kind of line."""

VERSUS = "x"
"""What stands between the two shapes of a fight."""


class MapPicture(Drawing):
    """A map. What never changes is drawn once for a size, a language and a theme; the spots are drawn over it."""

    frame: MapFrame

    def __init__(self, scene: Scene, frame: MapFrame, colours: Mapping[str, str], look: Look, glyphs: Glyphs) -> None:
        """Draw `scene`, which has an atlas, without marks into a buffer of the size of `frame`."""
        self._lit: Mapping[Cell, str] = {}
        self._streaks: Mapping[str, tuple[Block, ...]] = {}
        self._plain = glyphs.name == "ascii"
        self._sides = _sides(scene)
        super().__init__(scene, frame, colours, look, glyphs)

    def _prepare(self) -> None:
        atlas, seats = self.scene.atlas, self._look.seats
        self._towns = {town.spot: town for town in atlas.towns} if atlas else {}
        if atlas:
            tones = tuple(sorted((*self._colours.items(), *((f"seat {name}", tone) for name, tone in seats.items()))))
            signs = (self._glyphs.one["point"], self._glyphs.one["capital"])
            self._ground = ground(atlas, self.frame, tones, signs, plain=self._plain)
            self.cells = self._ground.copy()
        self.hit = [list(row) for row in self.frame.hit]

    def mark(self, marks: Marks) -> frozenset[str]:
        """Show other marks. The ways from the selected spot to its targets stand out."""
        changed = marks.changed(self.marks) & self.frame.corners.keys()
        self.marks = marks
        self._light(changed)
        self._draw_all(changed if not self._streaks else self.frame.corners)
        return changed

    def follow(self, *spots: str) -> tuple[Block, ...]:
        """Highlight the ways from the town under the resting cursor; give the blocks drawn again."""
        if spots == self._followed:
            return ()
        self._followed = spots
        changed = self._relit()
        self._draw_all(self.frame.corners)
        return tuple(runs(changed)) if changed else ()

    def put(self, scene: Scene) -> frozenset[str]:
        """Show another state of the same map; give the spots drawn again."""
        before, self._sides = self._sides, _sides(scene)
        changed = frozenset(s for s in before.keys() | self._sides.keys() if before.get(s) != self._sides.get(s))
        return changed | super().put(scene)

    def blocks(self, spot: str) -> tuple[Block, ...]:
        """Give the character cells that show a spot: its tile with the brackets, its name, ways that have changed."""
        own = Block(*self.frame.corners[spot], *self.frame.size)
        name = self.frame.names.get(spot)
        beside = () if name is None else (Block(name.column, name.row, len(name.text), 1),)
        return (own, *beside, *self._streaks.get(spot, ()))

    def _light(self, changed: frozenset[str]) -> None:
        """Highlight the ways from the selected spot and no others."""
        cells = self._relit()
        self._streaks = {min(changed): tuple(runs(cells))} if changed and cells else {}

    def _relit(self) -> list[Cell]:
        """Find the ways to highlight: from the selection to its targets, else all from the resting cursor's town."""
        source, wanted = self.marks.selected, self.marks.targets | self.marks.reach
        if source is None and self._followed:
            source, wanted = self._followed[0], frozenset(self.frame.corners)
        ways = (
            found
            for link, found in self.frame.links.items()
            if (link.start == source and link.end in wanted) or (link.end == source and link.start in wanted)
        )
        before, self._lit = self._lit, {} if self._plain else patterns(dot for found in ways for dot in found)
        cells = [cell for cell in before.keys() | self._lit.keys() if before.get(cell) != self._lit.get(cell)]
        for x, y in cells:
            self._restore(x, y, 1)
        return cells

    def _restore(self, x: int, y: int, width: int) -> None:
        """Draw what lies under the towns."""
        self.cells.restore(self._ground, x, y, width)
        for column in range(x, x + width):
            if (column, y) in self._lit and (column, y) not in self.frame.taken and 0 <= column < self.cells.width:
                paint = Paint(self._colours["cursor"], self.cells.ground(column, y))
                self.cells.put(column, y, self._lit[column, y], paint)

    def _draw(self, spot: str) -> None:
        for block in self.blocks(spot)[:2]:
            self._restore(block.x, block.y, block.width)
        left, y = self.frame.corners[spot]
        self._name_of(spot)
        if spot in self._sides:
            self._fight(spot, left + 1, y)
        elif spot in self._pieces:
            self._tile(self._pieces[spot], left + 1, y)
        else:
            self._town(spot, left + 1 + self.frame.tile // 3, y)
        self._edges(spot, left, y)

    def _name_of(self, spot: str) -> None:
        """Write a name again if a mark highlights it."""
        name, ink = self.frame.names.get(spot), self._loud(spot)
        if name is not None and ink:
            for at, letter in enumerate(name.text):
                x = name.column + at
                self.cells.put(
                    x, name.row, letter, Paint(self._colours[ink], self._ground.ground(x, name.row), bold=True)
                )

    def _loud(self, spot: str) -> str:
        """Give the colour of the mark on a spot, empty if there is none."""
        marks = self.marks
        if spot in {marks.cursor, marks.selected} or spot in marks.staged - marks.left:
            return "cursor"
        if spot in marks.targets:
            return "kill" if spot in self._pieces.keys() - marks.left else "target"
        return "reach" if spot in marks.reach else ""

    def _town(self, spot: str, x: int, y: int) -> None:
        """Draw the sign of an empty town if a mark changes it: a jump label, a target, a reach, the last move.

        A reach is as large as a target: the smaller dot of other boards would be lost among the lines of a map.
        """
        marks, one = self.marks, self._glyphs.one
        under = self._colours["last"] if spot in marks.last else self._ground.ground(x, y)
        sign = one["capital" if self._towns[spot].site is Site.CAPITAL else "point"]
        if spot in marks.jumps:
            self.cells.put(x, y, marks.jumps[spot], Paint(self._colours["ink"], self._colours["cursor"], bold=True))
        elif spot in marks.targets:
            self.cells.put(x, y, one["target"], Paint(self._colours["target"], under, bold=True))
        elif spot in marks.reach:
            self.cells.put(x, y, one["target"], Paint(self._colours["reach"], under, bold=True))
        elif (number := self._number(spot)) is not None:
            self.cells.put(x, y, *number)
        elif spot in marks.last:
            self.cells.put(x, y, sign, Paint(self._look.seat(self._towns[spot].colour), under, bold=True))

    def _tile(self, piece: Piece, x: int, y: int) -> None:
        """Draw a piece: shape and letter, and its number if there is room."""
        text = (self._shape_of(piece) + lettered(piece.letter))[: self.frame.tile].ljust(self.frame.tile)
        self.cells.put(x, y, text, Paint(self._colours["ink"], self._tone(piece), bold=True))
        if piece.spot in self.marks.jumps:
            label = self.marks.jumps[piece.spot]
            self.cells.put(x, y, label, Paint(self._colours["ink"], self._colours["cursor"], bold=True))

    def _fight(self, spot: str, x: int, y: int) -> None:
        """Draw the two pieces of a fight as their shapes side by side."""
        defender, attacker = self._sides[spot]
        ink = self._colours["ink"]
        self.cells.put(x, y, self._shape_of(attacker), Paint(ink, self._tone(attacker), bold=True))
        if self.frame.tile > 2:  # noqa: PLR2004 - the larger tile has room between
            self.cells.put(x + 1, y, VERSUS, Paint(self._colours["kill"], self._ground.ground(x + 1, y), bold=True))
        side = Paint(ink, self._tone(defender), bold=True)
        self.cells.put(x + self.frame.tile - 1, y, self._shape_of(defender), side)

    def _edges(self, spot: str, x: int, y: int) -> None:
        """Draw the marks at both sides of a tile: cursor, choice, an enemy in reach, a fight, the last move."""
        marks, pair = self.marks, self._glyphs.pair
        taken = spot in self._pieces
        prey = taken and spot not in marks.left and (spot in marks.targets or spot in marks.reach)
        ink = "cursor"
        if spot in {marks.cursor, marks.selected}:
            text, ink = pair["cursor"], "kill" if prey and spot == marks.cursor else "cursor"
        elif spot in marks.left:
            text, ink = (self._glyphs.one["target"],) * 2, "target"
        elif spot in marks.staged:
            text = pair["staged"]
        elif prey or spot in self._sides:
            text, ink = pair["kill"], "kill"
        elif taken and spot in marks.trail:
            self._foot(spot, x, y)
            return
        elif spot in marks.last and taken:
            text = (" ", self._glyphs.one["last"])
        else:
            return
        self._bracket(spot, x, y, text, ink)

    def _bracket(self, spot: str, x: int, y: int, pair: Sequence[str], ink: str) -> None:
        """Write a pair of marks around a tile."""
        marks, colours = self.marks, self._colours
        for column, sign in zip((x, x + 1 + self.frame.tile), pair, strict=True):
            if (column, y) in self.frame.taken:  # where all is crowded a bracket gives way to a name
                continue
            under = self._ground.ground(column, y)
            if spot == marks.selected:
                under = colours["selected"]
            elif spot in marks.staged:
                under = colours["staged"]
            elif spot in marks.last:
                under = colours["last"]
            tone = colours["ink"] if spot == marks.selected else colours[ink]
            self.cells.put(column, y, sign, Paint(tone, under, bold=True))

    def _foot(self, spot: str, x: int, y: int) -> None:
        """Write the number of a move left of a tile, so that it is not read as the piece's own, or where there is room.

        Nowhere if names stand on both sides.
        """
        column = next((at for at in (x, x + 1 + self.frame.tile) if (at, y) not in self.frame.taken), None)
        number = self._number(spot)
        if column is not None and number is not None:
            self.cells.put(column, y, *number)

    def _shape_of(self, piece: Piece) -> str:
        return self._glyphs.seat(piece.colour or self._name(piece.owner))

    def _tone(self, piece: Piece) -> str:
        return self._look.seat(piece.colour) if piece.colour else self._colour(piece.owner)


def map_marks(pick: EntryChoice, scene: Scene) -> Marks:
    """Give the marks of a choice on a map. Of two pieces that move, the one chosen last is selected.

    It may go where the other one stood: that town is a target although its piece is still drawn there.

    Before anything is chosen only empty towns are marked: those where a piece can be placed.
    """
    towns = {cell.spot for cell in scene.cells}
    chosen = [spot for spot in pick.chosen if spot in towns]
    targets = [spot for spot in pick.targets if spot in towns]
    taken = {piece.spot for piece in scene.pieces}
    shown = pick.dots and (bool(pick.chosen) or taken.isdisjoint(targets))
    at = (len(chosen) - 1) // 2 * 2
    started = frozenset(chosen[:at:2])
    return Marks(
        selected=chosen[at] if chosen else pick.inspected,
        staged=(frozenset(chosen) - {chosen[at]} if chosen else frozenset())
        | (frozenset((*pick.ahead, *pick.hinted)) & towns),
        targets=frozenset(targets if shown else ()) | (frozenset(pick.struck) & towns),
        reach=frozenset(pick.reach),
        last=frozenset(pick.last) & towns,
        left=started & frozenset(targets) if shown else frozenset(),
    )


Tones = tuple[tuple[str, str], ...]
"""The colours of a theme by name."""


@lru_cache(maxsize=8)
def ground(atlas: Atlas, frame: MapFrame, tones: Tones, signs: tuple[str, str], *, plain: bool) -> Cells:
    """Give what never changes on a map: land and sea, lines, names and the signs of towns (a town's, a capital's)."""
    colours = dict(tones)
    cells = Cells(frame.width, frame.height, Paint(colours["label"], colours["sea"]))
    for y, row in enumerate(frame.land):
        for x, land in enumerate(row):
            way, mark = frame.lines.get((x, y), (Way.COAST, " "))
            text = (PLAIN.get(way) or slope(mark)) if plain and mark != " " else mark
            cells.put(x, y, text, Paint(colours[INKS[way]], colours["land" if land else "sea"]))
    for town in atlas.towns:
        capital = town.site is Site.CAPITAL
        tone = colours[f"seat {town.colour}"]
        name = frame.names.get(town.spot)
        for x, y in name.cells() if name else ():
            paint = Paint(tone if capital else colours["label"], cells.ground(x, y), capital)
            cells.put(x, y, name.text[x - name.column] if name else "", paint)
        left, y = frame.corners[town.spot]
        x = left + 1 + frame.tile // 3
        cells.put(x, y, signs[capital], Paint(tone, cells.ground(x, y), bold=True))
    return cells


def _sides(scene: Scene) -> dict[str, tuple[Piece, Piece]]:
    """Give the two pieces of each fought town: the defender and the attacker."""
    found: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        found.setdefault(piece.spot, []).append(piece)
    return {spot: (pieces[0], pieces[1]) for spot, pieces in found.items() if len(pieces) > 1}
