"""Declarations, draws and returns: taken into the line by whoever is to move."""

from __future__ import annotations

from typing import Any

import pytest

from core.fault import IllegalAction
from core.game import Seat
from net.table.table import NotYours
from net.view.table_view import OfferKind, Phase
from net.wire.event import Kind, Signed
from tests.net.support.toy_games.toy_table import Room, install
from tests.net.table.test_table_play import plain, same


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def log(room: Room, number: int = 0) -> list[tuple[int, str]]:
    match = room.view(number).match
    assert match is not None
    return [(line.seat, line.text) for line in match.log]


def answer(room: Room, number: int, *, yes: bool = True, which: int = 0, settle: bool = True) -> Signed:
    offer = room.view(number).offers[which]
    return room.say(number, room.table(number).answer(offer.id, Seat(number), yes), settle=settle)


def test_the_seat_to_move_declares_in_its_own_ply() -> None:
    room = Room.playing(3)
    signed = room.say(0, room.table(0).declare(Seat(0), "resign"))
    assert signed.event.kind == Kind.DECLARE
    assert log(room, 2) == [(0, "abandon red")]
    assert [step.kind for step in room.table(1).steps()] == [Kind.DECLARE]
    assert room.mover()[1] == 1


def test_another_seat_declares_and_the_seat_to_move_takes_it_at_once() -> None:
    room = Room.playing(4)
    room.say(2, room.table(2).move(Seat(2), "abandon yellow"))
    assert log(room) == [(2, "abandon yellow")]
    (step,) = room.table(3).steps()
    assert (step.kind, step.seat, step.line.seat) == (Kind.TAKE, 0, 2)
    assert room.mover()[1] == 0
    assert same(room)


def test_a_declaration_waits_to_be_taken_and_is_shown() -> None:
    room = Room.playing(4)
    room.say(2, room.table(2).declare(Seat(2), "resign"), settle=False)
    room.sitters[3].take(room.events[-1])
    assert [n.template for n in room.view(3).notes][-1].startswith("{seat} says")
    with pytest.raises(IllegalAction, match="still counts"):
        room.table(2).declare(Seat(2), "resign")
    room.sitters[0].take(room.events[-1])
    (draft,) = room.table(0).duties()
    assert (draft.kind, draft.seat, draft.data) == (Kind.TAKE, 0, ((room.events[-1].id,),))
    assert room.table(0).duties() == ()


def test_several_declarations_are_taken_one_after_the_other() -> None:
    room = Room.playing(4)
    room.say(2, room.table(2).declare(Seat(2), "resign"), settle=False)
    room.say(1, room.table(1).declare(Seat(1), "resign"), settle=False)
    room.settle()
    assert sorted(log(room)) == [(1, "abandon blue"), (2, "abandon yellow")]
    assert [step.seat for step in room.table().steps()] == [0, 0]
    assert same(room)


def test_a_move_before_the_declaration_of_the_same_place_counts() -> None:
    room = Room.playing(2)
    course = room.table().course
    assert course is not None
    room.move("1")
    room.forge(0, Kind.DECLARE, ("abandon red",), seat=0, ply=0, gprev=course.places[0])
    assert log(room, 1) == [(0, "1")]
    assert [void.text for void in room.view(1).voids] == ["abandon red"]
    assert room.view(1).phase is Phase.PLAYING


def test_a_draw_needs_everybody_and_the_seat_to_move_last() -> None:
    room = Room.playing(3)
    room.say(1, room.table(1).offer(OfferKind.DRAW, Seat(1)))
    (offer,) = room.view(2).offers
    assert (offer.kind, offer.seat, offer.owed) == (OfferKind.DRAW, 1, (0, 2))
    answer(room, 2)
    assert room.view().offers[0].accepted == (2,)
    assert log(room) == []
    signed = answer(room, 0)
    assert signed.event.kind == Kind.TAKE
    assert log(room, 2) == [(1, "draw")]
    assert room.view(1).phase is Phase.OVER
    outcome = room.view(1).outcome
    assert outcome is not None
    assert outcome.reason == "agreement"
    assert same(room)


def test_the_seat_to_move_may_agree_before_the_others_or_offer_itself() -> None:
    for first in (0, 1):
        room = Room.playing(3)
        room.say(first, room.table(first).declare(Seat(first), "draw"))
        for number in range(3):
            if number != first:
                answer(room, number)
        assert log(room) == [(first, "draw")]
        assert room.view(2).phase is Phase.OVER


def test_an_offer_of_a_draw_is_void_when_the_line_goes_on() -> None:
    room = Room.playing(3)
    room.say(1, room.table(1).offer(OfferKind.DRAW, Seat(1)))
    offer = room.view(2).offers[0]
    room.move("1")
    assert room.view(2).offers == ()
    with pytest.raises(IllegalAction, match="does not stand"):
        room.table(2).answer(offer.id, Seat(2), yes=True)
    stale = bytes.fromhex(offer.id)
    late = room.forge(2, Kind.ACCEPT, (stale,), seat=2)
    early = room.forge(0, Kind.ACCEPT, (stale,), seat=0)
    room.forge(1, Kind.TAKE, ((stale, late.id, early.id),), seat=1)
    assert log(room) == [(0, "1")]
    assert [void.nick for void in room.view().voids] == ["nick1"]
    room.say(1, room.table(1).offer(OfferKind.DRAW, Seat(1)))
    assert len(room.view().offers) == 1


def test_a_declined_draw_does_not_end_the_game() -> None:
    room = Room.playing(3)
    room.say(0, room.table(0).offer(OfferKind.DRAW, Seat(0)))
    no = answer(room, 1, yes=False)
    assert room.view().offers[0].declined == (1,)
    with pytest.raises(IllegalAction, match="no answer"):
        room.table(1).answer(room.view(1).offers[0].id, Seat(1), yes=True)
    with pytest.raises(IllegalAction, match=r"^That was declined by blue: it can be asked for again after the next"):
        room.table(0).offer(OfferKind.DRAW, Seat(0))
    yes = answer(room, 2)
    offer = bytes.fromhex(room.view().offers[0].id)
    again = room.forge(1, Kind.ACCEPT, (offer,), seat=1)
    room.forge(0, Kind.TAKE, ((offer, no.id, yes.id, again.id),), seat=0)
    assert log(room) == []
    assert len(room.view(2).voids) == 1
    room.move("1")
    assert room.table(0).offer(OfferKind.DRAW, Seat(0)).kind == Kind.OFFER


def test_consents_of_others_cannot_be_forged() -> None:
    room = Room.playing(3)
    offer = room.say(0, room.table(0).offer(OfferKind.DRAW, Seat(0)))
    ids = [room.forge(0, Kind.ACCEPT, (offer.id,), seat=seat).id for seat in (1, 2)]
    room.forge(0, Kind.TAKE, ((offer.id, *ids),), seat=0)
    assert log(room, 1) == []
    room.forge(1, Kind.OFFER, ("draw", ""), seat=2)
    assert {view.seat for view in room.view().offers} == {0}
    room.forge(1, Kind.DECLARE, ("abandon yellow",), seat=2)
    assert log(room, 1) == []


def test_two_offers_at_one_place() -> None:
    room = Room.playing(3)
    room.say(1, room.table(1).offer(OfferKind.DRAW, Seat(1)), settle=False)
    room.say(2, room.table(2).offer(OfferKind.DRAW, Seat(2)), settle=False)
    room.settle()
    with pytest.raises(IllegalAction, match="still counts"):
        room.table(2).offer(OfferKind.DRAW, Seat(2))
    assert [offer.seat for offer in room.view().offers] == [1, 2]
    answer(room, 1, which=1, settle=False)
    answer(room, 2, which=0, settle=False)
    room.settle()
    answer(room, 0, which=1)
    assert log(room) == [(2, "draw")]
    assert same(room)


def test_a_return_by_the_vote_of_all_who_play() -> None:
    room = Room.playing(4)
    room.say(2, room.table(2).declare(Seat(2), "resign"))
    with pytest.raises(NotYours):
        room.table(1).declare(Seat(2), "return yellow")
    with pytest.raises(IllegalAction, match="out of the game may return"):
        room.table(1).declare(Seat(1), "return blue")
    with pytest.raises(IllegalAction, match="still play"):
        room.table(2).offer(OfferKind.DRAW, Seat(2))
    signed = room.say(2, room.table(2).declare(Seat(2), "return yellow"))
    assert signed.event.kind == Kind.OFFER
    assert room.view(1).offers[0].owed == (0, 1, 3)
    answer(room, 0)
    room.move("1")
    assert room.view(1).offers[0].accepted == (0,)
    answer(room, 3)
    assert log(room)[-1] == (0, "1")
    answer(room, 1)
    assert log(room)[-1] == (2, "return yellow")
    assert room.view().offers == ()
    assert same(room)


def test_a_return_is_closed_by_one_no_and_may_be_asked_again() -> None:
    room = Room.playing(4)
    room.say(2, room.table(2).declare(Seat(2), "resign"))
    room.say(2, room.table(2).offer(OfferKind.RETURN, Seat(2)))
    answer(room, 1, yes=False)
    assert room.view().offers == ()
    room.say(2, room.table(2).offer(OfferKind.RETURN, Seat(2)))
    for number in (1, 3, 0):
        answer(room, number)
    assert log(room)[-1] == (2, "return yellow")


def test_a_taking_waits_for_what_it_names() -> None:
    room = Room.playing(3)
    room.say(1, room.table(1).offer(OfferKind.DRAW, Seat(1)))
    answer(room, 2)
    answer(room, 0)
    without = [s for s in room.events if s.event.kind != Kind.ACCEPT]
    accept = next(s for s in room.events if s.event.kind == Kind.ACCEPT)
    newcomer = room.late(without)
    assert newcomer.view.phase is Phase.PLAYING
    newcomer.take(accept)
    assert plain(newcomer.view) == plain(room.view())


@pytest.mark.parametrize("data", [(), ((),), ((b"x" * 31,),), (b"x" * 32,), (("a",),)])
def test_a_taking_of_nothing_is_void(data: tuple[Any, ...]) -> None:
    room = Room.playing(2)
    room.forge(0, Kind.TAKE, data, seat=0)
    assert len(room.view(1).voids) == 1
    room.move("1")
    assert log(room, 1) == [(0, "1")]


def test_a_declaration_is_taken_once_and_only_while_it_is_legal() -> None:
    room = Room.playing(3)
    one = room.say(1, room.table(1).declare(Seat(1), "resign"), settle=False)
    room.settle()
    room.forge(0, Kind.TAKE, ((one.id,),), seat=0)
    assert log(room) == [(1, "abandon blue")]
    assert len(room.view(2).voids) == 1
    two = room.forge(1, Kind.DECLARE, ("abandon blue",), seat=1)
    room.forge(0, Kind.TAKE, ((two.id,),), seat=0)
    assert log(room) == [(1, "abandon blue")]


def test_draws_may_be_refused_by_the_terms() -> None:
    room = Room.playing(2, terms={"draw": "no"})
    with pytest.raises(IllegalAction, match="no draw"):
        room.table(0).offer(OfferKind.DRAW, Seat(0))
    room.forge(0, Kind.OFFER, ("draw", ""), seat=0)
    assert room.view(1).offers == ()


def test_talk_may_be_off_or_closed_by_the_rules() -> None:
    room = Room.playing(2, terms={"talk": "off"})
    with pytest.raises(Exception, match="no talk"):
        room.table().talk("hello")
    room.forge(0, Kind.TALK, ("hello", None))
    assert room.view(1).talk == ()
    room = Room.playing(2, hush="yes")
    room.say(0, room.table().talk("before"))
    room.move("3")
    room.move("2")
    with pytest.raises(Exception, match="close talk"):
        room.table().talk("now")
    room.forge(0, Kind.TALK, ("now", None))
    room.move("2")
    room.say(1, room.table(1).talk("after"))
    assert [line.text for line in room.view().talk] == ["before", "after"]


def test_only_the_seated_talk_after_the_start() -> None:
    room = Room.open(3, players="2")
    room.say(2, room.table(2).talk("good evening"))
    room.say(0, room.table(0).sit(None, "Ada"))
    room.say(1, room.table(1).sit(None, "Bea"))
    assert room.view(2).phase is Phase.PLAYING
    with pytest.raises(Exception, match="beside"):
        room.table(2).talk("psst")
    digest = room.view().talk_digest
    room.forge(2, Kind.TALK, ("psst", None))
    room.forge(2, Kind.TALK, ("psst", None), ply=0, gprev=bytes(16))
    assert [line.text for line in room.view().talk] == ["good evening"]
    assert room.view().talk_digest == digest
    assert same(room)


def test_no_offer_of_any_kind_raises_whoever_makes_it() -> None:
    room = Room.playing(3)
    for kind in (*OfferKind, "nonsense"):
        room.forge(2, Kind.OFFER, (str(kind), "nonsense"), seat=2)
    room.forge(2, Kind.TAKE, ((room.events[-2].id,),), seat=2)
    assert room.view().phase is Phase.PLAYING
    assert OfferKind.SUBSTITUTE not in {offer.kind for offer in room.view().offers}
    room.move("1")


def test_a_declined_return_is_shown_with_who_said_no_and_may_be_asked_for_again() -> None:
    room = Room.playing(3)
    room.say(2, room.table(2).declare(Seat(2), "resign"))
    room.move("1")
    room.say(2, room.table(2).offer(OfferKind.RETURN, Seat(2)))
    answer(room, 0, yes=False)
    assert room.view(1).offers == ()
    assert [(one.kind, one.seat, one.declined, one.owed) for one in room.view(1).refused] == [
        (OfferKind.RETURN, Seat(2), (Seat(0),), ())
    ]
    room.say(2, room.table(2).offer(OfferKind.RETURN, Seat(2)))
    assert [one.owed for one in room.view(1).offers] == [(Seat(0), Seat(1))]
