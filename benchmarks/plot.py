"""Drawings (SVG): a plateau second by second (moves, how long they took, processor time, memory), and rows of bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

WIDTH, HEIGHT = 900, 150
"""Of one field, in pixels."""
LEFT, TOP, GAP = 70, 60, 46
LINES = 4
"""Lines across a field."""
COLOURS = ("#0b6e4f", "#c8553d", "#2f4b7c")
STYLE = "text{font:12px sans-serif;fill:#222}.t{font-size:15px}.g{stroke:#ddd}.l{fill:none;stroke-width:1.5}"
MEBIBYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Field:
    """One field of the drawing: its title and its lines, each with a name and a value for every second."""

    title: str
    lines: tuple[tuple[str, tuple[float, ...]], ...]

    @property
    def top(self) -> float:
        """The value at its upper edge: a round one."""
        return rounded(max((value for _, values in self.lines for value in values), default=1.0))


def rounded(value: float) -> float:
    """Give the least of 1, 2, 5, 10, 20, 50 ... (and tenths of them) that is not below a value.

    >>> rounded(248), rounded(0.3), rounded(0)
    (500.0, 0.5, 0.1)
    """
    step = 0.1
    while True:
        for factor in (1, 2, 5):
            if value <= step * factor:
                return round(step * factor, 1)
        step *= 10


def fields(seconds: Sequence[Mapping[str, float]]) -> tuple[Field, ...]:
    """Give the fields of a plateau's seconds, as `plateau.Second` has them."""

    def line(key: str, scale: float = 1.0) -> tuple[float, ...]:
        return tuple(one[key] * scale for one in seconds)

    return (
        Field("moves a second", (("moves", line("moves")),)),
        Field("milliseconds from a decision to all seats", (("p50", line("p50")), ("p99", line("p99")))),
        Field("cores at work", (("drivers", line("drivers_cpu")), ("broker", line("broker_cpu")))),
        Field(
            "MiB resident",
            (("drivers", line("drivers_rss", 1 / MEBIBYTE)), ("broker", line("broker_rss", 1 / MEBIBYTE))),
        ),
    )


def drawn(found: Mapping[str, Any]) -> str:
    """Draw what a load has shown (the JSON of `load`)."""
    plan, panels = found["plan"], fields(found["seconds"])
    day, pace = found["at"][:10], f"a move each {plan['pace']:g} s"
    title = f"{plan['tables']} tables of four over {found['edition']}, {pace}, {day}"
    tall = TOP + len(panels) * (HEIGHT + GAP)
    body = "".join(_field(panel, TOP + at * (HEIGHT + GAP)) for at, panel in enumerate(panels))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 30} {tall}">'
        f'<style>{STYLE}</style><rect width="100%" height="100%" fill="#fff"/>'
        f'<text class="t" x="{LEFT}" y="24">{escape(title)}</text>{body}</svg>\n'
    )


SHADES = ("#0b6e4f", "#b8b8b8")
"""Of the bars that belong together."""
BAR = 14
"""How high a bar is, in pixels."""


def bar_chart(title: str, names: Sequence[str], rows: Sequence[tuple[str, Sequence[tuple[float, float]]]]) -> str:
    """Draw bars row by row: in each row one for each of `names`, with its value and half of its interval."""
    highest = rounded(max(value + spread for _, bars in rows for value, spread in bars))
    pace, left = BAR * len(names) + 14, 120
    tall = TOP + pace * len(rows) + 30
    parts = [f'<text class="t" x="{left}" y="24">{escape(title)}</text>']
    for at, name in enumerate(names):
        x = left + 200 * at
        parts.append(f'<rect x="{x}" y="34" width="10" height="10" fill="{SHADES[at]}"/>')
        parts.append(f'<text x="{x + 16}" y="43">{escape(name)}</text>')
    for at in range(LINES + 1):
        line = f"{left + WIDTH * at / LINES:.0f}"
        parts.append(f'<line class="g" x1="{line}" x2="{line}" y1="{TOP - 6}" y2="{tall - 24}"/>')
        parts.append(f'<text x="{line}" y="{tall - 8}" text-anchor="middle">{highest * at / LINES:g}</text>')
    for number, (word, bars) in enumerate(rows):
        top = TOP + pace * number
        parts.append(f'<text x="{left - 8}" y="{top + pace / 2:.0f}" text-anchor="end">{escape(word)}</text>')
        for at, (value, spread) in enumerate(bars):
            y, scale = top + BAR * at, WIDTH / highest
            parts.append(
                f'<rect x="{left}" y="{y}" width="{value * scale:.1f}" height="{BAR - 2}" fill="{SHADES[at]}"/>'
            )
            low, high = (left + (value + by) * scale for by in (-spread, spread))
            parts.append(f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{y + 6}" y2="{y + 6}" stroke="#222"/>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + WIDTH + 30} {tall}">'
        f'<style>{STYLE}</style><rect width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>\n'
    )


def _field(panel: Field, top: float) -> str:
    parts = [f'<text x="{LEFT}" y="{top - 8:.0f}">{escape(panel.title)}</text>']
    for at in range(LINES + 1):
        y = top + HEIGHT - HEIGHT * at / LINES
        label = f"{panel.top * at / LINES:g}"
        parts.append(f'<line class="g" x1="{LEFT}" x2="{LEFT + WIDTH}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{label}</text>')
    for number, (name, values) in enumerate(panel.lines):
        colour, right = COLOURS[number], LEFT + WIDTH - 90 * (len(panel.lines) - number - 1)
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in _points(values, panel.top, top))
        parts.append(f'<polyline class="l" stroke="{colour}" points="{points}"/>')
        parts.append(
            f'<text x="{right}" y="{top - 8:.0f}" text-anchor="end" style="fill:{colour}">{escape(name)}</text>'
        )
    seconds = len(panel.lines[0][1])
    parts.append(f'<text x="{LEFT + WIDTH}" y="{top + HEIGHT + 16:.0f}" text-anchor="end">{seconds} s</text>')
    return "".join(parts)


def _points(values: Sequence[float], highest: float, top: float) -> list[tuple[float, float]]:
    wide = WIDTH / max(1, len(values) - 1)
    return [(LEFT + at * wide, top + HEIGHT - HEIGHT * value / highest) for at, value in enumerate(values)]
