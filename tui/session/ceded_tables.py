"""The tables at which other people have taken over every seat that a profile had there."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from core.fault import Fault
from net.wire.event import Kind
from tui.words.clock_words import now_ms

if TYPE_CHECKING:
    from net.peer.peer import Peer
    from net.storage.journal import Journal
    from net.storage.profile import Profile
    from net.wire.invitation import Invitation


class CededTables:
    """What the journal says of each table, remembered until it keeps more of that table."""

    def __init__(self) -> None:
        """Begin with no table looked at."""
        self._known: dict[bytes, tuple[tuple[int, int], bool]] = {}

    def has(self, profile: Profile, journal: Journal, tid: bytes) -> bool:
        """Tell whether a profile only watches a table now, because others have its seats; raise as the journal does."""
        size = journal.size(tid)
        if (known := self._known.get(tid)) is not None and known[0] == size:
            return known[1]
        found = _is_ceded(profile, journal, tid)
        self._known[tid] = size, found
        return found

    def left(self, peer: Peer, shown: set[str]) -> tuple[Invitation, ...]:
        """Give the own tables of a room that go on and are not among the ids `shown`; raise as the journal does."""
        tables = (at for at in peer.tables() if at.tid is not None and at.tid.hex() not in shown)
        return tuple(at for at in tables if not self.has(peer.profile, peer.journal, at.tid or b""))


def _is_ceded(profile: Profile, journal: Journal, tid: bytes) -> bool:
    """Fold a table; one where nobody ever spoke of a substitute need not be."""
    from net.peer.journal_view import journal_view

    with suppress(Fault):  # a table that cannot be read is told where it is opened
        row = journal.table(tid)
        if row is not None and any(one.event.kind == Kind.SUBSTITUTE for one in journal.events(tid)):
            view = journal_view(profile.identity, journal, row, now_ms())
            seats = view.seats if view is not None else ()
            return any(seat.ceded for seat in seats) and not any(seat.mine for seat in seats)
    return False
