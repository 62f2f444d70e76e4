"""Who sits where before the start, who agrees, and the lots."""

from __future__ import annotations

from collections import Counter

import pytest

from core.fault import Fault
from core.game import Seat
from net.identity.identity import Identity
from net.table.seating.roster import NOBODY
from net.table.table import NotYours
from net.view.table_view import Phase
from net.wire.commitment import drawn_order, lot_commitment, seed_of
from net.wire.event import Draft, Kind
from net.wire.event_data import Ready, Reveal, SeatGiven, Start, Substitute, data_of
from tests.net.support.toy_games.toy_table import Room, Sitter, install
from tests.net.table.test_table_play import same


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def nicks(room: Room, number: int = 0) -> list[str]:
    return [seat.nick for seat in room.view(number).seats]


def test_the_host_gives_seats_in_the_order_of_asking() -> None:
    room = Room.open(4, players="3")
    room.say(1, room.table(1).sit(Seat(0), "Bea"), settle=False)
    room.say(2, room.table(2).sit(Seat(0), "Cid"), settle=False)
    room.settle()
    assert nicks(room) == ["Bea", "", ""]
    asks = [dict(note.fields) for note in room.view(3).notes if "asks" in note.template]
    assert asks == [{"nick": "Cid", "seat": "red"}]
    with pytest.raises(Fault, match="taken"):
        room.table(3).sit(Seat(0), "Dan")
    room.say(1, room.table(1).leave(Seat(0)))
    assert nicks(room, 3) == ["Cid", "", ""]
    assert same(room)


def test_leaving_frees_the_seat_and_supersedes_what_was_agreed() -> None:
    room = Room.open(3, players="2")
    room.say(0, room.table(0).sit(None, "Ada"))
    sit = room.table(1).sit(None, "Bea")
    room.say(1, sit, settle=False)
    room.sitters[0].take(room.events[-1])
    seat = next(draft for draft in room.table(0).duties() if draft.kind is Kind.SEAT)
    room.say(0, seat, settle=False)
    room.sitters[1].take(room.events[-1])
    (ready,) = room.sitters[1].table.duties()
    assert ready.kind is Kind.READY
    room.say(1, ready, settle=False)
    room.say(1, room.table(1).leave(Seat(1)))
    view = room.view(2)
    assert view.phase is Phase.GATHERING
    assert nicks(room, 2) == ["Ada", ""]
    assert not any(seat.ready for seat in view.seats)
    room.say(2, room.table(2).sit(Seat(1), "Cid"))
    assert room.view(1).phase is Phase.PLAYING
    assert nicks(room, 1) == ["Ada", "Cid"]
    with pytest.raises(Fault, match="begun"):
        room.table(2).leave(Seat(1))
    with pytest.raises(Fault, match="begun"):
        room.table(1).sit(None, "Bea")


def test_one_leaving_frees_a_seat_once() -> None:
    room = Room.open(3, players="2")
    room.say(1, room.table(1).sit(Seat(0), "Bea"))
    room.forge_quietly(1, Kind.SIT, (None, "Bea"))
    room.say(1, room.table(1).leave(Seat(0)))
    assert nicks(room) == ["Bea", ""]
    room.say(2, room.table(2).sit(None, "Cid"))
    assert room.view(1).phase is Phase.PLAYING
    assert same(room)


def test_the_host_may_free_a_seat_and_others_may_not() -> None:
    room = Room.open(3, players="3")
    room.say(1, room.table(1).sit(Seat(2), "Bea"))
    with pytest.raises(NotYours):
        room.table(2).leave(Seat(2))
    room.forge(2, Kind.SEAT, data_of(SeatGiven(2, "", NOBODY)))
    assert nicks(room) == ["", "", "Bea"]
    room.say(0, room.table(0).leave(Seat(2)))
    assert nicks(room, 2) == ["", "", ""]
    freed = [
        one.fields for one in room.view(2).notes if one.template == "The host frees seat {seat}, which {nick} had."
    ]
    assert [dict(fields)["nick"] for fields in freed] == ["Bea"]
    assert all("leaves" not in one.template for one in room.view(2).notes), "nobody has gone"
    with pytest.raises(NotYours):
        room.table(0).leave(Seat(2))


def test_goodbye_before_the_start_frees_seats_and_the_hosts_closes_the_table() -> None:
    room = Room.open(3, players="3")
    room.say(1, room.table(1).sit(Seat(2), "Bea"))
    room.say(1, room.table(1).sit(Seat(1), "Bea", "random"))
    room.say(1, room.table(1).bye())
    assert nicks(room, 2) == ["", "", ""]
    room.say(0, room.table(0).bye())
    assert room.view(2).phase is Phase.CLOSED
    with pytest.raises(Fault, match="closed"):
        room.table(2).sit(None, "Cid")


def test_a_seat_is_given_only_as_it_was_asked_for() -> None:
    room = Room.open(2, players="2")
    bea = room.sitters[1]
    signed = room.say(1, room.table(1).sit(Seat(1), "Bea"))
    assert nicks(room) == ["", "Bea"]
    room.forge(0, Kind.SEAT, data_of(SeatGiven(0, bea.identity.pid, signed.id)))
    room.forge(0, Kind.SEAT, data_of(SeatGiven(9, bea.identity.pid, signed.id)))
    assert nicks(room, 1) == ["", "Bea"]
    again = room.say(1, room.table(1).sit(Seat(0), "Bea"), settle=False)
    room.forge(0, Kind.SEAT, data_of(SeatGiven(0, room.sitters[0].identity.pid, again.id)))
    assert nicks(room, 1) == ["Bea", "Bea"]


def test_a_start_without_the_agreement_of_all_does_not_count() -> None:
    room = Room.open(2, players="2")
    room.say(0, room.table(0).sit(Seat(0), "Ada"))
    signed = room.say(1, room.table(1).sit(Seat(1), "Bea"), settle=False)
    room.sitters[0].take(signed)
    (seat,) = (draft for draft in room.table(0).duties() if draft.kind is Kind.SEAT)
    room.say(0, seat, settle=False)
    roster = room.table(0).annals.roster.digest
    (ready,) = (draft for draft in room.table(0).duties() if draft.kind is Kind.READY)
    mine = room.say(0, ready, settle=False)
    for readies in ((mine.id,), (mine.id, mine.id), ()):
        event = room.sitters[0].sign(_draft(Kind.START, Start(roster, readies)))
        room.events.append(event)
    assert room.view(0).phase is Phase.GATHERING
    room.settle()
    assert room.view(1).phase is Phase.PLAYING
    assert same(room)


def _draft(kind: Kind, data: Ready | Reveal | Start) -> Draft:
    return Draft(kind, data_of(data))


def _do_duties(room: Room, number: int) -> None:
    """Let one sitter do what he must until nothing is left, and let both see it."""
    while drafts := room.table(number).duties():
        for draft in drafts:
            room.say(number, draft, settle=False)
            room.sitters[1 - number].take(room.events[-1])


def test_a_lot_must_be_the_one_committed_to() -> None:
    room = Room.open(2, players="2")
    cheat = room.sitters[1]
    room.say(0, room.table(0).sit(Seat(0), "Ada"))
    room.say(1, room.table(1).sit(Seat(1), "Bea"), settle=False)
    room.sitters[0].take(room.events[-1])
    for number in (0, 1, 0):
        _do_duties(room, number)
    room.events.append(cheat.sign(_draft(Kind.REVEAL, Reveal(b"w" * 32))))
    room.sitters[0].take(room.events[-1])
    assert room.view(0).phase is Phase.STARTING
    assert [dict(n.fields) for n in room.view(0).notes if "lot of" in n.template] == [{"nick": "Bea"}]
    room.settle()
    assert room.view(0).phase is Phase.PLAYING
    assert not [n for n in room.view(0).notes if "lot of" in n.template]
    assert same(room)


def test_a_second_ready_over_one_roster_does_not_change_the_lot() -> None:
    room = Room.open(1, players="2")
    room.say(0, room.table(0).sit(Seat(0), "Ada"))
    room.say(0, room.table(0).sit(Seat(1), "Ada"), settle=False)
    (seat,) = room.table(0).duties()
    room.say(0, seat, settle=False)
    (ready,) = room.table(0).duties()
    first = room.say(0, ready, settle=False)
    second = room.sitters[0].sign(
        _draft(Kind.READY, Ready(room.table(0).annals.roster.digest, lot_commitment(b"o" * 32, b"", "")))
    )
    room.events.append(second)
    assert room.table(0).annals.roster.readies() == (first.id, first.id)
    room.settle()
    assert room.view().phase is Phase.PLAYING


def test_bots_may_be_refused() -> None:
    room = Room.open(2, players="2", terms={"bots": "no"})
    with pytest.raises(Fault, match="no bots"):
        room.table(1).sit(Seat(0), "Bea", "random")
    signed = room.forge(1, Kind.SIT, (0, "Bea", "random"))
    room.forge(0, Kind.SEAT, data_of(SeatGiven(0, room.sitters[1].identity.pid, signed.id)))
    assert nicks(room, 1) == ["", ""]


def test_the_order_drawn_is_a_fair_shuffle() -> None:
    seen = Counter(drawn_order(seed_of([bytes([n]), b"x"]), 3) for n in range(240))
    assert len(seen) == 6
    assert min(seen.values()) > 20
    assert drawn_order(bytes(32), 6) == drawn_order(bytes(32), 6)
    assert drawn_order(bytes(32), 1) == (0,)


def test_nothing_can_be_done_at_a_table_nothing_is_known_of() -> None:
    room = Room.open(2, players="2")
    newcomer = room.late([])
    with pytest.raises(Fault, match="Nothing is known"):
        newcomer.table.sit(None, "x")
    assert newcomer.table.duties() == ()
    assert newcomer.view.phase is Phase.GATHERING


def test_a_lot_that_reads_like_another_ones_commitment_is_none() -> None:
    """The other's lot and a lot of table and pid are what his commitment is made of: the seed would be known before."""
    room = Room.open(2, players="2", terms={"seats": "drawn"})
    ada, bea = room.sitters
    bea.table.lot = room.table().tid + ada.identity.pid.encode()
    assert seed_of([ada.table.lot, bea.table.lot]) == lot_commitment(ada.table.lot, ada.tid, ada.identity.pid)
    for number in range(2):
        room.say(number, room.table(number).sit(Seat(number), f"nick{number}"))
    for number in range(2):
        view = room.view(number)
        assert view.phase is not Phase.PLAYING
        assert [dict(note.fields) for note in view.notes if "not the one" in note.template] == [{"nick": "nick1"}]
        assert [wait.seat for wait in view.waits] == [1]


def test_the_party_is_whom_players_have_named_and_whom_those_have_named_up_to_where_their_words_count() -> None:
    room = Room.playing(3)
    room.sitters += [Sitter(room.sitters[0].tid, Identity.new(letter * 32)) for letter in (b"h", b"s")]
    first = {sitter.identity.public for sitter in room.sitters[:3]}
    heir, other = room.sitters[3].identity.public, Identity.new(b"o" * 32).public
    room.delivered = 0
    room.settle()
    for number, key in ((1, heir), (3, other), (4, Identity.new(b"p" * 32).public)):
        room.forge(number, Kind.SUBSTITUTE, data_of(Substitute(1, key, "Hal", 0)))
    roster = room.table().annals.roster
    assert roster.party({}) == first | {heir, other}, "not whom a stranger has named"
    assert roster.party({heir: 0}) == first | {heir}
    assert roster.party({room.sitters[1].identity.public: 0}) == first


def test_the_party_has_those_too_who_gave_their_seat_up_before_the_start() -> None:
    room = Room.open(3, players="2")
    host, leaver, third = (sitter.identity.public for sitter in room.sitters)
    room.say(1, room.table(1).sit(Seat(1), "Bea"))
    room.say(1, room.table(1).leave(Seat(1)))
    room.say(0, room.table(0).sit(Seat(0), "Ann"))
    room.say(2, room.table(2).sit(Seat(1), "Cid"))
    roster = room.table().annals.roster
    assert set(roster.sitting.values()) == {host, third}
    assert roster.party({}) == {host, leaver, third}
