"""The pure session of a club at a broker: floods while everything is read, own chains that grow into segments."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from net.club.club_event import Found, Join
from net.club.club_log import ClubLog
from net.identity.identity import Identity
from net.peer import club_session
from net.peer.club_session import CALM_MS, GAP_MS, REREAD_MS, ClubSession
from net.storage.journal import Journal
from net.transport.transport import OutgoingMessage
from net.wire import mqtt_topic
from net.wire.mqtt_topic import Place
from tests.net.support.clubs import NOW, hand_table, result_of
from tests.net.support.event_signer import who
from tests.net.support.party import ROOM

ANN, BEN, CAT = who("ann"), who("ben"), who("cat")


class Desk:
    """Somebody's session, and what they have published."""

    def __init__(self, log: ClubLog, identity: Identity, seed: int) -> None:
        """Begin on a connection at 0 ms."""
        rng = Random(seed)
        self.log, self.session = log, ClubSession(log, identity, ROOM, rng, rng.randbytes, hurried=True)
        self.session.begin(0)

    def pass_on(self, kept: dict[str, bytes], now: int) -> int:
        """Publish into what a broker keeps and hear the echo; count the messages."""
        count = 0
        while posts := self.session.take_posts():
            for post in posts:
                count += 1
                keep(kept, post)
                self.session.receive(post.topic, post.payload, now)
            self.session.settle(now)
        return count

    def read(self, kept: dict[str, bytes], now: int) -> int:
        """Receive all that a broker keeps, then one's own mark; count the messages that were published."""
        for topic, wire in kept.items():
            self.session.receive(topic, wire, now)
        return self.pass_on(kept, now)


def keep(kept: dict[str, bytes], post: OutgoingMessage) -> None:
    """Do as a broker does."""
    if post.retain:
        kept.pop(post.topic, None)
        if post.payload:
            kept[post.topic] = post.payload


@pytest.fixture
def desks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Desk, Desk]]:
    monkeypatch.setattr(club_session, "RESTORES", (1, 60_000))
    with Journal(tmp_path / "ann.db") as one, Journal(tmp_path / "ben.db") as other:
        data = Found("Friday", (ANN.public,), "founders", "founders", b"s" * 16, "Ann")
        ann = ClubLog.found(ANN, one, data, NOW)
        yield Desk(ann, ANN, 1), Desk(ClubLog(BEN, other, ann.cid), BEN, 2)


def places(kept: dict[str, bytes]) -> list[Place]:
    """Give the places of what a broker keeps."""
    return [at.place for topic in kept if (at := mqtt_topic.parse(topic)) is not None]


def test_a_chain_that_grows_is_cut_into_segments_and_nothing_is_published_twice(
    desks: tuple[Desk, Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = desks
    kept: dict[str, bytes] = {}
    ann.read(kept, 0)
    ben.read(kept, 0)
    for number in range(100):
        nonce = number.to_bytes(16)
        ben.log.say(result_of(hand_table(ben.log.cid, [BEN, ANN], [0], nonce=nonce), nonce=nonce), NOW)
        ben.session.settle(number)
        ben.pass_on(kept, number)
    found = places(kept)
    assert found.count(Place.SEGMENT) > 3
    assert found.count(Place.EVENT) < 40
    assert ben.session.level
    assert (ben.session.next_due() or 0) >= REREAD_MS
    ann.session.begin(200)
    published = ann.read(kept, 200)
    assert published == 1  # its mark
    assert ann.session.visit.new == 100
    monkeypatch.setattr(club_session, "READ_LIMIT", 0)  # copies of what is known are not opened
    ann.session.begin(300)
    assert ann.read(kept, 300) == 1
    assert not ann.session.visit.flaws["flood"]
    assert ann.session.level


def test_more_than_fits_into_memory_is_taken_in_on_the_way(
    desks: tuple[Desk, Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = desks
    for number in range(60):
        ann.log.say(Join(f"Ann {number}"), NOW)
    kept: dict[str, bytes] = {}
    ann.read(kept, 0)
    monkeypatch.setattr(club_session, "FOUND_LIMIT", 2000)
    largest = 0
    for topic, wire in kept.items():
        ben.session.receive(topic, wire, 0)
        largest = max(largest, ben.session._found_size)
        if ben.session.next_due() == 0:
            ben.session.settle(0)
    assert largest < 2000 + 24 * 1024
    assert ben.session.visit.new > 0
    ben.pass_on(kept, 0)
    assert ben.session.caught_up
    assert len(ben.log.events) == 61


def test_a_broker_that_never_stops_is_opened_only_so_far(
    desks: tuple[Desk, Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club_session, "READ_LIMIT", 50)
    ann, _ = desks
    topic = mqtt_topic.event(ann.log.cid, CAT.pid, 0)
    for number in range(1000):
        ann.session.receive(topic, number.to_bytes(300), 0)
    assert ann.session.visit.flaws["flood"] == 950
    ann.pass_on({}, 0)
    assert ann.session.caught_up


def test_a_gap_in_a_members_chain_is_read_again_soon_and_then_more_seldom(desks: tuple[Desk, Desk]) -> None:
    ann, ben = desks
    kept: dict[str, bytes] = {}
    ann.read(kept, 0)
    ben.read(kept, 0)
    for name in ("one", "two", "three"):
        ann.log.say(Join(name), NOW)
    ann.session.settle(1000)
    ann.pass_on(kept, 1000)
    now = 2 * CALM_MS
    last = mqtt_topic.event(ann.log.cid, ANN.pid, 3)
    ben.session.receive(last, kept[last], now)
    ben.session.settle(now)
    waits = []
    for _ in range(6):
        due = ben.session.next_due()
        assert due is not None
        assert not ben.session.rereads(due - 1)
        assert ben.session.rereads(due)
        waits.append(due - now)
        now = due
        ben.read({last: kept[last]}, now)
    assert waits[0] == GAP_MS
    assert waits == sorted(waits)
    assert waits[-1] > 2 * CALM_MS
    due = ben.session.next_due()
    assert due is not None
    assert ben.session.rereads(due)
    ben.read(kept, due)
    assert len(ben.log.events) == 4
    quiet = ben.session.next_due()
    assert quiet is not None
    assert REREAD_MS <= quiet - due <= 1.25 * REREAD_MS
