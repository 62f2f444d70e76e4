"""What every test has: a collector that does not look at everything again and again, and no deadline by the clock."""

from __future__ import annotations

import gc
import os

import pytest
from hypothesis import settings

from tui import compiled

compiled.prefer()  # before any test imports the core; PARLEY_PURE=1 tests the files themselves, whatever was built
os.environ["PARLEY_LAN"] = "off"  # no test, and nothing that a test starts, says a word on the network of the machine
settings.register_profile("parley", deadline=None)
settings.load_profile("parley")
gc.disable()  # while modules are imported and their tests collected, hardly anything is garbage


LONGEST = (
    "test_monkey.py",
    "test_orders.py",
    "test_whole_games.py",
    "test_storm.py",
    "test_leaving_early.py",
    "test_run_py.py",
    "test_demo_restart.py",
    "test_bad_disk.py",
    "test_web_games.py",
)
"""Files of which one test takes many seconds: they come first, so that no process is left with one in the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put what takes longest first."""
    items.sort(key=lambda item: item.path.name not in LONGEST)


def pytest_collection_finish() -> None:
    """Set aside all that was imported: it lives as long as the tests, and every full collection would look at it."""
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(20_000, 20, 50)
