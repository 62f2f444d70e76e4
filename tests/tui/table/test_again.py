"""After the end: a rematch is asked for on the end card, and the screen goes on to its table once it is open."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from core.game import Seat
from net.view import OfferKind, OfferView, Phase
from tests.tui.table.test_acts import Make
from tui.screens.end import After, end_screen


async def test_asking_again_and_going_on(make_app: Make) -> None:
    app: Any = make_app(hand=(0,))
    async with app.run_test(size=(100, 30)) as pilot:
        await app.table.ask_again()
        assert app.handle.calls == [("offer", OfferKind.REMATCH, 0)]
        await app.handle.put(replace(app.handle.view, onward="parley://there"))
        await pilot.pause()
        assert app.left == ["onward"]


async def test_a_rematch_that_was_asked_for_is_agreed_to(make_app: Make) -> None:
    app: Any = make_app(hand=(0,))
    async with app.run_test(size=(100, 30)) as pilot:
        offer = OfferView("ab", OfferKind.REMATCH, Seat(1), (), (), (Seat(0),))
        await app.handle.put(replace(app.handle.view, offers=(offer,)))
        await app.table.ask_again()
        assert app.handle.calls == [("answer", "ab", 0, True)]
        await app.handle.put(replace(app.handle.view, onward="parley://there"))
        await pilot.pause()
        assert app.left == ["onward"]


async def test_who_did_not_ask_stays(make_app: Make) -> None:
    app: Any = make_app(hand=(0,))
    async with app.run_test(size=(100, 30)) as pilot:
        await app.handle.put(replace(app.handle.view, onward="parley://there", phase=Phase.PLAYING))
        await pilot.pause()
        assert app.left == []
        alone = replace(app.handle.view, seats=tuple(replace(seat, pid="P0") for seat in app.handle.view.seats))
        for view, offered in ((app.handle.view, True), (alone, False)):
            choices = [answer for answer, _ in end_screen(view, app.table.ink)._answers]
            assert (After.REMATCH in choices) is offered
