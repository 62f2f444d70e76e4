"""Lines break at blanks, never at a no-break space, in what Rich and Textual draw alike."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console
from rich.text import Text

from tui.terminal.line_breaks import WORD, keep_no_break_spaces

SAID = "une ligne\u00a0; elle fait le tour, on ne peut pas lire «\u00a0blanc\u00a0» ici\u202f!"


def test_a_no_break_space_belongs_to_its_word() -> None:
    assert [found.strip(" ") for found in WORD.findall("  la ligne\u00a0; elle  va\n")] == [
        "la",
        "ligne\u00a0;",
        "elle",
        "va\n",
    ]
    assert "".join(WORD.findall(SAID)) == SAID


@pytest.mark.parametrize("width", range(9, 40))
def test_no_line_begins_with_a_high_mark_or_ends_with_a_quote(width: int) -> None:
    keep_no_break_spaces()
    lines = [line.plain.rstrip(" ") for line in Text(SAID).wrap(Console(file=StringIO()), width)]
    assert " ".join(lines) == SAID
    assert all(len(line) <= width and line[0] not in ";»!" and line[-1] != "«" for line in lines)
