"""`parley club follow` and the clubs of `parley keep`: what happens is told, what waits is notified once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from random import Random
from threading import Thread
from types import SimpleNamespace
from typing import Any, cast

import pytest

from core.fault import Fault
from net.club.club_event import Admit, Close, Enter, Found, Join, Open, Result, Start
from net.club.club_log import ClubLog
from net.club.tournament_log import tip_of
from net.peer.club_follower import ClubFollower
from net.peer.club_visit import visit_club
from net.storage.journal import Journal
from net.storage.profile import Profile
from net.transport.memory_broker import MemoryBroker
from net.transport.transport import UNREACHABLE, UNTRUSTED, AccessRefused, Offline
from tests.net.support.clubs import NOW, hand_table, result_of
from tests.net.support.event_signer import who
from tests.net.support.loop_clock import LoopClock
from tests.net.support.party import ROOM, virtually
from tui.cli import command_line
from tui.headless import club_run, profile_turns
from tui.headless.club_run import ClubFollowing, ClubReport, Wish
from tui.headless.event_report import Report
from tui.headless.keep_run import Keeping
from tui.headless.keep_run import Wish as KeepWish
from tui.i18n.translation import use

Event = dict[str, object]
BEN = who("ben")


class Evening:
    """Ann, who has founded a club that lies at a broker, and Ben, who follows it elsewhere."""

    def __init__(self, root: Path, stack: ExitStack) -> None:
        """Let Ann found the club and bring it to the broker."""
        self.root, self.broker, self.rng = root, MemoryBroker(), Random(1)
        self.events: list[Event] = []
        self.news = asyncio.Event()
        with Profile.open(root, "ann") as profile, Journal(profile.journal_path) as journal:
            profile.set_nick("Ann")
            self.ann = profile.identity
            data = Found("Friday", (self.ann.public,), "founders", "founders", b"s" * 16, "Ann")
            log = ClubLog.found(self.ann, journal, data, NOW)
            connect, draw = self.broker.connect, self.rng.randbytes
            virtually(visit_club(log, self.ann, ROOM, connect, entropy=draw, clock=LoopClock()))
            self.cid = log.cid
        self.ben = ClubLog(BEN, stack.enter_context(Journal(root / "ben.db")), self.cid)

    def remember(self) -> None:
        """Let Ann's journal know where the club lies."""
        with Profile.open(self.root, "ann") as profile, Journal(profile.journal_path) as journal:
            journal.keep_club_place(self.cid, str(ROOM))

    def hear(self, event: Event) -> None:
        """Take in an event of Ann's program."""
        self.events.append(dict(event))
        self.news.set()

    async def until(self, name: str, **fields: object) -> Event:
        """Give the first event of that name and with those fields."""
        while True:
            for event in self.events:
                if event["event"] == name and fields.items() <= event.items():
                    return event
            self.news.clear()
            await self.news.wait()

    @asynccontextmanager
    async def ben_follows(self) -> AsyncIterator[ClubFollower]:
        """Let Ben follow the club."""
        rng = Random(2)
        ben = ClubFollower(self.ben, BEN, ROOM, self.broker.connect, clock=LoopClock(), rng=rng, entropy=rng.randbytes)
        await ben.start()
        await ben.until(lambda: ben.state.founding is not None)
        try:
            yield ben
        finally:
            await ben.stop()

    @asynccontextmanager
    async def running(self, work: asyncio.Task[None]) -> AsyncIterator[None]:
        """Let a program of Ann's run, and end it as by a signal."""
        try:
            yield
        finally:
            work.cancel()
            (ended,) = await asyncio.gather(work, return_exceptions=True)
            assert isinstance(ended, asyncio.CancelledError), ended

    def follow(self, *, organise: bool = False, invitation: str = str(ROOM), json: bool = True) -> asyncio.Task[None]:
        """Let Ann follow the club from the command line."""
        wish = Wish("friday", invitation, "ann", json=json, organise=organise)
        connect = self.broker.connect
        following = ClubFollowing(wish, Report(self.hear), self.root, lambda _at, _who: connect)
        return asyncio.create_task(following.run())


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    use("en")
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    monkeypatch.setattr("tui.session.club.followed_club.SystemClock", LoopClock)
    with ExitStack() as stack:
        found = Evening(tmp_path, stack)
        monkeypatch.setattr("tui.session.rooms._over_network", lambda *_: found.broker.connect)
        yield found


async def hold_cup(ben: ClubFollower, ann: ClubFollower) -> bytes:
    """Let both enter a tournament of Ann's up to its first round, by hand."""
    id_ = ann.say(Open("Cup", "djambi", (), "knock-out", 1)).id[:16]
    await ben.until(lambda: id_ in ben.state.tournaments)
    entries = [one.say(Enter(id_, tip_of(one.log.lot_secret(id_)))).id for one in (ann, ben)]
    await ann.until(lambda: len(ann.state.tournaments[id_].entered) == 2)
    ann.say(Close(id_, tuple(entries)))
    await ben.until(lambda: bool(ben.state.tournaments[id_].drawn))
    for one in (ann, ben):
        for lot in one.log.owed():
            one.say(lot)
    await ann.until(lambda: not ann.state.tournaments[id_].awaited)
    ann.say(Start(id_, 0))
    await ben.until(lambda: bool(ben.state.play(id_).rounds))
    return id_


def test_what_happens_is_printed_as_json_lines_and_the_place_is_remembered(evening: Evening) -> None:
    async def hours() -> None:
        async with evening.ben_follows() as ben, evening.running(evening.follow()):
            assert (await evening.until("following"))["name"] == "Friday"
            await evening.until("online")
            ben.say(Join("Ben"))
            asked = await evening.until("asked")
            assert asked["people"] == [{"pid": BEN.pid, "nick": "Ben"}]
            assert asked["club"] == evening.cid.hex()
            evening.broker.stop()
            await evening.until("offline")
            evening.broker.start()
            await asyncio.sleep(60)
            assert [event["event"] for event in evening.events].count("online") == 2
        with Profile.open(evening.root, "ann") as profile, Journal(profile.journal_path) as journal:
            assert journal.club_place(evening.cid) == str(ROOM)

    virtually(hours())


def test_a_broker_that_turns_away_on_the_way_back_is_told_once_more() -> None:
    told: list[dict[str, object]] = []
    report = ClubReport(Wish("Friday", json=True), Report(told.append))
    where = {"host": ROOM.host, "port": ROOM.port}
    away, refused = Offline(UNREACHABLE, **where), AccessRefused(UNTRUSTED, **where)
    for fault in (away, refused, refused, away, refused):
        report.look(cast("Any", SimpleNamespace(follower=SimpleNamespace(caught_up=False), fault=fault)))
    assert ["does not show the certificate" in str(event) for event in told] == [False, True]


def test_what_happens_is_printed_in_sentences(evening: Evening, capsys: pytest.CaptureFixture[str]) -> None:
    async def hours() -> None:
        evening.remember()
        async with evening.ben_follows() as ben, evening.running(evening.follow(invitation="", json=False)):
            await asyncio.sleep(30)
            ben.say(Join("Ben"))
            await asyncio.sleep(5)
            evening.broker.stop()
            await asyncio.sleep(5)

    virtually(hours())
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["Friday is followed until Ctrl-C.", "The broker is reached; Friday is up to date."]
    assert lines[2].startswith("Ben asks to be let in (")
    assert "Parley keeps trying." in lines[3]
    assert len(lines) == 4


def test_another_program_gets_the_profile_and_the_following_goes_on_with_what_it_signed(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(profile_turns, "LOOK_SECONDS", 0.1)

    async def hours() -> None:
        async with evening.ben_follows() as ben, evening.running(evening.follow()):
            await evening.until("online")
            ben.say(Join("Ben"))
            await evening.until("asked")
            profile = await asyncio.to_thread(Profile.open, evening.root, "ann")
            with profile, Journal(profile.journal_path) as journal:
                ClubLog(profile.identity, journal, evening.cid).say(Admit(BEN.public), NOW)
            await ben.until(lambda: BEN.public in ben.state.membership.members)

    asyncio.run(asyncio.wait_for(hours(), 60))


def test_without_a_place_the_following_is_refused_in_a_sentence(evening: Evening) -> None:
    async def hours() -> None:
        await evening.follow(invitation="")

    with pytest.raises(Fault, match="It is not known where Friday lies"):
        virtually(hours())
    with pytest.raises(Fault, match="leads to another club"):
        virtually(refused(evening, str(ROOM.at_table(bytes(16)))))


async def refused(evening: Evening, invitation: str) -> None:
    await evening.follow(invitation=invitation)


def test_the_command_line_passes_on_what_it_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Wish] = []

    def run(wish: Wish) -> int:
        given.append(wish)
        return 0

    monkeypatch.setattr(club_run, "run", run)
    assert command_line.run(["club", "follow", "Friday", "--organise", "--json", "--profile", "ann"]) == 0
    assert command_line.run(["club", "follow", "Friday", str(ROOM)]) == 0
    assert given == [Wish("Friday", "", "ann", json=True, organise=True), Wish("Friday", str(ROOM))]
    with pytest.raises(Fault, match="Say it as: parley club follow CLUB"):
        command_line.run(["club", "follow", "Friday", str(ROOM), "more"])


@asynccontextmanager
async def keeping(evening: Evening, *notify: str) -> AsyncIterator[None]:
    """Let Ann's keeper run."""
    wish = KeepWish("ann", json=True, notify=notify)
    async with evening.running(asyncio.create_task(Keeping(wish, Report(evening.hear), evening.root).run())):
        await evening.until("keeping")
        yield


def notices(evening: Evening) -> list[tuple[object, object]]:
    """Give the notices that were told: kind and text."""
    return [(event["kind"], event["text"]) for event in evening.events if event["event"] == "notice"]


def test_a_request_is_notified_once_over_restarts_and_no_more_once_it_is_met(evening: Evening) -> None:
    evening.remember()

    async def hours() -> None:
        async with evening.ben_follows() as ben:
            ben.say(Join("Ben"))
            for _ in range(3):
                async with keeping(evening):
                    await evening.until("club", what="asked") if not notices(evening) else await asyncio.sleep(60)
                    await asyncio.sleep(5)
            ((kind, text),) = notices(evening)
            assert kind == "request"
            assert str(text).startswith("Friday: Ben asks to be let in (")

    virtually(hours())


def test_a_pairing_and_a_round_that_can_end_are_notified(evening: Evening) -> None:
    """Ann plays in her own tournament: the pairing is told by a keeper, then that the round can be ended."""

    async def hours() -> None:
        async with evening.ben_follows() as ben:
            with Profile.open(evening.root, "ann") as profile, Journal(profile.journal_path) as journal:
                log = ClubLog(profile.identity, journal, evening.cid)
                ann = ClubFollower(log, profile.identity, ROOM, evening.broker.connect, clock=LoopClock())
                await ann.start()
                ben.say(Join("Ben"))
                await ann.until(lambda: BEN.public in ann.state.membership.candidates)
                ann.say(Admit(BEN.public))
                await ben.until(lambda: BEN.public in ben.state.membership.members)
                id_ = await hold_cup(ben, ann)
                journal.keep_club_place(evening.cid, str(ROOM))
                await ann.stop()
            async with keeping(evening):
                await asyncio.sleep(30)
                assert notices(evening) == [("pairing", "Friday, Cup: in round 1 you play at table 1 with Ben.")]
                ben.say(won(evening, ben, id_))
                await evening.until("club", what="result")
                await asyncio.sleep(5)
                assert notices(evening)[1:] == [
                    ("round", "Friday, Cup: all results of round 1 are there; you can end it.")
                ]

    virtually(hours())


def won(evening: Evening, ben: ClubFollower, id_: bytes) -> Result:
    """Give the result of the only table, which its first player has won."""
    played = ben.state.play(id_)
    keys = {evening.ann.public: evening.ann, BEN.public: BEN}
    people = [keys[played.entrants[one]] for one in played.rounds[0].tables[0]]
    place = (id_, 0, 0)
    return result_of(hand_table(evening.cid, people, [0], place), place)


class Sink(BaseHTTPRequestHandler):
    """Takes in what is posted."""

    got: list[str] = []  # noqa: RUF012 -- one list a test

    def do_POST(self) -> None:
        """Keep the text."""
        self.got.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_a_notice_of_a_club_is_posted_to_a_sink(evening: Evening) -> None:
    evening.remember()
    Sink.got.clear()
    with HTTPServer(("127.0.0.1", 0), Sink) as server:
        Thread(target=server.serve_forever, daemon=True).start()

        async def seconds() -> None:
            async with evening.ben_follows() as ben:
                ben.say(Join("Ben"))
                async with keeping(evening, f"post http://127.0.0.1:{server.server_port}/"):
                    await evening.until("sent", kind="request")

        asyncio.run(asyncio.wait_for(seconds(), 60))
        server.shutdown()
    assert len(Sink.got) == 1
    assert Sink.got[0].startswith("Friday: Ben asks to be let in (")


def test_a_club_whose_place_is_not_known_is_not_followed_by_the_keeper(evening: Evening) -> None:
    async def hours() -> None:
        async with evening.ben_follows() as ben:
            ben.say(Join("Ben"))
            async with keeping(evening):
                await asyncio.sleep(60)
            assert [event["event"] for event in evening.events] == ["keeping", "club"]
            assert evening.events[1] == {"event": "club", "what": "unplaced", "name": "Friday"}

    virtually(hours())


def test_the_keeper_tells_where_a_club_is_followed_and_whether_that_room_is_reached(evening: Evening) -> None:
    evening.remember()

    async def hours() -> None:
        evening.broker.stop()
        async with keeping(evening):
            await evening.until("club", what="offline")
            evening.broker.start()
            await evening.until("club", what="online")
        told = [event for event in evening.events if event["event"] == "club"]
        assert [event["what"] for event in told] == ["following", "offline", "online"]
        for event in told:
            assert (event["name"], event["room"], event["club"]) == ("Friday", ROOM.room, evening.cid.hex())

    virtually(hours())
