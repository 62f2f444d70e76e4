"""The tables that a profile has open: desks, the handles that faces hold, and what goes wrong with one of them alone.

What is not open lies in the journal: `going_on` finds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from random import Random

from core.fault import Fault
from net import diary
from net.desk import Desk
from net.event import Signed
from net.handle import Chair, TableHandle
from net.identity import Identity, pid_of
from net.invite import Invitation
from net.journal import Journal
from net.kinds import is_self_certified
from net.onward import Onward
from net.portrait import is_audited, phase_of
from net.recovery import Own
from net.scribe import Post, clearing
from net.view import Phase

ENDED = frozenset({Phase.OVER, Phase.CLOSED})
"""The phases after which nothing is left to do at a table, but to audit its hidden cards."""

KEPT_MS = 7 * 24 * 3_600_000
"""How long the broker keeps a table that is over, for those who were away at its end."""


class Shelf:
    """Open tables by their ids."""

    def __init__(
        self, identity: Identity, journal: Journal, chair: Chair, rng: Random, entropy: Callable[[int], bytes]
    ) -> None:
        """Keep tables of `identity` in `journal`; `chair` is who speaks at them."""
        self.desks: dict[bytes, Desk] = {}
        self.handles: dict[bytes, TableHandle] = {}
        self.onward = Onward()
        self.failures: list[Exception] = []
        self._identity = identity
        self._journal = journal
        self._chair = chair
        self._rng = rng
        self._entropy = entropy
        self._ended: set[bytes] = set()
        self._named: set[bytes] = set()

    def __iter__(self) -> Iterator[Desk]:
        """Go through the open desks as they are now."""
        return iter(tuple(self.desks.values()))

    def open(self, invitation: Invitation, title: str = "", game: str = "") -> tuple[TableHandle, Desk]:
        """Open the desk of a table: its secret journalled, its journal loaded; raise what the journal raises."""
        tid = invitation.tid or b""
        self._journal.add_table(tid, str(invitation), title, game)
        lot = self._journal.keep_secret(tid, "lot", self._identity.secret("lot", tid))
        own = Own.of(self._identity, self._journal.keep_secret(tid, "hand", self._identity.secret("hand", tid)))
        desk = Desk(self._identity, invitation, self._journal, self._rng, lot=lot, own=own, entropy=self._entropy)
        desk.table.book = self._journal.contacts.book
        desk.load()
        self.desks[tid], self.handles[tid] = desk, TableHandle(desk, self._chair)
        return self.handles[tid], desk

    def going_on(self, room: Invitation) -> tuple[Invitation, ...]:
        """List the journalled tables of a room that go on."""
        found = (Invitation.parse(row.invitation) for row in self._journal.tables() if not row.over)
        return tuple(at for at in found if at.to_room() == room)

    def invited(self, room: Invitation, tid: bytes) -> Invitation:
        """Find the way to a table of a room: in the journal, else as a public one."""
        row = self._journal.table(tid)
        return Invitation.parse(row.invitation) if row else room.at_table(tid)

    def sweep(self, room: Invitation, now: int) -> list[Post]:
        """Clear what the broker keeps of ours at tables of a room that have been over for `KEPT_MS`, each once.

        A host clears what the others have left there too, after his own: they may never come back to it.
        """
        posts: list[Post] = []
        others: list[Post] = []
        for row in self._journal.tables():
            if row.over and not row.cleared and Invitation.parse(row.invitation).to_room() == room:
                own = self._journal.outbox(row.tid)
                if own and own[-1].event.ts + KEPT_MS < now and row.tid not in self.desks:
                    posts += clearing(row.tid, self._identity.pid, own)
                    others += self._clearing_all(row.tid, own)
                    self._journal.clear_table(row.tid)
        return [*posts, *others]

    def finish(self, desk: Desk) -> list[Post]:
        """Clear what the broker keeps of ours at a table that is over, as soon as all others have all of it."""
        own = desk.feed.events(self._identity.public)
        if desk.tid not in self._ended or not own or not desk.sync.level:
            return []
        self._journal.clear_table(desk.tid)
        return clearing(desk.tid, self._identity.pid, own)

    def _clearing_all(self, tid: bytes, own: Sequence[Signed]) -> list[Post]:
        """Clear all other chains of a table, if we were its host."""
        if not is_self_certified(own[0]):
            return []
        chains: dict[bytes, list[Signed]] = {}
        for signed in self._journal.events(tid):
            chains.setdefault(signed.event.author, []).append(signed)
        others = (chain for author, chain in chains.items() if author != self._identity.public)
        return [post for chain in others for post in clearing(tid, pid_of(chain[0].event.author), chain)]

    def remove(self, tid: bytes) -> bool:
        """Let a table go; tell whether it was open."""
        self.desks.pop(tid, None)
        return self.handles.pop(tid, None) is not None

    def work(self, desk: Desk, work: Callable[[], bool]) -> bool:
        """Let a table work and tell whether it has changed; what goes wrong there ends that table and nothing else."""
        if desk.failure is not None:
            return False
        try:
            return work()
        except Exception as error:  # noqa: BLE001 an assertion or a full disk ends the table, never the program
            self.failures.append(error)
            diary.failed(f"table {diary.mark(desk.tid)}", error)
            desk.fail(error)
            self.touch([desk])
            return True

    def touch(self, desks: Iterable[Desk]) -> None:
        """Make it known that tables have changed: what they play is kept, those that ended are offered no more."""
        for desk in desks:  # nothing is painted here: a face does that, when it looks
            annals = desk.table.annals
            if annals.game and desk.tid not in self._named:
                self._named.add(desk.tid)
                view = desk.table.view()
                with suppress(Fault):
                    self._journal.add_table(desk.tid, str(desk.invitation), view.title, view.game)
            if desk.tid not in self._ended and phase_of(annals) in ENDED and is_audited(annals):
                self._ended.add(desk.tid)
                with suppress(Fault):
                    self._journal.close_table(desk.tid)
            if desk.tid in self.handles:
                self.handles[desk.tid].touch()

    def meet(self, heard: frozenset[str]) -> list[Desk]:
        """Tell every table who is heard now; give those for which it is news."""
        changed = []
        for desk in self:
            before = desk.table.version
            desk.table.heard(heard)
            if desk.table.version != before:
                changed.append(desk)
        return changed

    def next_due(self) -> list[int]:
        """Give the times at which tables have something to do."""
        return [due for desk in self if (due := desk.next_due()) is not None]
