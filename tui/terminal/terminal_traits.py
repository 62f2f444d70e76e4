"""The traits of a terminal: its palette, the shape of its cells, and the width of the signs that boards need.

Everything is drawn in the sixteen colours of xterm; on output each becomes the terminal's own colour. A cell's shape is
its width by its height, as the settings or the terminal say. The terminal is asked for widths before the first screen.
"""

from __future__ import annotations

import os
import re
import select
import sys
import termios
import time
import tty
from dataclasses import dataclass
from functools import lru_cache

from rich.color import Color, ColorType
from rich.segment import Segment
from rich.style import Style
from textual import color as textual_color
from textual.filter import LineFilter

from tui.settings.settings import ASPECTS
from tui.widgets.drawing.ring_picture import ASPECT

LEAST, MOST = float(ASPECTS[1]), float(ASPECTS[-1])
"""The narrowest and the widest cells that boards are drawn for."""

STEP = 0.05
"""Aspects that differ by less count as one: a board does not change for a pixel."""


def cell_aspect(chosen: str, cells: tuple[int, int], pixels: tuple[int, int] | None) -> float:
    """Give the form in force: what was `chosen`, else that of a terminal of so many `cells` on so many `pixels`.

    >>> cell_aspect("0.45", (80, 24), None), cell_aspect("auto", (80, 24), None)
    (0.45, 0.5)
    >>> cell_aspect("auto", (80, 24), (800, 440)), cell_aspect("auto", (80, 24), (0, 0))
    (0.55, 0.5)
    """
    if chosen != ASPECTS[0]:
        return float(chosen)
    if pixels is None or not all((*cells, *pixels)):
        return ASPECT
    found = (pixels[0] / cells[0]) / (pixels[1] / cells[1])
    return min(MOST, max(LEAST, round(round(found / STEP) * STEP, 2)))


SIXTEEN = [
    "#000000",
    "#cd0000",
    "#00cd00",
    "#cdcd00",
    "#0000ee",
    "#cd00cd",
    "#00cdcd",
    "#e5e5e5",
    "#7f7f7f",
    "#ff0000",
    "#00ff00",
    "#ffff00",
    "#5c5cff",
    "#ff00ff",
    "#00ffff",
    "#ffffff",
]
"""The sixteen colours of xterm, by their numbers."""

_LIGHTS = tuple(tuple(int(one[at : at + 2], 16) for at in (1, 3, 5)) for one in SIXTEEN)


def nearest(red: int, green: int, blue: int) -> int:
    """Give the number of the colour that is nearest.

    >>> nearest(255, 255, 0), nearest(3, 0, 9)
    (11, 0)
    """
    given = (red, green, blue)
    return min(range(16), key=lambda at: sum((a - b) ** 2 for a, b in zip(_LIGHTS[at], given, strict=True)))


@lru_cache(maxsize=4096)
def own(colour: Color) -> Color:
    """Give the terminal's own colour for a true one."""
    if colour.triplet is None:
        return colour
    number = nearest(*colour.triplet)
    return Color(f"color({number})", ColorType.STANDARD, number=number)


@lru_cache(maxsize=4096)
def own_style(style: Style) -> Style:
    """Give a style in the terminal's own colours."""
    return style + Style.from_color(style.color and own(style.color), style.bgcolor and own(style.bgcolor))


class PaletteFilter(LineFilter):
    """Replaces true colours by the terminal's own on output."""

    def apply(self, segments: list[Segment], background: textual_color.Color) -> list[Segment]:
        """Convert a row of segments."""
        del background
        return [Segment(text, style and own_style(style), control) for text, style, control in segments]


SHAPE, FINE = "●", "⣿"
"""A sign of the shapes of seats, and one of the fine lines of maps and rings."""

PATIENCE = 0.2
"""Seconds that a terminal has to answer."""

_WHERE = "\x1b[6n"
_REPLY = re.compile(rb"\x1b\[(\d+);(\d+)R")


@dataclass(frozen=True, slots=True)
class Widths:
    """The columns of the two signs; 0 if the terminal did not say."""

    shape: int = 0
    fine: int = 0

    @property
    def ragged(self) -> bool:
        """Whether a board of shapes would be misaligned."""
        return max(self.shape, self.fine) > 1


def probe(inner: int | None = None, outer: int | None = None, patience: float = PATIENCE) -> Widths:
    """Ask the terminal and leave it as it was. Without a terminal or an answer, give `Widths()`."""
    inner = sys.stdin.fileno() if inner is None else inner
    outer = sys.stdout.fileno() if outer is None else outer
    if not (os.isatty(inner) and os.isatty(outer)):
        return Widths()
    before = termios.tcgetattr(inner)
    try:
        tty.setcbreak(inner)
        shape = _columns(inner, outer, SHAPE, patience)
        fine = _columns(inner, outer, FINE, patience) if shape else 0
        os.write(outer, b"\r\x1b[K")
    finally:
        termios.tcsetattr(inner, termios.TCSANOW, before)
    return Widths(shape, fine)


def _columns(inner: int, outer: int, sign: str, patience: float) -> int:
    """Write a sign at the beginning of a line, ask where the cursor stands now."""
    os.write(outer, f"\r{sign}{_WHERE}".encode())
    end, said = time.monotonic() + patience, b""
    while (left := end - time.monotonic()) > 0 and select.select([inner], [], [], left)[0]:
        said += os.read(inner, 64)
        if reply := _REPLY.search(said):
            return int(reply[2]) - 1
    return 0
