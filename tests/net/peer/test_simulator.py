"""Simulated evenings, each from one seed: whatever goes wrong, every promise is kept (docs/reliability.md)."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from tests.length import long_only, so_many
from tests.sim.__main__ import spend
from tests.sim.long_run import ENOUGH, Tally
from tests.sim.menu import MENU, RARE, missing

SEEDS = Path(__file__).parents[2] / "sim" / "seeds.txt"
HUNDRED = SEEDS.with_name("hundred.txt")
GROUP, USUAL, LATEST = 5, 40, 16
LASTING = {(seed, True) for seed in (38, 110, 143, 197)} | {
    (seed, False) for seed in (15942, 31103, 32088, 32525, 146146, 167790, 504374)
}
"""Those evenings that failed once which last as long as ten others, each with whether it is a plain one."""


def once_broken() -> list[tuple[int, bool]]:
    """Give the seeds that ever failed, each with whether it is spent in the plain manner."""
    lines = [line.split(":") for line in SEEDS.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [(int(word), manner == "plain") for manner, words in lines for word in words.split()]


FRESH = [one for one in once_broken() if one not in LASTING][-LATEST:]
"""The last ones that failed: the others are spent again in long runs."""


def short() -> list[int]:
    """Give the first of a hundred evenings, in which everything happens; the whole hundred in a long run.

    The file ends with those that last longest; `python3 run.py sim` spends as many others as one likes.
    """
    found = [int(word) for word in HUNDRED.read_text(encoding="utf-8").split()]
    return found[: so_many(len(found), USUAL)]


QUICK = short()
GROUPS = [QUICK[first : first + GROUP] for first in range(0, len(QUICK), GROUP)]


@pytest.fixture
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder that all processes of this run of the tests share."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "evenings"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.mark.parametrize(
    ("seed", "plain"), [pytest.param(*one, marks=() if one in FRESH else long_only) for one in once_broken()]
)
def test_what_was_shown_broken_once_is_whole(seed: int, *, plain: bool) -> None:
    assert spend(seed, plain=plain).broken == ""


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: f"{group[0]}-{group[-1]}")
def test_arbitrary_evenings_keep_every_promise_and_have_everything_happen(group: list[int], ledger: Path) -> None:
    happened: Counter[str] = Counter()
    for seed in group:
        report = spend(seed, short=True)
        assert report.broken == "", f"python3 run.py sim {seed} --short --trace"
        happened.update(report.happened)
    written = ledger / f"{group[0]}.tmp"
    written.write_text(json.dumps(happened), encoding="utf-8")
    written.rename(written.with_suffix(".json"))
    _check_all(ledger)


def _check_all(ledger: Path) -> None:
    """Hold what has happened in all groups to the menu; whichever group ends last does it."""
    pages = [json.loads(page.read_text(encoding="utf-8")) for page in ledger.glob("*.json")]
    if len(pages) == len(GROUPS):
        assert not set(missing(sum(map(Counter, pages), Counter[str]()))) - RARE


def test_one_seed_is_one_evening_under_whatever_hashes() -> None:
    assert spend(QUICK[3], short=True) == spend(QUICK[3], short=True)


def test_a_long_run_fails_where_something_never_happens() -> None:
    whole = Tally(evenings=ENOUGH, happened=Counter(MENU))
    soft = Tally(evenings=ENOUGH, happened=Counter(MENU[1:]))
    assert not whole.failed
    assert soft.failed
    assert f"  NEVER: {MENU[0]}" in soft.lines()
    assert not Tally(evenings=ENOUGH - 1, happened=Counter(MENU[1:])).failed
    assert Tally(broken={7: "P1"}, happened=Counter(MENU)).failed
