"""The journal: nothing acknowledged is lost, nothing is written twice, what one evening wrote another reads."""

from __future__ import annotations

import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Barrier

import pytest

from net.log.chain import Accepted, Forked
from net.log.feed import Feed
from net.storage.journal import Journal, JournalConflict, JournalTable, Progress
from net.view.contact_book import Contact
from net.wire import envelope
from net.wire.event import Kind
from net.wire.event_data import data_of, tid_of
from net.wire.invitation import Invitation, Via
from tests.net.support.event_signer import TID, chain, event, resign
from tests.net.support.sample_journal import ANN, BEN, OTHER, content
from tests.net.wire.test_event_data import GENESIS

FIXTURE = Path(__file__).parents[2] / "fixtures" / "journal-1.db"
SECOND = FIXTURE.with_name("journal-2.db")

CLUB = b"c" * 16


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def test_two_threads_make_one_journal(tmp_path: Path) -> None:
    together = Barrier(2)

    def kept(path: Path, number: int) -> None:
        together.wait()
        with Journal(path) as journal:
            journal.add_table(bytes([number]) * 16, "parley://127.0.0.1/room")

    with ThreadPoolExecutor(2) as threads:
        for turn in range(10):
            path = tmp_path / f"{turn}.db"
            list(threads.map(kept, (path, path), (1, 2)))
            with Journal(path) as journal:
                assert len(journal.tables()) == 2


def test_events_come_back_in_the_order_they_came(path: Path) -> None:
    ann, ben = chain(ANN, 3), chain(BEN, 2)
    order = [ann[0], ben[0], ann[1], ann[2], ben[1]]
    with Journal(path) as journal:
        for signed in order:
            assert journal.add_all(TID, [signed], own=signed in ann)
            assert not journal.add_all(TID, [signed], own=signed in ann)
        assert journal.events(TID) == tuple(order)
        assert journal.events(OTHER) == ()
    with Journal(path) as journal:
        assert journal.events(TID) == tuple(order)
        assert journal.outbox(TID) == tuple(ann)
        feed = Feed(TID)
        assert all(feed.receive(signed) == [Accepted(signed)] for signed in journal.events(TID))


def test_a_used_sequence_number_is_never_used_again(path: Path) -> None:
    events = chain(ANN, 3)
    with Journal(path) as journal:
        journal.add_all(TID, events, own=True)
        with pytest.raises(JournalConflict, match="already stands"):
            journal.add_all(TID, [resign(ANN, events[1], data=("other", 1, None))], own=True)
        with pytest.raises(JournalConflict):
            journal.add_all(OTHER, [events[0]])
        assert journal.outbox(TID) == tuple(events)


def test_a_batch_is_written_whole_or_not_at_all(path: Path) -> None:
    events = chain(ANN, 5)
    with Journal(path) as journal:
        journal.add_all(TID, [events[0]])
        batch = [*events[1:4], resign(ANN, events[0], data=("other", 1, None))]
        with pytest.raises(JournalConflict):
            journal.add_all(TID, batch)
        assert journal.events(TID) == (events[0],)
        assert journal.add_all(TID, events) == 4


def test_a_secret_is_kept_once(path: Path) -> None:
    with Journal(path) as journal:
        assert journal.secret(TID, "lot") is None
        assert journal.keep_secret(TID, "lot", b"first") == b"first"
        assert journal.keep_secret(TID, "lot", b"second") == b"first"
        assert journal.keep_secret(TID, "lot", b"third") == b"first"
        assert journal.secret(TID, "lot") == b"first"
        assert journal.secret(OTHER, "lot") is None


def test_tables_are_listed_the_newest_first(path: Path) -> None:
    with Journal(path) as journal:
        journal.add_table(TID, "parley://one", "Friday", "djambi")
        journal.add_table(OTHER, "parley://two")
        journal.add_table(TID, "parley://three")
        journal.close_table(OTHER)
        assert journal.tables() == (
            JournalTable(OTHER, "parley://two", "", "", Progress.OVER),
            JournalTable(TID, "parley://three", "Friday", "djambi", Progress.GOES_ON),
        )
        assert journal.table(TID) == journal.tables()[1]
        assert journal.table(b"none" * 4) is None


def test_the_size_of_what_is_kept_says_whether_there_is_more(path: Path) -> None:
    events = chain(ANN, 3)
    with Journal(path) as journal:
        assert journal.size(TID) == (0, 0)
        journal.add_all(TID, events)
        journal.add_all(TID, events)
        assert (journal.size(TID), journal.size(OTHER)) == ((3, 0), (0, 0))
        journal.add_proof(TID, Forked(events[1], resign(ANN, events[1], data=("other", 1, None))))
        assert journal.size(TID) == (3, 1)


def test_a_proof_is_kept(path: Path) -> None:
    events = chain(ANN, 3)
    proof = Forked(events[1], resign(ANN, events[1], data=("other", 1, None)))
    with Journal(path) as journal:
        journal.add_proof(TID, Forked(events[2], resign(ANN, events[2], data=("other", 1, None))))
        journal.add_proof(TID, proof)
    with Journal(path) as journal:
        assert journal.proofs(TID) == (proof,)
        assert journal.proofs(OTHER) == ()


def test_every_write_is_on_the_disk_before_the_call_ends(path: Path) -> None:
    with Journal(path) as journal:
        (mode,) = journal._ledger.execute("PRAGMA journal_mode").fetchone()
        (synchronous,) = journal._ledger.execute("PRAGMA synchronous").fetchone()
        assert (mode, synchronous) == ("wal", 2)
        journal.add_all(TID, [chain(ANN, 1)[0]])
        copy = path.with_name("copy.db")  # what a power cut would leave
        shutil.copy(path, copy)
        shutil.copy(path.with_name("journal.db-wal"), copy.with_name("copy.db-wal"))
    with Journal(copy) as journal:
        assert len(journal.events(TID)) == 1


def test_the_first_format_opens_for_ever(path: Path) -> None:
    shutil.copy(FIXTURE, path)
    tables, events, lot, contacts, proofs = content(path)
    assert tables == (
        JournalTable(OTHER, "parley://127.0.0.1:40123/club#later", "", "", Progress.OVER),
        JournalTable(TID, "parley://127.0.0.1:40123/club#key", "Friday", "djambi", Progress.GOES_ON),
    )
    ann, ben = chain(ANN, 5, link=32), chain(BEN, 5, link=32)
    assert events == (((), ()), (tuple(signed for pair in zip(ann, ben, strict=True) for signed in pair), tuple(ann)))
    assert lot == b"l" * 32
    assert contacts == (Contact(BEN.public, "Ben", "Ben"),)
    assert proofs == (Forked(ben[4], resign(BEN, ben[4], data=("other", 1, None))),)
    with sqlite3.connect(FIXTURE.as_uri() + "?immutable=1", uri=True) as fixture:
        assert fixture.execute("PRAGMA user_version").fetchone() == (1,)
    fixture.close()


def test_the_second_format_opens_for_ever(path: Path) -> None:
    shutil.copy(SECOND, path)
    contacts = content(path)[3]
    met = Contact(BEN.public, "Ben", "Ben", met=1_800_000_000_000, seen=1_800_000_000_000, games=1)
    assert contacts == (met,)
    with sqlite3.connect(SECOND.as_uri() + "?immutable=1", uri=True) as fixture:
        assert fixture.execute("PRAGMA user_version").fetchone() == (2,)
    fixture.close()


def test_clubs_are_listed_by_their_last_names_and_are_no_tables(path: Path) -> None:
    with Journal(path) as journal:
        journal.add_club(TID, "")
        journal.add_club(OTHER, "Tuesday")
        journal.add_club(TID, "Friday")
        journal.add_all(TID, chain(ANN, 2), own=True)
    with Journal(path) as journal:
        assert journal.clubs() == ((OTHER, "Tuesday"), (TID, "Friday"))
        assert len(journal.events(TID)) == 2
        assert journal.tables() == ()


def test_a_club_remembers_the_room_where_it_was_brought_up_to_date_last(path: Path) -> None:
    with Journal(path) as journal:
        journal.add_club(TID, "Friday")
        assert journal.club_place(TID) == journal.club_place(OTHER) == ""
        for name in ("old", "club"):
            journal.keep_club_place(TID, str(Invitation("127.0.0.1", name, bytes(16))))
        journal.add_club(TID, "Friday night")
        journal.keep_club_place(OTHER, str(Invitation("127.0.0.1", "none", bytes(16))))
    with Journal(path) as journal:
        assert journal.club_place(TID) == str(Invitation("127.0.0.1", "club", bytes(16)))
        assert journal.club_place(OTHER) == ""
        assert journal.clubs() == ((TID, "Friday night"),)


def test_whatever_lies_in_a_room_is_led_there_by_the_way_on_which_it_was_reached_last(path: Path) -> None:
    old = Invitation("old.example", "club", bytes(16), 8883, via=Via.TLS, pin="a" * 64)
    new = replace(old, host="new.example", pin="b" * 64)
    other = replace(old, room_key=b"k" * 16)
    with Journal(path) as journal:
        for at in (old.at_table(TID, b"t" * 16), other.at_table(OTHER)):
            journal.add_table(at.tid or b"", str(at), "Friday", "djambi")
        journal.add_club(CLUB, "Friday")
        journal.keep_club_place(CLUB, str(old))
        journal.renew(new)
        assert [one.invitation for one in journal.tables()] == [
            str(other.at_table(OTHER)),
            str(new.at_table(TID, b"t" * 16)),
        ]
        assert journal.club_place(CLUB) == str(new)
        journal.keep_club_place(CLUB, str(old))
        assert journal.tables()[1].invitation == str(old.at_table(TID, b"t" * 16)), "a club leads there as well"


def test_a_table_whose_room_has_another_address_tells_once_where_it_was(path: Path) -> None:
    old = Invitation("old.example", "club", bytes(16), 8883, via=Via.TLS, pin="a" * 64)
    with Journal(path) as journal:
        journal.add_table(TID, str(old.at_table(TID, b"t" * 16)), "Friday", "djambi")
        journal.renew(replace(old, pin="b" * 64))
        assert journal.former_way(TID) == "", "another certificate is no other address"
        for host in ("new.example", "newer.example"):
            journal.renew(replace(old, host=host))
    with Journal(path) as journal:
        former = journal.former_way(TID)
        assert Invitation.parse(former).place == old.place, "the last address at which the table was open"
        assert journal.former_way(TID) == ""
        assert journal.former_way(OTHER) == ""


def test_the_genesis_is_found_whatever_came_before_it(path: Path) -> None:
    """A spectator may hear somebody else first, whose clock may be a day off."""
    data = data_of(GENESIS)
    tid = tid_of(ANN.public, data)
    opened = envelope.make(ANN, event(ANN, kind=int(Kind.GENESIS), tid=tid, data=data))
    (earlier,) = chain(BEN, 1, tid=tid)
    with Journal(path) as journal:
        journal.add_all(tid, [earlier])
        assert journal.genesis(tid) is None
        journal.add_all(tid, [opened])
        assert journal.genesis(tid) == opened
        assert journal.beginnings(tid) == (earlier, opened)


def test_the_beginnings_of_a_table_are_its_authors_first_events(path: Path) -> None:
    ann, ben = chain(ANN, 3), chain(BEN, 2)
    with Journal(path) as journal:
        journal.add_all(TID, [*ben, *ann])
        assert journal.beginnings(TID) == (ben[0], ann[0])
        assert (journal.count(TID), journal.count(OTHER)) == (5, 0)
