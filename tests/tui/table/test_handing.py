"""Handing a seat over: asked for by keys and by words, agreed to by all, and told to whoever plays on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from textual.pilot import Pilot

from core.fault import Fault
from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.table_view import GuestView, OfferKind, OfferView, Phase, WaitView
from tests.core.support import card_game
from tests.gallery.fixed_table import match_of, view_of
from tests.net.support.toy_games.toy_table import install
from tests.net.table.duty.test_substitutes import agree, watched
from tests.tui.support.cards_table import TALON, LocalTable
from tests.tui.table.test_missing_players import hold
from tui.i18n import translation
from tui.screens.frame.dialog import ChoiceScreen
from tui.settings.theme import glyphs
from tui.table.sentences.event_sentences import offer_line
from tui.table.sentences.offer_words import staying_words
from tui.table.sentences.seat_handover import (
    asking_words,
    keeps_all_words,
    kept_target_words,
    kept_targets,
    lost_words,
    named,
    overtaken_words,
    substitute_words,
    substitution_targets,
    substitution_words,
    taken_words,
)
from tui.text.table.event_teller import EventTeller
from tui.widgets.offers_bar import OffersBar, offer_words

Make = Callable[..., Any]
ROOM = (100, 36)
EVE = GuestView("E", "Eve")
OFFER = OfferView("ab", OfferKind.SUBSTITUTE, Seat(1), (Seat(1),), (), (Seat(0), Seat(2)), heir="Eve")
ASKED = replace(OFFER, accepted=(Seat(0), Seat(1), Seat(2)), owed=(), asked=True)


async def settled(pilot: Pilot[None], *keys: str) -> None:
    await pilot.press(*keys)
    await pilot.pause()
    while any(one.group in {"do", "dialog"} and not one.is_finished for one in pilot.app.workers):
        await pilot.pause()


async def chosen(app: Any, pilot: Pilot[None], words: str) -> None:  # noqa: ANN401 - an app of the fixture
    await pilot.press("o")
    await pilot.pause()
    assert isinstance(app.screen, ChoiceScreen)
    answers = [str(text) for _, text in app.screen._answers]
    await settled(pilot, str(1 + answers.index(words)))


async def test_one_gives_ones_seat_to_somebody_who_looks_on(make_app: Make) -> None:
    app = make_app(hand=(0,))
    app.handle.view = replace(app.handle.view, guests=(EVE,))
    async with app.run_test(size=ROOM) as pilot:
        await pilot.pause()
        await chosen(app, pilot, "Hand your seat to Eve")
        assert app.handle.calls == [("hand over", Seat(0), "E")]


async def test_who_does_not_come_is_replaced_by_the_same_key(make_app: Make) -> None:
    app = make_app(hand=(0,))
    waits = (WaitView(Seat(1), "move", 0, 1000, ripe=True),)
    app.handle.view = replace(app.handle.view, guests=(EVE,), waits=waits)
    async with app.run_test(size=ROOM) as pilot:
        await pilot.pause()
        await chosen(app, pilot, "Let Eve take over Blue")
        assert app.handle.calls == [("hand over", Seat(1), "E")]


@pytest.mark.parametrize(("key", "yes"), [("y", True), ("n", False)])
async def test_the_others_agree_or_decline_on_the_bar(make_app: Make, key: str, yes: bool) -> None:  # noqa: FBT001
    app = make_app(hand=(0,))
    app.handle.view = replace(app.handle.view, offers=(OFFER,))
    async with app.run_test(size=ROOM) as pilot:
        await pilot.pause()
        assert app.table.query_one(OffersBar).owed
        await settled(pilot, "o", key)
        assert app.handle.calls == [("answer", "ab", Seat(0), yes)]
        await app.handle.put(replace(app.handle.view, offers=(OFFER,)))
        await pilot.pause()
        bar = app.table.query_one(OffersBar)
        await pilot.click(bar, offset=(bar.texts[0].index(f"{key}: ") + 2, 0))
        await settled(pilot)
        assert app.handle.calls[1:] == [("answer", "ab", Seat(0), yes)]


AWAY = "Eve is not at the table now. If they are in the room, an invitation there leads back."


async def test_the_bar_says_that_whoever_is_asked_is_not_at_the_table(make_app: Make) -> None:
    app = make_app(hand=(0,))
    asked = replace(OFFER, heir_pid="E", accepted=(Seat(0), Seat(1), Seat(2)), owed=())
    app.handle.view = replace(app.handle.view, offers=(asked,), guests=(EVE,))
    async with app.run_test(size=ROOM) as pilot:
        await pilot.pause()
        assert AWAY not in " ".join(app.table.query_one(OffersBar).texts)
        await app.handle.put(replace(app.handle.view, guests=()))
        await pilot.pause()
        assert AWAY in " ".join(app.table.query_one(OffersBar).texts)


def test_whoever_is_asked_is_away_only_as_far_as_is_known(make_app: Make) -> None:
    asked = replace(OFFER, heir_pid="E")
    view = replace(make_app(hand=(0,)).handle.view, offers=(asked,))
    assert staying_words(asked, view) == (AWAY,)
    assert AWAY in offer_line(asked, view, glyphs("ascii"))
    for here in (replace(view, guests=(EVE,)), replace(view, online=False), replace(view, ready=False)):
        assert staying_words(asked, here) == ()
    red, *rest = view.seats
    assert staying_words(asked, replace(view, seats=(replace(red, pid="E", present=True), *rest))) == ()
    for other in (replace(asked, heir_pid=""), replace(asked, declined=(Seat(0),)), replace(asked, unwilling=True)):
        assert staying_words(other, view) == ()


def test_text_mode_tells_when_whoever_is_asked_leaves_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    card_game.install(monkeypatch)
    table = LocalTable(hands=(0,))
    offer = replace(OFFER, heir_pid="E", accepted=(Seat(1),), owed=(Seat(0),))
    teller = EventTeller(plain=True)
    here = replace(table.view, offers=(offer,), guests=(EVE,))
    assert not any(AWAY in line for line in teller.news(here))
    assert any(AWAY in line for line in teller.news(replace(here, guests=())))
    assert not any(AWAY in line for line in teller.news(replace(here, guests=()))), "once"
    assert not any("OFFER" in line for line in teller.news(here))


async def test_the_newcomer_says_yes_and_is_told_what_he_plays(make_app: Make) -> None:
    app = make_app(hand=())
    app.handle.view = replace(app.handle.view, offers=(ASKED,))
    async with app.run_test(size=ROOM) as pilot:
        await pilot.pause()
        await settled(pilot, "o", "y")
        assert app.handle.calls == [("answer", "ab", Seat(1), True)]
        red, blue, *rest = app.handle.view.seats
        seats = (red, replace(blue, pid="E", nick="Eve", mine=True), *rest)
        await app.handle.put(replace(app.handle.view, seats=seats))
        await pilot.pause()
        assert [one.message for one in app._notifications] == ["You play Blue from now on."]


async def test_whoever_comes_back_is_told_who_has_the_seat_now(make_app: Make) -> None:
    app = make_app(hand=())
    red, blue, *rest = app.handle.view.seats
    taken = (red, replace(blue, pid="E", nick="Eve", ceded=True), *rest)
    app.handle.view = replace(app.handle.view, seats=taken)
    async with app.run_test(size=ROOM) as pilot:
        await pilot.pause()
        told = ["Eve plays Blue in your place now: those who play have agreed to it."]
        assert [one.message for one in app._notifications] == told
        await app.handle.put(replace(app.handle.view, watched=False))
        await pilot.pause()
        assert [one.message for one in app._notifications] == told


async def test_whoever_is_there_when_their_seat_is_taken_over_is_told_too(make_app: Make) -> None:
    app = make_app(hand=(1,))
    async with app.run_test(size=ROOM) as pilot:
        await pilot.pause()
        red, blue, *rest = app.handle.view.seats
        taken = (red, replace(blue, pid="E", nick="Eve", mine=False, ceded=True), *rest)
        await app.handle.put(replace(app.handle.view, seats=taken))
        await pilot.pause()
        assert [one.message for one in app._notifications] == [lost_words(app.handle.view, Seat(1), "Blue")]


async def test_on_the_screen_it_is_told_that_a_move_has_ended_the_question(make_app: Make) -> None:
    app = make_app(hand=(0,))
    view = app.handle.view
    app.handle.view = replace(view, offers=(replace(OFFER, accepted=(Seat(0), Seat(1))),))
    async with app.run_test(size=ROOM) as pilot:
        await pilot.pause()
        action = str(next(iter(view.match.state.legal(view.match.state.active[0]))))
        await app.handle.put(replace(view, match=view.match.play(action, view.match.state.active[0])))
        await pilot.pause()
        told = "The game has gone on: Eve is asked no more to take over Blue. Ask again by o."
        assert told in [one.message for one in app._notifications]


async def test_text_mode_tells_it_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    card_game.install(monkeypatch)
    table = LocalTable((0,))
    red, blue = table.view.seats
    table.view = replace(table.view, seats=(red, replace(blue, nick="Eve", ceded=True)))
    told = "NOTE Eve plays ■ Blue in your place now: those who play have agreed to it."
    assert (await hold(table, "board")).count(told) == 1


def test_what_is_offered_and_how_it_is_said(make_app: Make) -> None:
    view = make_app(hand=(0, 2)).handle.view
    names = tuple(seat.name for seat in view.seats)
    assert substitution_targets(view) == ()
    here = replace(view, guests=(EVE,))
    assert [substitution_words(one, here) for one in substitution_targets(here)] == [
        "Give Red to Eve",
        "Give Yellow to Eve",
    ]
    assert substitution_targets(replace(make_app(hand=()).handle.view, guests=(EVE,))) == ()
    assert offer_words(OFFER, names).startswith("Eve is to take over Blue (1 of 3")
    assert offer_words(replace(OFFER, owed=()), names).startswith("Eve is to take over Blue (waiting for Eve)")
    assert offer_words(ASKED, names).startswith("You are asked to take over Blue")
    line = offer_line(ASKED, replace(view, offers=(ASKED,)), glyphs("ascii"))
    assert line.startswith("OFFER You are asked to take over")
    assert line.endswith("Answer yes or no.")
    with translation.speaking("fr"):
        assert "Eve" in substitute_words(OFFER, "Bleu")
    for text, seat in (("nobody", None), ("eve", Seat(1))):
        with pytest.raises(Fault):
            named(here, text, seat, Seat(0))


async def test_by_words_for_oneself_and_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    card_game.install(monkeypatch)
    table = LocalTable(hands=(0,))
    table.view = replace(table.view, guests=(EVE, GuestView("F", "Fay W")))
    said = await hold(table, "substitute eve", "remplacer blue Fay W", "substitute fay w", "substitute Zoe")
    assert table.handed == [(Seat(0), "E"), (Seat(0), "F")]
    assert [line for line in said if line.startswith("ERROR")] == [
        "ERROR That seat cannot be given to anybody now.",
        "ERROR Say who takes the seat over: Eve, Fay W.",
    ]
    table.view = replace(table.view, waits=(WaitView(Seat(1), "move", 0, 1000, ripe=True),))
    await hold(table, "substitute blue Fay W")
    assert table.handed[-1] == (Seat(1), "F")
    table.view = replace(table.view, guests=())
    assert (await hold(table, "substitute eve"))[-1].startswith("ERROR Nobody else is watching here")
    table.view = replace(table.view, watched=False)
    assert (await hold(table, "substitute eve"))[-1].startswith("ERROR The game is played without spectators")


async def test_a_seat_that_the_rules_keep_where_cards_are_hidden_is_not_offered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    card_game.install(monkeypatch)
    table = LocalTable(hands=(0, 1))
    red, blue = table.view.seats
    seated = replace(table.view, guests=(EVE,), terms=(("deal", "mental"),), seats=(red, replace(blue, bot="2")))
    table.view = seated
    assert substitution_targets(seated) == ()
    why = "cannot be handed over: where cards are hidden, whoever has several hands, those of bots too, keeps all."
    assert (await hold(table, "substitute eve"))[-1] == f"ERROR Red {why}"
    watching = tuple(replace(seat, mine=False) for seat in seated.seats)
    assert asking_words(replace(seated, seats=watching)).endswith(f"only those who hold a seat decide. Red {why}")
    alone = replace(seated, terms=(("deal", "local"),))
    assert substitution_targets(alone) == ()
    with pytest.raises(Fault, match="whose cards one program deals"):
        named(alone, "eve", None, Seat(0))
    assert [kept_target_words(one, alone) for one in kept_targets(alone)] == [
        "Hand your seat to Eve: not possible, as one program deals the cards"
    ]
    assert (await hold(table, "substitute"))[-1] == f"ERROR Red {why}"
    table.view = replace(seated, guests=())
    assert (await hold(table, "substitute eve"))[-1] == f"ERROR Red {why}", "nobody need come first"
    apart = replace(seated, seats=(red, replace(blue, pid="P1", mine=False)))
    assert [one.seat for one in substitution_targets(apart)] == [Seat(0)]


async def test_where_a_bot_keeps_ones_hand_the_offers_say_why_it_cannot_be_handed_over(
    make_app: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    card_game.install(monkeypatch)
    app = make_app(Match.new(find("cards"), {"talon": TALON}).deal(), hand=(0, 1))
    red, blue = app.handle.view.seats
    seats = (replace(red, pid="P0"), replace(blue, pid="P0", bot="2"))
    app.handle.view = replace(app.handle.view, guests=(EVE,), terms=(("deal", "mental"),), seats=seats)
    async with app.run_test(size=ROOM) as pilot:
        await pilot.pause()
        await chosen(app, pilot, "Hand your seat to Eve: not possible, as you have several hands (your bots' too)")
        assert app.handle.calls == [("hand over", Seat(0), "E")], "which the table refuses in a sentence"


def test_whoever_seats_a_bot_beside_their_own_hidden_hand_reads_that_they_keep_both(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    card_game.install(monkeypatch)
    red, blue = LocalTable(hands=(0,)).view.seats
    view = replace(LocalTable(hands=(0,)).view, match=None, phase=Phase.GATHERING, terms=(("deal", "mental"),))
    view = replace(view, invitation="parley://broker.example/room/T#K", seats=(red, replace(blue, pid="", nick="")))
    with_bot = replace(view, seats=(red, replace(blue, pid=red.pid, bot="2", mine=True)))
    with_other = replace(view, seats=(red, replace(blue, pid="P9", bot="2")))
    assert keeps_all_words(view, with_bot).startswith("You have several hands now")
    assert keeps_all_words(None, with_bot)
    assert keeps_all_words(view, replace(with_bot, phase=Phase.PLAYING))
    assert not keeps_all_words(with_bot, with_bot), "once"
    assert not keeps_all_words(None, replace(with_bot, phase=Phase.PLAYING))
    assert not keeps_all_words(view, with_other)
    assert not keeps_all_words(view, view)
    assert not keeps_all_words(view, replace(with_bot, terms=(("deal", "local"),)))
    assert not keeps_all_words(view, replace(with_bot, game="djambi", options=(("players", "4"),)))
    assert not keeps_all_words(view, replace(with_bot, invitation="parley://memory/solo/T#K")), "nobody can come"


def test_a_seat_that_is_out_of_the_game_is_called_so(make_app: Make, make_match: Make) -> None:
    view = replace(make_app(make_match(4).play("abandon blue", Seat(1)), hand=(0,)).handle.view, guests=(EVE,))
    assert [substitution_words(one, view) for one in substitution_targets(view)] == [
        "Hand your seat to Eve",
        "Let Eve take over Blue, which is out of the game",
    ]
    assert taken_words(view, Seat(0), "Red") == "You play Red from now on."
    told = taken_words(view, Seat(1), "Blue")
    assert told.endswith("out of the game until you have asked to return and all have agreed. o: ask to return")
    (words,) = staying_words(replace(OFFER, seat=Seat(1)), view)
    assert words.startswith("Blue is out of the game: whoever takes it over must ask to return")
    assert staying_words(replace(OFFER, seat=Seat(0)), view) == ()
    names = tuple(seat.name for seat in view.seats)
    assert offer_words(OFFER, names).endswith("(1 of 3 have answered) (to answer: Red, Yellow)")


def test_whoever_watches_is_told_of_a_seat_that_its_player_has_left() -> None:
    view = view_of(match_of(4, 8, 5))
    assert view.match is not None
    assert "A bot keeps its own to the end" in asking_words(view)
    seat = next(seat.seat for seat in view.seats if seat.seat not in view.match.state.active)
    left = replace(view, match=view.match.play(f"abandon {view.seats[seat].name}", seat))
    title = translation.seat_title(view.seats[seat].name)
    assert f"yours if all who play agree: {title}." in asking_words(left)


def test_whoever_watches_is_told_when_the_seat_of_somebody_who_is_away_can_be_had() -> None:
    view = view_of(match_of(4, 8, 5))
    assert view.match is not None
    mover = view.match.state.active[0]
    seats = tuple(
        replace(seat, mine=False, bot="", owner="", pid="f" * 32, present=seat.seat != mover) for seat in view.seats
    )
    title = translation.seat_title(view.seats[mover].name)
    waiting = replace(view, seats=seats, waits=(WaitView(mover, "move", 0, 1000),))
    assert f"Away: {title}. Once it is that seat's turn" in asking_words(waiting)
    ripe = replace(waiting, waits=(WaitView(mover, "move", 0, 1000, ripe=True),))
    assert f"have waited long enough for {title}: they can let you take the seat over now" in asking_words(ripe)


def test_at_a_real_table_the_next_move_ends_the_question(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    room = watched()
    agree(room, 1, 0, 1, 2)
    before = [room.view(number) for number in range(4)]
    room.move("2")
    told = [overtaken_words(old, room.view(at), "Again?") for at, old in enumerate(before)]
    asked = "The game has gone on: Hal is asked no more to take over Blue. Again?"
    you = "The game has gone on: you are asked no more to take over Blue. Those who play can ask again."
    assert told == [(asked,), (asked,), (asked,), (you,)]
    assert not any(room.view(at).offers for at in range(4))
