"""One open table of this profile without the network: bytes and time in, bytes to publish out.

What arrives goes through the pipeline of the protocol (section 4): opened, put in its chain, journalled, then told to
the table; then the table's duties are signed. What this profile says is journalled before it can be published. The
caller hands in messages (`receive`), ends each batch with `settle`, calls `tick` when `next_due` has come and publishes
`take_posts` in order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable
from hashlib import blake2b
from random import Random

from net import envelope, notes
from net.codec import REPLY_LIMIT, BadMessage, Flaw
from net.event import Draft, Signed
from net.feed import Accepted, CannotSign, Feed, Forked, Held, Refused
from net.identity import Identity, pid_of
from net.invite import Invitation
from net.journal import Journal
from net.outbox import Outbox
from net.recovery import Own
from net.scribe import Post, Scribe
from net.sync import ROUND_MS, Stage, Sync
from net.table import Table
from net.topics import Place, Topic

KNOWN_LIMIT = 20_000
"""Messages remembered by their bytes, to pass over copies without opening them."""
REQUESTS_MS = 1_000
"""Between two requests of one peer; faster ones are noise."""
ASKERS_LIMIT = 256
"""People who may ask within that time; those who hold seats always."""


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
        own: Own | None = None,
        entropy: Callable[[int], bytes],
    ) -> None:
        """Open the table of an invitation; `lot` and `own` are our secrets for it, `entropy` gives nonces."""
        if invitation.tid is None:
            message = "the invitation leads to no table"
            raise ValueError(message)
        self.tid = invitation.tid
        self.invitation = invitation
        self.key = envelope.table_key(invitation.table_key, self.tid)
        self.feed = Feed(self.tid)
        self.table = Table(self.tid, identity.public, lot, own)
        self.sync = Sync(self.feed, identity.public, rng)
        self.flaws: Counter[str] = Counter()
        self.failure: Exception | None = None
        self.caught_up = False
        """Whether the whole log has been here since the start: from then on we may speak, connected or not."""
        self._identity = identity
        self._journal = journal
        self._scribe = Scribe(identity, self.tid, self.key, entropy)
        self._outbox = Outbox()
        self._posts: list[Post] = []
        self._fresh: list[Signed] = []
        self._wires: set[bytes] = set()
        self._asked: dict[bytes, int] = {}
        self.feed.admit(identity.public)

    @property
    def known(self) -> bool:
        """Whether the beginning of the table is here."""
        return self.table.annals.genesis is not None

    def load(self) -> None:
        """Take in what the journal has of the table; raise `JournalDamaged`."""
        for signed in self._journal.events(self.tid):
            for arrival in self.feed.receive(signed):
                if isinstance(arrival, Accepted):
                    self.table.receive(arrival.signed)
            if signed.event.author == self.table.annals.host:
                self._admit()
        self._admit()
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
        self.table.keeper.interrupted()
        self._posts.clear()

    def fail(self, error: Exception) -> None:
        """Stop for good because of an error; the journal has everything up to it."""
        self.failure = error
        self.leave()

    def receive(self, at: Topic, topic: str, wire: bytes, now: int) -> bool:
        """Take in a message found at a bare topic of this table; nothing is to be seen of it before `settle`: False."""
        if not wire:
            self._lose(at)
            return False
        if len(wire) > REPLY_LIMIT:
            self._spurn(at, Flaw.SIZE)
            return False
        mark = blake2b(topic.encode() + wire, digest_size=8).digest()
        if mark in self._wires:
            return False
        try:
            self._open(at, topic, wire, now)
        except BadMessage as fault:
            self._spurn(at, fault.flaw)
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
            if self._admit():
                self.sync.hear_gap(now)
        self._do_duties(now)
        return self.table.version != before

    def tick(self, now: int) -> bool:
        """Send what is due; tell whether the table may be spoken at since now."""
        for errand in self.sync.due(now):
            self._posts += self._scribe.run(errand, self.feed, self.table, now)
        if self.sync.stage is not Stage.LIVE:
            return False
        self._publish_own()
        before = (self.caught_up, self.table.version)
        self.caught_up = True
        self._do_duties(now)
        return (True, self.table.version) != before

    def next_due(self) -> int | None:
        """Give the time of the next `tick`, or None while there is no connection."""
        due = (self.sync.next_due(), self.table.patience.next_due() if self.sync.stage is Stage.LIVE else None)
        return min((at for at in due if at is not None), default=None)

    def emit(self, draft: Draft, now: int) -> Signed:
        """Sign, journal, take in and queue what this profile says; the journal has it before anybody else can."""
        signed = self.feed.draft(self._identity, self.table.keeper.stamped(draft, now), now)
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

    def expect(self, heard: Container[str]) -> None:
        """Wait for the answers of those who hold seats, and of the host, as far as they are among the pids heard."""
        self.sync.expect([key for key in self._members() if pid_of(key) in heard])

    def _members(self) -> frozenset[bytes]:
        """Give the public keys of the others who hold seats, and of the host."""
        annals = self.table.annals
        keys = {annals.host} if annals.genesis is not None else set()
        return frozenset(keys | annals.seated | annals.roster.known) - {self._identity.public}

    def _open(self, at: Topic, topic: str, wire: bytes, now: int) -> None:
        match at.place:
            case Place.EVENT:
                self._take([envelope.open_event(self.key, topic, wire, self.tid)], now)
                self._saw(at)
            case Place.SEGMENT:
                segment = notes.open_note(self.key, topic, wire, notes.Segment, self.tid)
                self._take(self._good(segment), now)
                self._saw(at)
            case Place.HEADS:
                heads = notes.open_note(self.key, topic, wire, notes.Heads, self.tid)
                self.table.hear_place(heads.author, (heads.ply, heads.gprev, heads.state))
                self.sync.hear_heads(now, heads)
            case Place.REQUEST:
                self._asked_for(notes.open_note(self.key, topic, wire, notes.Request, self.tid), now)
            case Place.REPLY:
                reply = notes.open_note(self.key, topic, wire, notes.Reply, self.tid)
                events = self._good(reply)
                self.sync.hear_reply(reply, events)
                self._take(events, now)
            case _:
                self.flaws["topic"] += 1

    def _saw(self, at: Topic) -> None:
        if at.pid == self._identity.pid:
            self._outbox.saw(at)

    def _spurn(self, at: Topic, flaw: Flaw) -> None:
        self.flaws[flaw.name.lower()] += 1
        self._lose(at)

    def _lose(self, at: Topic) -> None:
        """Notice that somebody has cleared or overwritten what we keep on the broker: it is published again."""
        if at.pid == self._identity.pid:
            self._outbox.lost(at)

    def _good(self, bundle: notes.Reply | notes.Segment) -> list[Signed]:
        events, bad = notes.events_of(bundle, self.feed.known)
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
                        if accepted.event.author == self._identity.public:
                            self.sync.doubt(now)
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
        if len(self._asked) >= ASKERS_LIMIT:
            self._asked = {author: at for author, at in self._asked.items() if now - at < REQUESTS_MS}
        if len(self._asked) < ASKERS_LIMIT or request.author in self._members():
            self._asked[request.author] = now
            self.sync.hear_request(now, request)

    def _keep(self, events: list[Signed]) -> None:
        """Write events to the journal, our own among them as such."""
        for own in (True, False):
            chosen = [signed for signed in events if (signed.event.author == self._identity.public) is own]
            if chosen:
                self._journal.add_all(self.tid, chosen, own=own)

    def _admit(self) -> bool:
        """Keep a place for the host, for those who hold seats and for those he speaks of, however many come.

        Tell whether somebody is to be asked for who had found no place.
        """
        members = self._members()
        self.sync.know(members)
        for key in members:
            self.feed.admit(key)
        annals = self.table.annals
        if annals.roster.started:
            self.feed.close(annals.talk.upto(annals.roster.start_seq))
        return self.feed.vouch(*annals.named())

    def _do_duties(self, now: int) -> None:
        """Sign what the table asks for, as long as it asks; only while live."""
        while self.sync.stage is Stage.LIVE and (drafts := self.table.duties(now)):
            for draft in drafts:
                try:
                    self.emit(draft, now)
                except CannotSign:
                    self.flaws["unsigned"] += 1

    def _publish_own(self) -> None:
        """Queue what the broker lacks of the own chain; only while live."""
        head = self.feed.heads().get(self._identity.public)
        if head is None or self.sync.stage is not Stage.LIVE:
            return
        own = self.feed.events(self._identity.public, 0, head[0])
        self._posts += map(self._scribe.post, self._outbox.pending(own))
