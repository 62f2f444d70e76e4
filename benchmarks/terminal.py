"""A child with a pseudo-terminal of its own: what is typed, what comes back and when, what the child costs."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]

QUIET = 0.06
"""Seconds without output after which a paint is over."""


class Paint(NamedTuple):
    """What a key has brought: bytes, the seconds until the last of them, and those of processor time spent for them."""

    size: int
    wait: float
    spent: float


class Terminal:
    """A child with a pseudo-terminal of its own."""

    def __init__(self, command: list[str], columns: int, rows: int, home: str) -> None:
        """Start `command` in a terminal of that size, everything of its own in `home`."""
        leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
        environment = kept | {
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "LANG": "C.UTF-8",
            "HOME": home,
            "PARLEY_HOME": home,
            "PYTHONPATH": str(ROOT),
        }
        self.started = time.perf_counter()
        self.child = subprocess.Popen(
            command, stdin=follower, stdout=follower, stderr=follower, env=environment, cwd=home, start_new_session=True
        )
        os.close(follower)
        self.leader = leader

    def read(self, quiet: float, patience: float = 15.0, until: bytes = b"") -> tuple[int, float]:
        """Read until nothing comes for `quiet` seconds or `until` has come; give bytes and the time of the last."""
        total, last, seen = 0, time.perf_counter(), b""
        end = last + patience
        while time.perf_counter() < end:
            ready, _, _ = select.select([self.leader], [], [], quiet if total or not until else 0.5)
            if not ready:
                if total and not until:
                    break
                continue
            try:
                data = os.read(self.leader, 65536)
            except OSError:
                break
            last = time.perf_counter()
            total += len(data)
            if until:
                seen += data
                if until in seen:
                    break
        return total, last

    def press(self, key: bytes) -> Paint:
        """Press a key; give what comes back."""
        begun, before = time.perf_counter(), self.processor
        os.write(self.leader, key)
        count, last = self.read(QUIET, patience=2.0)
        return Paint(count, last - begun, self.processor - before)

    def call(self, number: int, quiet: float) -> tuple[int, float]:
        """Send the child a signal; give the bytes that come until it is quiet, and the seconds until the last."""
        begun = time.perf_counter()
        self.child.send_signal(number)
        count, last = self.read(quiet, patience=4.0)
        return count, last - begun

    @property
    def processor(self) -> float:
        """The seconds of processor time that the child has had, all its threads together."""
        tasks = Path(f"/proc/{self.child.pid}/task")
        return sum(int(path.read_text("ascii").split()[0]) for path in tasks.glob("*/schedstat")) / 1e9

    @property
    def resident(self) -> float:
        """The megabytes of memory that the child has."""
        lines = Path(f"/proc/{self.child.pid}/status").read_text("ascii").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024

    def close(self) -> None:
        """End the child and whatever it has started."""
        os.killpg(self.child.pid, signal.SIGTERM)
        try:
            self.child.wait(3)
        except subprocess.TimeoutExpired:
            os.killpg(self.child.pid, signal.SIGKILL)
            self.child.wait()
        os.close(self.leader)
