"""Whose disk has lost what he had signed signs nothing before all of it is here again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from core.games import find
from core.option import settle
from net.identity.identity import Identity
from net.log.feed import CannotSign
from net.peer.table_session import TableSession
from net.storage.journal import Journal
from net.sync.replication import LONGEST_MS, ROUND_MS, Stage
from net.table.action.host_action import genesis
from net.table.fold.table_terms import settle_terms
from net.transport.transport import OutgoingMessage
from net.wire import mqtt_topic, peer_message
from net.wire.event import Signed
from net.wire.event_data import tid_of
from net.wire.invitation import Invitation
from tests.net.support.event_signer import who
from tests.net.support.toy_games.toy_table import install

ANN, BOB = who("ann"), who("bob")
ROOM = Invitation("127.0.0.1", "salon", b"k" * 16)
NOW = 1_800_000_000_000


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


@pytest.fixture
def journals(tmp_path: Path) -> Iterator[list[Journal]]:
    """Give a journal of before and an empty one."""
    with Journal(tmp_path / "before.db") as before, Journal(tmp_path / "after.db") as after:
        yield [before, after]


def desk_on(journal: Journal, tid: bytes, whose: Identity = ANN) -> TableSession:
    """Give somebody's desk at a table."""
    return TableSession(whose, ROOM.at_table(tid), journal, Random(1), lot=bytes(32), entropy=Random(2).randbytes)


def spoken(journal: Journal) -> tuple[TableSession, list[Signed]]:
    """Give Ann's desk at her own table, and what she has signed there."""
    game = find("toy")
    draft = genesis(game, settle(game, {}), settle_terms({}), title="", nick="Ann", salt=bytes(16))
    desk = desk_on(journal, tid_of(ANN.public, draft.data))
    desk.begin(NOW, fresh=True)
    return desk, [desk.emit(draft, NOW), desk.emit(desk.table.talk("hello"), NOW)]


def live(journal: Journal, tid: bytes, known: Sequence[Signed] = ()) -> TableSession:
    """Give Ann's desk on another disk, which knows so much and has heard of no more."""
    desk = desk_on(journal, tid)
    desk.begin(NOW, alone_ms=0)
    desk.sync.hear_heads(NOW, peer_message.make_heads(ANN, tid, {}, ts=NOW))
    desk._take(known, NOW)
    desk.settle(NOW)
    desk.sync._doubtful = False
    desk.tick(NOW)
    assert desk.caught_up
    return desk


def heads_of(desk: TableSession) -> OutgoingMessage:
    """Give the message in which somebody who comes tells how far they know each chain."""
    desk.load()
    desk.begin(NOW + 1)
    desk.tick(NOW + 1)
    return next(post for post in desk.take_posts() if post.topic == mqtt_topic.heads(desk.tid, BOB.pid))


def test_nothing_is_signed_anew_before_the_own_chain_is_here(journals: list[Journal]) -> None:
    before, signed = spoken(journals[0])
    tid = before.tid
    after = live(journals[1], tid)
    after._take(signed[:1], NOW + 1)
    after.settle(NOW + 1)
    with pytest.raises(CannotSign, match="not here yet"):
        after.emit(after.table.talk("goodbye"), NOW + 1)

    after.sync.hear_heads(NOW + 2, peer_message.make_heads(BOB, tid, before.feed.heads(), ts=NOW + 2))
    after.tick(NOW + ROUND_MS)
    assert after.sync.stage is not Stage.LIVE
    after._take(signed[1:], NOW + ROUND_MS)
    after.settle(NOW + ROUND_MS)
    after.tick(NOW + 2 * ROUND_MS)
    assert after.caught_up
    assert after.emit(after.table.talk("goodbye"), NOW + 2 * ROUND_MS).event.seq == len(signed)


@pytest.mark.parametrize("seated", [True, False])
def test_a_seat_holder_who_knows_more_of_the_own_chain_is_asked_before_anything_is_signed(
    journals: list[Journal], *, seated: bool
) -> None:
    before, signed = spoken(journals[0])
    after = live(journals[1], before.tid, signed[:1])
    after.sync.know([BOB.public] if seated else [])
    told = heads_of(desk_on(journals[0], before.tid, BOB))
    at = mqtt_topic.parse(told.topic)
    assert at is not None
    after.receive(at, told.topic, told.payload, NOW + 1)
    if not seated:
        assert after.caught_up, "whoever only watches makes nobody wait"
        return
    with pytest.raises(CannotSign, match="not here yet"):
        after.emit(after.table.talk("goodbye"), NOW + 1)

    after._take(signed[1:], NOW + 2)
    after.settle(NOW + 2)
    after.tick(NOW + 2 + ROUND_MS)
    assert after.caught_up
    assert after.emit(after.table.talk("goodbye"), NOW + 2 + ROUND_MS).event.seq == len(signed)


def test_a_seat_holder_who_only_says_so_delays_a_signature_once_and_not_for_ever(journals: list[Journal]) -> None:
    before, signed = spoken(journals[0])
    after = live(journals[1], before.tid, signed)
    after.sync.know([BOB.public])
    now = NOW
    for more in (5, 9):
        heads = peer_message.make_heads(BOB, before.tid, {ANN.public: (more, bytes(8))}, ts=now)
        after.caught_up = not after.sync.hear_heads(now, heads)
        assert after.caught_up is (more == 9)
        while not after.caught_up and now < NOW + LONGEST_MS:
            now = after.next_due() or now
            after.tick(now)
            after.settle(now)
    assert NOW + ROUND_MS <= now < NOW + LONGEST_MS
