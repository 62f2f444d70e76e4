"""Follows a club at a broker while a program runs: what screens and commands hold of a club that others may change.

A thin runner around `net.peer.club_session`, as `net.peer.peer` is one around tables: it connects, comes back when the
connection breaks, keeps time, and tells watchers when the club has changed.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from random import Random

from core.fault import Fault
from net.club.club_log import ClubLog
from net.club.club_state import ClubState
from net.identity.identity import Identity
from net.peer.club_session import ClubSession, ClubVisit, Entropy
from net.peer.router import ChangeSignal
from net.transport import diagnostic_log
from net.transport.clock import Clock, SystemClock
from net.transport.connection import Alarm, BrokerConnection, ConnectionRun
from net.transport.transport import AccessRefused, Connector, Message, Offline
from net.wire.codec import Shape
from net.wire.event import Signed
from net.wire.invitation import Invitation
from net.wire.mqtt_topic import bare

IDLE_MS = 15_000
"""The longest rest between two looks at the time."""


class ClubFollower:
    """One club at one broker, from `start` to `stop`.

    While it runs, the club is signed through it (`say`), or through a log that others load from the same journal;
    after that, `look` publishes at once what they signed.
    """

    def __init__(
        self,
        log: ClubLog,
        identity: Identity,
        at: Invitation,
        connector: Connector,
        *,
        clock: Clock | None = None,
        rng: Random | None = None,
        entropy: Entropy = secrets.token_bytes,
        duties: Callable[[], object] = lambda: None,
        hurried: bool = False,
    ) -> None:
        """Prepare to follow `log` in the room of an invitation; nothing is sent before `start`.

        `duties` and `hurried` are those of the session (`net.peer.club_session`).
        """
        self.log = log
        self.failure: Fault | None = None
        """What ended the following: the journal cannot be written, or a duty has failed."""
        self.at, self._clock = at, clock or SystemClock()
        rng = rng or Random(secrets.randbits(64))  # noqa: S311 waits are spread with it, no secret is drawn
        self._session = ClubSession(log, identity, at, rng, entropy, duties=duties, hurried=hurried)
        self._link = BrokerConnection(connector, at.prefix, "", self._clock, rng)
        self._run = ConnectionRun(self._link, self)
        self._wake, self._bell = asyncio.Event(), ChangeSignal()

    @property
    def state(self) -> ClubState:
        """The club as it is known now."""
        return self.log.state

    @property
    def online(self) -> bool:
        """Whether the broker is reached."""
        return self._link.online

    @property
    def fault(self) -> Offline | None:
        """Why the broker is not reached."""
        return self._link.fault

    @property
    def caught_up(self) -> bool:
        """Whether everything that the broker keeps has been taken in since it was reached."""
        return self._session.caught_up

    @property
    def level(self) -> bool:
        """Whether the broker has everything that is known here."""
        return self._session.level

    @property
    def visit(self) -> ClubVisit:
        """What was new here, what was put there, what was refused, since the beginning."""
        return self._session.visit

    async def start(self, *, patient: bool = False) -> None:
        """Connect; raise `Offline` or `AccessRefused` if that fails, unless `patient`: then it keeps trying."""
        try:
            await self._run.begin(self._keep_time())
        except BaseException as fault:
            if not patient or not isinstance(fault, Offline) or isinstance(fault, AccessRefused):
                await self.stop()
                raise

    async def stop(self) -> None:
        """Publish what waits, disconnect and end every task; may be called twice."""
        if self.online:
            await self._link.flush()
        await self._run.end()

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back in the loop after any change of the club or the connection; return the function that ends this."""
        return self._bell.watch(callback)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until a condition holds that is looked at after each change; raise `failure`, or `fault` while offline.

        It is for those who do not wait for a broker that is away.
        """
        changed = asyncio.Event()
        forget = self.watch(changed.set)
        try:
            while not holds():
                if self.failure is not None:
                    raise self.failure
                if self.fault is not None and not self.online:
                    raise self.fault
                await changed.wait()
                changed.clear()
        finally:
            forget()

    def say(self, data: Shape) -> Signed:
        """Sign an event of the club, journal it, publish it as soon as there is a connection.

        Raises `CannotSign` or what the journal raises.
        """
        signed = self.log.say(data, self._clock.now_ms())
        self._settle()
        self._bell.ring()
        return signed

    def look(self) -> None:
        """Look soon whether something is due, or was signed elsewhere in this program."""
        self._session.look(self._clock.now_ms())
        self._wake.set()

    def catch_up(self) -> None:
        """Take in and publish at once what was signed elsewhere in this program."""
        before = self._standing
        self._session.look(self._clock.now_ms())
        self._settle()
        self._ring_after(before)
        self._wake.set()

    async def opened(self) -> None:
        """Subscribe to the club on a new connection; may raise `Offline`."""
        self._session.begin(self._clock.now_ms())
        await self._link.subscribe(self._session.filters)
        self._link.queue(self._session.take_posts())
        self._wake.set()
        self._bell.ring()

    def arrived(self, messages: Sequence[Message]) -> None:
        """Take in messages."""
        now, flaws = self._clock.now_ms(), self.visit.flaws.copy()
        before = self._standing
        diagnostic_log.carried("in", (bare(self.at.prefix, message.topic) or "" for message in messages))
        for message in messages:
            self._session.receive(bare(self.at.prefix, message.topic) or "", message.payload, now)
        diagnostic_log.flawed(flaws, self.visit.flaws)
        self._ring_after(before)
        self._wake.set()

    def closed(self) -> None:
        """Notice that the connection is gone."""
        self._session.leave()
        self._bell.ring()

    @property
    def _standing(self) -> tuple[bool, bool]:
        return self.caught_up, self.level

    def _ring_after(self, before: tuple[bool, bool]) -> None:
        """Tell watchers if how far the club is has changed."""
        if self._standing != before:
            self._bell.ring()

    def _settle(self) -> None:
        """Take in, sign and publish; what fails ends the following."""
        if self.failure is not None:
            return
        try:
            if self._session.settle(self._clock.now_ms()):
                self._bell.ring()
        except Fault as fault:
            diagnostic_log.failed("a club", fault)
            self.failure = fault
            self._bell.ring()
            return
        self._link.queue(self._session.take_posts())

    async def _keep_time(self) -> None:
        """Do what is due, then rest until something is."""
        alarm = Alarm(self._clock, self._wake)
        try:
            while True:
                now = self._clock.now_ms()
                if self.online and self._session.rereads(now):
                    await self._link.subscribe(self._session.filters)
                    self._link.queue(self._session.take_posts())
                due = self._session.next_due()
                if due is not None and due <= now:
                    before = self._standing
                    self._settle()
                    self._ring_after(before)
                self._wake.clear()
                due = self._session.next_due()
                await alarm.rest(now + IDLE_MS if due is None else due)
        finally:
            await alarm.end()
