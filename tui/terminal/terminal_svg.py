"""A terminal as a standalone SVG file: every character where the terminal has it, fine signs drawn. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from tui.widgets.drawing.cells import BITS, BLANK, Paint, Run

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

KEPT_SPACE = "\N{NO-BREAK SPACE}"
"""What stands for a blank or a drawn sign between letters: viewers drop or merge common spaces."""

DOT = 2
"""Pixels across of a dot of a Braille character."""


def svg(rows: Sequence[Sequence[Run]], width: int, plain: Paint) -> str:
    """Draw rows of runs, `width` columns wide, on the ground of `plain`. The file refers to no other."""
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


def _run(text: str, paint: Paint, x: int, y: int, plain: Paint) -> Iterator[str]:
    """Write one run: its ground if it differs from the picture's, drawn signs, the rest as text."""
    if paint.ground != plain.ground:
        yield f'<rect x="{x}" y="{y}" width="{len(text) * WIDE}" height="{HIGH}" fill="{paint.ground}"/>'
    letters, shapes = "", []
    for at, letter in enumerate(text):
        left = x + at * WIDE
        if letter in BLOCKS:
            shapes += [_box(left + a * WIDE / 2, y + b * HIGH / 2, WIDE / 2, HIGH / 2) for a, b in BLOCKS[letter]]
        elif BLANK < ord(letter) < BLANK + 256:
            shapes += _dots(letter, left, y)
        elif not letter.isspace():
            letters = letters.ljust(at, KEPT_SPACE) + letter
    if shapes:
        yield f'<path d="{"".join(shapes)}" fill="{paint.ink}"/>'
    if letters:
        weight = ' font-weight="bold"' if paint.bold else ""
        written = letters.lstrip(KEPT_SPACE)
        left = x + (len(letters) - len(written)) * WIDE
        places = " ".join(str(left + at * WIDE) for at in range(len(written)))
        yield f'<text x="{places}" y="{y + HIGH * 3 // 4}" fill="{paint.ink}"{weight}>{escape(written)}</text>'


def _dots(letter: str, x: float, y: float) -> Iterator[str]:
    """Write the dots of a Braille character as small squares."""
    bits = ord(letter) - BLANK
    for row, pair in enumerate(BITS):
        for column, bit in enumerate(pair):
            if bits & bit:
                yield _box(x + 1 + column * WIDE / 2, y + 1 + row * HIGH / len(BITS), DOT, DOT)


def _box(x: float, y: float, width: float, height: float) -> str:
    return f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}z"
