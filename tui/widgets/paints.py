"""Paints as the terminal's styles."""

from __future__ import annotations

from functools import lru_cache

from rich.style import Style

from tui.widgets.cells import Paint


@lru_cache(maxsize=4096)
def style(paint: Paint) -> Style:
    """Give the terminal style of a paint."""
    return Style(color=paint.ink, bgcolor=paint.ground, bold=paint.bold)


@lru_cache(maxsize=1024)
def blank(ground: str) -> Style:
    """Give the style of blanks: no ink, which keeps what is sent small."""
    return Style(bgcolor=ground)
