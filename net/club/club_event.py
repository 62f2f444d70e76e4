"""What members sign in a club's log: the kinds of events, the shape of each one's data, and the check of an event.

A club's log has the bodies, signatures and chains of a table's (`net.wire.event`), with the club's id in the place of
the table's. The kinds have numbers of their own, so nothing passes from one log into the other. The data of each kind
is checked before the event is accepted, like its signature: what a `RESULT` proves has to be right (`result_proof`). So
everything in a chain can be read, and a journal needs no second check.

Keys are canonical points of prime order. Texts are cleaned when they are read.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum, StrEnum
from hashlib import blake2b
from typing import Annotated, TypeVar

from msgspec import Meta

from net.deck.pass_proof import PASS_PROOF_LIMIT
from net.identity.identity import is_public
from net.wire import envelope
from net.wire.codec import BadMessage, Digest, Flaw, Id, Pair, Shape, Word, pack, shaped
from net.wire.event import Event, Signed
from net.wire.sanitizer import clean, clean_name

FOUNDERS_LIMIT = 16
"""Founders of a club."""
ENTRANTS_LIMIT = 128
"""Entrants of a tournament: as many as one event can list."""
ROUNDS_LIMIT = 64
"""Rounds of a tournament, but for a round robin."""
NAME_LIMIT = 60
"""Characters of the name of a club or a tournament."""
PROOF_LIMIT = 7000
"""Bytes of what proves a result."""

CID_PERSON = b"parley/club/1"
SALT_PERSON = b"parley/rated/1"


Place = tuple[bytes, int, int]
"""A table of a tournament: the tournament's id, round and table from 0."""
BESIDE: Place = (b"", 0, 0)
"""The place of a rated game beside tournaments."""


class ClubKind(IntEnum):
    """The kinds of event in a club's log. Numbers never change; greater ones are stored unread."""

    FOUND = 64
    JOIN = 65
    ADMIT = 66
    LEAVE = 67
    EXPEL = 68
    CALENDAR = 69
    OPEN = 70
    ENTER = 71
    CLOSE = 72
    LOT = 73
    DRAW = 74
    START = 75
    ROUND = 76
    WITHDRAW = 77
    RESULT = 78
    ORGANISER = 79
    CHARGE = 80


class Admission(StrEnum):
    """Who lets somebody in; `sponsors` has a number behind it."""

    FOUNDERS = "founders"
    SPONSORS = "sponsors"
    OPEN = "open"


class Expulsion(StrEnum):
    """More than half of whom can expel somebody."""

    FOUNDERS = "founders"
    MEMBERS = "members"


class Form(StrEnum):
    """The form of a tournament."""

    ROUND_ROBIN = "round-robin"
    DOUBLE_ROUND_ROBIN = "double-round-robin"
    KNOCK_OUT = "knock-out"
    SWISS = "swiss"
    TABLES = "tables"


Count = Annotated[int, Meta(ge=0, lt=1 << 31)]
Moment = Annotated[int, Meta(ge=0, lt=envelope.TS_LIMIT)]
Key = Id
"""A public key, 32 bytes."""


class Found(Shape, frozen=True, array_like=True):
    """A club begins: its name, the founders' keys, the two rules, a calendar of (milliseconds since 1970, what)."""

    name: Word
    founders: tuple[Key, ...]
    admission: Word
    expulsion: Word
    salt: Digest
    nick: Word
    calendar: tuple[tuple[Moment, Word], ...] = ()


class Join(Shape, frozen=True, array_like=True):
    """The author asks to be a member, as `nick`; a member goes by that name from then on."""

    nick: Word


class Admit(Shape, frozen=True, array_like=True):
    """The author lets somebody in."""

    key: Key


class Leave(Shape, frozen=True, array_like=True):
    """The author leaves the club."""


class Expel(Shape, frozen=True, array_like=True):
    """The author votes that somebody is out, and that nothing counts that they sign from number `upto` on.

    If `stands` is false, the author takes that back.
    """

    key: Key
    upto: Count
    stands: bool = True


class CalendarEntry(Shape, frozen=True, array_like=True):
    """A founder adds a date."""

    at: Moment
    text: Word


class Open(Shape, frozen=True, array_like=True):
    """The author opens a tournament and is its organiser.

    `options` are those of the game and terms of the table that every table must have; `sizes` the numbers of seats of a
    table of several, the wanted one first.
    """

    name: Word
    game: Word
    options: tuple[Pair, ...]
    form: Word
    rounds: Count
    sizes: tuple[Count, ...] = ()


class Enter(Shape, frozen=True, array_like=True):
    """The author takes part in a tournament; `tip` is the end of the chain of hashes of their lots."""

    tournament: Digest
    tip: Id


class Close(Shape, frozen=True, array_like=True):
    """The organiser closes the list: the ids of the `enter` events that count."""

    tournament: Digest
    enters: tuple[Id, ...]


class OpenedLot(Shape, frozen=True, array_like=True):
    """An entrant opens their lot of one attempt."""

    tournament: Digest
    attempt: Count
    value: Id


class Draw(Shape, frozen=True, array_like=True):
    """The organiser leaves out those who have not opened their lots of an attempt; all others draw new ones."""

    tournament: Digest
    attempt: Count
    left_out: tuple[Key, ...]


class Start(Shape, frozen=True, array_like=True):
    """The organiser begins: the lots of that attempt are all open and decide."""

    tournament: Digest
    attempt: Count


class TableEnd(Shape, frozen=True, array_like=True):
    """How one table of a round counts: by the end of that digest, or without a game, because some did not come.

    `absent` are those who did not come, by their places in the pairing.
    """

    end: Annotated[bytes, Meta(max_length=16)]
    absent: tuple[Count, ...] = ()


class RoundEnd(Shape, frozen=True, array_like=True):
    """The organiser ends round `number` (from 0): what each table counts, and who takes part no more.

    `pairing` is the digest of the round's pairing, so that programs which find another one notice.
    """

    tournament: Digest
    number: Count
    tables: tuple[TableEnd, ...]
    pairing: Digest
    left: tuple[Key, ...] = ()


class Withdraw(Shape, frozen=True, array_like=True):
    """An entrant asks to take part no more after the round that is being played."""

    tournament: Digest


class OrganiserVote(Shape, frozen=True, array_like=True):
    """The author votes that `key` goes on with a tournament instead of `old`, from number `upto` of that chain on.

    What `old` signs of the tournament from there on does not count. If `stands` is false, the author takes that back.
    """

    tournament: Digest
    old: Key
    upto: Count
    key: Key
    stands: bool = True


class Charge(Shape, frozen=True, array_like=True):
    """The author proves that `key` has cheated at the table `tid`: its result is lost for them.

    `proof` is that of `net.deck.pass_proof`.
    """

    tid: Digest
    key: Key
    proof: Annotated[bytes, Meta(max_length=PASS_PROOF_LIMIT)]


class Result(Shape, frozen=True, array_like=True):
    """The result of a rated table: what its proof says in short, and the proof (`net.club.result_proof`).

    `end` is the digest of the end; `worth` is what it was worth to each of the `players`, who beat those with less.
    `signers` are those of them whose receipts are there, as bits; `time` (milliseconds since 1970) is the earliest of
    these receipts. `tournament` is empty for a game beside tournaments; `round` and `table` count from 0. `nonce` makes
    the salt of the table (`rated_salt`).
    """

    tid: Digest
    end: Digest
    game: Word
    players: tuple[Key, ...]
    worth: tuple[Count, ...]
    signers: Count
    time: Moment
    tournament: Annotated[bytes, Meta(max_length=16)]
    round: Count
    table: Count
    nonce: Digest
    proof: Annotated[bytes, Meta(max_length=PROOF_LIMIT)]


SHAPES: dict[int, type[Shape]] = {
    ClubKind.FOUND: Found,
    ClubKind.JOIN: Join,
    ClubKind.ADMIT: Admit,
    ClubKind.LEAVE: Leave,
    ClubKind.EXPEL: Expel,
    ClubKind.CALENDAR: CalendarEntry,
    ClubKind.OPEN: Open,
    ClubKind.ENTER: Enter,
    ClubKind.CLOSE: Close,
    ClubKind.LOT: OpenedLot,
    ClubKind.DRAW: Draw,
    ClubKind.START: Start,
    ClubKind.ROUND: RoundEnd,
    ClubKind.WITHDRAW: Withdraw,
    ClubKind.RESULT: Result,
    ClubKind.ORGANISER: OrganiserVote,
    ClubKind.CHARGE: Charge,
}
"""The struct of each kind."""
KIND_OF = {shape: ClubKind(kind) for kind, shape in SHAPES.items()}
"""The kind of event that carries each struct."""

D = TypeVar("D", bound=Shape)


def cid_of(author: bytes, data: tuple[object, ...]) -> bytes:
    """Compute a club's id from its first founder and the data of its beginning: 16 bytes that nobody else can make."""
    return blake2b(author + pack(data), digest_size=16, person=CID_PERSON).digest()


def rated_salt(cid: bytes, tournament: bytes, number: int, table: int, nonce: bytes) -> bytes:
    """Give the salt of the genesis of a rated table: so everybody who sits down there plays for this club."""
    place = number.to_bytes(4) + table.to_bytes(4)
    return blake2b(cid + tournament.ljust(16, b"\0") + place + nonce, digest_size=16, person=SALT_PERSON).digest()


NONCES = 1024
"""How many tables one person can open for one place of a club: the nonces that are tried for a salt."""


def nonce_of(count: int) -> bytes:
    """Give the nonce of somebody's table number `count` for a place."""
    return count.to_bytes(16)


def place_of_salt(cid: bytes, salt: bytes, places: Iterable[Place]) -> tuple[Place, bytes] | None:
    """Find for which place of a club, and with which nonce, a table was opened; None: for no such place."""
    for place in places:
        for count in range(NONCES):
            if rated_salt(cid, *place, nonce_of(count)) == salt:
                return place, nonce_of(count)
    return None


def is_founding(signed: Signed) -> bool:
    """Tell whether an event is the beginning of the club whose id it bears."""
    event = signed.event
    if event.kind != ClubKind.FOUND or event.seq != 0:
        return False
    return signed.body.endswith(pack(event.data)) and cid_of(event.author, event.data) == event.tid


def data_as(event: Event, shape: type[D]) -> D:
    """Read the data of an event that was checked; raise `BadMessage` for another kind's."""
    if SHAPES.get(event.kind) is not shape:
        raise BadMessage(Flaw.SHAPE, why=f"the kind {event.kind} is not {shape.__name__}")
    return shaped(shape, event.data)


def check_keys(keys: tuple[bytes, ...]) -> None:
    """Raise `BadMessage` unless all keys are canonical points of prime order, each once."""
    if len(set(keys)) != len(keys) or not all(is_public(key) for key in keys):
        raise BadMessage(Flaw.SHAPE, why="a key is no key, or stands there twice")


def cleaned(text: str) -> str:
    """Clean the name of a club or a tournament, or an entry of the calendar."""
    return clean(text, NAME_LIMIT)


def nick_of(text: str) -> str:
    """Clean the name of a member."""
    return clean_name(text)
