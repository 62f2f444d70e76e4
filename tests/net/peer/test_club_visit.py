"""A club at a broker: what one leaves another finds, at any broker, whatever others put in its place."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from core.fault import Fault
from net.club.club_event import Admit, Found, Join, Leave
from net.club.club_log import ClubLog
from net.club.club_state import ClubState
from net.identity.identity import Identity
from net.peer import club_visit
from net.peer.club_visit import ClubVisit, visit_club
from net.storage.journal import Journal
from net.transport.memory_broker import MemoryBroker
from net.transport.mqtt_transport import connector
from net.transport.transport import Message, Offline
from net.wire.invitation import Invitation
from net.wire.mqtt_topic import Place, parse
from tests.net.support.clubs import NOW, hand_table, result_of
from tests.net.support.event_signer import who
from tests.net.support.party import ROOM, virtually

ANN, BEN, CAT = who("ann"), who("ben"), who("cat")


class Town:
    """Some people with journals of their own, and brokers."""

    def __init__(self, root: Path, stack: ExitStack) -> None:
        """Let Ann found a club."""
        self.root, self.stack, self.rng = root, stack, Random(1)
        self.broker = MemoryBroker()
        journal = self.journal("ann")
        data = Found("Friday", (ANN.public,), "founders", "founders", b"s" * 16, "Ann")
        self.ann = ClubLog.found(ANN, journal, data, NOW)

    def journal(self, name: str) -> Journal:
        """Open somebody's journal."""
        return self.stack.enter_context(Journal(self.root / f"{name}.db"))

    def log(self, identity: Identity, name: str) -> ClubLog:
        """Open the club in somebody's journal."""
        return ClubLog(identity, self.journal(name), self.ann.cid)

    def visit(self, log: ClubLog, identity: Identity, broker: MemoryBroker | None = None) -> ClubVisit:
        """Let somebody visit a broker with the club."""
        connect = (broker or self.broker).connect
        return virtually(visit_club(log, identity, ROOM, connect, entropy=self.rng.randbytes))


@pytest.fixture
def town(tmp_path: Path) -> Iterator[Town]:
    with ExitStack() as stack:
        yield Town(tmp_path, stack)


def same(one: ClubState, other: ClubState) -> bool:
    return (one.membership, one.book, one.tournaments) == (other.membership, other.book, other.tournaments)


def test_what_one_leaves_another_finds(town: Town) -> None:
    assert town.visit(town.ann, ANN).left == 1
    ben = town.log(BEN, "ben")
    assert town.visit(ben, BEN).new == 1
    assert ben.state.name == "Friday"
    ben.say(Join("Ben"), NOW)
    town.visit(ben, BEN)
    assert town.visit(town.ann, ANN).new == 1
    town.ann.say(Admit(BEN.public), NOW)
    town.visit(town.ann, ANN)
    town.visit(ben, BEN)
    assert same(ben.state, town.ann.state)
    assert set(ben.state.membership.members) == {ANN.public, BEN.public}
    again = town.visit(ben, BEN)
    assert (again.new, again.left) == (0, 0)


def grown(town: Town, results: int = 100) -> ClubLog:
    """Let the club grow: Ben is a member and reports many games; Ann knows all of it."""
    ben = town.log(BEN, "ben")
    town.visit(town.ann, ANN)
    town.visit(ben, BEN)
    ben.say(Join("Ben"), NOW)
    for number in range(results):
        nonce = number.to_bytes(16)
        ben.say(result_of(hand_table(ben.cid, [BEN, ANN], [number % 2], nonce=nonce), nonce=nonce), NOW)
    town.visit(ben, BEN)
    town.visit(town.ann, ANN)
    town.ann.say(Admit(BEN.public), NOW)
    town.visit(town.ann, ANN)
    return ben


def test_a_long_chain_lies_there_in_segments(town: Town) -> None:
    ben = grown(town)
    places = [at.place for topic in town.broker.retained if (at := parse(topic.removeprefix(f"{ROOM.prefix}/")))]
    assert places.count(Place.SEGMENT) > 3
    assert places.count(Place.EVENT) < 40
    cat = town.log(CAT, "cat")
    assert town.visit(cat, CAT).new == len(town.ann.events)
    assert same(cat.state, town.ann.state)
    assert len(cat.state.book.standing) == 100
    assert town.visit(ben, BEN).new == 1


def test_whoever_has_the_journal_brings_all_of_it_to_another_broker(town: Town) -> None:
    grown(town, 30)
    there = MemoryBroker()
    town.visit(town.ann, ANN, there)
    cat = town.log(CAT, "cat")
    town.visit(cat, CAT, there)
    assert same(cat.state, town.ann.state)
    assert BEN.public in cat.state.membership.members


def test_what_somebody_cleared_or_spoilt_is_put_there_again(town: Town) -> None:
    grown(town, 5)
    for number, topic in enumerate(list(town.broker.retained)):
        town.broker.publish(topic, b"junk" * 30 if number % 2 else b"", retain=True)
    found = town.visit(town.ann, ANN)
    assert found.flaws.total() > 0
    cat = town.log(CAT, "cat")
    town.visit(cat, CAT)
    assert same(cat.state, town.ann.state)


def test_an_event_at_anothers_topic_or_under_another_key_is_refused(town: Town) -> None:
    town.visit(town.ann, ANN)
    (topic,) = town.broker.retained
    wire = town.broker.retained[topic]
    town.broker.publish(topic.replace(ANN.pid, BEN.pid), wire, retain=True)
    town.broker.publish(topic[:-1] + "7", wire, retain=True)
    cat = town.log(CAT, "cat")
    found = town.visit(cat, CAT)
    assert (found.new, found.flaws.total()) == (1, 2)


def test_two_histories_that_meet_at_a_broker_are_proved(town: Town) -> None:
    grown(town, 2)
    other = town.log(BEN, "ben of another machine")
    other.take(town.ann.feed.events(ANN.public)[:1])
    other.say(Leave(), NOW)
    town.visit(other, BEN, MemoryBroker())
    lonely = MemoryBroker()
    town.visit(other, BEN, lonely)
    town.visit(town.ann, ANN, lonely)
    assert town.ann.state.membership.forked == {BEN.public: 0}


def test_who_has_seen_one_history_learns_of_the_other_from_who_has_seen_both(town: Town) -> None:
    """A broker keeps one event at a place, so the two that prove two histories travel together."""
    grown(town, 2)
    cat, dan = town.log(CAT, "cat"), town.log(who("dan"), "dan")
    town.visit(cat, CAT)
    other = town.log(BEN, "ben of another machine")
    other.take(town.ann.feed.events(ANN.public)[:1])
    other.say(Leave(), NOW)
    for signed in other.feed.events(BEN.public):
        town.ann.take([signed])
    assert town.ann.state.membership.forked == {BEN.public: 0}
    assert town.visit(town.ann, ANN).left == 1
    assert town.visit(town.ann, ANN).left == 0
    for log, identity in ((cat, CAT), (dan, who("dan"))):
        town.visit(log, identity)
        assert same(log.state, town.ann.state)
        assert town.visit(log, identity).left == 0


def void(_: object) -> None:
    return None


class Deaf(MemoryBroker):
    """A broker that gives nothing back."""

    def deliver(self, link: object, message: Message) -> None:
        """Lose it."""
        del link, message


def test_a_broker_that_does_not_answer_is_told_in_a_sentence(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(club_visit, "ANSWER_SECONDS", 5.0)
    with pytest.raises(Offline, match="did not give back") as caught:
        town.visit(town.ann, ANN, Deaf())
    assert isinstance(caught.value, Fault)
    assert town.ann.state.name == "Friday"


def test_duties_are_signed_before_what_is_new_is_left_there(town: Town) -> None:
    town.visit(town.ann, ANN)
    ben = town.log(BEN, "ben")
    found = virtually(
        visit_club(
            ben,
            BEN,
            ROOM,
            town.broker.connect,
            entropy=town.rng.randbytes,
            duties=lambda: void(ben.say(Join("Ben"), NOW)),
        )
    )
    assert (found.new, found.left) == (1, 1)


async def test_a_real_broker_keeps_a_club(town: Town, room: Invitation) -> None:
    for log, identity in ((town.ann, ANN), (town.log(CAT, "cat"), CAT)):
        async with asyncio.timeout(60):
            found = await visit_club(log, identity, room, connector(room), entropy=town.rng.randbytes)
        assert (found.new, found.left) == ((0, 1) if log is town.ann else (1, 0))
    assert log.state.name == "Friday"
