"""A journal like that of an evening, and all it holds."""

from __future__ import annotations

from pathlib import Path

from net.storage.journal import Journal
from tests.net.support.event_signer import TID, chain, who

ANN, BEN = who("ann"), who("ben")
OTHER = b"t" * 16


def fill(path: Path) -> None:
    """Write a journal like that of an evening."""
    with Journal(path) as journal:
        journal.add_table(TID, "parley://host/room#key", "Friday", "djambi")
        journal.keep_secret(TID, "lot", b"l" * 32)
        journal.add_all(TID, chain(ANN, 20), own=True)
        journal.add_all(TID, chain(BEN, 20))
        journal.contacts.meet({BEN.public: "Ben"}, 1_800_000_000_000, TID)


def content(path: Path) -> tuple[object, ...]:
    """Read everything a journal holds."""
    with Journal(path) as journal:
        tables = journal.tables()
        events = tuple((journal.events(table.tid), journal.outbox(table.tid)) for table in tables)
        return tables, events, journal.secret(TID, "lot"), journal.contacts.book.contacts, journal.proofs(TID)
