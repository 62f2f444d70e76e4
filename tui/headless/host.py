"""A broker for an evening, and the invitation to its room."""

from __future__ import annotations

import re
import secrets
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from net.broker.listener import Door, Limits
from net.storage.profile import root, write_whole
from net.transport.transport import ROOM_USER
from net.wire.invitation import KEY_SIZE, Invitation, Via, key_text
from tui.headless.certificate import own

if TYPE_CHECKING:
    from pathlib import Path

    from net.broker.broker_process import RunningBroker

BAD_ROOM = sentence("A room's name has 1 to 32 of a-z, A-Z, 0-9, - and _; {given} has not.")
BAD_VIA = sentence("--via takes tcp, tls, ws or wss, not {given}.")
NO_KEY = sentence("The key of the room cannot be kept in {path}: {why}.")
NO_AUTHORITY = sentence(
    "--no-pin is for a certificate that an authority vouches for: name it by --certificate and --key."
)
KEY_MODE = 0o600
USUAL = Limits()
_ROOM = re.compile("[A-Za-z0-9_-]{1,32}")


@dataclass(frozen=True, slots=True)
class Wish:
    """Where to listen, which room, which broker, whether a program reads the answer, and how one comes in.

    `announce`: whether the room is announced on the local network, if others than this machine can come in. `public` is
    the HOST or HOST:PORT of the invitation, where it is another one than this machine's own; `pinned` whether the
    invitation names the certificate; `limits` how many may come and what they may say at once.
    """

    bind: str = "127.0.0.1"
    port: int = 0
    room: str = "parley"
    broker: str = "auto"
    json: bool = False
    via: str = "tcp"
    certificate: str = ""
    key: str = ""
    announce: bool = True
    public: str = ""
    pinned: bool = True
    limits: Limits = USUAL

    @property
    def door(self) -> Door:
        """How one comes in, with a certificate of one's own making where TLS is to have one; raise `Fault`."""
        if self.via not in set(Via):
            raise Fault(BAD_VIA, given=ascii(self.via[:40]))
        door = Door(Via(self.via), self.certificate, self.key)
        if not door.sealed or door.certificate:
            return door
        if not self.pinned:
            raise Fault(NO_AUTHORITY)
        certificate, key = own(root() / "hosts")
        return replace(door, certificate=certificate, key=key)

    def address(self, port: int) -> tuple[str, int]:
        """Give the public host and port where the broker itself is at `port`; raise `BadInvitation`."""
        given = self.public if re.search(r":[0-9]+$", self.public) else f"{self.public}:{port}"
        at = Invitation.parse(f"parley://{given}/room#{key_text(bytes(KEY_SIZE), 'room')}")
        return at.host, at.port


def room_key(where: Path, room: str, port: int) -> bytes:
    """Give the key of a room: a fresh one; at a port of one's own choice the one it had, so that invitations last.

    Raises `Fault` where it cannot be kept.
    """
    fresh = secrets.token_bytes(KEY_SIZE)
    if not port:
        return fresh
    path = where / "hosts" / f"{room}-{port}.key"
    try:
        kept = path.read_bytes() if path.exists() else b""
        if len(kept) == KEY_SIZE:
            return kept
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(path, fresh, KEY_MODE)
    except OSError as why:
        raise Fault(NO_KEY, path=path, why=why.strerror or why) from None
    return fresh


async def open_room(wish: Wish) -> tuple[RunningBroker, Invitation]:
    """Start the broker of a room; raise `Fault`."""
    from net.broker.broker_process import pin_of, start_broker

    if not _ROOM.fullmatch(wish.room):
        raise Fault(BAD_ROOM, given=ascii(wish.room[:40]))
    if wish.public:
        wish.address(1)
    blank = Invitation(wish.bind, wish.room, room_key(root(), wish.room, wish.port))
    door = wish.door
    entry = (wish.bind, wish.port, ROOM_USER, blank.broker_password)
    broker = await start_broker(wish.broker, *entry, door=door, limits=wish.limits)
    pin = pin_of(door) if door.sealed else ""
    return broker, replace(blank, host=broker.host, port=broker.port, via=door.via, pin=pin)


def outward(wish: Wish, room: Invitation) -> Invitation:
    """Give the invitation for others: to the public address, where there is one, without the pin, if so wished."""
    host, port = wish.address(room.port) if wish.public else (room.host, room.port)
    return replace(room, host=host, port=port, pin=room.pin if wish.pinned else "")


def inward(wish: Wish, room: Invitation) -> Invitation:
    """Give the invitation for this process itself."""
    from net.broker.broker_process import near

    return replace(room, host=near(wish.bind))


async def keep(wish: Wish, broker: RunningBroker, invitation: Invitation) -> None:
    """Keep the room's broker alive: one that dies is started again at its port, until this task is cancelled."""
    from net.broker.broker_process import start_broker

    try:
        while True:
            await broker.process.wait()
            again = (broker.kind, wish.bind, broker.port, ROOM_USER, invitation.broker_password)
            broker = await start_broker(*again, door=wish.door, limits=wish.limits)
    finally:
        with suppress(ProcessLookupError):
            await broker.stop()
