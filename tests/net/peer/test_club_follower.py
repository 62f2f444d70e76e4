"""A club that is followed: what one signs others have at once, whatever the broker loses and whoever floods it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from core.fault import Fault
from net.club.club_event import Admit, Found, Join, Leave
from net.club.club_log import ClubLog
from net.identity.identity import Identity
from net.peer import club_session
from net.peer.club_follower import ClubFollower
from net.peer.club_session import BY_STRANGERS, PAUSE_MS, REREAD_MS
from net.storage.journal import Journal, JournalUnwritable
from net.storage.journal_schema import UNWRITABLE
from net.transport.memory_broker import MemoryBroker, MemoryTransport
from net.transport.mqtt_transport import connector
from net.transport.transport import Message, Offline
from net.wire import mqtt_topic
from net.wire.invitation import Invitation
from tests.net.support.clubs import NOW, hand_table, result_of
from tests.net.support.event_signer import who
from tests.net.support.loop_clock import LoopClock
from tests.net.support.party import ROOM, LossyBroker, virtually

ANN, BEN, CAT = who("ann"), who("ben"), who("cat")
HOUR = REREAD_MS / 1000


class Town:
    """Some people who follow Ann's club at one broker, each with a journal of their own."""

    def __init__(self, root: Path, stack: ExitStack) -> None:
        """Let Ann found the club."""
        self.root, self.stack, self.rng = root, stack, Random(1)
        self.broker = MemoryBroker()
        data = Found("Friday", (ANN.public,), "founders", "founders", b"s" * 16, "Ann")
        self.ann = ClubLog.found(ANN, self.journal("ann"), data, NOW)

    def journal(self, name: str) -> Journal:
        """Open somebody's journal."""
        return self.stack.enter_context(Journal(self.root / f"{name}.db"))

    def log(self, identity: Identity, name: str) -> ClubLog:
        """Open the club in somebody's journal."""
        return ClubLog(identity, self.journal(name), self.ann.cid)

    @asynccontextmanager
    async def following(
        self, log: ClubLog, identity: Identity, duties: Callable[[], object] = lambda: None
    ) -> AsyncIterator[ClubFollower]:
        """Let somebody follow the club for a while."""
        rng = Random(self.rng.randrange(1 << 30))
        follower = ClubFollower(
            log,
            identity,
            ROOM,
            self.broker.connect,
            clock=LoopClock(),
            rng=rng,
            entropy=rng.randbytes,
            duties=duties,
        )
        await follower.start(patient=True)
        try:
            yield follower
        finally:
            await follower.stop()

    def topic(self, identity: Identity, seq: int) -> str:
        """Name the whole topic of somebody's event."""
        return mqtt_topic.full(ROOM.prefix, mqtt_topic.event(self.ann.cid, identity.pid, seq))


@pytest.fixture
def town(tmp_path: Path) -> Iterator[Town]:
    with ExitStack() as stack:
        yield Town(tmp_path, stack)


async def level(*followers: ClubFollower) -> None:
    """Wait until all know the same, and the broker has it."""
    changed = asyncio.Event()
    ends = [one.watch(changed.set) for one in followers]
    while not all(one.level and one.log.events and same(one, followers[0]) for one in followers):
        await changed.wait()
        changed.clear()
    for end in ends:
        end()


def same(one: ClubFollower, other: ClubFollower) -> bool:
    return {event.id for event in one.log.events} == {event.id for event in other.log.events}


def test_what_one_signs_the_other_has_at_once_and_is_told(town: Town) -> None:
    async def evening() -> None:
        async with town.following(town.ann, ANN) as ann, town.following(town.log(BEN, "ben"), BEN) as ben:
            await level(ann, ben)
            told: list[int] = []
            ann.watch(lambda: told.append(len(ann.log.events)))
            before = asyncio.get_running_loop().time()
            ben.say(Join("Ben"))
            await ann.until(lambda: BEN.public in ann.state.membership.candidates)
            ann.say(Admit(BEN.public))
            await ben.until(lambda: BEN.public in ben.state.membership.members)
            assert asyncio.get_running_loop().time() - before <= 3 * PAUSE_MS / 1000
            await level(ann, ben)
            assert told[-1] == 3

    virtually(evening())


def test_watchers_are_told_at_once_that_everything_was_read(town: Town) -> None:
    async def evening() -> None:
        began = asyncio.get_running_loop().time()
        async with town.following(town.ann, ANN) as ann:
            await ann.until(lambda: ann.caught_up)
            assert asyncio.get_running_loop().time() - began < 0.1

    virtually(evening())


def test_what_is_signed_while_the_broker_is_away_is_published_when_it_is_back_without_its_memory(town: Town) -> None:
    async def evening() -> None:
        async with town.following(town.ann, ANN) as ann, town.following(town.log(BEN, "ben"), BEN) as ben:
            await level(ann, ben)
            town.broker.stop(forget=True)
            await asyncio.sleep(1)
            assert not ann.online
            assert not ann.caught_up
            ben.say(Join("Ben"))
            ann.say(Admit(BEN.public))
            with pytest.raises(Offline):
                await ben.until(lambda: ben.level)
            await asyncio.sleep(100)
            town.broker.start()
            await asyncio.sleep(60)
            await level(ann, ben)
            assert BEN.public in ben.state.membership.members
            assert len(town.broker.retained) == 3

    virtually(evening())


def test_a_broker_that_forgets_without_a_word_is_filled_again_at_the_next_reading(town: Town) -> None:
    async def evening() -> None:
        async with town.following(town.ann, ANN) as ann:
            await level(ann)
            town.broker.retained.clear()
            await asyncio.sleep(1.3 * HOUR)
            await level(ann)
            assert list(town.broker.retained) == [town.topic(ANN, 0)]

    virtually(evening(), 3 * HOUR)


def test_others_events_are_put_there_by_whoever_has_them(town: Town) -> None:
    async def evening() -> None:
        ben = town.log(BEN, "ben")
        async with town.following(town.ann, ANN) as one, town.following(ben, BEN) as other:
            await level(one, other)
            other.say(Join("Ben"))
            await level(one, other)
        town.broker.retained.clear()
        async with town.following(town.ann, ANN) as one, town.following(town.log(CAT, "cat"), CAT) as cat:
            await level(one, cat)
            assert cat.state.membership.candidates == (BEN.public,)

    virtually(evening())


def test_what_is_lost_late_and_doubled_on_the_way_arrives_in_the_end(town: Town) -> None:
    town.broker = LossyBroker(Random(7), loss=0.3, twice=0.3, delay=2.0)

    async def evening() -> None:
        ben = town.log(BEN, "ben")
        async with town.following(town.ann, ANN) as one, town.following(ben, BEN) as other:
            await asyncio.sleep(30)
            other.say(Join("Ben"))
            for number in range(40):
                nonce = number.to_bytes(16)
                other.say(result_of(hand_table(ben.cid, [BEN, ANN], [number % 2], nonce=nonce), nonce=nonce))
                await asyncio.sleep(1)
            one.say(Admit(BEN.public))
            await asyncio.sleep(60)
            assert isinstance(town.broker, LossyBroker)
            assert town.broker.lost > 10
            town.broker.heal()
            await asyncio.sleep(2 * HOUR)
            await level(one, other)
            assert len(one.state.book.standing) == 40

    virtually(evening(), 5 * HOUR)


def test_what_somebody_clears_and_spoils_is_put_back_but_not_for_ever(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club_session, "RESTORES", (8, 60_000))

    async def evening() -> None:
        async with town.following(town.ann, ANN) as ann:
            await level(ann)
            topic = town.topic(ANN, 0)
            good = town.broker.retained[topic]
            for junk in (b"", b"junk" * 50):
                town.broker.publish(topic, junk, retain=True)
                await asyncio.sleep(2)
                assert len(town.broker.retained[topic]) == len(good)
            published = ann.visit.left
            for _ in range(50):
                town.broker.publish(topic, b"junk" * 50, retain=True)
                await asyncio.sleep(0.3)
            assert ann.visit.left - published <= 8
            await asyncio.sleep(200)
            assert len(town.broker.retained[topic]) == len(good)

    virtually(evening())


def test_a_flood_of_strangers_is_opened_only_so_fast_and_delays_no_member(town: Town) -> None:
    async def evening() -> None:
        async with town.following(town.ann, ANN) as ann, town.following(town.log(BEN, "ben"), BEN) as ben:
            await level(ann, ben)
            ben.say(Join("Ben"))
            await ann.until(lambda: BEN.public in ann.state.membership.candidates)
            ann.say(Admit(BEN.public))
            await level(ann, ben)
            strange = town.topic(CAT, 0)
            for number in range(5000):
                town.broker.publish(strange, number.to_bytes(300))
            await asyncio.sleep(1)
            assert ann.visit.flaws["flood"] >= 5000 - BY_STRANGERS[0]
            ben.say(Leave())
            await ann.until(lambda: BEN.public in ann.state.membership.left)

    virtually(evening())


def test_hostile_payloads_are_counted_and_change_nothing(town: Town) -> None:
    async def evening() -> None:
        async with town.following(town.ann, ANN) as ann:
            await level(ann)
            wire = town.broker.retained[town.topic(ANN, 0)]
            head = f"{ROOM.prefix}/1/t/{mqtt_topic.tid_text(town.ann.cid)}"
            for tail in (f"e/{BEN.pid}/00000", f"e/{ANN.pid}/00009", f"s/{ANN.pid}/0003", "e/nobody/1"):
                town.broker.publish(f"{head}/{tail}", wire, retain=True)
            town.broker.publish(town.topic(BEN, 1), b"x" * 200_000)
            await asyncio.sleep(5)
            assert ann.visit.flaws.total() == 5
            assert ann.visit.new == 0
            assert len(ann.log.events) == 1
            await level(ann)

    virtually(evening())


def test_two_histories_at_one_broker_end_in_a_proof_and_not_in_a_war(town: Town) -> None:
    """Ann has one history of Ben's, Cat the other; neither replaces the other's for ever."""

    async def evening() -> None:
        ben, twin, cat = town.log(BEN, "ben"), town.log(BEN, "twin"), town.log(CAT, "cat")
        for log in (ben, twin, cat):
            log.take(town.ann.events)
        ben.say(Join("Ben"), NOW)
        twin.say(Leave(), NOW)
        town.ann.take(ben.events)
        cat.take(twin.events)
        async with town.following(town.ann, ANN) as one, town.following(cat, CAT) as other:
            await asyncio.sleep(120)
            left = one.visit.left + other.visit.left
            assert left <= 4
            for follower in (one, other):
                assert follower.state.membership.forked == {BEN.public: 0}
            for _ in range(5):
                one.look()
                town.broker.publish(town.topic(ANN, 0), b"", retain=True)
                await asyncio.sleep(20)
            assert sum(one.event.author == BEN.public for one in cat.events) == 1
            assert one.visit.left + other.visit.left <= left + 5
            left = one.visit.left + other.visit.left
            await asyncio.sleep(4 * HOUR)  # everything is read again three times
            assert one.visit.left + other.visit.left == left

    virtually(evening(), 5 * HOUR)


def test_what_somebody_clears_of_others_is_put_back_but_not_for_ever(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club_session, "RESTORES", (4, 600_000))
    monkeypatch.setattr(club_session, "SPREAD_MS", (100, 200))

    async def evening() -> None:
        ben = town.log(BEN, "ben")
        ben.take(town.ann.events)
        ben.say(Join("Ben"), NOW)
        town.ann.take(ben.events)
        async with town.following(town.ann, ANN) as ann:
            await level(ann)
            left = ann.visit.left
            assert left == 2
            for _ in range(30):
                town.broker.publish(town.topic(BEN, 0), b"", retain=True)
                await asyncio.sleep(1)
            assert ann.visit.left == left + 4

    virtually(evening())


def test_what_came_in_a_file_is_put_there_as_well(town: Town) -> None:
    async def evening() -> None:
        ben = town.log(BEN, "ben")
        ben.take(town.ann.events)
        async with town.following(town.ann, ANN) as ann:
            await level(ann)
            ben.say(Join("Ben"), NOW)
            town.log(ANN, "ann").take(ben.events)
            ann.look()
            await asyncio.sleep(15)
            assert town.topic(BEN, 0) in town.broker.retained

    virtually(evening())


def test_duties_are_done_once_all_is_known_and_again_when_something_is_new(town: Town) -> None:
    async def evening() -> None:
        seen: list[int] = []
        async with town.following(town.ann, ANN) as ann:
            await level(ann)
            ben = town.log(BEN, "ben")
            async with town.following(ben, BEN, lambda: seen.append(len(ben.events))) as other:
                await level(ann, other)
                assert seen == [1]
                ann.say(Admit(CAT.public))
                await level(ann, other)
                assert seen == [1, 2]
                other.look()
                await asyncio.sleep(1)
                assert seen == [1, 2, 2]

    virtually(evening())


def test_what_another_part_of_the_program_has_signed_is_published(town: Town) -> None:
    async def evening() -> None:
        async with town.following(town.ann, ANN) as ann, town.following(town.log(BEN, "ben"), BEN) as ben:
            await level(ann, ben)
            town.log(ANN, "ann").say(Admit(BEN.public), NOW)
            ann.look()
            await level(ann, ben)
            assert len(ben.log.events) == 2
            assert ann.say(Admit(CAT.public)).event.seq == 2

    virtually(evening())


def test_a_journal_that_cannot_be_written_ends_the_following_in_a_sentence(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening() -> None:
        async with town.following(town.ann, ANN) as ann, town.following(town.log(BEN, "ben"), BEN) as ben:
            await level(ann, ben)

            def refuse(*_: object, **__: object) -> int:
                raise JournalUnwritable(UNWRITABLE, path="J", why="no room")

            monkeypatch.setattr(ann.log._journal, "add_all", refuse)
            ben.say(Join("Ben"))
            with pytest.raises(Fault, match="no room"):
                await ann.until(lambda: BEN.public in ann.state.membership.candidates)
            assert isinstance(ann.failure, JournalUnwritable)

    virtually(evening())


class Mute(MemoryBroker):
    """A broker that gives back nothing at first."""

    dead = True

    def deliver(self, link: MemoryTransport, message: Message) -> None:
        """Lose it, at first."""
        if not self.dead:
            super().deliver(link, message)


def test_a_broker_that_does_not_give_back_the_mark_is_asked_again(town: Town) -> None:
    town.broker = Mute()

    async def evening() -> None:
        async with town.following(town.ann, ANN) as ann:
            await asyncio.sleep(30)
            assert not ann.caught_up
            town.broker.dead = False  # type: ignore[attr-defined]
            await asyncio.sleep(60)
            assert ann.caught_up

    virtually(evening())


async def test_a_club_is_followed_over_a_real_broker(town: Town, room: Invitation) -> None:
    followers = [
        ClubFollower(log, identity, room, connector(room, identity))
        for log, identity in ((town.ann, ANN), (town.log(BEN, "ben"), BEN))
    ]
    ann, ben = followers
    async with asyncio.timeout(60):
        for one in followers:
            await one.start()
        try:
            await ben.until(lambda: ben.state.founding is not None)
            ben.say(Join("Ben"))
            await ann.until(lambda: BEN.public in ann.state.membership.candidates)
            ann.say(Admit(BEN.public))
            await ben.until(lambda: BEN.public in ben.state.membership.members)
        finally:
            for one in followers:
                await one.stop()
