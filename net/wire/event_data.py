"""The data of each kind of event (protocol, section 6): the last field of an event's body, as a struct of its own.

Kinds that are not yet built, and numbers from newer programs, are kept as `Raw`. A newer minor version may append
fields; they are passed over.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from net.wire.card_data import Audit, Bequests, Deck0, Deck1, Deck2, Openings, Part, Share
from net.wire.codec import BadMessage, Digest, Flaw, Id, Pair, SeatNumber, Shape, Text, Word, pack, shaped
from net.wire.event import Event, Kind, Signed


class Genesis(Shape, frozen=True, array_like=True):
    """A table begins: game and its full options, the table's terms, seats, rules digest, and the salt of its id.

    `clock` and `privacy` (`public`, `private`) repeat terms that a lobby filters by; `map` is the digest of a map file
    or empty; `app_min` the oldest program that can play it.
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
    """A wish to sit at `seat` (None: any) as `nick`, with a bot of the author's when `bot` is not empty."""

    seat: SeatNumber | None
    nick: Word
    bot: Word = ""


class SeatGiven(Shape, frozen=True, array_like=True):
    """The host gives `seat` to `pid` in answer to the `sit` event of that id."""

    seat: SeatNumber
    pid: Word
    sit: Id


class Leave(Shape, frozen=True, array_like=True):
    """The holder gets up from `seat` before the start, or gives it up."""

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
    """A sealed decision, laid down: the commitment, its text sealed to the author himself, the time that it took."""

    hash: Id
    kept: Annotated[bytes, Meta(max_length=1024)] = b""
    spent_ms: Annotated[int, Meta(ge=0)] = 0


class Reveal(Shape, frozen=True, array_like=True):
    """A lot or a salt that was committed to, the text that it opens (empty for a lot), shares of hidden cards."""

    secret: Id
    text: Text = ""
    shares: Openings | None = None


class Take(Shape, frozen=True, array_like=True):
    """The seat to move takes declarations and completed votes into the line, by their ids."""

    ids: tuple[Id, ...]


class Declare(Shape, frozen=True, array_like=True):
    """What may be said out of turn: `resign`, `abandon COLOUR`, ..."""

    text: Text


class Offer(Shape, frozen=True, array_like=True):
    """What needs the others' consent: its word (`draw`, `return`, ...) and the declaration it would make."""

    what: Word
    text: Text = ""


class Accept(Shape, frozen=True, array_like=True):
    """Yes to the offer of that id."""

    offer: Id


class Decline(Shape, frozen=True, array_like=True):
    """No to the offer of that id."""

    offer: Id


class Claim(Shape, frozen=True, array_like=True):
    """The author waits no longer for what `seat` owes (`what`) while the log has `at` lines."""

    seat: SeatNumber
    what: Word
    at: Annotated[int, Meta(ge=0)]


class Final(Shape, frozen=True, array_like=True):
    """The author is done waiting, as far as he is concerned; `stands` false takes that back: the answer is here."""

    seat: SeatNumber
    what: Word
    at: Annotated[int, Meta(ge=0)]
    stands: bool = True


class Seen(Shape, frozen=True, array_like=True):
    """A receipt of the table's witness: an event (32 bytes) or a place of the line (16), and when he saw it.

    `t` is in milliseconds since 1970 by his clock.
    """

    id: Annotated[bytes, Meta(min_length=16, max_length=32)]
    t: Annotated[int, Meta(ge=0)]


class Substitute(Shape, frozen=True, array_like=True):
    """The author agrees that `key` takes over `seat` as `nick`, while the log has `at` lines.

    `away`: it is for all but its holder to agree, who does not come. `sealed` is what `key` alone can open of each deck
    of hidden cards until now: its number, and the holder's seed or, where he is away, the author's part of it.
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
    """The author goes; the table goes on at `url` when that is not empty."""

    url: Text = ""


class Raw(Shape, frozen=True, array_like=True):
    """The data of a kind that this program stores and does not read yet."""

    kind: int
    data: tuple[Any, ...]


Data = (
    Genesis
    | Sit
    | SeatGiven
    | Leave
    | Ready
    | Start
    | Move
    | Commit
    | Reveal
    | Take
    | Declare
    | Offer
    | Accept
    | Decline
    | Claim
    | Final
    | Substitute
    | Deck0
    | Deck1
    | Deck2
    | Share
    | Part
    | Audit
    | Talk
    | Seen
    | Bye
    | Raw
)
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

D = TypeVar("D", bound=Shape)


def read(event: Event) -> Data:
    """Read an event's data by its kind; raise `BadMessage` when it has not the shape of that kind."""
    shape = SHAPES.get(event.kind)
    return Raw(event.kind, event.data) if shape is None else shaped(shape, event.data)


def read_as(event: Event, shape: type[D]) -> D:
    """Read an event's data as that of one kind; raise `BadMessage` also when the event is of another."""
    if SHAPES.get(event.kind) is not shape:
        raise BadMessage(Flaw.SHAPE, why=f"the kind {event.kind} is not {shape.__name__}")
    return shaped(shape, event.data)


def data_of(data: Shape) -> tuple[Any, ...]:
    """Turn a struct into the tuple that `Draft.data` and `Event.data` hold."""
    plain: tuple[Any, ...] = msgspec.structs.astuple(data)
    return plain


def tid_of(author: bytes, data: tuple[Any, ...]) -> bytes:
    """Name a table by its author and the data of its genesis: 16 bytes that nobody else can make."""
    return blake2b(b"parley/tid/1" + author + pack(data), digest_size=16).digest()


def is_self_certified(signed: Signed) -> bool:
    """Tell whether a genesis is the one its table is named after: first of its chain, canonical, hashing to the tid."""
    event = signed.event
    if event.kind != Kind.GENESIS or event.seq != 0:
        return False
    return signed.body.endswith(pack(event.data)) and tid_of(event.author, event.data) == event.tid
