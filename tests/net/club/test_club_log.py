"""A club in a journal: what is signed is kept first, files carry it, liars and strangers get nothing in."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.fault import Fault
from net.club.club_event import (
    BESIDE,
    Admit,
    CalendarEntry,
    Close,
    Enter,
    Expel,
    Found,
    Join,
    Leave,
    Open,
    Start,
    nonce_of,
    place_of_salt,
    rated_salt,
)
from net.club.club_log import SEASON, ClubLog, check_club_event
from net.club.club_state import fold_club
from net.club.tournament_log import Stage, tip_of
from net.identity.identity import Identity
from net.log.evidence import BadEvidence, read
from net.log.feed import CannotSign
from net.storage.journal import Journal
from net.wire import envelope
from net.wire.codec import BadMessage
from net.wire.event import Event
from tests.net.support.clubs import NOW, Club
from tests.net.support.event_signer import event, who

ANN, BEN, EVE = who("ann"), who("ben"), who("eve")


@pytest.fixture
def journals(tmp_path: Path) -> Iterator[tuple[Journal, Journal]]:
    with Journal(tmp_path / "ann.db") as one, Journal(tmp_path / "ben.db") as other:
        yield one, other


def founded(journal: Journal, *founders: bytes) -> ClubLog:
    """Found a club in a journal."""
    keys = founders or (ANN.public,)
    return ClubLog.found(ANN, journal, Found("Friday", keys, "founders", "founders", b"s" * 16, "Ann"), NOW)


def carry(from_: ClubLog, to: ClubLog) -> int:
    """Carry a club's file to somebody else."""
    return to.take(read(from_.export().encode(), SEASON).events)


def test_a_club_is_there_again_after_a_restart(tmp_path: Path) -> None:
    with Journal(tmp_path / "ann.db") as journal:
        club = founded(journal)
        cid = club.cid
        club.say(Admit(BEN.public), NOW)
    with Journal(tmp_path / "ann.db") as journal:
        assert journal.clubs() == ((cid, "Friday"),)
        again = ClubLog(ANN, journal, cid)
        assert again.state.name == "Friday"
        assert again.state.membership.members == (ANN.public,)
        assert [one.event.seq for one in again.events] == [0, 1]


def test_a_file_brings_the_club_to_somebody_who_asks_and_is_let_in(journals: tuple[Journal, Journal]) -> None:
    ann = founded(journals[0])
    ben = ClubLog(BEN, journals[1], ann.cid)
    assert carry(ann, ben) == 1
    assert journals[1].clubs() == ((ann.cid, "Friday"),)
    ben.say(Join("Ben"), NOW)
    assert carry(ben, ann) == 1
    assert carry(ben, ann) == 0
    ann.say(Admit(BEN.public), NOW)
    carry(ann, ben)
    assert ben.state.membership == ann.state.membership
    assert set(ben.state.membership.members) == {ANN.public, BEN.public}


def test_an_invitation_in_the_calendar_travels_too(journals: tuple[Journal, Journal]) -> None:
    ann = founded(journals[0])
    ann.say(CalendarEntry(NOW, "parley://host/room#key"), NOW)
    ann.say(Admit(BEN.public), NOW)
    ben = ClubLog(BEN, journals[1], ann.cid)
    assert carry(ann, ben) == 3
    assert ben.state.calendar == ((NOW, "parley://host/room#key"),)


def test_a_lost_journal_gets_its_own_chain_back_and_goes_on_from_it(
    journals: tuple[Journal, Journal], tmp_path: Path
) -> None:
    ann = founded(journals[0])
    ann.say(Admit(BEN.public), NOW)
    with Journal(tmp_path / "new.db") as fresh:
        again = ClubLog(ANN, fresh, ann.cid)
        assert carry(ann, again) == 2
        again.say(Leave(), NOW)
        assert [one.event.seq for one in fresh.outbox(ann.cid)] == [0, 1, 2]
        assert carry(again, ann) == 1


def test_lots_are_owed_from_the_closed_list_on_until_they_are_open(
    journals: tuple[Journal, Journal],
) -> None:
    ann = founded(journals[0], ANN.public, BEN.public)
    ben = ClubLog(BEN, journals[1], ann.cid)
    id_ = ann.say(Open("Autumn", "djambi", (), "round-robin", 1), NOW).id[:16]
    carry(ann, ben)
    entries = [one.say(Enter(id_, tip_of(one.lot_secret(id_))), NOW).id for one in (ann, ben)]
    carry(ben, ann)
    assert ann.owed() == ()
    ann.say(Close(id_, tuple(entries)), NOW)
    for one in (ann, ben):
        carry(ann, one)
        (lot,) = one.owed()
        one.say(lot, NOW)
        assert one.owed() == ()
    carry(ben, ann)
    ann.say(Start(id_, 0), NOW)
    assert ann.state.tournaments[id_].stage is Stage.PLAY


def test_two_histories_are_kept_as_a_proof_and_stop_their_author(journals: tuple[Journal, Journal]) -> None:
    club = Club.of("ann", "ben", founders=2)
    club.say("ann", Admit(BEN.public))
    ann = ClubLog(ANN, journals[0], club.cid)
    ann.take(club.events)
    ann.take([club.fork("ann", 1, Leave())])
    assert ann.state.membership.forked == {ANN.public: 1}
    with pytest.raises(CannotSign):
        ann.say(Leave(), NOW)
    again = ClubLog(ANN, journals[0], club.cid)
    assert again.state.membership.forked == {ANN.public: 1}
    found = read(again.export().encode(), SEASON)
    assert found.forks == ((ANN.public, 1),)
    assert fold_club(found.tid, found.events).membership == again.state.membership


def test_a_journal_that_has_everything_in_another_order_says_the_same(journals: tuple[Journal, Journal]) -> None:
    club = Club.whole("ann", "ben", "cat", founders=2)
    club.play("ann", "ben")
    club.say("cat", Leave())
    events = list(club.events)
    random.Random(3).shuffle(events)
    log = ClubLog(BEN, journals[1], club.cid)
    for one in events:
        log.take([one])
    assert log.state.membership == club.state.membership
    assert log.state.book == club.state.book


def signed(author: Identity, cid: bytes, **changes: Any) -> tuple[bytes, bytes]:  # noqa: ANN401 fields of an event
    made = event(author, 0, tid=cid, seat=None, ply=0, state=b"", **changes)
    one = envelope.make(author, made)
    return one.body, one.sig


ID = b"t" * 16
TWICE = (ANN.public, ANN.public)
MIXED = bytes([1]) + bytes(31)
"""The neutral element: a key that has signed everything."""

WRONG: dict[str, dict[str, Any]] = {
    "a table's kind": {"kind": 0, "data": ()},
    "a join without a name": {"kind": 65, "data": ()},
    "a name that is a number": {"kind": 65, "data": (7,)},
    "a long name": {"kind": 65, "data": ("x" * 65,)},
    "a key that is none": {"kind": 66, "data": (bytes(32),)},
    "a short key": {"kind": 66, "data": (b"k" * 31,)},
    "the neutral key": {"kind": 66, "data": (MIXED,)},
    "a vote about nobody": {"kind": 68, "data": (MIXED, 0, True)},
    "a vote from below nothing": {"kind": 68, "data": (ANN.public, -1, True)},
    "a vote from a text": {"kind": 68, "data": (ANN.public, "0", True)},
    "a yes that is a number": {"kind": 68, "data": (ANN.public, 0, 1)},
    "a date before the first": {"kind": 69, "data": (-1, "x")},
    "a date after the last": {"kind": 69, "data": (1 << 60, "x")},
    "a founding without founders": {"kind": 64, "data": ("x", (), "founders", "founders", b"s" * 16, "")},
    "a founder twice": {"kind": 64, "data": ("x", TWICE, "founders", "founders", b"s" * 16, "")},
    "a founding by somebody else": {"kind": 64, "data": ("x", (BEN.public,), "founders", "founders", b"s" * 16, "")},
    "a founder who is none": {"kind": 64, "data": ("x", (ANN.public, MIXED), "founders", "founders", b"s" * 16, "")},
    "a rule that is none": {"kind": 64, "data": ("x", (ANN.public,), "friends", "founders", b"s" * 16, "")},
    "an entry without a tip": {"kind": 71, "data": (b"t" * 16, b"")},
    "an entry of a short tournament": {"kind": 71, "data": (b"t", bytes(32))},
    "a list of short ids": {"kind": 72, "data": (b"t" * 16, (b"x",))},
    "an attempt below nothing": {"kind": 73, "data": (b"t" * 16, -1, bytes(32))},
    "a round that is no list": {"kind": 76, "data": (b"t" * 16, 0, 3, bytes(16))},
    "an end that is too long": {"kind": 76, "data": (b"t" * 16, 0, ((b"x" * 17, ()),), bytes(16))},
    "a result of nothing": {
        "kind": 78,
        "data": (b"t" * 16, b"e" * 16, "djambi", (), (), 0, 0, b"", 0, 0, bytes(16), b""),
    },
    "an organiser who is none": {"kind": 79, "data": (b"t" * 16, ANN.public, 0, MIXED, True)},
    "an organiser instead of nobody": {"kind": 79, "data": (b"t" * 16, MIXED, 0, ANN.public, True)},
    "an organiser from below nothing": {"kind": 79, "data": (b"t" * 16, ANN.public, -1, BEN.public, True)},
    "a charge without a proof": {"kind": 80, "data": (b"t" * 16, ANN.public, b"")},
    "a charge that is too long": {"kind": 80, "data": (b"t" * 16, ANN.public, bytes(6401))},
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_value_is_no_event_of_a_club(name: str) -> None:
    body, sig = signed(ANN, b"c" * 16, **WRONG[name])
    with pytest.raises(BadMessage):
        check_club_event(body, sig, b"c" * 16)


def test_a_kind_of_a_newer_program_is_kept_unread(journals: tuple[Journal, Journal]) -> None:
    club = founded(journals[0])
    body, sig = signed(BEN, club.cid, kind=200, data=("?", 3))
    assert club.take([check_club_event(body, sig, club.cid)]) == 1
    assert club.state.membership.members == (ANN.public,)


def test_an_event_of_another_club_or_with_another_signature_is_refused() -> None:
    body, sig = signed(ANN, b"c" * 16, kind=65, data=("Ann",))
    with pytest.raises(BadMessage):
        check_club_event(body, sig, b"d" * 16)
    with pytest.raises(BadMessage):
        check_club_event(body, sig[:-1] + bytes([sig[-1] ^ 1]), b"c" * 16)


@pytest.mark.parametrize("line", [0, 1, 2, 3])
def test_a_changed_file_is_refused_with_the_line(journals: tuple[Journal, Journal], line: int) -> None:
    club = founded(journals[0])
    club.say(Expel(BEN.public, 0), NOW)
    rows = club.export().splitlines()
    rows[line] = rows[line][:-6] + "AAAAA="
    with pytest.raises(BadEvidence):
        read("\n".join(rows).encode(), SEASON)


def test_a_file_of_a_table_is_none_of_a_club(journals: tuple[Journal, Journal]) -> None:
    with pytest.raises(BadEvidence, match="not evidence"):
        read(founded(journals[0]).export().encode())


def test_a_vote_to_expel_oneself_is_not_signed_but_read_where_a_log_holds_it(
    journals: tuple[Journal, Journal],
) -> None:
    club = founded(journals[0])
    with pytest.raises(Fault, match="Nobody expels themselves"):
        club.say(Expel(ANN.public, 1), NOW)
    assert club.state.membership.members == (ANN.public,)
    club.say(Expel(ANN.public, 1, stands=False), NOW)
    old = Club.of("ann")
    old.say("ann", Expel(old.key("ann"), 1))
    assert old.members() == set()


def test_a_club_that_cannot_be_is_not_founded(journals: tuple[Journal, Journal]) -> None:
    with pytest.raises(Fault, match="needs a name"):
        ClubLog.found(ANN, journals[0], Found("", (ANN.public,), "founders", "founders", b"s" * 16, ""), NOW)
    assert journals[0].clubs() == ()


def test_strangers_fill_no_place_of_a_member(journals: tuple[Journal, Journal]) -> None:
    club = founded(journals[0])
    for number in range(1100):
        one = who(f"s{number}")
        body, sig = signed(one, club.cid, kind=65, data=("x",))
        club.feed.receive(check_club_event(body, sig, club.cid))
    club.say(Admit(BEN.public), NOW)
    body, sig = signed(BEN, club.cid, kind=65, data=("Ben",))
    assert club.take([check_club_event(body, sig, club.cid)]) == 1
    assert BEN.public in club.state.membership.members


def test_a_salt_tells_its_place() -> None:
    place = (b"t" * 16, 2, 5)
    salt = rated_salt(b"c" * 16, *place, nonce_of(700))
    assert place_of_salt(b"c" * 16, salt, (BESIDE, place)) == (place, nonce_of(700))
    assert place_of_salt(b"c" * 16, salt, (BESIDE, (b"t" * 16, 2, 4))) is None
    assert isinstance(event(EVE), Event)
