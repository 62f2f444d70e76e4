"""The broker of an evening on this machine: start it, keep it alive, tend it, and announce its room.

It may listen on this machine alone or for others too. Its certificate is made here: it is valid for ten years, no
authority signs it, and the pin in the invitation identifies it.

`BrokerMonitor` subscribes to everything, reports now and then what goes on, and clears old retained messages. It holds
no key of any table: it sees topics and sizes, as every operator of a broker does.
"""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from net.broker.janitor import Figures, Janitor
from net.broker.listener import BrokerListener, Limits
from net.storage.profile import root, write_whole
from net.transport import diagnostic_log
from net.transport.clock import SystemClock
from net.transport.transport import ROOM_USER, Offline
from net.wire.invitation import KEY_SIZE, BadInvitation, Invitation, Via, read_server
from tui.session.lan_rooms import RoomAnnouncement, try_to_announce

if TYPE_CHECKING:
    from net.broker.broker_process import RunningBroker
    from net.transport.clock import Clock
    from net.transport.transport import Connector, Transport


NO_OPENSSL = sentence(
    "There is no openssl on this machine to make a certificate with: name one by --certificate and --key."
)
NOT_MADE = sentence("The certificate cannot be made in {folder}: {why}.")
ONE_LOST = sentence(
    "{path} is missing beside its other half: put a copy back, or move the other away; then a certificate is made "
    "anew, with new invitations."
)
FILES = ("certificate.pem", "certificate.key")
DAYS = "3650"
CURVE = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")


def own(folder: Path) -> tuple[str, str]:
    """Give the paths of the certificate in a folder and of its key. Both are made once and kept, so that pins last.

    Raises `Fault` if there is no `openssl`, if they cannot be written, or if only one of the two is there.
    """
    kept = tuple(folder / name for name in FILES)
    lost = [path for path in kept if not path.exists()]
    if len(lost) == 1:
        raise Fault(ONE_LOST, path=lost[0])
    if lost:
        program = shutil.which("openssl")
        if program is None:
            raise Fault(NO_OPENSSL)
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            with tempfile.TemporaryDirectory(dir=folder) as workshop:
                _make(program, Path(workshop))
                for path in reversed(kept):
                    (Path(workshop) / path.name).replace(path)
        except OSError as why:
            raise Fault(NOT_MADE, folder=folder, why=why.strerror or why) from None
        except subprocess.CalledProcessError as why:
            said = why.stderr.decode("utf-8", "replace").split("\n")[0]
            raise Fault(NOT_MADE, folder=folder, why=said or why.returncode) from None
    certificate, key = map(str, kept)
    return certificate, key


def _make(program: str, workshop: Path) -> None:
    certificate, key = (workshop / name for name in FILES)
    os.close(os.open(key, os.O_WRONLY | os.O_CREAT, 0o600))
    words = (*CURVE, "-days", DAYS, "-subj", "/CN=parley", "-out", str(certificate), "-keyout", str(key))
    subprocess.run([program, "req", "-x509", *words], check=True, capture_output=True)  # noqa: S603 (our own words)
    key.chmod(0o600)


BAD_ROOM = sentence("A room's name has 1 to 32 of a-z, A-Z, 0-9, - and _; {given} has not.")
BAD_VIA = sentence("--via takes tcp, tls, ws or wss, not {given}.")
BAD_KEY = sentence(
    "The room's key {path} is damaged: put a copy back, or move it away; then the room begins anew, with new "
    "invitations."
)
NO_KEY = sentence("The key of the room cannot be kept in {path}: {why}.")
NO_AUTHORITY = sentence(
    "--no-pin is for a certificate that an authority vouches for: name it by --certificate and --key."
)
HALF = sentence("--certificate and --key go together: one of the two is missing.")
BAD_PUBLIC = sentence(
    "--public takes the host name or address at which others reach this machine, with or without a port from 1 to "
    "65535 (play.example.net or play.example.net:1883), not {given}."
)
BAD_BIND = sentence(
    "--bind takes an address of this machine without a port (127.0.0.1, or 0.0.0.0 for every address; --port names the "
    "port), not {given}."
)
KEY_MODE = 0o600
ONCE, KEPT_KEYS = ".once", 8
"""The ending of a key's file at a port that nobody chose, and how many of those are kept."""
USUAL = Limits()
_ROOM, _HOST = re.compile("[A-Za-z0-9_-]{1,32}"), re.compile("[A-Za-z0-9_.-]{1,253}")


@dataclass(frozen=True, slots=True)
class Wish:
    """Where to listen, which room and broker, whether a program reads the answer, and how others get in.

    `announce` says whether the room is announced on the local network, if others than this machine can come in.
    `public` is the HOST or HOST:PORT of the invitation, if it differs from this machine's own. `pinned` says whether
    the invitation names the certificate. `limits` says how many may come and how much they may send at once.
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
    public: str | None = None
    pinned: bool = True
    limits: Limits = USUAL

    @property
    def door(self) -> BrokerListener:
        """Give the way in, with a certificate made here if TLS is to use one; raise `Fault`."""
        if self.via not in set(Via):
            raise Fault(BAD_VIA, given=ascii(self.via[:40]))
        if bool(self.certificate) != bool(self.key):
            raise Fault(HALF)
        door = BrokerListener(Via(self.via), self.certificate, self.key)
        if not self.pinned and not self.certificate:
            raise Fault(NO_AUTHORITY)
        if not door.sealed or door.certificate:
            return door
        certificate, key = own(root() / "hosts")
        return replace(door, certificate=certificate, key=key)

    def address(self, port: int) -> tuple[str, int]:
        """Give the public host and port where the broker itself is at `port`; raise `Fault`."""
        given = self.public or ""
        try:
            return read_server(given, port)
        except BadInvitation:
            raise Fault(BAD_PUBLIC, given=ascii(given[:40])) from None

    def check_addresses(self) -> None:
        """Raise `Fault` if one of the addresses cannot be meant: an empty one would listen at every address."""
        if self.public is not None:
            self.address(1)
        with suppress(ValueError):
            ip_address(self.bind)
            return
        if not _HOST.fullmatch(self.bind):
            raise Fault(BAD_BIND, given=ascii(self.bind[:40]))


def room_key(where: Path, room: str, port: int) -> bytes:
    """Give the key of a room: a fresh one, or at a chosen port the one it had, so that invitations last.

    Raises `Fault` if it cannot be read.
    """
    return (kept_key(where, room, port) if port else b"") or secrets.token_bytes(KEY_SIZE)


def kept_key(where: Path, room: str, port: int) -> bytes:
    """Give the key that was kept for a room at a port, empty if there is none.

    Raises `Fault` if it cannot be read or is damaged: a key of another size is never written over.
    """
    path = where / "hosts" / f"{room}-{port}.key"
    for one in (path, path.with_suffix(ONCE)):
        try:
            kept = one.read_bytes() if one.exists() else None
        except OSError as why:
            raise Fault(NO_KEY, path=path, why=why.strerror or why) from None
        if kept is not None and len(kept) != KEY_SIZE:
            raise Fault(BAD_KEY, path=one)
        if kept is not None:
            return kept
    return b""


def keep_key(where: Path, room: str, port: int, key: bytes) -> None:
    """Keep the key of a room at a port that somebody chose, unless it is kept so; raise `Fault` if it cannot be."""
    path = where / "hosts" / f"{room}-{port}.key"
    if path.exists() and kept_key(where, room, port) == key:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(path, key, KEY_MODE)
    except OSError as why:
        raise Fault(NO_KEY, path=path, why=why.strerror or why) from None


def keep_once(where: Path, room: str, port: int, key: bytes) -> None:
    """Keep the key of a room at a port that the kernel chose, so that the host can be started there again.

    The keys of the latest `KEPT_KEYS` such starts are kept. A folder that cannot be written keeps none.
    """
    folder = where / "hosts"
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        (folder / f"{room}-{port}.key").unlink(missing_ok=True)
        write_whole(folder / f"{room}-{port}{ONCE}", key, KEY_MODE)
        old = sorted(folder.glob(f"*{ONCE}"), key=lambda one: one.stat().st_mtime)[:-KEPT_KEYS]
        for one in old:
            one.unlink()


async def open_room(wish: Wish, key: bytes = b"") -> tuple[RunningBroker, Invitation]:
    """Start the broker of a room; raise `Fault`. A room whose `key` is given is kept by whoever gives it."""
    from net.broker.broker_process import pin_of, start_broker

    if not _ROOM.fullmatch(wish.room):
        raise Fault(BAD_ROOM, given=ascii(wish.room[:40]))
    wish.check_addresses()
    blank = Invitation(wish.bind, wish.room, key or room_key(root(), wish.room, wish.port))
    door = wish.door
    entry = (wish.bind, wish.port, ROOM_USER, blank.broker_password)
    broker = await start_broker(wish.broker, *entry, door=door, limits=wish.limits)
    pin = pin_of(door) if door.sealed else ""
    try:
        if not key:
            (keep_key if wish.port else keep_once)(root(), wish.room, broker.port, blank.room_key)
    except Fault:
        await broker.stop()
        raise
    return broker, replace(blank, host=broker.host, port=broker.port, via=door.via, pin=pin)


def outward(wish: Wish, room: Invitation) -> Invitation:
    """Give the invitation for others: to the public address if there is one, without the pin if so wished."""
    host, port = wish.address(room.port) if wish.public is not None else (room.host, room.port)
    return replace(room, host=host, port=port, pin=room.pin if wish.pinned else "")


def inward(wish: Wish, room: Invitation) -> Invitation:
    """Give the invitation for this process itself."""
    from net.broker.broker_process import near

    return replace(room, host=near(wish.bind))


async def keep(wish: Wish, broker: RunningBroker, invitation: Invitation) -> None:
    """Keep the room's broker alive until this task is cancelled: if it dies, it is started again at its port."""
    from net.broker.broker_process import start_broker

    try:
        while True:
            await broker.process.wait()
            again = (broker.kind, wish.bind, broker.port, ROOM_USER, invitation.broker_password)
            broker = await start_broker(*again, door=wish.door, limits=wish.limits)
    finally:
        with suppress(ProcessLookupError):
            await broker.stop()


EVERYTHING = "#"
AGAIN_SECONDS = 1.0
"""The wait before connecting again."""
SWEEP_SECONDS = 3600.0
"""How often retained messages are checked for those a week old."""

Teller = Callable[[Figures], None]


class BrokerMonitor:
    """The monitor of a running broker."""

    def __init__(self, connect: Connector, prefix: str, clock: Clock) -> None:
        """Prepare; nothing happens before `listen`."""
        self.caretaker = Janitor(prefix)
        self._connect, self._clock = connect, clock
        self._transport: Transport | None = None
        self._opened = asyncio.Event()

    async def listen(self) -> None:
        """Subscribe to everything until cancelled; connect again when the connection ends."""
        while True:
            transport = self._connect(None)
            try:
                await transport.connect()
                await transport.subscribe({EVERYTHING: 0})
                self._transport = transport
                self._opened.set()
                while True:
                    await self._take(transport)
            except Offline as fault:
                diagnostic_log.refused("tending", fault)
            finally:
                self._transport = None
                await transport.close()
            await self._clock.sleep(AGAIN_SECONDS)

    async def say(self, tell: Teller, seconds: float) -> None:
        """Report what goes on, first when the broker answers, then every so many seconds."""
        await self._opened.wait()
        while True:
            tell(self.caretaker.figures(self._clock.now_ms()))
            await self._clock.sleep(seconds)

    async def sweep(self) -> None:
        """Every hour, have the broker send all retained messages, and clear those that are a week old."""
        while True:
            await self._clock.sleep(SWEEP_SECONDS)
            self.caretaker.forget(self._clock.now_ms() - round(2 * SWEEP_SECONDS * 1000))
            try:
                if self._transport is not None:
                    await self._transport.subscribe({EVERYTHING: 0})
            except Offline as fault:
                diagnostic_log.refused("a sweep", fault)

    async def _take(self, transport: Transport) -> None:
        cleared = 0
        for message in await transport.receive():
            now = self._clock.now_ms()
            self.caretaker.hear(message.topic, empty=not message.payload, kept=message.retain, now=now)
            if message.retain and self.caretaker.is_stale(message.topic, now):
                await transport.publish(message.topic, b"", qos=0, retain=True)
                cleared += 1
        if cleared:
            diagnostic_log.happened("cleared", topics=cleared)


@asynccontextmanager
async def tended(tending: BrokerMonitor, tell: Teller, seconds: float) -> AsyncIterator[None]:
    """Have the broker tended until this ends."""
    work = (tending.listen(), tending.say(tell, seconds), tending.sweep())
    tasks = [asyncio.ensure_future(job) for job in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended


class HostedBroker:
    """The room of a hosted broker. `parley host` does the same without a person in it."""

    def __init__(self, wish: Wish, room: Invitation, broker: RunningBroker, told: RoomAnnouncement | None) -> None:
        """Keep what `start` has started."""
        self.room, self._told = room, told
        from net.transport.mqtt_transport import connector

        self.tending = BrokerMonitor(connector(inward(wish, room)), room.prefix, SystemClock())
        work = (keep(wish, broker, room), self.tending.listen(), self.tending.sweep())
        self._tasks = [asyncio.ensure_future(job) for job in work]

    @classmethod
    async def start(cls, bind: str, room: str, *, announce: bool, again: Invitation | None = None) -> HostedBroker:
        """Start a broker that listens at `bind`, for a room of that name or the one of `again`; raise `Fault`."""
        wish = Wish(bind=bind, room=room) if again is None else Wish(bind=bind, room=again.room, port=again.port)
        broker, invitation = await open_room(wish, again.room_key if again is not None else b"")
        told, _ = await try_to_announce(invitation, bind) if announce else (None, None)
        made = cls(wish, invitation, broker, told)
        await asyncio.sleep(0)  # the keeper has the broker now: it ends it, whatever happens
        return made

    @property
    def code(self) -> str:
        """The code by which others on the local network join; empty if there is none."""
        return self._told.code if self._told else ""

    async def close(self) -> None:
        """Stop announcing the room and end its broker."""
        if self._told is not None:
            await self._told.close()
        for task in self._tasks:
            task.cancel()
        for ended in await asyncio.gather(*self._tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended


QUESTION = sentence("Who can come in with the invitation?")

DOORS = {
    "127.0.0.1": sentence("Programs on this machine only"),
    "0.0.0.0": sentence("Everybody who reaches this machine over the network"),  # noqa: S104 (chosen by a person)
}
"""The addresses to listen at, the safe one first, each with its meaning."""
