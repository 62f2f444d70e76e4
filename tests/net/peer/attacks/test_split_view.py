"""Somebody who tells half of the others one history and half another: found through heads, settled alike by all."""

from __future__ import annotations

import asyncio
from itertools import product
from pathlib import Path
from random import Random

import pytest

from core.fault import Fault
from core.game import Seat
from net.log.feed import Feed
from net.peer.peer import Peer
from net.peer.table_handle import TableHandle
from net.transport.memory_broker import MemoryBroker
from net.view.table_view import Phase
from net.wire.envelope import seal
from net.wire.event import Draft, Kind, Signed
from net.wire.invitation import Invitation
from net.wire.mqtt_topic import event, parse
from tests.net.support.party import Party, party, play, seated, settled, virtually
from tests.net.support.toy_games.toy_table import install

NAMES = ("ann", "bob", "cid")


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


async def begun(here: Party) -> dict[str, TableHandle]:
    """Let three people play some plies."""
    for name in NAMES:
        await here.enter(name)
    handles = await seated(here, NAMES)
    await asyncio.gather(*(play(handle, Random(name), stop=3, talk=False) for name, handle in handles.items()))
    await settled(list(handles.values()))
    return handles


def history(peer: Peer, tid: bytes, side: str, count: int) -> list[Signed]:
    """Go on with somebody's chain by lines of talk; each side is another history."""
    feed, found = Feed(tid), []
    for signed in peer.journal.events(tid):
        feed.receive(signed)
    for number in range(count):
        found.append(feed.draft(peer.profile.identity, Draft(Kind.TALK, (f"{side} {number}", None)), 1))
        feed.receive(found[-1])
    return found


def whisper(to: Peer, tid: bytes, author: str, events: list[Signed]) -> None:
    """Bring events to one person alone."""
    desk = to._shelf.desks[tid]
    for signed in events:
        topic = event(tid, author, signed.event.seq)
        at = parse(topic)
        assert at is not None
        desk.receive(at, topic, seal(desk.key, topic, signed, signed.id[:24]), to._clock.now_ms())
    desk.settle(to._clock.now_ms())


@pytest.mark.parametrize("length", [1, 7])
def test_all_find_where_the_histories_part_and_play_on(tmp_path: Path, length: int) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            handles = await begun(here)
            cheat = here.peers["cid"]
            tid = handles["ann"].tid
            sides = [history(cheat, tid, side, length) for side in ("one", "two")]
            await here.crash("cid")
            for name, side in zip(("ann", "bob"), sides, strict=True):
                whisper(here.peers[name], tid, cheat.pid, side)
            for name in ("ann", "bob"):
                await handles[name].until(lambda view: view.phase is Phase.FROZEN)
            await asyncio.sleep(60)
            struck = [handles[name].table.annals.struck for name in ("ann", "bob")]
            assert struck[0] == struck[1] == {cheat.profile.identity.public: sides[0][0].event.seq}
            for name in ("ann", "bob"):
                await handles[name].claim(Seat(2))
            for name in ("ann", "bob"):
                await handles[name].until(lambda view: view.phase is Phase.PLAYING)
            both = {name: handles[name] for name in ("ann", "bob")}
            await asyncio.gather(*(play(handle, Random(name)) for name, handle in both.items()))
            await settled(list(both.values()))

    virtually(evening())


def test_what_is_undone_is_told_anew_tick_by_tick_or_when_the_owner_speaks(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            handles = await begun(here)
            cheat, tid = here.peers["cid"], handles["ann"].tid
            sides = [history(cheat, tid, side, 1) for side in ("one", "two")]
            ann, bob = (here.peers[name]._shelf.desks[tid] for name in ("ann", "bob"))
            await here.crash("cid")
            for side, name in product(sides, ("ann", "bob")):
                whisper(here.peers[name], tid, cheat.pid, side)
            shown, now = handles["ann"].table.view(), here.peers["ann"]._clock.now_ms()
            assert (ann.next_due(), bob.next_due()) == (now, now)
            ticks = [ann.tick(now)]
            while ann.table.retelling:
                assert (ann.table.view(), ann.table.duties()) == (shown, ())
                ticks.append(ann.tick(now))
            assert len(ticks) > 1
            assert ticks == [False] * (len(ticks) - 1) + [True]
            with pytest.raises(Fault):
                bob.table.claim(Seat(1))
            assert bob.tick(now)
            for desk in (ann, bob):
                assert desk.table.view().phase is Phase.FROZEN
                assert desk.next_due() != now
            for text in ("three", "four"):
                whisper(here.peers["bob"], tid, here.peers["ann"].pid, history(here.peers["ann"], tid, text, 1))
            assert bob.next_due() == now
            bob.fail(OSError())
            assert bob.next_due() is None

    virtually(evening())


def test_who_only_looks_on_hands_on_a_proof_that_he_alone_has(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            handles = await begun(here)
            cheat, tid = here.peers["cid"], handles["ann"].tid
            dora = await here.enter("dora")
            looking = await dora.join(Invitation.parse(handles["ann"].invitation))
            await settled([*handles.values(), looking])
            sides = [history(cheat, tid, side, 1) for side in ("one", "two")]
            await here.crash("cid")
            for side in sides:
                whisper(dora, tid, cheat.pid, side)
            for name in ("ann", "bob"):
                await handles[name].until(lambda view: view.phase is Phase.FROZEN)
            await settled([handles["ann"], handles["bob"], looking])
            desk = dora._shelf.desks[tid]
            await asyncio.sleep(60)
            assert desk._evidence() == ()
            guilty = {handles[name].table.annals.guilty for name in ("ann", "bob")}
            assert guilty == {(cheat.profile.identity.public,)} == {looking.table.annals.guilty}

    virtually(evening())
