"""Tending a broker: what stands there for a week is cleared, what is younger stays, and what goes on is said."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from core.fault import Fault
from net.broker import janitor
from net.broker.broker_process import start_broker
from net.broker.janitor import Figures
from net.broker.listener import Limits
from net.identity.identity import Identity
from net.transport.memory_broker import MemoryBroker
from net.transport.mqtt_transport import connector
from net.transport.transport import ROOM_USER, Message, Offline, Transport
from net.wire import mqtt_topic
from net.wire.invitation import Via
from net.wire.mqtt_topic import full
from tests.net.support.party import ROOM
from tui.headless import broker_host
from tui.headless.broker_host import figures_printer
from tui.i18n.translation import tell
from tui.session import hosted_broker
from tui.session.hosted_broker import BrokerMonitor, tended
from tui.session.rooms import Rooms

ANN = Identity.new(b"a" * 32).pid
OLD = full(ROOM.prefix, mqtt_topic.event(b"1" * 16, ANN, 0))
FRESH = full(ROOM.prefix, mqtt_topic.event(b"2" * 16, ANN, 0))
DAY_MS = 24 * 3_600_000


class Wall:
    """A clock whose hands the test moves; whoever sleeps is woken by it."""

    def __init__(self) -> None:
        """Begin on the second day."""
        self.now = DAY_MS
        self.moved = asyncio.Event()

    def now_ms(self) -> int:
        """Give the milliseconds since 1970."""
        return self.now

    async def sleep(self, seconds: float) -> None:
        """Wait until the hands have been moved so far."""
        until = self.now + seconds * 1000
        while self.now < until:
            await self.moved.wait()

    def move(self, milliseconds: int) -> None:
        """Move the hands."""
        self.now += milliseconds
        self.moved.set()
        self.moved = asyncio.Event()


async def others(transport: Transport, count: int) -> list[Message]:
    """Take so many messages that are about tables, as somebody else hears them."""
    found: list[Message] = []
    while len(found) < count:
        found += [message for message in await transport.receive() if message.topic in {OLD, FRESH}]
    return found


@pytest.mark.parametrize("kind", ["memory", "amqtt", "mosquitto"])
async def test_what_is_a_week_old_is_cleared_with_its_table(kind: str) -> None:
    if kind == "mosquitto" and shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin:/usr/bin") is None:
        pytest.skip("there is no mosquitto on this machine")
    running = None if kind == "memory" else await start_broker(kind, user=ROOM_USER, password=ROOM.broker_password)
    connect = connector(replace(ROOM, port=running.port)) if running else MemoryBroker().connect
    wall, told = Wall(), asyncio.Queue[Figures]()
    async with asyncio.timeout(30), tended(BrokerMonitor(connect, ROOM.prefix, wall), told.put_nowait, 1.0):
        assert (await told.get()).tables == 0
        ann = connect(None)
        await ann.connect()
        await ann.subscribe({"#": 1})
        for topic, later in ((OLD, 6 * DAY_MS), (FRESH, DAY_MS)):
            await ann.publish(topic, b"event", retain=True)
            while True:
                wall.move(1000)
                if (await told.get()).rate:  # it has been heard
                    break
            wall.move(later)
            await told.get()
        heard = await others(ann, 3)
        assert [(message.topic, message.payload) for message in heard] == [
            (OLD, b"event"),
            (FRESH, b"event"),
            (OLD, b""),
        ]
        await ann.close()
        ben = connect(None)
        await ben.connect()
        await ben.subscribe({"#": 1})
        assert {message.topic for message in await others(ben, 1)} == {FRESH}  # amqtt shows it twice
        await ben.close()
    if running:
        await running.stop()


async def test_a_room_hosted_from_the_screens_is_tended_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(janitor, "STALE_MS", 0)
    monkeypatch.setattr(hosted_broker, "SWEEP_SECONDS", 0.01)
    rooms = Rooms(tmp_path, "ann", announce=False)
    async with asyncio.timeout(30):
        peer = await rooms.host()
        bob = connector(peer.invitation)(None)
        await bob.connect()
        await bob.subscribe({OLD: 1})
        await bob.publish(OLD, b"event", retain=True)
        assert {message.payload for message in await others(bob, 2)} == {b"event", b""}
        await bob.close()
        await rooms.close()
        with pytest.raises(Offline):
            await connector(peer.invitation)(None).connect()


def test_what_goes_on_is_a_line_or_an_object(capsys: pytest.CaptureFixture[str]) -> None:
    tell, seconds = figures_printer(json=False)
    tell(Figures(3, 1, 4.25))
    assert seconds == broker_host.SPARSE_SECONDS
    tell, _ = figures_printer(json=True)
    tell(Figures(3, 1, 4.25))
    line, told = capsys.readouterr().out.splitlines()
    assert line == "People: 3  Tables: 1  Messages a second: 4.2"
    assert told == '{"event": "status", "people": 3, "tables": 1, "rate": 4.2}'
    for json in (False, True):
        tell, _ = figures_printer(json=json, count=lambda: 5)
        tell(Figures(3, 1, 4.25))
    line, told = capsys.readouterr().out.splitlines()
    assert line == "People: 3  Connections: 5  Tables: 1  Messages a second: 4.2"
    assert told == '{"event": "status", "people": 3, "tables": 1, "rate": 4.2, "connections": 5}'


def test_on_a_terminal_the_line_changes_every_second(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    tell, seconds = figures_printer(json=False)
    tell(Figures(0, 0, 0.0))
    assert seconds == broker_host.LIVE_SECONDS
    assert capsys.readouterr().out == "\r\x1b[KPeople: 0  Tables: 0  Messages a second: 0.0"


def test_a_terminal_shows_whole_words(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    broker: Any = SimpleNamespace(kind="amqtt", host="127.0.0.1", port=7)
    monkeypatch.setenv("COLUMNS", "80")
    for terminal, longest in ((True, 80), (False, 120)):
        monkeypatch.setattr("sys.stdout.isatty", lambda terminal=terminal: terminal)
        broker_host.tell(hosted_broker.Wish(), broker, ROOM)
        *_, last = said = capsys.readouterr().out.rstrip().splitlines()
        assert last.endswith("go on there.")
        assert (f"  {ROOM}" in said, f"  parley play '{ROOM}'" in said) == (True, True)
        assert (max(map(len, said[-2:])) <= longest, "It ends" in last) == (True, not terminal)


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        (hosted_broker.Wish(), "--port 7"),
        (
            hosted_broker.Wish(via="tls", certificate="a.pem", key="a.key", pinned=False, public="a.example"),
            "--port 7 --tls --certificate a.pem --key a.key --no-pin --public a.example",
        ),
        (hosted_broker.Wish("192.0.2.7", room="second", via="ws"), "--bind 192.0.2.7 --port 7 --room second --via ws"),
        (
            hosted_broker.Wish(broker="amqtt", announce=False, limits=Limits(20, 4096)),
            "--port 7 --broker amqtt --people 20 --message-size 4096 --quiet",
        ),
    ],
)
def test_the_words_of_another_start_give_the_same_invitation(wish: hosted_broker.Wish, words: str) -> None:
    assert broker_host.same_room(wish, 7) == words


@pytest.mark.parametrize(
    ("public", "at"),
    [("a.example", ("a.example", 7)), ("a.example:9", ("a.example", 9)), ("[2001:db8::1]:9", ("2001:db8::1", 9))],
)
def test_the_invitation_for_others_names_the_public_address(public: str, at: tuple[str, int]) -> None:
    room = replace(ROOM, port=7, via=Via.TLS, pin="0" * 64)
    told = hosted_broker.outward(hosted_broker.Wish(public=public, pinned=False), room)
    assert ((told.host, told.port), told.pin, told.room_key) == (at, "", room.room_key)
    assert hosted_broker.inward(hosted_broker.Wish(bind="0.0.0.0"), room) == replace(room, host="127.0.0.1")  # noqa: S104 (compared, not bound)
    assert hosted_broker.outward(hosted_broker.Wish(), room) == room


@pytest.mark.parametrize(
    "given",
    [
        "",
        " ",
        "play.example.net/",
        "play.example.net/room",
        "play.example.net:1883/",
        "http://play.example.net",
        "https://play.example.net:443",
        "http://x:y",
        "parley://play.example.net",
        "play example net",
        " play.example.net",
        "play.example.net:",
        "play.example.net:0",
        "play.example.net:65536",
        "play.example.net:x",
        "play.example.net: 1883",
        ":1883",
        "a_host!",
        "a..example",
        "2001:db8::1",
        "[play.example.net]",
        "ann@play.example.net",
        "play.example.net?via=tls",
        "play.example.net#key",
    ],
)
async def test_a_public_address_that_is_none_is_told_with_what_is_wanted(given: str) -> None:
    with pytest.raises(Fault) as refused:
        await hosted_broker.open_room(hosted_broker.Wish(public=given))
    assert tell(refused.value) == (
        "--public takes the host name or address at which others reach this machine, with or without a port from 1 to "
        f"65535 (play.example.net or play.example.net:1883), not {given!r}."
    )


@pytest.mark.parametrize("given", ["", "0.0.0.0:8883", "http://x", "a b", "play.example.net/", "[::1]", "[::1]:8883"])
async def test_an_address_to_listen_at_that_is_none_is_told_with_what_is_wanted(given: str) -> None:
    with pytest.raises(Fault) as refused:
        await hosted_broker.open_room(hosted_broker.Wish(bind=given))
    assert tell(refused.value) == (
        "--bind takes an address of this machine without a port (127.0.0.1, or 0.0.0.0 for every address; --port names "
        f"the port), not {given!r}."
    )


@pytest.mark.parametrize("given", ["127.0.0.1", "0.0.0.0", "::1", "fe80::1%eth0", "localhost", "play-1.example.net"])  # noqa: S104 (looked at, not bound)
def test_an_address_to_listen_at_may_be_any_of_the_machine(given: str) -> None:
    hosted_broker.Wish(bind=given, public="[2001:db8::1]").check_addresses()


def test_a_certificate_that_cannot_be_made_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(shutil, "which", lambda _: "openssl")
    with pytest.raises(Fault, match=r"cannot be made in .*hosts: "):
        hosted_broker.own(tmp_path / "file" / "hosts")

    def fails(*_: object, **__: object) -> None:
        raise subprocess.CalledProcessError(1, "openssl", stderr=b"no entropy left\nmore\n")

    monkeypatch.setattr(subprocess, "run", fails)
    with pytest.raises(Fault, match=r"hosts: no entropy left\.$"):
        hosted_broker.own(tmp_path / "hosts")
    assert list((tmp_path / "hosts").iterdir()) == []
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(Fault, match="There is no openssl on this machine"):
        hosted_broker.own(tmp_path / "hosts")


def test_the_room_at_a_port_of_the_kernels_comes_back_there(tmp_path: Path) -> None:
    first = hosted_broker.room_key(tmp_path, "parley", 0)
    assert first != hosted_broker.room_key(tmp_path, "parley", 0), "each evening has a key of its own"
    hosted_broker.keep_once(tmp_path, "parley", 7001, first)
    assert hosted_broker.room_key(tmp_path, "parley", 7001) == first
    assert hosted_broker.room_key(tmp_path, "other", 7001) != first
    for port in range(7100, 7100 + hosted_broker.KEPT_KEYS):
        hosted_broker.keep_once(tmp_path, "parley", port, bytes([port % 256]) * 16)
    assert len(list((tmp_path / "hosts").glob(f"*{hosted_broker.ONCE}"))) == hosted_broker.KEPT_KEYS
    hosted_broker.keep_once(tmp_path, "parley", 7002, first)
    hosted_broker.keep_key(tmp_path, "parley", 7002, first)  # started again with the port that it was told
    for port in range(7200, 7200 + hosted_broker.KEPT_KEYS):
        hosted_broker.keep_once(tmp_path, "parley", port, bytes([port % 256]) * 16)
    assert hosted_broker.room_key(tmp_path, "parley", 7002) == first
    (tmp_path / "file").touch()
    hosted_broker.keep_once(
        tmp_path / "file", "parley", 7001, first
    )  # nothing can be kept there, and nobody is stopped


async def test_a_host_that_does_not_begin_leaves_no_key_and_one_that_did_keeps_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    first, _ = await hosted_broker.open_room(hosted_broker.Wish())
    wish = hosted_broker.Wish(port=first.port, room="club")
    kept = set((tmp_path / "hosts").iterdir())
    try:
        for refused in (wish, replace(wish, broker="none"), replace(wish, certificate="a", key="b", via="tls")):
            with pytest.raises(Fault):
                await hosted_broker.open_room(refused)
        assert set((tmp_path / "hosts").iterdir()) == kept, "a host that refuses leaves nothing"
    finally:
        await first.stop()
    invitations = []
    for _ in range(2):
        again, invitation = await hosted_broker.open_room(wish)
        await again.stop()
        invitations.append(str(invitation))
    assert invitations[0] == invitations[1]
    path = tmp_path / "hosts" / f"club-{wish.port}.key"
    assert path.stat().st_mode & 0o777 == hosted_broker.KEY_MODE


async def test_a_room_whose_key_cannot_be_kept_does_not_begin(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    (tmp_path / "hosts").touch()
    free = await start_broker()
    await free.stop()
    wish = hosted_broker.Wish(port=free.port)
    with pytest.raises(Fault, match="The key of the room cannot be kept"):
        await hosted_broker.open_room(wish)
    (tmp_path / "hosts").unlink()
    broker, _ = await hosted_broker.open_room(wish)  # the port is free again
    await broker.stop()


@pytest.mark.parametrize("kept", [b"", b"short", bytes(16) + b"\n"], ids=["empty", "short", "with a newline"])
@pytest.mark.parametrize("ending", [".key", ".once"])
def test_a_damaged_key_of_a_room_is_told_and_left_as_it_is(tmp_path: Path, kept: bytes, ending: str) -> None:
    path = tmp_path / "hosts" / f"parley-7777{ending}"
    path.parent.mkdir()
    path.write_bytes(kept)
    with pytest.raises(Fault, match="is damaged: put a copy back"):
        hosted_broker.room_key(tmp_path, "parley", 7777)
    assert path.read_bytes() == kept


@pytest.mark.parametrize("lost", hosted_broker.FILES)
def test_half_a_certificate_is_told_and_left_as_it_is(tmp_path: Path, lost: str) -> None:
    for name in hosted_broker.FILES:
        (tmp_path / name).write_text(name)
    (tmp_path / lost).unlink()
    with pytest.raises(Fault, match=f"{lost} is missing beside its other half"):
        hosted_broker.own(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [name for name in hosted_broker.FILES if name != lost]
