"""What runs for one visitor: `parley play` on a terminal of its own, confined, knowing only what it is told.

The fork server starts it as a process of its own. It begins a session of its own, so that no signal of the host's
terminal reaches it, and its own terminal sends it the changes of the window and the end of the line.
"""

from __future__ import annotations

import fcntl
import os
import runpy
import sys
import termios
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import IO

from tui.cli.door.confinement import Confinement
from tui.i18n import translation

MOST_DESCRIPTORS = 65_536


@dataclass(frozen=True, slots=True)
class VisitorProgram:
    """The program of a visitor: the path of its terminal, its home, all its variables, its words, its limits."""

    terminal: str
    home: str
    variables: Mapping[str, str]
    words: tuple[str, ...]
    confinement: Confinement

    def run(self) -> None:
        """Become the program, in the process that the fork server has made for it."""
        try:
            self._take_terminal()
        except OSError:  # the visitor has gone already, and the terminal with them
            os._exit(1)
        os.environ.clear()
        os.environ.update(self.variables)
        os.chdir(self.home)
        self.confinement.enter()
        sys.argv[1:] = self.words
        status = 1
        try:
            translation.use(translation.preferred(os.environ))
            runpy.run_module("tui", run_name="__main__", alter_sys=True)
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
        finally:
            with suppress(OSError, ValueError):
                sys.stdout.flush()
            os._exit(status)

    def _take_terminal(self) -> None:
        """Use the terminal as input and output and as that of the session; close whatever else is open."""
        os.setsid()
        terminal = os.open(self.terminal, os.O_RDWR)
        with suppress(OSError):  # the first terminal that a session opens is its own already, on Linux
            fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
        for number in range(3):
            os.dup2(terminal, number)
        os.closerange(3, MOST_DESCRIPTORS)
        sys.stdin = sys.__stdin__ = _stream(0, "r")  # type: ignore[misc,assignment] # they were of no terminal
        sys.stdout = sys.__stdout__ = _stream(1, "w")  # type: ignore[misc,assignment]
        sys.stderr = sys.__stderr__ = _stream(2, "w")  # type: ignore[misc,assignment]


def _stream(number: int, mode: str) -> IO[str]:
    return os.fdopen(number, mode, encoding="utf-8", errors="replace", closefd=False)
