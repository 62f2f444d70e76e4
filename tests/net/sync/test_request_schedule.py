"""Asking for what is missing: again, seldom once it was in vain, and then of the broker too."""

from __future__ import annotations

from net.sync.replication import HEADS_MS, LATE_MS, Ask, Sync
from net.sync.request_schedule import APART_MS, ASK_MS, SELDOM_MS, TRIES
from net.wire.peer_message import Range
from tests.net.support.syncing import BOB, CID, chain, heads_of, live, take, told


def _ask_in_vain(sync: Sync, now: int) -> int:
    """Let so many requests be in vain that asking slows down; give when the last was."""
    for _ in range(TRIES + 1):
        now = max(now, sync.asking.at or now)
        sync.due(now)
    return now


def test_what_nobody_has_is_read_from_the_broker_once_more_and_seldom() -> None:
    bobs = chain(BOB, 3)
    sync, feed = live(bobs[:1])
    sync.know([BOB.public])
    take(feed, bobs[2:])
    sync.hear_gap(100)
    now = _ask_in_vain(sync, 100)
    assert sync.asking.rereads
    sync.asking.rereads = False
    sync.hear_heads(now + 1, told(BOB, heads_of(bobs)))
    sync.due(now + HEADS_MS)
    assert not sync.asking.rereads
    sync.due(now + SELDOM_MS + HEADS_MS)
    assert sync.asking.rereads


def test_where_some_of_it_has_come_the_broker_is_read_again_as_soon_as_the_rest_is_asked_for_in_vain() -> None:
    """As in the evening 1816746: those who have the rest settled the game and left within the minute."""
    bobs = chain(BOB, 9)
    sync, feed = live()
    sync.know([BOB.public])
    sync.hear_heads(100, told(BOB, heads_of(bobs)))
    now = _ask_in_vain(sync, 100)
    sync.asking.rereads = False
    take(feed, bobs[:4])
    sync.hear_event(now + 5)
    again = _ask_in_vain(sync, now + 5)
    assert sync.asking.rereads
    assert again - now <= APART_MS + TRIES * ASK_MS
    sync.asking.rereads = False
    sync.due(again + SELDOM_MS - 1)
    assert not sync.asking.rereads, "nothing more has come: seldom again"


def test_for_what_a_stranger_alone_speaks_of_nothing_is_read_again() -> None:
    sync, _ = live(chain(BOB, 1))
    sync.know([BOB.public])
    sync.hear_heads(100, told(CID, {CID.public: (90, bytes(8))}))
    _ask_in_vain(sync, 100)
    assert not sync.asking.rereads
    assert sync.asking.at is None, "he is believed no longer"


def test_once_what_is_missing_comes_after_all_the_rest_is_asked_for_soon() -> None:
    bobs = chain(BOB, 9)
    sync, feed = live()
    sync.know([BOB.public])
    sync.hear_heads(100, told(BOB, heads_of(bobs)))
    now = _ask_in_vain(sync, 100)
    assert sync.asking.at == now + SELDOM_MS
    sync.hear_event(now + 5)
    assert sync.asking.at == now + SELDOM_MS, "it was not what is missing"
    take(feed, bobs[:4])
    sync.hear_event(now + 5)
    assert sync.asking.at == now + APART_MS
    assert Ask((Range(BOB.public, 4, 8),)) in sync.due(now + APART_MS)
    assert sync.asking.at == now + APART_MS + ASK_MS


def test_a_request_is_not_put_off_by_heads_that_come_faster_than_it() -> None:
    """As in the evening 146146 of the simulator: each of the heads asked for it a little later than the one before."""
    bobs = chain(BOB, 2)
    sync, _ = live()
    sync.know([BOB.public])
    sync.hear_heads(100, told(BOB, heads_of(bobs)))
    now = _ask_in_vain(sync, 100)
    for step in range(1, 60):
        at = now + step * LATE_MS // 10
        sync.hear_heads(at, told(BOB, heads_of(bobs)))
        if any(isinstance(errand, Ask) for errand in sync.due(at)):
            break
    assert APART_MS <= at - now <= APART_MS + LATE_MS
