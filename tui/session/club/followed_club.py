"""A club of a profile that is followed while a program runs: what the app, `parley keep` and `parley club follow` hold.

It signs what is due without asking, remembers where the club was found, and tells what happens.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from threading import Lock

from core.fault import Fault
from net.club.club_duties import ClubDuties
from net.club.club_log import ClubLog
from net.club.club_news import ClubNews, ClubTask, news_between, tasks_for
from net.club.club_state import ClubState
from net.peer.club_follower import ClubFollower
from net.storage.journal import Journal
from net.storage.profile import Profile
from net.transport.clock import Clock, SystemClock
from net.transport.transport import Connector
from net.wire.codec import Shape
from net.wire.event import Signed
from net.wire.invitation import Invitation


class FollowedClub:
    """One club of a profile, at the broker of one room, from `start` to `stop`. Commands may raise `Fault`."""

    def __init__(
        self,
        profile: Profile,
        journal: Journal,
        cid: bytes,
        at: Invitation,
        connect: Connector,
        *,
        clock: Clock | None = None,
        rng: Random | None = None,
        organise: bool = False,
        pen: Lock | None = None,
    ) -> None:
        """Prepare to follow the club of that id in the room of an invitation; nothing is sent before `start`.

        The journal stays open until `stop`. With `organise` the rounds of own tournaments are ended without asking.
        Nothing is signed without asking while another thread of the program holds the `pen`: it calls `catch_up`
        or `look` afterwards.
        """
        self._pen = pen or Lock()
        self._clock = clock or SystemClock()
        self._journal, self._room = journal, at.to_room()
        self._me = profile.identity.public
        self.log = ClubLog(profile.identity, journal, cid)
        self._duties = ClubDuties(self.log, journal, self._me, organise)
        self.follower = ClubFollower(
            self.log, profile.identity, self._room, connect, clock=self._clock, rng=rng, duties=self._do_duties
        )
        self.on_news: Callable[[ClubNews], None] = lambda _: None
        """Told of each thing that has happened in the club."""
        self.on_change: Callable[[], None] = lambda: None
        """Called after any change of the club or the connection."""
        self._told = self.log.state
        self._placed = False
        self.follower.watch(self._look)

    @property
    def state(self) -> ClubState:
        """The club as it is known now."""
        return self.follower.state

    @property
    def tasks(self) -> tuple[ClubTask, ...]:
        """What waits in the club for the owner of the profile."""
        return tasks_for(self.state, self._me, self.log.admitted)

    @property
    def online(self) -> bool:
        """Whether the broker is reached."""
        return self.follower.online

    @property
    def fault(self) -> Fault | None:
        """Why the club is not followed now: the broker is away, or the journal cannot be written."""
        return self.follower.failure or (None if self.online else self.follower.fault)

    async def start(self, *, patient: bool = True) -> None:
        """Follow from now on; raise `AccessRefused` and, unless `patient`, `Offline`."""
        await self.follower.start(patient=patient)

    async def stop(self) -> None:
        """Publish what waits, and follow no longer."""
        await self.follower.stop()

    def say(self, data: Shape) -> Signed:
        """Sign an event of the club, and publish it; raise `CannotSign` or what the journal raises."""
        return self.follower.say(data)

    def look(self) -> None:
        """Look soon whether something is due: a table has ended, or something was signed elsewhere in this program."""
        self.follower.look()

    def catch_up(self) -> None:
        """Take in and publish at once what was signed elsewhere in this program; none of it is told as news."""
        self.follower.catch_up()
        self._look(quiet=True)

    @property
    def organise(self) -> bool:
        """Whether the rounds of own tournaments are ended without asking."""
        return self._duties.organise

    @organise.setter
    def organise(self, organise: bool) -> None:
        """Change that."""
        self._duties.organise = organise
        self.look()

    def _do_duties(self) -> None:
        if self._pen.acquire(blocking=False):
            try:
                self._duties.sign(self._clock.now_ms())
            finally:
                self._pen.release()

    def _look(self, *, quiet: bool = False) -> None:
        before, self._told = self._told, self.state
        if self.follower.caught_up and not self._placed and self._told.founding is not None:
            self._placed = True
            self._journal.keep_club_place(self.log.cid, str(self._room))
        if before is not self._told and not quiet:
            for one in news_between(before, self._told, self._me):
                self.on_news(one)
        self.on_change()
