"""Whoever types faster than the screen follows loses no letter, and no letter becomes a command."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from tui.app import ParleyApp
from tui.plan import hot_seat
from tui.screens.table import TableScreen
from tui.settings import Settings
from tui.widgets.prompt import Line
from tui.widgets.talk import TalkInput


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
        for kind, keys in ((Line, ":Mc2-d3"), (TalkInput, "tdeal, Mm?")):
            for key in keys:
                app.post_message(events.Key(key if key.isalnum() else "colon" if key == ":" else "sign", key))
            await pilot.pause()
            await pilot.pause()
            assert isinstance(app.screen, TableScreen)
            assert app.screen.query_one(kind).value == keys[1:]
            await pilot.press("escape")
        await app.action_quit()
