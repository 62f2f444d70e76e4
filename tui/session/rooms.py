"""The rooms of one profile: everything that it is connected to.

These are a room inside this process, rooms entered by invitation, and the broker of an evening hosted here. The screens
and the text mode open their tables through `Rooms`. The profile's journal keeps its unfinished tables.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from net.transport import diagnostic_log
from net.transport.memory_broker import MemoryBroker
from net.wire.invitation import KEY_SIZE, Invitation
from tui.bots.seat_driver import Seated, fill_seats
from tui.session.ceded_tables import CededTables
from tui.session.club.club_reporter import ClubReporter
from tui.session.club.live_clubs import LiveClubs
from tui.session.hosted_rooms import HostedRooms
from tui.session.invitations import is_code
from tui.session.lan_rooms import TableAnnouncer
from tui.session.moved_table import DesertedRooms
from tui.session.rematch_opener import RematchOpener, asked_again
from tui.session.tables_aside import TablesAside
from tui.session.unfinished_table import TableGlance, UnfinishedTable, give_up, glance, unfinished_tables
from tui.settings.settings import UnchosenName, open_profile, unchosen_name
from tui.settings.visit import check_broker, check_hosting, door_mark, is_bound
from tui.table.controller import HERE
from tui.table.table_plan import deal_plan
from tui.words.clock_words import now_ms

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from pathlib import Path

    from net.peer.peer import Peer
    from net.peer.table_handle import TableHandle
    from net.storage.profile import Profile
    from net.transport.transport import Connector
    from tui.correspondence.own_turns import OpenTable
    from tui.correspondence.plan_follower import PlanFollower, PlanNews
    from tui.session.settlement_follow_up import SettlementFollower
    from tui.table.table_plan import Plan

NOWHERE = sentence("The table of the rematch cannot be reached.")

PLAN_SECONDS = 30.0
"""How often a table in which nothing happens is looked at: another program may have changed its conditional moves."""
SOLO = "solo"
"""The name of the room inside this process."""


class Rooms:
    """The rooms of one profile. Every method may raise a `Fault` that says what is not possible."""

    def __init__(
        self, root: Path, name: str, nick: str = "", *, announce: bool = True, profile: Profile | None = None
    ) -> None:
        """Belong to the profile `name` in the folder `root`. Nothing is opened yet, unless the `profile` itself is.

        `announce` says whether a room hosted for others is announced on the local network.
        """
        self.root, self.name = root, name
        self._nick = nick
        self.seated: list[Seated] = []
        self._profile = profile
        self._memory = MemoryBroker()
        self._peers: dict[str, Peer] = {}
        self._ceded = CededTables()
        self.hosted = HostedRooms(root, name, self.enter)
        self.announce = announce
        self._crier = TableAnnouncer()
        self.aside = TablesAside(self.leave, lambda: self.peers, self._add)
        """The tables left while their game goes on."""
        self._rematches = RematchOpener(lambda: [one.handle.tid for one in self.seated], self.aside.rematches)
        self._settler: SettlementFollower | None = None
        self._reporter: ClubReporter | None = None
        self.clubs = LiveClubs(lambda: self.profile, self.way)
        """The clubs that are followed now."""
        self._plans: dict[Seated, asyncio.Task[None]] = {}
        self._deserted = DesertedRooms(self.way)
        self._follower: PlanFollower | None = None
        self.on_plan: Callable[[PlanNews], None] = lambda _: None
        self.on_fault: Callable[[Fault], None] = lambda _: None

    @property
    def nick(self) -> str:
        """The name this profile goes by. A new one counts at once, in every room and at every table."""
        return self._nick

    @nick.setter
    def nick(self, nick: str) -> None:
        """Use another name from now on."""
        self._nick = nick
        for peer in self.peers:
            peer.rename(nick)

    @property
    def drawn_name(self) -> str:
        """What the others read where the person has told no name; empty while the profile has no key yet."""
        return self.unchosen.name

    @property
    def unchosen(self) -> UnchosenName:
        """The same, and how it came about."""
        return unchosen_name(self.root, self.name)

    @property
    def peers(self) -> tuple[Peer, ...]:
        """The peers of all rooms entered so far."""
        return tuple(self._peers.values())

    @property
    def everywhere(self) -> tuple[Peer, ...]:
        """The peers of all rooms entered so far, and of those where only tables left earlier are settled."""
        return (*self.peers, *(self._settler.peers if self._settler is not None else ()))

    @property
    def followed(self) -> tuple[TableHandle, ...]:
        """The tables followed in the background: a player has not received their end, they wait, or they are aside."""
        elsewhere = self._settler.tables if self._settler is not None else ()
        aside = (one.handle for one in self.seated if one.aside)
        return (*(one for peer in self.peers for one in peer.followed), *elsewhere, *aside)

    @property
    def unsettled(self) -> tuple[TableHandle, ...]:
        """The tables that are over and not settled, including those followed in the background."""
        elsewhere = self._settler.tables if self._settler is not None else ()
        here = (one for peer in self.peers for one in peer.unsettled)
        return (*here, *(one for one in elsewhere if one.view.unsettled))

    @property
    def profile(self) -> Profile:
        """The profile, opened (and thereby locked) at its first use."""
        if self._profile is None:
            self._profile = open_profile(self.root, self.name)
        return self._profile

    def settle(self) -> None:
        """Follow in the background, each at its broker, the tables whose end some players have not received yet."""
        from tui.session.settlement_follow_up import SettlementFollower, is_wanted

        with suppress(Fault):  # another program of this profile has the same task
            if self._settler is None and is_wanted(self.root, self.name):
                self._settler = SettlementFollower(self.profile, way=self.way, nick=self.nick)
                self._settler.begin()

    def way(self, room: Invitation) -> Connector:
        """Give the way to the broker of a room."""
        return self._memory.connect if room.host == HERE else _over_network(room, self.profile)

    async def local(self) -> Peer:
        """Give the peer of the room inside this process."""
        return await self.enter(Invitation(HERE, SOLO, bytes(KEY_SIZE)))

    async def enter(self, invitation: Invitation, *, patient: bool = False) -> Peer:
        """Give the peer of the invitation's room, started; the same one for the same room.

        Raises `net.transport.transport.Offline` if the broker cannot be reached, unless `patient`.
        """
        from net.peer.peer import Peer

        room = invitation.to_room()
        if (known := self._peers.get(str(room))) is None:
            if self._settler is not None:
                await self._settler.vacate(room)
            door = door_mark(self.profile.identity.public)
            known = Peer(self.profile, room, self.way(room), nick=self.nick, door=door)
            await known.start(patient=patient)
            self._peers[str(room)] = known
            await known.attend()
            if room.host != HERE:
                await self.aside.take_up(known, (invitation.tid, *(one.handle.tid for one in self.seated)))
                self._reporter = self._reporter or ClubReporter(self.profile, self.way, self.clubs.look)
                known.watch(self._reporter.look)
            self._rematches.follow(known)
            diagnostic_log.happened("room entered", unsettled=len(known.unsettled))
        return known

    async def vacate(self, but: Collection[Peer] = ()) -> None:
        """Leave the rooms from which tables have gone on elsewhere, unless another table is there, or they run here."""
        while (room := self._deserted.next()) is not None:
            peer = None if room in self.hosted.running else self._peers.get(str(room))
            if peer is not None and peer.idle and peer not in but:
                await self._rematches.unfollow(peer)
                await self._peers.pop(str(room)).stop()

    def way_back(self) -> str:
        """Give the invitation of the room entered last in which this profile is online now, empty if there is none."""
        rooms = (peer.invitation for peer in reversed(self.peers) if peer.online)
        return next((str(room) for room in rooms if room.host != HERE), "")

    async def host(self, bind: str = "127.0.0.1", room: str = "parley", again: Invitation | None = None) -> Peer:
        """Start a broker in a process of its own, if none runs there yet, and give the peer of its room.

        `again` is a room that was hosted before: it comes back at its port.
        """
        check_hosting()
        return await self.hosted.start(bind, room, announce=self.announce, again=again)

    def code(self, peer: Peer) -> str:
        """Give the code by which others on the local network enter a peer's room, empty if there is none."""
        return self.hosted.code(peer.invitation)

    async def by_code(self, text: str) -> Invitation:
        """Give the invitation that a code opens; raise `Fault`.

        That is a private table shown in an entered room, or a room or such a table heard on the local network.
        """
        for peer in self.peers:
            with suppress(Fault):
                return await peer.by_code(text)
        from tui.session import room_search

        return await room_search.opening(text, room_search.LISTEN_SECONDS)

    async def open_table(
        self, peer: Peer, plan: Plan, *, pause: float = 0.0, seed: int | None = None, salt: bytes = b""
    ) -> Seated:
        """Open the plan's table in the peer's room, for a club by its `salt`, and seat all it names; raise `Fault`."""
        plan = deal_plan(plan)
        handle = await peer.open_table(plan.game, plan.options, plan.terms, plan.title, salt)
        try:
            seated = await fill_seats(handle, plan.sitters, pause=pause, seed=seed)
        except Fault:
            await handle.bye()
            await handle.close()
            raise
        self._add(seated)
        return seated

    def _add(self, seated: Seated) -> None:
        """Add a table, and play there what was planned. The own private table is announced if its code is of use."""
        self.seated.append(seated)
        self._plans[seated] = asyncio.create_task(self._follow_plans(seated.handle))
        if self.announce and (code := seated.handle.view.code):
            self._crier.begin(Invitation.parse(seated.handle.invitation), code)

    async def _follow_plans(self, handle: TableHandle) -> None:
        while handle.stopped is None:
            version = handle.version
            await self.play_plans(handle)
            with suppress(TimeoutError):
                async with asyncio.timeout(PLAN_SECONDS):
                    await handle.changed(version)

    async def play_plans(self, handle: TableHandle) -> None:
        """Sign the conditional moves of this profile that are due at a table; a fault is told once to `on_fault`."""
        if self._follower is None:
            from tui.correspondence.plan_follower import PlanFollower
            from tui.correspondence.plan_store import PlanStore, plans_path

            told, failed = lambda one: self.on_plan(one), lambda one: self.on_fault(one)  # noqa: PLW0108 set later
            self._follower = PlanFollower(PlanStore(plans_path(self.root, self.name)), told, failed)
        await self._follower.look(handle)

    async def join(self, text: str) -> tuple[Peer, Seated | None]:
        """Enter by a pasted invitation or a code: give the peer of its room and, if it names a table, that table."""
        invitation = await self.by_code(text) if is_code(text) else Invitation.parse(text)
        peer = await self.enter(invitation)
        return peer, None if invitation.tid is None else await self.sit_down(peer, invitation)

    async def sit_down(self, peer: Peer, table: Invitation | bytes) -> Seated:
        """Come to a table, or back to it: this profile's bots that sat there play on.

        If it is open at another broker, it is left there: a profile never signs at one table in two places.
        """
        tid = table.tid if isinstance(table, Invitation) else table
        await self.aside.end(tid or b"")
        for seated in tuple(self.seated):
            if seated.handle.tid == tid and Invitation.parse(seated.handle.invitation).to_room() != peer.invitation:
                await self.leave(seated, along=True)
        for other in (self._settler, *(one for one in self.peers if one is not peer)):
            if other is not None:
                await other.release(tid or b"")
        handle = await peer.join(table)
        for seated in self.seated:
            if seated.handle is handle:
                return seated
        seated = Seated(handle)
        seated.wake()
        self._add(seated)
        return seated

    def kept(self, *, asked: bool = False) -> tuple[UnfinishedTable, ...]:
        """Give the tables kept on this machine that are not over, the latest first.

        So are one where bots play on and one where a rematch is asked for (`asked`: also as the journal has it).
        """
        wished = {bytes.fromhex(one.tid) for peer in self.peers for one in peer.lobby.invited if one.game}
        wished |= asked_again(self.profile, now_ms()) if asked else frozenset()
        return unfinished_tables(self.profile, self._ceded, self.aside.kept | wished)

    async def glance(self, table: UnfinishedTable) -> TableGlance | None:
        """Look at a table kept here, in a thread; None if it cannot be read."""
        return await asyncio.to_thread(glance, self.profile, table, now_ms())

    async def turns(self) -> tuple[OpenTable, ...]:
        """Give the open tables that others sit at, those where something is owed from here first, as last heard."""
        from tui.correspondence.own_turns import open_tables

        return await asyncio.to_thread(open_tables, self.root, self.name, now_ms())

    async def next_turn(self, tid: str) -> UnfinishedTable | None:
        """Give the table after that of an id (hexadecimal) where something is owed from here; None if there is none."""
        owed, kept = [one.tid for one in await self.turns() if one.turn], {one.tid: one for one in self.kept()}
        at = owed.index(tid) + 1 if tid in owed else 0
        return next((kept[one] for one in (*owed[at:], *owed[:at]) if one != tid and one in kept), None)

    async def resume(self, table: UnfinishedTable) -> Seated:
        """Go back to a table kept here, also while its broker is away; once it is open, to the table of its rematch."""
        before = self.aside.rematches.before(bytes.fromhex(table.tid))
        invitation = Invitation.parse(table.invitation if before is None else before.onward)
        seated = await self.sit_down(await self.enter(invitation, patient=True), invitation)
        if before is not None:
            await seated.sit_again(before)
        return seated

    async def seat_of_visit(self, peer: Peer) -> Seated | None:
        """Go back to the table of a room at which the visitor of a door sat last; None at home, or if there is none."""
        kept = self.kept() if is_bound() else ()
        table = next((one for one in kept if Invitation.parse(one.invitation).to_room() == peer.invitation), None)
        return None if table is None else await self.resume(table)

    def wreckage(self) -> tuple[dict[str, str], Path | None]:
        """Give the records of all tables by file name, and the path of the journal."""
        from tui.records.archive import texts_of

        return texts_of(one.handle.view for one in self.seated), self._profile.journal_path if self._profile else None

    def let_play(self, seated: Seated) -> None:
        """Leave a table to the bots that play there until its game is over, as long as this program runs."""
        self.aside.begin(seated)

    async def leave(self, seated: Seated, *, along: bool = False) -> None:
        """Leave a table. Its bots end; its seats stay with this profile. Who goes `along` with it says no goodbye."""
        with self._rematches.pause_at(seated.handle.tid):
            if along:
                self._deserted.leave(seated.handle)
            if here := seated in self.seated:
                self.seated.remove(seated)
            if (plans := self._plans.pop(seated, None)) is not None:
                plans.cancel()
                await asyncio.gather(plans, return_exceptions=True)
            if here:  # else the person may be at the table by another way by now
                await self._crier.end(seated.handle.tid)
            await seated.close()
            with suppress(Fault):
                if here and not along:
                    seated.handle.step_away()
                await seated.handle.close()

    async def give_up(self, seated: Seated) -> None:
        """Leave a table on this machine alone for good: it is offered no more, and what was played there stays."""
        await self.leave(seated)
        give_up(self.profile, seated.handle.tid)

    async def go_on(self, seated: Seated, place: str = "") -> Seated:
        """Go on at the table of a rematch, and ask for the seats that one and one's bots had at the old one.

        If the host has moved the table to another broker, follow it there; `place` is its invitation there if this
        program has not heard of it. If that cannot be reached, nothing changes.
        """
        view = seated.handle.view
        place = place or view.onward or view.moved
        await self.enter(Invitation.parse(place))
        await self.leave(seated, along=seated.handle.tid == Invitation.parse(place).tid)
        _, seated.heir = await self.join(place)
        if (again := seated.heir) is None:
            raise Fault(NOWHERE)
        await again.sit_again(view)
        return again

    async def close(self) -> None:
        """Leave everything: child processes, connections, broker, profile."""
        await self._rematches.close()
        await self.aside.close()
        for seated in tuple(self.seated):
            await self.leave(seated)
        if self._settler is not None:
            await self._settler.close()
        await self.clubs.close()
        if self._reporter is not None:
            await self._reporter.close()
        while self._peers:
            await self._peers.popitem()[1].stop()
        await asyncio.gather(self._deserted.close(), self._crier.close())
        await self.hosted.close()
        if self._profile is not None:
            self._profile.close()
            self._profile = None


def _over_network(room: Invitation, profile: Profile) -> Connector:
    from net.transport.mqtt_transport import connector

    check_broker(room)
    return connector(room, profile.identity)
