"""Somebody who does not open his lot, or does not pass the first deck: the start is undone, lots are drawn anew."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress

import pytest

from core.fault import Fault, IllegalAction
from core.game import Seat
from net.table.clocks.time_control import DAY_MS
from net.table.clocks.wait_timer import FINAL_MS
from net.view.table_view import Phase
from net.wire.commitment import fresh_lot
from net.wire.event import Draft, Kind, Signed
from net.wire.event_data import Final, data_of
from tests.net.support.toy_games.toy_table import Room, install
from tests.net.table.line.test_table_claims import PATIENCE, carry, pass_time, wait_for
from tests.net.table.test_table_play import plain, same


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def signing(room: Room, number: int, *kinds: Kind) -> None:
    """Let somebody who has heard everything do his duties, as far as they are of some kinds."""
    carry(room, (number,))
    sitter = room.sitters[number]
    for draft in sitter.table.duties():
        if draft.kind in kinds:
            room.events.append(sitter.sign(draft))


def starting(people: int, *closed: int, terms: dict[str, str] | None = None) -> Room:
    """Seat people and start; all open their lots but `closed`, who hear nothing more. One more looks on."""
    room = Room.open(people + 1, players=str(people), terms=terms)
    for number in range(people):
        room.say(number, room.table(number).sit(Seat(number), f"nick{number}"), settle=False)
    signing(room, 0, Kind.SEAT)
    for number in range(people):
        signing(room, number, Kind.READY)
    signing(room, 0, Kind.START)
    for number in range(people):
        if number not in closed:
            signing(room, number, Kind.REVEAL)
    carry(room, there_of(room, closed))
    assert room.view(people).phase is Phase.STARTING
    return room


def there_of(room: Room, closed: Sequence[int]) -> tuple[int, ...]:
    """Give those who are there."""
    return tuple(number for number in range(len(room.sitters)) if number not in closed)


def claim(room: Room, seat: int, there: Sequence[int], now: int) -> None:
    """Let the first of those there who may claim a seat."""
    for number in there:
        with suppress(IllegalAction):
            room.events.append(room.sitters[number].sign(room.table(number).claim(Seat(seat)), now))
            carry(room, there)
            pass_time(room, now, there)
            return


def give_up(room: Room, seats: Sequence[int], there: Sequence[int], start: int = 0) -> int:
    """Wait for some seats, claim them and be done waiting; give the time."""
    now = wait_for(room, start, there)
    for seat in seats:
        claim(room, seat, there, now)
    pass_time(room, now + FINAL_MS, there)
    return now + FINAL_MS


def nicks(room: Room, number: int = 0) -> list[str]:
    return [seat.nick for seat in room.view(number).seats]


def told_the_same(room: Room, draw: random.Random) -> bool:
    """Tell whether a newcomer finds the same, in whatever order he hears it."""
    shuffled = list(room.events)
    draw.shuffle(shuffled)
    return plain(room.late(shuffled).view) == plain(room.late().view)


def test_who_keeps_his_lot_is_waited_for_by_name() -> None:
    room = starting(3, 1)
    pass_time(room, 1_000, (0, 2))
    (wait,) = room.view(2).waits
    assert (wait.seat, wait.what, wait.until, wait.ripe) == (1, "lot", 1_000 + PATIENCE, False)
    with pytest.raises(IllegalAction, match="Wait a little longer for blue"):
        room.table(2).claim(Seat(1))
    with pytest.raises(IllegalAction, match="Nobody waits for yellow"):
        room.table(0).claim(Seat(2))
    with pytest.raises(IllegalAction, match="Nobody waits"):
        room.table(3).claim(Seat(1))


def test_his_seat_is_freed_and_with_somebody_else_there_are_new_lots() -> None:
    room = starting(3, 1)
    there = (0, 2, 3)
    before = [signed.event.data[0] for signed in room.events if signed.event.kind == Kind.REVEAL]
    give_up(room, [1], there)
    assert room.view(2).phase is Phase.GATHERING
    assert nicks(room, 2) == ["nick0", "", "nick2"]
    assert any("new lots" in note.template and dict(note.fields) == {"nick": "nick1"} for note in room.view(0).notes)
    assert not any(seat.ready for seat in room.view(3).seats)
    room.events.append(room.sitters[3].sign(room.table(3).sit(Seat(1), "Dan")))
    for _ in range(4):
        carry(room, there)
        pass_time(room, 10 * PATIENCE, there)
    assert room.view(3).phase is Phase.PLAYING
    lots = [signed.event.data[0] for signed in room.events if signed.event.kind == Kind.REVEAL]
    assert len(lots) == len(set(lots)) == 5
    assert lots[:2] == before
    room.settle()
    assert same(room)
    assert room.view(1).phase is Phase.PLAYING
    room.move("1")
    assert same(room)
    assert told_the_same(room, random.Random(3))


def test_nobody_can_tell_the_next_lot_from_the_one_that_is_open() -> None:
    first, other = (fresh_lot(b"l" * 32, secret * 32, (b"s" * 32,)) for secret in (b"a", b"b"))
    assert len({first, other, b"l" * 32, fresh_lot(b"l" * 32, b"a" * 32, (b"t" * 32,))}) == 4
    assert fresh_lot(b"l" * 32, b"a" * 32, ()) == b"l" * 32


def test_a_lot_that_comes_in_time_begins_the_game_and_finals_are_taken_back() -> None:
    room = starting(3, 1)
    now = wait_for(room, 0, (0, 2))
    claim(room, 1, (0, 2), now)
    for draft in room.table(0).duties(now + FINAL_MS):
        room.events.append(room.sitters[0].sign(draft))
    assert room.events[-1].event.kind == Kind.FINAL
    room.settle()
    assert room.view(1).phase is Phase.PLAYING
    finals = [signed.event.data for signed in room.events if signed.event.kind == Kind.FINAL]
    assert finals == [(1, "lot", 0, True), (1, "lot", 0, False)]
    assert same(room)
    room.move("1")
    pocket = room.forge(2, Kind.FINAL, (1, "lot", 0, True), seat=None, ply=0, gprev=_lots_at(room))
    assert pocket in room.events
    assert room.view(0).phase is Phase.PLAYING
    assert same(room)


def _lots_at(room: Room) -> bytes:
    """Give the place of the lots of the first start."""
    return next(signed.id for signed in room.events if signed.event.kind == Kind.START)[:16]


@pytest.mark.parametrize("first", ["the lot", "the finals"])
def test_a_lot_that_crosses_the_last_final_comes_to_the_same_for_all(first: str) -> None:
    room = starting(3, 1)
    give_up(room, [1], (0, 2))
    lot = room.sitters[1].sign(Draft(Kind.REVEAL, (room.table(1).lot, "")))
    news = [signed for signed in room.events if signed.event.kind in {Kind.CLAIM, Kind.FINAL}]
    for number in range(4):
        for signed in (lot, *news) if first == "the lot" else (*news, lot):
            room.sitters[number].take(signed)
        for signed in (*room.events, lot):
            room.sitters[number].take(signed)
    room.events.append(lot)
    room.settle()
    assert {room.view(number).phase for number in range(4)} == {Phase.GATHERING}
    assert same(room)
    assert told_the_same(room, random.Random(7))
    room.say(1, room.table(1).sit(None, "back"))
    assert room.view(3).phase is Phase.PLAYING
    assert same(room)
    assert told_the_same(room, random.Random(8))


def test_a_final_taken_back_after_all_have_begun_again_changes_nothing() -> None:
    room = starting(3, 1)
    give_up(room, [1], (0, 2, 3))
    place = _lots_at(room)
    carry(room, (1,))
    room.say(1, room.table(1).sit(None, "back"))
    assert room.view(3).phase is Phase.PLAYING
    room.forge(2, Kind.FINAL, data_of(Final(1, "lot", 0, stands=False)), seat=None, ply=0, gprev=place)
    assert room.view(3).phase is Phase.PLAYING
    assert nicks(room, 3)[1] == "back"
    assert same(room)
    assert told_the_same(room, random.Random(9))


def test_before_that_it_makes_the_start_stand_again() -> None:
    room = starting(3, 1)
    give_up(room, [1], (0, 2, 3))
    assert room.view(3).phase is Phase.GATHERING
    room.forge_quietly(2, Kind.FINAL, (1, "lot", 0, False), seat=None, ply=0, gprev=_lots_at(room))
    carry(room, (0, 2, 3))
    assert room.view(3).phase is Phase.STARTING
    assert told_the_same(room, random.Random(1))


def test_a_host_who_does_not_open_his_lot_leaves_a_closed_table() -> None:
    room = starting(3, 0)
    give_up(room, [0], (1, 2, 3))
    assert room.view(3).phase is Phase.CLOSED
    assert any("all others close the table" in note.template for note in room.view(1).notes)
    with pytest.raises(Fault, match="closed"):
        room.table(3).sit(None, "Dan")
    room.settle()
    assert same(room)


def test_two_of_four_may_do_without_the_other_two_and_one_of_three_may_not() -> None:
    room = starting(4, 0, 1)
    give_up(room, [0, 1], (2, 3, 4))
    assert room.view(4).phase is Phase.CLOSED
    room = starting(3, 0, 1)
    give_up(room, [0, 1], (2, 3))
    assert room.view(3).phase is Phase.STARTING


def test_one_who_has_opened_his_lot_and_gone_is_not_needed_either() -> None:
    room = starting(4, 1)
    there = (0, 3, 4)
    now = give_up(room, [1], there)
    pass_time(room, now, there)
    lot, word = room.view(3).waits
    assert [(lot.seat, lot.what), (word.seat, word.what)] == [(1, "lot"), (2, "word")]
    give_up(room, [2], there, now)
    assert room.view(3).phase is Phase.GATHERING
    assert nicks(room, 3) == ["nick0", "", "nick2", "nick3"]


def test_where_seats_are_drawn_who_kept_his_lot_sits_down_no_more() -> None:
    for terms, phase in (({"seats": "drawn"}, Phase.GATHERING), ({"seats": "chosen"}, Phase.PLAYING)):
        room = starting(3, 1, terms=terms)
        give_up(room, [1], (0, 2))
        room.settle()
        room.say(1, room.table(1).sit(None, "back"))
        assert room.view(3).phase is phase


def test_where_days_are_counted_lots_have_days_too() -> None:
    room = starting(2, 1, terms={"clock": "1d"})
    pass_time(room, 5, (0,))
    assert room.view(0).waits[0].until == 1 + PATIENCE + DAY_MS


def test_one_alone_cannot_undo_the_start_of_others() -> None:
    room = starting(3, 1)
    room.forge_quietly(2, Kind.FINAL, (1, "lot", 0, True), seat=None, ply=0, gprev=_lots_at(room))
    room.forge_quietly(3, Kind.FINAL, (1, "lot", 0, True), seat=None, ply=0, gprev=_lots_at(room))
    room.settle()
    assert room.view(3).phase is Phase.PLAYING
    assert same(room)


@pytest.mark.parametrize("seed", range(8))
def test_whatever_crosses_all_find_the_same(seed: int) -> None:
    draw = random.Random(seed)
    room = starting(4, 1)
    place = _lots_at(room)
    for _ in range(draw.randrange(3, 9)):
        number, stands = draw.choice((0, 2, 3)), draw.random() < 0.7
        room.forge_quietly(number, Kind.FINAL, (1, "lot", 0, stands), seat=None, ply=0, gprev=place)
    if draw.random() < 0.7:
        room.events.append(room.sitters[1].sign(Draft(Kind.REVEAL, (room.table(1).lot, ""))))
    for number in range(5):
        fresh: list[Signed] = list(room.events)
        draw.shuffle(fresh)
        for signed in fresh:
            room.sitters[number].take(signed)
    room.settle()
    assert same(room)
    for again in range(3):
        assert told_the_same(room, random.Random(again))
