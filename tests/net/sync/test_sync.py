"""What to send when: heads, requests, answers; no clock, no network."""

from __future__ import annotations

import pytest

from net.sync.replication import CALM_MS, HEADS_MS, LATE_MS, ROUND_MS, SILENT_MS, Answer, Ask, SayHeads, Stage, Sync
from net.sync.reply_queue import REPLY_MS
from net.sync.request_schedule import ASK_MS, TRIES
from net.wire.event import VERSION
from net.wire.peer_message import Range, Reply, Request
from tests.net.support.syncing import ANN, BOB, CID, TID, chain, heads_of, live, sync_of, take, told


def _stage(sync: Sync) -> Stage:
    return sync.stage


def test_away_nothing_is_due() -> None:
    sync, _ = sync_of()
    assert sync.due(10**9) == ()
    assert sync.next_due() is None


def test_the_round_begins_with_heads_that_want_an_answer() -> None:
    sync, _ = sync_of(chain(ANN, 1))
    sync.begin(0)
    assert sync.next_due() == 0
    assert sync.due(0) == (SayHeads(want=True),)
    assert _stage(sync) is Stage.HISTORY


def test_history_is_whole_when_our_own_heads_of_this_connection_come_back() -> None:
    sync, feed = sync_of()
    sync.begin(1_000)
    sync.due(1_000)
    sync.hear_heads(1_004, told(ANN, feed.heads(), ts=999))
    sync.due(HEADS_MS * 100)
    assert _stage(sync) is Stage.HISTORY
    sync.hear_heads(HEADS_MS * 100, told(ANN, feed.heads(), ts=1_000))
    assert sync.next_due() == HEADS_MS * 100
    sync.due(HEADS_MS * 100)
    assert _stage(sync) is Stage.ROUND


@pytest.mark.parametrize("expected", [True, False])
def test_the_round_ends_when_all_have_answered_or_after_three_seconds(expected: bool) -> None:  # noqa: FBT001 a case
    sync, feed = sync_of(chain(BOB, 2))
    sync.begin(0)
    sync.expect([BOB.public, ANN.public] if expected else [BOB.public, CID.public])
    sync.due(0)
    sync.hear_heads(5, told(ANN, feed.heads()))
    sync.hear_heads(9, told(BOB, feed.heads()))
    sync.due(9)
    assert _stage(sync) is (Stage.LIVE if expected else Stage.ROUND)
    sync.due(ROUND_MS)
    assert _stage(sync) is Stage.LIVE


def test_alone_among_our_own_there_is_nobody_to_wait_for() -> None:
    sync, feed = sync_of()
    sync.begin(0, alone_ms=0)
    sync.due(0)
    sync.hear_heads(0, told(ANN, feed.heads()))
    sync.due(0)
    assert _stage(sync) is Stage.LIVE


def test_the_round_goes_on_until_everything_seen_is_here() -> None:
    bobs = chain(BOB, 5)
    sync, feed = sync_of(bobs[:2])
    sync.begin(0)
    sync.expect([BOB.public])
    sync.due(0)
    sync.hear_heads(1, told(ANN, feed.heads()))
    sync.due(1)
    sync.hear_heads(2, told(BOB, heads_of(bobs)))
    assert sync.due(2) == (Ask((Range(BOB.public, 2, 4),)),)
    assert _stage(sync) is Stage.ROUND
    take(feed, bobs)
    sync.hear_event(50)
    assert sync.next_due() == 50
    sync.due(50)
    assert _stage(sync) is Stage.LIVE


def test_what_nobody_sends_holds_the_round_up_for_a_while_only() -> None:
    sync, feed = sync_of()
    sync.begin(0)
    sync.expect([BOB.public])
    sync.hear_heads(1, told(ANN, feed.heads()))
    sync.due(1)
    sync.hear_heads(2, told(BOB, {CID.public: (90, bytes(8))}))
    now, asked = 2, 0
    while _stage(sync) is not Stage.LIVE:
        asked += sum(isinstance(errand, Ask) for errand in sync.due(now))
        following = sync.next_due()
        assert following is not None
        assert following > now or _stage(sync) is Stage.LIVE
        now = following
    assert asked == TRIES
    assert now <= ROUND_MS + TRIES * ASK_MS + HEADS_MS


def test_who_wants_heads_gets_them_at_once_and_never_a_storm() -> None:
    sync, feed = live()
    said = 0
    for now in range(300, 3300):
        sync.hear_heads(now, told(BOB, feed.heads(), want=True))
        said += len(sync.due(now))
    assert 10 <= said <= 16


def test_two_that_both_want_heads_do_not_answer_each_other_for_ever() -> None:
    one, feed = sync_of()
    one.begin(0)
    said = 0
    for now in range(1000):
        for errand in one.due(now):
            said += isinstance(errand, SayHeads)
        one.hear_heads(now, told(BOB, feed.heads(), want=True))
    assert said <= 6


def test_heads_are_said_every_fifteen_seconds_and_after_agreement_every_minute() -> None:
    sync, feed = live()
    sync.hear_heads(100, told(BOB, feed.heads()))
    assert sync.due(HEADS_MS) == (SayHeads(want=False),)
    assert sync.next_due() == HEADS_MS + CALM_MS
    sync.hear_event(20_000)
    assert sync.next_due() == 20_000 + HEADS_MS
    assert sync.due(35_000) == (SayHeads(want=False),)
    assert sync.next_due() == 35_000 + HEADS_MS


def test_an_unknown_predecessor_brings_heads_and_a_request_after_a_second() -> None:
    bobs = chain(BOB, 3)
    sync, feed = live()
    take(feed, bobs[2:])
    sync.hear_gap(500)
    assert sync.due(1499) == ()
    assert sync.due(1500) == (SayHeads(want=False), Ask((Range(BOB.public, 0, 1),)))


def test_what_heads_speak_of_may_still_be_on_its_way() -> None:
    bobs = chain(BOB, 2)
    sync, feed = live(bobs[:1])
    sync.hear_heads(1000, told(BOB, heads_of(bobs)))
    assert sync.due(1200) == ()
    take(feed, bobs)
    assert sync.due(1300) == ()


def test_an_answer_waits_its_random_time() -> None:
    bobs = chain(BOB, 4)
    sync, _ = live(bobs)
    sync.hear_request(1000, Request(VERSION, CID.public, TID, (Range(BOB.public, 1, 2),), 1))
    at = sync.next_due()
    assert at is not None
    assert 1000 + REPLY_MS[0] <= at <= 1000 + REPLY_MS[1]
    assert sync.due(at - 1) == ()
    assert sync.due(at) == (Answer(tuple(bobs[1:3])),)
    assert sync.due(at + 1) == ()


def test_what_another_has_answered_is_not_answered_again() -> None:
    bobs = chain(BOB, 4)
    sync, _ = live(bobs)
    sync.hear_request(1000, Request(VERSION, CID.public, TID, (Range(BOB.public, 0, 3),), 1))
    sync.hear_reply(Reply(VERSION, BOB.public, TID, ()), bobs[:2])
    assert sync.due(1400) == (Answer(tuple(bobs[2:])),)
    sync.hear_request(2000, Request(VERSION, CID.public, TID, (Range(BOB.public, 0, 3),), 1))
    sync.hear_reply(Reply(VERSION, BOB.public, TID, ()), bobs)
    assert sync.due(2400) == ()


def test_what_we_lack_is_not_owed() -> None:
    sync, _ = live()
    sync.hear_request(1000, Request(VERSION, CID.public, TID, (Range(BOB.public, 0, 3),), 1))
    assert sync.due(1400) == ()


def test_owing_is_bounded() -> None:
    bobs = chain(BOB, 2)
    sync, _ = live(bobs)
    for _ in range(1000):
        sync.hear_request(1000, Request(VERSION, CID.public, TID, (Range(BOB.public, 0, 1),) * 64, 1))
    assert sync.due(1400) == (Answer(tuple(bobs)),)


def test_a_connection_that_ends_ends_everything_due() -> None:
    sync, feed = live(chain(BOB, 2))
    sync.hear_request(1000, Request(VERSION, CID.public, TID, (Range(BOB.public, 0, 1),), 1))
    sync.leave()
    sync.hear_heads(1001, told(BOB, feed.heads(), want=True))
    sync.hear_gap(1001)
    assert sync.due(10**6) == ()
    assert sync.next_due() is None


def test_heads_are_no_calmer_while_a_member_has_not_said_that_he_has_it_all() -> None:
    sync, feed = live()
    sync.know([BOB.public, CID.public])
    sync.hear_event(0)
    assert sync.due(HEADS_MS) == (SayHeads(want=False),)
    for now in range(2 * HEADS_MS, SILENT_MS, HEADS_MS):
        sync.hear_heads(now - 1, told(BOB, feed.heads()))
        assert sync.due(now) == (SayHeads(want=False),)
        assert sync.next_due() == now + HEADS_MS
    sync.hear_heads(SILENT_MS - 1, told(BOB, feed.heads()))
    assert sync.due(SILENT_MS) == (SayHeads(want=False),)
    assert sync.next_due() == SILENT_MS + CALM_MS


def test_heads_are_no_calmer_soon_after_an_event_though_all_members_have_it() -> None:
    """Somebody who looks on may have been cut off meanwhile, and is no member."""
    sync, feed = live()
    sync.know([BOB.public, CID.public])
    sync.hear_event(0)
    for now in range(HEADS_MS, CALM_MS, HEADS_MS):
        for member in (BOB, CID):
            sync.hear_heads(now - 1, told(member, feed.heads()))
        assert sync.due(now) == (SayHeads(want=False),)
        assert sync.next_due() == now + HEADS_MS
    for member in (BOB, CID):
        sync.hear_heads(CALM_MS - 1, told(member, feed.heads()))
    assert sync.due(CALM_MS) == (SayHeads(want=False),)
    assert sync.next_due() == 2 * CALM_MS


def test_what_nobody_sends_does_not_keep_back_what_others_would(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.sync.replication.RANGES_LIMIT", 1)
    lost, kept = sorted((chain(BOB, 3), chain(CID, 3)), key=lambda chain: chain[0].event.author)
    sync, feed = live()
    sync.hear_heads(100, told(CID, heads_of(lost, kept)))
    now, asked = 100, set()
    for _ in range(2 * TRIES):
        asked |= {wanted.author for errand in sync.due(now) if isinstance(errand, Ask) for wanted in errand.ranges}
        now = sync.next_due() or now
    assert asked == {lost[0].event.author, kept[0].event.author}
    assert feed.heads() == {}


def test_what_nobody_sends_is_not_always_asked_for_first() -> None:
    """An answer may have room for the first of what is asked for alone."""
    chains = sorted((chain(BOB, 3), chain(CID, 3)), key=lambda chain: chain[0].event.author)
    sync, _ = live()
    sync.hear_heads(100, told(CID, heads_of(*chains)))
    now, first = 100, set()
    for _ in range(2 * TRIES):
        first |= {errand.ranges[0].author for errand in sync.due(now) if isinstance(errand, Ask)}
        now = sync.next_due() or now
    assert first == {BOB.public, CID.public}


def test_news_of_somebody_without_a_seat_is_asked_for_while_something_else_is_asked_for_in_vain() -> None:
    sync, _ = live()
    sync.know([BOB.public])
    sync.hear_heads(100, told(BOB, {BOB.public: (9, bytes(8))}))
    now = 100
    while not sync.asking.is_vain:
        sync.due(now)
        now = sync.next_due() or now
    for seq in (2, 5):
        now += HEADS_MS
        sync.hear_heads(now, told(CID, {CID.public: (seq, bytes(8))}))
        (asked,) = (errand for errand in sync.due(now + LATE_MS) if isinstance(errand, Ask))
        assert Range(CID.public, 0, seq) in asked.ranges
