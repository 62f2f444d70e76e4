"""Shapes as SVG inside a page: colours by class, so that one drawing serves every theme. Pure.

Nothing here has a style of its own or refers to anything outside, so the strictest policy of a page lets it be drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from tui.study.story.vector_shape import Disc, Outline, Point, Shape, Stroke, Word


def fragment(shapes: Iterable[Shape]) -> str:
    """Write shapes one after the other."""
    return "".join(_one(shape) for shape in shapes)


def _one(shape: Shape) -> str:
    match shape:
        case Outline():
            return f'<path d="{_line(shape.points)}z"{_paint(shape.fill, shape.stroke, shape.width)}/>'
        case Disc():
            x, y = shape.at
            place = f'cx="{x:g}" cy="{y:g}" r="{round(shape.radius, 1):g}"'
            return f"<circle {place}{_paint(shape.fill, shape.stroke, shape.width)}/>"
        case Stroke():
            dashes = f' stroke-dasharray="{shape.dashes:g}"' if shape.dashes else ""
            return f'<path d="{_line(shape.points)}"{_paint("", shape.stroke, shape.width)}{dashes}/>'
        case Word():
            return _word(shape)


def _word(word: Word) -> str:
    x, y = word.at
    names = f"f-{word.fill}" + (f" halo h-{word.halo}" if word.halo else "") + (" bold" if word.bold else "")
    names += {1: " start", -1: " end-at"}.get(word.side, "")
    place = f'x="{x:g}" y="{round(y + word.size * 0.36, 1):g}" font-size="{word.size:g}"'
    return f'<text {place} class="{names}">{escape(word.text)}</text>'


def _paint(fill: str, stroke: str, width: float) -> str:
    names = [f"f-{fill}" if fill else "f-none", *([f"s-{stroke}"] if stroke else [])]
    return f' class="{" ".join(names)}"' + (f' stroke-width="{round(width, 1):g}"' if stroke else "")


def _line(points: Iterable[Point]) -> str:
    """Write points as steps from the first: shorter than each by itself."""
    (x, y), *rest = ((round(10 * a), round(10 * b)) for a, b in points)
    parts = [f"M{x / 10:g} {y / 10:g}", "l" if rest else ""]
    for there in rest:
        parts.append(f"{(there[0] - x) / 10:g} {(there[1] - y) / 10:g} ")
        x, y = there
    return "".join(parts).rstrip()


def colour_rules(tokens: Iterable[str]) -> str:
    """Give the rules of a style sheet that paint the classes of these tokens with the variables of their names."""
    return "".join(
        f".f-{token}{{fill:var(--{token})}}.s-{token}{{stroke:var(--{token})}}.h-{token}{{stroke:var(--{token})}}"
        for token in tokens
    )
