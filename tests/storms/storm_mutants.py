"""A flood of bad messages through all that receives: nothing is raised, nothing is slow, nothing grows."""

from __future__ import annotations

import argparse
import ctypes
import gc
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from statistics import linear_regression

import pytest

from tests.net.support.attacks.mutation_siege import Toll, besiege
from tests.net.support.toy_games.toy_table import install
from tests.storms.storm_proxy import MEMORY

ROUND = 20_000
"""Messages at one table before the next one is opened."""
WARM = 3
"""Rounds after which all tables and caches of the program are full."""
GOAL_MS = 10.0
GOAL_BYTES = 3 << 20
"""How much more memory the last round may leave than the third: one MiB a peer."""
PAGE = 4096


@dataclass(frozen=True, slots=True)
class Round:
    """One table: its seed, what its messages cost, the bytes of memory that it left to its process."""

    seed: int
    toll: Toll
    resident: int


def resident() -> int:
    """Give the bytes of memory that this process holds, once the C library has given back what is free.

    Without that some ten MiB come and go by how the pieces that are held happen to lie.
    """
    gc.collect()
    with suppress(OSError, AttributeError):  # no C library but glibc has it
        ctypes.CDLL(None).malloc_trim(0)
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * PAGE


def tables(seeds: Sequence[tuple[int, int]]) -> list[Round]:
    """Open a table for each seed, one after the other, and send it so many messages."""
    done = list[Round]()
    gc.collect()
    gc.freeze()  # what the test has brought along is not to be looked through at each collection
    with pytest.MonkeyPatch.context() as patch:
        install(patch)
        for seed, count in seeds:
            with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
                toll = besiege(Path(folder), seed, count)
            done.append(Round(seed, toll, resident()))
            print(f"seed {seed}: {count} messages, {done[-1].resident >> 20} MiB, {toll.slow}", flush=True)
            if toll.raised:
                print(f"seed {seed}: {len(toll.raised)} raised, {toll.raised[0]}", flush=True)
    return done


def grown(rounds: Sequence[Round]) -> int:
    """Give the bytes that one process has more after its last round than after it was warm."""
    return rounds[-1].resident - rounds[min(WARM, len(rounds)) - 1].resident


def slope(rounds: Sequence[Round]) -> float:
    """Give the bytes by which each round of the second half has made one process larger."""
    half = rounds[len(rounds) // 2 :]
    return linear_regression(range(len(half)), [one.resident for one in half]).slope if len(half) > 1 else 0.0


def shared_out(count: int, seed: int, processes: int) -> list[list[tuple[int, int]]]:
    """Share messages out to processes, as seeds with the messages of each."""
    rounds = [(seed + at, min(ROUND, count - at * ROUND)) for at in range(-(-count // ROUND))]
    return [rounds[at::processes] for at in range(min(processes, len(rounds)))]


def told(whole: Toll, parts: Sequence[Sequence[Round]], seconds: float) -> bool:
    """Print what all cost beside the goals; tell whether they are met."""
    for flaw, count in sorted(whole.flaws.items()):
        print(f"  {flaw}: {count}")
    print(f"{whole.messages} messages, {whole.taken} well formed, {len(whole.raised)} raised (goal 0), {seconds:.0f} s")
    print(f"processor time: mean {whole.seconds / whole.messages * 1e6:.0f} us, {whole.slow}")
    print(f"  slowest {whole.slowest_ms:.1f} ms (goal {GOAL_MS:g} ms), {whole.late} over the goal")
    print(f"wall time: slowest {whole.longest_ms:.1f} ms; collections: longest {whole.collected_ms:.1f} ms")
    for part in parts:
        more = f"{grown(part) / (1 << 20):+.1f} MiB since round {WARM} (goal {GOAL_BYTES >> 20})"
        print(f"memory {part[-1].resident >> 20} MiB, {more}, second half {slope(part) / 1024:+.0f} KiB a round")
    flat = max(map(grown, parts)) <= GOAL_BYTES
    return not whole.raised and whole.slowest_ms <= GOAL_MS and flat


def main(words: Sequence[str]) -> int:
    """Send them all and print what they cost; give 1 if one did any harm."""
    parser = argparse.ArgumentParser(prog="run.py storm mutants", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args(words)
    began, shares = time.monotonic(), shared_out(asked.count, asked.seed, asked.processes)
    if len(shares) == 1:
        parts = [tables(shares[0])]
    else:
        with ProcessPoolExecutor(len(shares), mp_context=get_context("spawn")) as pool:
            parts = list(pool.map(tables, shares))
    whole = Toll()
    for one in chain(*parts):
        whole.add(one.toll)
    return 0 if told(whole, parts, time.monotonic() - began) else 1
