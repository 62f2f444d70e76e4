"""Letters: messages sealed to one person of a room. There is one kind: an invitation to a table of that room.

    wire = sealed box to the person's key, of sig 64 | body
    sig  = Ed25519("parley/letter/1" NUL | bare topic | NUL | body)

An invitation is shown only if its author is heard in the room, and until it is accepted. It leads only into that room,
and only while its table is shown there (`net.room.room_state`). Pure, except for the one-time
key of a box, which the library draws.
"""

from __future__ import annotations

from collections.abc import Container

from nacl import bindings

from core.fault import Fault, sentence
from net.identity.identity import PUBLIC_SIZE, Identity, pid_of, sealing_key, unboxed, verify
from net.transport.rate_limit import RateLimit
from net.transport.transport import OutgoingMessage
from net.view.room_view import InvitedView
from net.wire import mqtt_topic
from net.wire.codec import LOBBY_LIMIT, BadMessage, Flaw, pack, unpack
from net.wire.envelope import Note
from net.wire.event import VERSION
from net.wire.invitation import Invitation
from net.wire.sanitizer import TALK_LIMIT, clean, clean_name

STALE_MS = 15 * 60_000
"""An invitation older than this by its author's clock is ignored."""
KEPT = 20
"""Invitations kept: the latest ones."""
OPENED = (32, 10_000)
"""Letters opened at most within so many milliseconds: opening costs time, whatever they hold."""
BURST = (3, 30_000)
"""Letters of one person within so many milliseconds, received or sent."""
_SIG_SIZE = 64
_LABEL = b"parley/letter/1\x00"

TOO_MANY = sentence("Wait a moment: three invitations in half a minute are enough.")


class DirectInvitation(Note, frozen=True, array_like=True):
    """An invitation to the table of `url`, with a line of text."""

    nick: str
    url: str
    text: str
    ts: int


def seal_letter(identity: Identity, to: bytes, letter: DirectInvitation) -> bytes:
    """Sign a letter and seal it to the owner of a public key; raise `BadMessage` for a bad key or too long a letter."""
    topic, body, theirs = mqtt_topic.inbox(pid_of(to)), pack(letter), sealing_key(to)
    if theirs is None:
        raise BadMessage(Flaw.VALUE, what="a key of nobody")
    plain = identity.sign(_signed(topic, body)) + body
    wire: bytes = bindings.crypto_box_seal(plain, theirs)
    if len(wire) > LOBBY_LIMIT:
        raise BadMessage(Flaw.SIZE, size=len(wire), limit=LOBBY_LIMIT)
    return wire


def open_letter(identity: Identity, wire: bytes) -> DirectInvitation:
    """Open a letter to the owner of `identity`; raise `BadMessage`."""
    if len(wire) > LOBBY_LIMIT:
        raise BadMessage(Flaw.SIZE, size=len(wire), limit=LOBBY_LIMIT)
    plain = unboxed(wire, identity.box_key)
    if plain is None:
        raise BadMessage(Flaw.SEALED)
    sig, body = plain[:_SIG_SIZE], plain[_SIG_SIZE:]
    letter = unpack(DirectInvitation, body, LOBBY_LIMIT)
    if letter.v != VERSION:
        raise BadMessage(Flaw.VERSION, version=letter.v)
    if len(letter.author) != PUBLIC_SIZE:
        raise BadMessage(Flaw.AUTHOR)
    if not verify(letter.author, _signed(mqtt_topic.inbox(identity.pid), body), sig):
        raise BadMessage(Flaw.SIGNATURE)
    return letter


def _signed(topic: str, body: bytes) -> bytes:
    return _LABEL + topic.encode() + b"\x00" + body


class DirectInvitations:
    """The inbox of one person in one room."""

    def __init__(self, identity: Identity, room: Invitation) -> None:
        """Begin with nothing received; `room` is the invitation that leads to the room."""
        self._identity, self._room = identity, room.to_room()
        self._kept: dict[tuple[str, bytes], tuple[InvitedView, Invitation]] = {}
        self._done: set[InvitedView] = set()
        self._opened = RateLimit(*OPENED)
        self._authors: dict[str, RateLimit] = {}
        self._sent: dict[bytes, RateLimit] = {}

    def receive(self, wire: bytes, now: int, heard: Container[str]) -> None:
        """Take in a letter; raise `BadMessage` if it is none. A letter by somebody not `heard` here is ignored."""
        if not self._opened.use(now):
            return
        letter = open_letter(self._identity, wire)
        pid, at = pid_of(letter.author), self._led_to(letter.url)
        if pid not in heard or at is None or at.tid is None or abs(now - letter.ts) > STALE_MS:
            return
        self._authors = {one: used for one, used in self._authors.items() if one in heard}
        known = self._kept.get((pid, at.tid))
        fresh = known is None or letter.ts > known[0].ts
        if fresh and self._authors.setdefault(pid, RateLimit(*BURST)).use(now):
            self._kept.pop((pid, at.tid), None)
            shown = (clean_name(letter.nick) or pid, at.tid.hex(), clean(letter.text, TALK_LIMIT), letter.ts)
            self._kept[pid, at.tid] = (InvitedView(pid, *shown), at)
            for old in tuple(self._kept)[:-KEPT]:
                del self._kept[old]

    def accept(self, tid: bytes) -> None:
        """Notice that we have come to a table: what has invited us there until now is shown no more."""
        self._done |= {view for (_, known), (view, _) in self._kept.items() if known == tid}

    def recall(self, tid: bytes, *, asked: bool) -> None:
        """Notice that we leave a table: what has invited us there is shown again if we are still `asked` to come."""
        if asked:
            self._done -= {view for (_, known), (view, _) in self._kept.items() if known == tid}
        else:
            self.accept(tid)

    def shown(self, now: int) -> tuple[InvitedView, ...]:
        """Return the invitations that are neither stale nor accepted, the latest last."""
        self._done &= {view for view, _ in self._kept.values()}
        kept = (view for view, _ in self._kept.values() if view not in self._done)
        return tuple(view for view in kept if abs(now - view.ts) <= STALE_MS)

    def way(self, tid: bytes) -> Invitation | None:
        """Return the latest invitation that somebody sent us to a table."""
        return next((at for (_, known), (_, at) in reversed(self._kept.items()) if known == tid), None)

    def write(self, to: bytes, nick: str, at: Invitation, text: str, now: int) -> OutgoingMessage:
        """Invite the owner of a public key to a table; raise `Fault` for too many invitations."""
        if not self._sent.setdefault(to, RateLimit(*BURST)).use(now):
            raise Fault(TOO_MANY)
        me = self._identity
        letter = DirectInvitation(VERSION, me.public, clean_name(nick), str(at), clean(text, TALK_LIMIT), now)
        return OutgoingMessage(mqtt_topic.inbox(pid_of(to)), seal_letter(me, to, letter))

    def _led_to(self, url: str) -> Invitation | None:
        """Return the invitation to a table of this room that a link means, by our own way into this room."""
        try:
            found = Invitation.parse(url)
        except Fault:
            return None
        here = (found.room, found.room_key) == (self._room.room, self._room.room_key)
        return self._room.at_table(found.tid, found.table_key) if here and found.tid is not None else None
