"""One of two machines on a network of their own: Ann hosts a room and taps every wire, Bob and Carol find it.

`python -m tests.system.support.neighbour ann|guests FOLDER ADDRESS`, inside a network namespace; answers are lines of
JSON.
"""

from __future__ import annotations

import asyncio
import json
import re
import socket
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Thread

from aiomqtt import Client, MqttError

from net.peer.peer import Peer
from net.room.announcement import opened
from net.transport.transport import ROOM_USER
from net.view.room_view import LobbyView
from tui.session.lan_rooms import open_listener
from tui.session.rooms import Rooms
from tui.table.table_plan import hot_seat

NICKS = {"ann": "Antoinette", "bob": "Barnabas", "carol": "Charlotte"}
LINE, TITLE, GAME = "the goose flies at midnight", "Supper of the seven", "epaminondas"
HIDDEN = "Upstairs at nine"
HERE, GUESTS = "here I am", 2
EVERY_PROTOCOL = 3
"""What a packet socket is opened for, so that it gets all frames (ETH_P_ALL)."""


class Tap:
    """Every frame that passes any interface of this namespace."""

    def __init__(self) -> None:
        """Begin to listen; needs the rights of a machine's owner."""
        self._socket = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(EVERY_PROTOCOL))
        self.frames: list[bytes] = []
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            self.frames.append(self._socket.recv(65_536))

    @property
    def text(self) -> bytes:
        """All that was heard."""
        return b"".join(tuple(self.frames))


def say(**told: object) -> None:
    """Print a line of JSON."""
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()


async def until(peer: Peer, seen: Callable[[LobbyView], bool]) -> LobbyView:
    """Wait until the room is so."""
    changed = asyncio.Event()
    forget = peer.watch(changed.set)
    while not seen(peer.lobby):
        await changed.wait()
        changed.clear()
    forget()
    return peer.lobby


def present(room: LobbyView) -> set[str]:
    """Give the names of those in a room."""
    return {person.nick for person in room.people if person.present}


def titles(room: LobbyView) -> dict[str, str]:
    """Give the ids of the tables shown in a room, by title."""
    return {card.title: card.tid for card in room.tables}


def said(room: LobbyView) -> list[str]:
    """Give what was said in a room."""
    return [text for *_, text in room.chat]


async def stranger(host: str, port: int, password: str) -> list[tuple[str, str]]:
    """Read all that a broker keeps, as somebody with a password; raise `MqttError` where he is not let in."""
    found: list[tuple[str, str]] = []
    async with Client(host, port, username=ROOM_USER, password=password) as client:
        await client.subscribe("#", qos=1)
        await client.publish("that/is/all", b"", qos=1)
        async for message in client.messages:
            if message.topic.value == "that/is/all":
                break
            assert isinstance(message.payload, bytes)
            found.append((message.topic.value, message.payload.hex()))
    return found


async def ann(folder: Path, address: str) -> None:
    """Host, open a table and talk; then read as a stranger whatever the wires and the broker give."""
    tap, rooms = Tap(), Rooms(folder, "ann", NICKS["ann"])
    peer = await rooms.host(address, "parlour")
    hidden = replace(hot_seat(GAME), terms={"private": "yes"}, title=HIDDEN, sitters=("me", "open"))
    private = (await rooms.open_table(peer, hidden)).handle
    codes = {"code": rooms.code(peer), "table_code": private.view.code}
    say(url=str(peer.invitation), table_url=private.invitation, **codes)
    await peer.open_table(GAME, {}, {}, TITLE)
    await until(peer, lambda room: said(room).count(HERE) == GUESTS and present(room) >= set(NICKS.values()))
    await peer.chat(LINE)
    await asyncio.to_thread(sys.stdin.readline)
    at = (peer.invitation.host, peer.invitation.port)
    try:
        shut_out = not await stranger(*at, "")
    except MqttError:
        shut_out = True
    (password,) = set(re.findall(rb"[0-9a-f]{64}", tap.text))
    kept = await stranger(*at, password.decode())
    say(shut_out=shut_out, password=password.decode(), kept=kept, tapped=tap.text.hex())
    await rooms.close()


async def guests(folder: Path, _: str) -> None:
    """Find the room by its announcement, go in by its code and by its link, and to the table there."""
    told = json.loads(await asyncio.to_thread(sys.stdin.readline))
    changed = asyncio.Event()
    ear = await open_listener(changed.set)
    while len(ear.said) < len(["a room", "a private table"]):
        changed.clear()
        await changed.wait()
    (heard,), said_there = ear.rooms, ear.said
    await ear.close()
    found, secret = heard.said.opened(told["code"]), opened(told["table_code"], said_there)
    bob, carol = Rooms(folder, "bob", NICKS["bob"]), Rooms(folder, "carol", NICKS["carol"])
    by_code = await bob.enter(found)
    by_link, _at = await carol.join(told["url"])
    for peer in (by_code, by_link):  # who is present need not hear yet; who speaks does
        await peer.chat(HERE)
    for peer in (by_code, by_link):
        seen = await until(peer, lambda room: TITLE in titles(room) and LINE in said(room))
    table = await by_code.join(bytes.fromhex(titles(seen)[TITLE]))
    private = await by_link.join(secret)
    titled = [table.view.title, private.view.title]
    say(found=str(found), secret=str(secret), people=sorted(present(seen)), titles=titled)
    await bob.close()
    await carol.close()


if __name__ == "__main__":
    role = {"ann": ann, "guests": guests}[sys.argv[1]]
    asyncio.run(role(Path(sys.argv[2]), sys.argv[3]))
