"""The page that waits for players, on a small screen: what others need to come in is seen, and keys reach the rest."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.games import find
from core.match.match import Match
from net.view.table_view import Phase
from tests.gallery.fixed_table import view_of
from tests.tui.support.journey import shown
from tests.tui.support.table_app import app_that_waits
from tui.i18n.translation import speaking
from tui.screens.table.waiting_view import WaitingView
from tui.words.rated_mark import RatedMark

CODE = "Q7RT-X2MK"
LINK = "parley+tls://parley.example.org:18830/" + "florence" * 4 + "?key=" + "AAECAwQFBgcICQoLDA0ODw" * 4 + "#end"
GAMES = [
    ("djambi", {"players": "6"}),
    ("megiddo", {"players": "6"}),
    ("mediterranee", {"players": "4", "placement": "standard", "seed": "3"}),
]


@pytest.mark.parametrize("spoken", ["en", "fr"])
@pytest.mark.parametrize(("game", "options"), GAMES)
async def test_the_code_is_on_a_small_screen_and_keys_lead_to_the_end(
    game: str, options: dict[str, str], spoken: str
) -> None:
    with speaking(spoken):
        app = app_that_waits()
        view = view_of(Match.new(find(game), options))
        empty = tuple(replace(one, pid="", mine=not one.seat, ready=not one.seat) for one in view.seats)
        app.handle.invitation = LINK
        app.handle.view = replace(view, match=None, phase=Phase.GATHERING, seats=empty, code=CODE, hosted=True)
        async with app.run_test(size=(80, 24)) as pilot:
            app.table.desk.rated = RatedMark("Friday, round 1")
            await pilot.pause()
            page = app.table.query_one(WaitingView)
            assert CODE in shown(app)
            assert app.table.focused is page
            await pilot.press("pagedown", "pagedown", "pagedown", "down")
            await pilot.pause()
            await pilot.wait_for_scheduled_animations()
            assert page.scroll_offset.y == page.max_scroll_y
            assert LINK[-4:] in shown(app)
            await pilot.press("home")
            await pilot.wait_for_scheduled_animations()
            assert page.scroll_offset.y == 0
            assert CODE in shown(app)


async def test_esc_leads_from_a_line_of_talk_to_the_page_and_the_start_to_the_board() -> None:
    app = app_that_waits()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("t", "a", "escape")
        assert isinstance(app.table.focused, WaitingView)
        await app.handle.put(view_of(Match.new(find("djambi"), {})))
        await pilot.pause()
        assert app.table.board.has_focus


@pytest.mark.parametrize("meant", [{}, {"ME": "Ann", "B": "Bob"}, {"A": "Cat", "B": "Bob"}])
async def test_a_seat_is_offered_to_whom_the_table_is_for(meant: dict[str, str]) -> None:
    app = app_that_waits()
    async with app.run_test(size=(120, 40)) as pilot:
        app.table.desk.rated = RatedMark("Friday, round 1", meant, me="ME")
        await app.handle.put(app.handle.view)
        await pilot.pause()
        offered = not meant or "ME" in meant
        assert ("take a seat" in shown(app)) is offered
        assert ("or a click: that seat" in shown(app)) is offered
