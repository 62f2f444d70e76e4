"""Invitations: one text to paste that leads to a room or a table and carries its keys (protocol, section 6).

parley://HOST[:PORT]/ROOM[/TID][?via=tls|ws|wss&pin=...&prefix=...&user=...]#ROOMKEY[.TABLEKEY]
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import StrEnum
from hashlib import blake2b

from core.fault import Fault, sentence
from net.identity import base32
from net.wire.mqtt_topic import TID_SIZE, is_room, tid_text

SCHEME = "parley://"
KEY_SIZE = 16
"""Bytes of a room's or a table's key."""
TEXT_LIMIT = 1000
"""Characters of an invitation."""
DEFAULT_PREFIX = "parley"
_CHECK_SIZE = 2
_PIN_DIGITS = 64
_PORTS = 65536
_KEY_NAMES = ("room", "table")
_KEY_SIGNS = "#."
"""The sign before each of the keys."""


class Via(StrEnum):
    """How the broker is reached."""

    TCP = "tcp"
    TLS = "tls"
    WS = "ws"
    WSS = "wss"


PORTS = {Via.TCP: 1883, Via.TLS: 8883, Via.WS: 80, Via.WSS: 443}
"""The port that an invitation without one means."""


class InvitationFlaw(StrEnum):
    """What can be wrong with an invitation: the closed set of sentences that `BadInvitation` uses."""

    EMPTY = sentence("There is no invitation here: it begins with parley://")
    LONG = sentence("This is too long for an invitation: {size} characters, the limit is {limit}.")
    SCHEME = sentence("An invitation begins with parley://, this begins with {found}.")
    NO_KEY = sentence("The invitation has no key: after the room comes # and the key.")
    QUOTES = sentence(
        "The invitation has no key: after the room comes # and the key. "
        "On a command line put the invitation in quotes: the shell cuts it at &."
    )
    PARTS = sentence("The path of the invitation is {found}; it is /ROOM or /ROOM/TABLE.")
    HOST = sentence("The host {found} of the invitation is no host name or address.")
    PORT = sentence("The port {found} of the invitation is no number from 1 to 65535.")
    ROOM = sentence("The room {found} of the invitation is no room name: 1 to 32 of A-Z, a-z, 0-9, - and _.")
    TABLE = sentence("The table {found} of the invitation is no table id of 26 characters.")
    OPTION = sentence("The invitation has an unknown option {found}; there are via, pin, prefix and user.")
    TWICE = sentence("The invitation has the option {found} twice.")
    VALUE = sentence("The option {option} of the invitation cannot be {found}.")
    CUT = sentence(
        "The key of the invitation after {mark} was not copied whole: {found} characters instead of {wanted}."
    )
    DIGIT = sentence("The key of the invitation after {mark} holds {found}, which no key does.")
    CHECK = sentence("The key of the invitation after {mark} was copied wrongly: one character or more differs.")
    KEYS = sentence("The invitation has more than two keys after #.")
    KEY_ALONE = sentence("The invitation has a table key but names no table.")


class BadInvitation(Fault):
    """A text that is no invitation; the sentence says what is wrong and where."""

    @property
    def slip(self) -> InvitationFlaw:
        """The reason, a member of the closed set."""
        return InvitationFlaw(self.template)


@dataclass(frozen=True, slots=True)
class Invitation:
    """The way to a room (`tid` None) or a table: broker, room, keys.

    `room_key` and `table_key` have 16 bytes. `pin` is the SHA-256 of the broker's certificate in hex, or empty.
    `user` is the broker's user name, or empty. `repr` never shows the keys.
    """

    host: str
    room: str
    room_key: bytes = field(repr=False)
    port: int = PORTS[Via.TCP]
    tid: bytes | None = None
    table_key: bytes | None = field(default=None, repr=False)
    via: Via = Via.TCP
    pin: str = ""
    prefix: str = DEFAULT_PREFIX
    user: str = ""

    @classmethod
    def parse(cls, text: str) -> Invitation:
        """Read an invitation as pasted; raise `BadInvitation`. Blanks and line breaks do not matter."""
        text = "".join(text[: TEXT_LIMIT * 4].split()).strip("<>\"'`")
        if not text:
            raise BadInvitation(InvitationFlaw.EMPTY)
        if len(text) > TEXT_LIMIT:
            raise BadInvitation(InvitationFlaw.LONG, size=len(text), limit=TEXT_LIMIT)
        if not text.lower().startswith(SCHEME):
            raise BadInvitation(InvitationFlaw.SCHEME, found=_shown(text[: len(SCHEME)]))
        address, mark, keys = text[len(SCHEME) :].partition("#")
        if not mark or not keys:
            raise BadInvitation(InvitationFlaw.QUOTES if "?" in address and not mark else InvitationFlaw.NO_KEY)
        place, _, query = address.partition("?")
        options = _read_options(query)
        via = Via(options.get("via", Via.TCP))
        server, *path = place.split("/")
        room, tid = _read_path(path)
        host, port = read_server(server, PORTS[via])
        room_key, table_key = _read_keys(keys)
        if table_key is not None and tid is None:
            raise BadInvitation(InvitationFlaw.KEY_ALONE)
        pin, user = options.get("pin", "").lower(), options.get("user", "")
        prefix = options.get("prefix", DEFAULT_PREFIX)
        return cls(host, room, room_key, port, tid, table_key, via, pin, prefix, user)

    def __str__(self) -> str:
        """Write the invitation in its one canonical form."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == PORTS[self.via] else f":{self.port}"
        table = "" if self.tid is None else f"/{tid_text(self.tid)}"
        options = {"via": self.via.value, "pin": self.pin, "prefix": self.prefix, "user": self.user}
        plain = {"via": Via.TCP.value, "pin": "", "prefix": DEFAULT_PREFIX, "user": ""}
        query = "&".join(f"{name}={value}" for name, value in options.items() if value != plain[name])
        keys = key_text(self.room_key, "room")
        if self.table_key is not None:
            keys += f".{key_text(self.table_key, 'table')}"
        return f"{SCHEME}{host}{port}/{self.room}{table}{'?' if query else ''}{query}#{keys}"

    @property
    def place(self) -> tuple[str, int, str, bytes]:
        """Where the room is, whatever secures the way there: address, name and key."""
        return self.host, self.port, self.room, self.room_key

    @property
    def broker_password(self) -> str:
        """The password of the room's broker, in hex; it reveals nothing about `room_key` or `lobby_key`."""
        return blake2b(b"broker" + self.room_key, digest_size=32).hexdigest()

    @property
    def lobby_key(self) -> bytes:
        """The 32-byte key that seals the messages of the room."""
        return blake2b(b"lobby" + self.room_key, digest_size=32).digest()

    @property
    def log_key(self) -> bytes:
        """The 16 bytes that seal a table's log: its own key or, for a public table, one derived from the room's key.

        Without the room's key nobody can read a table in it.
        """
        return self.table_key or blake2b(b"public" + self.room_key, digest_size=KEY_SIZE).digest()

    def at_table(self, tid: bytes, table_key: bytes | None = None) -> Invitation:
        """Point the invitation at one table of the room; without a key the table is public."""
        return replace(self, tid=tid, table_key=table_key)

    def by_way_of(self, room: Invitation) -> Invitation:
        """Lead to the same place by another way to its room: address, certificate, user; not to another room."""
        if (room.room, room.room_key) != (self.room, self.room_key):
            return self
        return replace(room, tid=self.tid, table_key=self.table_key)

    def secured_as(self, other: Invitation) -> Invitation:
        """Lead to the same place with the protocol, the certificate and the user of another invitation."""
        return replace(self, via=other.via, pin=other.pin, user=other.user)

    def to_room(self) -> Invitation:
        """Point the invitation at the room alone."""
        return replace(self, tid=None, table_key=None)


def key_of(text: str) -> bytes:
    """Read the key of a room as `key_text` writes it; raise `BadInvitation`."""
    return _read_key(text, 1)


def key_text(key: bytes, name: str) -> str:
    """Write a key with its checksum as 29 Crockford digits; a `room` key is not valid as a `table` key."""
    return base32.encode(key + _checksum(key, name))


def _checksum(key: bytes, name: str) -> bytes:
    return blake2b(b"parley/key/1" + name.encode() + key, digest_size=_CHECK_SIZE).digest()


def _shown(text: str) -> str:
    """Quote a piece of pasted text within a sentence, shortened and without controls."""
    return ascii(text if len(text) <= 40 else f"{text[:40]}...")  # noqa: PLR2004  the width of a quotation


def _read_path(path: list[str]) -> tuple[str, bytes | None]:
    if path and not path[-1]:
        path = path[:-1]
    match path:
        case [room]:
            tid = None
        case [room, table]:
            try:
                tid = base32.decode(table, TID_SIZE)
            except ValueError as error:
                raise BadInvitation(InvitationFlaw.TABLE, found=_shown(table)) from error
        case _:
            raise BadInvitation(InvitationFlaw.PARTS, found=_shown("/" + "/".join(path)))
    if not is_room(room):
        raise BadInvitation(InvitationFlaw.ROOM, found=_shown(room))
    return room, tid


_SERVER = re.compile(r"(\[(?P<v6>[^\]]*)\]|(?P<host>[^:\[\]]*))(:(?P<port>.*))?")
_HOST = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_.-]{0,251}[A-Za-z0-9_])?")
_V6 = re.compile(r"[0-9A-Fa-f:.]{2,45}(%[A-Za-z0-9]{1,15})?")


def read_server(server: str, usual: int) -> tuple[str, int]:
    """Read HOST or HOST:PORT, an address of IPv6 in brackets; give host and port, raise `BadInvitation`.

    >>> read_server("[2001:db8::1]", 1883), read_server("play.example.net:9", 1883)
    (('2001:db8::1', 1883), ('play.example.net', 9))
    """
    found = _SERVER.fullmatch(server)
    if found is None:
        raise BadInvitation(InvitationFlaw.HOST, found=_shown(server))
    v6, host, port = found["v6"], found["host"], found["port"]
    if v6 is not None:
        if not _V6.fullmatch(v6) or ":" not in v6:
            raise BadInvitation(InvitationFlaw.HOST, found=_shown(v6))
    elif not _HOST.fullmatch(host) or ".." in host:
        raise BadInvitation(InvitationFlaw.HOST, found=_shown(host))
    if port is None:
        return v6 or host, usual
    if not re.fullmatch("[0-9]{1,5}", port) or not 0 < int(port) < _PORTS:
        raise BadInvitation(InvitationFlaw.PORT, found=_shown(port))
    return v6 or host, int(port)


_VALUES = {
    "via": re.compile("|".join(Via)),
    "pin": re.compile(f"[0-9A-Fa-f]{{{_PIN_DIGITS}}}"),
    "prefix": re.compile("[A-Za-z0-9_-]{1,32}(/[A-Za-z0-9_-]{1,32}){0,3}"),
    "user": re.compile("[A-Za-z0-9_.@-]{1,64}"),
}


def _read_options(query: str) -> dict[str, str]:
    options: dict[str, str] = {}
    for part in filter(None, query.split("&")):
        name, _, value = part.partition("=")
        if name not in _VALUES:
            raise BadInvitation(InvitationFlaw.OPTION, found=_shown(name))
        if name in options:
            raise BadInvitation(InvitationFlaw.TWICE, found=_shown(name))
        check_option(name, value)
        options[name] = value
    return options


def check_option(name: str, value: str) -> None:
    """Raise `BadInvitation` if an option (via, pin, prefix, user) cannot have this value."""
    if not _VALUES[name].fullmatch(value):
        raise BadInvitation(InvitationFlaw.VALUE, option=name, found=_shown(value))


def _read_keys(text: str) -> tuple[bytes, bytes | None]:
    match text.split("."):
        case [room]:
            return _read_key(room, 1), None
        case [room, table]:
            return _read_key(room, 1), _read_key(table, 2)
    raise BadInvitation(InvitationFlaw.KEYS)


def _read_key(text: str, number: int) -> bytes:
    size = KEY_SIZE + _CHECK_SIZE
    text = text.replace("-", "")
    if len(text) != base32.length(size):
        raise BadInvitation(
            InvitationFlaw.CUT, mark=_KEY_SIGNS[number - 1], found=len(text), wanted=base32.length(size)
        )
    strange = base32.first_bad_character(text)
    if strange:
        raise BadInvitation(InvitationFlaw.DIGIT, mark=_KEY_SIGNS[number - 1], found=_shown(strange))
    try:
        data = base32.decode(text, size)
    except ValueError as error:
        raise BadInvitation(InvitationFlaw.CHECK, mark=_KEY_SIGNS[number - 1]) from error
    key, check = data[:KEY_SIZE], data[KEY_SIZE:]
    if check != _checksum(key, _KEY_NAMES[number - 1]):
        raise BadInvitation(InvitationFlaw.CHECK, mark=_KEY_SIGNS[number - 1])
    return key
