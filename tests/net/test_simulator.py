"""Simulated evenings, each from one seed: whatever goes wrong, every promise is kept (docs/reliability.md)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.sim.__main__ import spend
from tests.sim.weather import Fault

SEEDS = Path(__file__).parents[1] / "sim" / "seeds.txt"
FRESH = (1000, 1002, 1005, 1006, 1008, 1014, 1018, 1019, 1021, 1022, 1025, 1028, 1030, 1031)
"""Short evenings in which every fault happens; `python3 run.py sim` spends longer ones, as many as one likes."""
RARE = {Fault.TWIN, Fault.CHEAT, Fault.EMPTY}
"""What so few evenings may go without, and what happens under names of its own."""


def once_broken() -> list[int]:
    """Give the seeds that ever failed."""
    lines = SEEDS.read_text(encoding="utf-8").splitlines()
    return [int(word) for line in lines if not line.startswith("#") for word in line.split()]


@pytest.mark.parametrize("seed", once_broken())
def test_what_failed_once_never_fails_again(seed: int) -> None:
    assert spend(seed).broken == ""


def test_every_promise_is_kept_and_every_fault_happens() -> None:
    happened: Counter[str] = Counter()
    for seed in FRESH:
        report = spend(seed)
        assert report.broken == "", f"python3 run.py sim {seed} --trace"
        happened.update(report.happened)
    missing = {fault.value for fault in Fault if fault not in RARE} - set(happened)
    assert not missing
    assert min(happened["waits ended, with a clock"], happened["receipts"]) > 0
    assert sum(happened[f"refused: {flaw}"] for flaw in ("author", "size", "forked", "noisy")) > 0


def test_one_seed_is_one_evening() -> None:
    assert spend(1025) == spend(1025)
