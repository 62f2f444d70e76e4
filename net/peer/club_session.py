"""A club at a broker: what is kept there, what of it is new here, and what is to be put there. Pure.

A club lies at the topics of a table of its id, sealed like a public table of the room. The broker keeps all of it, so
nobody has to be asked: who subscribes gets everything, then each further event as it is signed.

    away -> reading (until our own mark comes back) -> there

What a broker keeps arrives before a message of our own that is published after subscribing: the *mark*. Then what is
missing there is put there: one's own chain as at a table, in segments, and the events of others one by one. So whoever
has a club's journal can bring all of it to any broker. Everything is read again from time to time, and soon where
something seems to be missing: so a lost message, or a broker that has lost its memory, is noticed. At an event's topic
lies one event alone, so the two that prove two histories are put there together, in a segment of one's own.

Nothing there is trusted: each event is checked like one from a file. Messages are opened only so many at a time, and
put back only so often, so a flood costs bounded memory and time. What was left out is read again later. Time is a
parameter in milliseconds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import blake2b
from random import Random

from net.club.club_log import ClubLog, check_club_data
from net.club.club_state import ClubState
from net.identity.identity import Identity, pid_of
from net.log.chain import Forked
from net.peer.publisher import ClearEvent, Outbox, Publisher, PutEvent
from net.transport.rate_limit import RateLimit
from net.transport.transport import OutgoingMessage
from net.wire import envelope, mqtt_topic, peer_message
from net.wire.codec import BadMessage
from net.wire.event import VERSION, Signed
from net.wire.invitation import Invitation
from net.wire.mqtt_topic import Place, Topic

MARK_MS = 60_000
"""How long everything that the broker keeps may take to arrive; then it is asked for again."""
REREAD_MS = 3_600_000
"""Time between two readings of everything while nothing seems to be missing."""
GAP_MS = 5_000
"""Time from a gap in somebody's chain to the next reading; it doubles as long as the gap stays."""
CALM_MS = 60_000
"""The least time between two readings."""
PAUSE_MS = 250
"""The least time between two folds of the club while it is followed."""
SPREAD_MS = (1_000, 10_000)
"""When the events of others that are missing there are put there: whoever is first spares the others the work."""
READ_LIMIT = 100_000
"""Messages opened in one reading."""
FOUND_LIMIT = 32 * 1024 * 1024
"""Bytes that wait in memory to be taken in."""
BY_MEMBERS, BY_STRANGERS = (2048, 60_000), (256, 60_000)
"""Messages at the topics of members, and of others, that are opened within so many milliseconds after a reading."""
RESTORES = (256, 60_000)
"""Messages that are put back within so many milliseconds because somebody cleared or spoilt them."""

PROOFS, PROOF_PLACES = 9_000, 1_000
"""The segments that hold proofs of two histories, the first and how many; no chain is so long that it needs them."""

Entropy = Callable[[int], bytes]


@dataclass(slots=True)
class ClubVisit:
    """What a visit has brought: how many events were new here, how many messages were left there, what was refused."""

    new: int = 0
    left: int = 0
    flaws: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Kept:
    """What the broker keeps at one topic: the digest of the message, and the ids of its events."""

    digest: bytes
    ids: tuple[bytes, ...]


@dataclass(slots=True)
class Reading:
    """One reading of everything: its mark, when it began, what has come so far, how many messages were opened."""

    mark: bytes
    since: int
    kept: dict[str, Kept] = field(default_factory=dict)
    opened: int = 0


class ClubSession:
    """One club at one broker, for as long as a program follows it.

    The owner calls `begin` for each new connection and then subscribes to `filters`; passes on what arrives; calls
    `settle` when `next_due` says so; publishes `take_posts`; and subscribes again when `rereads`.
    """

    def __init__(
        self,
        log: ClubLog,
        identity: Identity,
        at: Invitation,
        rng: Random,
        entropy: Entropy,
        *,
        duties: Callable[[], object] = lambda: None,
        hurried: bool = False,
    ) -> None:
        """Bring `log` up to date in the room of an invitation. `entropy` gives nonces and marks, `rng` spreads waits.

        `duties` signs what is due whenever something is new and everything is known. A `hurried` session waits for
        nobody else to put something there.
        """
        self.visit = ClubVisit()
        self.caught_up = False
        """Whether everything that the broker keeps has been read on this connection."""
        self._log, self._identity, self._rng, self._entropy = log, identity, rng, entropy
        self._duties, self._hurried = duties, hurried
        self._key = envelope.table_key(at.to_room().log_key, log.cid)
        self._publisher = Publisher(identity, log.cid, self._key, entropy)
        self._outbox = Outbox()
        self._mark_topic = mqtt_topic.heads(log.cid, identity.pid)
        self._reading: Reading | None = None
        self._kept: dict[str, Kept] = {}
        self._found: list[Signed] = []
        self._found_size = 0
        self._posts: list[OutgoingMessage] = []
        self._awaited = b""
        self._put: set[bytes] = set()
        self._looks = True
        self._settle_at: int | None = None
        self._restore_at: int | None = None
        self._reread_at: int | None = None
        self._settled, self._read_at, self._gap_ms = -PAUSE_MS, -CALM_MS, GAP_MS
        self._by_members, self._by_strangers = RateLimit(*BY_MEMBERS), RateLimit(*BY_STRANGERS)
        self._restores = RateLimit(*RESTORES)
        self._state: ClubState | None = None
        self._pids: frozenset[str] = frozenset()

    @property
    def filters(self) -> dict[str, int]:
        """The bare topics to subscribe to, with their qualities."""
        return dict.fromkeys((*mqtt_topic.history_filters(self._log.cid), self._mark_topic), 0)

    @property
    def level(self) -> bool:
        """Whether all that is known here is there, and the broker has said so."""
        waits = self._awaited or self._posts or self._found or self._looks or self._restore_at is not None
        return self.caught_up and not waits

    def begin(self, now: int) -> None:
        """Begin on a new connection: all is read anew, but copies of what was known are not opened again."""
        self._put.clear()
        self._outbox.forget()
        self.leave()
        self._read(now)

    def leave(self) -> None:
        """Notice that the connection is gone."""
        self.caught_up, self._reading, self._awaited = False, None, b""
        self._posts.clear()
        self._restore_at = self._reread_at = None

    def rereads(self, now: int) -> bool:
        """Tell whether everything is to be read again now, by subscribing again; if so, that has begun."""
        late = self._reading is not None and now - self._reading.since >= MARK_MS
        due = self._reread_at is not None and now >= self._reread_at
        if late or due:
            self._read(now)
        return late or due

    def receive(self, topic: str, wire: bytes, now: int) -> None:
        """Take in a message from a bare topic; nothing is folded before `settle`."""
        at = mqtt_topic.parse(topic)
        if topic == self._mark_topic:
            self._come_back(wire, now)
        elif at is None or at.tid != self._log.cid or at.place not in {Place.EVENT, Place.SEGMENT}:
            self.visit.flaws["topic"] += 1
        elif not wire:
            self._lose(topic, at, now)
        else:
            self._hear(topic, at, wire, now)

    def look(self, now: int) -> None:
        """Look soon whether something is due, or was signed elsewhere in this program."""
        self._looks = True
        self._settle_by(now)

    def settle(self, now: int) -> bool:
        """Take in what has come, sign what is due, prepare what is to be published; tell whether the club has changed.

        Raises what the journal raises, and what `duties` raise.
        """
        self._settle_at, self._settled = None, now
        before = self._log.state
        if self._log.reload():
            self._restore_by(now)
        if self._found and (self.caught_up or self._found_size > FOUND_LIMIT):
            found, self._found, self._found_size = self._found, [], 0
            proofs = len(self._log.proofs)
            self.visit.new += self._log.take(found)
            if len(self._log.proofs) > proofs:
                self._restore_by(now)
        if self.caught_up:
            if self._looks or self._log.state is not before:
                self._looks = False
                self._duties()
            self._post_own()
            if self._restore_at is not None and self._restore_at <= now:
                self._restore_at = None
                self._restore(now)
            self._look_for_gaps(now)
        return self._log.state is not before

    def take_posts(self) -> list[OutgoingMessage]:
        """Hand over the messages to publish, in order; a mark behind them shows when the broker has them."""
        posts, self._posts = self._posts, []
        if posts and self.caught_up:
            self._awaited = self._entropy(envelope.NONCE_SIZE)
            posts.append(OutgoingMessage(self._mark_topic, self._awaited))
        return posts

    def next_due(self) -> int | None:
        """Tell when to call `rereads` and `settle` next."""
        late = self._reading.since + MARK_MS if self._reading is not None else None
        times = [at for at in (self._settle_at, self._restore_at, self._reread_at, late) if at is not None]
        return min(times, default=None)

    def _settle_by(self, now: int) -> None:
        soon = max(now, self._settled + (0 if self._hurried else PAUSE_MS))
        self._settle_at = soon if self._settle_at is None else min(self._settle_at, soon)

    def _read(self, now: int) -> None:
        self._reading = Reading(self._entropy(envelope.NONCE_SIZE), now)
        self._reread_at, self._read_at = None, now
        self._posts.append(OutgoingMessage(self._mark_topic, self._reading.mark))

    def _come_back(self, wire: bytes, now: int) -> None:
        """Take in a mark: a reading ends, or the broker has all that was published before it."""
        if self._awaited and wire == self._awaited:
            self._awaited = b""
        if self._reading is None or wire != self._reading.mark:
            return
        self._kept, self._reading = self._reading.kept, None
        self._outbox.forget()
        for topic in self._kept:
            at = mqtt_topic.parse(topic)
            if at is not None and at.pid == self._identity.pid:
                self._outbox.saw(at)
        self.caught_up = True
        self._restore_by(now)
        self._reread_at = now + REREAD_MS + self._rng.randrange(REREAD_MS // 4)
        self.look(now)

    def _hear(self, topic: str, at: Topic, wire: bytes, now: int) -> None:
        digest = blake2b(wire, digest_size=8).digest()
        known = self._kept.get(topic)
        if known is not None and known.digest == digest:
            self._note(topic, at, known)
            return
        if not self._may_open(at, now):
            self.visit.flaws["flood"] += 1
            return
        try:
            events = self._opened(topic, at, wire)
        except BadMessage as fault:
            self.visit.flaws[fault.flaw.name.lower()] += 1
            self._lose(topic, at, now)
            return
        self._note(topic, at, Kept(digest, tuple(one.id for one in events)))
        for one in events:
            if self._log.feed.known(one.id) is None:
                self._found.append(one)
                self._found_size += len(one.body)
        if (self.caught_up and self._found) or self._found_size > FOUND_LIMIT:
            self._settle_by(now)

    def _may_open(self, at: Topic, now: int) -> bool:
        """Tell whether one more message may be opened; if not, everything is read again later."""
        if self._reading is not None:
            self._reading.opened += 1
            return self._reading.opened <= READ_LIMIT
        limit = self._by_members if at.pid in self._known_pids() else self._by_strangers
        if limit.use(now):
            return True
        self._reread_by(now + CALM_MS)
        return False

    def _known_pids(self) -> frozenset[str]:
        """Give the pids of those whom the club has let in, and our own."""
        state = self._log.state
        if state is not self._state:
            people = state.membership
            self._state = state
            self._pids = frozenset(map(pid_of, people.ever | people.named)) | {self._identity.pid}
        return self._pids

    def _opened(self, topic: str, at: Topic, wire: bytes) -> list[Signed]:
        """Open and check a message; raise `BadMessage`."""
        if at.place is Place.EVENT:
            events = [envelope.open_event(self._key, topic, wire, at.tid)]
        else:
            note = peer_message.open_note(self._key, topic, wire, peer_message.Segment, at.tid)
            events, bad = peer_message.events_of(note, self._log.feed.known)
            self.visit.flaws["bundle"] += bad
        for signed in events:
            if self._log.feed.known(signed.id) is None:
                check_club_data(signed)
        return events

    def _note(self, topic: str, at: Topic, kept: Kept) -> None:
        self._kept[topic] = kept
        if self._reading is not None:
            self._reading.kept[topic] = kept
        if at.pid == self._identity.pid:
            self._outbox.saw(at)

    def _lose(self, topic: str, at: Topic, now: int) -> None:
        """Notice that what is kept at a topic was cleared or is spoilt."""
        dropped = self._kept.pop(topic, None)
        if self._reading is not None:
            self._reading.kept.pop(topic, None)
        if dropped is None:
            return
        if at.pid != self._identity.pid:
            self._restore_by(now)
        elif self._restores.use(now):
            self._outbox.lost(at)
            self._settle_by(now)
        else:
            self._reread_by(now + CALM_MS)

    def _post_own(self) -> None:
        for item in self._outbox.pending(self._log.feed.events(self._identity.public)):
            post = self._publisher.post(item)
            self._posts.append(post)
            self.visit.left += isinstance(item, PutEvent)
            if isinstance(item, ClearEvent):
                self._kept.pop(post.topic, None)

    def _restore(self, now: int) -> None:
        """Put there what is missing of others. What was put there before on this connection is put back seldom."""
        kept = {known for one in self._kept.values() for known in one.ids}
        for signed in self._log.events:
            author = signed.event.author
            if author == self._identity.public or signed.id in kept:
                continue
            topic = mqtt_topic.event(self._log.cid, pid_of(author), signed.event.seq)
            if signed.id in self._put:
                if topic in self._kept:  # of two histories each is put there once, or two programs would never end
                    continue
                if not self._restores.use(now):
                    self._reread_by(now + CALM_MS)
                    return
            self._put.add(signed.id)
            wire = envelope.seal(self._key, topic, signed, self._entropy(envelope.NONCE_SIZE))
            self._posts.append(OutgoingMessage(topic, wire, retain=True))
            self.visit.left += 1
        for proof in self._log.proofs:
            if not kept.issuperset({proof.first.id, proof.second.id}) and proof.first.sig not in self._put:
                self._put.add(proof.first.sig)
                self._posts.append(self._proved(proof))
                self.visit.left += 1

    def _proved(self, proof: Forked) -> OutgoingMessage:
        """Return the message that keeps both events of a proof that somebody signed two histories."""
        place = PROOFS + int.from_bytes(proof.first.event.author[:4]) % PROOF_PLACES
        topic = mqtt_topic.segment(self._log.cid, self._identity.pid, place)
        pair = tuple((one.sig, one.body) for one in (proof.first, proof.second))
        note = peer_message.Segment(VERSION, self._identity.public, self._log.cid, proof.number, pair)
        wire = peer_message.seal_note(self._key, topic, self._identity, note, self._entropy(envelope.NONCE_SIZE))
        return OutgoingMessage(topic, wire, retain=True)

    def _look_for_gaps(self, now: int) -> None:
        """Read everything again soon if something of a member's is missing: it was lost on the way."""
        people = self._log.state.membership
        if any(gap.author in people.ever or gap.author in people.named for gap in self._log.feed.gaps()):
            if self._reading is None:
                self._reread_by(now + self._gap_ms)
        else:
            self._gap_ms = GAP_MS

    def _restore_by(self, now: int) -> None:
        at = now if self._hurried else now + self._rng.randrange(*SPREAD_MS)
        self._restore_at = at if self._restore_at is None else min(self._restore_at, at)

    def _reread_by(self, at: int) -> None:
        at = max(at, self._read_at + CALM_MS)
        if self._reread_at is None or at < self._reread_at:
            self._reread_at = at
            self._gap_ms = min(2 * self._gap_ms, REREAD_MS)
