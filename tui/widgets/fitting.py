"""Fitting: the frame of a board at one size, and the largest one that fits in the room there is."""

from __future__ import annotations

from core.scene import Layout
from tui.widgets.frame import SIZES, Frame, Plan, Size
from tui.widgets.ring import ASPECT, RingFrame


def framed(layout: Plan, kind: Layout, size: Size, aspect: float = ASPECT) -> Frame:
    """Give the frame of one size in character cells of that `aspect`, on which round boards alone depend."""
    return RingFrame(layout, size, aspect) if kind is Layout.RING else Frame(layout, size)


def fit(layout: Plan, kind: Layout, width: int, height: int, zoom: int = 0, *, aspect: float = ASPECT) -> Frame:
    """Give the frame of the largest size that fits `width` by `height`, the smallest one where none does.

    With a `zoom` it is the frame of so many sizes more, as far as there are larger ones.
    """
    sizes = layout.sizes or SIZES[kind]
    frames = ((at, framed(layout, kind, size, aspect)) for at, size in enumerate(sizes))
    at, frame = next(
        ((at, frame) for at, frame in frames if frame.width <= width and frame.height <= height),
        (len(sizes) - 1, None),
    )
    return frame if frame is not None and not zoom else framed(layout, kind, sizes[max(0, at - zoom)], aspect)
