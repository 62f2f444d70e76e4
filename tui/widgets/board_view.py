"""The board: one widget over one cell buffer. It shows a scene with its marks and reports what is pointed at."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.message import Message

from core.fault import sentence
from core.scene import Layout
from tui.i18n.translation import tr
from tui.settings.keymap import BOARD, bindings
from tui.widgets.board_pane import BoardPane
from tui.widgets.drawing.board_cursor import cycle_target, label_targets, nearest, step_target

NO_TOWN = sentence("There is no town: click on its sign or on its name.")
"""Said of a click on open land or sea while something is chosen: a map does not show where its cells end."""


class BoardView(BoardPane, can_focus=True):
    """A scene as large as it fits, centred. Keys move a cursor; Enter or a click points at a spot."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(BOARD)

    class Pointed(Message):
        """The person chose `spot` by key or mouse."""

        def __init__(self, spot: str, *, clicked: bool = False) -> None:
            """Say which spot, and whether by mouse."""
            self.spot = spot
            self.clicked = clicked
            super().__init__()

    class Back(Message):
        """The person takes the last choice back."""

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
            self.post_message(self.Pointed(spot, clicked=True))
        elif self._pick.chosen and self._scene is not None and self._scene.layout is Layout.MAP:
            self.notify(tr(NO_TOWN), markup=False)

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
            self._remark()
        if found:
            self.move_to(found[0])
            self.post_message(self.Pointed(found[0], clicked=True))

    def action_step(self, direction: str) -> None:
        """Move the cursor one cell in a direction; up and down go straight if a layout has no such neighbour."""
        if self._plan is None or self._cursor is None or self._scene is None:
            return
        if self._scene.layout is Layout.MAP and self._picture is not None:
            there = nearest(self._picture.frame.corners, self._cursor, direction)
            if there is not None:
                self.move_to(there)
            return
        straight = direction in ("n", "s")
        keep = self._column if straight and self._column is not None else self._plan.places[self._cursor][0]
        spot = step_target(self._plan, self._scene.compass, self._cursor, direction, keep)
        if spot is not None:
            self.move_to(spot)
            self._column = keep if straight else None
            self._follow()

    def action_cycle(self, step: int) -> None:
        """Go to the next or previous target in reading order; where advice is shown, first to its next spot."""
        if self._plan is None or self._cursor is None:
            return
        advised = self._pick.advised
        if advised in self._plan.places and advised != self._led:
            spot = self._led = advised
        else:
            spot = cycle_target(self._plan, self._pick.targets, self._cursor, step)
        if spot is not None:
            self._column = None
            self.move_to(spot)
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
        self._jumps, self._typed = label_targets(self._plan, self._pick.targets), ""
        self._remark()

    def _unjump(self) -> None:
        self._jumps, self._typed = {}, ""
        self._remark()
