"""Spend evenings by seed: `python -m tests.sim SEED [--trace]`, `python -m tests.sim FIRST LAST`."""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.sim.evening import Evening, Report

MEMORY = Path("/dev/shm")  # noqa: S108 a disk in memory where there is one: what is written is thrown away


def spend(seed: int, *, trace: bool = False) -> Report:
    """Spend the evening of a seed."""
    where = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(dir=where) as folder:
        return Evening(seed, Path(folder), print if trace else lambda _line: None).spend()


def main(words: list[str]) -> int:
    """Spend one evening, or all from the first seed to the last; give 1 if a promise was broken."""
    numbers = [int(word) for word in words if word.isdigit()]
    first, last = numbers[0], numbers[-1]
    happened: Counter[str] = Counter()
    broken, began = 0, time.monotonic()
    for seed in range(first, last + 1):
        report = spend(seed, trace="--trace" in words)
        happened.update(report.happened)
        if report.broken:
            broken += 1
            print(f"seed {seed}: {report.game}: {report.broken}", flush=True)
        elif first == last:
            print(report)
    for what, count in sorted(happened.items()):
        print(f"  {what}: {count}")
    print(f"{last - first + 1} evenings, {broken} broken promises, {time.monotonic() - began:.0f} s")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
