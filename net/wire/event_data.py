"""The data of each kind of event (protocol, section 6): the last field of an event's body, as its own struct.

Data of kinds that are not yet built and of numbers from newer programs is kept as `Raw`. A newer minor version may
append fields; they are ignored.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from net.wire.card_data import Audit, Bequests, Deck0, Deck1, Deck2, Message, Openings, Part, Share
from net.wire.codec import BadMessage, Digest, Flaw, Id, Pair, SeatNumber, Shape, Text, Word, pack, shaped
from net.wire.event import Event, Kind, Signed


class Genesis(Shape, frozen=True, array_like=True):
    """The start of a table: game and its full options, terms, seats, rules digest, and the salt of the table's id.

    `clock` and `privacy` (`public`, `private`) repeat terms that a lobby filters by. `map` is the digest of a map
    file or empty. `app_min` is the oldest version of the program that can play it.
    """

    game: Word
    options: tuple[Pair, ...]
    terms: tuple[Pair, ...]
    seats: Annotated[int, Meta(ge=1, le=16)]
    salt: Digest
    rules_hash: Digest
    app_min: Word
    clock: Word
    privacy: Word
    title: Word
    nick: Word
    map: Annotated[bytes, Meta(max_length=32)] = b""


class Sit(Shape, frozen=True, array_like=True):
    """The author asks for `seat` (None: any) as `nick`, with their bot if `bot` is not empty."""

    seat: SeatNumber | None
    nick: Word
    bot: Word = ""


class SeatGiven(Shape, frozen=True, array_like=True):
    """The host gives `seat` to `pid` in answer to the `sit` event of that id."""

    seat: SeatNumber
    pid: Word
    sit: Id


class Leave(Shape, frozen=True, array_like=True):
    """The holder leaves `seat` before the start, or gives it up later."""

    seat: SeatNumber


class Ready(Shape, frozen=True, array_like=True):
    """The author agrees to the roster of that digest and commits to a lot: H(r || tid || pid)."""

    roster: Digest
    lot: Id


class Start(Shape, frozen=True, array_like=True):
    """The host starts play over a roster, naming the `ready` events of all seats in seat order."""

    roster: Digest
    readies: tuple[Id, ...]


class Move(Shape, frozen=True, array_like=True):
    """A decision of the seat to move: canonical text, time spent in milliseconds, shares of hidden cards."""

    text: Text
    spent_ms: Annotated[int, Meta(ge=0)]
    shares: Openings | None = None


class Commit(Shape, frozen=True, array_like=True):
    """A sealed decision: the commitment, its text sealed to the author, and the time spent."""

    hash: Id
    kept: Annotated[bytes, Meta(max_length=1024)] = b""
    spent_ms: Annotated[int, Meta(ge=0)] = 0


class Reveal(Shape, frozen=True, array_like=True):
    """The opening of a lot or a salt, with the text that it opens (empty for a lot) and shares of hidden cards."""

    secret: Id
    text: Text = ""
    shares: Openings | None = None


class Take(Shape, frozen=True, array_like=True):
    """The seat to move takes declarations and completed votes into the line, by their ids."""

    ids: tuple[Id, ...]


class Declare(Shape, frozen=True, array_like=True):
    """A declaration that needs no turn: `resign`, `abandon COLOUR`, ..."""

    text: Text


class Offer(Shape, frozen=True, array_like=True):
    """An offer that needs the others' consent: its word (`draw`, `return`, ...) and the declaration it would make."""

    what: Word
    text: Text = ""


class Accept(Shape, frozen=True, array_like=True):
    """Yes to the offer of that id."""

    offer: Id


class Decline(Shape, frozen=True, array_like=True):
    """No to the offer of that id."""

    offer: Id


class Claim(Shape, frozen=True, array_like=True):
    """The author claims that `seat` owes `what` and has not answered while the log has `at` lines."""

    seat: SeatNumber
    what: Word
    at: Annotated[int, Meta(ge=0)]


class Final(Shape, frozen=True, array_like=True):
    """The author goes on without the claimed player; if `stands` is false, they take that back: the answer is here."""

    seat: SeatNumber
    what: Word
    at: Annotated[int, Meta(ge=0)]
    stands: bool = True


class Seen(Shape, frozen=True, array_like=True):
    """A receipt of the table's witness: an event (32 bytes) or a place of the line (16), and when it reached them.

    `t` is in milliseconds since 1970 by the witness's clock.
    """

    id: Annotated[bytes, Meta(min_length=16, max_length=32)]
    t: Annotated[int, Meta(ge=0)]


class Substitute(Shape, frozen=True, array_like=True):
    """The author agrees that `key` takes over `seat` as `nick`, while the log has `at` lines.

    With `away`, all but the holder must agree, because the holder does not answer. `sealed` is what only `key` can
    open of each deck of hidden cards so far: its number and the holder's seed or, if the holder is away, the
    author's part of that seed.
    """

    seat: SeatNumber
    key: Id
    nick: Word
    at: Annotated[int, Meta(ge=0)]
    away: bool = False
    sealed: Bequests = ()


class Talk(Shape, frozen=True, array_like=True):
    """A line to the whole table, with an optional typed tail: a verb and its arguments."""

    text: Text
    act: tuple[Word, ...] | None = None


class Bye(Shape, frozen=True, array_like=True):
    """The author leaves; the table goes on at `url` if that is not empty."""

    url: Text = ""


class Raw(Shape, frozen=True, array_like=True):
    """The data of a kind that this program stores but cannot read yet."""

    kind: int
    data: tuple[Any, ...]


SeatData = Genesis | Sit | SeatGiven | Leave | Ready | Start | Bye
LineData = Move | Commit | Reveal | Take | Declare | Offer | Accept | Decline | Claim | Final | Substitute
Data = SeatData | LineData | Message | Talk | Seen | Raw
"""The data of any kind."""

SHAPES: dict[int, type[Data]] = {
    Kind.GENESIS: Genesis,
    Kind.SIT: Sit,
    Kind.SEAT: SeatGiven,
    Kind.LEAVE: Leave,
    Kind.READY: Ready,
    Kind.START: Start,
    Kind.MOVE: Move,
    Kind.COMMIT: Commit,
    Kind.REVEAL: Reveal,
    Kind.TAKE: Take,
    Kind.DECLARE: Declare,
    Kind.OFFER: Offer,
    Kind.ACCEPT: Accept,
    Kind.DECLINE: Decline,
    Kind.CLAIM: Claim,
    Kind.FINAL: Final,
    Kind.SUBSTITUTE: Substitute,
    Kind.DECK0: Deck0,
    Kind.DECK1: Deck1,
    Kind.DECK2: Deck2,
    Kind.SHARE: Share,
    Kind.DEAL: Part,
    Kind.AUDIT: Audit,
    Kind.TALK: Talk,
    Kind.SEEN: Seen,
    Kind.BYE: Bye,
}
"""The struct of each kind that is built."""
KIND_OF = {shape: Kind(kind) for kind, shape in SHAPES.items()}
"""The kind of event that carries each struct."""

D = TypeVar("D", bound=Shape)


def read(event: Event) -> Data:
    """Read an event's data by its kind; raise `BadMessage` if it does not have the shape of that kind."""
    shape = SHAPES.get(event.kind)
    return Raw(event.kind, event.data) if shape is None else shaped(shape, event.data)


def readable(event: Event) -> Data | None:
    """Read an event's data by its kind; None if it does not have the shape of that kind."""
    try:
        return read(event)
    except BadMessage:
        return None


def read_as(event: Event, shape: type[D]) -> D:
    """Read an event's data as that of one kind; raise `BadMessage` also if the event is of another kind."""
    if SHAPES.get(event.kind) is not shape:
        raise BadMessage(Flaw.SHAPE, why=f"the kind {event.kind} is not {shape.__name__}")
    return shaped(shape, event.data)


def data_of(data: Shape) -> tuple[Any, ...]:
    """Turn a struct into the tuple that `Draft.data` and `Event.data` hold."""
    plain: tuple[Any, ...] = msgspec.structs.astuple(data)
    return plain


def tid_of(author: bytes, data: tuple[Any, ...]) -> bytes:
    """Compute a table's id from its author and the data of its genesis: 16 bytes that nobody else can produce."""
    return blake2b(b"parley/tid/1" + author + pack(data), digest_size=16).digest()


def is_self_certified(signed: Signed) -> bool:
    """Tell whether a genesis fits its table's id: it is first in its chain, canonical, and hashes to the tid."""
    event = signed.event
    if event.kind != Kind.GENESIS or event.seq != 0:
        return False
    return signed.body.endswith(pack(event.data)) and tid_of(event.author, event.data) == event.tid
