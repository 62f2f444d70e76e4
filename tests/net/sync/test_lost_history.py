"""Whose disk has lost what he had signed signs nothing before all of it is here again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from core.games import find
from core.option import settle
from net.log.feed import CannotSign
from net.peer.table_session import TableSession
from net.storage.journal import Journal
from net.sync.replication import ROUND_MS, Stage
from net.table.action.host_action import genesis
from net.table.fold.table_terms import settle_terms
from net.wire import peer_message
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


def desk_on(journal: Journal, tid: bytes) -> TableSession:
    """Give Ann's desk at a table."""
    return TableSession(ANN, ROOM.at_table(tid), journal, Random(1), lot=bytes(32), entropy=Random(2).randbytes)


def test_nothing_is_signed_anew_before_the_own_chain_is_here(journals: list[Journal]) -> None:
    game = find("toy")
    draft = genesis(game, settle(game, {}), settle_terms({}), title="", nick="Ann", salt=bytes(16))
    tid = tid_of(ANN.public, draft.data)
    before = desk_on(journals[0], tid)
    before.begin(NOW, fresh=True)
    signed = [before.emit(draft, NOW), before.emit(before.table.talk("hello"), NOW)]

    after = desk_on(journals[1], tid)
    after.begin(NOW, alone_ms=0)
    after.sync.hear_heads(NOW, peer_message.make_heads(ANN, tid, {}, ts=NOW))
    after.tick(NOW)
    assert after.caught_up
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
