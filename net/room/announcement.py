"""Announcements: what a room says of itself on the local network, where everybody hears it and anybody may lie.

An announcement holds a room's name, the way into its broker, a mark by which holders of the key recognise the room, and
the key itself sealed under a passcode. It never holds the key in the clear, nor anybody's name. Mark and seal are bound
to the name, the way in and the certificate's pin: a change of one of them is noticed before anything is sent to the
broker. Address and port are not bound, because no broker is trusted with anything. A private table is announced in the
same way, with its id and both keys sealed under its own passcode.

`Discovery` keeps the rooms heard on the local network, each for as long as it is announced. Anybody there may announce
anything: what is no room is ignored, and nobody with a single address can fill the list.

Pure: `now` is a clock in milliseconds.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from ipaddress import IPv4Address, IPv6Address, ip_address

from core.fault import Fault, sentence
from net.identity import base32
from net.wire import passcode
from net.wire.invitation import KEY_SIZE, Invitation, Via, key_of, key_text
from net.wire.mqtt_topic import TID_SIZE, is_room, tid_text
from net.wire.passcode import BadCode

SERVICE = "_parley._tcp.local."
"""The service type that rooms are announced as."""
VERSION = b"1"
MARK_SIZE = 8
"""Bytes of a room's mark."""
KEY_LENGTH = len(key_text(bytes(KEY_SIZE), "room"))
"""Digits of a key: typed text with less than half of them is meant as a code."""
TEXT_LIMIT = 1300
"""Bytes of all names and values of an announcement."""
ENTRIES_LIMIT = 16
ADDRESSES_LIMIT = 8
"""Addresses that are read of one announcement."""
_PORTS = 65536
_PIN = re.compile(b"[0-9a-f]{64}")
_ADDRESS = re.compile("[0-9A-Fa-f:.]{2,45}(%[A-Za-z0-9]{1,15})?")

BAD = sentence("An announcement on the local network cannot be used: its {part} is wrong.")
OTHER_KEY = sentence("That is the key of a different room, not of {room}.")
NO_OPENING = sentence(
    "That code opens no room and no table heard on the local network; please compare it with the host's screen."
)
NO_PASSCODE = sentence("The room {room} is announced without a code: its invitation is needed.")


class BadAnnouncement(Fault):
    """An announcement that is no room's."""


class OtherKey(Fault):
    """A key or a code that is not this room's."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """A room as it is announced: name, address and port of its broker, mark (8 bytes), way in.

    `salt` (16 bytes) and `sealed` (32 bytes) hold the key for people who know the passcode; both are empty if there is
    none. For a private table, `tid` is its id (16 bytes) and `sealed` has 48 bytes.
    """

    room: str
    host: str
    port: int
    mark: bytes
    via: Via = Via.TCP
    pin: str = ""
    salt: bytes = b""
    sealed: bytes = field(default=b"", repr=False)
    tid: bytes = b""

    @classmethod
    def of(cls, invitation: Invitation, code: bytes = b"", salt: bytes = b"") -> Announcement:
        """Announce the room of an invitation, with a passcode (5 bytes) under a fresh salt if one is given.

        With a passcode an invitation to a private table announces that table.
        """
        table_key = invitation.table_key if code else None
        found = invitation if table_key else invitation.to_room()
        bare = cls(found.room, found.host, found.port, mark_of(found), found.via, found.pin, tid=found.tid or b"")
        if not code:
            return bare
        return replace(
            bare, salt=salt, sealed=passcode.lock(code, salt, bare.label, found.room_key + (table_key or b""))
        )

    @classmethod
    def parse(cls, addresses: Sequence[str], port: int, text: Mapping[bytes, bytes | None]) -> Announcement:
        """Read an announcement; raise `BadAnnouncement`. Entries of newer programs are ignored."""
        _check_size(text)
        if text.get(b"v") != VERSION:
            raise BadAnnouncement(BAD, part="v")
        room = _plain(text, b"room")
        if not is_room(room):
            raise BadAnnouncement(BAD, part="room")
        if not 0 < port < _PORTS:
            raise BadAnnouncement(BAD, part="port")
        tid = _read(text, b"table", TID_SIZE) if b"table" in text else b""
        salt, sealed = _read_sealed(text, passcode.SEALED_SIZE + KEY_SIZE * bool(tid))
        if tid and not sealed:
            raise BadAnnouncement(BAD, part="code")
        mark = _read(text, b"mark", MARK_SIZE)
        return cls(room, _reached(addresses), port, mark, _read_via(text), _read_pin(text), salt, sealed, tid)

    def entries(self) -> dict[bytes, bytes]:
        """Return everything but address and port in the announced form."""
        found = {b"v": VERSION, b"room": self.room.encode(), b"mark": base32.encode(self.mark).encode()}
        if self.via is not Via.TCP:
            found[b"via"] = self.via.encode()
        if self.pin:
            found[b"pin"] = self.pin.encode()
        if self.tid:
            found[b"table"] = tid_text(self.tid).encode()
        if self.sealed:
            found[b"code"] = base32.encode(self.salt + self.sealed).encode()
        return found

    @property
    def label(self) -> bytes:
        """The data that a sealed key is bound to: the mark, which covers everything it is made of."""
        return b"parley/lan/1" + self.mark

    def opened(self, given: str) -> Invitation:
        """Return the invitation for a passcode, a key or an invitation as typed; raise a `Fault`.

        Of an invitation only the key is used; host and port are those heard now. A passcode takes some 64 ms.
        """
        if given.strip().lower().startswith("parley://"):
            return self._with(Invitation.parse(given).room_key)
        if len(given) > KEY_LENGTH // 2:
            return self._with(key_of("".join(given.split())))
        return self.unlocked(passcode.read(given))

    def unlocked(self, code: bytes) -> Invitation:
        """Return the invitation for a passcode (5 bytes); raise a `Fault`. Takes some 64 ms."""
        if not self.sealed:
            raise OtherKey(NO_PASSCODE, room=self.room)
        keys = passcode.unlock(code, self.salt, self.label, self.sealed)
        return self._with(keys[:KEY_SIZE], keys[KEY_SIZE:])

    def _with(self, key: bytes, table_key: bytes = b"") -> Invitation:
        found = Invitation(self.host, self.room, key, self.port, via=self.via, pin=self.pin)
        if self.tid and table_key:
            found = found.at_table(self.tid, table_key)
        if mark_of(found) != self.mark:
            raise OtherKey(OTHER_KEY, room=self.room)
        return found


def opened(given: str, heard: Iterable[Announcement]) -> Invitation:
    """Return the invitation to the announced place that a code opens; raise `BadCode`. Takes some 64 ms for each."""
    code = passcode.read(given)
    for one in heard:
        with suppress(BadCode, OtherKey):
            return one.unlocked(code)
    raise BadCode(NO_OPENING)


def mark_of(invitation: Invitation) -> bytes:
    """Return a room's or a table's mark: 8 bytes that do not reveal the key and change with name, way in and pin."""
    table = "" if invitation.tid is None else f"\0{tid_text(invitation.tid)}"
    said = f"parley/mark/1\0{invitation.room}\0{invitation.via}\0{invitation.pin}{table}"
    return blake2b(said.encode(), key=invitation.room_key, digest_size=MARK_SIZE).digest()


def _check_size(text: Mapping[bytes, bytes | None]) -> None:
    size = sum(len(name) + len(value or b"") for name, value in text.items())
    if len(text) > ENTRIES_LIMIT or size > TEXT_LIMIT:
        raise BadAnnouncement(BAD, part="size")


def _plain(text: Mapping[bytes, bytes | None], name: bytes) -> str:
    value = text.get(name) or b""
    if not value.isascii():
        raise BadAnnouncement(BAD, part=name.decode())
    return value.decode()


def _read(text: Mapping[bytes, bytes | None], name: bytes, size: int) -> bytes:
    """Read bytes written as digits in their one canonical form."""
    digits = _plain(text, name)
    try:
        found = base32.decode(digits, size)
    except ValueError:
        found = b""
    if not found or base32.encode(found) != digits:
        raise BadAnnouncement(BAD, part=name.decode())
    return found


def _read_sealed(text: Mapping[bytes, bytes | None], size: int) -> tuple[bytes, bytes]:
    if b"code" not in text:
        return b"", b""
    both = _read(text, b"code", passcode.SALT_SIZE + size)
    return both[: passcode.SALT_SIZE], both[passcode.SALT_SIZE :]


def _read_via(text: Mapping[bytes, bytes | None]) -> Via:
    found = _plain(text, b"via") or Via.TCP
    if found not in set(Via):
        raise BadAnnouncement(BAD, part="via")
    return Via(found)


def _read_pin(text: Mapping[bytes, bytes | None]) -> str:
    found = text.get(b"pin") or b""
    if found and not _PIN.fullmatch(found):
        raise BadAnnouncement(BAD, part="pin")
    return found.decode()


def _reached(addresses: Sequence[str]) -> str:
    """Return the first address that another machine can have, IPv4 before IPv6."""
    found: list[IPv4Address | IPv6Address] = []
    for one in addresses[:ADDRESSES_LIMIT]:
        if not _ADDRESS.fullmatch(one):
            continue
        try:
            address = ip_address(one)
        except ValueError:
            continue
        if not (address.is_loopback or address.is_unspecified or address.is_multicast or address.is_reserved):
            found.append(address)
    if not found:
        raise BadAnnouncement(BAD, part="address")
    return str(min(found, key=lambda address: address.version))


ROOMS_LIMIT = 64
"""Rooms and private tables that are kept; more are not listed."""
HOST_LIMIT = 8
"""Rooms and private tables kept of one address."""
STALE_MS = 5 * 60_000
"""A room unconfirmed for this long is listed no more."""
NAME_LIMIT = 255
"""Bytes of the full name of a service."""


@dataclass(frozen=True, slots=True)
class HeardRoom:
    """A room heard under the service's `name`, first at the time `since` (milliseconds)."""

    name: str
    said: Announcement
    since: int


class Discovery:
    """What one listener has heard."""

    def __init__(self) -> None:
        """Begin with nothing heard."""
        self.refused: Counter[str] = Counter()
        self._rooms: dict[str, tuple[HeardRoom, int]] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The full names of the services that are rooms."""
        return tuple(self._rooms)

    def wants(self, name: str) -> bool:
        """Tell whether it is worth asking what a service's name stands for."""
        fits = len(name.encode(errors="replace")) <= NAME_LIMIT and name.lower().endswith(f".{SERVICE}")
        return fits and (name in self._rooms or len(self._rooms) < ROOMS_LIMIT)

    def heard(
        self, name: str, addresses: Sequence[str], port: int, text: Mapping[bytes, bytes | None], now: int
    ) -> bool:
        """Take in a service's entries; tell whether the list has changed.

        If they are no room's, the room heard before under that name is dropped.
        """
        known = self._rooms.get(name)
        try:
            said = Announcement.parse(addresses, port, text)
        except BadAnnouncement as fault:
            self.refused[str(fault.fields["part"])] += 1
            return self.lost(name)
        if known is not None and known[0].said == said:
            self._rooms[name] = (known[0], now)
            return False
        if not self.wants(name) or self._crowded(said.host, name):
            self.refused["many"] += 1
            return self.lost(name)
        self._rooms[name] = (HeardRoom(name, said, known[0].since if known else now), now)
        return True

    def lost(self, name: str) -> bool:
        """Take in that a service is gone; tell whether the list has changed."""
        return self._rooms.pop(name, None) is not None

    def age(self, now: int) -> bool:
        """Drop what has not been confirmed for `STALE_MS`; tell whether the list has changed."""
        stale = [name for name, (_, last) in self._rooms.items() if now - last > STALE_MS]
        for name in stale:
            del self._rooms[name]
        return bool(stale)

    @property
    def said(self) -> tuple[Announcement, ...]:
        """All announcements, rooms first, then private tables, which are not listed to anybody."""
        tables = (room.said for room, _ in self._rooms.values() if room.said.tid)
        return (*(room.said for room in self.rooms), *tables)

    @property
    def rooms(self) -> tuple[HeardRoom, ...]:
        """The rooms by name and address."""
        found = (room for room, _ in self._rooms.values() if not room.said.tid)
        return tuple(sorted(found, key=lambda one: (one.said.room.casefold(), one.said.host, one.said.port, one.name)))

    def _crowded(self, host: str, name: str) -> bool:
        others = sum(room.said.host == host for room, _ in self._rooms.values() if room.name != name)
        return others >= HOST_LIMIT
