"""Two machines on a network of their own: they find each other by announcement, code and link; a third learns nothing.

The machines are network namespaces joined by a cable (veth): nothing is said on any real network.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from hashlib import blake2b
from pathlib import Path

import pytest

from net.broker.local_network import NO_ADDRESS
from net.wire import envelope, mqtt_topic
from net.wire.codec import BadMessage
from net.wire.invitation import Invitation, key_text
from net.wire.mqtt_topic import Place, Topic
from net.wire.peer_message import Presence, open_note
from tests.system.support.neighbour import GAME, HIDDEN, LINE, NICKS, TITLE

ROOT = Path(__file__).resolve().parent.parent.parent.parent
HOST, GUEST = "10.77.0.1", "10.77.0.2"


def ip(*words: str) -> None:
    """Arrange the network."""
    subprocess.run(["ip", *words], check=True, capture_output=True, timeout=20)


@pytest.fixture
def machines() -> Iterator[tuple[str, str]]:
    """Give two namespaces with a cable between them."""
    if shutil.which("ip") is None:
        pytest.skip("there is no ip on this machine")
    names = f"parley-{os.getpid()}-a", f"parley-{os.getpid()}-b"
    with ExitStack() as cleared:
        for name in names:
            try:
                ip("netns", "add", name)
            except subprocess.CalledProcessError as why:
                pytest.skip(f"this machine lets us make no networks: {why.stderr.decode().strip()}")
            cleared.callback(ip, "netns", "del", name)
        ip("-n", names[0], "link", "add", "cable", "type", "veth", "peer", "name", "cable", "netns", names[1])
        for name, address in zip(names, (HOST, GUEST), strict=True):
            ip("-n", name, "address", "add", f"{address}/24", "dev", "cable")
            for link in ("lo", "cable"):
                ip("-n", name, "link", "set", link, "up")
        yield names


def test_a_machine_on_no_network_says_so_in_a_sentence(machines: tuple[str, str], tmp_path: Path) -> None:
    for link in ("cable", "lo"):
        ip("-n", machines[0], "address", "flush", "dev", link)
    words = [sys.executable, "-P", "-m", "tui", "join", "--json", "--wait", "0.1"]
    done = subprocess.run(
        ["ip", "netns", "exec", machines[0], *words],
        env=environ(tmp_path),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert json.loads(done.stdout)["error"] == NO_ADDRESS
    assert done.returncode == 2


def environ(folder: Path) -> dict[str, str]:
    """Give the variables of somebody whose things are in a folder, and who may use his network."""
    free = {name: value for name, value in os.environ.items() if name != "PARLEY_LAN"}
    return free | {"PYTHONPATH": str(ROOT), "PARLEY_HOME": str(folder), "PARLEY_LANG": "en"}


def start(evening: ExitStack, machine: str, role: str, folder: Path) -> subprocess.Popen[str]:
    """Start somebody on a machine."""
    words = [sys.executable, "-m", "tests.system.support.neighbour", role, str(folder), HOST]
    process = subprocess.Popen(
        ["ip", "netns", "exec", machine, *words],
        env=environ(folder),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    evening.callback(process.wait, 60)
    evening.callback(process.kill)
    evening.enter_context(process)
    return process


def opened(key: bytes, at: Topic, topic: str, wire: bytes) -> bool:
    """Tell whether a key opens what stands at a topic."""
    with suppress(BadMessage):
        if at.place is Place.EVENT:
            envelope.open_event(key, topic, wire, at.tid)
        else:
            envelope._unlock(key, topic, wire, 1 << 20)
        return True
    return False


def test_people_find_each_other_and_a_third_learns_sizes_and_times(machines: tuple[str, str], tmp_path: Path) -> None:
    with ExitStack() as evening:
        ann, guests = (start(evening, *who, tmp_path) for who in zip(machines, ("ann", "guests"), strict=True))
        first = ann.stdout.readline() if ann.stdout else ""
        told = json.loads(first)
        found = json.loads(guests.communicate(first, timeout=60)[0])
        third = json.loads(ann.communicate("\n", timeout=60)[0])
    assert (found["found"], found["secret"]) == (told["url"], told["table_url"]), "by the codes of room and table"
    assert (found["people"], found["titles"]) == (sorted(NICKS.values()), [TITLE, HIDDEN])
    room, table = Invitation.parse(told["url"]), Invitation.parse(told["table_url"])
    tapped, password = bytes.fromhex(third["tapped"]), third["password"]
    assert third["shut_out"], "without a password nobody is let in"
    assert password == room.broker_password, "who taps the wire of a broker without TLS learns its password"
    assert b"parlour" in tapped, "and the names of rooms, tables and people's keys"
    codes = [told["code"], told["table_code"]]
    secrets = [*NICKS.values(), LINE, TITLE, HIDDEN, GAME, *codes, *(code.replace("-", "") for code in codes)]
    secret_bytes = [room.room_key, room.lobby_key, room.at_table(bytes(16)).log_key, table.log_key]
    for secret in [*map(str.encode, secrets), key_text(room.room_key, "room").encode(), *secret_bytes]:
        assert secret not in tapped
    assert_sealed(table, [(topic, bytes.fromhex(wire)) for topic, wire in third["kept"]], bytes.fromhex(password))


def assert_sealed(private: Invitation, kept: list[tuple[str, bytes]], password: bytes) -> None:
    """See that nothing kept by the broker opens with what a third may think of, and all with the key of the room.

    But for the private table: what is said there opens with its own key alone.
    """
    places, tables, room = set(), set(), private.to_room()
    for full, wire in kept:
        topic = mqtt_topic.bare(room.prefix, full) or ""
        at = mqtt_topic.parse(topic)
        assert at is not None
        places.add(at.place)
        way = private if at.tid == private.tid else room.at_table(at.tid)
        ours = envelope.table_key(way.log_key, at.tid) if at.tid else b""
        tables |= {at.tid} if at.place is Place.EVENT else set()
        keys: tuple[bytes, ...] = (password, bytes(32), blake2b(b"public" + at.tid, digest_size=32).digest())
        keys += (room.log_key,) if way is private and at.place is Place.EVENT else ()
        guessed = (envelope.table_key(key[:16], at.tid) for key in keys)
        assert not any(opened(key, at, topic, wire) for key in (*keys, *guessed))
        assert any(opened(key, at, topic, wire) for key in filter(None, (ours, room.lobby_key)))
        if at.place is Place.PRESENCE:
            assert open_note(room.lobby_key, topic, wire, Presence).nick in NICKS.values()
    assert {Place.PRESENCE, Place.CARD, Place.EVENT} <= places
    assert private.tid in tables
    assert len(tables) == len(["public", "private"])
