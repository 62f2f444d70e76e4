"""A rematch with bots: they come along with whoever had brought them, and the others read whose bot is missing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from textual.widgets import Static

from core.game import Seat
from net.view.table_view import OfferKind, Phase
from tests.tui.support.holding_broker import HoldingBroker
from tui.bots.seat_driver import Seated
from tui.screens.table.table_screen import TableScreen
from tui.session.rooms import Rooms
from tui.table.seat_names import named
from tui.table.sentences.waiting_tables import expected_bots
from tui.table.table_plan import ME, OPEN, Plan, defaults, seated


async def ended(ann: Rooms, bob: Rooms) -> tuple[Seated, Seated]:
    """Let Ann, who has brought a bot, and Bob play Djambi for three to an end and agree to play again."""
    options = defaults("djambi") | {"players": "3"}
    plan = Plan("djambi", options, {}, "Evening", seated("djambi", options, ME, OPEN))
    own = await ann.open_table(await ann.local(), plan)
    await own.handle.sit(Seat(1), "random")
    own.give(Seat(1), "random", seed=1)
    other = await bob.sit_down(await bob.local(), own.handle.tid)
    await other.ask_seat()
    for one in (own, other):
        await one.handle.until(lambda view: view.phase is Phase.PLAYING)
    for one in (own, other):
        seat = one.handle.view.mine[0]
        await one.handle.declare(seat, f"abandon {one.handle.view.seats[seat].name}")
    for one in (own, other):
        await one.handle.until(lambda view: view.phase is Phase.OVER and not view.unsettled)
    await other.handle.offer(OfferKind.REMATCH, other.handle.view.mine[0])
    view = await own.handle.until(lambda view: bool(view.offers))
    await own.handle.answer(view.offers[0].id, Seat(0), yes=True)
    for one in (own, other):
        await one.handle.until(lambda view: bool(view.onward))
    return own, other


async def test_a_bot_sits_down_again_with_whoever_had_brought_it(parley_home: Path) -> None:
    ann, bob = Rooms(parley_home, "ann", "Ann"), Rooms(parley_home, "bob", "Bob")
    ann._memory = bob._memory = HoldingBroker()
    try:
        own, other = await ended(ann, bob)
        again = await bob.go_on(other)
        assert again.expected == {Seat(1): "Ann"}
        (told,) = expected_bots(named(again.handle.view), again.expected)
        assert told.startswith("Green: a bot of Ann played there and comes along with Ann. Until then anybody can")
        assert told.endswith("seat a bot (a).")
        hers = await ann.go_on(own)
        assert hers.expected == {}
        assert list(hers.drivers) == [Seat(1)]
        view = await again.handle.until(lambda view: view.phase is Phase.PLAYING)
        assert [seat.bot for seat in view.seats[:3]] == ["", "random", ""]
        assert expected_bots(view, again.expected) == ()
    finally:
        await bob.close()
        await ann.close()


async def test_the_waiting_table_names_the_bot_that_has_not_come(make_app: Callable[..., Any]) -> None:
    app = make_app(hand=(0,))
    view = app.handle.view
    seats = (view.seats[0], replace(view.seats[1], pid="", nick=""), *view.seats[2:])
    app.handle.view = replace(view, phase=Phase.GATHERING, match=None, seats=seats)
    async with app.run_test(size=(100, 36)) as pilot:
        assert isinstance(app.table, TableScreen)
        app.table.desk.expected = {Seat(1): "Bob"}
        await app.handle.put(app.handle.view)
        await pilot.pause()
        text = app.table.query_one("#waiting-text", Static).visual
        assert "a bot of Bob played there" in str(text)
