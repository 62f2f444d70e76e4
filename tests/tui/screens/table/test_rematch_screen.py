"""After the end: a rematch is asked for on the end card, and the screen goes on to its table once it is open."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import OptionList

from core.game import Seat
from net.room.table_offer import DEAL
from net.view.table_view import OfferKind, OfferView, Phase
from tests.tui.screens.table.test_end_card import over
from tests.tui.screens.table.test_fast_typing import burst
from tests.tui.screens.table.test_whole_games import until
from tests.tui.support.journey import settled, shown, toasts
from tests.tui.words.test_acts import Make
from tui.app.app import ParleyApp
from tui.screens.table.end_card import After, EndScreen, end_screen
from tui.screens.table.table_screen import TableScreen
from tui.settings.settings import Settings
from tui.settings.theme import glyphs
from tui.table.sentences.event_sentences import offer_line
from tui.table.table_plan import Plan, hot_seat, plan_again, plan_against_bots
from tui.widgets.offers_bar import OffersBar


async def test_asking_again_and_going_on(make_app: Make) -> None:
    app: Any = make_app(hand=(0,))
    async with app.run_test(size=(100, 30)) as pilot:
        await app.table.ask_again()
        assert app.handle.calls == [("offer", OfferKind.REMATCH, 0)]
        await app.handle.put(replace(app.handle.view, onward="parley://there"))
        await pilot.pause()
        assert app.left == ["onward"]


@pytest.mark.parametrize("hand", [(), (0,)])
async def test_the_card_leads_whoever_did_not_ask_to_the_game_that_goes_on(
    make_app: Make, make_match: Make, hand: tuple[int, ...]
) -> None:
    match = make_match(3)
    app: Any = make_app(match, hand=hand)
    async with app.run_test(size=(80, 24)) as pilot:
        ended = over(app, match, settled=True)
        await app.handle.put(ended)
        await settled(pilot)
        assert "the table of the rematch" not in shown(app)
        await app.handle.put(replace(ended, onward="parley://there"))
        await settled(pilot)
        assert "The host has opened the table of the rematch." in shown(app)
        assert "5  Go to the table of the rematch" in shown(app)
        assert "Ask for a rematch" not in shown(app)
        await settled(pilot, "5")
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


async def test_a_rematch_that_is_asked_for_already_says_so_and_how_one_goes_on_without_who_is_gone(
    make_app: Make, make_match: Make
) -> None:
    match = make_match(3)
    app: Any = make_app(match, hand=(0,))
    async with app.run_test(size=(80, 24)) as pilot:
        ended = over(app, match, settled=True)
        seats = tuple(replace(seat, present=seat.seat != 1) for seat in ended.seats)
        offer = OfferView("ab", OfferKind.REMATCH, Seat(0), (Seat(2),), (), (Seat(1),))
        await app.handle.put(replace(ended, seats=seats, offers=(offer,)))
        await settled(pilot, "escape")
        assert "(not at the table: Green)" in shown(app)
        assert "To go on without whoever is away, open another table in the room." in shown(app), "all of it"
        await settled(pilot, "o", "5")
        assert app.handle.calls == []
        assert toasts(app)[-1] == "A rematch is asked for already; still to answer: Green."
        line = offer_line(offer, app.handle.view, glyphs("ascii"))
        assert line.endswith("open another table in the room.")


KEYS = {"y": [True], "n": [False], "o": [], "oy": [True], "on": [False]}
"""Keys pressed on the end card while a rematch is asked for, and the answers given."""


@pytest.mark.parametrize("keys", KEYS)
async def test_a_rematch_is_answered_while_the_end_card_is_open(make_app: Make, make_match: Make, keys: str) -> None:
    match = make_match(3)
    app: Any = make_app(match, hand=(0,))
    async with app.run_test(size=(80, 24)) as pilot:
        ended = over(app, match, settled=True)
        asked = replace(ended, offers=(OfferView("ab", OfferKind.REMATCH, Seat(1), (), (), (Seat(0),)),))
        if keys != "y":
            await app.handle.put(ended)
            await settled(pilot, "o", "y", "n")
            assert isinstance(app.screen, EndScreen), "nobody has asked"
        await app.handle.put(asked)
        await settled(pilot)
        assert "Green would play again  y: agree  n: decline" in shown(app)
        assert "Agree to the rematch" in shown(app)
        burst(app, keys)
        await settled(pilot)
        await until(pilot, lambda: "Agree to the rematch" not in shown(app))
        assert app.handle.calls == [("answer", "ab", 0, answer) for answer in KEYS[keys]]
        assert isinstance(app.screen, EndScreen) is (keys == "n")
        assert isinstance(app.focused, OffersBar) is (keys == "o")


async def test_who_did_not_ask_stays(make_app: Make) -> None:
    app: Any = make_app(hand=(0,))
    async with app.run_test(size=(100, 30)) as pilot:
        await app.handle.put(replace(app.handle.view, onward="parley://there", phase=Phase.PLAYING))
        await pilot.pause()
        assert app.left == []
        alone = replace(app.handle.view, seats=tuple(replace(seat, pid="P0") for seat in app.handle.view.seats))
        for view, offered in ((app.handle.view, True), (alone, False)):
            choices = [answer for answer, _ in end_screen(replace(view, onward=""), app.table.ink)._answers]
            assert (After.REMATCH in choices) is offered


async def test_alone_the_same_table_is_opened_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    plan = hot_seat("djambi", {"players": "3", "quiet": "5"})
    app = ParleyApp(settings=Settings(nick="Ann"))
    async with app.run_test(size=(80, 24)) as pilot:
        seated = await app.rooms.open_table(await app.rooms.local(), plan)
        app.go(partial(app.show_table, seated))
        await until(pilot, lambda: seated.handle.view.phase is Phase.PLAYING)
        for seat, name in ((0, "red"), (1, "green")):
            await seated.handle.play(Seat(seat), f"abandon {name}")
        await until(pilot, lambda: isinstance(app.screen, EndScreen) and bool(app.screen.query(OptionList)))
        await pilot.press("5")
        await until(pilot, lambda: bool(app.rooms.seated) and app.rooms.seated != [seated])
        view = app.rooms.seated[0].handle.view
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.controller.view.tid == view.tid)
        assert (len(app.rooms.seated), dict(view.options)["quiet"], view.mine) == (1, "5", (0, 1, 2))
        await app.action_quit()


def test_a_table_anew_has_the_same_sitters_and_no_secret_of_the_last(make_app: Make) -> None:
    app: Any = make_app(hand=(0,))
    seats = (replace(app.handle.view.seats[0], bot=""), *(replace(s, bot="3/loyal") for s in app.handle.view.seats[1:]))
    options = (*plan_against_bots("1", "mediterranee").options.items(), ("seed", "7"))
    view = replace(app.handle.view, game="mediterranee", options=options, terms=((DEAL, "local"),), seats=seats)
    plan = plan_again(view)
    assert "seed" not in plan.options
    assert replace(plan, options={}) == Plan(
        "mediterranee", {}, {}, view.title, ("me", *["3/loyal"] * (len(seats) - 1))
    )
