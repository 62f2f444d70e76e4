"""The limits of a feed: authors, what is held, talk, bytes and events of a chain."""

from __future__ import annotations

import pytest

from net.log import chain as chains
from net.log.chain import Accepted, Duplicate, Held, Refusal, Refused
from net.log.feed import AUTHORS_LIMIT, CannotSign, Feed
from net.wire import envelope
from net.wire.event import Draft, Kind
from net.wire.peer_message import Range
from tests.net.support.event_signer import TID, chain, event, who
from tests.net.support.sample_feeds import ANN, fed, say


def test_few_authors_and_always_those_of_the_roster() -> None:
    feed = Feed(TID)
    for number in range(AUTHORS_LIMIT):
        assert isinstance(feed.receive(chain(who(f"guest {number}"), 1)[0])[0], Accepted)
    late = chain(ANN, 1)[0]
    assert feed.receive(late) == [Refused(Refusal.CROWDED)]
    assert feed.wanted({ANN.public: (8, late.id8)}) == (Range(ANN.public, 0, 0),)
    feed.admit(ANN.public)
    assert feed.wanted({ANN.public: (0, late.id8)}) == (Range(ANN.public, 0, 0),)
    assert feed.receive(late) == [Accepted(late)]


def test_few_are_held_the_nearest_first() -> None:
    events = chain(ANN, 300)
    feed = fed(*events[50:250])
    assert feed.receive(events[280]) == [Refused(Refusal.AHEAD)]
    assert feed.receive(events[20]) == [Held(ANN.public, 20)]
    assert feed.receive(events[249]) == [Refused(Refusal.AHEAD)]
    assert feed.gaps() == (Range(ANN.public, 0, 19), Range(ANN.public, 21, 49))
    assert feed.missing == 49


def test_what_is_held_is_few_bytes() -> None:
    events = chain(ANN, 200, data=("x" * 7000, 1, None))
    feed = fed(*events[1:])
    assert feed.gaps() == (Range(ANN.public, 0, 0),)
    kept = [seq for seq in range(1, 200) if feed.disagree({ANN.public: (seq, b"")})]
    assert sum(len(events[seq].body) for seq in kept) <= chains.HELD_BYTES_LIMIT
    assert 60 < len(kept) < 80


def test_what_is_taken_up_leaves_its_room_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    events = chain(ANN, 6)
    monkeypatch.setattr(chains, "HELD_BYTES_LIMIT", sum(len(signed.body) for signed in events[4:]))
    feed = fed(events[2], events[1], events[0])
    assert feed.heads()[ANN.public][0] == 2
    assert feed.receive(events[5]) == [Held(ANN.public, 5)]
    assert feed.receive(events[4]) == [Held(ANN.public, 4)]
    assert feed.receive(events[5]) == [Duplicate(events[5].id)]


def test_what_is_given_up_leaves_its_room_to_what_is_nearer(monkeypatch: pytest.MonkeyPatch) -> None:
    events = chain(ANN, 10)
    monkeypatch.setattr(chains, "HELD_BYTES_LIMIT", sum(len(signed.body) for signed in events[7:]))
    feed = fed(*reversed(events[5:]))
    assert [seq for seq in range(1, 10) if feed.disagree({ANN.public: (seq, b"")})] == [5, 6, 7]


def test_talk_beyond_its_limit_is_unread_and_moves_count_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chains, "TALKS_LIMIT", 3)
    feed = Feed(TID)
    for _ in range(3):
        say(feed, "ann", Kind.TALK)
    with pytest.raises(CannotSign, match="all your talk"):
        feed.draft(ANN, Draft(Kind.TALK, ("more", None)), 1)
    head = feed.events(ANN.public, 2)[0]
    more = envelope.make(ANN, event(ANN, 3, head.id, kind=int(Kind.TALK), data=("more", None)))
    assert feed.receive(more) == [Refused(Refusal.TALKED_OUT, more)]
    move = envelope.make(ANN, event(ANN, 4, more.id))
    assert feed.receive(move) == [Accepted(move)]
    assert feed.heads() == {ANN.public: (4, move.id8)}


def test_a_full_chain_stops_alike_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    events = chain(ANN, 8)
    monkeypatch.setattr(chains, "BYTES_LIMIT", sum(len(signed.body) for signed in events[:5]) + 10)
    forth, back = fed(*events), fed(*reversed(events))
    assert forth.heads() == back.heads() == {ANN.public: (4, events[4].id8)}
    for feed in (forth, back):
        assert feed.receive(events[6]) == [Refused(Refusal.FULL)]
        assert feed.wanted({ANN.public: (7, b"")}) == feed.gaps() == ()
        with pytest.raises(CannotSign, match="your room"):
            feed.draft(ANN, Draft(Kind.MOVE, ("a", 1, None)), 1)


@pytest.mark.parametrize(("spare", "kept"), [(0, 5), (-1, 4)])
def test_a_chain_is_filled_to_the_last_byte(monkeypatch: pytest.MonkeyPatch, spare: int, kept: int) -> None:
    events = chain(ANN, 6)
    monkeypatch.setattr(chains, "BYTES_LIMIT", sum(len(signed.body) for signed in events[:5]) + spare)
    feed = fed(*events[:kept])
    assert feed.heads()[ANN.public][0] == kept - 1
    assert feed.receive(events[kept]) == [Refused(Refusal.FULL)]


@pytest.mark.parametrize("spare", [0, -1])
def test_a_draft_fits_or_is_refused(monkeypatch: pytest.MonkeyPatch, spare: int) -> None:
    feed = fed(*chain(ANN, 3))
    move = Draft(Kind.MOVE, ("c1-c4", 1, None))
    signed = feed.draft(ANN, move, 1)
    used = sum(len(one.body) for one in feed.events(ANN.public))
    monkeypatch.setattr(chains, "BYTES_LIMIT", used + len(signed.body) + spare)
    if spare:
        with pytest.raises(CannotSign, match="your room"):
            feed.draft(ANN, move, 1)
    else:
        assert feed.receive(feed.draft(ANN, move, 1)) == [Accepted(signed)]


def test_the_last_event_of_all_is_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chains, "EVENTS_LIMIT", 3)
    feed = Feed(TID)
    for _ in range(3):
        say(feed, "ann")
    with pytest.raises(CannotSign, match="your room"):
        feed.draft(ANN, Draft(Kind.MOVE, ("c1-c4", 1, None)), 1)
    assert feed.receive(chain(ANN, 4)[3]) == [Refused(Refusal.FULL)]


def test_heads_one_ahead_or_of_the_first_event_compare() -> None:
    feed = fed(*chain(ANN, 3))
    assert feed.disagree({ANN.public: (3, b"another.")}) == ()
    assert feed.disagree({ANN.public: (-1, b"another.")}) == ()
    assert feed.disagree({ANN.public: (0, b"another.")}) == (Range(ANN.public, 0, 0),)


def test_a_chain_has_so_many_events_and_no_more() -> None:
    far = envelope.make(ANN, event(ANN, chains.EVENTS_LIMIT, b"p" * 16))
    feed = Feed(TID)
    assert feed.receive(far) == [Refused(Refusal.FULL)]
    assert feed.wanted({ANN.public: (99_999, b"")}) == (Range(ANN.public, 0, chains.EVENTS_LIMIT - 1),)
