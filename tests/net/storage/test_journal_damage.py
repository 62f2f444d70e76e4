"""A journal that is damaged, of another version or not to be written: one sentence, and nothing half done."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest

from net.storage import journal_schema
from net.storage.journal import Journal, JournalDamaged, JournalUnwritable
from tests.net.support.event_signer import TID, chain, who
from tests.net.support.sample_journal import ANN, content, fill


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


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
    with pytest.raises(JournalDamaged, match=r"newer Parley \(format 7; this one knows 5\)"):
        Journal(path)
    assert path.read_bytes() == before


def test_an_older_journal_is_brought_to_this_version(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(path)
    before = content(path)
    step = "CREATE TABLE later (a);\nINSERT INTO later VALUES (1);\n"
    monkeypatch.setattr(journal_schema, "MIGRATIONS", (*journal_schema.MIGRATIONS, step))
    monkeypatch.setattr(journal_schema, "VERSION", journal_schema.VERSION + 1)
    assert content(path) == before
    with Journal(path) as journal:
        assert journal._ledger.execute("SELECT a FROM later").fetchall() == [(1,)]


def test_a_step_that_fails_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(path)
    before = content(path)
    with monkeypatch.context() as patch:
        patch.setattr(
            journal_schema, "MIGRATIONS", (*journal_schema.MIGRATIONS, "CREATE TABLE later (a);\nDROP TABLE nowhere;\n")
        )
        patch.setattr(journal_schema, "VERSION", journal_schema.VERSION + 1)
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
        journal.add_all(TID, [signed], own=True)
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
            journal.add_all(TID, [chain(who("cat"), 1)[0]])
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
