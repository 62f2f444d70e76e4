"""A few dozen deaths in the middle of the journal's statements; `run.py storm journal` dies a thousand times."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HOUSE = Path(__file__).parents[3]
FORGETFUL = """
from net.storage.journal import Journal
from tests.storms.storm_journal import main
Journal.add_all = lambda self, tid, events, own=False: 0
raise SystemExit(main(["--kills", "40"]))
"""
"""A program that publishes what it has not written."""


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """Run a storm in a process of its own, which has no threads and may therefore be doubled."""
    return subprocess.run([sys.executable, *words], cwd=HOUSE, capture_output=True, text=True, check=False, timeout=100)


def test_never_two_events_for_one_number() -> None:
    done = run("-m", "tests.storms", "journal", "--kills", "60")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "60 kills" in done.stdout
    assert "killed after it published" in done.stdout
    assert "killed before it published" in done.stdout


def test_the_storm_notices_one_who_publishes_what_he_has_not_written() -> None:
    done = run("-c", FORGETFUL)
    assert done.returncode == 1
    assert "BROKEN" in done.stdout, done.stdout + done.stderr
