"""Choose how to draw a board: the picture for its layout, the largest size that fits, and the way that suits the room.

Squares and hexagons are drawn in cells, rings and maps in fine lines.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from core.scene import Layout, Scene
from tui.i18n.translation import language
from tui.settings.theme import Glyphs, Look
from tui.widgets.drawing.board_frame import SIZES, Frame, Plan, Size, plan
from tui.widgets.drawing.map_frame import MapFrame, map_frame
from tui.widgets.drawing.map_picture import MapPicture
from tui.widgets.drawing.ring_picture import ASPECT, RingFrame, RingPicture
from tui.widgets.drawing.scene_drawing import Drawing
from tui.widgets.drawing.sprite_picture import Picture


def frame_at_size(layout: Plan, kind: Layout, size: Size, aspect: float = ASPECT) -> Frame:
    """Give the frame of one size in character cells of that `aspect`, which matters only for round boards."""
    return RingFrame(layout, size, aspect) if kind is Layout.RING else Frame(layout, size)


def fit(layout: Plan, kind: Layout, width: int, height: int, zoom: int = 0, *, aspect: float = ASPECT) -> Frame:
    """Give the frame of the largest size that fits `width` by `height`, the smallest one if none does.

    With a `zoom` it is the frame of that many sizes more, at most `LARGER`, as far as there are larger ones.
    """
    sizes = layout.sizes or SIZES[kind]
    frames = ((at, frame_at_size(layout, kind, size, aspect)) for at, size in enumerate(sizes))
    at, frame = next(
        ((at, frame) for at, frame in frames if frame.width <= width and frame.height <= height),
        (len(sizes) - 1, None),
    )
    return (
        frame
        if frame is not None and not zoom
        else frame_at_size(layout, kind, sizes[max(0, at - min(zoom, LARGER))], aspect)
    )


LARGER = 2
"""How many sizes larger than what fits a board is drawn at most."""

MAP_ZOOM = (1.0, 1.5, 2.0)
"""How much larger a map is drawn, step by step."""


def draw_scene(scene: Scene, frame: Frame, colours: Mapping[str, str], look: Look, glyphs: Glyphs) -> Drawing:
    """Draw `scene` without marks into a buffer of the size of `frame`."""
    if scene.layout is Layout.MAP:
        return MapPicture(scene, cast("MapFrame", frame), colours, look, glyphs)
    if scene.layout is Layout.RING:
        return RingPicture(scene, cast("RingFrame", frame), colours, look, glyphs)
    return Picture(scene, frame, colours, look, glyphs)


def fitted_frame(
    scene: Scene, layout: Plan, width: int, height: int, zoom: int = 0, *, aspect: float = ASPECT
) -> Frame:
    """Give the frame of the largest picture of a scene that fits, or one `zoom` sizes larger; a map takes all room."""
    if scene.atlas is not None:
        times = MAP_ZOOM[min(zoom, len(MAP_ZOOM) - 1)]
        return map_frame(scene.atlas, int(width * times), int(height * times), language(), aspect)
    return fit(layout, scene.layout, width, height, zoom, aspect=aspect)


ROOMY = 23
"""Rows from which a round board is shown by default."""


def suitable_view(scenes: Mapping[str, Scene], chosen: str, width: int, height: int) -> str:
    """Give the name of the way to draw in `width` by `height` cells: the chosen one if it fits, else another.

    If none was chosen, a round board is taken if its stones have room, and the first way otherwise.
    """
    first = next(iter(scenes), "")
    if len(scenes) == 1:
        return first
    for name, scene in scenes.items():
        frame = fit(plan(scene, 0), scene.layout, width, height)
        fits = frame.width <= width and frame.height <= height
        if name == chosen:
            return name if fits or scene.layout is not Layout.RING else first
        if not chosen and fits and scene.layout is Layout.RING and frame.height >= ROOMY:
            return name
    return first
