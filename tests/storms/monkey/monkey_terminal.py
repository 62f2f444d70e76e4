"""A monkey at a real terminal: random bytes are typed into the program, and the terminal is as it was when it ends."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path
from random import Random

from tests.storms.program import ROOT
from tests.storms.storm_proxy import MEMORY

PATIENCE = 60.0
"""Seconds that the program has to show its first screen, and to end."""
TYPED = (
    *(bytes([code]) for code in range(32, 127)),
    *(
        b"\x1b[A",
        b"\x1b[B",
        b"\x1b[C",
        b"\x1b[D",
        b"\r",
        b"\r",
        b"\t",
        b"\x7f",
        b"\x1bOP",
        b"\x10",
        b"\x1b[Z",
        b"\x1b[6~",
    ),
    *("é界⎄".encode(), b"\x1b[I", b"\x1b[O", b"\x1b[200~a1-b2\x1b[201~", b"\x1b[<64;10;10M"),
)
"""Keys as a terminal sends them, a look away, a paste, a turn of the wheel."""
PAIRS = tuple((f"\x1b[?{mode}h".encode(), f"\x1b[?{mode}l".encode()) for mode in (1049, 1000, 1003, 2004))
PAIRS = (*PAIRS, (b"\x1b[?25l", b"\x1b[?25h"))
"""What begins a screen of its own, the mouse, pasting and a hidden cursor, and what ends each."""


def left_open(said: bytes) -> list[bytes]:
    """Give what was begun and has not been ended."""
    return [begin for begin, end in PAIRS if said.rfind(begin) > said.rfind(end)]


class Seat:
    """The program at a terminal of its own."""

    def __init__(self, home: Path) -> None:
        """Start it, as somebody who has played before."""
        (home / "settings.toml").write_text('language = "en"\nnick = "Ann"\n', "utf-8")
        self.outer, self.inner = pty.openpty()
        termios.tcsetwinsize(self.inner, (30, 100))
        self.before = termios.tcgetattr(self.inner)
        self.said = b""
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        told = {"TERM": "xterm-256color", "PARLEY_HOME": str(home), "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8"}
        command = [sys.executable, "-P", "-m", "tui"]
        end = self.inner
        self.child = subprocess.Popen(
            command, env=kept | told, cwd=home, stdin=end, stdout=end, stderr=end, start_new_session=True
        )

    def read(self, seconds: float = 0.0) -> None:
        """Read what is there, or waits no longer than so many seconds for it."""
        while select.select([self.outer], [], [], seconds)[0]:
            self.said += os.read(self.outer, 1 << 16)
            seconds = 0.0

    def until(self, mark: bytes) -> None:
        """Read until something has been said, or nobody is there any more."""
        end = time.monotonic() + PATIENCE
        while mark not in self.said and self.child.poll() is None and time.monotonic() < end:
            self.read(0.1)

    def end(self) -> int:
        """Wait until it has ended, reading; give its status, or kill it."""
        end = time.monotonic() + PATIENCE
        while self.child.poll() is None and time.monotonic() < end:
            self.read(0.05)
        if self.child.poll() is None:
            os.killpg(self.child.pid, signal.SIGKILL)
        self.read()
        return self.child.wait()


def play(seed: int, count: int, *, ended: bytes = b"\x11") -> list[str]:
    """Type random keys, resize at times, end by ctrl+Q or (`ended` empty) by a signal; give what is wrong then."""
    rng = Random(seed)
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        seat = Seat(Path(folder))
        try:
            seat.until(b"Settings")
            for _ in range(count):
                if seat.child.poll() is not None:
                    break
                if rng.random() < 0.02:
                    termios.tcsetwinsize(seat.inner, (rng.randint(6, 60), rng.randint(20, 200)))
                    os.kill(seat.child.pid, signal.SIGWINCH)
                os.write(seat.outer, rng.choice(TYPED))
                seat.read()
            if seat.child.poll() is None:
                os.write(seat.outer, ended) if ended else seat.child.terminate()
            status = seat.end()
            wrong = [f"left open: {what!r}" for what in left_open(seat.said)]
            wrong += [] if status in ({0} if ended else {0, 143}) else [f"ended by {status}: {seat.said[-800:]!r}"]
            wrong += [] if termios.tcgetattr(seat.inner) == seat.before else ["the terminal's modes are others"]
            wrong += ["it crashed"] if list(Path(folder).glob("crash*")) else []
            return wrong
        finally:
            os.close(seat.outer)
            os.close(seat.inner)
