"""The inbox of one open table: messages are opened, checked and put in their chains.

The pipeline of the protocol (section 4), cheapest test first. An event that continues a chain waits for the session to
settle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from hashlib import blake2b
from random import Random

from net.deck.deck_seed import DealerKeys
from net.identity.identity import Identity
from net.log.chain import Accepted, Forked, Held, Refused
from net.log.feed import Feed
from net.peer.club_at_table import club_begun_by
from net.peer.publisher import Outbox, Publisher
from net.storage.journal import Journal
from net.sync.replication import Sync
from net.table.action.permission import hears_asides, is_beside, is_shut_out, is_talk_open, members
from net.table.spectator_chat import SpectatorChat
from net.table.table import Table
from net.transport.rate_limit import RequesterLimits
from net.transport.transport import OutgoingMessage
from net.view.table_view import AsideLine
from net.wire import envelope, peer_message
from net.wire.codec import REPLY_LIMIT, BadMessage, Flaw
from net.wire.event import Signed
from net.wire.invitation import Invitation
from net.wire.mqtt_topic import Place, Topic

KNOWN_LIMIT = 20_000
"""Messages remembered by their bytes, so that copies are dropped unopened."""


class Inbox:
    """Receives what the broker delivers for one table."""

    def __init__(
        self,
        identity: Identity,
        invitation: Invitation,
        journal: Journal,
        rng: Random,
        *,
        lot: bytes,
        own: DealerKeys | None = None,
        entropy: Callable[[int], bytes],
    ) -> None:
        """Open the table of an invitation; `lot` and `own` are our secrets for it, `entropy` gives nonces."""
        if invitation.tid is None:
            message = "the invitation leads to no table"
            raise ValueError(message)
        self.tid = invitation.tid
        self.invitation = invitation
        self.key = envelope.table_key(invitation.log_key, self.tid)
        self.feed = Feed(self.tid)
        self.table = Table(self.tid, identity.public, lot, own)
        self.sync = Sync(self.feed, identity.public, rng)
        self.flaws: Counter[str] = Counter()
        self.failure: Exception | None = None
        self.caught_up = False
        """Whether the whole log has been here: we may then speak, online or not, until our own chain is in doubt."""
        self.club = ""
        """The name of the club that lies here, where no table does."""
        self.arrives = False
        """Whether this profile was last at the table in another room, and has chosen to go on in this one."""
        self.delivered = -1
        """The number of the last of our own events that has ever come back: the broker, or somebody, has it."""
        self.outdated = ("", 0)
        """The host's word that had led where this profile has come from, which goes on here; as `moved`."""
        self._identity = identity
        self._journal = journal
        self._scribe = Publisher(identity, self.tid, self.key, entropy)
        self._outbox = Outbox()
        self._posts: list[OutgoingMessage] = []
        self._fresh: list[Signed] = []
        self._wires: set[bytes] = set()
        self.askers, self.gallery = RequesterLimits(), SpectatorChat()
        self._overheard = 0
        self._moved = False
        self._telling_at: int | None = None
        self.feed.admit(identity.public)

    @property
    def known(self) -> bool:
        """Whether the beginning of the table is here."""
        return self.table.annals.genesis is not None

    @property
    def listens(self) -> bool:
        """Whether this profile reads what is said beside the table."""
        return hears_asides(self.table.annals, self._identity.public)

    @property
    def hushed(self) -> bool:
        """Whether the rules close talk now, at least to some."""
        return not is_talk_open(self.table.annals)

    @property
    def asides(self) -> tuple[AsideLine, ...]:
        """What this profile reads of it: a player nothing of what was said while the rules close talk to them."""
        annals, me, lines = self.table.annals, self._identity.public, self.gallery.lines
        if not self.listens:
            return ()
        free = me not in annals.seated or is_talk_open(annals, me)
        return lines if free else tuple(line for line in lines if not line.kept)

    @property
    def beside(self) -> bool:
        """Whether this profile is a spectator and talks beside the table."""
        return is_beside(self.table.annals, self._identity.public)

    @property
    def unwanted(self) -> bool:
        """Whether this profile may not be here: the table is played without spectators, as far as known."""
        return is_shut_out(self.table.annals, self._identity.public)

    def receive(self, at: Topic, topic: str, wire: bytes, now: int) -> bool:
        """Take in a message from a bare topic of this table; False: nothing shows before `settle`."""
        if not wire:
            self._lose(at)
            self._moved |= at.place is Place.HEADS and self.table.hear_parting(at.pid)
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

    def _open(self, at: Topic, topic: str, wire: bytes, now: int) -> None:
        match at.place:
            case Place.EVENT:
                self._take([envelope.open_event(self.key, topic, wire, self.tid)], now)
                self._saw(at)
            case Place.SEGMENT:
                segment = peer_message.open_note(self.key, topic, wire, peer_message.Segment, self.tid)
                self._take(self._good(segment), now)
                self._saw(at)
            case Place.HEADS:
                heads = peer_message.open_note(self.key, topic, wire, peer_message.Heads, self.tid)
                before, level = self.table.version, (self.sync.level, self.sync.reached)
                self.table.hear_place(heads.author, (heads.ply, heads.gprev, heads.state))
                self.table.hear_clocks(heads.author, heads.clocks, (heads.ply, heads.gprev), now)
                self.caught_up = not self.sync.hear_heads(now, heads) and self.caught_up
                self._moved |= self.table.version != before or (self.sync.level, self.sync.reached) != level
            case Place.REQUEST:
                self._asked_for(peer_message.open_note(self.key, topic, wire, peer_message.Request, self.tid), now)
            case Place.REPLY:
                reply = peer_message.open_note(self.key, topic, wire, peer_message.Reply, self.tid)
                events = self._good(reply)
                self.sync.hear_reply(reply, events)
                self._take(events, now)
            case Place.ASIDE:
                self._overhear(at, topic, wire, now)
            case _:
                self.flaws["topic"] += 1

    def _overhear(self, at: Topic, topic: str, wire: bytes, now: int) -> None:
        """Open what is said beside the table, if it is for us and there is not too much of it."""
        if at.pid == self._identity.pid:
            return
        if not self.listens or not self.gallery.may_open(now):
            self.flaws["aside"] += 1
            return
        aside = peer_message.open_note(self.key, topic, wire, peer_message.SpectatorMessage, self.tid)
        if not is_beside(self.table.annals, aside.author) or not self.gallery.hear(aside, now, kept=self.hushed):
            self.flaws["aside"] += 1

    def _saw(self, at: Topic) -> None:
        if at.pid == self._identity.pid:
            self._outbox.saw(at)

    def _spurn(self, at: Topic, flaw: Flaw) -> None:
        self.flaws[flaw.name.lower()] += 1
        self._lose(at)

    def _lose(self, at: Topic) -> None:
        """Notice that somebody cleared or overwrote what we keep on the broker; it is published again."""
        if at.pid == self._identity.pid:
            self._outbox.lost(at)

    def _good(self, bundle: peer_message.Reply | peer_message.Segment) -> list[Signed]:
        events, bad = peer_message.events_of(bundle, self.feed.known)
        if bad:
            self.flaws["bundle"] += bad
        return events

    def _take(self, events: Iterable[Signed], now: int) -> None:
        """Put events in their chains; what continues a chain waits for `settle`."""
        for signed in events:
            self.club = self.club or club_begun_by(signed)
            self._note_delivery(signed)
            for arrival in self.feed.receive(signed):
                match arrival:
                    case Accepted(signed=accepted):
                        self._fresh.append(accepted)
                        if accepted.event.author == self._identity.public:
                            self.sync.doubt(now)
                            self.caught_up = False
                    case Held():
                        self.sync.hear_gap(now)
                    case Refused(why=why, kept=kept):
                        self.flaws[why.name.lower()] += 1
                        self._keep([kept] if kept else [])
                    case Forked() as proof:
                        self.flaws["forked"] += 1
                        self.sync.hear_gap(now)
                        self._journal.add_proof(self.tid, proof)
                        self.table.forked(proof.first.event.author, proof.first, proof.second, at_once=False)
                    case _:
                        pass

    def _note_delivery(self, signed: Signed) -> None:
        if signed.event.author == self._identity.public and signed.event.seq > self.delivered:
            self.delivered = signed.event.seq
            self._moved |= not self.undelivered

    @property
    def undelivered(self) -> bool:
        """Whether something that we have said has not come back yet."""
        return self.feed.heads().get(self._identity.public, (-1, b""))[0] > self.delivered

    def _asked_for(self, request: peer_message.Request, now: int) -> None:
        if self.askers.is_noisy(request.author, now):
            self.flaws["noisy"] += 1
        elif is_shut_out(self.table.annals, request.author):
            self.flaws["shut out"] += 1
        elif self.askers.admit(request.author, now, seated=request.author in self._members()):
            self.sync.hear_request(now, request)

    def _members(self) -> frozenset[bytes]:
        """Return the public keys of the host and of the others who hold seats."""
        return members(self.table.annals) - {self._identity.public}

    def _keep(self, events: list[Signed]) -> None:
        """Write events to the journal, marking our own."""
        for own in (True, False):
            chosen = [signed for signed in events if (signed.event.author == self._identity.public) is own]
            if chosen:
                self._journal.add_all(self.tid, chosen, own=own)
