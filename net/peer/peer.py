"""One profile at one room: passes messages on, keeps time, and is what faces hold of the network.

A thin runner around pure parts: `net.peer.table_session` for each open table, `net.room.room_state` for the room. It
has three tasks: two of `net.transport.connection` keep the connection and publish in order, one keeps time.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random

from core.fault import Fault, sentence
from core.games import find
from core.option import settle
from net.identity.identity import fingerprint
from net.peer.club_at_table import ClubAtTable, club_at_table
from net.peer.contact_tracker import ContactRouter
from net.peer.readmission import Readmission
from net.peer.table_handle import TableHandle
from net.peer.table_registry import TableRegistry, examine
from net.peer.table_session import TableSession
from net.room.room_state import RoomState
from net.storage.journal import Journal
from net.storage.profile import Profile
from net.table.action.permission import NotAdmitted
from net.table.fold.table_terms import settle_terms
from net.table.table import genesis
from net.transport import diagnostic_log
from net.transport.clock import Clock, SystemClock
from net.transport.connection import Alarm, BrokerConnection, ConnectionRun
from net.transport.transport import AccessRefused, Connector, Offline
from net.view.room_view import CardView
from net.wire import mqtt_topic, passcode
from net.wire.door_mark import DoorMark
from net.wire.event import Draft
from net.wire.event_data import tid_of
from net.wire.invitation import KEY_SIZE, Invitation
from net.wire.sanitizer import clean_name

__all__ = ["Peer", "TableHandle", "UnknownTable"]

IDLE_MS = 15_000
"""The longest rest between two looks at the time."""
JOIN_SECONDS = 10.0
"""How long joining waits for the log."""

CUT_OFF = sentence("There is no connection to this room: nobody would hear that now.")
NO_TABLE = sentence(
    "Nobody at {host}:{port} knows this table; it may be over, or its players are away. A club's invitation belongs in "
    "Clubs, or after `club join`; in a shell, after `parley club join`."
)
NO_CODED = sentence("No table here can be opened with a code.")
NOT_A_TABLE = sentence("The invitation leads to a room, not to a table. Each table of it has an invitation of its own.")


class UnknownTable(Fault):
    """No such table exists where the invitation leads."""


class Peer(ContactRouter):
    """One profile at one room, from `start` to `stop`."""

    def __init__(
        self,
        profile: Profile,
        invitation: Invitation,
        connector: Connector,
        clock: Clock | None = None,
        rng: Random | None = None,
        *,
        nick: str = "",
        door: DoorMark | None = None,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        """Open the profile's journal; nothing is sent before `start`. Raises `JournalDamaged` or `JournalUnwritable`.

        `nick` is shown to others, by default the profile's, and so is the mark of a `door`. `rng` spreads waits,
        `entropy` makes keys and nonces.
        """
        self.profile = profile
        self._named = bool(nick or profile.nick)
        self.nick = nick or profile.nick or fingerprint(profile.identity.public).split("-")[0]
        self._rng = rng or Random(secrets.randbits(64))  # noqa: S311 waits are spread with it, no secret is drawn
        self._entropy = entropy
        room, clock = invitation.to_room(), clock or SystemClock()
        presence = mqtt_topic.presence(room.room, profile.identity.pid)
        link = BrokerConnection(connector, room.prefix, presence, clock, self._rng)
        hall = RoomState(profile.identity, room, self.nick, entropy)
        hall.lobby.features = () if door is None else (str(door),)
        self._door = door
        super().__init__(room, profile.identity.pid, hall, link, clock, journal=Journal(profile.journal_path))
        self._shelf = TableRegistry(profile.identity, self.journal, self, self._rng, entropy)
        self.readmission = Readmission(self, self._shelf)
        self.failures = self._shelf.failures
        self._run = ConnectionRun(link, self)

    async def start(self, *, patient: bool = False) -> None:
        """Connect; raise `Offline` or `AccessRefused` if that fails, unless `patient`: then it keeps trying."""
        try:
            await self._run.begin(self._keep_time())
        except BaseException as fault:
            if not patient or not isinstance(fault, Offline) or isinstance(fault, AccessRefused):
                await self.stop()
                raise
        await self.settle()

    async def stop(self) -> None:
        """Say goodbye, disconnect and end every task; may be called twice."""
        if self.online:
            for desk in self._shelf:
                self._link.queue(desk.farewell(self._clock.now_ms()))
            self._link.queue(self._hall.farewell())
            await self._link.flush()
        await self.readmission.end()
        try:
            await self._run.end()
        finally:
            self._shelf.close()
            self.journal.close()

    async def opened(self) -> None:
        """Keep by which way the room is reached, then announce ourselves there; may raise `Offline`."""
        with contextlib.suppress(Fault):
            self.journal.renew(self.invitation)
        self.readmission.rearm()
        await super().opened()

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back in the loop after any change; return the function that ends this."""
        return self._bell.watch(callback)

    async def chat(self, text: str) -> None:
        """Say something to the room; it is not stored, so raise `Fault` without a connection."""
        self._must_be_heard()
        self._link.queue([self._hall.chat(text, self._clock.now_ms())])

    async def open_table(
        self, game: str, options: Mapping[str, str], terms: Mapping[str, str], title: str = "", salt: bytes = b""
    ) -> TableHandle:
        """Create a table with this profile as host; raise `BadOption` or `UnknownGame`.

        `salt` (16 bytes) says what it is for where that matters (`net.club.club_event`); otherwise it is random.
        """
        found, agreed = find(game), settle_terms(terms)
        salt = salt or self._entropy(16)
        draft = genesis(found, settle(found, options), agreed, title=title, nick=self.nick, salt=salt)
        tid = tid_of(self.profile.identity.public, draft.data)
        key = self._entropy(KEY_SIZE) if agreed["private"] == "yes" else None
        handle, desk = self._shelf.open(self.invitation.at_table(tid, key), title, game)
        desk.caught_up = True
        self._shelf.visited.add(tid)
        self._lock(desk)
        desk.table.go_by(self.nick)
        desk.table.come_by(self._door)
        diagnostic_log.happened(f"table {diagnostic_log.mark(tid)} opened")
        await self._attend(desk, fresh=True)
        self.speak(desk, (draft, *self._shelf.reserved(salt, agreed)))
        return handle

    async def join(self, place: Invitation | bytes, *, visit: bool = True) -> TableHandle:
        """Join a table or resume one; raise `UnknownTable`, `ClubAtTable` or, where its players refuse, `NotAdmitted`.

        `place` is an invitation or the id of a table in the journal or in the lobby. Without a `visit` it is somebody
        beside who looks in, and leaves the table alone once it is visited.
        """
        invitation = place if isinstance(place, Invitation) else self._way_to(place)
        if invitation.tid is None:
            raise UnknownTable(NOT_A_TABLE)
        self._shelf.background.discard(invitation.tid)
        self._shelf.lingering.discard(invitation.tid)
        self._shelf.attended.discard(invitation.tid)
        if visit:
            self._shelf.visited.add(invitation.tid)
        handle = await self._come(invitation, invitation.tid)
        self._hall.letters.accept(invitation.tid)
        handle.table.step_away(away=False)
        self.speak(self._shelf.desks[invitation.tid], ())
        return handle

    def linger(self, desk: TableSession) -> None:
        """Tell a finished table that we leave it, and follow it on while somebody may ask for a rematch.

        Tell a table that waits for us or our bots too, and one whose game goes on without us.
        """
        table = desk.table
        if desk.caught_up and (table.rematch_possible or table.strands or table.forsakes):
            if not table.strands:
                self._shelf.lingering.add(desk.tid)
            table.step_away(away=True)
            self.speak(desk, ())

    async def _come(self, invitation: Invitation, tid: bytes) -> TableHandle:
        if tid in self._shelf.handles:
            return self._shelf.handles[tid]
        if (club := dict(self.journal.clubs()).get(tid)) is not None:
            raise club_at_table(club)
        handle, desk = self._shelf.open(invitation.by_way_of(self.invitation))
        if desk.table.annals.host == self.profile.identity.public:
            self._lock(desk)
        if self._named:  # else the table keeps the name that it knows: a program as `settle` is told none
            desk.table.go_by(self.nick)
        desk.table.come_by(self._door)
        diagnostic_log.happened(f"table {diagnostic_log.mark(desk.tid)} joined")
        await self._attend(desk)
        if not desk.known or desk.unwanted:
            with contextlib.suppress(Fault):
                await handle.caught_up(JOIN_SECONDS)
        if isinstance(desk.failure, NotAdmitted):
            self.readmission.leave(handle)
            await self._dismiss(desk)
            raise desk.failure
        if isinstance(desk.failure, ClubAtTable):
            await self._let_go(desk)
            self.journal.forget_table(desk.tid)
            raise desk.failure
        if not desk.known:
            await self.part(desk)
            self.journal.close_table(desk.tid)
            raise UnknownTable(NO_TABLE, host=self.invitation.host, port=self.invitation.port)
        self._shelf.file(desk)
        return handle

    async def by_code(self, given: str, tid: bytes | None = None) -> Invitation:
        """Return the invitation to a private table of this room that a code opens, or to table `tid`; raise `Fault`.

        Takes some 64 ms for each table that is shown with a code.
        """
        code, locks = passcode.read(given), self._hall.lobby.locks(tid)
        if not locks:
            raise Fault(NO_CODED)
        for at, sealed in locks:
            await asyncio.sleep(0)
            with contextlib.suppress(passcode.BadCode):
                return self.invitation.at_table(at, passcode.unlocked(code, at, sealed))
        raise passcode.BadCode(passcode.WRONG_CODE)

    def is_shut(self, tid: bytes) -> bool:
        """Tell whether a table of this room is private and this profile has neither its key nor an invitation."""
        private = any(card.tid == tid.hex() and not card.invitation for card in self.lobby.tables)
        return private and self._way_to(tid).table_key is None

    def may_look(self, card: CardView) -> bool:
        """Tell whether a table of the room may admit this profile: it is known here where spectators are not."""
        return not card.unwatched or self.pid in card.seats or self.journal.table(bytes.fromhex(card.tid)) is not None

    def code(self, desk: TableSession) -> str:
        """Return the code of a private table of our own, as people read it; empty for any other table."""
        own = desk.table.annals.host == self.profile.identity.public and desk.invitation.table_key is not None
        return passcode.text(passcode.code_of(self.profile.identity, desk.tid)) if own else ""

    def _lock(self, desk: TableSession) -> None:
        """Put the key of our own private table on its card, sealed under its code."""
        if (key := desk.invitation.table_key) is not None:
            self._hall.lock(desk.tid, passcode.locked(self.profile.identity, desk.tid, key))

    async def settle(self) -> None:
        """Resume in the background the tables of this room whose end somebody has not heard yet."""
        examine(self.profile, self.journal)
        for at in self._shelf.owing(self.invitation, self._clock.now_ms()):
            if at.tid is not None and at.tid not in self._shelf.handles:
                self._shelf.background.add(at.tid)
                with contextlib.suppress(Fault):
                    self._shelf.pursued.append(await self._come(at, at.tid))

    async def attend(self, *asked: Invitation) -> None:
        """Take up in the background those `asked` for, by default those of this room that wait for this profile."""
        for at in asked or self._shelf.waiting(self.invitation, self._clock.now_ms()):
            if at.tid is not None and at.tid not in self._shelf.handles:
                self._shelf.background.add(at.tid)
                self._shelf.attended.add(at.tid)
                with contextlib.suppress(Fault):
                    await self._come(at, at.tid)

    def tables(self) -> tuple[Invitation, ...]:
        """List the journalled tables of this room that still go on; `join` resumes them."""
        return self._shelf.going_on(self.invitation)

    def speak(self, desk: TableSession, drafts: Sequence[Draft]) -> None:
        """Sign, journal and send what is to be said at a table."""
        now = self._clock.now_ms()
        for draft in drafts:
            desk.emit(draft, now)
        self._shelf.work(desk, partial(desk.settle, now))  # what fails behind it ends the table; it is said
        self._flush(desk)
        self._touch([desk])

    def _way_to(self, tid: bytes) -> Invitation:
        """Return the invitation to a table of this room: from the journal, as a public table, or from a letter."""
        invited, known = self._hall.letters.way(tid), self._shelf.invited(self.invitation, tid)
        public = any(card.tid == tid.hex() and card.invitation for card in self.lobby.tables)
        return known if invited is None or public or self.journal.table(tid) is not None else invited

    def rename(self, nick: str) -> None:
        """Use another name from now on, in the room and at every table; what was said before keeps the old one."""
        name, now = clean_name(nick), self._clock.now_ms()
        if not name or name == self.nick:
            return
        self.nick, self._named = name, True
        self._hall.rename(name)
        self._link.queue([self._hall.presence(now)] if self.online else [])
        for desk in self._shelf:
            desk.table.go_by(name)
            self._guard(desk, partial(desk.settle, now))
        self._touch(self._shelf)

    async def invite(self, pid: str, at: Invitation, text: str = "") -> None:
        """Invite somebody in the room to a table, in a letter that only they can read; raise `Fault`."""
        self._must_be_heard()
        self._link.queue([self._hall.invite(pid, at, text, self._clock.now_ms())])

    def murmur(self, desk: TableSession, text: str) -> None:
        """Say a line beside a table, to its spectators; raise `Fault`."""
        self._must_be_heard()
        desk.murmur(self.nick, text, self._clock.now_ms())
        self._flush(desk)
        self._touch([desk])

    def _must_be_heard(self) -> None:
        """Raise `Fault` without a connection: what is said beside the tables' logs waits nowhere."""
        if not self.online:
            raise Fault(CUT_OFF)

    async def part(self, desk: TableSession) -> None:
        """Stop following a table; it goes on in the background while an end is owed or a rematch is possible.

        So does a table where others wait for us before the game begins.
        """
        self._shelf.visited.discard(desk.tid)
        if self._shelf.waits(desk) and not self._link.local:
            self._shelf.attended.add(desk.tid)
        followed = self._shelf.owes(desk) or self._shelf.lingers(desk) or self._shelf.attends(desk)
        if desk.tid in self._shelf.desks and desk.tid not in self._shelf.background and followed:
            self._shelf.background.add(desk.tid)
            return
        await self._let_go(desk)

    def entrust(self, tid: bytes) -> None:
        """Follow a table in the background that this program has opened by itself, until its person comes to it."""
        self._shelf.visited.discard(tid)
        self._shelf.background.add(tid)
        self._shelf.attended.add(tid)

    async def release(self, tid: bytes) -> None:
        """Stop following a table in the background, because this profile comes to it at another broker."""
        if tid in self._shelf.background and tid in self._shelf.desks:
            await self._let_go(self._shelf.desks[tid])

    async def _let_go(self, desk: TableSession) -> None:
        given_up = self._shelf.is_given_up(desk)
        if not self._shelf.remove(desk.tid):
            return
        if given_up:
            with contextlib.suppress(Fault):
                self.journal.close_table(desk.tid)
        last = desk.farewell(self._clock.now_ms())
        self._link.queue([*last, *self._hall.withdraw(desk.tid), *self._shelf.finish(desk)])
        desk.leave()
        await self._usher.leave(desk)

    async def _dismiss(self, desk: TableSession) -> None:
        """Leave a table whose players want no spectators; it is resumed by itself only where it is still looked at."""
        await self._let_go(desk)
        with contextlib.suppress(Fault):
            self.journal.close_table(desk.tid)

    async def _keep_time(self) -> None:
        """Do what is due at each table and in the room, then rest until something is."""
        alarm = Alarm(self._clock, self._wake)
        try:
            while True:
                await self._do_due(self._clock.now_ms())
                self._wake.clear()
                rest = [self._hall.next_due()] if self.online else [self._clock.now_ms() + IDLE_MS]
                await alarm.rest(min((*self._shelf.next_due(), *rest)))
        finally:
            await alarm.end()

    async def _do_due(self, now: int) -> None:
        """Do what is due at each table and in the room."""
        for desk in self._shelf:
            if (due := desk.next_due()) is not None and due <= now:
                desk.expect(self.heard)
                self._guard(desk, partial(desk.tick, now))
        await self._shelf.onward.look(self, self._shelf)
        for unwanted in await self._usher.look(self._shelf):
            handle = self._shelf.handles.get(unwanted.tid)
            if handle is not None and unwanted.tid not in self._shelf.background:
                self.readmission.wait(handle)
            await self._dismiss(unwanted)
        self.readmission.look()
        for done in self._shelf.done():
            await self.part(done)
            self._bell.ring()
        if self.online and self._hall.next_due() <= now:
            self._link.queue(self._hall.due(now))
            self._meet()
