"""A club followed beside screens and conversations, in a thread of its own.

A long log is folded and a large round paired there, so no screen waits for that. What is told comes back as sentences.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from threading import Lock, Thread

from core.fault import Fault, sentence
from net.club.club_news import ClubNews
from net.club.club_state import ClubState
from net.storage.journal import Journal
from net.storage.profile import Profile
from net.transport.transport import Connector, Offline
from net.wire.invitation import Invitation
from tui.i18n.translation import tell, tr
from tui.session.club.followed_club import FollowedClub
from tui.words.club_news_words import news_line

CURRENT = sentence("Followed in the room {room} at {host}:{port}: up to date.")
READING = sentence("Followed in the room {room} at {host}:{port}: being read.")
AWAY = sentence("The room {room} at {host}:{port} cannot be reached now; Parley keeps trying.")
ALONE = sentence("Your tournaments go on by themselves.")


@dataclass(frozen=True, slots=True)
class ClubStanding:
    """Where a club is followed, whether all that is kept there is known here, and why it cannot be reached.

    With `organise` the rounds of own tournaments are ended without asking.
    """

    at: Invitation
    current: bool = False
    fault: Fault | None = None
    organise: bool = False

    @property
    def words(self) -> str:
        """Say so in a sentence or two."""
        if self.fault is not None and (not isinstance(self.fault, Offline) or self.fault.turned_away):
            return tell(self.fault)
        template = AWAY if self.fault is not None else CURRENT if self.current else READING
        told = tr(template, room=self.at.room, host=self.at.host, port=self.at.port)
        return f"{told} {tr(ALONE)}" if self.organise else told


class LiveClub:
    """One club of a profile, followed from the making of this to `stop`."""

    def __init__(
        self,
        profile: Profile,
        cid: bytes,
        at: Invitation,
        connect: Connector,
        *,
        pen: Lock,
        organise: bool,
        tell: Callable[[tuple[str, ...]], None],
    ) -> None:
        """Follow the club of that id in the room of an invitation; `pen` is held by whoever signs for the profile.

        `tell` is called in the loop of the caller after any change of the club or its standing, with what has happened.
        """
        self.standing = ClubStanding(at, organise=organise)
        self._profile, self._cid, self._connect, self._pen, self._tell = profile, cid, connect, pen, tell
        self._outer, self._inner = asyncio.get_running_loop(), asyncio.new_event_loop()
        self._leaves, self._ended = asyncio.Event(), asyncio.Event()
        self._club: FollowedClub | None = None
        self._news: list[str] = []
        self._state: ClubState | None = None
        self._known: tuple[bool, Fault | None] = (False, None)
        self._thread = Thread(target=self._run, name="club", daemon=True)
        self._thread.start()

    def look(self) -> None:
        """Look soon whether something is due: a table has ended."""
        self._inside(lambda club: club.look())

    def catch_up(self) -> None:
        """Take in and publish what this program has signed in the club."""
        self._inside(lambda club: club.catch_up())

    def organise(self, *, on: bool) -> None:
        """Begin own tournaments and end their rounds without asking from now on, or no more."""
        self.standing = replace(self.standing, organise=on)

        def turn(club: FollowedClub) -> None:
            club.organise = on

        self._inside(turn)

    async def stop(self) -> None:
        """Publish what waits, and follow no longer; may be called twice."""
        with suppress(RuntimeError):  # the loop of the thread is closed already
            self._inner.call_soon_threadsafe(self._leaves.set)
        await self._ended.wait()
        self._thread.join()

    def _inside(self, deed: Callable[[FollowedClub], None]) -> None:
        """Do something in the thread of the club."""

        def do() -> None:
            if self._club is not None:
                deed(self._club)

        with suppress(RuntimeError):
            self._inner.call_soon_threadsafe(do)

    def _outside(self, deed: Callable[[], object]) -> None:
        """Do something in the loop of whoever made this."""
        with suppress(RuntimeError):  # that loop is closed: the program ends
            self._outer.call_soon_threadsafe(deed)

    def _run(self) -> None:
        try:
            self._inner.run_until_complete(self._follow())
        except Fault as fault:
            self._say(replace(self.standing, current=False, fault=fault), ())
        finally:
            self._inner.close()
            self._outside(self._ended.set)

    async def _follow(self) -> None:
        """Follow until `stop`; raise what ends it."""
        with Journal(self._profile.journal_path) as journal:
            at, organise = self.standing.at, self.standing.organise
            club = FollowedClub(self._profile, journal, self._cid, at, self._connect, organise=organise, pen=self._pen)
            club.on_news = lambda news: self._hear(club, news)
            club.on_change = lambda: self._look(club)
            self._club = club
            starting, leaving = asyncio.create_task(club.start()), asyncio.create_task(self._leaves.wait())
            try:
                await asyncio.wait((starting, leaving), return_when=asyncio.FIRST_COMPLETED)
                if starting.done():
                    starting.result()
                    await leaving
            finally:
                self._club = None
                for task in (starting, leaving):
                    task.cancel()
                await asyncio.gather(starting, leaving, return_exceptions=True)
                await club.stop()

    def _hear(self, club: FollowedClub, news: ClubNews) -> None:
        self._news.append(news_line(club.state, news, self._profile.identity.public))

    def _look(self, club: FollowedClub) -> None:
        state, known = club.state, (club.follower.caught_up, club.fault)
        if state is not self._state or known != self._known:
            self._state, self._known = state, known
            said, self._news = tuple(self._news), []
            self._say(replace(self.standing, current=club.follower.caught_up, fault=club.fault), said)

    def _say(self, standing: ClubStanding, said: tuple[str, ...]) -> None:
        def tell() -> None:
            self.standing = replace(standing, organise=self.standing.organise)
            self._tell(said)

        self._outside(tell)
