"""The status row of a game that stands still: whose move ends a pause, when a wait ends, how old the news is."""

from __future__ import annotations

import re
import time
from dataclasses import replace

import pytest

from core.game import Seat
from net.view.table_view import TableView, WaitView
from tests.tui.support.journey import ROOM, Make, settled, shown
from tui.i18n.translation import speaking
from tui.table.sentences.still_words import pause_words, silent_words
from tui.widgets.prompt import Line

RED, BLUE = Seat(0), Seat(1)


def apart(view: TableView) -> TableView:
    """Let every seat that is not played here belong to somebody else, who is there."""
    seats = tuple(one if one.mine else replace(one, pid=f"{one.seat}" * 32, bot="", owner="") for one in view.seats)
    return replace(view, seats=seats, paused=True)


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ((0,), "Paused: your move goes on, or o"),
        ((1,), "Paused: Red's move goes on, or o"),
        ((), "Paused: Red's move goes on"),
    ],
)
async def test_a_pause_says_whose_move_ends_it(make_app: Make, hand: tuple[int, ...], words: str) -> None:
    app = make_app(hand=hand)
    async with app.run_test(size=ROOM) as pilot:
        await app.handle.put(apart(app.handle.view))
        await settled(pilot)
        assert words in shown(app)
        assert (", or o" in shown(app)) is bool(hand)


def test_a_pause_is_told_in_text_mode_and_in_french(make_app: Make) -> None:
    mine, others = (apart(make_app(hand=hand).handle.view) for hand in ((0,), (1,)))
    assert pause_words(mine, spoken=True) == "paused: your move goes on, or resume."
    assert pause_words(others, spoken=True) == "paused: Red's move goes on, or resume."
    with speaking("fr"):
        assert pause_words(others, spoken=True).endswith("le coup de Rouge reprend la partie, ou le mot reprendre.")


async def test_old_news_of_a_watched_game_is_called_old(make_app: Make) -> None:
    app = make_app(hand=())
    assert silent_words(app.handle.view) == ""
    async with app.run_test(size=ROOM) as pilot:
        await app.handle.put(replace(app.handle.view, silent_since=1_700_000_000_000))
        await settled(pilot)
        assert re.search(r"Nobody is here to tell how it went on since 2023-11-1\d \d\d:\d\d\.", shown(app))
        assert "to decide" not in shown(app)


@pytest.mark.parametrize("seconds", [0, 1, 59])
async def test_the_row_names_the_minute_when_the_wait_is_over(make_app: Make, seconds: int) -> None:
    app = make_app(hand=(1,))
    full = (int(time.time()) // 60 + 5) * 60
    until = (full - seconds) * 1000
    async with app.run_test(size=ROOM) as pilot:
        view = apart(app.handle.view)
        seats = tuple(replace(one, present=one.mine) for one in view.seats)
        waiting = replace(view, paused=False, seats=seats, waits=(WaitView(RED, "move", 0, until),))
        await app.handle.put(waiting)
        await settled(pilot)
        at = time.strftime("%H:%M", time.localtime(full))
        assert f"o at {at}: wait no longer" in shown(app)


async def test_enter_behind_an_unfinished_move_fills_in_what_is_proposed(make_app: Make) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        await pilot.press("colon", "M", "c", "2")
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        filled = app.screen.query_one(Line).value
        assert filled.startswith("Mc2-")
        assert "The proposal is filled in: Enter goes on with it." in shown(app)
        await pilot.press("enter")
        await settled(pilot)
        match = app.handle.view.match
        assert match is not None
        assert [line.text for line in match.log[:1]] == [filled]
