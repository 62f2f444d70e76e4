"""Hanging lines: broken as wide as they may be, and not where French forbids it."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console
from rich.text import Text

from tui.widgets.line_panel import HELD, hanging_indent

CONSOLE = Console(file=StringIO())
SAID = f"Mieux{HELD}: A1, écarte ceci{HELD}: Rouge peut prendre."


def _broken(text: Text, width: int) -> list[str]:
    return [line.plain.rstrip(" ") for line in hanging_indent(text, CONSOLE, width, "  ")]


@pytest.mark.parametrize("width", range(12, 60))
def test_no_line_ends_before_a_high_point(width: int) -> None:
    lines = _broken(Text(SAID), width)
    assert " ".join(line.strip(" ") for line in lines) == SAID
    assert all(len(line) <= width and not line.lstrip(" ").startswith((":", HELD)) for line in lines)


def test_what_continues_a_line_is_indented_and_keeps_its_colours() -> None:
    text = Text(SAID)
    text.stylize("bold", SAID.index("ceci"), SAID.index("Rouge"))
    lines = hanging_indent(text, CONSOLE, 24, "  ")
    assert [line.plain for line in lines] == [f"Mieux{HELD}: A1, écarte ", f"  ceci{HELD}: Rouge peut ", "  prendre."]
    assert [(span.start, span.end) for line in lines for span in line.spans] == [(2, 9)]


def test_the_text_itself_stays_as_it_was() -> None:
    text = Text(SAID)
    hanging_indent(text, CONSOLE, 20, "  ")
    assert text.plain == SAID
