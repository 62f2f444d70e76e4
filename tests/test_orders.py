"""Two processes that hash differently tell the same of games, drawings, records, tables and simulated evenings."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SEEDS = ("0", "4711")


def lines(process: subprocess.Popen[str]) -> list[str]:
    """Give what a process told when it ended well."""
    told, wrong = process.communicate()
    assert process.returncode == 0, wrong
    return told.splitlines()


def test_nothing_hangs_on_the_order_of_a_set() -> None:
    """The last line is the order of a set itself: it differs, or nothing is proved."""
    found = []
    for seed in SEEDS:
        environ = os.environ | {"PYTHONHASHSEED": seed}
        command = [sys.executable, "-m", "tests.orders"]
        found.append(subprocess.Popen(command, cwd=ROOT, env=environ, stdout=-1, stderr=-1, text=True))
    one, other = map(lines, found)
    assert len(one) >= 12
    assert one[:-1] == other[:-1]
    assert one[-1] != other[-1]
