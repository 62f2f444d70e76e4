"""The journal: nothing acknowledged is lost, nothing is written twice or half, every damage is one sentence."""

from __future__ import annotations

import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from net import ledger
from net.arrival import Forked
from net.feed import Accepted, Feed
from net.journal import Contact, Journal, JournalConflict, JournalDamaged, JournalTable, JournalUnwritable
from tests.net.teller import TID, chain, resign, who

ANN, BEN = who("ann"), who("ben")
OTHER = b"t" * 16
FIXTURE = Path(__file__).parents[1] / "fixtures" / "journal-1.db"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def fill(path: Path) -> None:
    """Write a journal like that of an evening."""
    with Journal(path) as journal:
        journal.add_table(TID, "parley://host/room#key", "Friday", "djambi", lot=b"l" * 32)
        journal.add_all(TID, chain(ANN, 20), own=True)
        journal.add_all(TID, chain(BEN, 20))
        journal.meet(BEN.public, "Ben")


def content(path: Path) -> tuple[object, ...]:
    """Read everything a journal holds."""
    with Journal(path) as journal:
        tables = journal.tables()
        events = tuple((journal.events(table.tid), journal.outbox(table.tid)) for table in tables)
        return tables, events, journal.secret(TID, "lot"), journal.contacts(), journal.proofs(TID)


def test_events_come_back_in_the_order_they_came(path: Path) -> None:
    ann, ben = chain(ANN, 3), chain(BEN, 2)
    order = [ann[0], ben[0], ann[1], ann[2], ben[1]]
    with Journal(path) as journal:
        for signed in order:
            assert journal.add(TID, signed, own=signed in ann)
            assert not journal.add(TID, signed, own=signed in ann)
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
            journal.add(TID, resign(ANN, events[1], data=("other", 1, None)), own=True)
        with pytest.raises(JournalConflict):
            journal.add(OTHER, events[0])
        assert journal.outbox(TID) == tuple(events)


def test_a_batch_is_written_whole_or_not_at_all(path: Path) -> None:
    events = chain(ANN, 5)
    with Journal(path) as journal:
        journal.add(TID, events[0])
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
        journal.add_table(TID, "parley://", lot=b"third")
        assert journal.secret(TID, "lot") == b"first"
        assert journal.secret(OTHER, "lot") is None


def test_tables_are_listed_the_newest_first(path: Path) -> None:
    with Journal(path) as journal:
        journal.add_table(TID, "parley://one", "Friday", "djambi")
        journal.add_table(OTHER, "parley://two")
        journal.add_table(TID, "parley://three")
        journal.close_table(OTHER)
        assert journal.tables() == (
            JournalTable(OTHER, "parley://two", "", "", over=True),
            JournalTable(TID, "parley://three", "Friday", "djambi", over=False),
        )
        assert journal.table(TID) == journal.tables()[1]
        assert journal.table(b"none" * 4) is None


def test_people_are_known_by_the_nick_of_the_first_time(path: Path) -> None:
    with Journal(path) as journal:
        assert journal.meet(ANN.public, "Ann") == Contact(ANN.public, "Ann", muted=False)
        assert journal.meet(ANN.public, "Anna").nick == "Ann"
        journal.mute(ANN.public)
        assert journal.contacts() == (Contact(ANN.public, "Ann", muted=True),)
        journal.mute(ANN.public, muted=False)
        assert journal.contact(ANN.public) == Contact(ANN.public, "Ann", muted=False)
        assert journal.contact(BEN.public) is None


def test_a_proof_is_kept(path: Path) -> None:
    events = chain(ANN, 3)
    proof = Forked(events[1], resign(ANN, events[1], data=("other", 1, None)))
    with Journal(path) as journal:
        journal.add_proof(TID, proof)
        journal.add_proof(TID, Forked(events[0], resign(ANN, events[0], data=("other", 1, None))))
    with Journal(path) as journal:
        assert journal.proofs(TID) == (proof,)
        assert journal.proofs(OTHER) == ()


def test_every_write_is_on_the_disk_before_the_call_ends(path: Path) -> None:
    with Journal(path) as journal:
        (mode,) = journal._ledger.execute("PRAGMA journal_mode").fetchone()
        (synchronous,) = journal._ledger.execute("PRAGMA synchronous").fetchone()
        assert (mode, synchronous) == ("wal", 2)
        journal.add(TID, chain(ANN, 1)[0])
        copy = path.with_name("copy.db")  # what a power cut would leave
        shutil.copy(path, copy)
        shutil.copy(path.with_name("journal.db-wal"), copy.with_name("copy.db-wal"))
    with Journal(copy) as journal:
        assert len(journal.events(TID)) == 1


def test_the_first_format_opens_for_ever(path: Path) -> None:
    shutil.copy(FIXTURE, path)
    tables, events, lot, contacts, proofs = content(path)
    assert tables == (
        JournalTable(OTHER, "parley://127.0.0.1:40123/club#later", "", "", over=True),
        JournalTable(TID, "parley://127.0.0.1:40123/club#key", "Friday", "djambi", over=False),
    )
    ann, ben = chain(ANN, 5), chain(BEN, 5)
    assert events == (((), ()), (tuple(signed for pair in zip(ann, ben, strict=True) for signed in pair), tuple(ann)))
    assert lot == b"l" * 32
    assert contacts == (Contact(BEN.public, "Ben", muted=False),)
    assert proofs == (Forked(ben[4], resign(BEN, ben[4], data=("other", 1, None))),)
    with sqlite3.connect(FIXTURE.as_uri() + "?immutable=1", uri=True) as fixture:
        assert fixture.execute("PRAGMA user_version").fetchone() == (1,)
    fixture.close()


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (b"", "the file is empty"),
        (b"no database at all, but long enough to be looked at as one" * 20, "file is not a database"),
        (b"\x00" * 5000, "file is not a database"),
        (b"SQLite format 3\x00" + b"\xff" * 5000, "is damaged"),
    ],
)
def test_what_is_no_journal_is_told_and_left_alone(path: Path, damage: bytes, sentence: str) -> None:
    path.write_bytes(damage)
    with pytest.raises(JournalDamaged, match=sentence) as caught:
        Journal(path)
    assert str(path) in str(caught.value)
    assert path.read_bytes() == damage


def test_another_programs_database_is_no_journal(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE events (a)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(JournalDamaged, match="is no journal of Parley"):
        Journal(path)
    assert path.read_bytes() == before


def test_a_newer_journal_is_told_and_left_alone(path: Path) -> None:
    fill(path)
    with sqlite3.connect(path) as newer:
        newer.execute("PRAGMA user_version = 7")
    newer.close()
    before = path.read_bytes()
    with pytest.raises(JournalDamaged, match=r"newer Parley \(format 7; this one knows 1\)"):
        Journal(path)
    assert path.read_bytes() == before


def test_an_older_journal_is_brought_to_this_version(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(path)
    before = content(path)
    step = "CREATE TABLE later (a);\nINSERT INTO later VALUES (1);\n"
    monkeypatch.setattr(ledger, "MIGRATIONS", (*ledger.MIGRATIONS, step))
    monkeypatch.setattr(ledger, "VERSION", 2)
    assert content(path) == before
    with Journal(path) as journal:
        assert journal._ledger.execute("SELECT a FROM later").fetchall() == [(1,)]


def test_a_step_that_fails_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(path)
    before = content(path)
    with monkeypatch.context() as patch:
        patch.setattr(ledger, "MIGRATIONS", (*ledger.MIGRATIONS, "CREATE TABLE later (a);\nDROP TABLE nowhere;\n"))
        patch.setattr(ledger, "VERSION", 2)
        with pytest.raises(JournalDamaged, match="nowhere"):
            Journal(path)
    assert content(path) == before


def test_a_journal_cut_anywhere_is_whole_or_damaged(path: Path) -> None:
    fill(path)
    whole, full = path.read_bytes(), content(path)
    assert len(whole) > 20_000
    for cut in range(1, len(whole), 211):
        path.write_bytes(whole[:cut])
        with pytest.raises(JournalDamaged):
            content(path)
    path.write_bytes(whole)
    assert content(path) == full


def test_a_journal_with_a_flipped_bit_is_whole_or_damaged(path: Path) -> None:
    fill(path)
    whole, full = path.read_bytes(), content(path)
    dice = random.Random(1)
    outcomes = {"same": 0, "damaged": 0}
    for _ in range(600):
        at = dice.randrange(len(whole))
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << dice.randrange(8)]) + whole[at + 1 :])
        for tail in ("-wal", "-shm"):
            path.with_name(path.name + tail).unlink(missing_ok=True)
        try:
            _, events, lot, *_ = content(path)
        except (JournalDamaged, JournalUnwritable):
            outcomes["damaged"] += 1
        else:
            assert (events, lot) == (full[1], full[2])
            outcomes["same"] += 1
    assert outcomes["damaged"] > 100


def test_a_torn_write_ahead_log_keeps_what_was_whole(path: Path) -> None:
    events = chain(ANN, 12)
    journal = Journal(path)
    sizes = []
    log = path.with_name("journal.db-wal")
    for signed in events:
        journal.add(TID, signed, own=True)
        sizes.append(log.stat().st_size)
    main, torn = path.read_bytes(), log.read_bytes()
    journal.close()
    copy = path.with_name("copy.db")
    for cut in range(0, len(torn), 1153):
        copy.write_bytes(main)
        copy.with_name("copy.db-wal").write_bytes(torn[:cut])
        copy.with_name("copy.db-shm").unlink(missing_ok=True)
        with Journal(copy) as reopened:
            whole = sum(size <= cut for size in sizes)
            assert reopened.outbox(TID) == tuple(events[:whole])


def test_a_full_disk_is_told_and_nothing_is_half_written(path: Path) -> None:
    fill(path)
    with Journal(path) as journal:
        before = journal.events(TID)
        (pages,) = journal._ledger.execute("PRAGMA page_count").fetchone()
        journal._ledger.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(JournalUnwritable, match="cannot be written: database or disk is full"):
            journal.add_all(TID, chain(who("cat"), 200))
        assert journal.events(TID) == before
        journal._ledger.execute("PRAGMA max_page_count = 100000")
        assert journal.add_all(TID, chain(who("cat"), 200)) == 200


def test_a_journal_that_may_only_be_read_is_told(path: Path) -> None:
    fill(path)
    with Journal(path) as journal:
        journal._ledger.execute("PRAGMA query_only = 1")
        with pytest.raises(JournalUnwritable, match="readonly"):
            journal.add(TID, chain(who("cat"), 1)[0])
        assert len(journal.events(TID)) == 40


def test_a_place_where_nothing_can_be_written_is_told(path: Path) -> None:
    path.parent.joinpath("file").write_text("")
    with pytest.raises(JournalUnwritable, match="cannot be written: "):
        Journal(path.parent / "file" / "journal.db")
    path.mkdir()
    with pytest.raises(JournalUnwritable, match="cannot be written: "):
        Journal(path)


def test_what_a_crash_left_beside_does_not_matter(path: Path) -> None:
    """A half-made journal, or the log of one that was moved away, never mixes with a new one."""
    fill(path)
    journal = Journal(path)
    journal.add_all(TID, chain(who("cat"), 3))
    log = path.with_name("journal.db-wal").read_bytes()
    journal.close()
    path.unlink()
    path.with_name("journal.db-wal").write_bytes(log)
    path.with_name("journal.db.new-wal").write_bytes(log)
    path.with_name("journal.db.new").write_bytes(b"half")
    with Journal(path) as fresh:
        assert fresh.tables() == ()
        assert fresh.events(TID) == ()
