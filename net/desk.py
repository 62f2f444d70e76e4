"""One open table of this profile without the network: bytes and time in, bytes to publish out.

What arrives goes through the pipeline of the protocol (section 4): opened, put in its chain, journalled, then told to
the table; then the table's duties are signed. What this profile says is journalled before it can be published. The
caller hands in messages (`receive`), ends each batch with `settle`, calls `tick` when `next_due` has come and publishes
`take_posts` in order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from hashlib import blake2b
from random import Random

from net import envelope, notes, topics
from net.codec import BadMessage
from net.event import VERSION, Draft, Signed
from net.feed import Accepted, CannotSign, Feed, Forked, Held, Refused
from net.identity import Identity, pid_of
from net.invite import Invitation
from net.journal import Journal
from net.outbox import ClearEvent, Outbox, Posting, PutEvent, PutSegment
from net.sync import ROUND_MS, Answer, Ask, Errand, SayHeads, Stage, Sync
from net.table import Table
from net.topics import Place, Topic

KNOWN_LIMIT = 20_000
"""Messages remembered by their bytes, to pass over copies without opening them."""
REQUESTS_MS = 1_000
"""Between two requests of one peer; faster ones are noise."""


@dataclass(frozen=True, slots=True)
class Post:
    """A message to publish at a bare topic."""

    topic: str
    payload: bytes
    qos: int = 1
    retain: bool = False


class Desk:
    """A table with its chains, its journal and its catching up."""

    def __init__(
        self,
        identity: Identity,
        invitation: Invitation,
        journal: Journal,
        rng: Random,
        *,
        lot: bytes,
        entropy: Callable[[int], bytes],
    ) -> None:
        """Open the table of an invitation; `lot` is this profile's secret (32 bytes) for it, `entropy` gives nonces."""
        if invitation.tid is None:
            message = "the invitation leads to no table"
            raise ValueError(message)
        self.tid = invitation.tid
        self.invitation = invitation
        self.key = envelope.table_key(invitation.table_key, self.tid)
        self.feed = Feed(self.tid)
        self.table = Table(self.tid, identity.public, lot)
        self.sync = Sync(self.feed, identity.public, rng)
        self.flaws: Counter[str] = Counter()
        self.failure: Exception | None = None
        self.caught_up = False
        """Whether the whole log has been here since the start: from then on we may speak, connected or not."""
        self._identity = identity
        self._journal = journal
        self._entropy = entropy
        self._outbox = Outbox()
        self._posts: list[Post] = []
        self._fresh: list[Signed] = []
        self._wires: set[bytes] = set()
        self._asked: dict[bytes, int] = {}

    def load(self) -> None:
        """Take in what the journal has of the table; raise `JournalDamaged`."""
        for signed in self._journal.events(self.tid):
            for arrival in self.feed.receive(signed):
                if isinstance(arrival, Accepted):
                    self.table.receive(arrival.signed)
        for proof in self._journal.proofs(self.tid):
            self.feed.receive(proof.first)
            self.feed.receive(proof.second)
            self.table.forked(proof.first.event.author, proof.first, proof.second)

    def begin(self, now: int, *, alone_ms: int = ROUND_MS, fresh: bool = False) -> None:
        """Start to catch up: the topics are subscribed to. A `fresh` table of our own needs none."""
        self._outbox.forget()
        self._wires.clear()
        self.caught_up = self.caught_up or fresh
        self.sync.begin(now, alone_ms=alone_ms, fresh=fresh)

    def leave(self) -> None:
        """Notice that the connection is gone; what waits to be published is in the journal."""
        self.sync.leave()
        self._posts.clear()

    def fail(self, error: Exception) -> None:
        """Stop for good because of an error; the journal has everything up to it."""
        self.failure = error
        self.leave()

    def receive(self, at: Topic, topic: str, wire: bytes, now: int) -> bool:
        """Take in one message found at a bare topic of this table; a bad one is counted and changes nothing.

        Nothing is to be seen of a good one before `settle`: always gives False.
        """
        mark = blake2b(topic.encode() + wire, digest_size=8).digest()
        if not wire or mark in self._wires:
            return False
        try:
            self._open(at, topic, wire, now)
        except BadMessage as fault:
            self.flaws[fault.flaw.name.lower()] += 1
            return False
        if len(self._wires) >= KNOWN_LIMIT:
            self._wires.clear()
        self._wires.add(mark)
        return False

    def settle(self, now: int) -> bool:
        """Journal what has arrived, tell the table, do its duties; tell whether anything changed."""
        before = self.table.version
        fresh, self._fresh = self._fresh, []
        self._keep(fresh)
        for signed in fresh:
            self.table.receive(signed)
        if fresh:
            self.sync.hear_event(now)
            self._admit()
        self._do_duties(now)
        return self.table.version != before

    def tick(self, now: int) -> bool:
        """Send what is due; tell whether the table may be spoken at since now."""
        for errand in self.sync.due(now):
            self._run(errand, now)
        if self.sync.stage is not Stage.LIVE:
            return False
        self._publish_own()
        before = (self.caught_up, self.table.version)
        self.caught_up = True
        self._do_duties(now)
        return (True, self.table.version) != before

    def next_due(self) -> int | None:
        """Give the time of the next `tick`, or None while there is no connection."""
        return self.sync.next_due()

    def emit(self, draft: Draft, now: int) -> Signed:
        """Sign, journal, take in and queue what this profile says; the journal has it before anybody else can."""
        signed = self.feed.draft(self._identity, draft, now)
        self._keep([signed])
        self.feed.receive(signed)
        self.table.receive(signed)
        self.sync.hear_event(now)
        self._publish_own()
        return signed

    def take_posts(self) -> list[Post]:
        """Give what is to be published, in order."""
        posts, self._posts = self._posts, []
        return posts

    def awaited(self, heard: Container[str]) -> tuple[bytes, ...]:
        """Give the public keys of those who should answer our heads: seat holders and host, if heard."""
        ledger = self.table.annals
        keys = dict.fromkeys([held.author for held in ledger.roster.holders.values()])
        if ledger.genesis is not None:
            keys[ledger.host] = None
        return tuple(key for key in keys if key != self._identity.public and pid_of(key) in heard)

    def _open(self, at: Topic, topic: str, wire: bytes, now: int) -> None:
        match at.place:
            case Place.EVENT:
                self._take([envelope.open_event(self.key, topic, wire, self.tid)], now)
                if at.pid == self._identity.pid:
                    self._outbox.saw_event(at.number)
            case Place.SEGMENT:
                segment = notes.open_note(self.key, topic, wire, notes.Segment, self.tid)
                self._take(self._good(segment), now)
                if at.pid == self._identity.pid:
                    self._outbox.saw_segment(at.number)
            case Place.HEADS:
                self.sync.hear_heads(now, notes.open_note(self.key, topic, wire, notes.Heads, self.tid))
            case Place.REQUEST:
                self._asked_for(notes.open_note(self.key, topic, wire, notes.Request, self.tid), now)
            case Place.REPLY:
                reply = notes.open_note(self.key, topic, wire, notes.Reply, self.tid)
                events = self._good(reply)
                self.sync.hear_reply(reply, events)
                self._take(events, now)
            case _:
                self.flaws["topic"] += 1

    def _good(self, bundle: notes.Reply | notes.Segment) -> list[Signed]:
        events, bad = notes.events_of(bundle)
        if bad:
            self.flaws["bundle"] += bad
        return events

    def _take(self, events: Iterable[Signed], now: int) -> None:
        """Put events in their chains; what continues a chain waits for `settle`."""
        for signed in events:
            for arrival in self.feed.receive(signed):
                match arrival:
                    case Accepted(signed=accepted):
                        self._fresh.append(accepted)
                    case Held():
                        self.sync.hear_gap(now)
                    case Refused(why=why, kept=kept):
                        self.flaws[why.name.lower()] += 1
                        self._keep([kept] if kept else [])
                    case Forked() as proof:
                        self.flaws["forked"] += 1
                        self._journal.add_proof(self.tid, proof)
                        self.table.forked(proof.first.event.author, proof.first, proof.second)
                    case _:
                        pass

    def _asked_for(self, request: notes.Request, now: int) -> None:
        last = self._asked.get(request.author, now - REQUESTS_MS)
        if now - last < REQUESTS_MS:
            self.flaws["noisy"] += 1
            return
        self._asked[request.author] = now
        self.sync.hear_request(now, request)

    def _keep(self, events: list[Signed]) -> None:
        """Write events to the journal, our own among them as such."""
        for own in (True, False):
            chosen = [signed for signed in events if (signed.event.author == self._identity.public) is own]
            if chosen:
                self._journal.add_all(self.tid, chosen, own=own)

    def _admit(self) -> None:
        """Keep a place for those who hold seats, however many strangers come."""
        for held in self.table.annals.roster.holders.values():
            self.feed.admit(held.author)

    def _do_duties(self, now: int) -> None:
        """Sign what the table asks for, as long as it asks; only while live."""
        while self.sync.stage is Stage.LIVE and (drafts := self.table.duties()):
            for draft in drafts:
                try:
                    self.emit(draft, now)
                except CannotSign:
                    self.flaws["unsigned"] += 1

    def _publish_own(self) -> None:
        """Queue what the broker lacks of the own chain; only while live."""
        if self.sync.stage is not Stage.LIVE:
            return
        head = self.feed.heads().get(self._identity.public)
        if head is None:
            return
        own = self.feed.events(self._identity.public, 0, head[0])
        self._posts += map(self._post, self._outbox.pending(own))

    def _post(self, posting: Posting) -> Post:
        pid = self._identity.pid
        match posting:
            case PutEvent(signed=signed):
                topic = topics.event(self.tid, pid, signed.event.seq)
                return Post(topic, envelope.seal(self.key, topic, signed, self._nonce()), retain=True)
            case PutSegment(count=count, first=first, events=events):
                topic = topics.segment(self.tid, pid, count)
                segment = notes.Segment(VERSION, self._identity.public, self.tid, first, events)
                return Post(topic, self._seal(topic, segment), retain=True)
            case ClearEvent(seq=seq):
                return Post(topics.event(self.tid, pid, seq), b"", retain=True)

    def _run(self, errand: Errand, now: int) -> None:
        me = self._identity
        match errand:
            case SayHeads(want=want):
                topic = topics.heads(self.tid, me.pid)
                place = self.table.line_heads()
                heads = notes.make_heads(me, self.tid, self.feed.heads(), place=place, want=want, ts=now)
                self._posts.append(Post(topic, self._seal(topic, heads), qos=0))
            case Ask(ranges=ranges):
                topic = topics.request(self.tid, me.pid)
                self._posts.append(Post(topic, self._seal(topic, notes.make_request(me, self.tid, ranges, now))))
            case Answer(events=events):
                topic = topics.reply(self.tid, me.pid)
                for reply in notes.make_replies(me, self.tid, events):
                    self._posts.append(Post(topic, self._seal(topic, reply)))

    def _seal(self, topic: str, note: notes.TableNote) -> bytes:
        return notes.seal_note(self.key, topic, self._identity, note, self._nonce())

    def _nonce(self) -> bytes:
        return self._entropy(envelope.NONCE_SIZE)
