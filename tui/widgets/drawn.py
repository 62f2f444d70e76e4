"""Every layout has its picture: squares and hexagons in cells, rings and maps in fine lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from core.scene import Layout, Scene
from tui.speech import language
from tui.theme import Glyphs, Look
from tui.widgets.drawing import Drawing
from tui.widgets.fitting import fit
from tui.widgets.frame import Frame, Plan
from tui.widgets.map import MapPicture
from tui.widgets.map_frame import MapFrame, map_frame
from tui.widgets.ring import ASPECT, RingFrame
from tui.widgets.ring_picture import RingPicture
from tui.widgets.sprites import Picture

MAP_ZOOM = (1.0, 1.5, 2.0)
"""How much larger a map is drawn, step by step."""


def drawn(scene: Scene, frame: Frame, colours: Mapping[str, str], look: Look, glyphs: Glyphs) -> Drawing:
    """Draw `scene` without marks into a buffer of the size of `frame`."""
    if scene.layout is Layout.MAP:
        return MapPicture(scene, cast("MapFrame", frame), colours, look, glyphs)
    if scene.layout is Layout.RING:
        return RingPicture(scene, cast("RingFrame", frame), colours, look, glyphs)
    return Picture(scene, frame, colours, look, glyphs)


def fitted(scene: Scene, layout: Plan, width: int, height: int, zoom: int = 0, *, aspect: float = ASPECT) -> Frame:
    """Give the frame of the largest picture of a scene that fits, or one `zoom` sizes larger; a map takes all room."""
    if scene.atlas is not None:
        times = MAP_ZOOM[min(zoom, len(MAP_ZOOM) - 1)]
        return map_frame(scene.atlas, int(width * times), int(height * times), language(), aspect)
    return fit(layout, scene.layout, width, height, zoom, aspect=aspect)
