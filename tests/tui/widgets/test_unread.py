"""What others say and nobody has read: marked above the talk, or on top where the talk is hidden, until a key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from core.game import Seat
from net.view.table_view import TalkLine
from tests.tui.support.journey import shown
from tui.app.app import ParleyApp
from tui.screens.table.table_screen import TableScreen
from tui.settings.read_marks import TABLES, ReadMarks, marks_path
from tui.settings.settings import Settings
from tui.table.alerts import Unread, unread_words
from tui.table.table_plan import hot_seat
from tui.widgets.line_panel import LinePanel
from tui.widgets.talk_pane import TalkInput

Make = Callable[..., Any]


def said(seat: int, number: int) -> TalkLine:
    """Give a line that a seat says."""
    return TalkLine(0, Seat(seat), f"P{seat}", "Somebody", f"Line {number}.", None, 0, number)


def test_only_what_others_say_is_new(make_app: Make, make_match: Make) -> None:
    view = make_app(make_match(), hand=(0, 1)).handle.view
    unread, before = Unread(), (said(2, 1),)
    assert unread.count(replace(view, talk=before), frozenset()) == 0
    later = replace(view, talk=(*before, said(0, 1), said(1, 1), said(2, 2), said(3, 1)))
    assert unread.count(later, frozenset()) == 2
    assert unread.count(later, frozenset({"P3"})) == 1
    unread.read(later)
    assert unread.count(later, frozenset()) == 0
    assert [unread_words(count) for count in (0, 1, 2)] == ["", "1 new line", "2 new lines"]


async def test_the_mark_goes_with_the_next_key(make_app: Make, make_match: Make) -> None:
    app = make_app(make_match(), hand=(0,))
    async with app.run_test(size=(80, 24)) as pilot:
        talk = app.table.query_one("#talk", LinePanel)

        async def hear(*lines: TalkLine) -> tuple[str, str]:
            await app.handle.put(replace(app.handle.view, talk=lines))
            return await look(pilot)

        async def look(pilot: Pilot[None]) -> tuple[str, str]:
            await pilot.pause()
            await pilot.pause()
            return str(talk.border_title), app.screen._compositor.render_strips()[0].text

        assert (await look(pilot))[0] == "Talk"
        assert (await hear(said(1, 1), said(2, 1)))[0] == "Talk · 2 new lines"
        await pilot.press("left")
        assert (await look(pilot))[0] == "Talk"
        await pilot.press("z")
        assert "1 new line (t)" in (await hear(said(1, 1), said(2, 1), said(2, 2)))[1]
        await pilot.press("left")
        assert "1 new line (t)" in (await look(pilot))[1]
        await pilot.press("t")
        title, top = await look(pilot)
        assert (title, "new line" in top) == ("Talk", False)


async def test_what_is_unread_survives_a_restart(make_app: Make, make_match: Make, tmp_path: Path) -> None:
    async def title(*lines: TalkLine, keys: tuple[str, ...] = ()) -> str:
        app = make_app(make_match(), hand=(0,))
        app.handle.view = replace(app.handle.view, talk=lines)
        async with app.run_test(size=(80, 24)) as pilot:
            app.table.remember(ReadMarks(marks_path(tmp_path, "ann")))
            app.table._show()
            await pilot.pause()
            told = str(app.table.query_one("#talk", LinePanel).border_title)
            await pilot.press(*keys)
            await pilot.pause()
        return told

    first = said(1, 4), said(2, 7)
    assert await title(*first) == "Talk"
    assert await title(*first, said(1, 5), said(2, 9), said(3, 2)) == "Talk · 3 new lines"
    assert await title(*first, said(1, 5), said(2, 9), said(3, 2), keys=("left",)) == "Talk · 3 new lines"
    assert await title(*first, said(1, 5), said(2, 9), said(3, 2)) == "Talk"
    assert await title(*first, said(1, 6)) == "Talk · 1 new line"


async def test_the_app_keeps_it_beside_the_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    app = ParleyApp(settings=Settings(nick="Ann"))
    async with app.run_test(size=(80, 24)) as pilot:
        seated = await app.rooms.open_table(await app.rooms.local(), hot_seat("djambi", {"players": "4"}))
        app.go(lambda: app.show_table(seated))
        while not isinstance(app.screen, TableScreen) or app.screen.desk.seat is None:
            await pilot.pause()
        await pilot.press("t", "h", "i", "enter")
        while not (talk := app.screen.controller.view.talk):
            await pilot.pause()
        await pilot.press("left")
        marks = ReadMarks(marks_path(tmp_path, app.rooms.name)).of(app.screen.controller.view.tid)
        assert marks == {talk[0].pid: talk[0].seq}
        await app.action_quit()


def test_a_damaged_file_costs_only_the_marks(tmp_path: Path) -> None:
    path = marks_path(tmp_path, "default")
    marks = ReadMarks(path)
    for text in (
        "",
        "[",
        "[1]",
        '{"00": 1}',
        '{"00": {"P1": "x"}}',
        "\ud800".encode("utf-8", "surrogatepass").decode("latin1"),
    ):
        path.write_text(text)
        assert not marks.of("00")
    marks.keep("00", {"P1": 3})
    assert marks.of("00") == {"P1": 3}
    for number in range(TABLES):
        marks.keep(f"t{number}", {"P1": number})
    assert (marks.of("00"), marks.of("t0")) == (None, {"P1": 0})
    assert marks_path(tmp_path, "ann") != path
    ReadMarks(tmp_path / "read.json" / "below").keep("00", {})


async def test_a_table_without_talk_says_so(make_app: Make, make_match: Make) -> None:
    app = make_app(make_match(), hand=(0,))
    app.handle.view = replace(app.handle.view, terms=(("talk", "off"),))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("d")
        await pilot.pause()
        assert app.screen is app.table
        await pilot.press("t")
        await pilot.pause()
        assert [toast.message for toast in app._notifications] == ["At this table there is no talk."] * 2
        assert app.table.query_one(TalkInput).placeholder == "No talk at this table"
        assert app.table.query_one(TalkInput).disabled
        assert app.focused is app.table.board
        assert " Talk " not in "\n".join(line for line in shown(app).splitlines()[-1:])
