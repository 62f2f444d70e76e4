"""Substitutes: somebody else takes a seat over when all who play agree, with the seat's history as it is."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from core.fault import Fault
from core.game import Seat
from net.identity.identity import Identity
from net.transport.memory_broker import MemoryBroker
from net.view.staying_view import StayReason
from net.view.table_view import OfferKind, Phase
from net.wire.event import Kind, Signed
from net.wire.event_data import Substitute, data_of
from tests.length import seeds
from tests.net.support.absent_players import Quiet
from tests.net.support.party import party, seated, virtually
from tests.net.support.toy_games.toy_table import Room, Sitter, install
from tests.net.table.line.test_table_claims import log
from tests.net.table.test_table_play import plain


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def watched(people: int = 3) -> Room:
    """Play a little, with somebody who watches."""
    room = Room.playing(people)
    room.move("1")
    newcomer = Sitter(room.sitters[0].tid, Identity.new(b"h" * 32))
    for signed in room.events:
        newcomer.take(signed)
    room.sitters.append(newcomer)
    return room


def agree(room: Room, seat: int, *numbers: int, nick: str = "Hal") -> None:
    key = room.sitters[-1].identity.public
    for number in numbers:
        room.say(number, room.table(number).substitute(Seat(seat), key, nick))


def accept(room: Room) -> None:
    """Let the newcomer say yes, where he is asked."""
    (offer,) = room.view(len(room.sitters) - 1).offers
    assert offer.asked
    room.say(len(room.sitters) - 1, room.sitters[-1].table.answer(offer.id, offer.seat, yes=True))


def test_whose_seat_it_is_agrees_too_and_the_newcomer_plays_on() -> None:
    room = watched()
    room.say(1, room.table(1).talk("I must go"))
    agree(room, 1, 0, 2)
    assert room.view(3).mine == ()
    agree(room, 1, 1)
    assert room.view(3).mine == ()
    accept(room)
    for number in range(4):
        view = room.view(number)
        assert (view.seats[1].nick, view.seats[1].mine) == ("Hal", number == 3)
        assert [seat.seat for seat in view.seats if seat.ceded] == [Seat(1)] * (number == 1)
        assert [dict(note.fields)["nick"] for note in view.notes if "takes over" in note.template] == ["Hal"]
        assert [(line.seat, line.nick, line.text) for line in view.talk] == [(Seat(1), "nick1", "I must go")]
    with pytest.raises(Fault):
        room.table(1).move(Seat(1), "2")
    room.say(3, room.table(3).move(Seat(1), "2"))
    room.say(3, room.table(3).talk("hello"))
    assert [line.text for line in room.view(0).match.log] == ["1", "2"]  # type: ignore[union-attr]
    assert room.view(0).talk[-1].seat == Seat(1)
    assert len({room.view(number).talk_digest for number in range(4)}) == 1


def test_whoever_is_asked_and_goes_on_seeing_the_game_has_the_name_that_the_others_gave_them() -> None:
    room = watched()
    room.forge(3, Kind.SUBSTITUTE, data_of(Substitute(1, room.sitters[3].identity.public, "Nobody", 1)))
    agree(room, 1, 2)
    asked = [(one.nick, one.why) for number in range(4) for one in room.view(number).staying]
    assert asked == [("Hal", StayReason.ASKED)] * 4


def test_an_abandoned_seat_is_taken_over_and_returns() -> None:
    room = watched()
    room.say(2, room.table(2).declare(Seat(2), "resign"))
    room.move("1")  # the seat to move takes it, then moves
    agree(room, 2, 0, 1)
    accept(room)
    assert room.view(3).mine == (Seat(2),)
    room.say(3, room.table(3).offer(OfferKind.RETURN, Seat(2)))
    offer = room.view(0).offers[0].id
    for number in (0, 1):
        room.say(number, room.table(number).answer(offer, Seat(number), yes=True))
    room.settle()
    log = [line.text for line in room.view(0).match.log]  # type: ignore[union-attr]
    assert "return yellow" in log
    assert room.view(0).phase is Phase.PLAYING


def test_not_without_all_nor_by_strangers_nor_for_another_key() -> None:
    room = watched()
    agree(room, 1, 0, 1)
    other = Identity.new(b"o" * 32).public
    room.say(2, room.table(2).substitute(Seat(1), other, "Hal"))
    room.forge(3, Kind.SUBSTITUTE, data_of(Substitute(1, room.sitters[3].identity.public, "Hal", 1)))
    assert room.view(0).seats[1].nick == "nick1"
    with pytest.raises(Fault, match="Only those who still play"):
        room.table(3).substitute(Seat(1), other, "Hal")
    with pytest.raises(Fault, match="Nobody can take"):
        room.table(0).substitute(Seat(0), room.sitters[0].identity.public, "me")


def test_who_holds_several_seats_answers_once() -> None:
    room = Room.open(2, players="3")
    for seat, number, nick in ((0, 0, "nick0"), (1, 1, "nick1"), (2, 1, "nick1")):
        room.say(number, room.table(number).sit(Seat(seat), nick))
    room.sitters.append(room.late())
    agree(room, 0, 0)
    (offer,) = room.view(1).offers
    assert offer.owed == (Seat(1),)
    room.say(1, room.table(1).answer(offer.id, Seat(1), yes=False))
    assert all(not room.view(number).offers for number in range(3))


@pytest.mark.parametrize("seed", seeds(12, 5))
def test_any_order_of_arrival_gives_the_same(seed: int) -> None:
    room = watched()
    room.say(1, room.table(1).talk("bye"))
    agree(room, 1, 0, 1, 2)
    accept(room)
    room.say(3, room.table(3).talk("hello"))
    room.say(3, room.table(3).move(Seat(1), "2"))
    room.move("1")
    room.move("3")
    random.Random(seed).shuffle(room.events)
    late = Sitter(room.sitters[0].tid, Identity.new(b"y" * 32))
    for signed in room.events:
        late.take(signed)
    assert plain(late.view) == plain(room.view())
    assert late.table.history() == room.table().history()


def test_the_peers_hear_a_newcomer_once_he_holds_the_seat(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            for name in ("ann", "bob", "hal"):
                await here.enter(name)
            handles = await seated(here, ("ann", "bob"))
            hal = await here.peers["hal"].join(handles["ann"].tid)
            await hal.caught_up()
            seat = handles["bob"].view.mine[0]
            for handle in handles.values():
                await handle.substitute(seat, here.peers["hal"].profile.identity.public, "hal")
            view = await hal.until(lambda view: any(offer.asked for offer in view.offers))
            await hal.answer(view.offers[0].id, seat, yes=True)
            for handle in (*handles.values(), hal):
                await handle.until(lambda view: view.seats[seat].nick == "hal")
            if handles["ann"].view.mine[0] in handles["ann"].view.match.state.active:  # type: ignore[union-attr]
                await handles["ann"].play(handles["ann"].view.mine[0], "1")
            await hal.until(lambda view: view.match is not None and seat in view.match.state.active)
            await hal.play(seat, "2")
            version = -1
            while "2" not in [line.text for line in handles["bob"].view.match.log]:  # type: ignore[union-attr]
                version = await handles["bob"].changed(version)

    virtually(evening())


@pytest.mark.parametrize("key", [bytes(32), b"\1" + bytes(31), b"\xff" * 32, b"short"])
def test_a_key_that_nobody_can_have_takes_no_seat_over(key: bytes) -> None:
    room = watched()
    with pytest.raises(Fault, match="Nobody can take that seat over"):
        room.table(0).substitute(Seat(1), key, "Hal")


def test_a_refusal_is_shown_with_who_said_no_and_lasts_until_the_next_move() -> None:
    room = watched()
    agree(room, 1, 0)
    (offer,) = room.view(2).offers
    room.say(2, room.table(2).answer(offer.id, Seat(2), yes=False))
    for number in range(4):
        view = room.view(number)
        assert view.offers == ()
        assert [(one.heir, one.accepted, one.declined, one.owed) for one in view.refused] == [
            ("Hal", (Seat(0),), (Seat(2),), ())
        ]
    with pytest.raises(Fault, match="nick2 has declined that: it can be asked for again after the next move"):
        agree(room, 1, 0, nick="Zoe")
    room.move("2")
    assert room.view(0).refused == ()
    agree(room, 1, 0)
    assert len(room.view(0).offers) == 1
    with pytest.raises(Fault, match="You have agreed to that already"):
        agree(room, 1, 0)


def test_whoever_is_to_come_may_say_no_and_that_is_shown_too() -> None:
    room = watched()
    agree(room, 1, 0, 1, 2)
    (offer,) = room.view(3).offers
    room.say(3, room.table(3).answer(offer.id, Seat(1), yes=False))
    (refused,) = room.view(0).refused
    assert (refused.unwilling, refused.declined, refused.asked) == (True, (), False)
    with pytest.raises(Fault, match="Hal has declined that"):
        agree(room, 1, 0)


def test_after_one_has_declined_another_takes_the_seat_over_and_keeps_it() -> None:
    room = watched()
    other = Sitter(room.sitters[0].tid, Identity.new(b"o" * 32))
    for signed in room.events:
        other.take(signed)
    room.sitters.insert(3, other)
    for number in (0, 1, 2):
        room.say(number, room.table(number).substitute(Seat(1), other.identity.public, "Oda"))
    (offer,) = room.view(3).offers
    room.say(3, other.table.answer(offer.id, Seat(1), yes=False))
    agree(room, 1, 0, 1, 2)
    (offer,) = (one for one in room.view(4).offers if one.asked)
    room.say(4, room.table(4).answer(offer.id, Seat(1), yes=True))
    assert room.view(4).mine == (Seat(1),)
    assert {room.view(number).seats[1].nick for number in range(5)} == {"Hal"}
    room.say(4, room.table(4).move(Seat(1), "1"))
    assert [len(log(room, number)) for number in range(5)] == [2] * 5


def test_nobody_else_is_asked_while_somebody_is() -> None:
    room = watched()
    agree(room, 1, 0)
    other = Identity.new(b"o" * 32).public
    with pytest.raises(Fault, match="Hal is asked already: somebody else"):
        room.table(0).substitute(Seat(1), other, "Oda")
    agree(room, 1, 1, 2)
    accept(room)
    assert room.view(3).mine == (Seat(1),)
    room.say(3, room.table(3).move(Seat(1), "1"))
    assert [room.view(number).seats[1].nick for number in range(4)] == ["Hal"] * 4


def handed_over_unheard() -> tuple[Quiet, Signed]:
    """Hand a seat over whose holder agreed, went away, and took it back; give what they signed, which nobody heard."""
    room = watched()
    agree(room, 1, 0, 1, 2)
    (offer,) = room.view(1).offers
    quiet = Quiet(room, 1)
    refusal = room.sitters[1].sign(room.table(1).answer(offer.id, Seat(1), yes=False))
    heir = room.sitters[3]
    room.events.append(heir.sign(heir.table.answer(offer.id, Seat(1), yes=True)))
    quiet.settle()
    return quiet, refusal


def end(quiet: Quiet) -> None:
    """Let those who are there play until somebody has won."""
    for _ in range(20):
        quiet.settle()
        view = quiet.room.view(3)
        if view.phase is Phase.OVER:
            return
        holders = ((number, seat) for number in quiet.there for seat in quiet.room.view(number).mine)
        number, seat = next(one for one in holders if one[1] in view.match.state.active)  # type: ignore[union-attr]
        quiet.room.events.append(quiet.room.sitters[number].sign(quiet.room.table(number).move(seat, "3")))
    pytest.fail("nobody has won")


def test_whoever_has_handed_over_a_seat_signs_it_once_and_nobody_waits_for_them_at_the_end() -> None:
    room = watched()
    agree(room, 1, 0, 1, 2)
    accept(room)
    author = room.sitters[1].identity.public
    assert [one.event.kind for one in room.events if one.event.author == author][-1] == Kind.SEEN
    signed = len([one for one in room.events if one.event.author == author])
    quiet = Quiet(room, 1)
    end(quiet)
    assert room.view(0).settlement is not None
    assert room.view(0).settlement.settled  # type: ignore[union-attr]
    quiet.back()
    assert len([one for one in room.events if one.event.author == author]) == signed


def test_an_end_after_a_consent_that_may_still_be_taken_back_is_not_settled() -> None:
    quiet, refusal = handed_over_unheard()
    room = quiet.room
    end(quiet)
    assert room.view(0).unsettled
    assert room.view(0).settlement.former == ("nick1",)  # type: ignore[union-attr]
    room.events.append(refusal)
    quiet.back()
    assert [log(room, number) for number in range(4)] == [["1"]] * 4
    assert {room.view(number).seats[1].nick for number in range(4)} == {"nick1"}


def test_what_a_substitute_said_counts_for_nobody_once_a_consent_is_taken_back() -> None:
    quiet, refusal = handed_over_unheard()
    room, heir = quiet.room, quiet.room.sitters[3]
    room.events.append(heir.sign(heir.table.talk("hello")))
    quiet.settle()
    assert [line.text for line in room.view(0).talk] == ["hello"]
    room.events.append(refusal)
    quiet.back()
    late = Sitter(room.sitters[0].tid, Identity.new(b"y" * 32))
    for signed in room.events:
        late.take(signed)
    assert {one.view.talk_digest for one in (late, *room.sitters)} == {late.view.talk_digest}
    assert late.view.talk == ()


@pytest.mark.parametrize("late", [False, True])
def test_two_histories_of_a_former_holder_are_cut_off_for_all_alike_and_the_heir_stays(*, late: bool) -> None:
    """The others and the newcomer have agreed: the consent of somebody guilty is not asked for."""
    room = watched()
    holder = room.sitters[1]
    drafts = [holder.table.talk(text) for text in ("one", "two")]
    if late:
        agree(room, 1, 0, 1, 2)
        accept(room)
    one, two = [holder.feed.draft(holder.identity, draft, 1) for draft in drafts]
    room.events.append(one)
    room.settle()
    if not late:
        agree(room, 1, 0, 1, 2)
        accept(room)
    assert room.view(0).seats[1].nick == "Hal"
    room.events.append(two)
    room.settle()
    for number in range(4):
        view = room.view(number)
        assert (view.seats[1].nick, view.phase) == ("Hal", Phase.PLAYING)
        assert room.table(number).annals.struck == {holder.identity.public: one.event.seq}
        assert view.talk == ()
    late_comer = Sitter(room.sitters[0].tid, Identity.new(b"y" * 32))
    random.Random(int(late)).shuffle(room.events)
    for signed in room.events:
        late_comer.take(signed)
    assert plain(late_comer.view) == plain(room.view(0))
