"""What peers send beside the log.

At a table these are heads, requests, replies, segments and spectators' lines; in a room presence, cards and chat. Each
is an array that begins with its version and its author's public key (32 bytes). `ts` is the author's clock in
milliseconds since 1970. `envelope.seal_note` and `open_note` seal and open them; the functions here add the key, the
limit and the checks of content.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

import msgspec

from net.identity.identity import PUBLIC_SIZE, Identity
from net.wire import envelope
from net.wire.codec import ARRAY_LIMIT, HEADS_LIMIT, LOBBY_LIMIT, REPLY_LIMIT, BadMessage, Flaw
from net.wire.event import VERSION, Head, Signed
from net.wire.mqtt_topic import SEQ_LIMIT

Pair = tuple[str, str]
Body = tuple[bytes, bytes]
"""An event in a bundle: signature, body."""

BUNDLE_LIMIT = 64
"""Events in one reply or segment."""
SEGMENT_BYTES = 20 * 1024
"""The most bytes of events that one segment holds."""
RANGES_LIMIT = 64
"""Ranges in one request."""
ID8_SIZE = 8
CROWD = 50
"""A room of up to so many people is usual; in a larger one each says less often that they are there."""
MISSED_MS = 45_000
"""A person unheard for this long is absent (three times the refresh); longer in a crowd."""
_PAIR_COST = 4 + 64 + 6


class Range(msgspec.Struct, frozen=True, array_like=True, order=True):
    """Events `first` to `last` (both included) of one author's chain."""

    author: bytes
    first: int
    last: int


class TableNote(envelope.Note, frozen=True, array_like=True):
    """A note at a table."""

    tid: bytes


class LobbyNote(envelope.Note, frozen=True, array_like=True):
    """A note in a room."""


class Heads(TableNote, frozen=True, array_like=True):
    """What a peer has of a table: each author's last event, the place and digests of its game line.

    `gprev` and `state` are 8 bytes, or empty before play. `clocks` are the milliseconds left per seat. `want` asks
    for the others' heads at once.
    """

    heads: tuple[Head, ...]
    ply: int
    gprev: bytes
    state: bytes
    clocks: tuple[int, ...]
    want: bool
    ts: int

    def as_mapping(self) -> dict[bytes, tuple[int, bytes]]:
        """Give the heads in the form that `Feed` compares."""
        return {dep.author: (dep.seq, dep.id8) for dep in self.heads}


class Request(TableNote, frozen=True, array_like=True):
    """A range request: events that the author lacks."""

    ranges: tuple[Range, ...]
    ts: int


class Reply(TableNote, frozen=True, array_like=True):
    """Events of any author in answer to a request; the events' own signatures count, not the carrier's."""

    events: tuple[Body, ...]


class Segment(TableNote, frozen=True, array_like=True):
    """Consecutive events of one author, from `first` on."""

    first: int
    events: tuple[Body, ...]


class SpectatorMessage(TableNote, frozen=True, array_like=True):
    """A spectator's line beside the table; it is no part of the log or the record."""

    nick: str
    text: str
    ts: int


class Presence(LobbyNote, frozen=True, array_like=True):
    """A person in a room: nick, program version, digest of their rules per game, status, features.

    `session` is 8 bytes drawn at each start.
    """

    nick: str
    app: str
    rules: tuple[tuple[str, bytes], ...]
    status: str
    session: bytes
    ts: int
    features: tuple[str, ...] = ()


def patience(people: int) -> int:
    """Give how long one of so many people of a room may be unheard and is still present, in milliseconds."""
    return MISSED_MS * max(CROWD, people) // CROWD


class Card(LobbyNote, frozen=True, array_like=True):
    """A table in a room: game, its options and the table's terms, and the holder of each seat (pid, or empty if open).

    `rules` is the digest of the rules in use. The key of a `private` table is in no card, except sealed under its
    code (`code`, 32 bytes or none). `salt` is that of a public table's beginning: members of a club see by it what a
    table is rated for.
    """

    tid: bytes
    title: str
    nick: str
    game: str
    options: tuple[Pair, ...]
    terms: tuple[Pair, ...]
    seats: tuple[str, ...]
    private: bool
    rules: bytes
    started: bool
    ts: int
    code: bytes = b""
    salt: bytes = b""


class Chat(LobbyNote, frozen=True, array_like=True):
    """A line of a room's chat."""

    nick: str
    text: str
    ts: int


LIMITS: dict[type, int] = {
    Heads: HEADS_LIMIT,
    Request: HEADS_LIMIT,
    Reply: REPLY_LIMIT,
    Segment: REPLY_LIMIT,
    SpectatorMessage: LOBBY_LIMIT,
    Presence: LOBBY_LIMIT,
    Card: LOBBY_LIMIT,
    Chat: LOBBY_LIMIT,
}
"""The most bytes of each kind of note on the wire."""


def make_heads(
    identity: Identity,
    tid: bytes,
    heads: dict[bytes, tuple[int, bytes]],
    *,
    place: tuple[int, bytes, bytes] = (0, b"", b""),
    clocks: tuple[int, ...] = (),
    want: bool = False,
    ts: int = 0,
) -> Heads:
    """Make the message that tells `heads` (of `Feed.heads`) and the `place` in the game line.

    The place is the ply and the first 8 bytes each of gprev and state. `clocks` are the milliseconds left of each
    seat, at the time `ts`.
    """
    ends = tuple(Head(author, seq, id8) for author, (seq, id8) in sorted(heads.items()))
    ply, gprev, state = place
    return Heads(VERSION, identity.public, tid, ends, ply, gprev[:8], state[:8], clocks, want, ts)


def make_request(identity: Identity, tid: bytes, ranges: Iterable[Range], ts: int = 0) -> Request:
    """Make a request for at most `RANGES_LIMIT` ranges."""
    return Request(VERSION, identity.public, tid, tuple(ranges)[:RANGES_LIMIT], ts)


def make_replies(identity: Identity, tid: bytes, events: Iterable[Signed]) -> Iterator[Reply]:
    """Bundle events into as many replies as the limits need."""
    for bundle in bundles(events, REPLY_LIMIT - envelope.OVERHEAD - 128):
        yield Reply(VERSION, identity.public, tid, bundle)


def bundles(events: Iterable[Signed], room: int) -> Iterator[tuple[Body, ...]]:
    """Cut events into bundles of at most `BUNDLE_LIMIT` events and `room` bytes, none empty."""
    bundle: list[Body] = []
    used = 0
    for signed in events:
        cost = len(signed.body) + _PAIR_COST
        if bundle and (len(bundle) == BUNDLE_LIMIT or used + cost > room):
            yield tuple(bundle)
            bundle, used = [], 0
        bundle.append((signed.sig, signed.body))
        used += cost
    if bundle:
        yield tuple(bundle)


def seal_note(key: bytes, topic: str, identity: Identity, note: envelope.Note, nonce: bytes) -> bytes:
    """Sign and seal a note (`key`: the table's, or the room's lobby key); raise `BadMessage` when it is too long."""
    wire = envelope.seal_note(key, topic, identity, note, nonce)
    if len(wire) > LIMITS[type(note)]:
        raise BadMessage(Flaw.SIZE, size=len(wire), limit=LIMITS[type(note)])
    return wire


def open_note(key: bytes, topic: str, wire: bytes, kind: type[envelope.N], tid: bytes = b"") -> envelope.N:
    """Open a note of `kind`, at table `tid`; raise `BadMessage`."""
    note = envelope.open_note(key, topic, wire, kind, LIMITS[kind])
    if isinstance(note, TableNote) and note.tid != tid:
        raise BadMessage(Flaw.FOREIGN)
    _check_content(note)
    return note


def events_of(
    bundle: Reply | Segment, known: Callable[[bytes], Signed | None] = lambda _: None
) -> tuple[list[Signed], int]:
    """Check the events of a reply or a segment; return the good ones and the number not looked at.

    An honest carrier has checked the events that it carries, so nothing is read after the first bad one. Events
    `known` by their ids are not checked again.
    """
    good: list[Signed] = []
    for sig, body in bundle.events:
        try:
            good.append(known(envelope.event_id(body)) or envelope.check(body, sig, bundle.tid))
        except BadMessage:
            break
    return good, len(bundle.events) - len(good)


def _check_content(note: object) -> None:
    """Check the lengths, order and ranges of a note's lists."""
    match note:
        case Heads(heads=heads) if not _ascending([dep.author for dep in heads]):
            raise BadMessage(Flaw.SHAPE, why="the heads are not in order")
        case Heads(heads=heads) if not all(0 <= dep.seq < SEQ_LIMIT and len(dep.id8) == ID8_SIZE for dep in heads):
            raise BadMessage(Flaw.SHAPE, why="a head does not fit")
        case Request(ranges=ranges) if len(ranges) > RANGES_LIMIT or not all(map(_is_range, ranges)):
            raise BadMessage(Flaw.SHAPE, why="a range does not fit")
        case Reply(events=events) | Segment(events=events) if len(events) > BUNDLE_LIMIT:
            raise BadMessage(Flaw.SHAPE, why="there are too many events")
        case _:
            return


def _ascending(authors: list[bytes]) -> bool:
    sized = all(len(author) == PUBLIC_SIZE for author in authors)
    return sized and len(authors) <= ARRAY_LIMIT and all(one < two for one, two in pairwise(authors))


def _is_range(wanted: Range) -> bool:
    return len(wanted.author) == PUBLIC_SIZE and 0 <= wanted.first <= wanted.last < SEQ_LIMIT
