"""What every test has: a collector of garbage that does not look at the whole program again and again."""

from __future__ import annotations

import gc


def pytest_collection_finish() -> None:
    """Set aside all that was imported: it lives as long as the tests, and every full collection would look at it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
