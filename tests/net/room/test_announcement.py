"""Announcements: what is said of a room on the local network, what is refused, and what opens it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.fault import Fault
from net.room.announcement import ADDRESSES_LIMIT, Announcement, BadAnnouncement, OtherKey, mark_of, opened
from net.wire import passcode
from net.wire.invitation import Invitation, Via, key_text
from net.wire.passcode import BadCode

ROOM = Invitation("10.7.0.1", "parlour", bytes(range(16)), port=4321)
CODE, SALT = b"coded", bytes(range(100, 116))
HERE = ["10.7.0.1"]
PIN = "ab" * 32


def spoilt(name: bytes, value: bytes | None) -> dict[bytes, bytes | None]:
    return {**Announcement.of(ROOM).entries(), name: value}


def test_a_room_is_read_as_it_was_announced_and_its_key_is_not_in_it() -> None:
    for room in (ROOM, replace(ROOM, via=Via.TLS, pin=PIN)):
        said = Announcement.of(room, CODE, SALT)
        assert Announcement.parse(HERE, room.port, {**said.entries()}) == said
        told = b"".join(said.entries().values())
        assert room.room_key not in told
        assert key_text(room.room_key, "room").encode() not in told
        assert passcode.text(CODE).replace("-", "").encode() not in told


def test_the_code_the_key_and_the_invitation_open_a_room_and_no_others_do() -> None:
    said = Announcement.of(ROOM, CODE, SALT)
    moved = replace(said, host="10.7.0.9", port=5)
    assert said.opened(f" {passcode.text(CODE).lower()} ") == ROOM
    assert said.opened(key_text(ROOM.room_key, "room")) == ROOM
    assert moved.opened(str(ROOM)) == replace(ROOM, host="10.7.0.9", port=5)
    with pytest.raises(BadCode, match="compare"):
        said.opened("0000-0000")
    with pytest.raises(OtherKey, match="parlour"):
        said.opened(key_text(bytes(16), "room"))
    with pytest.raises(OtherKey, match="without a code"):
        Announcement.of(ROOM).opened("0000-0000")
    with pytest.raises(Fault, match="copied whole"):
        said.opened(key_text(ROOM.room_key, "room")[:20])
    with pytest.raises(BadCode, match="this has 4"):
        said.opened(" 00-00")
    with pytest.raises(BadCode, match="U"):
        said.opened("UUUU-0000")


def test_a_private_table_is_announced_as_its_code_opens_it_and_a_public_one_is_a_room() -> None:
    table, tid = ROOM.at_table(b"t" * 16, b"k" * 16), b"t" * 16
    said = Announcement.of(table, CODE, SALT)
    assert (said.tid, said.mark) != (tid, mark_of(ROOM))
    assert Announcement.parse(HERE, ROOM.port, {**said.entries()}) == said
    assert said.opened(passcode.text(CODE)) == table
    told = b"".join(said.entries().values())
    assert not [key for key in (b"k" * 16, key_text(b"k" * 16, "table").encode()) if key in told]
    for given_ in (str(ROOM), str(table), key_text(ROOM.room_key, "room")):
        with pytest.raises(OtherKey):
            said.opened(given_)
    assert Announcement.of(table).tid == Announcement.of(ROOM.at_table(tid), CODE, SALT).tid == b""
    room = Announcement.of(replace(ROOM, room="attic"), b"other", SALT)
    assert opened(passcode.text(CODE), (room, Announcement.of(ROOM), said)) == table
    with pytest.raises(BadCode, match="opens no room"):
        opened("0000-0000", (room, said))
    for part, text in (("code", b"code"), ("table", b"table")):
        wrong: dict[bytes, bytes | None] = {
            **said.entries(),
            text: Announcement.of(ROOM, CODE, SALT).entries()[b"code"],
        }
        with pytest.raises(BadAnnouncement, match=part):
            Announcement.parse(HERE, 1, wrong)
    without = {name: value for name, value in said.entries().items() if name != b"code"}
    with pytest.raises(BadAnnouncement, match="code"):
        Announcement.parse(HERE, 1, without)


@pytest.mark.parametrize("changed", [{"room": "other"}, {"via": Via.WSS}, {"pin": PIN}])
def test_whoever_changes_name_way_or_pin_is_found_out_by_code_and_key(changed: dict[str, object]) -> None:
    forged = replace(Announcement.of(ROOM, CODE, SALT), **changed)  # type: ignore[arg-type]
    for given_ in (passcode.text(CODE), key_text(ROOM.room_key, "room")):
        with pytest.raises(OtherKey):
            forged.opened(given_)


def test_a_seal_is_of_one_mark_and_one_salt() -> None:
    said = Announcement.of(ROOM, CODE, SALT)
    for forged in (replace(said, mark=bytes(8)), replace(said, salt=bytes(16))):
        with pytest.raises(BadCode):
            forged.opened(passcode.text(CODE))
    assert mark_of(ROOM) != mark_of(replace(ROOM, room_key=bytes(16)))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (spoilt(b"v", b"2"), "v"),
        (spoilt(b"v", None), "v"),
        (spoilt(b"room", b"two words"), "room"),
        (spoilt(b"room", "salé".encode()), "room"),
        (spoilt(b"room", b"\x1b[2J"), "room"),
        (spoilt(b"mark", b"0000"), "mark"),
        (spoilt(b"mark", b"lll"), "mark"),
        (spoilt(b"via", b"carrier-pigeon"), "via"),
        (spoilt(b"pin", b"AB" * 32), "pin"),
        (spoilt(b"code", b"0" * 76), "code"),
        (spoilt(b"more", b"x" * 1300), "size"),
        ({**Announcement.of(ROOM).entries(), **{b"%d" % n: b"" for n in range(16)}}, "size"),
    ],
)
def test_what_is_no_room_is_refused_by_its_part(text: dict[bytes, bytes | None], part: str) -> None:
    with pytest.raises(BadAnnouncement) as fault:
        Announcement.parse(HERE, 1, text)
    assert fault.value.fields["part"] == part


def test_an_address_is_one_that_another_machine_can_have() -> None:
    text: dict[bytes, bytes | None] = {**Announcement.of(ROOM).entries(), b"new": b"of a newer program"}
    nowhere = ["127.0.0.1", "224.0.0.251", "::1", "::", "evil.example", "fe80::1%\x1b"]
    assert Announcement.parse([*nowhere, "fe80::1%eth0", "10.7.0.1"], 1, text).host == "10.7.0.1"
    assert Announcement.parse(["fe80::1%eth0"], 1, text).host == "fe80::1%eth0"
    for addresses in (nowhere, [], ["127.0.0.1"] * ADDRESSES_LIMIT + ["10.7.0.1"]):
        with pytest.raises(BadAnnouncement):
            Announcement.parse(addresses, 1, text)
    for port in (0, -1, 65536):
        with pytest.raises(BadAnnouncement):
            Announcement.parse(HERE, port, text)


VALUES = st.none() | st.binary(max_size=100) | st.sampled_from(sorted(Announcement.of(ROOM).entries().values()))
NAMES = st.sampled_from([b"v", b"room", b"mark", b"via", b"pin", b"code"]) | st.binary(max_size=4)


@given(st.lists(st.text(max_size=40), max_size=3), st.integers(-9, 70_000), st.dictionaries(NAMES, VALUES, max_size=8))
def test_anything_at_all_is_a_room_or_refused(addresses: list[str], port: int, text: dict[bytes, bytes | None]) -> None:
    try:
        said = Announcement.parse([*addresses, *HERE], port, text)
    except BadAnnouncement:
        return
    again = Announcement.parse([said.host], said.port, {**said.entries()})
    assert again == said
    assert (said.host + said.room).isprintable()
