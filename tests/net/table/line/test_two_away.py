"""Several people away at once: more than half go on without the word of the others, and never two halves."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from core.game import Seat
from core.games import find
from net.identity.identity import Identity
from net.table.clocks.time_control import DAY_MS
from net.table.clocks.wait_timer import FINAL_MS
from net.table.line.claim import Claims, LinePlace, OwedKind, Wait, named
from net.table.table_notice import NO_LONGER
from net.wire.envelope import make
from net.wire.event import VERSION, Event, Kind, Signed
from tests.net.support.toy_games import toy_game
from tests.net.support.toy_games.toy_table import Room, install
from tests.net.table.line.test_table_claims import PATIENCE, carry, ended, log, pass_time, wait_for
from tests.net.table.test_table_play import plain, same

HERE = LinePlace(3, b"g" * 16, 3)
KEYS = [Identity.new(bytes([65 + number]) * 32) for number in range(7)]
THERE = (1, 2, 4)
"""Who is there at a table of five: red is to move and away, green is away too."""


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    install(monkeypatch)
    monkeypatch.setattr(toy_game, "GAME", toy_game.CROWD)
    find.cache_clear()
    yield
    find.cache_clear()


def final(number: int, wait: Wait, *, stands: bool = True, seq: int = 0, ply: int = 3) -> Signed:
    """Have somebody be done waiting."""
    data = (int(wait.seat), wait.what.value, wait.stop.at, stands)
    place = (Kind.FINAL, None, ply, wait.stop.gprev)
    before = bytes([seq > 0]) * 32
    event = Event(VERSION, b"t" * 16, KEYS[number].public, seq, before, 1, *place, b"", (), 1, data)
    return make(KEYS[number], event)


def claims_of(finals: list[Signed]) -> Claims:
    """Take some finals in."""
    claims = Claims()
    for one in finals:
        claims.pass_by(one.event)
        claims.receive(one)
    return claims


def ends(finals: list[Signed], people: int) -> set[Wait]:
    """Tell what is waited for no longer among so many people, each with one seat."""
    holders = {Seat(number): KEYS[number].public for number in range(people)}
    found = claims_of(finals).certificates(HERE, lambda: tuple(holders), holders)
    assert all(one.id == named(one.wait) for one in found)
    return {one.wait for one in found}


def against(signers: tuple[int, ...], absent: tuple[int, ...]) -> list[Signed]:
    """Have all signers be done waiting for a move of the first of the absent, and for the word of the rest."""
    waits = [Wait(HERE, Seat(seat), OwedKind.WORD if place else OwedKind.MOVE) for place, seat in enumerate(absent)]
    return [final(number, wait) for number in signers for wait in waits]


def test_a_final_may_be_taken_back_until_its_author_goes_past_its_stop() -> None:
    wait, later = Wait(HERE, Seat(0), OwedKind.MOVE), Wait(LinePlace(4, b"h" * 16, 4), Seat(3), OwedKind.MOVE)
    finals = [final(1, wait), final(2, wait), final(2, later, seq=1, ply=4)]
    assert claims_of(finals).retractable(HERE, named(wait)) == {KEYS[1].public}
    taken = claims_of([*finals, final(1, wait, stands=False, seq=1)])
    assert not taken.retractable(HERE, named(wait))
    assert taken.signed(wait) == (KEYS[2].public,)


@pytest.mark.parametrize("people", range(2, 8))
def test_of_all_ways_to_part_a_table_one_side_at_most_goes_on(people: int) -> None:
    everybody = set(range(people))
    for count in range(1, people):
        for there in combinations(range(people), count):
            away = tuple(sorted(everybody - set(there)))
            goes_on = bool(ends(against(there, away), people))
            assert goes_on == (len(away) == 1 or 2 * count > people)
            assert not (goes_on and people > 2 and ends(against(away, there), people))


def test_each_of_the_majority_must_be_done_waiting_for_each_of_the_silent() -> None:
    finals = against((1, 2, 4), (0, 3))
    assert ends(finals, 5) == {Wait(HERE, Seat(0), OwedKind.MOVE)}
    for left_out in range(len(finals)):
        assert ends(finals[:left_out] + finals[left_out + 1 :], 5) == set()


def test_whatever_is_signed_beside_a_certificate_takes_nothing_from_it() -> None:
    draw = random.Random(1)
    for _ in range(60):
        finals = against((1, 2, 4, 6), (0, 3, 5))
        beside = [final(number, Wait(HERE, Seat(0), OwedKind.MOVE), seq=9) for number in (3, 5)]
        beside += [final(draw.choice((3, 5)), Wait(HERE, Seat(draw.randrange(7)), OwedKind.WORD)) for _ in range(4)]
        every = finals + beside
        draw.shuffle(every)
        assert Wait(HERE, Seat(0), OwedKind.MOVE) in ends(every, 7)


def test_several_who_owe_a_decision_excuse_each_other() -> None:
    waits = [Wait(HERE, Seat(seat), OwedKind.COMMIT) for seat in (0, 3)]
    finals = [final(number, wait) for number in (1, 2, 4) for wait in waits]
    assert ends(finals, 5) == set(waits)
    assert ends([one for one in finals if one.event.author != KEYS[4].public], 5) == set()


def test_one_who_takes_his_final_back_is_not_of_the_majority() -> None:
    finals = against((1, 2, 4), (0, 3))
    back = final(1, Wait(HERE, Seat(0), OwedKind.MOVE), stands=False, seq=7)
    assert ends([*finals, back], 5) == set()
    assert ends([*finals, final(1, Wait(HERE, Seat(0), OwedKind.MOVE), stands=False, seq=7, ply=4)], 5)


def test_consent_is_not_outvoted() -> None:
    for what in (OwedKind.FRAUD, OwedKind.HEIR):
        finals = [final(number, Wait(HERE, Seat(0), what)) for number in (1, 2, 4)]
        assert ends([*finals, *against((1, 2, 4), (0, 3))], 5) == {Wait(HERE, Seat(0), OwedKind.MOVE)}


def until_both_are_claimed(room: Room) -> int:
    """Wait for red, then for the word of green, and claim both; give the time."""
    now = wait_for(room, 0, THERE)
    room.say(1, room.table(1).claim(Seat(0)), settle=False)
    carry(room, THERE)
    pass_time(room, now, THERE)
    assert len(room.view(2).waits) == 1
    now += FINAL_MS
    pass_time(room, now, THERE)
    pass_time(room, now, THERE)
    red, green = room.view(2).waits
    assert (green.seat, green.what, green.until, green.ripe) == (3, "word", now + PATIENCE, False)
    assert red.claimed == (1,)
    now = wait_for(room, now, THERE)
    assert log(room, 1) == []
    room.say(2, room.table(2).claim(Seat(3)), settle=False)
    carry(room, THERE)
    pass_time(room, now, THERE)
    return now


def test_three_of_five_go_on_when_two_are_away() -> None:
    room = Room.playing(5)
    now = until_both_are_claimed(room)
    pass_time(room, now + FINAL_MS - 1, THERE)
    assert log(room, 1) == []
    pass_time(room, now + FINAL_MS, THERE)
    assert [log(room, number) for number in THERE] == [["abandon red"]] * 3
    room.settle()
    assert same(room)
    room.move("1")
    room.move("1")
    assert room.mover()[1] == 3
    room.move("2")
    assert log(room) == ["abandon red", "1", "1", "2"]
    told = [(one.ply, dict(one.fields)["seat"]) for one in room.view(2).notes if one.template == NO_LONGER]
    assert told == [(0, "red")], "nobody takes it for the word of red"


def test_a_word_that_comes_ends_the_wait_for_it() -> None:
    room = Room.playing(5)
    until_both_are_claimed(room)
    ended(room, 3)
    carry(room, THERE)
    assert [wait.what for wait in room.view(1).waits] == ["move"]


def test_an_answer_that_comes_in_time_counts_and_nobody_is_out() -> None:
    room = Room.playing(5)
    now = until_both_are_claimed(room)
    pass_time(room, now + FINAL_MS, (1,))
    room.say(0, room.table(0).move(Seat(0), "2"), settle=False)
    room.settle(now + FINAL_MS)
    assert log(room) == ["2"]
    assert same(room)


@pytest.mark.parametrize("first", ["the majority's", "the minority's"])
def test_two_sides_come_to_the_same_whichever_is_heard_first(first: str) -> None:
    room = Room.playing(5)
    before = len(room.events)
    move = room.sitters[0].sign(room.table(0).move(Seat(0), "3"))
    room.sitters[3].take(move)
    assert log(room, 3) == ["3"]
    now = until_both_are_claimed(room)
    pass_time(room, now + FINAL_MS, THERE)
    for number, text in ((1, "1"), (2, "2")):
        room.events.append(room.sitters[number].sign(room.table(number).move(Seat(number), text)))
        carry(room, THERE)
    assert log(room, 4) == ["abandon red", "1", "2"]
    major, minor = room.events[before:], [move]
    for number in range(5):
        for signed in (*major, *minor) if first == "the majority's" else (*minor, *major):
            room.sitters[number].take(signed)
    room.events.append(move)
    room.settle()
    assert same(room)
    assert log(room) == ["abandon red", "1", "2"]
    assert [(void.seat, void.text) for void in room.view(3).voids] == [(0, "3")]
    shuffled = list(room.events)
    random.Random(5).shuffle(shuffled)
    assert plain(room.late(shuffled).view) == plain(room.view())


def test_two_halves_wait_for_each_other() -> None:
    room = Room.playing(4)
    for there, away in (((2, 3), (0, 1)), ((0, 1), (2, 3))):
        for number in there:
            for seat in away:
                for what in ("move", "word"):
                    ended(room, number, seat, what)
    carry(room, range(4))
    assert [log(room, number) for number in range(4)] == [[]] * 4
    now = wait_for(room, 0, (2, 3))
    room.say(2, room.table(2).claim(Seat(0)), settle=False)
    carry(room, (2, 3))
    for at in (now, now + FINAL_MS, now + FINAL_MS):
        pass_time(room, at, (2, 3))
    assert [wait.what for wait in room.view(2).waits] == ["move"]


def test_where_days_are_counted_the_word_has_days_too() -> None:
    room = Room.playing(5, terms={"clock": "1d"})
    pass_time(room, 1_000, THERE)
    (wait,) = room.view(1).waits
    for now in (wait.until - 1, wait.until):
        pass_time(room, now, THERE)
    claim = room.table(1).claim(Seat(0))
    room.events.append(room.sitters[1].sign(claim, now))
    carry(room, THERE)
    for at in (now, now + FINAL_MS, now + FINAL_MS + 9):
        pass_time(room, at, THERE)
    assert room.view(2).waits[1].until == now + PATIENCE + DAY_MS
