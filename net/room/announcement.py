"""Announcements: what a room says of itself on the local network, where everybody hears it and nobody need be honest.

An announcement has a room's name, how its broker is entered, a mark by which those who have the key know it again, and
the key itself sealed under a passcode. It never has the key in clear, nor anybody's name. The mark and the seal are
bound to the name, the way in and the certificate's pin: who changes one of them is found out before anything is sent to
the broker. Address and port are not bound, as little as those of any broker, which is trusted with nothing.

A private table is announced in the same way, with its id, both keys sealed under its own passcode.

Discovery: the rooms heard on the local network, each for as long as it is announced.

Pure: `now` is a clock in milliseconds. Everybody on the network may announce anything: what is no room is passed over,
and nobody can fill the list by himself as long as he has one address.
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
"""The kind of service that rooms are announced as."""
VERSION = b"1"
MARK_SIZE = 8
"""Bytes of a room's mark."""
SEALED_SIZE = KEY_SIZE + 16
"""Bytes of a room's key sealed under a passcode; a table's comes on top of it."""
KEY_LENGTH = len(key_text(bytes(KEY_SIZE), "room"))
"""Digits of a key: what is typed and has less than half of them is meant for a code."""
TEXT_LIMIT = 1300
"""Bytes of an announcement's names and values in all."""
ENTRIES_LIMIT = 16
ADDRESSES_LIMIT = 8
"""Addresses that are looked at."""
_PORTS = 65536
_PIN = re.compile(b"[0-9a-f]{64}")
_ADDRESS = re.compile("[0-9A-Fa-f:.]{2,45}(%[A-Za-z0-9]{1,15})?")

BAD = sentence("An announcement on the local network is of no use: its {part} is wrong.")
OTHER_KEY = sentence("That is the key of another room than {room}.")
NO_OPENING = sentence(
    "That code opens no room and no table heard on the local network; please compare it with the host's screen."
)
NO_PASSCODE = sentence("The room {room} is announced without a code: its invitation is needed.")


class BadAnnouncement(Fault):
    """Something announced as a room that is none."""


class OtherKey(Fault):
    """A key or a code that is not this room's."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """A room as it is announced: name, address and port of its broker, mark (8 bytes), way in.

    `salt` (16 bytes) and `sealed` (32 bytes) hold the key for those who are told the passcode; both are empty where
    there is none. Of a private table there is its id `tid` (16 bytes), and `sealed` has 48 bytes.
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
        """Read what was heard; raise `BadAnnouncement`. Entries of newer programs are passed over."""
        _check_size(text)
        if text.get(b"v") != VERSION:
            raise BadAnnouncement(BAD, part="v")
        room = _plain(text, b"room")
        if not is_room(room):
            raise BadAnnouncement(BAD, part="room")
        if not 0 < port < _PORTS:
            raise BadAnnouncement(BAD, part="port")
        tid = _read(text, b"table", TID_SIZE) if b"table" in text else b""
        salt, sealed = _read_sealed(text, SEALED_SIZE + KEY_SIZE * bool(tid))
        if tid and not sealed:
            raise BadAnnouncement(BAD, part="code")
        mark = _read(text, b"mark", MARK_SIZE)
        return cls(room, _reached(addresses), port, mark, _read_via(text), _read_pin(text), salt, sealed, tid)

    def entries(self) -> dict[bytes, bytes]:
        """Write everything but address and port as it is announced."""
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
        """What a sealed key is bound to: the mark, which stands for everything it is made of."""
        return b"parley/lan/1" + self.mark

    def opened(self, given: str) -> Invitation:
        """Give the invitation for a passcode, a key or an invitation as typed; raise a `Fault`.

        Of an invitation the key counts; host and port are those heard now. Takes some 64 ms for a passcode.
        """
        if given.strip().lower().startswith("parley://"):
            return self._with(Invitation.parse(given).room_key)
        if len(given) > KEY_LENGTH // 2:
            return self._with(key_of("".join(given.split())))
        return self.unlocked(passcode.read(given))

    def unlocked(self, code: bytes) -> Invitation:
        """Give the invitation for a passcode (5 bytes); raise a `Fault`. Takes some 64 ms."""
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
    """Give the invitation to what a code opens, of all that is heard; raise `BadCode`. Takes some 64 ms for each."""
    code = passcode.read(given)
    for one in heard:
        with suppress(BadCode, OtherKey):
            return one.unlocked(code)
    raise BadCode(NO_OPENING)


def mark_of(invitation: Invitation) -> bytes:
    """Give a room's or a table's mark: 8 bytes that tell nothing of the key and change with name, way in and pin."""
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
    """Give the first address that another machine can have: the fourth version before the sixth."""
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
"""Rooms and private tables of one address."""
STALE_MS = 5 * 60_000
"""Unconfirmed for so long, a room is listed no more."""
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
        """Tell whether it is worth asking what stands behind a service's name."""
        fits = len(name.encode(errors="replace")) <= NAME_LIMIT and name.lower().endswith(f".{SERVICE}")
        return fits and (name in self._rooms or len(self._rooms) < ROOMS_LIMIT)

    def heard(
        self, name: str, addresses: Sequence[str], port: int, text: Mapping[bytes, bytes | None], now: int
    ) -> bool:
        """Take in what a service says; tell whether the list is another one now.

        What is no room takes the place of nothing: who was heard under that name before is dropped.
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
        """Take in that a service is gone; tell whether the list is another one now."""
        return self._rooms.pop(name, None) is not None

    def age(self, now: int) -> bool:
        """Drop what has not been confirmed for `STALE_MS`; tell whether the list is another one now."""
        stale = [name for name, (_, last) in self._rooms.items() if now - last > STALE_MS]
        for name in stale:
            del self._rooms[name]
        return bool(stale)

    @property
    def said(self) -> tuple[Announcement, ...]:
        """All that is announced, the rooms first, then the private tables, which are named to nobody."""
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
