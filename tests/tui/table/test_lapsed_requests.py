"""A request that comes to nothing because the game goes on: told in the log, to whom it concerns, and in text mode."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.game import Seat
from net.view.table_view import OfferKind, OfferView, TableView
from tests.gallery.fixed_table import match_of, view_of
from tests.net.support.toy_games.toy_table import Room, install
from tests.tui.support.journey import ROOM, Make, settled, shown, toasts
from tui.i18n import translation
from tui.table.sentences.offer_words import lapsed_offers
from tui.text.table.event_teller import EventTeller
from tui.widgets.log_lines import OfferLog
from tui.widgets.offers_bar import lapses

FREE = {"takebacks": "ask"}
ASKS = {
    OfferKind.DRAW: "Blue offers a draw",
    OfferKind.TAKEBACK: "Blue asks to take back all after decision 1",
    OfferKind.PAUSE: "Blue asks for a pause",
    OfferKind.SPECTATORS: "Blue asks to play on without spectators",
}
AGAIN = "Ask again by o."
GONE_ON, SUPERSEDED = (
    "No longer stands, as the game has gone on: ",
    "No longer stands, as something else was agreed on: ",
)


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Room:
    install(monkeypatch)
    room = Room.playing(3, terms=FREE)
    room.move("1")
    room.move("2")
    return room


def views(room: Room) -> list[TableView]:
    return [room.view(number) for number in range(3)]


def ask(room: Room, number: int, kind: OfferKind) -> None:
    room.say(number, room.table(number).offer(kind, Seat(number)))


def agree(room: Room, number: int, kind: OfferKind, *, yes: bool = True) -> None:
    (offer,) = (one for one in room.view(number).offers if one.kind is kind)
    room.say(number, room.table(number).answer(offer.id, Seat(number), yes))


def told(before: list[TableView], room: Room) -> list[tuple[str, ...]]:
    return [lapses(old, room.view(at), (Seat(at),), AGAIN) for at, old in enumerate(before)]


@pytest.mark.parametrize("kind", ASKS)
def test_a_move_ends_what_was_asked_for_and_everybody_concerned_reads_so(room: Room, kind: OfferKind) -> None:
    ask(room, 1, kind)
    agree(room, 0, kind)
    before = views(room)
    room.move("1")
    words = GONE_ON + ASKS[kind]
    assert told(before, room) == [(words,), (f"{words}. {AGAIN}",), (words,)]
    assert lapses(before[0], room.view(0), (), AGAIN) == (), "a spectator reads it in the log"
    news, teller = OfferLog(), EventTeller(plain=True)
    for view in (before[1], before[1], room.view(1), room.view(1)):
        news.follow(view)
    assert [(line.ply, line.words(("red", "blue", "yellow"))) for line in news.lines if line.ended] == [(3, words)]
    teller.news(before[1])
    heard = teller.news(room.view(1))
    (line,) = (one for one in heard if one.startswith("OFFER"))
    word = {OfferKind.DRAW: "`draw` offers it", OfferKind.TAKEBACK: "`undo` asks"}.get(kind, f"`{kind.value}` asks")
    assert line == f"OFFER {GONE_ON}" + ASKS[kind].replace("Blue", "s Blue") + f". {word} again."
    assert heard.index(line) > next(at for at, one in enumerate(heard) if one.startswith("MOVE 3"))
    assert not any(one.startswith("OFFER") for one in teller.news(room.view(1)))


@pytest.mark.parametrize("kind", ASKS)
def test_what_was_agreed_on_or_declined_does_not_come_to_nothing(room: Room, kind: OfferKind) -> None:
    ask(room, 1, kind)
    agree(room, 0, kind, yes=False)
    before = views(room)
    room.move("1")
    assert told(before, room) == [(), (), ()]
    ask(room, 1, kind)
    before = views(room)
    for number in (2, 0):
        agree(room, number, kind)
    assert not any(one.kind is kind for one in room.view().offers)
    assert told(before, room) == [(), (), ()]


def test_another_agreement_ends_a_draw_that_was_offered(room: Room) -> None:
    for kind in (OfferKind.PAUSE, OfferKind.SPECTATORS, OfferKind.TAKEBACK):
        ask(room, 1, OfferKind.DRAW)
        ask(room, 1, kind)
        for number in (0, 2):
            before = views(room)
            agree(room, number, kind)
        words = SUPERSEDED + ASKS[OfferKind.DRAW]
        assert told(before, room) == [(words,), (f"{words}. {AGAIN}",), (words,)], kind


def test_two_who_ask_the_same_get_it_together(room: Room) -> None:
    for kind in (OfferKind.PAUSE, OfferKind.SPECTATORS):
        ask(room, 1, kind)
        ask(room, 2, kind)
        asked = next(one for one in room.view(0).offers if one.kind is kind and one.seat == 1)
        for number in (0, 2):
            before = views(room)
            room.say(number, room.table(number).answer(asked.id, Seat(number), yes=True))
        assert not any(one.kind is kind for one in room.view().offers)
        assert told(before, room) == [(), (), ()], kind


def test_whoever_may_ask_no_more_is_not_told_how() -> None:
    view = replace(view_of(match_of(4, 8, 5)), terms=(("draw", "no"),))
    asked = OfferView("ab", OfferKind.DRAW, Seat(1), (), (), (Seat(0), Seat(2), Seat(3)))
    later = replace(view_of(match_of(4, 10, 5)), terms=(("draw", "no"),))
    assert lapsed_offers(replace(view, offers=(asked,)), later)
    (words,) = lapses(replace(view, offers=(asked,)), later, (Seat(1),), AGAIN)
    assert words == f"{GONE_ON}Blue offers a draw"


async def test_the_screen_tells_it_in_a_message_and_in_the_log(make_app: Make) -> None:
    app = make_app(hand=(1,))
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot)
        asked = OfferView("ab", OfferKind.PAUSE, Seat(1), (Seat(2),), (), (Seat(0), Seat(3)))
        with translation.speaking("fr"):
            await app.handle.put(replace(app.handle.view, offers=(asked,)))
            await settled(pilot)
            match = app.handle.view.match
            mover = match.state.active[0]
            text = str(next(iter(match.state.legal(mover))))
            await app.handle.put(replace(app.handle.view, match=match.play(text, mover), offers=()))
            await settled(pilot)
            words = "Sans suite, car la partie a continué\xa0: Bleu demande une pause"
            assert toasts(app)[-1] == f"{words}. o le redemande."
            assert "Sans suite, car la" in shown(app), "in the log"


def test_the_first_seat_s_refusal_is_told_line_by_line_where_nobody_else_was_asked() -> None:
    view = view_of(match_of(4, 8, 5))
    asked = OfferView("ab", OfferKind.DRAW, Seat(1), (), (), (Seat(0),))
    teller = EventTeller(plain=True)
    teller.news(replace(view, offers=(asked,)))
    (line,) = teller.news(replace(view, offers=(replace(asked, owed=(), declined=(Seat(0),)),)))
    assert line.endswith("Declined by o Red.")
