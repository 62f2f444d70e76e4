"""Whole games between peers over the memory broker, in virtual time."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from core.fault import Fault
from core.game import Seat
from net.peer.peer import UnknownTable
from net.peer.table_handle import Stopped
from net.storage.journal_schema import UNWRITABLE, JournalUnwritable
from net.transport.memory_broker import MemoryBroker
from net.transport.transport import Offline
from net.view.table_view import Phase
from net.wire import mqtt_topic
from net.wire.invitation import Invitation
from net.wire.mqtt_topic import full
from net.wire.passcode import BadCode
from tests.net.support.party import agreed, party, play, seated, virtually
from tests.net.support.toy_games.toy_table import install


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


@pytest.mark.parametrize("names", [("ann", "bob"), ("ann", "bob", "cid"), ("ann", "bob", "cid", "dan")])
def test_a_whole_game_with_talk_ends_in_equal_digests(tmp_path: Path, names: tuple[str, ...]) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            for name in names:
                await here.enter(name)
            handles = await seated(here, names)
            await asyncio.gather(*(play(handle, Random(name)) for name, handle in handles.items()))
            game, talk = await agreed(list(handles.values()))
            assert game
            assert talk
            assert not any(peer.flaws for peer in here.peers.values())

    virtually(evening())


def test_on_a_broker_of_ones_own_there_is_nothing_to_wait_for(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker().connect) as here:
            peer = await here.enter("ann")
            handle = await peer.open_table("toy", {"players": "2"}, {}, "Hot seat")
            for seat in (0, 1):
                await handle.sit(Seat(seat))
            await play(handle, Random(1))
            tid = handle.tid
            await handle.close()
            again = await peer.join(tid)
            await again.caught_up()
            assert await agreed([again])
            assert asyncio.get_running_loop().time() < 1

    virtually(evening())


def test_the_room_shows_people_tables_and_chat_and_forgets_who_goes(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = MemoryBroker(local=False)
        async with party(tmp_path, broker.connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            rung: list[int] = []
            forget = here.peers["bob"].watch(lambda: rung.append(1))
            handle = await here.peers["ann"].open_table("toy", {"players": "2"}, {}, "A test")
            await here.peers["ann"].chat("hello")
            await asyncio.sleep(1)
            room = here.peers["bob"].lobby
            assert rung
            forget()
            forget()
            assert [card.title for card in room.tables] == ["A test"]
            assert [line[-1] for line in room.chat] == ["hello"]
            assert {person.nick for person in room.people if person.present} == {"ann", "bob"}
            await handle.close()
            await here.leave("ann")
            await asyncio.sleep(1)
            room = here.peers["bob"].lobby
            assert not room.tables
            assert {person.nick for person in room.people if person.present} == {"bob"}

    virtually(evening())


def test_a_broker_that_has_forgotten_a_running_table_is_told_of_it_again(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = MemoryBroker(local=False)
        async with party(tmp_path, broker.connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            handles = await seated(here, ("ann", "bob"))
            broker.stop()
            await asyncio.sleep(1)
            broker.start()
            await asyncio.sleep(30)
            eve = await here.enter("eve")
            await asyncio.sleep(1)
            assert [card.tid for card in eve.lobby.tables] == [handles["ann"].tid.hex()]
            tid, room, prefix = handles["ann"].tid, here.room.room, here.room.prefix
            shown = {name: full(prefix, mqtt_topic.card(room, here.peers[name].pid, tid)) for name in ("ann", "bob")}
            assert [name for name, topic in shown.items() if topic in broker.retained] == ["ann"], "its host shows it"

    virtually(evening())


def test_who_says_nothing_more_is_absent_though_the_broker_keeps_him(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = MemoryBroker(local=False)
        async with party(tmp_path, broker.connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            handles = await seated(here, ("ann", "bob"))
            await here.crash("bob")
            assert any(here.room.room in topic for topic in broker.retained)
            await handles["ann"].until(lambda view: not view.seats[1].present)
            assert asyncio.get_running_loop().time() <= 61

    virtually(evening())


def test_a_private_table_is_closed_to_those_without_its_key(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            handle = await here.peers["ann"].open_table("toy", {"players": "2"}, {"private": "yes"}, "Secret")
            with pytest.raises(UnknownTable, match="knows this table"):
                await here.peers["bob"].join(handle.tid)
            assert here.peers["bob"].tables() == ()
            (card,) = here.peers["bob"].lobby.tables
            assert (card.coded, card.playable, card.invitation) == (True, False, "")
            with pytest.raises(BadCode, match="does not open"):
                await here.peers["bob"].by_code("0000-0000")
            with pytest.raises(Fault, match="No table here can be opened"):
                await here.peers["bob"].by_code(handle.view.code, bytes(16))
            way = await here.peers["bob"].by_code(handle.view.code.lower())
            assert str(way) == handle.invitation
            found = await here.peers["bob"].join(way)
            assert (found.view.title, found.view.code) == ("Secret", ""), "its host alone tells the code"
            assert here.peers["bob"].tables() == (), "he only looks on"
            await found.say("good evening")
            assert here.peers["bob"].tables() == (Invitation.parse(handle.invitation),)
            kept = here.peers["bob"].journal.table(handle.tid)
            assert kept is not None
            assert (kept.title, kept.game) == ("Secret", "toy")
            await here.leave("ann")
            again = await (await here.enter("ann")).join(handle.tid)
            await asyncio.sleep(1)
            assert [card.coded for card in here.peers["bob"].lobby.tables] == [True], (
                "the code is the same on another evening"
            )
            assert str(await here.peers["bob"].by_code(handle.view.code)) == again.invitation

    virtually(evening())


def test_without_a_broker_the_first_start_says_so_and_a_patient_one_waits(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = MemoryBroker(local=False)
        broker.stop()
        async with party(tmp_path, broker.connect) as here:
            with pytest.raises(Offline, match="Nobody answers"):
                await here.enter("ann")
            await here.leave("ann")
            peer = await here.enter("ann", patient=True)
            assert not peer.online
            with pytest.raises(UnknownTable):
                await peer.join(Invitation.parse(str(here.room.at_table(bytes(16)))))
            broker.start()
            await asyncio.sleep(40)
            assert peer.online

    virtually(evening())


def test_an_error_at_a_table_ends_that_table_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            handles = await seated(here, ("ann", "bob"))
            bob = here.peers["bob"]

            def full(*_: object, **__: object) -> int:
                raise JournalUnwritable(UNWRITABLE, path="journal.db", why="disk full")

            monkeypatch.setattr(bob.journal, "add_all", full)
            await handles["ann"].say("hello")
            view = await handles["bob"].until(lambda view: view.phase is Phase.FROZEN)
            assert "disk full" in str(view.notes[-1].fields)
            with pytest.raises(Stopped, match="disk full"):
                await handles["bob"].say("hello?")
            assert bob.online
            assert [type(failure) for failure in bob.failures] == [JournalUnwritable]
            bob.failures.clear()

    virtually(evening())


def test_a_table_stays_shown_while_others_play_there_and_its_host_is_away(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = MemoryBroker(local=False)
        async with party(tmp_path, broker.connect) as here:
            for name in ("ann", "bob", "cleo", "dan"):
                await here.enter(name)
            handles = await seated(here, ("ann", "bob", "cleo"))

            names = {peer.pid: name for name, peer in here.peers.items()}

            def shown() -> list[tuple[str, str, bool]]:
                assert {card.host for card in here.peers["dan"].lobby.tables} <= {"ann"}, "whoever shows it"
                return [(card.title, showing()[0], card.started) for card in here.peers["dan"].lobby.tables]

            def showing() -> list[str]:
                lobby = here.peers["dan"]._hall.lobby
                heard = lobby.present(here.peers["dan"]._clock.now_ms())
                return [names[pid] for pid, _ in sorted(lobby._cards, key=lambda one: one[0] not in heard)]

            def cards() -> int:
                return sum("/t/" in topic and "/l/" in topic for topic in broker.retained)

            await asyncio.sleep(1)
            assert shown() == [("A test", "ann", True)]
            await handles["ann"].close()
            await asyncio.sleep(20)
            assert (shown(), cards()) == ([("A test", "bob", True)], 1)
            await here.leave("ann")
            watching = await here.peers["dan"].join(Invitation.parse(here.peers["dan"].lobby.tables[0].invitation))
            assert watching.view.phase is Phase.PLAYING
            await here.crash("bob")
            await asyncio.sleep(120)
            assert shown() == [("A test", "cleo", True)]
            await (await here.enter("ann")).join(Invitation.parse(handles["cleo"].invitation))
            await asyncio.sleep(20)
            assert shown() == [("A test", "ann", True)]
            await here.leave("ann")
            await here.leave("cleo")
            await asyncio.sleep(20)
            assert [host for _, host, _ in shown()] in ([], ["bob"]), "nobody is at the table who plays"

    virtually(evening())


def test_nobody_else_s_card_keeps_the_players_from_showing_their_table(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = MemoryBroker(local=False)
        async with party(tmp_path, broker.connect) as here:
            for name in ("ann", "bob", "eve"):
                await here.enter(name)
            handles = await seated(here, ("ann", "bob"))
            eve, table = here.peers["eve"], handles["bob"]._desk.table
            eve._link.queue([eve._hall._put_card(table.tid, eve._hall.lobby.card(table, "eve", 1), 1)])
            await handles["ann"].close()
            await asyncio.sleep(20)
            own = mqtt_topic.card(here.room.room, here.peers["bob"].pid, table.tid)
            assert f"parley/{own}" in broker.retained

    virtually(evening())
