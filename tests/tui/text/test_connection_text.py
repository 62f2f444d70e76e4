"""Text mode tells when the broker of a room is lost, and when it is reached again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from net.broker import broker_process
from net.broker.broker_process import start_broker
from net.broker.listener import Limits
from net.transport.transport import FULL, LOST, ROOM_USER, UNREACHABLE, UNTRUSTED
from net.view.outage_view import OutageView
from net.view.room_view import InvitedView, LobbyView
from net.wire.invitation import Invitation
from tests.tui.text.test_conversations import Person
from tui.i18n.translation import tell_template
from tui.session.connection_news import Handle, Table
from tui.session.rooms import Rooms
from tui.table.controller import HERE
from tui.text.repl import converse
from tui.text.shell.connection_teller import ConnectionTeller
from tui.text.shell.console import Console
from tui.text.shell.text_menu import LAST

Make = Callable[..., Any]

ROOM = Invitation("127.0.0.1", "parlour", bytes(range(16)), port=1883)
AT = (("host", "127.0.0.1"), ("port", "1883"))
GONE = OutageView(LOST, AT)
SAID = (
    "NOTE The connection to 127.0.0.1:1883 is lost. Parley keeps trying; what you play and say waits here until then."
)

LOBBY = LobbyView("parlour", online=True)


@dataclass
class Sitting:
    """A table at which the person sits, or that they have left for now."""

    handle: Handle
    aside: bool = False


@dataclass
class Room:
    """A room as it is reached, or not."""

    invitation: Invitation = ROOM
    online: bool = True
    outage: OutageView | None = None
    holds: bool = True
    lobby: LobbyView = LOBBY


@dataclass
class Entered:
    """The rooms that were entered."""

    peers: list[Room] = field(default_factory=list)
    seated: tuple[Table, ...] = ()


def test_each_change_is_told_once() -> None:
    ann, rooms = Person(), Entered([Room()])
    teller = ConnectionTeller(Console(ann, ann.write), rooms)
    teller.look()
    rooms.peers = [Room(online=False)]
    teller.look()
    assert ann.said == [], "it is not known yet that it is lost"
    rooms.peers = [Room(online=False, outage=GONE)]
    teller.look()
    teller.look()
    assert ann.said == [SAID]
    rooms.peers = [Room()]
    teller.look()
    teller.look()
    assert ann.said == [SAID, "NOTE The broker at 127.0.0.1:1883 is reached again."]


def test_where_nothing_waits_it_is_told_that_one_can_only_look() -> None:
    ann, room = Person(), Room(online=False, outage=GONE, holds=False)
    ConnectionTeller(Console(ann, ann.write), Entered([room])).look()
    assert ann.said == [
        "NOTE The connection to 127.0.0.1:1883 is lost. Parley keeps trying; until then you can only look."
    ]


@pytest.mark.parametrize("turned_away", [OutageView(UNTRUSTED, AT, refused=True), OutageView(FULL, AT)])
def test_a_broker_that_turns_us_away_from_now_on_is_told_once_more(turned_away: OutageView) -> None:
    ann, rooms = Person(), Entered()
    teller = ConnectionTeller(Console(ann, ann.write), rooms)
    away = OutageView(UNREACHABLE, AT)
    for outage in (GONE, away, turned_away, turned_away, away, turned_away):
        rooms.peers = [Room(online=False, outage=outage)]
        teller.look()
    assert [line[:60] for line in ann.said] == [SAID[:60], f"NOTE {tell_template(turned_away.template, AT)}"[:60]]


def test_a_game_on_this_machine_has_no_connection_to_lose() -> None:
    ann = Person()
    alone = Room(replace(ROOM, host=HERE), online=False, outage=GONE)
    ConnectionTeller(Console(ann, ann.write), Entered([alone])).look()
    assert ann.said == []


async def test_a_conversation_tells_that_its_broker_is_gone_and_back(parley_home: Path) -> None:
    ann = Person()
    broker = await start_broker("amqtt", user=ROOM_USER, password=ROOM.broker_password)
    room = replace(ROOM, port=broker.port)
    async with asyncio.timeout(60):
        talk = asyncio.create_task(converse(ann, ann.write, Rooms(parley_home, "ann", "Ann"), invitation=str(room)))
        await ann.hear("ROOM ")
        await broker.kill()
        await ann.hear("NOTE ", "until then you can only look.")
        ann.type("say hello")
        await ann.hear("ERROR There is no connection to this room: nobody would hear that now.")
        ann.type(f"say look: {replace(room, port=9)}")
        await ann.hear("ERROR Nobody answers at 127.0.0.1:9.")
        again = await start_broker("amqtt", port=room.port, user=ROOM_USER, password=ROOM.broker_password)
        await ann.hear(f"NOTE The broker at 127.0.0.1:{room.port} is reached again.")
        ann.type("quit", str(LAST))
        await talk
        await again.stop()


@pytest.mark.parametrize("kind", ["amqtt", "mosquitto"])
async def test_whoever_finds_the_room_full_on_the_way_back_is_told_so(parley_home: Path, kind: str) -> None:
    if kind == "mosquitto" and not broker_process.available():
        pytest.skip("there is no mosquitto on this machine")
    people = [Person() for _ in range(3)]  # mosquitto may let one in beyond the limit
    password = ROOM.broker_password
    broker = await start_broker(kind, user=ROOM_USER, password=password)
    room = replace(ROOM, port=broker.port)
    full = f"NOTE 127.0.0.1:{room.port} ends every connection at once: the room may be full, until somebody leaves."
    async with asyncio.timeout(60), asyncio.TaskGroup() as group:
        for number, person in enumerate(people):
            rooms = Rooms(parley_home, f"profile{number}", "Ann")
            group.create_task(converse(person, person.write, rooms, invitation=str(room)))
            await person.hear("ROOM ")
        await broker.kill()
        for person in people:
            await person.hear("NOTE ", "until then you can only look.")
        again = await start_broker(kind, port=room.port, user=ROOM_USER, password=password, limits=Limits(1))
        told = [asyncio.create_task(person.hear(full)) for person in people]
        await asyncio.wait(told, return_when=asyncio.FIRST_COMPLETED)
        for hearing in told:
            hearing.cancel()
        for person in people:
            person.type("quit", str(LAST))
    await again.stop()


async def test_the_first_menu_says_in_which_room_one_still_is(parley_home: Path) -> None:
    ann = Person()
    broker = await start_broker("amqtt", user=ROOM_USER, password=ROOM.broker_password)
    room = replace(ROOM, port=broker.port)
    async with asyncio.timeout(60):
        talk = asyncio.create_task(converse(ann, ann.write, Rooms(parley_home, "ann", "Ann"), invitation=str(room)))
        await ann.hear("ROOM ")
        ann.type("quit")
        await ann.hear("NOTE you are still online in the room parlour: `quit` here leaves it.")
        ann.type("quit")
        await talk
        await broker.stop()


def test_whoever_sits_at_a_table_hears_once_who_invites_them_to_another(make_app: Make) -> None:
    """What came before is on the room's list, and so is what comes while they are there."""
    early, late = (InvitedView("P", nick, "00", "", at) for at, nick in enumerate(("bob", "dora")))
    wish = InvitedView("P", "eve", "01", "", 9, game="megiddo")
    room, handle = Room(lobby=replace(LOBBY, invited=(early,))), make_app(hand=(0,)).handle
    handle.invitation = str(ROOM)
    ann, rooms = Person(), Entered([room])
    teller = ConnectionTeller(Console(ann, ann.write), rooms)
    teller.look()
    sitting = Sitting(handle)
    rooms.seated = (sitting,)
    teller.look()
    assert ann.said == []
    room.lobby = replace(LOBBY, invited=(early, wish, replace(late, text="Come!")))
    teller.look()
    teller.look()
    assert ann.said == ["INVITED dora invites you to a table: in the room parlour, join goes there. Come!"]
    sitting.aside = True
    room.lobby = replace(LOBBY, invited=(early, late, replace(late, ts=10)))
    teller.look()
    sitting.aside = False
    teller.look()
    assert len(ann.said) == 1
