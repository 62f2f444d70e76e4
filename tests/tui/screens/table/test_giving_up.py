"""Giving one's seat up before the game, or the wait for somebody who keeps his lot; leaving once one is out of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.app import App, ComposeResult
from textual.widgets import Static

from core.fault import Fault
from core.game import Seat
from net.view.table_view import Phase, WaitView
from tests.core.support import card_game
from tests.tui.support.cards_table import LocalTable
from tests.tui.support.journey import settled, shown
from tests.tui.words.test_acts import Make
from tui.screens.table.waiting_view import WaitingView
from tui.settings import theme
from tui.table.departure import give_up, unrevealed_lot_seats
from tui.widgets.text_style import TextStyle

BLUE = Seat(1)
KEPT = WaitView(BLUE, "lot", 0, 1000, ripe=True)

STATES = ("constantinople", "carthage")


@pytest.fixture(autouse=True)
def _cards(monkeypatch: pytest.MonkeyPatch) -> None:
    card_game.install(monkeypatch)


def starting(*waits: WaitView) -> LocalTable:
    """Give a table whose lots are drawn, red played here."""
    table = LocalTable(hands=(0,))
    table.view = replace(table.view, phase=Phase.STARTING, match=None, waits=waits)
    return table


async def test_while_lots_are_drawn_one_waits_no_longer_for_who_keeps_his() -> None:
    table = starting(KEPT)
    assert unrevealed_lot_seats(table.view) == (BLUE,)
    await give_up(table.view, table)
    assert table.claimed == [BLUE]


async def test_before_patience_is_over_and_in_the_game_nobody_is_claimed_so() -> None:
    table = starting(replace(KEPT, ripe=False))
    assert unrevealed_lot_seats(table.view) == ()
    assert unrevealed_lot_seats(replace(table.view, phase=Phase.PLAYING, waits=(KEPT,))) == ()
    with pytest.raises(Fault, match="no seat to give up"):
        await give_up(None, table)


class Shown(App[None]):
    """Shows the waiting view alone."""

    CSS_PATH = None

    def compose(self) -> ComposeResult:
        """Put it there."""
        yield WaitingView(id="waiting")


async def test_the_waiting_view_says_who_keeps_his_lot_and_which_key() -> None:
    app, ink = Shown(), TextStyle(theme.load(theme.DEFAULT), theme.glyphs("unicode"))
    async with app.run_test(size=(80, 24)):
        waiting = app.query_one(WaitingView)
        for table, told in ((starting(KEPT), True), (starting(), False)):
            waiting.show(table.view, "", ink)
            text = str(app.query_one("#waiting-text", Static).content)
            assert ("does not answer" in text, "x: wait no longer" in text) == (told, told)


async def test_no_name_of_a_state_is_cut() -> None:
    app, ink = Shown(), TextStyle(theme.load(theme.DEFAULT), theme.glyphs("unicode"))
    view = starting().view
    view = replace(view, seats=tuple(replace(seat, name=STATES[seat.seat]) for seat in view.seats))
    async with app.run_test(size=(80, 24)):
        app.query_one(WaitingView).show(view, "", ink)
        text = str(app.query_one("#waiting-text", Static).content)
        assert [state for state in STATES if state.title() + " " not in text] == []


@pytest.mark.parametrize("stays", [True, False])
async def test_whoever_is_out_of_the_game_simply_leaves(
    make_app: Make,
    make_match: Make,
    stays: bool,  # noqa: FBT001 (a case)
) -> None:
    match = make_match(3)
    app = make_app(match if stays else match.play(f"abandon {match.names[0]}", Seat(0)), hand=(0,))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot, "o")
        assert ("Ask for a pause" in shown(app), "Ask to return" in shown(app)) == (stays, not stays)
        await settled(pilot, "escape", "q")
        assert ("What becomes of your seat?" in shown(app)) is stays
        assert app.left == ([] if stays else ["keep"])
