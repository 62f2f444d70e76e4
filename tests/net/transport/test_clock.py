"""The clock of this machine as the runner sees it."""

from __future__ import annotations

import time

import pytest

from net.transport.clock import SystemClock


def test_a_clock_that_is_set_back_stands_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = iter([5_000, 6_000, 2_000, 2_500, 9_000])
    monkeypatch.setattr(time, "time_ns", lambda: next(shown) * 1_000_000)
    clock = SystemClock()
    assert [clock.now_ms() for _ in range(5)] == [5_000, 6_000, 6_000, 6_500, 13_000]
