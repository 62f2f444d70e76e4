"""An invitation that is pasted at a table of the text mode leads along with the table, or says what to do first."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

from net.broker.broker_process import start_broker
from net.transport.transport import ROOM_USER
from net.wire.invitation import Invitation
from tests.tui.text.test_conversations import Person
from tui.session.rooms import Rooms
from tui.text.repl import converse
from tui.text.shell.text_menu import LAST

ROOM = Invitation("127.0.0.1", "parlour", bytes(range(16)), port=1883)
AWAY = (
    "ERROR That invitation leads away from this table: leave it first (`quit`), then paste the invitation in the room"
)


async def test_the_new_invitation_is_pasted_at_the_table_and_leads_along(parley_home: Path) -> None:
    ann, rooms = Person(), Rooms(parley_home, "ann", "Ann")
    old, new = [await start_broker("amqtt", user=ROOM_USER, password=ROOM.broker_password) for _ in range(2)]
    here, there = replace(ROOM, port=old.port), replace(ROOM, port=new.port)
    async with asyncio.timeout(60):
        talk = asyncio.create_task(converse(ann, ann.write, rooms, invitation=str(here)))
        await ann.hear("ROOM parlour")
        ann.type("new megiddo title=First")
        await ann.hear("TABLE ")
        ann.type(str(replace(ROOM, room_key=b"r" * 16)))
        await ann.hear(AWAY)
        ann.type(str(here))
        await ann.hear("ERROR That invitation leads to this table, or to its room, by the way on which you are here.")
        ann.type(str(replace(ROOM, port=1)))
        await ann.hear("ERROR Nobody answers at 127.0.0.1:1.")
        ann.forget()
        ann.type("invitation")
        assert f":{old.port}/" in await ann.hear("parley://"), "one stays where one is"
        ann.forget()
        ann.type(f"join {str(there)[:40]}", str(there)[40:], "invitation")
        assert f":{new.port}/" in await ann.hear("parley://")
        assert [peer.invitation for peer in rooms.peers] == [there], "the old way is given up"
        await old.kill()
        ann.forget()
        ann.type("quit")
        assert f":{new.port}/" in await ann.hear("Invitation: "), "the room comes along"
        ann.type("quit", str(LAST), str(LAST))
        await talk
        await new.stop()


async def test_at_a_table_only_the_connection_that_carries_it_is_told(parley_home: Path) -> None:
    ann, rooms = Person(), Rooms(parley_home, "ann", "Ann")
    password = ROOM.broker_password
    old, new = [await start_broker("amqtt", user=ROOM_USER, password=password) for _ in range(2)]
    here, there = replace(ROOM, port=old.port), replace(ROOM, port=new.port)
    async with asyncio.timeout(60):
        talk = asyncio.create_task(converse(ann, ann.write, rooms, invitation=str(here)))
        await ann.hear("ROOM parlour")
        ann.type("new djambi players=3")
        await ann.hear("TABLE ")
        ann.forget()
        ann.type(str(there))
        await ann.hear("TABLE ")
        left = await rooms.enter(here)
        await old.kill()
        await new.kill()
        lost = await ann.hear("NOTE ", "Parley keeps trying; what you play and say waits here until then.")
        ann.type("say hello")
        await ann.hear("NOTE There is no connection: this waits here, and arrives once the broker is reached again.")
        other = await start_broker("amqtt", port=new.port, user=ROOM_USER, password="another")  # noqa: S106 - a test's
        again = await start_broker("amqtt", port=old.port, user=ROOM_USER, password=password)
        refused = await ann.hear(f"NOTE The broker at 127.0.0.1:{new.port} refuses the password")
        ann.type("say is anybody there")
        await ann.hear("NOTE The broker refuses us: this waits here, and arrives once we are let in.")
        back = asyncio.Event()
        left.watch(lambda: back.set() if left.online else None)
        if not left.online:
            await back.wait()
        ann.type("seats")
        await ann.hear("SEAT 1")
        told = [line for line in ann.said if "127.0.0.1:" in line and line.startswith("NOTE")]
        assert told == [lost, refused], "nothing is told of the connection that carries no table"
        await other.kill()
        new = await start_broker("amqtt", port=new.port, user=ROOM_USER, password=password)
        await ann.hear(f"NOTE The broker at 127.0.0.1:{new.port} is reached again.")
        ann.type("quit", "quit", str(LAST), str(LAST))
        await talk
        await new.stop()
        await again.stop()
