"""One running program: its own rooms (hall, shelf, desk, feed, table, journal) on a network and a disk that fail.

What `net.peer.peer` does with tasks and a real clock is done here by virtual time; everything else is the program
itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import cast

from core.game import Seat
from net.identity.identity import Identity
from net.peer.peer import Peer
from net.peer.table_registry import TableRegistry
from net.peer.table_session import TableSession
from net.room.room_state import RoomState
from net.sync.replication import ROUND_MS
from net.transport.transport import Message, OutgoingMessage
from net.view.table_view import TableView
from net.wire import mqtt_topic
from net.wire.codec import BadMessage
from net.wire.event import Draft, Signed
from net.wire.invitation import Invitation
from net.wire.mqtt_topic import Place, Topic, bare, full
from tests.sim.overheard import Overheard
from tests.sim.version import Version
from tests.sim.world.clock import Clock
from tests.sim.world.disk import Disk
from tests.sim.world.network import Network, Session

BACKOFF_MS = 500
LONGEST_MS = 30_000


class Program:
    """A program with a name, a key and a disk; who sits before it decides in `_act`, and here nobody does."""

    def __init__(self, number: int, clock: Clock, network: Network, room: Invitation, folder: Path) -> None:
        """Be born with everything drawn from the clock's seed."""
        self.number, self.clock, self.network, self.room = number, clock, network, room
        self.name = f"p{number}"
        self.rng = Random(clock.rng.getrandbits(64))
        self.identity = Identity.new(self.rng.randbytes(32))
        self.disk = Disk(folder / self.name, self.rng)
        self.skew = self.set_back = self.paused_until = self.batch_ms = 0
        self.slow = False
        self.version = Version.PRESENT
        self.playing, self.alive = True, False
        self.happened: Counter[str] = Counter()
        self.said: list[str] = []
        self.errors: list[Exception] = []
        self.changed: Callable[[Program], None] = lambda _program: None
        self.signs: Callable[[Program, Signed], None] = lambda _program, _signed: None
        self.table_at: Invitation | None = None
        self.seat: Seat | None = None
        self._life = 0
        self._session: Session | None = None
        self._backoff = BACKOFF_MS
        self._busy_until = self._own = 0
        self._batch: list[tuple[TableSession, Topic, Message]] = []

    @property
    def online(self) -> bool:
        """Whether the broker is reached."""
        return self._session is not None

    @property
    def now(self) -> int:
        """What his own clock shows."""
        return max(1, self.clock.now + self.skew)

    @property
    def desk(self) -> TableSession | None:
        """The open table, if he has one."""
        return next(iter(self.shelf), None) if self.alive else None

    @property
    def view(self) -> TableView | None:
        """The table as he sees it."""
        return self.desk.table.view() if self.desk else None

    def start(self) -> None:
        """Start the program: the journal first, then the network."""
        self.alive, self._life = True, self._life + 1
        self.skew, self.set_back = self.skew - self.set_back, 0
        self.journal = self.disk.journal()
        self.hall = RoomState(self.identity, self.room, self.name, self.rng.randbytes)
        self.hall.lobby._app = self.version.app or self.hall.lobby._app
        chair = cast("Peer", self)  # but for letters: nobody here invites
        self.shelf = TableRegistry(self.identity, self.journal, chair, self.rng, self.rng.randbytes)
        self._resume()
        self._connect()

    def host(self, make: Callable[[Program], tuple[Draft, bytes]], title: str, game: str) -> Invitation:
        """Open a table; give the way to it."""
        draft, tid = make(self)
        self.table_at = self.room.at_table(tid)
        desk = self._take_up(self.table_at, title, game)
        desk.caught_up = True
        self._attend(desk, fresh=True)
        self.speak(desk, (draft,))
        return self.table_at

    def come(self, where: Invitation) -> None:
        """Come to a table."""
        self.table_at = where
        if self.alive:
            desk = self._take_up(where)
            if self._session is not None:
                self._attend(desk)

    def crash(self) -> None:
        """Vanish: nothing is said, nothing cleared; what the journal has stays as it was at this moment."""
        if not self.alive:
            return
        self.tell()
        self._own = self._reach()
        self._batch.clear()
        self.alive, self._life = False, self._life + 1
        self.disk.freeze()
        self.journal.close()
        session, self._session = self._session, None
        if session is not None:
            self.network.close(session, broken=True)

    def tell(self) -> None:
        """Count what has happened at the table before it is put away."""
        if isinstance(self.desk, Overheard):
            self.happened.update(self.desk.sum_up())

    def _take_up(self, where: Invitation, title: str = "", game: str = "") -> TableSession:
        """Open a table in the manner of this version; P7: what was said before a crash is known after it."""
        _, desk = self.shelf.open(where, title, game)
        if isinstance(desk, Overheard):
            desk.version, desk.signs = self.version, partial(self.signs, self)
        if self._reach() < self._own and not self.disk.torn:
            self.errors.append(AssertionError("P7: the journal has lost what was said"))
        return desk

    def _reach(self) -> int:
        return len(self.desk.feed.events(self.identity.public)) if self.desk else 0

    def jump(self, by: int) -> None:
        """Have the machine's clock set; a running program's own never goes back (`net.transport.clock.SystemClock`)."""
        if by < 0:
            self.set_back -= by
        else:
            self.skew += by

    def become(self, other: Program) -> None:
        """Be another's program on a second machine: his key, his seat, a copy of his disk as it is now."""
        self.identity, self.seat, self.table_at = other.identity, other.seat, other.table_at
        self.disk.clone(other.disk)

    def arrive(self, message: Message) -> None:
        """Take in one message, later while paused or slow."""
        late = max(self.paused_until, self._busy_until if self.slow else 0) - self.clock.now
        if self.slow:
            self._busy_until = max(self._busy_until, self.clock.now) + 20
        if late > 0:
            self.clock.after(late, partial(self._later, self._life, message))
        else:
            self._later(self._life, message)

    def broken(self) -> None:
        """Notice that the connection is gone; connect again after a while."""
        self._session = None
        if self.alive:
            for desk in self.shelf:
                desk.leave()
            self._again()

    def speak(self, desk: TableSession, drafts: Sequence[Draft]) -> None:
        """Sign, journal and send what is to be said (what a handle asks of its peer)."""
        for draft in drafts:
            desk.emit(draft, self.now)
        desk.settle(self.now)
        self._flush(desk)
        self.shelf.touch([desk])

    def _resume(self) -> None:
        """Take the table up again that the journal has."""
        if self.table_at is not None:
            self._take_up(self.table_at)

    def _connect(self) -> None:
        presence = full(self.room.prefix, mqtt_topic.presence(self.room.room, self.identity.pid))
        self._session = self.network.connect(self, presence)
        if self._session is None:
            self._again()
            return
        self._backoff = BACKOFF_MS
        self._post(self.hall.presence(self.now))
        self._ask_for(mqtt_topic.lobby_filters(self.room.room))
        for desk in self.shelf:
            self._attend(desk)
        self._wake(0)

    def _again(self) -> None:
        wait, self._backoff = int(self.rng.uniform(0, self._backoff)), min(2 * self._backoff, LONGEST_MS)
        life = self._life
        self.clock.after(wait, lambda: self._connect() if life == self._life and self._session is None else None)

    def _attend(self, desk: TableSession, *, fresh: bool = False) -> None:
        desk.table.heard(self.hall.heard(self.now))
        if self._session is None:
            return
        self._ask_for(mqtt_topic.table_filters(desk.tid))
        desk.begin(self.now, alone_ms=ROUND_MS, fresh=fresh)
        self._wake(0)

    def _ask_for(self, names: Iterable[str]) -> None:
        assert self._session is not None
        for name in names:
            self.network.subscribe(self._session, full(self.room.prefix, name))

    def _later(self, life: int, message: Message) -> None:
        if life != self._life or self._session is None:
            return
        topic = bare(self.room.prefix, message.topic) or ""
        at = mqtt_topic.parse(topic)
        if at is None:
            return
        if at.place is not Place.CARD and at.tid in self.shelf.desks:
            self._batch.append((self.shelf.desks[at.tid], at, message))
            if not self.batch_ms:
                self._work_off(life)
            elif len(self._batch) == 1:
                self.clock.after(self.batch_ms, partial(self._work_off, life))
        elif at.room == self.room.room:
            with suppress(BadMessage):
                self.hall.receive(at, topic, message.payload, self.now)
            self._meet()

    def _work_off(self, life: int) -> None:
        """Take in what has arrived together, then let the table settle once."""
        batch, self._batch = (self._batch, []) if life == self._life else ([], self._batch)
        for desk, at, message in batch:
            topic = bare(self.room.prefix, message.topic) or ""
            self.shelf.work(desk, partial(desk.receive, at, topic, message.payload, self.now))
        for desk in dict.fromkeys(desk for desk, _, _ in batch):
            self._guard(desk, partial(desk.settle, self.now))

    def _guard(self, desk: TableSession, work: Callable[[], bool]) -> None:
        changed = self.shelf.work(desk, work)
        self.errors += self.shelf.failures
        self.shelf.failures.clear()
        self._flush(desk)
        if changed:
            self.shelf.touch([desk])
            self.changed(self)
        self._act(desk)
        self._wake(desk.next_due())

    def _wake(self, due: int | None) -> None:
        if due is not None:
            self.clock.after(max(1, due - self.now), partial(self._tick, self._life))

    def _tick(self, life: int) -> None:
        if life != self._life:
            return
        if self.clock.now < self.paused_until:
            self.clock.after(self.paused_until - self.clock.now, partial(self._tick, life))
            return
        for desk in self.shelf:
            if (due := desk.next_due()) is not None and due <= self.now:
                desk.expect(self.hall.heard(self.now))
                self._guard(desk, partial(desk.tick, self.now))
            if desk.sync.asking.rereads:
                desk.reread()
                self._ask_for(mqtt_topic.history_filters(desk.tid))
        if self._session is not None and self.hall.next_due() <= self.now:
            for post in self.hall.due(self.now):
                self._post(post)
            self._meet()
            self._wake(self.hall.next_due())

    def _meet(self) -> None:
        for desk in self.shelf.meet(self.hall.heard(self.now)):
            self.changed(self)
            self._act(desk)

    def _flush(self, desk: TableSession) -> None:
        for post in (*desk.take_posts(), *self.hall.show(desk.table, self.now)):
            self._post(post)

    def _post(self, post: OutgoingMessage) -> None:
        if self._session is not None:
            self.network.publish(self._session, full(self.room.prefix, post.topic), post.payload, retain=post.retain)

    def _act(self, desk: TableSession) -> None:
        """See whether there is something to do at a table that may have changed."""
