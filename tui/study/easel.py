"""The easel: a position drawn into cells without a screen, for pictures and casts. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from core.scene import Layout, Scene
from tui.picking import Pick
from tui.study.telling import Retelling
from tui.theme import Glyphs, Look, glyphs, look
from tui.widgets.cells import Run
from tui.widgets.drawing import Drawing
from tui.widgets.drawn import drawn, fitted
from tui.widgets.frame import plan
from tui.widgets.map import map_marks
from tui.widgets.marks import Marks
from tui.widgets.views import suited

ROOM = (100, 36)
"""Columns and rows a picture may take; a map takes all of them."""


@dataclass(frozen=True, slots=True)
class Easel:
    """How positions are drawn: the look, the glyphs, and the room in columns and rows."""

    look: Look
    glyphs: Glyphs
    room: tuple[int, int] = ROOM

    def draw(self, told: Retelling, ply: int) -> list[list[Run]]:
        """Draw the position behind `ply` decisions with its latest action marked, as rows of runs of equal width."""
        picture = self.picture(told, ply)
        return [list(picture.cells.runs(y)) for y in range(picture.frame.height)]

    def picture(self, told: Retelling, ply: int) -> Drawing:
        """Give the drawing itself."""
        scene = told.scene(ply, self._view(told, ply))
        frame = fitted(scene, plan(scene, 0), *self.room)
        picture = drawn(scene, frame, self.look.for_game(told.view.game), self.look, self.glyphs)
        picture.mark(_marks(scene, told.last(ply)))
        return picture

    def _view(self, told: Retelling, ply: int) -> str:
        names = told.desk.drawings
        if len(names) < 2:  # noqa: PLR2004 - one way of drawing is no choice
            return ""
        return suited({name: told.scene(ply, name) for name in names}, told.desk.drawing, *self.room)


def _marks(scene: Scene, last: tuple[str, ...]) -> Marks:
    if scene.layout is Layout.MAP:
        return map_marks(Pick(last=tuple(last)), scene)
    return Marks(last=frozenset(last))


def easel(theme: str, glyph_set: str = "unicode", worn: dict[str, str] | None = None) -> Easel:
    """Give an easel in the theme of that name; `worn` are the colours of seats whose names are none."""
    return Easel(look(theme).wearing(worn or {}), glyphs(glyph_set).wearing(worn or {}))
