"""A rematch that all have agreed to while its host's program was away: that program opens it once it is in the room.

Only the program of whoever opened the finished table can open the next one (`net.peer.follow_up`), and only while it
follows that table. Here it comes to such a table by itself while somebody of its game is in the room. It does so only
where the others can agree without its person: they had no seat, or have agreed. A game that may have ended while this
program was away is one of which nobody in the room shows a card any more.

A rematch that this program's person is asked for, while another program of theirs held their seat or none did, is
followed in the background: the room tells them of it, as of one that is asked for at a table that they have left
themselves. What none of their programs has heard can only be read at the table: their last few are followed too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING

from core.fault import Fault
from net.view.table_view import OfferKind, TableView
from net.wire.invitation import Invitation
from tui.correspondence.awaited_rematch import wants_rematch
from tui.session.settlement_follow_up import wishes
from tui.table.seat_view import own_seats
from tui.words.clock_words import now_ms

if TYPE_CHECKING:
    from net.peer.peer import Peer
    from net.peer.table_handle import TableHandle
    from net.storage.journal import JournalTable
    from net.storage.profile import Profile
    from net.wire.event import Event
    from tui.correspondence.awaited_rematch import AwaitedRematches

REST_SECONDS = 1.0
"""The least time between two looks at a room."""
LATEST = 50
"""The latest finished tables among which one is looked for where this profile is asked for a rematch."""
LAST = 5
"""The latest finished tables of a room at which a person is looked for who may ask unheard for a rematch."""
FETCH_SECONDS = 10.0
"""How long the log of a finished table may take to come."""


class RematchOpener:
    """The rooms in which rematches are opened; `busy` gives tables that are left alone beside those visited."""

    def __init__(
        self, busy: Callable[[], Collection[bytes]] = frozenset, awaited: AwaitedRematches | None = None
    ) -> None:
        """Look at no room yet; a rematch that is found there is `awaited` from then on."""
        self._busy = busy
        self._awaited = awaited
        self._tasks: dict[Peer, asyncio.Task[None]] = {}
        self._bells: list[asyncio.Event] = []
        self._paused: set[bytes] = set()

    def follow(self, peer: Peer) -> None:
        """Open in the room of a peer from now on what its person's program is to open."""
        self._tasks[peer] = asyncio.create_task(self._attend(peer))

    async def unfollow(self, peer: Peer) -> None:
        """Look no more at the room of a peer, which is left."""
        if (task := self._tasks.pop(peer, None)) is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    @contextmanager
    def pause_at(self, tid: bytes) -> Iterator[None]:
        """Leave a table alone while the program is on its way out of it; then look at the rooms again."""
        self._paused.add(tid)
        try:
            yield
        finally:
            self._paused.discard(tid)
            for bell in self._bells:
                bell.set()

    async def close(self) -> None:
        """Look at no room any more."""
        for peer in tuple(self._tasks):
            await self.unfollow(peer)

    async def _attend(self, peer: Peer) -> None:
        rung, found = asyncio.Event(), EndedTables(peer, lambda: {*self._busy(), *self._paused}, self._awaited)
        self._bells.append(rung)

        def ring() -> None:
            found.yield_busy()
            rung.set()

        end = peer.watch(ring)
        try:
            while True:
                with suppress(Fault):
                    await found.look()
                await asyncio.sleep(REST_SECONDS)
                await rung.wait()
                rung.clear()
        finally:
            end()
            self._bells.remove(rung)


class EndedTables:
    """The finished tables of one room that this profile had opened, and those of them at which its program stays."""

    def __init__(
        self, peer: Peer, busy: Callable[[], Collection[bytes]], awaited: AwaitedRematches | None = None
    ) -> None:
        """Stay at none yet; the person waits elsewhere for those `awaited`."""
        self._peer = peer
        self._busy = busy
        self._awaited = awaited
        self._players: dict[bytes, frozenset[str]] = {}
        self._stays: dict[bytes, TableHandle] = {}
        self._seen: dict[bytes, object] = {}
        self._last: frozenset[bytes] = frozenset()

    def yield_busy(self) -> frozenset[bytes]:
        """Leave those tables alone that the program has open, or follows by itself, and name them."""
        busy = frozenset((*self._busy(), *self._peer.visited, *(handle.tid for handle in self._peer.followed)))
        for tid in busy:
            self._stays.pop(tid, None)
            self._seen.pop(tid, None)
        return busy

    async def look(self) -> None:
        """Come to the tables whose players are in the room, and leave those where that is of no use any more."""
        heard = self._peer.heard - {self._peer.pid} if self._peer.online else frozenset[str]()
        await self._leave(heard)
        shown = {card.tid for card in self._peer.lobby.tables}
        self._last = self._played_last() if self._awaited is not None and heard else frozenset()
        for row in self._peer.journal.tables() if heard and self._peer.is_read else ():
            if row.tid in self.yield_busy() or row.tid in self._stays:
                continue
            around, runs = heard & self._company(row), not row.over and row.tid.hex() in shown
            state = (self._peer.journal.size(row.tid), around, runs) if around else None
            if state is not None and self._seen.get(row.tid) != state:
                self._seen[row.tid] = state
                if not runs:
                    await self._come(row)

    async def _leave(self, heard: frozenset[str]) -> None:
        """Leave the tables whose rematch is open, whose game goes on after all, or whose players have gone."""
        for tid, handle in tuple(self._stays.items()):
            runs = handle.ready and handle.view.outcome is None
            if tid not in self.yield_busy() and (handle.view.onward or runs or heard.isdisjoint(self._players[tid])):
                del self._stays[tid]
                await handle.close()
                self._seen[tid] = (self._peer.journal.size(tid), heard & self._players[tid], False)

    def _company(self, row: JournalTable) -> frozenset[str]:
        """Give the pids of the others at a table of the room that this profile opened; none if it is long over.

        The person may also want a rematch at a table of somebody else, or be asked for one there.
        """
        from net.identity.identity import pid_of
        from net.peer.table_registry import KEPT_MS
        from net.wire.event_data import is_self_certified

        wished = self._awaited is not None and row.tid in self._awaited.wished
        if row.over and row.tid in self._players and not wished:
            return self._players[row.tid]
        journal, me = self._peer.journal, self._peer.profile.identity.public
        first = journal.beginnings(row.tid)
        own = wished or any(is_self_certified(one) and one.event.author == me for one in first)
        here = (own or row.over) and Invitation.parse(row.invitation).to_room() == self._peer.invitation
        if here and row.over:
            said = journal.events(row.tid)
            own = own or row.tid in self._last
            own = own or any(one.event.author != me and asks_again(one.event) for one in said)
            here = own and max(one.event.ts for one in said) + KEPT_MS > now_ms()
        found = frozenset(pid_of(one.event.author) for one in first) - {self._peer.pid} if here else frozenset[str]()
        self._players[row.tid] = found
        return found

    def _played_last(self) -> frozenset[bytes]:
        """Give the latest finished tables of the room at which this profile has said something."""
        journal, room = self._peer.journal, self._peer.invitation
        over = (row for row in journal.tables() if row.over and journal.has_own(row.tid))
        here = (row.tid for row in over if Invitation.parse(row.invitation).to_room() == room)
        return frozenset(islice(here, LAST))

    async def _come(self, row: JournalTable) -> None:
        """Stay at a table if its rematch may be agreed without this person, or was agreed by them.

        Follow it in the background if they are asked, or may be without any program of theirs having heard it.
        """
        view = await asyncio.to_thread(self._view, row)
        if view is None or row.tid in self.yield_busy():
            return
        if wishes(view) or (row.tid in self._last and may_be_asked(view)):
            await self._peer.attend(Invitation.parse(row.invitation))
        if not needs_no_word(view) or row.tid in self.yield_busy():
            return
        handle = await self._peer.join(row.tid, visit=False)
        if not own_seats(view):
            self._stays[row.tid] = handle
            return
        with suppress(Fault):
            await handle.caught_up(FETCH_SECONDS)
        if self._awaited is not None and (row.tid in self._awaited.wished or wants_rematch(handle.view)):
            self._awaited.follow(handle)  # also where the table of the rematch has been opened meanwhile
        if row.tid not in self.yield_busy():
            with suppress(TimeoutError):
                async with asyncio.timeout(FETCH_SECONDS if is_agreed(handle.view) else 0):
                    await handle.until(lambda view: bool(view.onward))
        if row.tid not in self.yield_busy():
            handle.step_away()
            await handle.close()

    def _view(self, row: JournalTable) -> TableView | None:
        from net.peer.journal_view import journal_view
        from net.storage.journal import Journal

        with suppress(Fault), Journal(self._peer.profile.journal_path) as journal:
            return journal_view(self._peer.profile.identity, journal, row, now_ms())
        return None


def asks_again(event: Event) -> bool:
    """Tell whether an event asks for a rematch."""
    from net.wire.event_data import Offer, readable

    data = readable(event)
    return isinstance(data, Offer) and data.what == OfferKind.REMATCH


def asked_again(profile: Profile, now: int) -> frozenset[bytes]:
    """Give the finished tables where the journal of a profile has it that they are asked for a rematch.

    `now` is the time (milliseconds). Raises what the journal raises.
    """
    from net.peer.journal_view import journal_view
    from net.peer.table_registry import KEPT_MS
    from net.storage.journal import Journal

    found, me = set[bytes](), profile.identity.public
    with Journal(profile.journal_path) as journal:
        for row in [row for row in journal.tables() if row.over][:LATEST]:
            said = [one.event for one in journal.events(row.tid)]
            if any(one.author != me and asks_again(one) and one.ts + KEPT_MS > now for one in said):
                with suppress(Fault):  # a game that is not known here
                    view = journal_view(profile.identity, journal, row, now)
                    found |= {row.tid} if view is not None and wishes(view) else set()
    return frozenset(found)


def may_be_asked(view: TableView) -> bool:
    """Tell whether the others may ask this profile's person for a rematch of a finished game, and nobody has yet."""
    return view.outcome is not None and not view.onward and bool(own_seats(view)) and not needs_no_word(view)


def is_agreed(view: TableView) -> bool:
    """Tell whether all have agreed to a rematch that is not open yet."""
    return not view.onward and any(one.kind is OfferKind.REMATCH and not one.owed for one in view.offers)


def needs_no_word(view: TableView) -> bool:
    """Tell whether a rematch may come about without another word of this profile's person, as far as is known here.

    Of a game in which they have no seat this program may not know yet that it is over.
    """
    own = own_seats(view)
    wishes = (one for one in view.offers if one.kind is OfferKind.REMATCH)
    agreed = any(set(own).isdisjoint(one.owed) for one in wishes)
    return view.match is not None and not view.onward and (agreed or not own)
