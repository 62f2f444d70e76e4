"""Hanging lines: a text broken as its panel is wide, what continues it indented."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

HELD = "\u00a0"
"""The blank that French has before a high point: no line may end there."""

STAND_IN = "\ue0a0"
"""A sign for private use, one cell wide: Rich breaks at every blank, at that which forbids it too."""


def hanging(text: Text, console: Console, width: int, indent: str) -> list[Text]:
    """Break `text` into lines of at most `width` cells, each but the first behind `indent`, and never at `HELD`."""
    whole = text.copy()
    whole.plain = text.plain.replace(HELD, STAND_IN)
    lines = list(whole.wrap(console, width - len(indent)))
    for line in lines:
        line.plain = line.plain.replace(STAND_IN, HELD)
    return [Text(indent) + line if at else line for at, line in enumerate(lines)]
