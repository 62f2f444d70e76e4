"""A page of rules: headings, lists and tables drawn as one text, with small diagrams, side by side if they fit.

The page opens at once, however long it is.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Heading, Markdown, MarkdownElement
from rich.style import Style
from rich.text import Text
from rich.theme import Theme
from textual.widgets import Static

from core.scene import Layout
from tui.settings.theme import Glyphs, Look
from tui.study.lessons.rules_text import Diagram
from tui.widgets.drawing.board_frame import Frame, plan
from tui.widgets.drawing.layout_choice import draw_scene, fitted_frame, frame_at_size
from tui.widgets.drawing.scene_drawing import Drawing
from tui.widgets.text_style import TextStyle, blank, style

MAP, EXTRACT = 24, (158, 40)
"""Rows of a map, and the size of the one that a part is shown of."""

APART = 2
"""Columns between two figures."""

AROUND, ON_MAP = (4, 2), (12, 3)
"""Columns and rows shown around the spots of a part, on a board and on a map, where names stand beside them."""

NARROWEST = 24
"""Columns a caption has at least."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawn diagram: rows of equal width with the caption beneath."""

    rows: tuple[Text, ...]
    width: int


def figure(diagram: Diagram, look: Look, glyphs: Glyphs, width: int) -> Figure:
    """Draw a diagram at most `width` wide if possible."""
    scene = diagram.scene
    picture = draw_scene(scene, _frame(diagram, width), look.for_game(diagram.game), look, glyphs)
    picture.mark(diagram.marks)
    picture.follow(*diagram.trail)
    left, top, right, bottom = _window(diagram, picture)
    right = min(right, left + width)
    wide = max(right - left, min(NARROWEST, width))
    rows = [_row(picture, y, left, right, wide) for y in range(top, bottom)]
    ink = TextStyle(look, glyphs)
    rows += [ink.muted(line.ljust(wide)) for line in textwrap.wrap(diagram.caption, wide)]
    return Figure(tuple(rows), wide)


def _frame(diagram: Diagram, width: int) -> Frame:
    scene = diagram.scene
    layout = plan(scene, 0)
    if scene.layout is Layout.MAP:
        return fitted_frame(scene, layout, *(EXTRACT if diagram.part else (width, MAP)))
    return frame_at_size(layout, scene.layout, layout.sizes[-min(diagram.scale, len(layout.sizes))])


def _window(diagram: Diagram, picture: Drawing) -> tuple[int, int, int, int]:
    """Give left, top, right and bottom of what is shown: all, or the surroundings of some spots."""
    frame = picture.frame
    blocks = [picture.blocks(spot)[0] for spot in diagram.part]
    if not blocks:
        return 0, 0, frame.width, frame.height
    left, top = min(block.x for block in blocks), min(block.y for block in blocks)
    right = max(block.x + block.width for block in blocks)
    bottom = max(block.y + block.height for block in blocks)
    across, down = ON_MAP if diagram.scene.layout is Layout.MAP else AROUND
    return max(0, left - across), max(0, top - down), min(frame.width, right + across), min(frame.height, bottom + down)


def _row(picture: Drawing, y: int, left: int, right: int, wide: int) -> Text:
    text = Text()
    at = 0
    for piece, paint in picture.cells.runs(y):
        shown = piece[max(0, left - at) : max(0, right - at)]
        text.append(shown, blank(paint.ground) if shown.isspace() else style(paint))
        at += len(piece)
    text.append(" " * (wide - (right - left)))
    return text


def beside(figures: Sequence[Figure], width: int) -> Iterator[Text]:
    """Give figures as blocks of rows at most `width` wide, as many side by side as fit."""
    line: list[Figure] = []
    for one in figures:
        if line and sum(other.width + APART for other in line) + one.width > width:
            yield _joined(line)
            line = []
        line.append(one)
    if line:
        yield _joined(line)


def _joined(figures: Iterable[Figure]) -> Text:
    line = list(figures)
    rows = []
    for y in range(max(len(one.rows) for one in line)):
        row = Text(no_wrap=True)
        for at, one in enumerate(line):
            row.append(" " * APART if at else "")
            row.append_text(one.rows[y] if y < len(one.rows) else Text(" " * one.width))
        rows.append(row)
    return Text("\n", no_wrap=True).join(rows)


class LeftHeading(Heading):
    """A heading aligned with the left edge of the text."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw it below an empty line."""
        del console, options
        self.text.justify = "left"
        yield Text()
        yield self.text


class LeftMarkdown(Markdown):
    """Text in Markdown with headings on the left."""

    elements: ClassVar[dict[str, type[MarkdownElement]]] = {**Markdown.elements, "heading_open": LeftHeading}


class MarkdownText:
    """A text in Markdown in the colours of a theme."""

    def __init__(self, source: str, ink: TextStyle) -> None:
        """Draw `source` with `ink`."""
        self._leaves = LeftMarkdown(source, hyperlinks=False)
        plain, strong, accent, muted = (
            Style(color=ink.look.interface[name]) for name in ("foreground", "foreground", "accent", "muted")
        )
        bold = Style(bold=True)
        told = {"h1": accent + bold, "h2": accent + bold, "h3": strong + bold, "h4": strong + bold, "code": accent}
        told |= {"item.bullet": accent, "item.number": accent, "block_quote": muted, "strong": bold, "paragraph": plain}
        told |= {"table.border": muted, "table.header": strong + bold, "hr": muted, "link": accent, "code_block": plain}
        self._theme = Theme({f"markdown.{name}": style for name, style in told.items()})

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw it."""
        del options
        with console.use_theme(self._theme):
            yield self._leaves


class Page(Static):
    """A widget that shows a text in Markdown."""

    DEFAULT_CSS = "Page { margin: 0 0 1 0; }"

    def __init__(self, source: str, ink: TextStyle, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        """Show `source`."""
        super().__init__(MarkdownText(source, ink), id=id, markup=False)
        self.source = source
