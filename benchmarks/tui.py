"""How quick the terminal is, beside the goals: `python benchmarks/tui.py [--json FILE]`.

Everything is measured from outside, over a pseudo-terminal: a child shows a screen, keys are typed, and what comes back
is timed and counted.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import platform
import pty
import select
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from dataclasses import asdict, dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tui.screens.table import TableScreen
from tui.still import StillApp, StillTable, match_of, view_of

ROOT = Path(__file__).parents[1]

QUIET = 0.06
"""Seconds without output after which a paint is over."""

BOARDS = (
    ("djambi", 3, 80, 24),
    ("djambi", 4, 80, 24),
    ("djambi", 4, 100, 33),
    ("djambi", 6, 80, 24),
    ("djambi", 6, 160, 50),
    ("epaminondas", 2, 100, 33),
    ("megiddo", 2, 80, 24),
    ("megiddo", 2, 100, 33),
    ("megiddo", 2, 160, 50),
    ("mediterranee", 4, 80, 24),
    ("mediterranee", 4, 160, 50),
)
"""Games, players and terminal sizes that are measured."""


@dataclass(frozen=True)
class Figure:
    """One measured figure, its unit, and the goal it must not pass, if there is one."""

    name: str
    value: float
    unit: str
    goal: float | None = None

    @property
    def met(self) -> bool | None:
        """Whether the goal is met; None without one."""
        return None if self.goal is None else self.value <= self.goal


class Terminal:
    """A child with a pseudo-terminal of its own."""

    def __init__(self, command: list[str], columns: int, rows: int, home: str) -> None:
        """Start `command` in a terminal of that size with an empty home."""
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

    def press(self, key: bytes) -> tuple[int, float]:
        """Press a key; give the bytes that come back and the seconds until the last of them."""
        begun = time.perf_counter()
        os.write(self.leader, key)
        count, last = self.read(QUIET, patience=2.0)
        return count, last - begun

    def close(self) -> None:
        """End the child."""
        os.killpg(self.child.pid, signal.SIGKILL)
        self.child.wait()
        os.close(self.leader)


def child(game: str, players: int) -> None:
    """Show a table and nothing else."""
    StillApp(TableScreen(StillTable(view_of(match_of(players, 16, 5, game))))).run()


def steps(game: str, players: int, columns: int, rows: int, home: str) -> list[Figure]:
    """Measure cursor steps on one board."""
    terminal = Terminal([sys.executable, __file__, "--child", game, str(players)], columns, rows, home)
    try:
        terminal.read(1.0, until=b"Leave")
        terminal.read(0.5)
        terminal.press(b"\x1b")
        taken = [terminal.press(key) for key in (b"l", b"j", b"h", b"k") * 8][4:]
    finally:
        terminal.close()
    name = f"{game} {players} {columns}x{rows}"
    return [
        Figure(f"{name}: key to paint, median", statistics.median(wait for _, wait in taken) * 1000, "ms", 20),
        Figure(f"{name}: a cursor step, most", max(count for count, _ in taken), "bytes", 2048),
    ]


def start(home: str, rounds: int = 5) -> list[Figure]:
    """Measure the start to the painted home screen beside a bare Python."""
    bare, found = [], []
    (Path(home) / "settings.toml").touch()  # a first start asks the terminal what it can, and waits for its answer
    for _ in range(rounds + 1):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        bare.append(time.perf_counter() - begun)
        terminal = Terminal([sys.executable, "-m", "tui"], 80, 24, home)
        try:
            _, painted = terminal.read(1.0, until=b"P A R L E Y")
            found.append(painted - terminal.started)
        finally:
            terminal.close()
    return [
        Figure("python3 -c pass, median", statistics.median(bare[1:]), "s"),
        Figure("start to painted home, median", statistics.median(found[1:]), "s", 0.7),
        Figure("start to painted home, best", min(found[1:]), "s"),
    ]


def main() -> int:
    """Measure, print beside the goals, write JSON if asked; 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description="Measure the terminal.")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--child", nargs=2)
    given = parser.parse_args()
    if given.child:
        child(given.child[0], int(given.child[1]))
        return 0
    home = tempfile.mkdtemp(prefix="parley-benchmark-")
    try:
        figures = start(home)
        for board in BOARDS:
            figures += steps(*board, home)
    finally:
        shutil.rmtree(home, ignore_errors=True)
    for figure in figures:
        goal = "" if figure.goal is None else f"  goal <= {figure.goal:g}  {'met' if figure.met else 'MISSED'}"
        print(f"{figure.name:<46} {figure.value:>9.3f} {figure.unit:<5}{goal}")
    if given.json:
        about = {"python": platform.python_version(), "machine": platform.machine(), "cores": os.cpu_count()}
        given.json.write_text(json.dumps({"about": about, "figures": [asdict(figure) for figure in figures]}, indent=1))
    return 0 if all(figure.met is not False for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
