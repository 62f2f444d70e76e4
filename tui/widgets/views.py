"""Views: which of the ways to draw a game suits the room there is."""

from __future__ import annotations

from collections.abc import Mapping

from core.scene import Layout, Scene
from tui.widgets.frame import fit, plan
from tui.widgets.ring import RingFrame


def suited(scenes: Mapping[str, Scene], chosen: str, width: int, height: int) -> str:
    """Give the name of the way to draw in `width` by `height` cells: the chosen one where it fits, else another.

    Where nothing was chosen a round board is taken if its stones have room, and the first way otherwise.
    """
    first = next(iter(scenes), "")
    for name, scene in scenes.items():
        frame = fit(plan(scene, 0), scene.layout, width, height)
        fits = frame.width <= width and frame.height <= height
        if name == chosen:
            return name if fits or scene.layout is not Layout.RING else first
        if not chosen and fits and isinstance(frame, RingFrame) and not frame.small:
            return name
    return first
