"""Sweep: Python walks through everything while nobody waits, and only where there is much to walk for."""

from __future__ import annotations

import gc

import pytest
from textual import events
from textual.app import App
from textual.drivers.headless_driver import HeadlessDriver

from tui.terminal import cell_diff
from tui.terminal.cell_diff import LATEST, IdleGcApp


class Screened(HeadlessDriver):
    """A terminal of which the app believes that somebody sees it."""

    @property
    def is_headless(self) -> bool:
        """Whether nothing is painted: it is."""
        return False


async def test_an_app_on_a_terminal_walks_at_rest_and_leaves_python_as_it_was() -> None:
    usual, app = gc.get_threshold(), IdleGcApp()
    app.driver_class = Screened
    async with app.run_test(headless=False, size=(20, 6)):
        assert gc.get_threshold() == (*usual[:2], LATEST)
    assert gc.get_threshold() == usual


async def test_an_app_that_nobody_sees_leaves_python_alone() -> None:
    usual = gc.get_threshold()
    async with IdleGcApp().run_test(size=(20, 6)):
        assert gc.get_threshold() == usual


async def test_nobody_waits_for_a_walk_between_key_and_paint(monkeypatch: pytest.MonkeyPatch) -> None:
    now, young, walks = [100.0], [cell_diff.FULL], list[float]()
    monkeypatch.setattr(cell_diff, "monotonic", lambda: now[0])
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, young[0]))
    monkeypatch.setattr(gc, "collect", lambda: walks.append(now[0]))

    async def heard(self: App[None], event: events.Event) -> None:
        del self, event

    monkeypatch.setattr(App, "on_event", heard)
    app = IdleGcApp()
    await app.on_event(events.Key("l", "l"))
    app.sweep()
    assert not walks
    now[0] += cell_diff.REST
    await app.on_event(events.Idle())
    app.sweep()
    young[0] = cell_diff.FULL - 1
    app.sweep()
    assert walks == [100.0 + cell_diff.REST]
