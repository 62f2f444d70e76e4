"""What others say and nobody has read: marked above the talk, or on top where the talk is hidden, until a key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from textual.pilot import Pilot

from core.game import Seat
from net.view.table_view import TalkLine
from tui.table.alerts import Unread, unread_words
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
        assert app.table.query_one(TalkInput).placeholder == "At this table there is no talk."
        assert app.focused is app.table.board
