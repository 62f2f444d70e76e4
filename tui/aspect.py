"""The form of a character cell: its width by its height, as somebody has set it or as the terminal tells. Pure."""

from __future__ import annotations

from tui.settings import ASPECTS
from tui.widgets.ring import ASPECT

LEAST, MOST = float(ASPECTS[1]), float(ASPECTS[-1])
"""The narrowest and the widest cells that boards are drawn for."""

STEP = 0.05
"""Forms nearer to each other than this are one: a board does not change for a pixel."""


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
