"""A page of text with headings, lists and tables, drawn as one: it opens at once, however long it is."""

from __future__ import annotations

from typing import ClassVar

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Heading, Markdown, MarkdownElement
from rich.style import Style
from rich.text import Text
from rich.theme import Theme
from textual.widgets import Static

from tui.widgets.ink import Ink


class LeftHeading(Heading):
    """A heading that begins where the text does."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw it below an empty line."""
        del console, options
        self.text.justify = "left"
        yield Text()
        yield self.text


class Leaves(Markdown):
    """Text in Markdown, its headings on the left."""

    elements: ClassVar[dict[str, type[MarkdownElement]]] = {**Markdown.elements, "heading_open": LeftHeading}


class Inked:
    """A text in Markdown in the colours of a theme."""

    def __init__(self, source: str, ink: Ink) -> None:
        """Draw `source` with `ink`."""
        self._leaves = Leaves(source, hyperlinks=False)
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

    def __init__(self, source: str, ink: Ink, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        """Show `source`."""
        super().__init__(Inked(source, ink), id=id, markup=False)
        self.source = source
