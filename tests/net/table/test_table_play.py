"""A table from its genesis to its end, with four keys and real feeds."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from core.fault import Fault, IllegalAction
from core.game import Seat
from net.identity.identity import pid_of
from net.table.table import NotYours, Table
from net.view.table_view import OfferKind, Phase, SlotStage, TableView
from net.wire.event import Kind, Signed
from tests.net.support.toy_games.toy_table import Room, Sitter, install


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def plain(view: TableView) -> TableView:
    """Give what every peer must see alike: a view without what depends on who looks."""
    seats = tuple(replace(seat, mine=False, present=False, ceded=False) for seat in view.seats)
    slots = tuple(slot if slot.stage is SlotStage.OPEN else replace(slot, text="") for slot in view.slots)
    waits = tuple(replace(wait, since=0, until=0, ripe=False) for wait in view.waits)
    match = view.match.seen_by(None) if view.match else None
    clocks = tuple(replace(clock, since=None, doubtful=False) for clock in view.clocks)
    return replace(view, seats=seats, slots=slots, waits=waits, clocks=clocks, match=match)


def same(room: Room) -> bool:
    """Tell whether everybody at the table sees the same."""
    return all(plain(sitter.view) == plain(room.view()) for sitter in room.sitters)


def test_gathers_starts_plays_and_ends() -> None:
    room = Room.open(4, players="4")
    assert room.view(1).phase is Phase.GATHERING
    assert room.view(1).title == "Evening"
    assert room.view(1).host == "Ada"
    for number in range(4):
        room.say(number, room.table(number).sit(Seat(number), f"nick{number}"))
    assert room.view(3).phase is Phase.PLAYING
    assert [seat.nick for seat in room.view(2).seats] == ["nick0", "nick1", "nick2", "nick3"]
    assert room.view(2).mine == (2,)
    for text in "3212":
        room.move(text)
    room.say(1, room.table(1).talk("well \x1b[31mplayed\x1b[0m", ("thank", "red")))
    room.move("3")
    room.move("3")
    view = room.view(3)
    assert view.phase is Phase.OVER
    assert view.outcome is not None
    assert view.outcome.winners == (1,)
    assert view.match is not None
    assert [line.text for line in view.match.log] == ["3", "2", "1", "2", "3", "3"]
    assert (view.talk[0].text, view.talk[0].ply, view.talk[0].act) == ("well played", 4, ("thank", "red"))
    assert same(room)
    assert not any(sitter.table.duties() for sitter in room.sitters)
    assert [step.ply for step in room.table().steps()] == list(range(6))


def test_after_the_end_there_is_only_talk() -> None:
    room = Room.playing(2)
    for _ in range(4):
        room.move("3")
    number = 0
    with pytest.raises(IllegalAction):
        room.table(number).move(room.seat_of(number), "1")
    before = room.view().match
    room.forge(0, Kind.MOVE, ("1", 0, None), seat=int(room.seat_of(0)))
    assert room.view().match == before
    assert not room.view().voids
    room.say(0, room.table().talk("again?"))
    assert [line.text for line in room.view(1).talk] == ["again?"]


def test_one_key_may_hold_every_seat_and_a_bot() -> None:
    room = Room.open(1, players="3")
    room.say(0, room.table().sit(Seat(2), "Ada"))
    room.say(0, room.table().sit(Seat(0), "Ada", "greedy"))
    room.say(0, room.table().sit(Seat(1), "Bob"))
    view = room.view()
    assert view.phase is Phase.PLAYING
    assert view.mine == (0, 1, 2)
    assert [(seat.nick, seat.bot) for seat in view.seats] == [("Ada", "greedy"), ("Bob", ""), ("Ada", "")]
    for text in "333":
        room.move(text)
    assert room.view().match is not None
    table = room.table()
    room.say(0, table.declare(Seat(1), "resign"))
    assert [line.text for line in room.view().match.log] == ["3", "3", "3", "abandon blue"]  # type: ignore[union-attr]


def test_a_vacant_seat_is_not_asked_for() -> None:
    room = Room.playing(3, players="4", vacant="0")
    seats = room.view().seats
    assert [seat.vacant for seat in seats] == [True, False, False, False]
    assert [seat.nick for seat in seats] == ["", "nick0", "nick1", "nick2"]
    assert room.mover()[1] == 1
    with pytest.raises(Fault, match="no such seat"):
        Room.open(1, players="4", vacant="0").table().sit(Seat(0), "x")


def test_seats_are_drawn_by_the_lots() -> None:
    rosters = set()
    for people in (2, 3, 4):
        room = Room.playing(people, terms={"seats": "drawn"}, players=str(people))
        assert same(room)
        rosters.add(tuple(seat.nick for seat in room.view().seats))
        assert sorted(seat.nick for seat in room.view().seats) == [f"nick{n}" for n in range(people)]
        room.move("2")
        assert same(room)
    assert any(names != tuple(sorted(names)) for names in rosters)


def _replayed(events: list[Signed], tid: bytes, me: Sitter) -> Table:
    del tid
    table = me.fresh()
    for signed in events:
        table.receive(signed)
    return table


def _game_with_everything() -> Room:
    room = Room.playing(4, hush="yes")
    room.say(2, room.table(2).talk("hello"))
    room.move("1")
    room.forge(1, Kind.MOVE, ("9", 0, None), seat=int(room.seat_of(1)))
    room.say(3, room.table(3).declare(room.seat_of(3), "resign"))
    room.say(0, room.table(0).offer(OfferKind.DRAW, room.seat_of(0)))
    room.say(3, room.table(3).offer(OfferKind.RETURN, room.seat_of(3)))
    offer = room.view(1).offers[0]
    room.move("2")
    for offer in room.view(1).offers:
        for number in range(3):
            room.say(number, room.table(number).answer(offer.id, room.seat_of(number), yes=True), settle=False)
    room.settle()
    room.say(1, room.table(1).talk("late"))
    room.forge(2, 77, ("new",))
    room.forge(2, Kind.CLAIM, ())
    room.say(0, room.table(0).bye())
    room.move("2")
    return room


def test_every_interleaving_gives_the_same_view() -> None:
    room = _game_with_everything()
    assert same(room)
    match = room.view().match
    assert match is not None
    assert [line.text for line in match.log] == ["1", "abandon green", "2", "return green", "2"]
    expected = plain(room.view())
    draw = random.Random(7)
    for _ in range(60):
        table = Table(room.sitters[0].tid, b"n" * 32, bytes(32))
        chains = {author: [e for e in room.events if e.event.author == author] for author in _authors(room)}
        while chains:
            author = draw.choice(sorted(chains))
            for _ in range(draw.randint(1, 6)):
                table.receive(chains[author].pop(0))
                table.view()
                if not chains[author]:
                    del chains[author]
                    break
        assert plain(table.view()) == expected
        assert table.line_heads() == room.table().line_heads()


def _authors(room: Room) -> list[bytes]:
    return sorted({signed.event.author for signed in room.events})


def test_a_restart_gives_the_same_view_and_no_duty_twice() -> None:
    room = _game_with_everything()
    for sitter in room.sitters:
        again = _replayed(room.events, sitter.tid, sitter)
        assert again.view() == replace(sitter.view)
        assert again.duties() == ()


def test_a_restart_at_any_moment_signs_nothing_twice() -> None:
    room = _game_with_everything()
    for sitter in room.sitters:
        table = sitter.fresh()
        mine = [(e.event.kind, e.event.data) for e in room.events if e.event.author == sitter.identity.public]
        for signed in room.events:
            table.receive(signed)
            for draft in table.duties():
                assert (draft.kind, draft.data) in mine


def test_a_late_joiner_sees_the_same() -> None:
    room = _game_with_everything()
    assert plain(room.late().view) == plain(room.view())
    assert plain(room.late(reversed(room.events)).view) == plain(room.view())


def test_presence_of_seats() -> None:
    room = Room.playing(2)
    assert [seat.present for seat in room.view(0).seats] == [True, False]
    version = room.table().version
    room.table().heard([pid_of(room.sitters[1].identity.public)])
    assert [seat.present for seat in room.view(0).seats] == [True, True]
    room.table().heard([room.sitters[1].identity.pid])
    assert room.table().version == version + 1


def test_views_are_kept_until_something_changes() -> None:
    room = Room.playing(2)
    assert room.view() is room.view()
    before = room.view()
    room.table().receive(room.events[0])
    assert room.view() is before


def test_a_move_for_a_seat_of_another_is_refused() -> None:
    room = Room.playing(2)
    number, seat = room.mover()
    with pytest.raises(NotYours):
        room.table(1 - number).move(seat, "1")
    with pytest.raises(IllegalAction, match="not the turn"):
        room.table(1 - number).move(room.seat_of(1 - number), "1")
    with pytest.raises(IllegalAction, match="Add 1, 2 or 3"):
        room.table(number).move(seat, "7")
    with pytest.raises(IllegalAction, match="no number"):
        room.table(number).move(seat, "\x1b[2J")
    assert same(room)
