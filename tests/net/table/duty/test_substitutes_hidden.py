"""Substitutes where cards are hidden: the hand passes to the newcomer alone."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from core.fault import Fault, IllegalAction
from core.game import Seat
from net.deck import deck_seed
from net.wire.event import Kind
from net.wire.event_data import Substitute, data_of, read_as
from tests.net.support.handover import (
    absent,
    check_end,
    come,
    consent,
    dealer,
    drawn,
    open_turn,
    said_yes,
    secrets,
    turns,
)
from tests.net.support.toy_games.toy_table import install
from tests.net.table.duty.test_substitutes import accept, agree
from tests.net.table.hidden_cards.test_table_mental import dealt, match_of
from tests.net.table.test_table_play import plain, same


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


@pytest.mark.parametrize(("people", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_who_goes_gives_his_hand_to_one_person_alone(people: int, seed: int) -> None:
    room, draw = dealt(people, turns="10"), random.Random(seed)
    open_turn(room, draw)
    newcomer, leaver = come(room), people - 1
    seat = int(room.seat_of(leaver))
    before, public = drawn(room, leaver, seat), room.sitters[leaver].identity.public
    hidden = secrets(room, leaver, public)
    assert any(face.isdigit() for face in before)
    agree(room, seat, *range(people))
    accept(room)
    assert newcomer.view.mine == (Seat(seat),)
    assert room.view(leaver).mine == ()
    assert drawn(room, people, seat) == before
    assert match_of(room, people).digest() == match_of(room, 0).digest()
    kept = b"".join(signed.body for signed in room.events)
    assert hidden
    assert not any(secret in kept for secret in hidden)
    for other in range(people - 1):
        assert set(drawn(room, other, seat)) == {"?"}
        assert not any(room.view(other).match.state.drawn[seat].count(face) for face in range(12))  # type: ignore[union-attr]
    turns(room, 400, draw)
    check_end(room, people)
    watcher = room.late()
    assert plain(watcher.view) == plain(room.view())


def test_the_others_pass_on_the_hand_of_who_does_not_come() -> None:
    quiet, away, seat = absent(4)
    room, others = quiet.room, [number for number in quiet.there if number != 4]
    hidden = secrets(room, away, room.sitters[away].identity.public)
    before = drawn(room, away, seat)
    for number in others:
        assert read_as(consent(quiet, number, seat).event, Substitute).away
    assert room.view(others[0]).mine != ()
    said_yes(quiet)
    assert room.sitters[4].view.mine == (Seat(seat),)
    assert drawn(room, 4, seat)[: len(before)] == before
    kept = b"".join(signed.body for signed in room.events)
    assert not any(secret in kept for secret in hidden)
    for number in others:
        assert set(drawn(room, number, seat)) == {"?"}
    draw = random.Random(4)
    quiet.play(draw)
    assert quiet.back() is room
    check_end(room, 4)
    texts = [line.text for line in match_of(room).log if line.seat == seat]
    assert not any(text.startswith("abandon") for text in texts)


def test_a_part_that_does_not_fit_is_named_and_nothing_has_happened() -> None:
    quiet, away, seat = absent(5)
    room, others = quiet.room, [number for number in quiet.there if number != 4]
    liar = others[1]
    for number in others:
        draft = room.table(number).substitute(Seat(seat), room.sitters[4].identity.public, "Hal")
        data = Substitute(*draft.data)
        if number == liar:
            wrong = tuple((epoch, deck_seed.bequeathed(b"w" * 32, data.key)) for epoch, _ in data.sealed)
            data = replace(data, sealed=wrong)
        room.forge_quietly(number, Kind.SUBSTITUTE, data_of(data), ply=draft.ply, gprev=draft.gprev)
        quiet.settle()
    newcomer = room.sitters[4]
    (offer,) = newcomer.view.offers
    with pytest.raises(IllegalAction, match=f"What nick{liar} sealed for you does not fit"):
        newcomer.table.answer(offer.id, offer.seat, yes=True)
    room.events.append(newcomer.sign(newcomer.table.answer(offer.id, offer.seat, yes=False)))
    assert same(quiet.back())
    assert room.view(away).mine == (Seat(seat),)
    assert room.view().offers == ()


def test_who_gives_false_seeds_of_his_own_is_named_too() -> None:
    room = dealt(3, turns="6")
    open_turn(room, random.Random(6))
    newcomer = come(room)
    agree(room, 1, 0, 2)
    draft = room.table(1).substitute(Seat(1), newcomer.identity.public, "Hal")
    for sealed in ((), tuple((epoch, bytes(80)) for epoch, _ in Substitute(*draft.data).sealed)):
        data = replace(Substitute(*draft.data), sealed=sealed)
        assert sealed != Substitute(*draft.data).sealed
        room.forge(1, Kind.SUBSTITUTE, data_of(data), ply=draft.ply, gprev=draft.gprev)
        (offer,) = newcomer.view.offers
        with pytest.raises(IllegalAction, match="What nick1 sealed for you"):
            newcomer.table.answer(offer.id, offer.seat, yes=True)
    assert room.view().seats[1].nick == "nick1"


def test_one_who_refuses_to_give_his_part_keeps_the_hand_closed() -> None:
    quiet, _, seat = absent(7)
    room, others = quiet.room, [number for number in quiet.there if number != 4]
    for number in others[:-1]:
        consent(quiet, number, seat)
    newcomer = room.sitters[4]
    (offer,) = newcomer.view.offers
    assert not offer.asked
    assert len(offer.owed) == 1
    with pytest.raises(IllegalAction, match="others have to agree first"):
        newcomer.table.answer(offer.id, Seat(seat), yes=True)
    refuser = room.sitters[others[-1]]
    room.events.append(refuser.sign(refuser.table.answer(offer.id, offer.owed[0], yes=False)))
    quiet.settle()
    assert all(room.view(number).offers == () for number in quiet.there)
    with pytest.raises(Fault):
        newcomer.table.answer(offer.id, Seat(seat), yes=True)


def test_who_comes_back_in_time_keeps_his_seat() -> None:
    quiet, away, seat = absent(8)
    room, others = quiet.room, [number for number in quiet.there if number != 4]
    for number in others[:-1]:
        consent(quiet, number, seat)
    legal = sorted(str(action) for action in match_of(room, away).state.legal(Seat(seat)))
    room.events.append(room.sitters[away].sign(room.table(away).move(Seat(seat), legal[-1])))
    quiet.away.clear()
    quiet.settle()
    backs = [signed for signed in room.events if signed.event.kind == Kind.FINAL and signed.event.data[1] == "away"]
    assert len(backs) == len(others) - 1
    late = room.sitters[others[-1]]
    assert not late.table.view().offers
    assert same(room)


def test_nobody_takes_over_in_a_sealed_phase_nor_a_second_hand() -> None:
    room = dealt(3, turns="6")
    number, seat = room.mover()
    key = come(room).identity.public
    other = Seat((seat + 1) % 3)
    with pytest.raises(IllegalAction, match="everybody plays a single hand"):
        room.table(number).substitute(seat, room.sitters[int(other)].identity.public, "two")
    room.say(number, room.table(number).move(seat, "duel"))
    with pytest.raises(IllegalAction, match="laid down in secret"):
        room.table(number).substitute(other, key, "Hal")


def test_whoever_has_two_hands_reads_that_neither_can_be_handed_over() -> None:
    room = dealt(3, turns="6")
    number, seat = room.mover()
    key, holders = come(room).identity.public, dealer(room, number).holders
    holders[Seat((seat + 1) % 3)] = holders[seat]
    with pytest.raises(IllegalAction, match="cannot be handed over: where cards are hidden"):
        room.table(number).substitute(seat, key, "Hal")


@pytest.mark.parametrize("people", [2])
def test_without_an_escrow_only_the_holder_can_give_his_hand(people: int) -> None:
    quiet, _, seat = absent(9, people)
    room = quiet.room
    there = next(number for number in quiet.there if number != people)
    with pytest.raises(IllegalAction, match="Only the player of"):
        room.table(there).substitute(Seat(seat), room.sitters[-1].identity.public, "Hal")


def test_a_seat_that_was_left_is_not_taken_over() -> None:
    room = dealt(3)
    other = (room.mover()[0] + 1) % 3
    key = come(room).identity.public
    room.say(other, room.table(other).declare(room.seat_of(other), "abandon"))
    room.move("duel")
    for number in {0, 1, 2} - {other}:
        if not match_of(room).state.sealed:
            break
        room.say(number, room.table(number).move(room.seat_of(number), "card 0"), settle=False)
    room.settle()
    number = next(each for each in range(3) if each != other)
    with pytest.raises(IllegalAction, match="has stopped playing"):
        room.table(number).substitute(Seat(other), key, "Hal")
