"""The feed at its edges: who finds a place in a crowd of what size, what is followed of strangers after the start."""

from __future__ import annotations

from functools import cache
from typing import Any

from core.game import Seat
from core.games import find
from core.option import settle
from net.identity.identity import Identity, pid_of
from net.log.chain import Accepted, Forked, Held, Refusal, Refused, proves_fork
from net.log.feed import AUTHORS_LIMIT, CROWD_LIMIT, MOST_LIMIT, Feed
from net.table.fold.table_terms import settle_terms
from net.table.table import genesis
from net.wire import envelope
from net.wire.event import Draft, Kind, Signed
from net.wire.event_data import tid_of
from net.wire.peer_message import BUNDLE_LIMIT, Range
from tests.net.support.event_signer import TID, chain, event, resign, who

ANN, BEN, CAT, EVE = who("ann"), who("ben"), who("cat"), who("eve")
SIT: dict[str, Any] = {"kind": int(Kind.SIT), "data": (0, "x", "")}
NOTHING: dict[str, Any] = {}


@cache
def guests(number: int) -> Identity:
    """Give one of many strangers."""
    return who(f"guest {number}")


@cache
def first(author: Identity, tid: bytes, *, sits: bool) -> Signed:
    """Sign somebody's first event: a wish to sit, or anything else."""
    return chain(author, 1, tid=tid, **(SIT if sits else NOTHING))[0]


def knocks(feed: Feed, author: Identity, *, sits: bool = False) -> bool:
    """Let somebody send his first event; tell whether he found a place."""
    (arrival,) = feed.receive(first(author, feed.tid, sits=sits))
    assert isinstance(arrival, Accepted) or arrival == Refused(Refusal.CROWDED)
    return isinstance(arrival, Accepted)


def crowd(count: int, tid: bytes = TID) -> Feed:
    """Give a feed of so many authors: strangers first, then people who come to sit, then those of the roster."""
    feed = Feed(tid)
    for number in range(count):
        guest = guests(number)
        if number >= CROWD_LIMIT:
            feed.admit(guest.public)
        assert knocks(feed, guest, sits=number >= AUTHORS_LIMIT)
    return feed


def test_strangers_come_in_up_to_their_limit() -> None:
    assert knocks(crowd(AUTHORS_LIMIT - 1), ANN)
    assert not knocks(crowd(AUTHORS_LIMIT), ANN)


def test_who_comes_to_sit_or_is_named_by_the_host_comes_in_up_to_the_crowds_limit() -> None:
    for count, welcome in ((CROWD_LIMIT - 1, True), (CROWD_LIMIT, False)):
        assert knocks(crowd(count), ANN, sits=True) is welcome
        named, marked = crowd(count), crowd(count)
        named.vouch([pid_of(ANN.public)], [])
        marked.vouch([], [ANN.public[:2]])
        assert not knocks(named, BEN)
        assert knocks(named, ANN) is welcome
        assert knocks(marked, ANN) is welcome


def test_only_the_first_event_of_who_comes_to_sit_makes_way() -> None:
    feed, second = crowd(AUTHORS_LIMIT), chain(ANN, 2, **SIT)[1]
    assert feed.receive(second) == [Refused(Refusal.CROWDED)]


def test_those_of_the_roster_come_in_up_to_the_last_limit() -> None:
    for count, welcome in ((CROWD_LIMIT, True), (MOST_LIMIT - 1, True), (MOST_LIMIT, False)):
        feed = crowd(count)
        feed.admit(ANN.public)
        assert knocks(feed, ANN) is welcome
        assert not knocks(feed, BEN)


def test_a_witness_has_a_place_like_those_of_the_roster_and_keeps_it() -> None:
    feed = crowd(CROWD_LIMIT)
    feed.vouch([], [], pid_of(ANN.public))
    assert not knocks(feed, BEN)
    assert feed.wanted({ANN.public: (0, b"x" * 8)}) == (Range(ANN.public, 0, 0),)
    feed.vouch([], [], pid_of(CAT.public))
    assert knocks(feed, ANN)
    assert knocks(feed, CAT)
    assert not knocks(feed, BEN)


def test_where_there_is_no_crowd_nobody_is_let_in_by_being_named() -> None:
    feed = crowd(AUTHORS_LIMIT - 1)
    assert not feed.vouch([pid_of(ANN.public)], [])
    knocks(feed, EVE)
    assert not feed.vouch([pid_of(ANN.public)], [])
    assert feed.vouch([pid_of(BEN.public)], [])
    assert feed.vouch([pid_of(BEN.public)], [CAT.public[:2]])


def test_an_event_is_found_by_its_id_once_it_is_accepted() -> None:
    feed, events = Feed(TID), chain(ANN, 3)
    feed.receive(events[0])
    feed.receive(events[2])
    assert feed.known(events[0].id) == events[0]
    assert feed.known(events[2].id) is feed.known(events[1].id) is None
    feed.receive(events[1])
    assert [feed.known(one.id) for one in events] == events


def test_a_gap_is_told_as_far_as_a_stranger_is_followed() -> None:
    feed, ours, theirs = Feed(TID), chain(ANN, 9), chain(EVE, 9)
    feed.admit(ANN.public)
    for events in (ours, theirs):
        assert feed.receive(events[8]) == [Held(events[8].event.author, 8)]
    feed.close({EVE.public[:2]: 3})
    assert feed.gaps() == (Range(ANN.public, 0, 7), Range(EVE.public, 0, 3))
    assert feed.missing == 12
    assert feed.wanted({EVE.public: (8, b"x" * 8), ANN.public: (8, b"x" * 8)}) == feed.gaps()[::-1]
    feed.receive(theirs[0])
    assert set(feed.heads()) == {EVE.public}
    feed.close({EVE.public[:2]: 0})
    assert feed.gaps() == (Range(ANN.public, 0, 7),)
    assert set(feed.heads()) == {EVE.public}
    feed.close({})
    assert feed.heads() == {}


def test_a_stranger_kept_out_hides_nobody_behind_him() -> None:
    feed, known = crowd(AUTHORS_LIMIT), guests(0).public
    theirs = {EVE.public: (5, b"x" * 8), known: (2, b"x" * 8)}
    assert feed.wanted(theirs) == (Range(EVE.public, 0, 0), Range(known, 1, 2))


def test_once_the_table_has_begun_nobody_kept_out_is_asked_for() -> None:
    game = find("djambi")
    draft = genesis(game, settle(game, {}), settle_terms({}), title="", nick="ann", salt=b"s" * 16)
    tid = tid_of(ANN.public, draft.data)
    feed = crowd(AUTHORS_LIMIT, tid)
    theirs = {EVE.public: (5, b"x" * 8)}
    assert feed.wanted(theirs) == (Range(EVE.public, 0, 0),)
    assert feed.receive(feed.draft(ANN, draft, 1)) != [Refused(Refusal.CROWDED)]
    assert feed.wanted(theirs) == ()


def test_an_event_with_a_low_counter_sets_no_counter_back() -> None:
    feed = Feed(TID)
    for author, lam in ((ANN, 40), (BEN, 7)):
        feed.receive(resign(author, chain(author, 1)[0], lam=lam))
    assert feed.draft(CAT, Draft(Kind.MOVE, ("a", 1, None)), 1).event.lam == 41


def test_a_draft_carries_all_that_the_table_wants_said() -> None:
    draft = Draft(Kind.MOVE, ("a", 1, None), Seat(2), 7, b"g" * 16, b"s" * 16)
    said = Feed(TID).draft(ANN, draft, 1234).event
    assert (said.tid, said.author, said.seq, said.prev, said.lam) == (TID, ANN.public, 0, bytes(16), 1)
    assert (said.kind, said.data, said.seat, said.ply) == (Kind.MOVE, ("a", 1, None), 2, 7)
    assert (said.gprev, said.state, said.ts, said.deps) == (b"g" * 16, b"s" * 16, 1234, ())


def test_before_a_proof_the_place_where_two_histories_part_is_asked_for_bundle_by_bundle() -> None:
    events = chain(ANN, BUNDLE_LIMIT + 20)
    other = (9, b"another.")
    for seq, asked in ((1, (0, 0)), (2, (0, 1)), (5, (0, 4)), (BUNDLE_LIMIT + 10, (10, BUNDLE_LIMIT + 9))):
        feed = Feed(TID)
        for signed in events[: seq + 1]:
            feed.receive(signed)
        (proof,) = feed.receive(envelope.make(ANN, event(ANN, seq, b"another history's id 32 bytes...")))
        assert isinstance(proof, Forked)
        assert feed.disagree({BEN.public: other, ANN.public: other}) == (Range(ANN.public, *asked),)
        assert feed.disagree({ANN.public: (0, events[0].id8)}) == ()


def test_a_head_is_named_once_whenever_it_was_named() -> None:
    feed = Feed(TID)

    def say(author: Identity) -> Signed:
        signed = feed.draft(author, Draft(Kind.MOVE, ("a", 1, None)), 1)
        feed.receive(signed)
        return signed

    for author in (ANN, BEN):
        say(author)
    assert [dep.seq for dep in say(CAT).event.deps] == [0, 0]
    say(ANN)
    assert [(dep.mark, dep.seq) for dep in say(CAT).event.deps] == [(ANN.public[:2], 1)]
    assert [(dep.mark, dep.seq) for dep in say(ANN).event.deps] == [(CAT.public[:2], 1)]
    again = Feed(TID)
    for author in (ANN, BEN, CAT):
        for signed in feed.events(author.public):
            again.receive(signed)
    assert [dep.seq for dep in again.draft(CAT, Draft(Kind.MOVE, ("a", 1, None)), 1).event.deps] == [2]


def test_who_named_whole_ids_goes_on_with_halves() -> None:
    old = chain(ANN, 2, link=32)
    feed = Feed(TID)
    for signed in old:
        assert feed.receive(signed) == [Accepted(signed)]
    new = feed.draft(ANN, Draft(Kind.TALK, ("Good evening.", None)), 1)
    assert new.event.prev == old[1].link
    assert feed.receive(new) == [Accepted(new)]
    third = envelope.make(ANN, event(ANN, 3, new.link + b"another history."))
    assert feed.receive(third) == [Forked(new, third)]
    assert proves_fork(new, third)
