"""One key leads to the next table where it is the player's turn, one word in text mode; the list marks these tables."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import AsyncMock

from tests.gallery.screen_views import KEPT
from tests.tui.support.journey import ROOM, Make, settled
from tests.tui.text.test_ahead_text import Slow
from tui.i18n.translation import speaking
from tui.screens.home.resume_screen import ResumeScreen, told
from tui.session.rooms import Rooms
from tui.table.seat_names import NamedTable
from tui.text.shell.console import Console, Script
from tui.text.table.table_dialogue import TableDialogue


async def test_the_key_leaves_for_the_next_table_and_says_if_there_is_none(make_app: Make) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "N")
        assert app.screen is app.table
        app.table.next_turn = AsyncMock(return_value=False)
        await settled(pilot, "N")
        assert [note.message for note in app._notifications] == ["At no other table it is your turn."]
        app.table.next_turn = AsyncMock(return_value=True)
        left: list[str] = []
        app.table.dismiss = left.append
        await settled(pilot, "N")
        assert left == ["next"]


async def test_the_word_leaves_the_conversation_for_the_next_table(parley_home: Path) -> None:
    said: list[str] = []
    rooms = Rooms(parley_home, "default")
    talk = TableDialogue(NamedTable(Slow()), Console(Script([]), said.append))
    talk.know(rooms)
    assert await talk.obey("next")
    assert [line.strip() for line in said if line.startswith("ERROR")] == ["ERROR At no other table it is your turn."]
    rooms.next_turn = AsyncMock(return_value=KEPT[0])  # type: ignore[method-assign]
    assert not await talk.obey("suivante")
    assert talk.upcoming is KEPT[0]
    await rooms.close()


def test_the_list_has_first_where_it_is_the_players_turn() -> None:
    last = KEPT[-1]
    screen = ResumeScreen(KEPT, frozenset({last.tid}))
    assert screen.kept[0] is last
    assert screen.kept[1:] == KEPT[:-1]
    with speaking("en"):
        assert told(last, owed=True) == f"{told(last)} · your turn"
    assert ResumeScreen(KEPT).kept == KEPT
