"""Whoever types faster than the screen follows loses no letter, and no letter becomes a command."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from tests.tui.support.journey import settled
from tui.app.app import ParleyApp
from tui.screens.table.table_screen import TableScreen
from tui.settings.settings import Settings
from tui.table.table_plan import hot_seat
from tui.widgets.talk_pane import TalkInput


async def test_letters_behind_the_key_that_opens_a_line_are_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    app = ParleyApp(settings=Settings(nick="Ann"))
    async with app.run_test(size=(80, 24)) as pilot:
        seated = await app.rooms.open_table(await app.rooms.local(), hot_seat("djambi", {"players": "4"}))
        app.go(lambda: app.show_table(seated))
        while not isinstance(app.screen, TableScreen) or app.screen.desk.seat is None:
            await pilot.pause()
        burst(app, "tdeal: tt?")
        await settled(pilot)
        assert app.screen.query_one(TalkInput).value == "deal: tt?"
        await pilot.press("escape")
        burst(app, ":Mc2-d3\r")
        while (match := app.screen.controller.view.match) is None or not match.ply:
            await pilot.pause()
        assert match.log[0].text == "Mc2-d3"
        await app.action_quit()


def burst(app: ParleyApp, keys: str) -> None:
    """Press keys without waiting for what they do."""
    names = {":": "colon", "\r": "enter"}
    for key in keys:
        app.post_message(events.Key(names.get(key, key if key.isalnum() else "sign"), key))
