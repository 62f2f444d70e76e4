"""A scene drawn as large as it fits, repainted only where it changes.

If the board is larger than its room, a window shows a part of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Offset, Region, Size
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from core.scene import Layout, Scene
from tui.settings.theme import Glyphs, glyphs, look
from tui.table.move_entry import EntryChoice
from tui.widgets.drawing.board_frame import Frame, Plan, plan, ways
from tui.widgets.drawing.layout_choice import draw_scene, fitted_frame
from tui.widgets.drawing.map_picture import map_marks
from tui.widgets.drawing.ring_picture import ASPECT
from tui.widgets.drawing.scene_drawing import Block, Drawing, Marks
from tui.widgets.text_style import blank, style

MARGIN = 2
"""Columns that stay visible beside the cursor."""


def corner(room: Size, frame: Frame, spot: str | None) -> Offset:
    """Give where a picture begins: centred in its room, or so that a spot is visible."""
    x, y = frame.corners.get(spot or "", (0, 0))
    return Offset(_start(room.width, frame.width, x), _start(room.height, frame.height, y))


def leaves(room: Size, frame: Frame, cell: Region) -> bool:
    """Tell whether a cell is out of sight, or nearly, in a picture that is too large for its room."""
    if frame.width <= room.width and frame.height <= room.height:
        return False
    near = cell.grow((0, MARGIN, 0, MARGIN))
    return near.intersection(room.region) != near


def _start(room: int, length: int, at: int) -> int:
    """Give where a picture of a length begins in a room: in its middle, or so that what is `at` can be seen.

    >>> _start(10, 6, 0), _start(10, 30, 2), _start(10, 30, 15), _start(10, 30, 29)
    (2, 0, -10, -20)
    """
    return (room - length) // 2 if room > length else -min(max(0, at - room // 2), length - room)


REST = 0.35
"""Seconds after which an unmoved cursor is at rest."""


class BoardPane(Widget):
    """A scene with its marks, centred."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "BoardPane { width: 1fr; height: 1fr; }"

    def __init__(
        self,
        *,
        glyph_set: str = "unicode",
        stepped: Callable[[], None] | None = None,
        reach: Callable[[str], Iterable[str]] | None = None,
        scene_for: Callable[[Size], Scene | None] | None = None,
        id: str | None = None,  # noqa: A002 - Textual's own name
    ) -> None:
        """Start with nothing to show, written with the glyphs of `glyph_set`.

        `stepped` is called at once when the cursor has moved, so that its effects are painted in the same frame.
        `reach` says where the piece on a spot could go. `scene_for` gives the scene as it suits a room, which is known
        only once there is one.
        """
        super().__init__(id=id)
        self._scene_for = scene_for
        self._reach = reach
        self._rested: frozenset[str] = frozenset()
        self._stepped = stepped
        self._glyphs: Glyphs = glyphs(glyph_set)
        self._scene: Scene | None = None
        self._game = ""
        self._plan: Plan | None = None
        self._picture: Drawing | None = None
        self._pick = EntryChoice()
        self._jumps: Mapping[str, str] = {}
        self._typed = ""
        self._cursor: str | None = None
        self._sought = ""
        self._led: str | None = None
        self._column: int | None = None
        self._turns = 0
        self._zoom = 0
        self._corner = Offset(0, 0)
        self._room = Size(0, 0)
        self._rows: dict[int, Strip] = {}
        self._resting: Timer | None = None

    @property
    def cursor(self) -> str | None:
        """The spot the cursor stands on."""
        return self._cursor

    @property
    def turns(self) -> int:
        """How many steps the board is rotated."""
        return self._turns

    @property
    def picture(self) -> Drawing | None:
        """The picture shown, None before the first scene or without room."""
        return self._picture

    def show(self, scene: Scene, pick: EntryChoice | None = None, game: str = "") -> None:
        """Show a scene and the marks of a choice. Only what differs is repainted."""
        old = self._scene
        same = old is not None and (old.layout, old.cells, self._game) == (scene.layout, scene.cells, game)
        self._scene, self._game = scene, game
        self._take(pick or EntryChoice())
        if not same:
            self._plan = None
            if self._cursor not in {cell.spot for cell in scene.cells}:
                self._cursor = _middle(scene)
            self._build()
        elif self._picture is not None:
            self._repaint(self._picture.put(scene) | self._picture.mark(self._marks()))

    def mark(self, pick: EntryChoice) -> None:
        """Show the marks of another choice on the same scene."""
        self._take(pick)
        self._remark()

    def _take(self, pick: EntryChoice) -> None:
        """Mark this choice from now on; the advice of another one has not been followed by the cursor."""
        self._pick = pick
        self._led = self._led if self._led == pick.advised else None

    def move_to(self, spot: str) -> None:
        """Put the cursor on a spot."""
        if self._picture is None or spot not in self._picture.frame.corners or spot == self._cursor:
            return
        self._cursor, self._sought = spot, ""
        self._remark()
        self._follow()
        self._place_hardware_cursor()
        if self._stepped is not None:
            self._stepped()

    def reveal(self, spot: str) -> None:
        """Show a spot, at any size: where it lies beyond the edge of the widget, the cursor goes there."""
        self._sought = spot
        self._build()

    def enlarge(self) -> None:
        """Draw the board a step larger; after the largest size, as large as fits again."""
        self._zoom += 1
        before = self._picture.frame if self._picture is not None else None
        self._build()
        frame = self._picture.frame if self._picture is not None else None
        if before is not None and frame is not None and (frame.width, frame.height) == (before.width, before.height):
            self._zoom = 0
            self._build()

    def turn(self) -> None:
        """Rotate the board by a step."""
        self._turns = (self._turns + 1) % (ways(self._scene) if self._scene else 1)
        self._plan = None
        self._build()

    def spot_at(self, x: int, y: int) -> str | None:
        """Give the spot under a cell of this widget."""
        picture = self._picture
        column, row = x - self._corner.x, y - self._corner.y
        if picture is None or not (0 <= row < picture.frame.height and 0 <= column < picture.frame.width):
            return None
        return picture.hit[row][column]

    def region_of(self, spot: str) -> Region:
        """Give the cells of this widget that show a spot."""
        if self._picture is None:
            return Region()
        x, y = self._picture.frame.corners[spot]
        return Region(x + self._corner.x, y + self._corner.y, *self._picture.frame.size)

    def _marks(self) -> Marks:
        pick = self._pick
        chosen, dots = pick.chosen, pick.dots and bool(pick.chosen)
        trail = {spot: (number, seat) for spot, number, seat in pick.trail}
        if self._scene is not None and self._scene.layout is Layout.MAP:
            return replace(
                map_marks(pick, self._scene),
                cursor=self._cursor if self.has_focus else None,
                jumps=self._labels,
                trail=trail,
            )
        return Marks(
            cursor=self._cursor if self.has_focus else None,
            selected=chosen[0] if chosen else None,
            staged=frozenset((*chosen[1:], *pick.ahead, *pick.hinted)),
            targets=frozenset((*(pick.targets if dots else ()), *pick.struck)),
            reach=frozenset(pick.reach) or (frozenset() if chosen or pick.hinted else self._rested),
            last=frozenset(pick.last),
            jumps=self._labels,
            trail=trail,
        )

    @property
    def _labels(self) -> Mapping[str, str]:
        """The labels of a jump that still match the typed letters, without these."""
        typed = self._typed
        return {spot: label[len(typed) :] for spot, label in self._jumps.items() if label.startswith(typed)}

    def _remark(self) -> None:
        if self._picture is not None:
            self._repaint(self._picture.mark(self._marks()))

    def _repaint(self, spots: Iterable[str]) -> None:
        if self._picture is not None:
            self._refresh(block for spot in spots for block in self._picture.blocks(spot))
            self._rest_soon()

    def _refresh(self, blocks: Iterable[Block]) -> None:
        here = self.size.region
        shown = [Region(*block).translate(self._corner).intersection(here) for block in blocks]
        regions = [region for region in shown if region]
        for y in {y for region in regions for y in region.line_range}:
            self._rows.pop(y, None)
        if regions:
            self.refresh(*regions)

    def _rest_soon(self) -> None:
        if self._scene is not None and (self._scene.trails or self._scene.layout is Layout.MAP):
            if self._resting is not None:
                self._resting.stop()
            self._resting = self.set_timer(REST, self.rest)

    def rest(self) -> None:
        """Show the trails through the spot under the resting cursor, and its piece's reach: too slow for each step."""
        if self._picture is not None and self._scene is not None:
            trailing = self._trailing
            self._refresh(self._picture.follow(*trailing))
            if self._reach is not None and self._scene.trails:
                self._rested = frozenset(self._reach(trailing[0]) if trailing else ())
                spots = self._picture.mark(self._marks())
                self._refresh(block for spot in spots for block in self._picture.blocks(spot))

    @property
    def _trailing(self) -> tuple[str, ...]:
        return (self._cursor,) if self._cursor and self.has_focus and self._pick.dots else ()

    def _paint_all(self) -> None:
        self._rows.clear()
        self.refresh()

    def _build(self) -> None:
        """Draw the scene again at the current size."""
        self._draw()
        self._place_hardware_cursor()
        self._paint_all()

    def _draw(self) -> None:
        """Draw the scene again, to be painted when next requested."""
        known, self._room = self._room, self.size
        if self._scene is None or not self.size.area:
            return
        if known != self.size and self._scene_for is not None:
            self._suit(self._scene_for(self.size))
        self._plan = self._plan or plan(self._scene, self._turns)
        theme = look(self.app.theme)
        frame = fitted_frame(
            self._scene, self._plan, self.size.width, self.size.height, self._zoom, aspect=self._aspect
        )
        self._picture = draw_scene(self._scene, frame, theme.for_game(self._game), theme, self._glyphs)
        self._picture.mark(self._marks())
        self._picture.follow(*self._trailing)
        self._corner = corner(self.size, frame, self._cursor)
        self._seek(self._picture)
        self._rows.clear()

    def _suit(self, scene: Scene | None) -> None:
        """Take the scene in the way of drawing that suits a room that has just become known."""
        if scene is not None and self._scene is not None and scene.layout is not self._scene.layout:
            self._scene, self._plan = scene, None

    def _seek(self, picture: Drawing) -> None:
        """Put the cursor on the spot to be revealed if that is not in view."""
        spot = self._sought
        if spot in picture.frame.corners and not self.size.region.contains_region(self.region_of(spot)):
            self._cursor = spot
            picture.mark(self._marks())
            self._corner = corner(self.size, picture.frame, spot)

    @property
    def _aspect(self) -> float:
        """The width of a character cell by its height, if the app knows it."""
        return float(getattr(self.app, "cell_aspect", ASPECT))

    def _place(self, frame: Frame) -> None:
        """Centre the picture. If it is larger than the widget, show the part with the cursor."""
        over = corner(self.size, frame, self._cursor)
        if over != self._corner:
            self._corner = over
            self._paint_all()
        self._place_hardware_cursor()

    def _place_hardware_cursor(self) -> None:
        """Put the terminal's own cursor at the board's: a braille display follows it."""
        if self.has_focus and self._cursor is not None and self._picture is not None:
            at = self.region_of(self._cursor).offset
            self.app.cursor_position = self.content_region.offset + at

    def render_line(self, y: int) -> Strip:
        """Give row `y` of a board that fits the current size, however new that is."""
        if self._room != self.size:
            self._draw()
        if y not in self._rows:
            self._rows[y] = self._row(y)
        return self._rows[y]

    def _row(self, y: int) -> Strip:
        width = self.size.width
        background = Style(bgcolor=look(self.app.theme).interface["background"])
        row, left = y - self._corner.y, self._corner.x
        if self._picture is None or not 0 <= row < self._picture.frame.height:
            return Strip([Segment(" " * width, background)], width)
        segments = [
            Segment(text, blank(paint.ground) if text.isspace() else style(paint))
            for text, paint in self._picture.cells.runs(row)
        ]
        strip = Strip(segments, self._picture.frame.width)
        if left < 0:
            return strip.crop(-left, width - left).adjust_cell_length(width, background)
        return Strip([Segment(" " * left, background), *strip], left + strip.cell_length).adjust_cell_length(
            width, background
        )

    def _follow(self) -> None:
        """Scroll a picture that is larger than the widget before the cursor leaves it."""
        if self._picture is None or self._cursor is None:
            return
        if leaves(self.size, self._picture.frame, self.region_of(self._cursor)):
            self._place(self._picture.frame)

    def on_mount(self) -> None:
        """Listen for a change of theme."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self._build())

    def on_resize(self) -> None:
        """Choose the size again, unless it has been painted since."""
        if self._room != self.size:
            self._build()
        self._place_hardware_cursor()


def _middle(scene: Scene) -> str | None:
    """Give the spot nearest to the middle of a scene."""
    x, y = scene.columns / 2 - 1, (scene.rows - 1) / 2
    cells = sorted(scene.cells, key=lambda cell: abs(cell.x - x) / 2 + abs(cell.y - y))
    return cells[0].spot if cells else None
