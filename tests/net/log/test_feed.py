"""The feed: order out of disorder, limits, and proofs of two histories."""

from __future__ import annotations

import random

import pytest

from net.log.chain import Accepted, Arrival, Duplicate, Forked, Held, Refusal, Refused, proves_fork
from net.log.feed import CannotSign, Feed
from net.wire import envelope
from net.wire.event import Draft, Kind
from net.wire.peer_message import Range
from tests.net.support.event_signer import TID, chain, event, resign, who
from tests.net.support.sample_feeds import ANN, BEN, CAT, fed, say


def test_a_chain_in_order_is_accepted_and_known_again() -> None:
    feed = Feed(TID)
    for signed in chain(ANN, 5):
        assert feed.receive(signed) == [Accepted(signed)]
        assert feed.receive(signed) == [Duplicate(signed.id)]
    assert feed.heads() == {ANN.public: (4, chain(ANN, 5)[4].id8)}
    assert feed.events(ANN.public, 1, 2) == tuple(chain(ANN, 5)[1:3])
    assert feed.events(ANN.public, 3) == tuple(chain(ANN, 5)[3:])
    assert feed.events(BEN.public) == feed.events(ANN.public, -1) == ()
    assert feed.authors() == (ANN.public,)


def test_what_comes_early_is_held_and_released_in_order() -> None:
    feed, events = Feed(TID), chain(ANN, 6)
    assert feed.receive(events[2]) == [Held(ANN.public, 2)]
    assert feed.receive(events[5]) == [Held(ANN.public, 5)]
    assert feed.receive(events[2]) == [Duplicate(events[2].id)]
    assert feed.gaps() == (Range(ANN.public, 0, 1), Range(ANN.public, 3, 4))
    assert feed.missing == 4
    assert feed.heads() == {}
    assert feed.receive(events[0]) == [Accepted(events[0])]
    assert feed.receive(events[1]) == [Accepted(events[1]), Accepted(events[2])]
    feed.receive(events[4])
    assert feed.receive(events[3]) == [Accepted(signed) for signed in events[3:]]
    assert feed.missing == 0


def test_any_order_gives_the_same_heads() -> None:
    events = [*chain(ANN, 30), *chain(BEN, 30), *chain(CAT, 30)]
    heads = fed(*events).heads()
    for seed in range(10):
        random.Random(seed).shuffle(events)
        assert fed(*events).heads() == heads


def test_two_events_at_one_place_are_a_proof() -> None:
    events = chain(ANN, 4)
    other = resign(ANN, events[2], data=("other", 1, None))
    feed = fed(*events)
    assert feed.receive(other) == [Forked(events[2], other)]
    assert feed.proofs() == (Forked(events[2], other),)
    assert feed.receive(other) == [Refused(Refusal.FORKED)]
    assert feed.receive(chain(ANN, 5)[4]) == [Refused(Refusal.FORKED)]
    assert feed.receive(events[1]) == [Duplicate(events[1].id)]
    assert feed.heads()[ANN.public][0] == 3
    assert feed.wanted({ANN.public: (9, b"")}) == ()
    assert say(feed, "ben").event.seq == 0


def test_an_event_upon_another_history_is_a_proof() -> None:
    events = chain(ANN, 3)
    other = envelope.make(ANN, event(ANN, 3, b"another history."))
    feed = fed(*events)
    assert feed.receive(other) == [Forked(events[2], other)]
    assert proves_fork(events[2], other)
    assert proves_fork(other, events[2])
    assert not proves_fork(events[1], events[2])
    assert not proves_fork(events[1], other)
    assert not proves_fork(events[1], chain(BEN, 3)[1])


def test_two_histories_among_the_held_are_a_proof_and_what_came_before_still_counts() -> None:
    events = chain(ANN, 5)
    other = resign(ANN, events[3], data=("other", 1, None))
    feed = fed(events[3], events[4])
    assert feed.receive(other) == [Forked(events[3], other)]
    assert feed.wanted({ANN.public: (4, b"")}) == (Range(ANN.public, 0, 2),)
    for signed in events[:3]:
        assert feed.receive(signed) == [Accepted(signed)]
    assert feed.receive(events[3]) == [Refused(Refusal.FORKED)]
    assert feed.wanted({ANN.public: (4, b"")}) == ()


def test_a_held_event_upon_another_history_is_a_proof_when_its_turn_comes() -> None:
    events = chain(ANN, 3)
    other = envelope.make(ANN, event(ANN, 2, b"another history."))
    feed = fed(events[0], other)
    assert feed.receive(events[1]) == [Accepted(events[1]), Forked(events[1], other)]


def test_another_table_is_refused() -> None:
    assert Feed(b"t" * 16).receive(chain(ANN, 1)[0]) == [Refused(Refusal.FOREIGN)]


def test_a_draft_continues_the_own_chain_and_names_what_was_seen() -> None:
    feed = Feed(TID)
    first = say(feed, "ann")
    reply = say(feed, "ben")
    assert [(dep.mark, dep.seq, dep.id8) for dep in reply.event.deps] == [(ANN.public[:2], 0, first.id8)]
    assert reply.event.lam == first.event.lam + 1
    assert say(feed, "ben").event.deps == ()
    third = say(feed, "ann")
    assert third.event.prev == first.link
    assert [(dep.mark, dep.seq) for dep in third.event.deps] == [(BEN.public[:2], 1)]
    assert third.event.lam == 4
    again = fed(*feed.events(ANN.public), *feed.events(BEN.public))
    assert again.draft(ANN, Draft(Kind.MOVE, ("a", 1, None)), 5) == feed.draft(ANN, Draft(Kind.MOVE, ("a", 1, None)), 5)


def test_the_head_that_the_place_in_the_line_names_is_not_named_again() -> None:
    feed = Feed(TID)
    before, beside = say(feed, "ann"), say(feed, "cat")
    here = Draft(Kind.MOVE, ("a", 1, None), ply=1, gprev=before.id[:16])
    move = feed.draft(BEN, here, 5)
    assert [dep.id8 for dep in move.event.deps] == [beside.id8]
    feed.receive(move)
    assert say(feed, "ben").event.deps == ()
    other = say(feed, "ann")
    assert [dep.id8 for dep in feed.draft(BEN, here, 5).event.deps] == [other.id8]


def test_no_more_heads_are_named_than_an_event_may_name() -> None:
    feed = Feed(TID)
    names = [f"guest {number}" for number in range(70)]
    for name in names:
        feed.admit(who(name).public)
        say(feed, name)
    feed.admit(ANN.public)
    first, second = say(feed, "ann").event.deps, say(feed, "ann").event.deps
    assert len(first) == envelope.DEPS_LIMIT
    assert {dep.id8 for dep in first + second} == {feed.events(who(name).public, 0, 0)[0].id8 for name in names}


def test_a_lamport_counter_at_its_limit_stays_there() -> None:
    high = envelope.make(BEN, event(BEN, lam=envelope.LAM_LIMIT))
    feed = fed(high)
    assert say(feed, "ann").event.lam == envelope.LAM_LIMIT
    assert say(feed, "ann").event.lam == envelope.LAM_LIMIT


def test_nothing_is_signed_over_what_is_not_here() -> None:
    events = chain(ANN, 3)
    feed = fed(events[0], events[2])
    with pytest.raises(CannotSign, match="not here yet"):
        feed.draft(ANN, Draft(Kind.MOVE, ("a", 1, None)), 1)
    feed.receive(events[1])
    assert feed.draft(ANN, Draft(Kind.MOVE, ("a", 1, None)), 1).event.seq == 3
    feed.receive(resign(ANN, events[1], data=("other", 1, None)))
    with pytest.raises(CannotSign, match="two different histories"):
        feed.draft(ANN, Draft(Kind.MOVE, ("a", 1, None)), 1)


def test_heads_show_what_is_wanted_and_where_histories_differ() -> None:
    ours, theirs = chain(ANN, 5), chain(ANN, 8)
    other = resign(ANN, ours[3], data=("other", 1, None))
    feed = fed(*ours)
    assert feed.wanted(fed(*theirs).heads()) == (Range(ANN.public, 5, 7),)
    assert feed.disagree(fed(*theirs).heads()) == ()
    assert fed(*theirs).wanted(feed.heads()) == ()
    split = fed(*ours[:3], other).heads()
    assert feed.disagree(split) == (Range(ANN.public, 3, 3),)
    assert isinstance(feed.receive(other)[0], Forked)
    assert feed.disagree(split) == ()
    assert feed.wanted({BEN.public: (2, b"")}) == (Range(BEN.public, 0, 2),)


def test_arrivals_are_a_closed_set() -> None:
    kinds: set[type[Arrival]] = {Accepted, Held, Duplicate, Refused, Forked}
    assert len(kinds) == 5
    assert len(Refusal) == 6
