"""A picture of a position: an SVG file of its own, every character where the terminal has it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from tui.study.cast import caption, title
from tui.study.easel import Easel, Run
from tui.study.telling import Retelling
from tui.widgets.cells import Paint

WIDE, HIGH = 9, 18
"""Pixels of a character."""

MARGIN = 16
_NW, _NE, _SW, _SE = (0, 0), (1, 0), (0, 1), (1, 1)

BLOCKS = {
    "█": (_NW, _NE, _SW, _SE),
    "▀": (_NW, _NE),
    "▄": (_SW, _SE),
    "▌": (_NW, _SW),
    "▐": (_NE, _SE),
    "▘": (_NW,),
    "▝": (_NE,),
    "▖": (_SW,),
    "▗": (_SE,),
    "▛": (_NW, _NE, _SW),
    "▜": (_NW, _NE, _SE),
    "▙": (_NW, _SW, _SE),
    "▟": (_NE, _SW, _SE),
    "▚": (_NW, _SE),
    "▞": (_NE, _SW),
}
"""Characters that are quarters of a cell: (right, lower) of each; drawn, for no two fonts agree on them."""

FONT = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


def picture(told: Retelling, ply: int, easel: Easel) -> str:
    """Draw the position behind `ply` decisions with a title above and what was decided below; names no other file."""
    interface = easel.look.interface
    board = easel.draw(told, ply)
    width = max(60, max((sum(len(text) for text, _ in row) for row in board), default=0))
    words = caption(told, ply, easel, width)
    plain = Paint(interface["foreground"], interface["background"])
    head: list[Run] = [(f"{title(told)}  {ply}/{told.plies}", Paint(plain.ink, plain.ground, bold=True))]
    left = (width - sum(len(text) for text, _ in board[0])) // 2 if board else 0
    rows = [head, [], *([(" " * left, plain), *row] for row in board), [], *([(text, plain)] for text in words)]
    return _svg(rows, width, plain)


def _svg(rows: Sequence[Sequence[Run]], width: int, plain: Paint) -> str:
    wide, high = width * WIDE + 2 * MARGIN, len(rows) * HIGH + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">',
        f'<rect width="100%" height="100%" fill="{plain.ground}"/>',
        f'<g font-family="{FONT}" font-size="{HIGH * 5 // 6}" shape-rendering="crispEdges">',
    ]
    for y, row in enumerate(rows):
        x = MARGIN
        for text, paint in row:
            parts += _run(text, paint, x, MARGIN + y * HIGH, plain)
            x += len(text) * WIDE
    return "\n".join([*parts, "</g>", "</svg>"]) + "\n"


def _run(text: str, paint: Paint, x: int, y: int, plain: Paint) -> list[str]:
    """Write one run: its ground where that is another than the picture's, blocks as rectangles, the rest as text."""
    found = []
    if paint.ground != plain.ground:
        found.append(_rect(x, y, len(text) * WIDE, HIGH, paint.ground))
    places, letters = [], []
    for at, letter in enumerate(text):
        left = x + at * WIDE
        if letter in BLOCKS:
            found += [
                _rect(left + a * WIDE / 2, y + b * HIGH / 2, WIDE / 2, HIGH / 2, paint.ink) for a, b in BLOCKS[letter]
            ]
        elif not letter.isspace():
            places.append(str(left))
            letters.append(letter)
    if letters:
        weight = ' font-weight="bold"' if paint.bold else ""
        where = f'x="{" ".join(places)}" y="{y + HIGH * 3 // 4}"'
        found.append(f'<text {where} fill="{paint.ink}"{weight}>{escape("".join(letters))}</text>')
    return found


def _rect(x: float, y: float, width: float, height: float, colour: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{colour}"/>'
