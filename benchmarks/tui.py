"""How quick the terminal is, beside the goals: `python benchmarks/tui.py [--json FILE] [--only WORD]`.

Everything is measured from outside, over a pseudo-terminal: a child shows a screen, keys are typed, and what comes back
is timed and counted. Where others are at work on the machine the wall's clock tells of them too: beside it stands the
processor time that the child had.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.figure import Figure, arguments, written
from benchmarks.terminal import QUIET, Terminal

BOARDS = (
    ("djambi", 3, 80, 24),
    ("djambi", 4, 80, 24),
    ("djambi", 4, 100, 33),
    ("djambi", 6, 80, 24),
    ("djambi", 6, 160, 50),
    ("epaminondas", 2, 80, 24),
    ("epaminondas", 2, 100, 33),
    ("megiddo", 2, 80, 24),
    ("megiddo", 2, 100, 33),
    ("megiddo", 2, 160, 50),
    ("mediterranee", 4, 80, 24),
    ("mediterranee", 4, 160, 50),
)
"""Games, players and terminal sizes that are measured."""


COMMON = (80, 24)
"""The size at which steps are measured while a bot thinks."""
GAMES = (("djambi", 4), ("epaminondas", 2), ("megiddo", 2), ("mediterranee", 4))
"""Every game, with its players."""
IDLE_MS, BUSY_MS = 16.0, 33.0
"""Milliseconds from a key to the paint, at most: while nothing else happens, and while a bot thinks."""


Most = partial(Figure, more_is_better=False)
"""A figure whose goal is the most that it may be."""
Board = tuple[str, int, int, int]


def table(sitter: str, board: Board, home: str) -> Terminal:
    """Start a child that shows a table; give it once that is painted."""
    game, players, columns, rows = board
    command = [sys.executable, __file__, "--child", sitter, game, str(players)]
    terminal = Terminal(command, columns, rows, home)
    terminal.read(1.0, until=b"Leave")
    terminal.read(0.5)
    return terminal


def p95(waits: list[float]) -> float:
    """Give what nineteen of twenty waits do not pass, in milliseconds."""
    return statistics.quantiles(waits, n=20)[-1] * 1000


def called(board: Board) -> str:
    """Name a board."""
    game, players, columns, rows = board
    return f"{game} {players} {columns}x{rows}"


def steps(sitter: str, goal: float, board: Board, home: str) -> list[Figure]:
    """Measure cursor steps on one board."""
    terminal = table(sitter, board, home)
    try:
        terminal.press(b"\x1b")
        for key in b"ljhk":
            terminal.press(bytes([key]))
        taken = [terminal.press(bytes([key])) for key in b"ljhk" * 8]
    finally:
        terminal.close()
    name = called(board) + (", a bot thinks" if sitter == "thinking" else "")
    return [
        Most(f"{name}: key to paint, median", statistics.median(step.wait for step in taken) * 1000, "ms"),
        Most(f"{name}: key to paint, p95", p95([step.wait for step in taken]), "ms", goal),
        Most(f"{name}: a step, processor, median", statistics.median(step.spent for step in taken) * 1000, "ms"),
        Most(f"{name}: a step, processor, p95", p95([step.spent for step in taken]), "ms"),
        Most(f"{name}: a step, most", max(step.size for step in taken), "bytes", 2048),
    ]


def moves(board: Board, home: str) -> list[Figure]:
    """Measure moves of others as they are painted."""
    terminal = table("moving", board, home)
    try:
        taken = [terminal.call(signal.SIGUSR1, 4 * QUIET) for _ in range(10)]
    finally:
        terminal.close()
    name = called(board)
    return [
        Most(f"{name}: a move, median", statistics.median(count for count, _ in taken), "bytes"),
        Most(f"{name}: a move, most", max(count for count, _ in taken), "bytes", 8192),
    ]


def start(home: str, rounds: int = 5) -> list[Figure]:
    """Measure the start to the painted home screen beside a bare Python."""
    bare, found, spent = [], [], []
    (Path(home) / "settings.toml").touch()  # a first start asks the terminal what it can, and waits for its answer
    for _ in range(rounds + 1):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        bare.append(time.perf_counter() - begun)
        terminal = Terminal([sys.executable, "-m", "tui"], 80, 24, home)
        try:
            _, painted = terminal.read(1.0, until=b"P A R L E Y")
            found.append(painted - terminal.started)
            spent.append(terminal.processor)
        finally:
            terminal.close()
    return [
        Most("python3 -c pass, median", statistics.median(bare[1:]), "s"),
        Most("start to painted home, median", statistics.median(found[1:]), "s", 0.6),
        Most("start to painted home, best", min(found[1:]), "s"),
        Most("start to painted home, processor", statistics.median(spent[1:]), "s"),
    ]


def memory(home: str) -> list[Figure]:
    """Measure the memory of the whole program at the home screen and at a table of each game against a bot."""
    terminal = Terminal([sys.executable, "-m", "tui"], 80, 24, home)
    try:
        terminal.read(1.0, until=b"P A R L E Y")
        terminal.read(1.0)
        found = [Most("memory at the home screen", terminal.resident, "MB", 90)]
    finally:
        terminal.close()
    for game, players in GAMES:
        terminal = table("playing", (game, players, 160, 50), home)
        try:
            for key in b"ljhk" * 4 + b"eo?":
                terminal.press(bytes([key]))
                terminal.press(b"\x1b")
            found.append(Most(f"memory, {game} against bots", terminal.resident, "MB", 90))
        finally:
            terminal.close()
    return found


def idle(home: str, seconds: float = 10.0) -> list[Figure]:
    """Measure the processor time of a table where two clocks run and nothing else happens."""
    terminal = table("clocks", ("djambi", 4, 100, 33), home)
    try:
        terminal.read(2.5, patience=2.5, until=b"never")
        before, bytes_before = terminal.processor, time.perf_counter()
        count, _ = terminal.read(seconds, patience=seconds, until=b"never")
        passed = time.perf_counter() - bytes_before
        share = (terminal.processor - before) / passed * 100
    finally:
        terminal.close()
    return [
        Most("two clocks run: processor", share, "%", 1),
        Most("two clocks run: a second", count / passed, "bytes"),
    ]


def measured(home: str, only: str) -> Iterator[Figure]:
    """Measure everything, or what is called by a word that begins with `only`."""
    parts: list[tuple[str, Callable[[], list[Figure]]]] = [
        ("start", partial(start, home)),
        ("memory", partial(memory, home)),
        ("idle", partial(idle, home)),
        *(("steps", partial(steps, "still", IDLE_MS, board, home)) for board in BOARDS),
        *(("thinks", partial(steps, "thinking", BUSY_MS, board, home)) for board in BOARDS if board[2:] == COMMON),
        *(("moves", partial(moves, board, home)) for board in BOARDS),
    ]
    for name, part in parts:
        if name.startswith(only):
            yield from part()


def main() -> int:
    """Measure, print beside the goals, write JSON if asked; 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description="Measure the terminal: start, memory, idle, steps, thinks, moves.")
    parser.add_argument("--child", nargs=3, help=argparse.SUPPRESS)
    given = arguments(parser)
    if given.child:
        from benchmarks.sitters import SITTERS  # noqa: PLC0415 - who measures shows nothing

        SITTERS[given.child[0]](*given.child[1:])
        return 0
    home = tempfile.mkdtemp(prefix="parley-benchmark-")
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    try:
        figures = written(measured(home, given.only), given.json)
    finally:
        shutil.rmtree(home, ignore_errors=True)
    return 0 if all(figure.met is not False for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
