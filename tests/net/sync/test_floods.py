"""Whoever may publish anything makes nobody wait for ever, grow without bound or keep others out: the pure parts."""

from __future__ import annotations

from random import Random

import pytest

from net.identity.identity import Identity, pid_of
from net.log.chain import Accepted, Refusal, Refused
from net.log.feed import AUTHORS_LIMIT, CROWD_LIMIT, Feed
from net.peer.table_session import TableSession
from net.storage.journal import Journal
from net.sync.replication import AUTHORS_LIMIT as TOLD_LIMIT
from net.sync.replication import CALM_MS, FRESH_MS, LONGEST_MS, ROUND_MS, RUMOUR_MS, Ask, Stage, Sync
from net.sync.reply_queue import EVENTS_LIMIT, OWED_LIMIT, SPARE_MS, ReplyQueue
from net.transport.rate_limit import ASKERS_LIMIT
from net.view.table_view import Phase
from net.wire import peer_message
from net.wire.codec import BadMessage
from net.wire.event import VERSION, Head, Kind, Signed
from net.wire.invitation import Invitation
from net.wire.peer_message import Heads, Range, Reply, Request
from tests.net.support.event_signer import TID, chain, resign, who
from tests.net.support.toy_games.toy_table import Room, install

ANN, BOB, EVE = who("ann"), who("bob"), who("eve")
ROOM = Invitation("127.0.0.1", "salon", b"k" * 16)
NOW = 1_800_000_000_000
Told = dict[bytes, tuple[int, bytes]]


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def _told(author: Identity, heads: Told, ts: int = 0) -> Heads:
    return peer_message.make_heads(author, TID, heads, ts=ts)


def _joining(*members: Identity) -> tuple[Sync, Feed]:
    """Give one who waits for the answers of the members."""
    feed = Feed(TID)
    sync = Sync(feed, ANN.public, Random(1))
    sync.begin(0)
    sync.know([one.public for one in members])
    sync.expect([one.public for one in members])
    sync.due(0)
    sync.hear_heads(1, _told(ANN, feed.heads()))
    sync.due(1)
    assert sync.stage is Stage.ROUND
    return sync, feed


def _live_at(sync: Sync, until: int) -> int:
    """Let time pass; give when it was live."""
    now = 1
    while now < until:
        sync.due(now)
        if sync.stage is Stage.LIVE:
            return now
        now = max(now + 1, sync.next_due() or 0)
    pytest.fail("never live")


def test_a_stranger_who_claims_what_there_is_not_holds_up_a_round_for_seconds() -> None:
    sync, feed = _joining(BOB)
    sync.hear_heads(2, _told(BOB, {}))
    lie: Told = {EVE.public: (4095, b"x" * 8), BOB.public: (4095, b"x" * 8)}
    dripped = chain(EVE, 60)
    for now in range(2, RUMOUR_MS + 2000, 100):
        sync.hear_heads(now, _told(EVE, lie, now))
        feed.receive(dripped.pop(0)) if dripped else None
        sync.due(now)
    assert sync.stage is Stage.LIVE


def test_a_member_who_always_has_more_holds_up_a_round_for_a_minute() -> None:
    sync, feed = _joining(BOB)
    more = chain(BOB, 200)
    sync.hear_heads(2, _told(BOB, {BOB.public: (4095, b"x" * 8)}))
    now = 2
    while sync.stage is not Stage.LIVE:
        feed.receive(more.pop(0))
        sync.due(now)
        now += 500
    assert ROUND_MS < now <= LONGEST_MS + 1000


def test_claims_are_remembered_within_bounds_and_given_up() -> None:
    sync, _ = _joining(BOB)
    for number in range(50):
        sync.hear_heads(
            2, _told(who(f"liar {number}"), {who(f"{number}/{n}").public: (9, b"x" * 8) for n in range(60)})
        )
    assert len(sync._rumoured) == TOLD_LIMIT
    assert len(sync._answered) <= TOLD_LIMIT
    now = _live_at(sync, RUMOUR_MS + 3000)
    asked = 0
    while now < 10 * CALM_MS:
        asked += sum(isinstance(errand, Ask) for errand in sync.due(now))
        now = max(now + 1, sync.next_due() or 0)
    assert asked <= 6
    assert not sync._rumoured


def test_heads_said_again_by_somebody_else_later_are_no_answer() -> None:
    sync, _ = _joining(BOB)
    sync.hear_heads(FRESH_MS + 10, _told(BOB, {}, ts=5))
    assert BOB.public not in sync._answered
    sync.hear_heads(FRESH_MS + 10, _told(BOB, {}, ts=11))
    assert BOB.public in sync._answered


def _owed(count: int = 300) -> tuple[ReplyQueue, list[Signed]]:
    feed, events = Feed(TID), chain(BOB, count)
    for signed in events:
        feed.receive(signed)
    return ReplyQueue(feed, Random(1)), events


def _request(author: Identity, first: int, last: int, times: int = 1) -> Request:
    return Request(VERSION, author.public, TID, (Range(BOB.public, first, last),) * times, 1)


def test_an_answer_with_both_ends_and_nothing_between_silences_nobody() -> None:
    owed, events = _owed()
    owed.ask(0, _request(ANN, 5, 290), seated=True)
    owed.sent([events[0], events[5], events[6], events[290]])
    assert owed.due(400) == tuple(events[7:291])


def test_those_with_a_seat_are_served_before_a_crowd_that_asks_for_everything() -> None:
    owed, events = _owed(1000)
    for number in range(200):
        owed.ask(0, _request(who(f"{number}"), 0, 999, times=64), seated=False)
    owed.ask(0, _request(ANN, 900, 999), seated=True)
    assert sum(not one.seated for one in owed._owed) == OWED_LIMIT
    answer = owed.due(400)
    assert answer[:100] == tuple(events[900:])
    assert len(answer) == EVENTS_LIMIT
    owed.ask(401, _request(EVE, 0, 9), seated=False)
    assert owed.next_due() == 400 + SPARE_MS


def test_after_the_first_bad_event_a_bundle_is_not_looked_at_and_what_is_known_is_not_checked_again() -> None:
    events = chain(BOB, 3)
    looked: list[bytes] = []

    def known(found: bytes) -> Signed | None:
        looked.append(found)
        return events[0] if found == events[0].id else None

    bodies = ((bytes(64), events[0].body), (bytes(64), events[1].body), (events[2].sig, events[2].body))
    assert peer_message.events_of(Reply(VERSION, EVE.public, TID, bodies), known) == ([events[0]], 2)
    assert looked == [events[0].id, events[1].id]


@pytest.mark.parametrize("head", [(1 << 62, b"x" * 8), (-1, b"x" * 8), (3, b""), (3, b"x" * 4000)])
def test_heads_beyond_measure_are_refused(head: tuple[int, bytes]) -> None:
    with pytest.raises(BadMessage):
        peer_message._check_content(
            Heads(VERSION, EVE.public, TID, (Head(BOB.public, *head),), 0, b"", b"", (), want=True, ts=1)
        )


def _crowded(tid: bytes = TID) -> Feed:
    feed = Feed(tid)
    for number in range(AUTHORS_LIMIT):
        guest = who(f"guest {number}")
        (arrival,) = feed.receive(resign(guest, chain(guest, 1)[0], tid=tid, kind=Kind.TALK, data=("hi", None)))
        assert isinstance(arrival, Accepted)
    return feed


def test_a_crowd_keeps_out_neither_the_host_nor_those_who_come_to_sit_nor_the_seated() -> None:
    room = Room.playing(4)
    feed = _crowded(room.sitters[0].tid)
    genesis, host = room.events[0], room.events[0].event.author
    assert feed.wanted({host: (9, b"x" * 8)}) == (Range(host, 0, 0),)
    arrivals = [arrival for signed in room.events for arrival in feed.receive(signed)]
    assert arrivals[0] == Accepted(genesis)
    assert all(isinstance(arrival, Accepted) for arrival in arrivals)
    assert len(feed.authors()) == AUTHORS_LIMIT + 4
    for number in range(CROWD_LIMIT):
        guest = who(f"sitter {number}")
        feed.receive(resign(guest, chain(guest, 1)[0], tid=feed.tid, kind=Kind.SIT, data=(0, "x", "")))
    assert len(feed.authors()) == CROWD_LIMIT


def test_those_of_whom_the_host_speaks_find_a_place_later() -> None:
    feed = _crowded()
    late = chain(BOB, 2)
    assert feed.receive(late[0]) == [Refused(Refusal.CROWDED)]
    assert feed.vouch([pid_of(BOB.public)], [])
    assert not feed.vouch([pid_of(BOB.public)], [])
    assert feed.receive(late[0]) == [Accepted(late[0])]
    assert feed.vouch([], [EVE.public[:2]])
    assert feed.wanted({EVE.public: (1, b"x" * 8)}) == (Range(EVE.public, 0, 1),)


def test_from_the_start_on_strangers_are_followed_no_further_than_the_host_had_heard_them() -> None:
    feed, guest, other = Feed(TID), chain(BOB, 5), chain(EVE, 3)
    feed.admit(ANN.public)
    feed.receive(guest[0])
    feed.receive(other[0])
    feed.receive(other[2])
    feed.close({BOB.public[:2]: 2})
    assert feed.wanted({BOB.public: (4, b"x" * 8), EVE.public: (9, b"x" * 8)}) == (Range(BOB.public, 1, 2),)
    assert feed.receive(guest[1]) == [Accepted(guest[1])]
    assert feed.receive(guest[3]) == [Refused(Refusal.CROWDED)]
    assert feed.receive(other[1]) == [Refused(Refusal.CROWDED)]
    assert set(feed.heads()) == {BOB.public}
    assert feed.gaps() == ()
    (accepted,) = feed.receive(chain(ANN, 1)[0])
    assert isinstance(accepted, Accepted)


def test_what_strangers_say_after_the_start_is_not_even_kept() -> None:
    room = Room.open(3, players="2")
    room.say(2, room.table(2).talk("before"))
    for number in range(2):
        room.say(number, room.table(number).sit(None, f"nick{number}"))
    assert room.view().phase is Phase.PLAYING
    for _ in range(20):
        room.forge(2, Kind.TALK, ("after", None))
    room.forge(2, Kind.COMMIT, ())
    room.forge(2, Kind.BYE, ("",))
    for number in range(3):
        assert [line.text for line in room.view(number).talk] == ["before"]
        assert len(room.table(number).annals.talk._spoken) == 1
        assert not [note for note in room.view(number).notes if "version" in note.template or "bye" in note.template]
    late = room.late(reversed(room.events)).view
    assert (late.talk_digest, late.talk) == (room.view().talk_digest, room.view().talk)


def test_a_stranger_with_two_histories_makes_nobody_sign_anything() -> None:
    room = Room.playing(2)
    events = chain(EVE, 1, tid=room.sitters[0].tid)
    room.table().forked(EVE.public, events[0], resign(EVE, events[0], tid=room.sitters[0].tid, data=("x", 1, None)))
    assert room.table().duties() == ()
    assert room.view().phase is Phase.PLAYING


def test_people_who_come_and_go_in_the_room_paint_no_table_anew() -> None:
    room = Room.playing(2)
    table, other = room.table(), room.sitters[1].identity.pid
    table.heard([other])
    before = table.version
    for number in range(50):
        table.heard([other, who(f"{number}").pid])
    assert table.version == before
    table.heard([])
    assert table.version == before + 1


def test_requests_of_many_grow_nothing(tmp_path_factory: pytest.TempPathFactory) -> None:
    room = Room.open(1, players="2")
    host = room.sitters[0]
    with Journal(tmp_path_factory.mktemp("desk") / "journal.db") as journal:
        desk = TableSession(
            host.identity, ROOM.at_table(host.tid), journal, Random(1), lot=bytes(32), entropy=Random(2).randbytes
        )
        desk.begin(NOW, fresh=True)
        for number in range(3 * ASKERS_LIMIT):
            desk._asked_for(Request(VERSION, number.to_bytes(32, "big"), host.tid, (), NOW), NOW)
        assert len(desk.askers) == ASKERS_LIMIT
