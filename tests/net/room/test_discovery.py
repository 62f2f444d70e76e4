"""Discovery: rooms come, change, grow old and go; nobody fills the list alone."""

from __future__ import annotations

from net.room.announcement import HOST_LIMIT, ROOMS_LIMIT, SERVICE, STALE_MS, Announcement, Discovery
from net.wire.invitation import Invitation

TEXT: dict[bytes, bytes | None] = {**Announcement.of(Invitation("10.7.0.1", "parlour", bytes(16))).entries()}


def named(name: str) -> str:
    return f"{name}.{SERVICE}"


def test_a_room_is_heard_once_changes_and_goes() -> None:
    found = Discovery()
    assert found.heard(named("a"), ["10.7.0.1"], 9, TEXT, 0)
    assert not found.heard(named("a"), ["10.7.0.1"], 9, TEXT, 50)
    assert found.heard(named("a"), ["10.7.0.1"], 10, TEXT, 60)
    (room,) = found.rooms
    assert (room.said.room, room.said.port, room.since) == ("parlour", 10, 0)
    assert found.lost(named("a"))
    assert not found.lost(named("a"))
    assert not found.rooms


def test_what_is_not_confirmed_grows_old() -> None:
    found = Discovery()
    found.heard(named("a"), ["10.7.0.1"], 9, TEXT, 0)
    found.heard(named("b"), ["10.7.0.2"], 9, TEXT, 0)
    found.heard(named("a"), ["10.7.0.1"], 9, TEXT, STALE_MS)
    assert not found.age(STALE_MS)
    assert found.age(STALE_MS + 1)
    assert found.names == (named("a"),)


def test_what_is_no_room_takes_no_place_and_loses_the_one_it_had() -> None:
    found = Discovery()
    assert not found.heard(named("a"), ["127.0.0.1"], 9, TEXT, 0)
    found.heard(named("a"), ["10.7.0.1"], 9, TEXT, 0)
    assert found.heard(named("a"), ["10.7.0.1"], 9, {}, 1)
    assert not found.rooms
    assert dict(found.refused) == {"address": 1, "v": 1}


def test_private_tables_are_listed_nowhere_and_codes_are_tried_on_them() -> None:
    found = Discovery()
    room = Invitation("10.7.0.1", "parlour", bytes(16))
    table = Announcement.of(room.at_table(b"t" * 16, b"k" * 16), b"coded", bytes(16))
    assert found.heard(named("a"), ["10.7.0.1"], 9, {**table.entries()}, 0)
    found.heard(named("b"), ["10.7.0.1"], 9, TEXT, 0)
    assert [heard.name for heard in found.rooms] == [named("b")]
    assert [said.tid for said in found.said] == [b"", b"t" * 16]


def test_nobody_fills_the_list_alone_and_the_list_is_finite() -> None:
    found = Discovery()
    for one in range(HOST_LIMIT + 3):
        found.heard(named(f"x{one}"), ["10.7.0.66"], 9, TEXT, 0)
    assert len(found.rooms) == HOST_LIMIT
    assert found.heard(named("x0"), ["10.7.0.66"], 10, TEXT, 1), "one of these may still change"
    assert found.wants(named("a"))
    for one in range(ROOMS_LIMIT):
        found.heard(named(f"y{one}"), [f"10.7.1.{one}"], 9, TEXT, 0)
    assert len(found.rooms) == ROOMS_LIMIT
    assert not found.wants(named("a"))
    assert found.wants(named("x0"))
    assert found.refused["many"] == 3 + HOST_LIMIT


def test_only_services_of_this_kind_are_asked() -> None:
    found = Discovery()
    assert not found.wants("printer._ipp._tcp.local.")
    assert not found.wants(SERVICE)
    assert not found.wants(named("x" * 240))
    assert found.wants(named("\udcff").upper())
