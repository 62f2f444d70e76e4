"""The feed: order out of disorder, limits, and proofs of two histories."""

from __future__ import annotations

import random

import pytest

from net import chain as chains
from net import envelope
from net.arrival import proves_fork
from net.event import Draft, Kind, Signed
from net.feed import (
    AUTHORS_LIMIT,
    Accepted,
    Arrival,
    CannotSign,
    Duplicate,
    Feed,
    Forked,
    Held,
    Range,
    Refusal,
    Refused,
)
from tests.net.teller import TID, chain, event, resign, who

ANN, BEN, CAT = who("ann"), who("ben"), who("cat")


def fed(*events: Signed) -> Feed:
    feed = Feed(TID)
    for signed in events:
        feed.receive(signed)
    return feed


def say(feed: Feed, name: str, kind: Kind = Kind.MOVE) -> Signed:
    signed = feed.draft(who(name), Draft(kind, ("text", None)), 1)
    assert feed.receive(signed) == [Accepted(signed)]
    return signed


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
    feed = fed(*events)
    assert feed.heads()[ANN.public][0] == kept - 1


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
    with pytest.raises(CannotSign, match="Two different histories"):
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
