"""The window on a board that is larger than the room there is: which part of it is in sight. Pure."""

from __future__ import annotations

from textual.geometry import Offset, Region, Size

from tui.widgets.frame import Frame

MARGIN = 2
"""Columns that stay in sight beside the cursor."""


def corner(room: Size, frame: Frame, spot: str | None) -> Offset:
    """Give where a picture begins: in the middle of its room, or so that a spot is in sight."""
    x, y = frame.corners.get(spot or "", (0, 0))
    return Offset(_start(room.width, frame.width, x), _start(room.height, frame.height, y))


def leaves(room: Size, frame: Frame, cell: Region) -> bool:
    """Tell whether a cell at its place in the room is out of sight, or nearly, in a picture that is too large."""
    if frame.width <= room.width and frame.height <= room.height:
        return False
    near = cell.grow((0, MARGIN, 0, MARGIN))
    return near.intersection(room.region) != near


def _start(room: int, length: int, at: int) -> int:
    """Give where a picture of a length begins in a room: in its middle, or so that what is `at` can be seen.

    >>> _start(10, 6, 0), _start(10, 30, 2), _start(10, 30, 15), _start(10, 30, 29)
    (2, 0, -10, -20)
    """
    return (room - length) // 2 if room > length else -min(max(0, at - room // 2), length - room)
