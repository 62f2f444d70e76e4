"""A flood of bad messages through all that receives: nothing is raised, nothing is slow, nothing grows."""

from __future__ import annotations

import argparse
import gc
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.net.siege_of_mutants import Toll, besiege
from tests.net.toy_table import install
from tests.storms.storm_proxy import MEMORY

ROUND = 20_000
"""Messages at one table before the next one is opened."""
GOAL_MS = 10.0
GOAL_BYTES = 3 << 20
"""How much more memory the last round may leave than the third: one MiB a peer."""
PAGE = 4096


def resident() -> int:
    """Give the bytes of memory that this process has."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * PAGE


def main(words: Sequence[str]) -> int:
    """Send them all and print what they cost; give 1 if one did any harm."""
    parser = argparse.ArgumentParser(prog="run.py storm mutants", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(words)
    whole, began, sizes = Toll(), time.monotonic(), list[int]()
    with pytest.MonkeyPatch.context() as patch:
        install(patch)
        for seed in range(asked.seed, asked.seed + -(-asked.count // ROUND)):
            with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
                toll = besiege(Path(folder), seed, min(ROUND, asked.count - whole.messages))
            whole.add(toll)
            sizes.append(resident())
            if len(sizes) % 10 == 0:
                print(f"{whole.messages} messages, {sizes[-1] >> 20} MiB, {time.monotonic() - began:.0f} s", flush=True)
            if toll.raised:
                print(f"seed {seed}: {len(toll.raised)} raised, {toll.raised[0]}", flush=True)
    grown = sizes[-1] - sizes[min(2, len(sizes) - 1)]
    for flaw, count in sorted(whole.flaws.items()):
        print(f"  {flaw}: {count}")
    took = time.monotonic() - began
    print(f"{whole.messages} messages, {whole.taken} well formed, {len(whole.raised)} raised, {took:.0f} s")
    print(
        f"mean {whole.seconds / whole.messages * 1e6:.0f} us, slowest {whole.slowest_ms:.1f} ms (goal {GOAL_MS:g} ms)"
    )
    print(f"memory {sizes[-1] >> 20} MiB, {grown / (1 << 20):+.1f} MiB since the third round")
    return 1 if whole.raised or whole.slowest_ms > GOAL_MS or grown > GOAL_BYTES else 0
