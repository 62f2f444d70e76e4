"""Feeds against a model: deliver, drop, duplicate, reorder, forge, restart; in the end all have the same heads.

The model is a set of places per feed: what was delivered. What a feed must have accepted is the unbroken beginning.
"""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from net.identity.identity import pid_of
from net.log.chain import Accepted, Duplicate, Forked, Held, Refused
from net.log.feed import CannotSign, Feed
from net.wire import envelope, mqtt_topic
from net.wire.codec import BadMessage
from net.wire.event import Draft, Kind, Signed
from tests.net.support.event_signer import TID, resign, who

PEERS = [who(name) for name in ("ann", "ben", "cat")]
KEY = envelope.table_key(b"k" * 16, TID)
INDEX = st.integers(0, len(PEERS) - 1)
PICK = st.integers(0, 10_000)


class Feeds(RuleBasedStateMachine):
    """Three peers, each with a feed, and all that was ever published."""

    def __init__(self) -> None:
        """Begin with nobody having said anything."""
        super().__init__()
        self.feeds = [Feed(TID) for _ in PEERS]
        self.journals: list[list[Signed]] = [[] for _ in PEERS]
        self.delivered: list[set[tuple[bytes, int]]] = [set() for _ in PEERS]
        self.published: list[Signed] = []

    def unbroken(self, peer: int, author: bytes) -> int:
        """Count the beginning without a gap."""
        count = 0
        while (author, count) in self.delivered[peer]:
            count += 1
        return count

    def hand(self, peer: int, signed: Signed) -> None:
        """Deliver one event and hold what the feed says of it against the model."""
        author, seq = signed.event.author, signed.event.seq
        known, before = (author, seq) in self.delivered[peer], self.unbroken(peer, author)
        self.delivered[peer].add((author, seq))
        arrivals = self.feeds[peer].receive(signed)
        accepted = [arrival.signed for arrival in arrivals if isinstance(arrival, Accepted)]
        self.journals[peer] += accepted
        if known:
            assert arrivals == [Duplicate(signed.id)]
        elif seq > before:
            assert arrivals == [Held(author, seq)]
        else:
            assert [one.event.seq for one in accepted] == list(range(seq, self.unbroken(peer, author)))

    @rule(peer=INDEX, kind=st.sampled_from([Kind.MOVE, Kind.TALK]))
    def say(self, peer: int, kind: Kind) -> None:
        """Sign the next event; it is journalled and received at home first, and published."""
        identity = PEERS[peer]
        try:
            signed = self.feeds[peer].draft(identity, Draft(kind, (f"text {len(self.published)}", None)), 1)
        except CannotSign:
            assert self.feeds[peer].missing
            return
        self.published.append(signed)
        self.hand(peer, signed)

    @precondition(lambda self: self.published)
    @rule(peer=INDEX, pick=PICK)
    def deliver(self, peer: int, pick: int) -> None:
        """Deliver anything published so far: late, again, out of order; what is never picked is dropped."""
        self.hand(peer, self.published[pick % len(self.published)])

    @precondition(lambda self: self.published)
    @rule(peer=INDEX, pick=PICK, forger=INDEX)
    def forge(self, peer: int, pick: int, forger: int) -> None:
        """Hand in an event in another's name, through the envelope as it would come."""
        true = self.published[pick % len(self.published)]
        before = self.feeds[peer].heads()
        if PEERS[forger].public == true.event.author:
            return
        false = Signed(true.body + b"\x00", PEERS[forger].sign(b"parley/ev/1\x00" + true.body), true.id, true.event)
        topic = mqtt_topic.event(TID, pid_of(true.event.author), true.event.seq)
        for sig, body in ((false.sig, true.body), (true.sig, false.body)):
            wire = envelope.seal(KEY, topic, Signed(body, sig, true.id, true.event), bytes(24))
            with pytest.raises(BadMessage):
                envelope.open_event(KEY, topic, wire, TID)
        assert self.feeds[peer].heads() == before

    @rule(peer=INDEX)
    def restart(self, peer: int) -> None:
        """Fold the journal again: what was accepted stands, what was only held is gone."""
        feed = self.feeds[peer] = Feed(TID)
        for signed in self.journals[peer]:
            assert feed.receive(signed) == [Accepted(signed)]
        self.delivered[peer] = {(signed.event.author, signed.event.seq) for signed in self.journals[peer]}

    @invariant()
    def heads_are_the_unbroken_beginnings(self) -> None:
        """Accept the unbroken beginning of what was delivered, no more and no less; suspect nobody."""
        for peer, feed in enumerate(self.feeds):
            counts = {identity.public: self.unbroken(peer, identity.public) for identity in PEERS}
            assert {author: seq + 1 for author, (seq, _) in feed.heads().items()} == {
                author: count for author, count in counts.items() if count
            }
            gone = sum(max((s for a, s in self.delivered[peer] if a == author), default=-1) + 1 for author in counts)
            assert feed.missing == gone - len(self.delivered[peer])
            for other in self.feeds:
                assert feed.disagree(other.heads()) == ()

    def teardown(self) -> None:
        """Let them talk to one another until nobody wants anything: all heads are equal, nothing is missing."""
        for _ in range(2):
            for peer, feed in enumerate(self.feeds):
                for other in self.feeds:
                    for wanted in feed.wanted(other.heads()):
                        for signed in other.events(wanted.author, wanted.first, wanted.last):
                            self.hand(peer, signed)
        first = self.feeds[0].heads()
        for feed in self.feeds:
            assert feed.heads() == first
            assert feed.missing == 0
            assert not feed.proofs()
        assert sum(seq + 1 for seq, _ in first.values()) == len(self.published)
        if self.published:
            self.prove_a_second_history()

    def prove_a_second_history(self) -> None:
        """One author signs a second history: every feed that sees both has the proof, and goes on with the others."""
        old = self.published[len(self.published) // 2]
        author = next(identity for identity in PEERS if identity.public == old.event.author)
        new = resign(author, old, data=("another", 1, None))
        for feed in self.feeds:
            assert feed.receive(new) == [Forked(old, new)]
            assert isinstance(feed.receive(new)[0], Refused)


TestFeeds = Feeds.TestCase
TestFeeds.settings = settings(max_examples=100, stateful_step_count=60, deadline=None)
