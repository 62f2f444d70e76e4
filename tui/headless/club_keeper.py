"""Follow the clubs of a profile, each where it was last brought up to date, while nobody sits there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

from core.fault import Fault
from net.storage.journal import Journal
from net.transport.transport import Connector, Offline
from net.wire.invitation import Invitation
from tui.correspondence.club_notice import club_notices
from tui.session.club.followed_club import FollowedClub
from tui.words.club_news_words import news_json

if TYPE_CHECKING:
    from net.club.club_news import ClubNews
    from net.storage.profile import Profile
    from tui.correspondence.notice import Notice

RETRY_SECONDS = 300.0
"""How long after a broker has refused this profile it is asked again."""


class Watcher(Protocol):
    """What is told of the clubs that are followed."""

    def tell_club(self, cid: str, found: Sequence[Notice]) -> None:
        """Learn what waits in a club now."""
        ...

    def club(self, event: dict[str, object]) -> None:
        """Learn what has happened in a club."""
        ...

    def follow_club(self, club: FollowedClub) -> None:
        """Learn that a club is followed from now on."""
        ...

    def leave_club_out(self, name: str) -> None:
        """Learn that a club is not followed: nobody has said in which room it lies."""
        ...

    def look_at_club(self, club: FollowedClub, fault: Fault | None) -> None:
        """Learn whether the room of a club is reached, and why it is not."""
        ...

    def fail(self, fault: Fault) -> None:
        """Learn why a club is not followed."""
        ...


class ClubKeeper:
    """The clubs of one profile: a context manager that follows them until its end."""

    def __init__(self, profile: Profile, watcher: Watcher, way: Callable[[Invitation], Connector]) -> None:
        """Follow the clubs of `profile`; `way` gives the connection to the broker of a room."""
        self._profile, self._watcher, self._way = profile, watcher, way
        self._journal: Journal | None = None
        self._clubs: list[FollowedClub] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._failed: set[str] = set()

    async def __aenter__(self) -> Self:
        """Begin to follow; raise what the journal raises."""
        self._journal = journal = Journal(self._profile.journal_path)
        for cid, name in journal.clubs():
            place = journal.club_place(cid)
            if not place:
                self._watcher.leave_club_out(name)
            else:
                room = Invitation.parse(place)
                club = FollowedClub(self._profile, journal, cid, room, self._way(room))
                club.on_news = partial(self._tell, club)
                club.on_change = partial(self._look, club)
                self._clubs.append(club)
                self._watcher.follow_club(club)
                self._tasks.append(asyncio.create_task(self._start(club)))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        """Follow no longer."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(club.stop() for club in self._clubs), return_exceptions=True)
        if self._journal is not None:
            self._journal.close()

    def look(self) -> None:
        """Look whether something is due: a table of the profile has ended."""
        for club in self._clubs:
            club.look()

    async def _start(self, club: FollowedClub) -> None:
        """Follow a club; one whose broker refuses this profile is tried again after a while."""
        while True:
            try:
                await club.start()
            except Offline as fault:
                self._watcher.look_at_club(club, fault)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                return

    def _look(self, club: FollowedClub) -> None:
        self._watcher.look_at_club(club, club.fault)
        if club.follower.caught_up:
            me = self._profile.identity.public
            self._watcher.tell_club(club.log.cid.hex(), club_notices(club.state, club.tasks, me))
        if club.follower.failure is not None:
            self._fail(club.follower.failure)

    def _tell(self, club: FollowedClub, news: ClubNews) -> None:
        self._watcher.club(news_json(club.state, news))

    def _fail(self, fault: Fault) -> None:
        if str(fault) not in self._failed:
            self._failed.add(str(fault))
            self._watcher.fail(fault)
