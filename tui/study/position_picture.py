"""A position as PNG and a whole game as an animated GIF, in pixels, for where no terminal and no browser is.

It needs Pillow, as `tui.study.story.vector_pixels` does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PIL import Image

from net.wire.sanitizer import clean
from tui.settings.theme import look
from tui.study.asciicast import title
from tui.study.story.scene_frames import frame_of, scene_ground
from tui.study.story.vector_pixels import Painter, gif, png
from tui.study.story.vector_shape import palette
from tui.study.story_page import wordless
from tui.study.timeline import Timeline

WIDE, SMALL, SMALL_MAP = 960, 560, 800
"""Pixels across of a picture, of an animation, and of one of a map."""

ROWS = 3
"""Lines of text below a board."""

STEP, LAST = 1000, 4000
"""Milliseconds that a position of an animation stays, and the last one."""


@dataclass(frozen=True, slots=True)
class _Posters:
    """The positions of a game, painted in one theme."""

    told: Timeline
    theme: str
    wide: int

    def painter(self) -> Painter:
        """Give the painter of this game."""
        told = self.told
        ground = scene_ground(told.scene(0, told.desk.drawing))
        return Painter(ground, palette(look(self.theme), told.view.game), self.wide)

    def images(self, painter: Painter, plies: range) -> Iterator[Image.Image]:
        """Paint some positions, one after the other."""
        told, signs = self.told, wordless(self.told.view)
        ground = scene_ground(told.scene(0, told.desk.drawing))
        for ply in plies:
            frame = frame_of(told.scene(ply, told.desk.drawing), ground, told.last(ply))
            head = clean(f"{title(told)} · {told.turn_of(ply)}/{told.counted}")
            lines = [clean(told.line(one, signs)) for one in told.at(ply)]
            yield painter.poster(frame, head, lines, ROWS)


def position_png(told: Timeline, ply: int, theme: str) -> bytes:
    """Paint the position after `ply` lines."""
    posters = _Posters(told, theme, WIDE)
    (image,) = posters.images(posters.painter(), range(ply, ply + 1))
    return png(image)


def game_gif(told: Timeline, theme: str) -> bytes:
    """Paint every position of a game, each for a second."""
    wide = SMALL if told.scene(0).atlas is None else SMALL_MAP
    posters = _Posters(told, theme, wide)
    painter, end = posters.painter(), told.plies
    samples = [painter.swatch(), *posters.images(painter, range(0, end + 1, max(1, end // 3)))]
    times = [STEP] * end + [LAST]
    return gif(posters.images(painter, range(end + 1)), samples, times)
