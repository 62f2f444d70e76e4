"""People of a room and its tables: met, warned about, blocked, and known by another name from then on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from core.fault import Fault
from core.game import Seat
from net.peer.peer import Peer
from net.storage.contact_store import ContactAction
from net.transport.memory_broker import MemoryBroker
from net.view.table_view import Phase
from net.wire.invitation import Invitation
from tests.net.support.party import arrive, party, seated, settled, virtually
from tests.net.support.toy_games.toy_table import install


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


async def until(peer: Peer, holds: Callable[[], bool]) -> None:
    """Wait until something holds of a room."""
    turned = asyncio.Event()
    forget = peer.watch(turned.set)
    while not holds():
        turned.clear()
        await turned.wait()
    forget()


def talkers(peer: Peer) -> list[str]:
    """Give who has said what is heard in a room."""
    return [nick for _, nick, _ in peer.lobby.chat]


def test_who_is_met_is_known_and_who_takes_his_name_is_warned_about(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            ann, ben, eve = [await here.enter(name) for name in ("ann", "ben", "eve")]
            handles = await seated(here, ("ann", "ben"))
            (known,) = ann.book.contacts
            assert (known.pid, known.nick, known.games, known.muted) == (ben.pid, "ben", 1, False)
            assert known.met > 0
            assert [one.pid for one in ben.book.contacts] == [ann.pid]
            assert not eve.book.contacts

            eve.rename("Ben")  # before she sits down anywhere
            await until(ann, lambda: any(one.template for one in ann.lobby.people))
            (warned,) = [one for one in ann.lobby.people if one.template]
            assert (warned.pid, warned.nick) == (eve.pid, "Ben")
            assert known.words in warned.template.format(**dict(warned.fields))
            assert not any(one.template for one in ben.lobby.people)

            second = await ann.open_table("toy", {"players": "2"}, {}, "A second one")
            there = await arrive(eve, Invitation.parse(second.invitation))
            await there.sit(Seat(1))
            view = await second.until(lambda view: view.seats[1].pid == eve.pid)
            assert [line.template for line in view.notes if line.template == warned.template]
            assert not [line for line in handles["ann"].view.notes if line.template == warned.template]

    virtually(evening())


def test_who_is_blocked_is_not_shown_and_gets_no_seat(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            ann, eve, ben = [await here.enter(name) for name in ("ann", "eve", "ben")]
            table = await ann.open_table("toy", {"players": "2"}, {}, "Mine")
            hers = await eve.open_table("toy", {"players": "2"}, {}, "Hers")
            invitation = Invitation.parse(table.invitation)
            there = await arrive(eve, invitation)
            await there.sit(Seat(1))
            await table.until(lambda view: view.seats[1].pid == eve.pid)
            await eve.chat("listen to me")
            await until(ann, lambda: bool(ann.lobby.chat) and len(ann.lobby.tables) == 2)
            ann.judge(eve.pid, ContactAction.BLOCK)
            assert [one.pid for one in ann.lobby.people if one.pid == eve.pid] == []
            assert ann.lobby.chat == ()
            assert [card.title for card in ann.lobby.tables] == ["Mine"]
            await table.until(lambda view: not view.seats[1].pid)  # the host has sent her away
            await there.until(lambda view: not view.seats[1].pid)
            await there.sit(Seat(1))
            other = await arrive(ben, invitation)
            await other.sit(Seat(1))
            await table.until(lambda view: view.seats[1].pid == ben.pid)
            with pytest.raises(Fault, match="Nobody by that name"):
                ann.judge(ann.pid, ContactAction.BLOCK)
            with pytest.raises(Fault, match="Nobody by that name"):
                ann.call("0" * 16, "nobody")
            ann.judge(eve.pid, ContactAction.ADMIT)
            ann.call(eve.pid, "Eve from the bus")
            assert [one.contact.name for one in ann.lobby.people if one.contact] == ["Eve from the bus"]
            assert [card.host for card in ann.lobby.tables if card.title == "Hers"] == ["Eve from the bus"]
            assert talkers(ann) == ["Eve from the bus"]
            await eve.invite(ann.pid, Invitation.parse(hers.invitation), "come")
            await until(ann, lambda: bool(ann.lobby.invited))
            ann.judge(eve.pid, ContactAction.BLOCK)
            assert ann.lobby.invited == ()

    virtually(evening())


def test_a_new_name_holds_from_then_on_and_old_lines_keep_theirs(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            for name in ("ann", "ben"):
                await here.enter(name)
            handles = await seated(here, ("ann", "ben"))
            ann, ben = handles["ann"], handles["ben"]
            await ben.say("first", seat=Seat(1))
            here.peers["ben"].rename("Benjamin")
            await ben.say("second", seat=Seat(1))
            view = await ann.until(lambda view: len(view.talk) == 2)
            assert [(line.nick, line.text) for line in view.talk] == [("ben", "first"), ("Benjamin", "second")]
            assert view.seats[1].nick == view.seats[1].called == "Benjamin"
            host = here.peers["ann"]
            host.call(here.peers["ben"].pid, "My Ben")
            assert (ann.view.seats[1].called, ann.view.seats[1].nick) == ("My Ben", "Benjamin"), "a record has his own"
            assert ben.view.seats[1].called == "Benjamin", "what one calls others is told to nobody"
            await until(host, lambda: {one.nick for one in host.lobby.people} == {"ann", "Benjamin"})
            game, talk = await settled([ann, ben])
            tid = ann.tid
            await here.leave("ben")
            again = await here.enter("ben")  # under the old name once more: it is said at the table he comes back to
            back = await again.join(tid)
            await back.caught_up()
            view = await ann.until(lambda view: view.seats[1].nick == "ben")
            assert [line.nick for line in view.talk] == ["ben", "Benjamin"]
            assert await settled([ann, back]) == (game, talk)
            assert view.phase is Phase.PLAYING

    virtually(evening())
