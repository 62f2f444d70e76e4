"""A table as the journal has it, for who only looks: nothing is signed, sent or written."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from net.deck.deck_seed import DealerKeys
from net.identity.identity import Identity
from net.peer.table_session import TableSession
from net.storage.journal import Journal, JournalTable
from net.view.table_view import TableView
from net.wire.invitation import Invitation


def journal_view(identity: Identity, journal: Journal, row: JournalTable, now: int) -> TableView | None:
    """Return a table as it was last heard of, its clocks at the time `now` (milliseconds).

    None if its beginning was never here. Raises what the journal raises.
    """
    lot, hand = (journal.secret(row.tid, name) or identity.secret(name, row.tid) for name in ("lot", "hand"))
    own, rng = DealerKeys.of(identity, hand), Random(0)  # noqa: S311 nothing is drawn
    session = TableSession(identity, Invitation.parse(row.invitation), journal, rng, lot=lot, own=own, entropy=bytes)
    session.table.book = journal.contacts.book
    session.load()
    if not session.known:
        return None
    while session.table.retelling:
        session.table.go_on()
    session.table.keeper.look(session.table.annals, identity.public, now)
    return replace(session.table.view(), invitation=row.invitation)
