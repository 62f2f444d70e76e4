"""Spend evenings by seed: `python -m tests.sim SEED [--trace]`, `... FIRST LAST [--jobs N] [--minutes M]`."""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
from functools import partial
from pathlib import Path

from tests.sim.evening import Evening, Report
from tests.sim.long_run import run

MEMORY = Path("/dev/shm")  # noqa: S108 a disk in memory where there is one: what is written is thrown away
EVER = 7 * 24 * 60.0
"""Minutes without an end."""


def spend(seed: int, *, trace: bool = False, plain: bool = False, short: bool = False) -> Report:
    """Spend the evening of a seed; a `plain` one as the first seeds were spent, a `short` one as the tests do."""
    where = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(dir=where) as folder:
        tell = _say if trace else lambda _line: None
        return Evening(seed, Path(folder), tell, plain=plain, short=short).spend()


def main(words: list[str]) -> int:
    """Spend one evening, or all from the first seed to the last; give 1 if a promise was broken."""
    asked = _read(words)
    if asked.last is None:
        report = spend(asked.first, trace=asked.trace, plain=asked.plain, short=asked.short)
        for what, count in sorted(report.happened.items()):
            _say(f"  {what}: {count}")
        _say(f"seed {report.seed}: {report.game}, {report.plies} plies, {report.lines} lines of talk, ", end="")
        _say(f"agreed after {report.settled_ms} ms" if not report.broken else report.broken)
        return 1 if report.broken else 0
    seeds = range(asked.first, asked.last + 1)
    tally = run(seeds, partial(spend, plain=asked.plain, short=asked.short), _say, asked.jobs, asked.minutes)
    for line in tally.lines():
        _say(line)
    return 1 if tally.failed else 0


def _read(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="run.py sim", description="spend simulated evenings")
    parser.add_argument("first", type=int, help="the seed, or the first of many")
    parser.add_argument("last", type=int, nargs="?", help="the last of many")
    parser.add_argument("--trace", action="store_true", help="tell what happens")
    parser.add_argument("--plain", action="store_true", help="spend it as the first seeds were spent")
    parser.add_argument("--short", action="store_true", help="spend it shortly, as the tests do")
    parser.add_argument("--jobs", type=int, default=1, help="so many processes")
    parser.add_argument("--minutes", type=float, default=EVER, help="begin nothing new after so many minutes")
    return parser.parse_args(words)


def _say(line: str, end: str = "\n") -> None:
    print(line, end=end, flush=True)


if __name__ == "__main__":
    # Ended as by an error, it takes the processes of many evenings along.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    sys.exit(main(sys.argv[1:]))
