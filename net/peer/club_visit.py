"""One visit of a club at a broker: take what is kept there, leave there what it lacks, go again.

A club lies at the topics of a table of its id, sealed like a public table of the room. What a broker keeps of a club
arrives before a message of our own that is published after subscribing; so the visit knows when it has everything.
Then it publishes what the broker did not have: one's own chain as at a table, in segments, and the events of others
one by one. So whoever has a club's journal can bring all of it to any broker. Nothing there is trusted: each event is
checked like one from a file.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from core.fault import sentence
from net.club.club_log import ClubLog, check_club_data
from net.identity.identity import Identity, pid_of
from net.peer.publisher import Outbox, Publisher, PutEvent
from net.transport.transport import Connector, Offline, Transport
from net.wire import envelope, mqtt_topic, peer_message
from net.wire.codec import BadMessage
from net.wire.event import Signed
from net.wire.invitation import Invitation
from net.wire.mqtt_topic import Place, bare, full

ANSWER_SECONDS = 60.0
"""How long everything that the broker keeps may take to arrive."""

SILENT = sentence("The broker at {host}:{port} did not give back in {seconds:.0f} seconds what it keeps of the club.")


@dataclass(slots=True)
class ClubVisit:
    """What a visit has brought: how many events were new here, how many messages were left there, what was refused."""

    new: int = 0
    left: int = 0
    flaws: Counter[str] = field(default_factory=Counter)


class _Visitor:
    """One visit while it lasts."""

    def __init__(
        self, log: ClubLog, identity: Identity, at: Invitation, entropy: Callable[[int], bytes], visit: ClubVisit
    ) -> None:
        self._log, self._identity, self._at, self._entropy, self._visit = log, identity, at, entropy, visit
        self._key = envelope.table_key(at.to_room().log_key, log.cid)
        self._publisher = Publisher(identity, log.cid, self._key, entropy)
        self._outbox = Outbox()
        self._kept: set[bytes] = set()
        self._found: list[Signed] = []

    async def collect(self, transport: Transport) -> None:
        """Take everything that the broker keeps; raise `Offline`."""
        prefix, cid = self._at.prefix, self._log.cid
        mark = mqtt_topic.heads(cid, self._identity.pid)
        echo = self._entropy(envelope.NONCE_SIZE)
        await transport.subscribe({full(prefix, name): 0 for name in (*mqtt_topic.history_filters(cid), mark)})
        await transport.publish(full(prefix, mark), echo)
        while True:
            for message in await transport.receive():
                topic = bare(prefix, message.topic) or ""
                if topic == mark and message.payload == echo:
                    return
                if message.payload:
                    self._take(topic, message.payload)

    def _take(self, topic: str, wire: bytes) -> None:
        at = mqtt_topic.parse(topic)
        if at is None or at.tid != self._log.cid:
            return
        try:
            if at.place is Place.EVENT:
                events = [envelope.open_event(self._key, topic, wire, at.tid)]
            elif at.place is Place.SEGMENT:
                note = peer_message.open_note(self._key, topic, wire, peer_message.Segment, at.tid)
                events, bad = peer_message.events_of(note, self._log.feed.known)
                self._visit.flaws["bundle"] += bad
            else:
                return
            for signed in events:
                if self._log.feed.known(signed.id) is None:
                    check_club_data(signed)
                self._found.append(signed)
                self._kept.add(signed.id)
        except BadMessage as fault:
            self._visit.flaws[fault.flaw.name.lower()] += 1
            return
        if at.pid == self._identity.pid:
            self._outbox.saw(at)

    def take_in(self) -> None:
        """Put what was found into the club's log; raise what the journal raises."""
        self._visit.new = self._log.take(self._found)

    async def leave_there(self, transport: Transport) -> None:
        """Publish what the broker lacks; raise `Offline`."""
        own = self._log.feed.events(self._identity.public)
        for item in self._outbox.pending(own):
            post = self._publisher.post(item)
            await transport.publish(full(self._at.prefix, post.topic), post.payload, retain=True)
            self._visit.left += isinstance(item, PutEvent)
        for signed in self._log.events:
            author = signed.event.author
            if author != self._identity.public and signed.id not in self._kept:
                topic = mqtt_topic.event(self._log.cid, pid_of(author), signed.event.seq)
                wire = envelope.seal(self._key, topic, signed, self._entropy(envelope.NONCE_SIZE))
                await transport.publish(full(self._at.prefix, topic), wire, retain=True)
                self._visit.left += 1


async def visit_club(
    log: ClubLog,
    identity: Identity,
    at: Invitation,
    connect: Connector,
    *,
    entropy: Callable[[int], bytes],
    duties: Callable[[], None] = lambda: None,
) -> ClubVisit:
    """Visit the broker of an invitation with a club; raise `Offline`, or what the journal raises.

    `duties` signs what is due once everything is known, before it is published. `entropy` gives nonces.
    """
    visit = ClubVisit()
    visitor = _Visitor(log, identity, at, entropy, visit)
    transport = connect(None)
    try:
        await transport.connect()
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await visitor.collect(transport)
        except TimeoutError:
            raise Offline(SILENT, host=at.host, port=at.port, seconds=ANSWER_SECONDS) from None
        visitor.take_in()
        duties()
        await visitor.leave_there(transport)
    finally:
        await transport.close()
    return visit
