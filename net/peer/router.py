"""The router: passes what reaches one profile at one room to where it belongs, and tells watchers of changes.

A `ChangeSignal` wakes watchers once for any number of changes within a turn of the event loop. A `SubscriptionKeeper`
holds the subscriptions to each open table for as long as the profile follows it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from net.peer.table_handle import TableHandle
from net.peer.table_registry import TableRegistry
from net.peer.table_session import TableSession
from net.room.room_state import RoomState
from net.sync.replication import ROUND_MS
from net.table.action.permission import NotAdmitted
from net.transport import diagnostic_log
from net.transport.clock import Clock
from net.transport.connection import BrokerConnection
from net.transport.transport import AccessRefused, Message, Offline
from net.view.outage_view import OutageView
from net.view.room_view import LobbyView
from net.wire import mqtt_topic
from net.wire.codec import BadMessage
from net.wire.invitation import Invitation
from net.wire.mqtt_topic import Place, Topic, bare


class ChangeSignal:
    """The callbacks of those who watch for changes."""

    def __init__(self) -> None:
        """Begin without callbacks."""
        self._watchers: list[Callable[[], None]] = []
        self._rung = False

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back in the loop after any change; return the function that ends this."""
        self._watchers.append(callback)
        return partial(self._forget, callback)

    def ring(self) -> None:
        """Call all callbacks at the next turn of the loop."""
        if self._watchers and not self._rung:
            self._rung = True
            asyncio.get_running_loop().call_soon(self._tell)

    def _tell(self) -> None:
        self._rung = False
        for watcher in tuple(self._watchers):
            watcher()

    def _forget(self, callback: Callable[[], None]) -> None:
        with contextlib.suppress(ValueError):
            self._watchers.remove(callback)


class SubscriptionKeeper:
    """The topics of a profile's open tables."""

    def __init__(self, link: BrokerConnection) -> None:
        """Subscribe to nothing yet."""
        self._link = link
        self._listening: set[bytes] = set()

    async def attend(self, desk: TableSession, now: int, *, fresh: bool = False) -> bool:
        """Subscribe to a table's topics and let it catch up; tell whether there is a connection."""
        history, listens = mqtt_topic.history_filters(desk.tid), desk.listens
        names = mqtt_topic.table_filters(desk.tid, asides=listens)
        if not await self._link.subscribe({name: int(name not in history) for name in names}):
            return False
        self._listening ^= {desk.tid} if listens is not (desk.tid in self._listening) else set()
        desk.begin(now, alone_ms=0 if self._link.local else ROUND_MS, fresh=fresh)
        return True

    async def leave(self, desk: TableSession) -> None:
        """Unsubscribe from all topics of a table."""
        self._listening.discard(desk.tid)
        await self._link.unsubscribe(mqtt_topic.table_filters(desk.tid, asides=True))

    async def look(self, desks: Iterable[TableSession]) -> list[TableSession]:
        """Subscribe to the talk beside those tables where it is for us; return tables that no longer want us.

        If no peer has what is missing at a table, what the broker keeps of it is read once more.
        """
        found = list(desks)
        for desk in found:
            kept = dict.fromkeys(mqtt_topic.history_filters(desk.tid), 0)
            if desk.sync.asking.rereads and await self._link.subscribe(kept):
                desk.reread()
            if desk.listens and desk.tid not in self._listening:
                if await self._link.subscribe({mqtt_topic.asides_filter(desk.tid): 0}):
                    self._listening.add(desk.tid)
            elif not desk.listens and desk.tid in self._listening:
                self._listening.discard(desk.tid)
                await self._link.unsubscribe((mqtt_topic.asides_filter(desk.tid),))
        return [desk for desk in found if isinstance(desk.failure, NotAdmitted)]


class Router:
    """What one profile hears at one room."""

    _shelf: TableRegistry
    """The open tables; made by the subclass that speaks at them."""

    def __init__(self, invitation: Invitation, pid: str, hall: RoomState, link: BrokerConnection, clock: Clock) -> None:
        """Listen in the room of an invitation for the person of that pid."""
        self.pid, self.invitation = pid, invitation
        self.flaws: Counter[str] = Counter()
        self._hall, self._link, self._clock = hall, link, clock
        self._usher = SubscriptionKeeper(link)
        self._wake = asyncio.Event()
        self._bell = ChangeSignal()

    @property
    def online(self) -> bool:
        """Whether the broker is reached."""
        return self._link.online

    @property
    def fault(self) -> Offline | None:
        """Why the broker is not reached."""
        return self._link.fault

    @property
    def outage(self) -> OutageView | None:
        """Why the broker is not reached, as faces see it; None while it is, or if that is not known yet."""
        fault = None if self.online else self.fault
        if fault is None:
            return None
        fields = tuple((name, str(value)) for name, value in fault.fields.items())
        return OutageView(fault.template, fields, refused=isinstance(fault, AccessRefused))

    @property
    def holds(self) -> bool:
        """Whether what is played and said at the open tables waits here while the broker is not reached."""
        desks = [desk for desk in self._shelf if desk.tid not in self._shelf.background]
        return bool(desks) and all(desk.caught_up and not desk.beside for desk in desks)

    @property
    def lobby(self) -> LobbyView:
        """The room as it stands."""
        room = self._hall.view(self._clock.now_ms(), online=self.online)
        wishes = tuple(one for one in self._shelf.wishes() if one.pid not in self._hall.lobby.book.shunned)
        return replace(room, invited=(*room.invited, *wishes), outage=self.outage)

    @property
    def is_read(self) -> bool:
        """Whether the room has been read on this connection: what its people and tables had said before is known."""
        return self._hall.is_read

    @property
    def names(self) -> Mapping[str, str]:
        """The names of the others who are present in the room, by pid."""
        return {person.pid: person.nick for person in self.lobby.people if person.present and person.pid != self.pid}

    @property
    def heard(self) -> frozenset[str]:
        """The pids of those present in the room, including our own while online."""
        heard = self._hall.heard(self._clock.now_ms()) - {self.pid}
        return heard | {self.pid} if self.online else heard

    @property
    def followed(self) -> tuple[TableHandle, ...]:
        """The tables that are followed in the background, also those that wait there for players."""
        return tuple(self._shelf.handles[tid] for tid in self._shelf.background if tid in self._shelf.handles)

    @property
    def idle(self) -> bool:
        """Whether no table is open here, not in the background either."""
        return not self._shelf.handles

    @property
    def visited(self) -> frozenset[bytes]:
        """The ids of the tables that the program has come to and not left yet."""
        return frozenset(self._shelf.visited)

    @property
    def pressing(self) -> bool:
        """Whether a table in the background needs this program now; not while a game only goes on without it."""
        desks = (self._shelf.desks[tid] for tid in self._shelf.background if tid in self._shelf.desks)
        return any(not (self._shelf.is_parted(desk) or self._shelf.attends(desk)) for desk in desks)

    @property
    def pursued(self) -> tuple[TableHandle, ...]:
        """The tables resumed because somebody, we ourselves perhaps, had not heard their end yet, done or not."""
        return tuple(self._shelf.pursued)

    @property
    def unsettled(self) -> tuple[TableHandle, ...]:
        """The open tables, including those in the background, that are over and not settled."""
        return tuple(handle for handle in self._shelf.handles.values() if handle.view.unsettled)

    @property
    def unsent(self) -> tuple[TableHandle, ...]:
        """The open games at which this profile has said something that waits for a connection."""
        return tuple(handle for handle in self._shelf.handles.values() if handle.view.unsent and not self.online)

    def is_unsent(self, desk: TableSession) -> bool:
        """Tell whether something that this profile has said in a game that goes on has not come back yet."""
        return self._shelf.is_unsent(desk)

    async def opened(self) -> None:
        """Subscribe to the room, announce ourselves, and subscribe to every open table; may raise `Offline`."""
        now = self._clock.now_ms()
        await self._link.say(self._shelf.sweep(self.invitation, now))
        filters = (*mqtt_topic.lobby_filters(self.invitation.room), mqtt_topic.inbox(self.pid))
        await self._link.subscribe(dict.fromkeys(filters, 1))
        await self._link.say([self._hall.begin(self._clock.now_ms())])
        for desk in self._shelf:
            await self._attend(desk)
        self._wake.set()
        self._touch(self._shelf)

    def arrived(self, messages: Sequence[Message]) -> None:
        """Pass messages to where they belong, then let each table that got some settle."""
        now = self._clock.now_ms()
        touched: dict[bytes, TableSession] = {}
        flaws = self._flaws()
        diagnostic_log.carried("in", (bare(self.invitation.prefix, message.topic) or "" for message in messages))
        for message in messages:
            topic = bare(self.invitation.prefix, message.topic) or ""
            at = mqtt_topic.parse(topic)
            if at is None:
                self.flaws["topic"] += 1
            elif at.place is not Place.CARD and at.tid in self._shelf.desks:
                desk = touched[at.tid] = self._shelf.desks[at.tid]
                self._shelf.work(desk, partial(desk.receive, at, topic, message.payload, now))
            elif at.room == self.invitation.room or at.pid == self.pid:
                self._hear(at, topic, message.payload, now)
            else:
                self.flaws["topic"] += 1
        for desk in touched.values():
            self._guard(desk, partial(desk.settle, now))
        diagnostic_log.flawed(flaws, self._flaws())
        self._wake.set()

    def closed(self) -> None:
        """Notice that the connection is gone."""
        self._hall.leave()
        for desk in self._shelf:
            desk.leave()
        self._touch(self._shelf)

    async def _attend(self, desk: TableSession, *, fresh: bool = False) -> None:
        """Subscribe to a table's topics and let it catch up; nothing while offline."""
        desk.table.heard(self.heard)
        if await self._usher.attend(desk, self._clock.now_ms(), fresh=fresh):
            self._wake.set()

    def _hear(self, at: Topic, topic: str, payload: bytes, now: int) -> None:
        """Take in a message of the room."""
        try:
            self._hall.receive(at, topic, payload, now)
        except BadMessage as fault:
            self.flaws[fault.flaw.name.lower()] += 1
            return
        if at.place is Place.PRESENCE:
            self._meet()
        self._bell.ring()

    def _guard(self, desk: TableSession, work: Callable[[], bool]) -> None:
        """Let a table work, publish its messages, and tell of its change if there is one."""
        changed = self._shelf.work(desk, work)
        self._flush(desk)
        if changed:
            self._touch([desk])

    def _meet(self) -> None:
        """Tell every table who is heard now."""
        self._touch(self._shelf.meet(self.heard))

    def _flush(self, desk: TableSession) -> None:
        """Queue what a table wants published, and its card if this profile is its host."""
        self._link.queue(desk.take_posts())
        if desk.tid in self._shelf.desks:
            self._link.queue(self._hall.show(desk.table, self._clock.now_ms()))
        self._wake.set()

    def _flaws(self) -> Counter[str]:
        """Count what was refused of others' messages, in the room and at tables, by reason, for the log."""
        if not diagnostic_log.is_kept():
            return Counter()
        return sum((desk.flaws for desk in self._shelf), self.flaws.copy())

    def _touch(self, desks: Iterable[TableSession]) -> None:
        """Tell watchers that tables have changed."""
        self._shelf.touch(desks)
        self._bell.ring()
