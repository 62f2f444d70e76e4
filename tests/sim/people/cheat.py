"""One seat that does not play fair: what its owner signs and sends beside, or instead of, what he should."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import islice

from core.fault import Fault as Refusal
from net.identity.identity import Identity, pid_of
from net.log import chain
from net.log.feed import CannotSign, Feed
from net.peer.table_session import TableSession
from net.table.table import Table
from net.wire import envelope, mqtt_topic, peer_message
from net.wire.codec import Flaw
from net.wire.event import Draft, Kind, Signed
from net.wire.mqtt_topic import full
from tests.sim.overheard import Overheard
from tests.sim.people.forgery import forged
from tests.sim.people.garble import beyond, bundle, garbled
from tests.sim.people.person import Person


class Trick(StrEnum):
    """What a cheat tries; the whole menu."""

    ILLEGAL = "illegal"
    TURN = "out of turn"
    FOREIGN = "for another seat"
    REPLAY = "replayed from elsewhere"
    EQUIVOCATE = "two histories"
    STATE = "forged digest"
    FLOOD = "flood"
    HUGE = "one mebibyte"
    STALL = "stalls"
    CHANGE = "changed after the seal"
    SHARE = "a share that fits nothing"
    SPLIT = "two moves for one place"
    GARBLE = "bytes that are no message"
    CLEAR = "clears what others have said"
    CROWD = "a crowd of strangers"
    HEADS = "forged heads"
    SILENT = "keeps one kind to himself"
    BEYOND = "goes on beyond his room"


FIRST = tuple(Trick)[:11]
"""The menu as it was when the first seeds were kept."""
STEPS = (
    Kind.READY,
    Kind.MOVE,
    Kind.COMMIT,
    Kind.REVEAL,
    Kind.TAKE,
    Kind.FINAL,
    Kind.DECK0,
    Kind.DECK1,
    Kind.DECK2,
    Kind.SHARE,
    Kind.DEAL,
    Kind.AUDIT,
)
"""The steps at each of which one may stall: for a while, or for ever, as who never opens what he has laid down."""
BEFORE = 0.1
"""How often one does not even begin."""
STRANGERS = 12
FLOOD = 200
MEBIBYTE = 1 << 20
STALL_MS = 20_000


class Cheat:
    """The tricks of one person; `known` are the numbers of all the others."""

    def __init__(
        self, person: Person, others: list[int], happen: Callable[[str], None], menu: Sequence[Trick] = FIRST
    ) -> None:
        """Sit down with bad intentions."""
        self.person, self.others, self._happen, self._menu = person, others, happen, menu
        self.split = False

    def act(self) -> None:
        """Try one trick, if there is a table to try it at."""
        desk = self.person.desk
        if desk is None or not self.person.online:
            return
        if desk.table.course is None and (self._menu is FIRST or self.person.rng.random() >= BEFORE):
            return
        trick = self.person.rng.choice(self._menu) if desk.table.course is not None else Trick.SILENT
        try:
            done = self._try(trick, desk)
        except (CannotSign, Refusal):
            return
        if done:
            self._happen(trick)

    def _try(self, trick: Trick, desk: TableSession) -> bool:
        tricks: dict[Trick, Callable[[TableSession], bool]] = {
            Trick.ILLEGAL: lambda desk: self._sign(desk, _move(desk.table, "nonsense")),
            Trick.TURN: lambda desk: self._sign(desk, _move(desk.table, "nonsense", self.person.seat)),
            Trick.FOREIGN: self._meddle,
            Trick.REPLAY: self._replay,
            Trick.EQUIVOCATE: self._equivocate,
            Trick.STATE: self._lie,
            Trick.FLOOD: self._flood,
            Trick.HUGE: self._bloat,
            Trick.STALL: self._stall,
            Trick.CHANGE: self._change,
            Trick.SHARE: self._share,
            Trick.SPLIT: self._split,
            Trick.GARBLE: self._garble,
            Trick.CLEAR: self._clear,
            Trick.CROWD: self._crowd,
            Trick.HEADS: self._boast,
            Trick.SILENT: self._silence,
            Trick.BEYOND: self._go_beyond,
        }
        return tricks[trick](desk)

    def _meddle(self, desk: TableSession) -> bool:
        """Decide for a seat that somebody else holds."""
        others = [seat for seat in desk.table.annals.roster.names if seat != self.person.seat]
        return self._sign(desk, _move(desk.table, "pass", self.person.rng.choice(others)))

    def _flood(self, desk: TableSession) -> bool:
        for number in range(FLOOD):
            self.person.say(desk, f"flood {number} {len(self.person.said)}")
        return True

    def _bloat(self, desk: TableSession) -> bool:
        topic = mqtt_topic.event(desk.tid, self.person.identity.pid, 7)
        self._send(topic, self.person.rng.randbytes(MEBIBYTE), retain=True)
        return True

    def _change(self, desk: TableSession) -> bool:
        """Open something else than was laid down."""
        course = desk.table.course
        if course is None or not course.match.state.sealed:
            return False
        draft = Draft(
            Kind.REVEAL, (bytes(32), "cards 0+0", None), self.person.seat, course.ply, course.gprev, bytes(16)
        )
        return self._sign(desk, draft)

    def _share(self, desk: TableSession) -> bool:
        """Tell a mask of a card that is none."""
        course = desk.table.course
        if course is None or ("hand" not in desk.table.view().game and not desk.table.hand):
            return False
        opening = (1, 0, self.person.rng.randrange(20), self.person.rng.randbytes(31) + b"\x01")
        if self._menu is not FIRST and (forgery := forged(desk, opening)) is not None:
            opening, how = forgery
            self._happen(f"a mask {how}")
        return self._sign(desk, Draft(Kind.SHARE, ((opening,),), None, course.ply, course.gprev, b""))

    def _stall(self, desk: TableSession) -> bool:
        del desk
        self.person.paused_until = self.person.clock.now + STALL_MS
        return True

    def _sign(self, desk: TableSession, draft: Draft | None) -> bool:
        """Sign something wrong and send it as if it were right."""
        if draft is None:
            return False
        desk.emit(draft, self.person.now)
        self.person.speak(desk, ())
        return True

    def _lie(self, desk: TableSession) -> bool:
        course, seat = desk.table.course, self.person.seat
        if course is None or seat is None or course.active != (seat,) or course.match.state.sealed:
            return False
        action = next(iter(course.match.state.legal(seat)))
        return self._sign(desk, replace(desk.table.move(seat, str(action)), state=bytes(16)))

    def _replay(self, desk: TableSession) -> bool:
        """Send what another signed, in his name and in one's own, at a wrong place; and what one said elsewhere."""
        if self._menu is not FIRST:
            self._elsewhere(desk)
        stranger = next((author for author in desk.feed.authors() if author != self.person.identity.public), None)
        if stranger is None:
            return False
        signed = desk.feed.events(stranger)[-1]
        topic = mqtt_topic.event(desk.tid, self.person.identity.pid, signed.event.seq + 1)
        self._send(topic, self._sealed(desk, topic, signed), retain=False)
        return True

    def _elsewhere(self, desk: TableSession) -> None:
        """Send a move of another table, sealed for this one."""
        draft = Draft(Kind.MOVE, ("pass", 0, None), self.person.seat)
        signed = Feed(bytes(16)).draft(self.person.identity, draft, self.person.now)
        topic = mqtt_topic.event(desk.tid, self.person.identity.pid, 0)
        self._send(topic, self._sealed(desk, topic, signed), retain=False)

    def _equivocate(self, desk: TableSession) -> bool:
        """Sign two different events for one number and show each to one half of the others."""
        if self.split or not self.others:
            return False
        said = ("this is what I said", "this is what I said to you")
        return self._show([self._drafted(desk, desk.table.talk(text, seat=self.person.seat)) for text in said], desk)

    def _split(self, desk: TableSession) -> bool:
        """Decide in two ways at one place and show each to one half of the others."""
        course, seat = desk.table.course, self.person.seat
        if self.split or course is None or seat is None or course.active != (seat,) or course.match.state.sealed:
            return False
        two = [str(action) for action in islice(course.match.state.legal(seat), 2)]
        moves = [self._drafted(desk, desk.table.move(seat, text)) for text in two]
        return len(moves) > 1 and self._show(moves, desk)

    def _show(self, pair: list[Signed], desk: TableSession) -> bool:
        for place, number in enumerate(self.others):
            topic = mqtt_topic.event(desk.tid, self.person.identity.pid, pair[0].event.seq)
            wire = self._sealed(desk, topic, pair[place % 2])
            self.person.network.inject(self.person.number, number, full(self.person.room.prefix, topic), wire)
        self.split = True
        return True

    def _garble(self, desk: TableSession) -> bool:
        """Publish one of each kind of bytes that are no message."""
        own = desk.feed.events(self.person.identity.public)
        for flaw in Flaw if own else ():
            self._send(*garbled(flaw, self.person, desk, own[-1]), retain=False)
        if own:
            self._send(*bundle(self.person, desk, own[-1]), retain=False)
        return bool(own)

    def _clear(self, desk: TableSession) -> bool:
        """Clear from the broker what another has said."""
        author = self.person.rng.choice(desk.feed.authors())
        seq = self.person.rng.randrange(len(desk.feed.events(author)) or 1)
        self._send(mqtt_topic.event(desk.tid, pid_of(author), seq), b"", retain=True)
        return author != self.person.identity.public

    def _crowd(self, desk: TableSession) -> bool:
        """Let strangers come, as many as one likes to make up: each has something to say."""
        for _ in range(STRANGERS):
            stranger = Identity.new(self.person.rng.randbytes(32))
            said = Feed(desk.tid).draft(stranger, desk.table.talk("hello"), self.person.now)
            topic = mqtt_topic.event(desk.tid, stranger.pid, 0)
            self._send(topic, self._sealed(desk, topic, said), retain=True)
        return True

    def _boast(self, desk: TableSession) -> bool:
        """Say that the position is another one."""
        identity, (ply, gprev, _) = self.person.identity, desk.table.line_heads()
        place = (ply, gprev, self.person.rng.randbytes(8))
        heads = peer_message.make_heads(identity, desk.tid, desk.feed.heads(), place=place, ts=self.person.now)
        topic = mqtt_topic.heads(desk.tid, identity.pid)
        wire = peer_message.seal_note(desk.key, topic, identity, heads, self.person.rng.randbytes(envelope.NONCE_SIZE))
        self._send(topic, wire, retain=False)
        return True

    def _go_beyond(self, desk: TableSession) -> bool:
        """Where there is little room, say more than one may: what the own program refuses to sign."""
        if chain.TALKS_LIMIT > FLOOD and chain.BYTES_LIMIT > MEBIBYTE:
            return False
        try:
            self._flood(desk)
        except CannotSign:
            own = desk.feed.events(self.person.identity.public)
            signed = beyond(self.person.identity, own[-1])
            topic = mqtt_topic.event(desk.tid, self.person.identity.pid, signed.event.seq)
            self._send(topic, self._sealed(desk, topic, signed), retain=True)
            return True
        return False

    def _silence(self, desk: TableSession) -> bool:
        """Sign nothing of one kind any more, or for a while."""
        if not isinstance(desk, Overheard):
            return False
        step = self.person.rng.choice(STEPS)
        desk.mute = frozenset({step})
        if self.person.rng.random() < 1 / 2:
            self.person.clock.after(STALL_MS, lambda: setattr(desk, "mute", frozenset()))
        self._happen(f"stalls at {step.name.lower()}")
        return True

    def _drafted(self, desk: TableSession, draft: Draft) -> Signed:
        return desk.feed.draft(self.person.identity, draft, self.person.now)

    def _sealed(self, desk: TableSession, topic: str, signed: Signed) -> bytes:
        return envelope.seal(desk.key, topic, signed, self.person.rng.randbytes(envelope.NONCE_SIZE))

    def _send(self, topic: str, payload: bytes, *, retain: bool) -> None:
        session = self.person._session
        if session is not None:
            self.person.network.publish(session, full(self.person.room.prefix, topic), payload, retain=retain)


def _move(table: Table, text: str, seat: int | None = None) -> Draft | None:
    """Draft a move that stands nowhere in the rules, at the place where the table is."""
    course = table.course
    if course is None or course.over:
        return None
    mover = seat if seat is not None else int(course.active[0]) if course.active else 0
    return Draft(Kind.MOVE, (text, 0, None), mover, course.ply, course.gprev, bytes(16))
