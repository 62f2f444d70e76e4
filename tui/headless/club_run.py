"""`parley club follow`: follow a club until a signal and say what happens there, in sentences or as JSON lines.

Other commands of the same profile get it while this runs, and it goes on behind them.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.fault import sentence
from net.storage.journal import Journal
from net.storage.profile import Profile, make_folder, root
from net.storage.profile_handover import KeeperPost
from net.transport import mqtt_transport
from net.transport.clock import SystemClock
from net.transport.transport import Offline
from net.wire.invitation import Invitation
from tui.headless.event_report import Report
from tui.headless.profile_turns import ProfileTurns, until_asked
from tui.headless.room_visit import run_command
from tui.headless.settlement_run import print_line
from tui.i18n import translation
from tui.records.club.club_book import ClubBook, place_of
from tui.session.club.followed_club import FollowedClub
from tui.words.club_news_words import news_json, news_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from net.club.club_news import ClubNews
    from net.identity.identity import Identity
    from net.transport.transport import Connector

    Way = Callable[[Invitation, Identity], Connector]

FOLLOWING = sentence("{name} is followed until Ctrl-C.")
ONLINE = sentence("The broker is reached; {name} is up to date.")
OFFLINE = sentence("{why} Parley keeps trying.")
WAITING = sentence("Another program has the profile {profile}: the club is followed again once that program has ended.")


@dataclass(frozen=True, slots=True)
class Wish:
    """The club, the invitation to where it lies (empty: where it was last), the profile, and how to tell.

    With `organise` the rounds of own tournaments are ended without asking, once all results are there.
    """

    club: str
    invitation: str = ""
    profile: str = "default"
    json: bool = False
    organise: bool = False


class ClubReport:
    """What is told of a club that is followed."""

    def __init__(self, wish: Wish, report: Report) -> None:
        """Begin with nothing told."""
        self._json, self._report = wish.json, report
        self._caught_up: bool | None = None
        self._why = ""

    def say(self, event: str, template: str, **fields: object) -> None:
        """Tell an event by its name and fields, or by a sentence with these fields."""
        if self._json:
            self._report.say(event, **fields)
        else:
            print_line(translation.tr(template, **fields))

    def tell(self, club: FollowedClub, me: bytes, news: ClubNews) -> None:
        """Tell what has happened."""
        if self._json:
            found = news_json(club.state, news)
            self._report.say(str(found.pop("event")), **found)
        else:
            print_line(news_line(club.state, news, me))

    def look(self, club: FollowedClub) -> None:
        """Tell whether the broker is reached, if that has changed, and once more if it turns us away from now on."""
        up, fault = club.follower.caught_up, club.fault
        if up and not self._caught_up:
            self._caught_up = True
            self.say("online", ONLINE, name=club.state.name)
        elif not up and fault is not None:
            refused = isinstance(fault, Offline) and fault.turned_away and fault.template != self._why
            if self._caught_up is not False or refused:
                self._why = fault.template
                self.say("offline", OFFLINE, why=translation.tell(fault))
            self._caught_up = False


class ClubFollowing:
    """The following of one club, from its start to its end."""

    def __init__(self, wish: Wish, report: Report, where: Path | None = None, way: Way | None = None) -> None:
        """Follow as wished, with all profiles in the folder `where`, by default this person's own."""
        self._wish, self._root = wish, where or root()
        self._way = way or mqtt_transport.connector
        self._told = ClubReport(wish, report)
        self._began = False

    async def run(self) -> None:
        """Follow whenever the profile is free, until cancelled; raise `Fault`."""
        name = self._wish.profile
        Profile.expect(self._root, name)
        with KeeperPost(make_folder(self._root, name), name) as post:
            turns = ProfileTurns(self._root, name, post, lambda: self._told.say("waiting", WAITING, profile=name))
            await turns.run(self._hold)

    async def _hold(self, who: Profile, asked: asyncio.Event) -> None:
        with Journal(who.journal_path) as journal:
            log = ClubBook(who, journal, SystemClock().now_ms()).club(self._wish.club)
            room = place_of(journal, log, self._wish.invitation)
            way = self._way(room, who.identity)
            club = FollowedClub(who, journal, log.cid, room, way, organise=self._wish.organise)
            club.on_news = lambda news: self._told.tell(club, who.identity.public, news)
            club.on_change = lambda: self._told.look(club)
            if not self._began:
                self._began = True
                self._told.say("following", FOLLOWING, name=log.state.name)
            await until_asked(asked, _follow(club))


async def _follow(club: FollowedClub) -> None:
    """Follow a club until cancelled; raise what ends it."""
    try:
        await club.start()
        ended = asyncio.Event()
        club.follower.watch(lambda: ended.set() if club.follower.failure is not None else None)
        await ended.wait()
        if club.follower.failure is not None:
            raise club.follower.failure
    finally:
        await club.stop()


def run(wish: Wish) -> int:
    """Follow until a signal; give the exit status."""
    report = Report()
    return run_command(lambda: ClubFollowing(wish, report).run(), report if wish.json else Report(lambda _: None))
