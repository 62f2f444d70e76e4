"""Takebacks: asked for, agreed on by all who are asked, taken into the line by the seat to move."""

from __future__ import annotations

import random

import pytest

from core.fault import Fault
from core.game import Seat
from net.identity.identity import Identity
from net.view.table_view import OfferKind
from net.view.takeback_view import TakebackView
from net.wire.event import Kind
from net.wire.event_data import Accept, Take, data_of
from tests.length import seeds
from tests.net.support.toy_games.toy_table import Room, Sitter, install
from tests.net.table.test_table_play import plain, same

ASK = {"takebacks": "ask"}


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def log(room: Room, number: int = 0) -> list[str]:
    match = room.view(number).match
    assert match is not None
    return [line.text for line in match.log]


def ask(room: Room, number: int, to: int | None = None) -> str:
    room.say(number, room.table(number).offer(OfferKind.TAKEBACK, room.seat_of(number), to))
    return room.view(number).offers[-1].id


def agree(room: Room, number: int, offer: str) -> None:
    room.say(number, room.table(number).answer(offer, room.seat_of(number), yes=True))


def moved(room: Room, *texts: str) -> Room:
    for text in texts:
        room.move(text)
    return room


def test_a_takeback_cuts_the_log_once_all_others_agree() -> None:
    room = moved(Room.playing(3, terms=ASK), "1", "2", "3", "1")
    offer = ask(room, 0)
    assert room.view(1).offers[0].to == 3
    assert room.view(1).offers[0].owed == (Seat(1), Seat(2))
    agree(room, 2, offer)
    assert log(room) == ["1", "2", "3", "1"]
    agree(room, 1, offer)  # he is to move: his yes is the event
    assert log(room) == ["1", "2", "3"]
    assert room.table().line_heads()[0] == 5  # the line went on
    assert room.view().takebacks[0].to == 3
    assert room.mover() == (0, Seat(0))
    moved(room, "3")
    assert log(room) == ["1", "2", "3", "3"]
    assert same(room)


def test_one_may_ask_in_ones_own_turn_and_goes_back_to_ones_own_last_decision() -> None:
    room = moved(Room.playing(3, terms=ASK), "1", "2", "3")
    offer = ask(room, 0)
    assert room.view(1).offers[0].to == 0
    agree(room, 1, offer)
    agree(room, 2, offer)  # the seat to move has asked: its client takes the answers
    assert log(room) == []
    assert room.mover() == (0, Seat(0))


def test_a_no_leaves_everything_and_the_next_move_makes_the_offer_void() -> None:
    room = moved(Room.playing(2, terms=ASK), "1")
    offer = ask(room, 0)
    room.say(1, room.table(1).answer(offer, Seat(1), yes=False))
    assert log(room) == ["1"]
    moved(room, "2")
    assert room.view().offers == ()
    assert log(room) == ["1", "2"]


def test_the_term_says_how_often() -> None:
    room = moved(Room.playing(2), "1")
    with pytest.raises(Fault, match="no takebacks"):
        room.table().offer(OfferKind.TAKEBACK, Seat(0))
    room = moved(Room.playing(2, terms={"takebacks": "1"}), "1")
    agree(room, 1, ask(room, 0))
    assert log(room) == []
    moved(room, "2")
    with pytest.raises(Fault, match="as often as"):
        room.table().offer(OfferKind.TAKEBACK, Seat(0))
    moved(room, "1")
    agree(room, 0, ask(room, 1))  # each seat has its own
    assert log(room) == ["2"]


def test_what_was_declared_is_not_taken_back_nor_what_lies_before_it() -> None:
    room = moved(Room.playing(4, terms=ASK), "1")
    room.say(3, room.table(3).declare(Seat(3), "resign"))
    with pytest.raises(Fault, match="left or lost the game, returned or agreed"):
        room.table().offer(OfferKind.TAKEBACK, Seat(0))
    with pytest.raises(Fault, match="Nothing was decided"):
        room.table().offer(OfferKind.TAKEBACK, Seat(0), 7)


def test_a_table_of_one_profile_takes_back_at_once_whatever_its_terms() -> None:
    room = Room.open(1, players="3")
    for seat in range(3):
        room.say(0, room.table().sit(Seat(seat), "Ada", "greedy" if seat else ""))
    room.settle()
    moved(room, "1", "2", "3", "1")
    room.say(0, room.table().offer(OfferKind.TAKEBACK, Seat(0)))
    assert log(room) == ["1", "2", "3"]  # back to the last decision of his own hand
    room.say(0, room.table().offer(OfferKind.TAKEBACK, Seat(0)))
    assert log(room) == []
    with pytest.raises(Fault, match="no decision of yours"):
        room.table().offer(OfferKind.TAKEBACK, Seat(0))


def test_bots_are_not_asked() -> None:
    room = Room.open(2, terms=ASK, players="3")
    for seat, bot in enumerate(("", "", "greedy")):
        room.say(min(seat, 1), room.table(min(seat, 1)).sit(Seat(seat), "x", bot))
    room.settle()
    moved(room, "1", "2")  # the bot of the second profile is to move
    offer = ask(room, 0)
    assert room.view(1).offers[0].owed == (Seat(1),)
    room.say(1, room.table(1).answer(offer, Seat(1), yes=True))
    assert log(room) == []


def test_a_taking_without_all_answers_is_void() -> None:
    room = moved(Room.playing(3, terms=ASK), "1")
    offer = bytes.fromhex(ask(room, 0))
    room.forge(1, Kind.TAKE, data_of(Take((offer,))), seat=1)
    assert log(room) == ["1"]
    assert room.view().voids[0].seat == 1


def test_one_who_is_not_asked_cannot_answer_for_others() -> None:
    room = moved(Room.playing(3, terms=ASK), "1")
    offer = bytes.fromhex(ask(room, 0))
    room.forge(1, Kind.ACCEPT, data_of(Accept(offer)), seat=2)
    assert room.view().offers[0].owed == (Seat(1), Seat(2))


def test_talk_stays_and_stands_where_the_log_was_cut() -> None:
    room = moved(Room.playing(2, terms=ASK), "1", "2", "3")
    room.say(0, room.table(0).talk("oh no"))
    moved(room, "1")
    agree(room, 1, ask(room, 0))  # goes back before the third decision
    assert log(room) == ["1", "2"]
    assert [(line.ply, line.text) for line in room.view().talk] == [(2, "oh no")]
    notes = [note for note in room.view().notes if "Takeback" in note.template]
    assert [(note.ply, dict(note.fields)["turn"]) for note in notes] == [(2, "2")]
    assert room.table().steps()[-1].line.text == "2"
    assert [step.kind for step in room.table().history()][-1] is Kind.TAKE


def test_a_takeback_says_who_asked_and_who_agreed_to_everybody_and_to_who_comes_later() -> None:
    room = moved(Room.playing(3, terms=ASK), "1", "2", "3", "1")
    offer = ask(room, 0)
    agree(room, 2, offer)
    agree(room, 1, offer)  # he is to move: his yes is the event
    moved(room, "3")
    newcomer = Sitter(room.sitters[0].tid, Identity.new(b"n" * 32))
    for signed in room.events:
        newcomer.take(signed)
    told = TakebackView(Seat(0), 3, 3, 3, offer, (Seat(1), Seat(2)))
    assert [one.view.takebacks for one in (newcomer, *room.sitters)] == [(told,)] * 4


@pytest.mark.parametrize("seed", seeds(12, 5))
def test_any_order_of_arrival_gives_the_same(seed: int) -> None:
    draw = random.Random(seed)
    room = moved(Room.playing(3, terms=ASK), "1", "2", "1")
    offer = ask(room, 0)
    agree(room, 1, offer)
    agree(room, 2, offer)
    moved(room, "3", "2")
    room.say(2, room.table(2).talk("again"))
    offer = ask(room, 1)
    agree(room, 0, offer)
    agree(room, 2, offer)
    moved(room, "3")
    draw.shuffle(room.events)
    newcomer = Sitter(room.sitters[0].tid, room.sitters[0].identity)
    for signed in room.events:
        newcomer.take(signed)
    assert plain(newcomer.view) == plain(room.view())
    assert newcomer.table.history() == room.table().history()
    assert log(room) == ["3", "3"]


def test_after_the_end_a_refusal_says_that_the_game_is_over() -> None:
    room = moved(Room.playing(2), "1")
    room.say(0, room.table().declare(Seat(0), "resign"))
    assert room.view().outcome is not None
    with pytest.raises(Fault, match="The game is over"):
        room.table().offer(OfferKind.TAKEBACK, Seat(0))
