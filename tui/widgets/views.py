"""Views: which of the ways to draw a game suits the room there is."""

from __future__ import annotations

from collections.abc import Mapping

from core.scene import Layout, Scene
from tui.widgets.fitting import fit
from tui.widgets.frame import plan

ROOMY = 23
"""Rows from which a round board is shown unasked."""


def suited(scenes: Mapping[str, Scene], chosen: str, width: int, height: int) -> str:
    """Give the name of the way to draw in `width` by `height` cells: the chosen one where it fits, else another.

    Where nothing was chosen a round board is taken if its stones have room, and the first way otherwise.
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
