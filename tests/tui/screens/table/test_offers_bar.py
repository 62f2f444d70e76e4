"""The bar of offers: what is asked, the keys that answer, and where they stand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.text import Text

from core.game import Seat
from net.view.table_view import OfferKind, OfferView
from tests.gallery.fixed_table import FixedTable, FixedTableApp, match_of, view_of
from tests.tui.support.journey import ROOM, Make, click_on, settled, shown
from tui.i18n import translation
from tui.screens.frame.dialog import ChoiceScreen, TextDialog
from tui.screens.table.table_screen import TableScreen
from tui.table.sentences.offer_words import staying_words
from tui.widgets.hand_bar import HandBar
from tui.widgets.offers_bar import OffersBar
from tui.widgets.prompt import Prompt

MESSAGE = "The game has gone on: Dora is asked no more to take over Green. "


async def test_offers_are_made_and_answered(make_app: Make) -> None:
    app = make_app(hand=(0, 1))
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "o")
        assert isinstance(app.screen, ChoiceScreen)
        number = next(at for at, (key, _) in enumerate(app.screen._answers, 1) if key == "draw")
        await settled(pilot, str(number))
        assert app.handle.calls == [("offer", OfferKind.DRAW, 0)]
        assert "Red offers a draw" in shown(app)
        assert app.table.query_one(OffersBar).owed
        assert "first o, then y: agree" in shown(app)
        assert "n: decline" in shown(app), "both keys have room where an answer is owed"
        assert "have answered" not in shown(app)
        await settled(pilot, "o", "y")
        assert app.handle.calls[-1] == ("answer", "ab", 1, True)
        assert "have answered" not in shown(app)
        refused = OfferView("cd", OfferKind.DRAW, Seat(0), (), (Seat(1),), ())
        asked = OfferView("ef", OfferKind.DRAW, Seat(0), (), (), (Seat(2),))
        for offer, said in ((asked, True), (replace(refused, owed=(Seat(2),)), False), (refused, False)):
            await app.handle.put(replace(app.handle.view, offers=(offer,)))
            await pilot.pause()
            assert app.table.query_one(OffersBar).display is said


async def test_a_partner_who_would_resign_is_answered_like_an_offer(make_app: Make) -> None:
    app = make_app(hand=(1,))
    async with app.run_test(size=(80, 24)) as pilot:
        asked = OfferView("ab", OfferKind.CONCEDE, Seat(0), (), (), (Seat(1),), text="resign 1")
        await app.handle.put(replace(app.handle.view, offers=(asked,)))
        await settled(pilot)
        assert "Red would resign: you too?  first o, then y: agree  n: decline" in shown(app)
        await settled(pilot, "o")
        assert f"Red would resign: you too?{' ' * 12}now y: agree  n: decline  Esc: back" in shown(app)
        await settled(pilot, "escape")
        assert "first o, then y: agree" in shown(app)
        await settled(pilot, "o")
        await settled(pilot, "n")
        assert app.handle.calls[-1] == ("answer", "ab", 1, False)


async def test_who_owes_an_answer_has_a_row_of_its_own_if_there_is_no_room(make_app: Make) -> None:
    app = make_app(hand=(0,))
    asked = OfferView("ab", OfferKind.SUBSTITUTE, Seat(3), (Seat(0),), (), (Seat(1), Seat(2)), heir="Maximilien")
    async with app.run_test(size=(80, 24)) as pilot:
        with translation.speaking("fr"):
            await app.handle.put(replace(app.handle.view, offers=(asked,)))
            await settled(pilot)
            bar = app.table.query_one(OffersBar)
            assert [row.strip() for row in bar.texts] == [
                "▲ Maximilien doit reprendre Vert (réponses\xa0: 1 sur 3)",
                "(réponse attendue\xa0: Bleu, Jaune)",
            ]
            assert bar.size.height == 2
            told = [row.strip() for row in shown(app).splitlines()]
            assert "(réponse attendue\xa0: Bleu, Jaune)" in told
        await app.handle.put(replace(app.handle.view, offers=(replace(asked, heir="Eve"),)))
        await settled(pilot)
        assert bar.texts == ("▲ Eve is to take over Green (1 of 3 have answered) (to answer: Blue, Yellow)",)
        assert bar.size.height == 1


async def test_the_keys_that_answer_have_a_row_of_their_own_if_there_is_no_room(make_app: Make) -> None:
    app = make_app(hand=(1,))
    async with app.run_test(size=(80, 24)) as pilot:
        asked = OfferView("ab", OfferKind.TAKEBACK, Seat(0), (), (), (Seat(1),), to=3)
        with translation.speaking("fr"):
            await app.handle.put(replace(app.handle.view, offers=(asked,)))
            await settled(pilot)
            rows = shown(app).replace("\xa0", " ").splitlines()
            at = next(at for at, row in enumerate(rows) if "demande à reprendre tout ce qui suit la décision 3" in row)
            assert rows[at + 1].strip() == "d’abord o, puis y : accepter  n : refuser"
        await settled(pilot, "o")
        await click_on(pilot, "n: decline")
        assert app.handle.calls[-1] == ("answer", "ab", 1, False)


async def test_an_offer_that_comes_while_a_choice_is_open_is_answered_by_the_keys_that_it_names(make_app: Make) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot, "o")
        assert isinstance(app.screen, ChoiceScreen)
        await settled(pilot, "o")
        assert isinstance(app.screen, ChoiceScreen), "no offer leads anywhere yet"
        asked = OfferView("ab", OfferKind.DRAW, Seat(1), (), (), (Seat(0),))
        await app.handle.put(replace(app.handle.view, offers=(asked,)))
        await settled(pilot)
        await settled(pilot, "o")
        assert app.screen is app.table
        await settled(pilot, "y")
        assert app.handle.calls == [("answer", "ab", 0, True)]


async def test_under_another_page_the_bar_names_the_key_that_leads_back_first(make_app: Make) -> None:
    app = make_app(hand=(1,))
    async with app.run_test(size=ROOM) as pilot:
        await app.push_screen(TextDialog([Text("a page")]))
        offer = OfferView("ab", OfferKind.DRAW, Seat(0), (), (), (Seat(1),))
        await app.handle.put(replace(app.handle.view, offers=(offer,)))
        await settled(pilot)
        assert "first Esc, o, then y: agree" in shown(app)
        await settled(pilot, "escape")
        assert "first o, then y: agree" in shown(app)
        await app.push_screen(TextDialog([Text("a page")]))
        await settled(pilot)
        assert "first Esc, o, then y: agree" in shown(app)
        await settled(pilot, "escape", "o", "y")
        assert app.handle.calls[-1] == ("answer", "ab", 1, True)


async def test_while_a_line_is_typed_the_bar_names_the_key_that_leads_out_of_it_first(make_app: Make) -> None:
    app = make_app(hand=(1,))
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "t")
        offer = OfferView("ab", OfferKind.DRAW, Seat(0), (), (), (Seat(1),))
        await app.handle.put(replace(app.handle.view, offers=(offer,)))
        await settled(pilot)
        assert "first Esc, o, then y: agree" in shown(app)
        await settled(pilot, "escape")
        assert "first o, then y: agree" in shown(app)
        await settled(pilot, "t")
        assert "first Esc, o, then y: agree" in shown(app)
        await settled(pilot, "escape", "o", "y")
        assert app.handle.calls[-1] == ("answer", "ab", 1, True)


@pytest.mark.parametrize("tongue", translation.LANGUAGES)
@pytest.mark.parametrize("asked", [False, True])
async def test_what_to_know_of_a_seat_that_is_out_stands_whole_under_the_question(
    make_app: Make, make_match: Make, tongue: str, *, asked: bool
) -> None:
    app = make_app(make_match(4).play("abandon blue", Seat(1)), hand=() if asked else (0,))
    owed = (Seat(0), Seat(2), Seat(3))
    offer = OfferView("ab", OfferKind.SUBSTITUTE, Seat(1), (), (), owed, heir="Benoit", asked=asked)
    async with app.run_test(size=ROOM) as pilot:
        with translation.speaking(tongue):
            seats = tuple(replace(one, mine=False) for one in app.handle.view.seats) if asked else app.handle.view.seats
            await app.handle.put(replace(app.handle.view, seats=seats, offers=(offer,)))
            await settled(pilot)
            bar = app.table.query_one(OffersBar)
            assert bar.owed
            told = " ".join(row.strip() for row in bar.texts)
            assert told.endswith(staying_words(offer, app.handle.view)[0])
            seen = shown(app)
            assert all(row.strip() in seen for row in bar.texts)
            assert "…" not in told


async def test_a_message_lies_over_no_question_whichever_comes_first(make_app: Make) -> None:
    app = make_app(hand=(1,))
    offer = OfferView("ab", OfferKind.TAKEBACK, Seat(0), (), (), (Seat(1),), to=3)
    usual = app.handle.view
    async with app.run_test(size=ROOM, notifications=True) as pilot:
        for first in (True, False):
            if first:
                await app.handle.put(replace(usual, offers=(offer,)))
                await settled(pilot)
            app.table.notify(MESSAGE * 2, markup=False)
            await settled(pilot)
            low = max(toast.region.bottom for toast in app.screen.query("Toast"))
            await app.handle.put(replace(usual, offers=(offer,)))
            await settled(pilot)
            bar = app.table.query_one(OffersBar)
            assert MESSAGE[:15] in shown(app)
            assert max(toast.region.bottom for toast in app.screen.query("Toast")) == bar.region.y
            for x, y in ((x, y) for y in bar.region.line_range for x in bar.region.column_range):
                assert app.screen.get_widget_at(x, y)[0] is bar, (x, y)
            await app.handle.put(usual)
            await settled(pilot)
            after = max(toast.region.bottom for toast in app.screen.query("Toast"))
            assert after == app.table.query_one(Prompt).region.y, "where messages stand without a question"
            assert first or after == low
            app.clear_notifications()
            await settled(pilot)


async def test_a_message_about_a_combat_does_not_lie_over_the_partner_s_question() -> None:
    view = view_of(match_of(4, 9, 5, "mediterranee"))
    seats = tuple(replace(seat, mine=not seat.seat) for seat in view.seats)
    offer = OfferView("ab", OfferKind.CONCEDE, Seat(2), (), (), (Seat(0),), text="resign 2")
    app = FixedTableApp(TableScreen(FixedTable(replace(view, seats=seats, offers=(offer,)))))
    async with app.run_test(size=ROOM, notifications=True) as pilot:
        await settled(pilot)
        app.screen.notify(MESSAGE * 3, title="Combat", markup=False)
        await settled(pilot)
        bar = app.screen.query_one(OffersBar)
        assert "would resign: you too?" in shown(app), "after a fight it asks below the hand"
        for asked in (bar, app.screen.query_one(HandBar)):
            for x in asked.region.column_range:
                assert app.screen.get_widget_at(x, asked.region.y)[0] is asked, x
