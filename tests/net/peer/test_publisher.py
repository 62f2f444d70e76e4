"""What is to be published of one's own chain, and how it is cut into segments."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from net.identity.identity import Identity
from net.log.chain import EVENTS_LIMIT
from net.log.feed import Feed
from net.peer.publisher import FOLLOWERS, ClearEvent, Outbox, OutboxItem, PutEvent, PutSegment
from net.wire.event import Draft, Kind, Signed
from net.wire.mqtt_topic import Place, Topic
from net.wire.peer_message import BUNDLE_LIMIT

ANN = Identity(bytes([1]) * 32)
FULL = BUNDLE_LIMIT + FOLLOWERS


def _chain(count: int) -> list[Signed]:
    feed = Feed(bytes(16))
    chain = []
    for number in range(count):
        signed = feed.draft(ANN, Draft(Kind.OFFER, ("draw", str(number))), number)
        feed.receive(signed)
        chain.append(signed)
    return chain


CHAIN = _chain(300)


def test_each_event_is_published_once() -> None:
    outbox = Outbox()
    assert outbox.pending(CHAIN[:2]) == (PutEvent(CHAIN[0]), PutEvent(CHAIN[1]))
    assert outbox.pending(CHAIN[:3]) == (PutEvent(CHAIN[2]),)
    assert outbox.pending(CHAIN[:3]) == ()


def test_what_the_broker_has_is_not_published_again() -> None:
    outbox = Outbox()
    outbox.saw(Topic(Place.EVENT, number=1))
    assert outbox.pending(CHAIN[:3]) == (PutEvent(CHAIN[0]), PutEvent(CHAIN[2]))
    outbox.forget()
    outbox.saw(Topic(Place.EVENT, number=0))
    assert outbox.pending(CHAIN[:3]) == (PutEvent(CHAIN[1]), PutEvent(CHAIN[2]))


def test_enough_events_make_a_segment_and_their_topics_are_cleared() -> None:
    outbox = Outbox()
    outbox.pending(CHAIN[: FULL - 1])
    postings = outbox.pending(CHAIN[:FULL])
    segment, *rest = postings
    assert isinstance(segment, PutSegment)
    assert (segment.count, segment.first) == (0, 0)
    assert [body for _, body in segment.events] == [signed.body for signed in CHAIN[: len(segment.events)]]
    cleared = [posting.seq for posting in rest if isinstance(posting, ClearEvent)]
    assert cleared == list(range(len(segment.events)))
    assert rest[-1] == PutEvent(CHAIN[FULL - 1])


@given(st.integers(0, 300), st.integers(0, 300), st.integers(0, 300))
def test_however_it_grows_everything_stands_on_the_broker_once(first: int, second: int, third: int) -> None:
    outbox = Outbox()
    events: dict[int, Signed] = {}
    segments: dict[int, PutSegment] = {}
    for length in sorted((first, second, third)):
        for posting in outbox.pending(CHAIN[:length]):
            match posting:
                case PutEvent(signed=signed):
                    events[signed.event.seq] = signed
                case PutSegment(count=count):
                    segments[count] = posting
                case ClearEvent(seq=seq):
                    del events[seq]
    held = [body for count in sorted(segments) for _, body in segments[count].events]
    held += [events[seq].body for seq in sorted(events)]
    assert held == [signed.body for signed in CHAIN[: max(first, second, third)]]
    assert len(events) + len(segments) <= 300 // 32 + FULL


@given(st.integers(0, 300))
def test_one_that_starts_again_makes_the_same_segments(length: int) -> None:
    grown, fresh = Outbox(), Outbox()
    cut = [
        posting
        for end in range(length + 1)
        for posting in grown.pending(CHAIN[:end])
        if isinstance(posting, PutSegment)
    ]
    assert cut == [posting for posting in fresh.pending(CHAIN[:length]) if isinstance(posting, PutSegment)]


def put(broker: dict[Topic, Signed | PutSegment], posting: OutboxItem) -> None:
    """Let a broker retain what is published."""
    match posting:
        case PutEvent(signed=signed):
            broker[Topic(Place.EVENT, number=signed.event.seq)] = signed
        case PutSegment(count=count):
            broker[Topic(Place.SEGMENT, number=count)] = posting
        case ClearEvent(seq=seq):
            broker.pop(Topic(Place.EVENT, number=seq), None)


def held(broker: dict[Topic, Signed | PutSegment]) -> set[bytes]:
    """Give the bodies that a broker gives back, from wherever they stand."""
    segments = [kept for kept in broker.values() if isinstance(kept, PutSegment)]
    return {kept.body for kept in broker.values() if isinstance(kept, Signed)} | {
        body for segment in segments for _, body in segment.events
    }


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(0, 90)), max_size=8))
def test_a_crash_anywhere_while_a_segment_is_made_loses_nothing(evenings: list[tuple[int, int]]) -> None:
    """Each evening goes on by some events and ends after some messages, told or not; then one starts again."""
    broker: dict[Topic, Signed | PutSegment] = {}
    length = 0
    told: set[bytes] = set()
    for more, messages in evenings:
        length = min(length + more, len(CHAIN))
        outbox = Outbox()
        for at in broker:
            outbox.saw(at)
        for posting in outbox.pending(CHAIN[:length])[:messages]:
            put(broker, posting)
            assert told <= held(broker)  # what was there once is never gone, in between neither
            told = held(broker)
    for fresh in (Outbox(), Outbox()):
        for at in broker:
            fresh.saw(at)
        for posting in fresh.pending(CHAIN[:length]):
            put(broker, posting)
    assert held(broker) == {signed.body for signed in CHAIN[:length]}
    assert len(broker) <= FULL + 300 // 32


def test_a_table_of_four_with_the_longest_chains_stays_within_what_a_broker_gives_back() -> None:
    per_segment = 48  # of moves with their proofs of order; checked against real ones below
    (segment, *_) = (one for one in Outbox().pending(CHAIN) if isinstance(one, PutSegment))
    assert len(segment.events) >= per_segment
    assert 4 * (FULL + EVENTS_LIMIT // per_segment) <= 800
