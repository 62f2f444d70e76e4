"""A bar that shows on a terminal how far something is; elsewhere a line now and then."""

from __future__ import annotations

import sys
import time
from typing import TextIO

WIDTH = 24
APART = 10.0
"""Seconds between two lines where there is no terminal."""


def bar(share: float, width: int = WIDTH) -> str:
    """Draw a bar.

    >>> bar(0.5, 8), bar(2, 4), bar(0, 3)
    ('[####....]', '[####]', '[...]')
    """
    full = round(width * min(1.0, max(0.0, share)))
    return f"[{'#' * full}{'.' * (width - full)}]"


class Bar:
    """What goes on, on one line."""

    def __init__(self, out: TextIO = sys.stderr) -> None:
        """Begin with nothing shown."""
        self._out, self._width = out, 0
        self._said, self._what = -APART, ""

    def show(self, what: str, share: float, words: str = "") -> None:
        """Show how far something is."""
        line = f"{what:12} {bar(share)} {100 * min(1.0, share):3.0f} %  {words}".rstrip()
        if self._out.isatty():
            self._out.write(f"\r{line.ljust(self._width)}")
            self._width = len(line)
        elif what != self._what or time.monotonic() >= self._said + APART:
            self._said, self._what = time.monotonic(), what
            self._out.write(f"{line}\n")
        self._out.flush()

    def end(self) -> None:
        """Leave the line."""
        if self._width:
            self._out.write("\n")
        self._width = 0
