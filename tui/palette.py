"""The terminal's palette: true colours turned into those that the terminal itself has in the place of xterm's sixteen.

Everything is drawn in the sixteen colours of xterm; on its way out each of them becomes the terminal's own.
"""

from __future__ import annotations

from functools import lru_cache

from rich.color import Color, ColorType
from rich.segment import Segment
from rich.style import Style
from textual import color as textual_color
from textual.filter import LineFilter

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
"""The sixteen colours as xterm has them, by their numbers."""

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
    """Turns true colours into the terminal's own, on the way out."""

    def apply(self, segments: list[Segment], background: textual_color.Color) -> list[Segment]:
        """Turn a row of segments."""
        del background
        return [Segment(text, style and own_style(style), control) for text, style, control in segments]
