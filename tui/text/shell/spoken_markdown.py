"""Markdown as sentences for somebody who listens: a line each paragraph, point and row of a table, without signs. Pure.

A row of a table whose first cell ends with a comma, or is followed by a row with an empty one, goes on in the next row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tui.i18n.translation import listed, tr

_POINT = re.compile(r"(?:\* |\d+\. )")
_EMPHASIS = re.compile(r"\*{1,2}(?=\S)([^*]+)(?<=\S)\*{1,2}")
_RULE = re.compile(r"\|[-|: ]+\|")
NOTHING = "–"
"""What a table has where there is nothing to tell."""


def spoken(text: str) -> list[str]:
    r"""Give the sentences of a text.

    >>> spoken("## The *end*\n\nOne goes\non.\n\n* two;\n* `three`.\n")
    ['The end.', 'One goes on.', 'two;', 'three.']
    >>> spoken("| text | meaning |\n|---|---|\n| `a`, | first |\n| b | second |\n")
    ['a, b: first second.']
    """
    found: list[str] = []
    for block in _blocks(text):
        if block[0].startswith("|"):
            found += _rows(block)
        elif block[0].startswith("#"):
            found.append(_plain(block[0].lstrip("# ")) + ".")
        else:
            found.append(_plain(" ".join(map(str.strip, block))))
    return found


def _blocks(text: str) -> Iterator[list[str]]:
    """Give the lines of each paragraph, heading, point and table."""
    block: list[str] = []
    for line in text.splitlines():
        begins = _POINT.match(line) or line.startswith("#") or (block and block[0].startswith("#"))
        if block and (begins or not line.strip()):
            yield block
            block = []
        if line.strip():
            block.append(_POINT.sub("", line, count=1) if line.startswith("* ") else line)
    if block:
        yield block


def _rows(block: list[str]) -> Iterator[str]:
    """Tell the rows of a table: the first cell, then the others, with their headings if there are several."""
    heads, *rows = [_cells(line) for line in block if not _RULE.fullmatch(line.strip())]
    whole: list[list[str]] = []
    for row in rows:
        if whole and (not row[0] or whole[-1][0].endswith(",")):
            whole[-1] = [f"{above} {below}".strip() for above, below in zip(whole[-1], row, strict=True)]
        else:
            whole.append(row)
    for first, *others in whole:
        told = [f"{head} {cell}" for head, cell in zip(heads[1:], others, strict=True) if cell != NOTHING]
        yield tr("{name}: {text}.", name=first, text=listed(told) if len(others) > 1 else others[0])


def _cells(line: str) -> list[str]:
    return [_plain(cell.strip()) for cell in line.strip().strip("|").split("|")]


def _plain(text: str) -> str:
    return _EMPHASIS.sub(r"\1", text).replace("`", "")
