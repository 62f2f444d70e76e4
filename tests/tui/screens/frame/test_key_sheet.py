"""`?` shows the keys of the list of games and of a room, and is a letter where one types."""

from __future__ import annotations

from pathlib import Path

from tui.app.app import ParleyApp
from tui.screens.frame.dialog import TextDialog
from tui.screens.replay.games_screen import GamesScreen
from tui.screens.room.lobby_screen import LobbyScreen
from tui.session.rooms import Rooms
from tui.settings.keymap import GAMES, ROOM
from tui.study.game_library import Library


async def test_the_keys_of_the_games_and_of_a_room_are_told(tmp_path: Path) -> None:
    app, rooms = ParleyApp(), Rooms(tmp_path, "ann", "Ann")
    peer = await rooms.local()
    screens = (GamesScreen(Library(rooms.profile, tmp_path)), GAMES), (LobbyScreen(peer, str(peer.invitation)), ROOM)
    async with app.run_test(size=(80, 24)) as pilot:
        for screen, keys in screens:
            await app.push_screen(screen)
            await pilot.press("question_mark")
            await pilot.pause()
            sheet = app.screen
            assert isinstance(sheet, TextDialog)
            assert len(sheet._rows) == len(keys) + 2
            await pilot.press("question_mark")
            await pilot.pause()
            assert app.screen is screen, "`?` closes it too"
        await pilot.press("t", "question_mark")
        await pilot.pause()
        assert app.screen.query_one("#say").value == "?"  # type: ignore[attr-defined]
    await rooms.close()
