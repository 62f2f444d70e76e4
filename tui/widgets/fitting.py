"""Fitting: the frame of a board at one size, and the largest one that fits in the room there is."""

from __future__ import annotations

from core.scene import Layout
from tui.widgets.frame import SIZES, Frame, Plan, Size
from tui.widgets.ring import RingFrame


def framed(layout: Plan, kind: Layout, size: Size) -> Frame:
    """Give the frame of one size."""
    return RingFrame(layout, size) if kind is Layout.RING else Frame(layout, size)


def fit(layout: Plan, kind: Layout, width: int, height: int) -> Frame:
    """Give the frame of the largest size that fits `width` by `height`; the smallest one where none does."""
    frames = (framed(layout, kind, size) for size in layout.sizes or SIZES[kind])
    frame = next(frames)
    for smaller in frames:
        if frame.width <= width and frame.height <= height:
            break
        frame = smaller
    return frame
