"""How much is tried: what proves most in the minutes that people wait, or with `PARLEY_LONG=1` all there is."""

from __future__ import annotations

import os

import pytest

LONG = "PARLEY_LONG" in os.environ
"""Whether all is tried that there is."""

long_only = pytest.mark.skipif(not LONG, reason="another of its kind is tried always: set PARLEY_LONG=1")
"""The mark of what is tried in a long run only."""


def so_many(all_there_are: int, usually: int) -> int:
    """Give how many are tried: all that there are in a long run, some of them usually."""
    return all_there_are if LONG else usually


def seeds(all_there_are: int, usually: int) -> range:
    """Give the seeds that are tried, the first ones usually."""
    return range(so_many(all_there_are, usually))
