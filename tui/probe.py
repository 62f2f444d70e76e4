"""What a terminal says of itself before the first screen: how many columns it gives to the signs that boards need."""

from __future__ import annotations

import os
import re
import select
import sys
import termios
import time
import tty
from dataclasses import dataclass

SHAPE, FINE = "●", "⣿"
"""A sign of the shapes of seats, and one of the fine lines of maps and rings."""

PATIENCE = 0.2
"""Seconds that a terminal has to answer."""

_WHERE = "\x1b[6n"
_REPLY = re.compile(rb"\x1b\[(\d+);(\d+)R")


@dataclass(frozen=True, slots=True)
class Widths:
    """The columns of the two signs; 0 where the terminal did not say."""

    shape: int = 0
    fine: int = 0

    @property
    def ragged(self) -> bool:
        """Whether a board of shapes would be torn."""
        return max(self.shape, self.fine) > 1


def probe(inner: int | None = None, outer: int | None = None, patience: float = PATIENCE) -> Widths:
    """Ask the terminal; leave it as it was. What is no terminal, and one that says nothing, gives `Widths()`."""
    inner = sys.stdin.fileno() if inner is None else inner
    outer = sys.stdout.fileno() if outer is None else outer
    if not (os.isatty(inner) and os.isatty(outer)):
        return Widths()
    before = termios.tcgetattr(inner)
    try:
        tty.setcbreak(inner)
        shape = _columns(inner, outer, SHAPE, patience)
        fine = _columns(inner, outer, FINE, patience) if shape else 0
        os.write(outer, b"\r\x1b[K")
    finally:
        termios.tcsetattr(inner, termios.TCSANOW, before)
    return Widths(shape, fine)


def _columns(inner: int, outer: int, sign: str, patience: float) -> int:
    """Write a sign at the beginning of a line, ask where the cursor stands now."""
    os.write(outer, f"\r{sign}{_WHERE}".encode())
    end, said = time.monotonic() + patience, b""
    while (left := end - time.monotonic()) > 0 and select.select([inner], [], [], left)[0]:
        said += os.read(inner, 64)
        if reply := _REPLY.search(said):
            return int(reply[2]) - 1
    return 0
