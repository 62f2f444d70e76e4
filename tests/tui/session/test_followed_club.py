"""A club that the app holds: it is told what happens, signs what is due, and remembers where the club lies."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from core.game import Seat
from net.broker.broker_process import start_broker
from net.club.club_event import Admit, Close, Enter, Found, Join, Open, RoundEnd
from net.club.club_log import ClubLog
from net.club.club_news import ClubNews, NewsKind, TaskKind
from net.club.tournament_log import Stage, tip_of
from net.peer.table_handle import TableHandle
from net.storage.journal import Journal
from net.storage.profile import Profile
from net.transport.memory_broker import MemoryBroker
from net.transport.mqtt_transport import connector
from net.transport.transport import ROOM_USER, Connector
from net.wire.invitation import Invitation
from tests.net.support.clubs import NOW
from tests.net.support.loop_clock import LoopClock
from tests.net.support.party import ROOM, Party, agreed, arrive, party, play, virtually
from tests.net.support.toy_games.toy_table import install
from tui.headless.event_report import Report
from tui.headless.table_opener import Wish, table_of
from tui.session.club.club_reporter import ClubReporter
from tui.session.club.followed_club import FollowedClub

NAMES = ("ann", "ben", "cat")


class House:
    """Some profiles of one folder that follow Ann's club."""

    def __init__(self, root: Path, stack: ExitStack, connect: Connector, room: Invitation = ROOM) -> None:
        """Let Ann found the club, and the others know its id."""
        self.root, self.stack, self.connect, self.room = root, stack, connect, room
        self.cid = b""
        self.profiles: dict[str, Profile] = {}
        self.journals: dict[str, Journal] = {}
        self.told: dict[str, list[ClubNews]] = {name: [] for name in NAMES}

    def open(self, name: str, profile: Profile | None = None) -> None:
        """Open somebody's profile and journal."""
        self.profiles[name] = profile or self.stack.enter_context(Profile.open(self.root, name))
        self.journals[name] = self.stack.enter_context(Journal(self.profiles[name].journal_path))
        if not self.cid:
            identity = self.profiles[name].identity
            data = Found("Friday", (identity.public,), "founders", "founders", b"s" * 16, name)
            self.cid = ClubLog.found(identity, self.journals[name], data, NOW).cid

    def follow(self, name: str, *, organise: bool = False, real: bool = False) -> FollowedClub:
        """Let somebody follow the club."""
        profile = self.profiles[name]
        connect = connector(self.room, profile.identity) if real else self.connect
        clock, rng = (None, None) if real else (LoopClock(), Random(len(name)))
        club = FollowedClub(
            profile, self.journals[name], self.cid, self.room, connect, clock=clock, rng=rng, organise=organise
        )
        club.on_news = self.told[name].append
        return club

    def key(self, name: str) -> bytes:
        """Give somebody's public key."""
        return self.profiles[name].identity.public

    def kinds(self, name: str) -> set[NewsKind]:
        """Give the kinds of what somebody was told."""
        return {one.kind for one in self.told[name]}


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    install(monkeypatch)
    with ExitStack() as stack:
        yield House(tmp_path, stack, MemoryBroker().connect)


async def admitted(house: House, clubs: dict[str, FollowedClub]) -> None:
    """Let everybody ask, and Ann let them in."""
    for name in NAMES[1:]:
        await clubs[name].follower.until(lambda name=name: clubs[name].state.founding is not None)  # type: ignore[misc]
        clubs[name].say(Join(name))
        key = house.key(name)
        await clubs["ann"].follower.until(lambda key=key: key in clubs["ann"].state.membership.candidates)  # type: ignore[misc]
        assert [one.kind for one in clubs["ann"].tasks] == [TaskKind.ASKED]
        clubs["ann"].say(Admit(key))
    for club in clubs.values():
        await club.follower.until(lambda club=club: len(club.state.membership.members) == 3)  # type: ignore[misc]


async def paired(house: House, clubs: dict[str, FollowedClub], players: tuple[str, ...], rounds: int) -> bytes:
    """Hold a tournament up to its first round: the lots are opened and the start is signed by the programs alone."""
    ann = clubs["ann"]
    id_ = ann.say(Open("Cup", "toy", (("players", "2"),), "round-robin", rounds)).id[:16]
    for name in players:
        await clubs[name].follower.until(lambda name=name: id_ in clubs[name].state.tournaments)  # type: ignore[misc]
        log = clubs[name].log
        clubs[name].say(Enter(id_, tip_of(log.lot_secret(id_))))
    await ann.follower.until(lambda: len(ann.state.tournaments[id_].entered) == len(players))
    entries = [one.id for key in map(house.key, players) for one in ann.log.feed.events(key) if one.event.kind == 71]
    ann.say(Close(id_, tuple(entries)))
    for club in clubs.values():
        await club.follower.until(lambda club=club: club.state.tournaments[id_].stage is Stage.PLAY)  # type: ignore[misc]
    return id_


async def played(here: Party, opener: str, other: str, place: str) -> list[TableHandle]:
    """Play a table of the tournament to its end."""
    wish = Wish("", "toy", {}, club="friday", pairing=place)
    own = await table_of(here.peers[opener], here.room, wish, Report(lambda _: None))
    handles = [own, await arrive(here.peers[other], Invitation.parse(own.invitation))]
    for seat, handle in enumerate(handles):
        await handle.sit(Seat(seat))
    await asyncio.gather(*(play(handle, Random(seat)) for seat, handle in enumerate(handles)))
    await agreed(handles)
    return handles


def test_a_tournament_goes_on_by_itself_and_only_the_games_are_played_by_people(tmp_path: Path, house: House) -> None:
    async def evening() -> None:
        async with party(tmp_path, house.connect) as here:
            for name in NAMES:
                house.open(name, (await here.enter(name)).profile)
            clubs = {name: house.follow(name, organise=name == "ann") for name in NAMES}
            for club in clubs.values():
                await club.start()
            await admitted(house, clubs)
            id_ = await paired(house, clubs, ("ann", "ben"), 1)
            assert [one.kind for one in clubs["ben"].tasks] == [TaskKind.PAIRED]
            await played(here, "ann", "ben", "cup/1/1")
            for name in ("ann", "ben"):
                clubs[name].look()
            for club in clubs.values():
                await club.follower.until(lambda club=club: club.state.play(id_).over)  # type: ignore[misc]
                (one,) = club.state.book.standing
                assert set(one.players) == {house.key("ann"), house.key("ben")}
                await club.follower.until(lambda club=club: bool(club.state.tournaments[id_].ends))  # type: ignore[misc]
                assert isinstance(club.state.tournaments[id_].ends[0], RoundEnd)
                assert club.tasks == ()
            for club in clubs.values():
                await club.stop()
            assert house.kinds("cat") >= {
                NewsKind.ADMITTED,
                NewsKind.OPENED,
                NewsKind.ENTERED,
                NewsKind.CLOSED,
                NewsKind.LOT,
                NewsKind.PAIRED,
                NewsKind.RESULT,
                NewsKind.ENDED,
                NewsKind.STANDINGS,
                NewsKind.OVER,
            }
            assert len(clubs["ann"].log.feed.events(house.key("ann"))) < 12

    virtually(evening())


def test_a_result_is_reported_once_by_each_player_at_most_and_never_again(tmp_path: Path, house: House) -> None:
    async def evening() -> None:
        async with party(tmp_path, house.connect) as here:
            for name in NAMES:
                house.open(name, (await here.enter(name)).profile)
            clubs = {name: house.follow(name) for name in NAMES}
            for club in clubs.values():
                await club.start()
            await admitted(house, clubs)
            own = await table_of(
                here.peers["ann"], here.room, Wish("", "toy", {"players": "2"}, club="friday"), Report(lambda _: None)
            )
            handles = [own, await arrive(here.peers["ben"], Invitation.parse(own.invitation))]
            for seat, handle in enumerate(handles):
                await handle.sit(Seat(seat))
            await asyncio.gather(*(play(handle, Random(seat)) for seat, handle in enumerate(handles)))
            await agreed(handles)
            for _ in range(3):
                for club in clubs.values():
                    club.look()
                await asyncio.sleep(5)
            log = clubs["cat"].log
            reports = [one for name in NAMES for one in log.feed.events(house.key(name)) if one.event.kind == 78]
            assert 1 <= len(reports) <= 2
            assert len(clubs["cat"].state.book.standing) == 1
            for club in clubs.values():
                await club.stop()

    virtually(evening())


def test_a_program_that_follows_no_club_reports_the_results_of_its_tables(tmp_path: Path, house: House) -> None:
    async def evening() -> None:
        async with party(tmp_path, house.connect) as here:
            for name in NAMES:
                house.open(name, (await here.enter(name)).profile)
            clubs = {name: house.follow(name) for name in NAMES}
            for club in clubs.values():
                await club.start()
            await admitted(house, clubs)
            for name in ("ann", "ben"):
                await clubs[name].stop()
            own = await table_of(
                here.peers["ann"], here.room, Wish("", "toy", {"players": "2"}, club="friday"), Report(lambda _: None)
            )
            handles = [own, await arrive(here.peers["ben"], Invitation.parse(own.invitation))]
            reporter = ClubReporter(house.profiles["ann"], lambda _: house.connect)
            here.peers["ann"].watch(reporter.look)
            for seat, handle in enumerate(handles):
                await handle.sit(Seat(seat))
            await asyncio.gather(*(play(handle, Random(seat)) for seat, handle in enumerate(handles)))
            await agreed(handles)
            cat = clubs["cat"]
            await cat.follower.until(lambda: len(cat.state.book.standing) == 1)
            await reporter.close()
            async with ClubReporter(house.profiles["ben"], lambda _: house.connect) as late:
                await late.report()
            assert house.journals["ben"].count(house.cid) == len(cat.log.events) == 6
            assert len(cat.state.book.standing) == 1
            await cat.stop()

    virtually(evening())


def test_the_place_is_remembered_once_the_club_was_found_there(house: House) -> None:
    async def evening() -> None:
        for name in ("ann", "ben"):
            house.open(name)
        for name in ("ann", "ben"):
            club = house.follow(name)
            await club.start()
            await club.follower.until(lambda club=club: club.follower.level)  # type: ignore[misc]
            await club.stop()
            assert house.journals[name].club_place(house.cid) == str(ROOM)
            assert club.fault is None or not club.online

    virtually(evening())


async def test_it_is_held_over_a_real_broker(tmp_path: Path) -> None:
    broker = await start_broker("amqtt", user=ROOM_USER, password=ROOM.broker_password)
    room = replace(ROOM, host=broker.host, port=broker.port)
    with ExitStack() as stack:
        house = House(tmp_path, stack, MemoryBroker().connect, room)
        for name in ("ann", "ben"):
            house.open(name)
        clubs = {name: house.follow(name, real=True) for name in ("ann", "ben")}
        async with asyncio.timeout(60):
            for club in clubs.values():
                await club.start()
            ann, ben = clubs["ann"], clubs["ben"]
            await ben.follower.until(lambda: ben.state.name == "Friday")
            ben.say(Join("Ben"))
            await ann.follower.until(lambda: len(ann.tasks) == 1)
            ann.say(Admit(house.key("ben")))
            await ben.follower.until(lambda: NewsKind.ADMITTED in house.kinds("ben"))
            for club in clubs.values():
                await club.stop()
    await broker.stop()
