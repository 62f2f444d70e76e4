"""One key leads to the next table where it is the player's turn, one word in text mode; the list marks these tables."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from unittest.mock import AsyncMock

from tests.gallery.screen_views import KEPT, glance
from tests.tui.support.journey import ROOM, Make, settled, shown
from tests.tui.text.test_ahead_text import Slow
from tui.app.app import ParleyApp
from tui.correspondence.own_turns import NO_OTHER
from tui.i18n.translation import speaking, tr
from tui.screens.home.resume_screen import ResumeScreen, told
from tui.session.rooms import Rooms
from tui.session.unfinished_table import NONE_LEFT, NONE_YET, TableGlance, give_up, glance_at, nothing_kept
from tui.settings.settings import Settings
from tui.table.seat_names import NamedTable
from tui.table.table_plan import Plan
from tui.text.shell.console import Console, Script
from tui.text.table.table_dialogue import TableDialogue


async def test_the_key_leaves_for_the_next_table_and_says_if_there_is_none(make_app: Make) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "N")
        assert app.screen is app.table
        app.table.next_turn = AsyncMock(return_value=False)
        await settled(pilot, "N")
        assert [note.message for note in app._notifications] == [tr(NO_OTHER)]
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
    assert [line.strip() for line in said if line.startswith("ERROR")] == [f"ERROR {tr(NO_OTHER)}"]
    rooms.next_turn = AsyncMock(return_value=KEPT[0])  # type: ignore[method-assign]
    assert not await talk.obey("suivante")
    assert talk.upcoming is KEPT[0]
    await rooms.close()


def test_the_list_has_first_where_it_is_the_players_turn() -> None:
    last = KEPT[-1]
    screen = ResumeScreen(KEPT, {last.tid: "your turn"})
    assert screen.kept[0] is last
    assert screen.kept[1:] == KEPT[:-1]
    with speaking("en"):
        assert told(last, "your turn") == f"{told(last)} · your turn"
    assert ResumeScreen(KEPT).kept == KEPT


async def test_without_a_table_in_play_it_is_said_whether_there_ever_was_one(parley_home: Path) -> None:
    rooms = Rooms(parley_home, "default")
    assert nothing_kept(rooms.profile) == NONE_YET
    seated = await rooms.open_table(await rooms.local(), Plan("djambi", {}, {}, sitters=("me",) * 4))
    assert rooms.kept()
    give_up(rooms.profile, seated.handle.tid)
    assert not rooms.kept()
    assert nothing_kept(rooms.profile) == NONE_LEFT
    await rooms.close()
    app = ParleyApp(settings=Settings(nick="Ann", language="en"))
    async with app.run_test(size=ROOM) as pilot:
        await app.push_screen(ResumeScreen((), none=NONE_LEFT))
        await pilot.pause()
        assert NONE_LEFT in shown(app)


async def test_the_list_tells_how_far_each_table_has_come_and_who_plays_there() -> None:
    app = ParleyApp(settings=Settings(nick="Ann", language="en"))
    async with app.run_test(size=ROOM) as pilot:
        app.push_screen(ResumeScreen(KEPT, look=glance))
        while "Chloé" not in shown(app):
            await pilot.pause()
        await pilot.pause()
        rows = [row.strip() for row in shown(app).splitlines()]
        at = rows.index("Djambi · Florence · florence")
        assert rows[at + 1] == "2026-11-21 20:30 · turn 12 · Ann, Ben, Chloé, level 2"
        assert rows[at + 3] == "2026-11-20 22:10 · round 7 · turn 61 · Ann, Ben"
        assert rows[at + 5] == "turn 4 · Ann, level 3"


def test_a_glance_counts_the_turn_to_come_and_names_who_plays(make_app: Make) -> None:
    view = make_app(hand=(0,)).handle.view
    with speaking("en"):
        assert glance_at(view).words.startswith("turn 1 · ")
        assert glance_at(replace(view, match=None)).turn == 0


async def test_a_table_of_ones_own_is_looked_at_in_the_journal(parley_home: Path) -> None:
    rooms = Rooms(parley_home, "default", nick="Ann")
    seated = await rooms.open_table(await rooms.local(), Plan("djambi", {}, {}, sitters=("me",) * 4))
    (kept,) = rooms.kept()
    found = await rooms.glance(kept)
    assert found == TableGlance(0, 1, found.players if found else ())
    assert await rooms.glance(replace(kept, tid="00")) is None
    await rooms.leave(seated)
    await rooms.close()
