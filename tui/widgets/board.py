"""The board: one widget over one cell buffer. It shows a scene with its marks and says what was pointed at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from string import ascii_lowercase
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from core.scene import Layout, Scene
from tui.keymap import BOARD, bindings
from tui.picking import Pick
from tui.theme import Glyphs, glyphs, look
from tui.widgets.cells import Paint
from tui.widgets.sprites import Frame, Marks, Picture, Plan, fit, plan, reading_order


@lru_cache(maxsize=4096)
def style(paint: Paint) -> Style:
    """Give the terminal style of a paint."""
    return Style(color=paint.ink, bgcolor=paint.ground, bold=paint.bold)


@lru_cache(maxsize=1024)
def blank(ground: str) -> Style:
    """Give the style of blanks: no ink, which keeps what is sent small."""
    return Style(bgcolor=ground)


BANDS = 12
"""How many upright bands a board is painted in: of a row that changes, only the bands concerned are sent again."""


class Band(Widget, can_focus=False):
    """One upright band of a board: a window on the board's rows, so that a small change stays a small output."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "Band { width: 1fr; height: 1fr; }"

    def __init__(self, board: BoardView) -> None:
        """Show a part of `board`."""
        super().__init__()
        self._board = board

    @property
    def left(self) -> int:
        """The board's column this band begins at."""
        return self.region.x - self._board.content_region.x

    def render_line(self, y: int) -> Strip:
        """Give the band's part of row `y` of the board."""
        left = self.left
        return self._board.row(y).crop(left, left + self.size.width)


class BoardView(Widget, can_focus=True):
    """A scene as large as it fits, centred; keys move a cursor, Enter or a click points at a spot."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = bindings(BOARD)
    DEFAULT_CSS = "BoardView { width: 1fr; height: 1fr; layout: horizontal; }"

    class Pointed(Message):
        """Somebody chose `spot` by key or mouse."""

        def __init__(self, spot: str) -> None:
            """Say which spot."""
            self.spot = spot
            super().__init__()

    class Back(Message):
        """Somebody takes the last choice back."""

    def __init__(
        self,
        *,
        glyph_set: str = "unicode",
        stepped: Callable[[], None] | None = None,
        id: str | None = None,  # noqa: A002 - Textual's own name
    ) -> None:
        """Start with nothing to show, written with the glyphs of `glyph_set`.

        `stepped` is called when the cursor has moved, at once, so that what it changes is painted in the same frame.
        """
        super().__init__(id=id)
        self._stepped = stepped
        self._glyphs: Glyphs = glyphs(glyph_set)
        self._scene: Scene | None = None
        self._game = ""
        self._plan: Plan | None = None
        self._picture: Picture | None = None
        self._pick = Pick()
        self._jumps: Mapping[str, str] = {}
        self._typed = ""
        self._cursor: str | None = None
        self._column: int | None = None
        self._turns = 0
        self._corner = Offset(0, 0)
        self._rows: dict[int, Strip] = {}

    def compose(self) -> ComposeResult:
        """Lay the bands side by side."""
        for _ in range(BANDS):
            yield Band(self)

    # what is shown

    @property
    def cursor(self) -> str | None:
        """The spot the cursor stands on."""
        return self._cursor

    @property
    def turns(self) -> int:
        """By how many quarter turns the board is turned."""
        return self._turns

    @property
    def picture(self) -> Picture | None:
        """The picture shown, None before the first scene or without room."""
        return self._picture

    def show(self, scene: Scene, pick: Pick | None = None, game: str = "") -> None:
        """Show a scene and the marks of a choice; only what differs is painted again."""
        same = self._scene is not None and self._scene.cells == scene.cells and self._game == game
        self._scene, self._game = scene, game
        self._pick = pick or Pick()
        if not same:
            self._plan = None
            if self._cursor not in {cell.spot for cell in scene.cells}:
                self._cursor = _middle(scene)
            self._build()
        elif self._picture is not None:
            self._repaint(self._picture.put(scene) | self._picture.mark(self._marks()))

    def mark(self, pick: Pick) -> None:
        """Show the marks of another choice on the same scene."""
        self._pick = pick
        self._remark()

    def move_to(self, spot: str) -> None:
        """Put the cursor on a spot."""
        if self._picture is None or spot not in self._picture.frame.corners or spot == self._cursor:
            return
        self._cursor = spot
        self._remark()
        self._place_hardware_cursor()
        if self._stepped is not None:
            self._stepped()

    def turn(self) -> None:
        """Turn the board: a quarter for squares, half a turn for hexagons."""
        self._turns = (self._turns + 1) % (4 if self._scene and self._scene.layout is Layout.SQUARE else 2)
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

    # drawing

    def _marks(self) -> Marks:
        pick = self._pick
        chosen = pick.chosen
        return Marks(
            cursor=self._cursor if self.has_focus else None,
            selected=chosen[0] if chosen else None,
            staged=frozenset(chosen[1:]),
            targets=frozenset(pick.targets if pick.dots and chosen else ()),
            reach=frozenset(pick.reach),
            last=frozenset(pick.last),
            jumps=self._jumps,
        )

    def _remark(self) -> None:
        if self._picture is not None:
            self._repaint(self._picture.mark(self._marks()))

    def _repaint(self, spots: Iterable[str]) -> None:
        for spot in spots:
            region = self.region_of(spot)
            for y in region.line_range:
                self._rows.pop(y, None)
            for band in self.query_children(Band):
                part = region.translate(Offset(-band.left, 0)).intersection(band.size.region)
                if part:
                    band.refresh(part)

    def _paint_all(self) -> None:
        self._rows.clear()
        for band in self.query_children(Band):
            band.refresh()

    def _build(self) -> None:
        """Draw the scene anew at the size there is."""
        if self._scene is None or not self.size.area:
            return
        self._plan = self._plan or plan(self._scene, self._turns)
        theme = look(self.app.theme)
        frame = fit(self._plan, self._scene.layout, self.size.width, self.size.height)
        self._picture = Picture(self._scene, frame, theme.for_game(self._game), theme, self._glyphs)
        self._picture.mark(self._marks())
        self._place(frame)
        self._paint_all()

    def _place(self, frame: Frame) -> None:
        """Centre the picture; one that is larger than the widget follows the cursor."""
        free = self.size - Size(frame.width, frame.height)
        x = y = 0
        if self._cursor in frame.corners:
            x, y = frame.corners[self._cursor]
        over = Offset(
            free.width // 2 if free.width else -min(max(0, x - self.size.width // 2), frame.width - self.size.width),
            free.height // 2
            if free.height
            else -min(max(0, y - self.size.height // 2), frame.height - self.size.height),
        )
        if over != self._corner:
            self._corner = over
            self._paint_all()
        self._place_hardware_cursor()

    def _place_hardware_cursor(self) -> None:
        """Let the terminal's own cursor stand at the board's: a braille display follows it."""
        if self.has_focus and self._cursor is not None and self._picture is not None:
            at = self.region_of(self._cursor).offset
            self.app.cursor_position = self.content_region.offset + at

    def row(self, y: int) -> Strip:
        """Give row `y` of the board over its whole width."""
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

    # events

    def on_mount(self) -> None:
        """Listen for another theme."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self._build())

    def on_resize(self) -> None:
        """Choose the size again."""
        self._build()

    def on_focus(self) -> None:
        """Show the cursor."""
        self._remark()
        self._place_hardware_cursor()

    def on_blur(self) -> None:
        """Hide the cursor and forget half a jump."""
        self._jumps, self._typed = {}, ""
        self._remark()

    def on_click(self, event: events.Click) -> None:
        """Point with the left button, step back with the right one."""
        event.stop()
        self._unjump()
        if event.button == 3:  # noqa: PLR2004 - the right button
            self.post_message(self.Back())
            return
        at = event.screen_offset - self.content_region.offset
        spot = self.spot_at(at.x, at.y)
        if spot is not None:
            self.move_to(spot)
            self.post_message(self.Pointed(spot))

    def on_key(self, event: events.Key) -> None:
        """Take the letters of a jump while its labels are shown."""
        if not self._jumps:
            return
        event.stop()
        event.prevent_default()
        typed = self._typed + (event.character or "")
        found = [spot for spot, label in self._jumps.items() if label == typed]
        if found or not typed or not any(label.startswith(typed) for label in self._jumps.values()):
            self._unjump()
        else:
            self._typed = typed
        if found:
            self.move_to(found[0])
            self.post_message(self.Pointed(found[0]))

    # actions

    def action_step(self, direction: str) -> None:
        """Move the cursor one cell by compass; `n` and `s` go row by row where a layout has no such neighbour."""
        if self._plan is None or self._cursor is None or self._scene is None:
            return
        straight = direction in ("n", "s")
        x, y = self._plan.places[self._cursor]
        if not straight or self._column is None:
            self._column = x
        down = {"n": -1, "s": 1}.get(direction[0], 0)
        row = [(spot, column) for spot, (column, line) in self._plan.places.items() if line == y + down]
        if straight:
            wanted = [(abs(column - self._column), column, spot) for spot, column in row]
        else:
            side = 1 if direction.endswith("e") else -1
            stride = dict(self._scene.compass).get(direction, (2, 0))[0] if down else 2
            wanted = [(0, column, spot) for spot, column in row if column == x + side * abs(stride)]
        if wanted:
            keep = self._column
            spot = min(wanted)[2]
            self.move_to(spot)
            self._column = keep if straight else self._plan.places[spot][0]
            self._follow()

    def action_cycle(self, step: int) -> None:
        """Go to the next or previous target in reading order."""
        if self._plan is None:
            return
        spots = reading_order(self._pick.targets, self._plan.places)
        if not spots:
            return
        here = self._plan.places.get(self._cursor or "", (0, -1))[::-1]
        if self._cursor in spots:
            at = (spots.index(self._cursor) + step) % len(spots)
        else:
            ahead = [i for i, spot in enumerate(spots) if self._plan.places[spot][::-1] > here]
            at = (ahead[0] if ahead else 0) if step > 0 else ((ahead[0] if ahead else 0) - 1) % len(spots)
        self._column = None
        self.move_to(spots[at])
        self._follow()

    def action_point(self) -> None:
        """Point at the spot under the cursor."""
        if self._cursor is not None:
            self.post_message(self.Pointed(self._cursor))

    def action_back(self) -> None:
        """Take the last choice back."""
        self.post_message(self.Back())

    def action_jump(self) -> None:
        """Label the targets with letters to press."""
        if self._plan is None:
            return
        spots = reading_order(self._pick.targets, self._plan.places)
        single = len(spots) <= len(ascii_lowercase)
        labels = list(ascii_lowercase) if single else [a + b for a in ascii_lowercase for b in ascii_lowercase]
        self._jumps, self._typed = dict(zip(spots, labels, strict=False)), ""
        self._remark()

    def _unjump(self) -> None:
        self._jumps, self._typed = {}, ""
        self._remark()

    def _follow(self) -> None:
        if self._picture is not None and (self._corner.x < 0 or self._corner.y < 0):
            self._place(self._picture.frame)


def _middle(scene: Scene) -> str | None:
    """Give the spot nearest to the middle of a scene."""
    x, y = scene.columns / 2 - 1, (scene.rows - 1) / 2
    cells = sorted(scene.cells, key=lambda cell: abs(cell.x - x) / 2 + abs(cell.y - y))
    return cells[0].spot if cells else None
