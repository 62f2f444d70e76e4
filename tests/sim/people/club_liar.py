"""A member of a club who lies: forges results, withdraws what was said, signs two histories."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from random import Random

import msgspec

from net.club.club_event import KIND_OF, Leave, Result
from net.club.club_log import ClubLog
from net.identity.identity import Identity
from net.storage.journal import Journal
from net.transport.memory_broker import MemoryBroker
from net.wire import envelope, mqtt_topic
from net.wire.codec import Shape
from net.wire.event import Draft, Event, Signed
from net.wire.event_data import data_of
from net.wire.invitation import Invitation
from net.wire.mqtt_topic import full
from tests.net.support.clubs import hand_table, result_of

OTHER_CLUB = b"another club".ljust(16)


class Lie(StrEnum):
    """What somebody may try in a club; a closed set."""

    WORTH = "told another result than was proved"
    RECEIPTS = "forged another's receipt of an end"
    ALONE = "signed an end alone"
    FOREIGN = "told a result of another club's table"
    REPLAYED = "replayed an event of another club"
    STRANGER = "played against a fresh key"
    WITHDREW = "withdrew the last events"
    HISTORIES = "signed two histories of a club"


@dataclass(slots=True)
class ClubLiar:
    """The liar: a log like everybody's, what they put at the broker beside it, and the journal of another machine."""

    identity: Identity
    log: ClubLog
    second: Journal
    rng: Random
    broker: MemoryBroker
    room: Invitation
    count: int = 0
    parted: bool = False

    def lie(self, other: Identity, now: int) -> Lie | None:
        """Tell one lie, about somebody where it needs one; None if there is nothing to lie about."""
        lie = self.rng.choice(tuple(Lie))
        if self.log.state.membership.forked:
            return None
        self.count += 1
        cid, nonce = self.log.cid, b"lie" + self.count.to_bytes(13)
        pair = [self.identity, other]
        table = hand_table(cid, pair, [0], nonce=nonce, time=now)
        good = result_of(table, nonce=nonce)
        match lie:
            case Lie.WORTH:
                # the game was won by the other, and is signed so by both; the liar tells the contrary
                lost = result_of(hand_table(cid, pair, [1], nonce=nonce, time=now), nonce=nonce)
                self._smuggle(msgspec.structs.replace(lost, worth=lost.worth[::-1]))
            case Lie.RECEIPTS:
                forged = [table.signed[0], msgspec.structs.replace(table.signed[1], sig=self.rng.randbytes(64))]
                table.signed = forged
                self._smuggle(msgspec.structs.replace(good, proof=table.proof))
            case Lie.ALONE:
                alone = hand_table(cid, pair, [0], nonce=nonce, signers=[0], time=now)
                self._smuggle(msgspec.structs.replace(good, end=alone.end.digest, signers=1, proof=alone.proof))
            case Lie.FOREIGN:
                self._smuggle(result_of(hand_table(OTHER_CLUB, pair, [0], nonce=nonce, time=now), nonce=nonce))
            case Lie.REPLAYED:
                self._put(self._signed(good, OTHER_CLUB))
            case Lie.STRANGER:
                stranger = Identity.new(self.rng.randbytes(32))
                self.log.say(self._against(stranger, nonce, now), now)
            case Lie.WITHDREW:
                self._withdraw()
            case Lie.HISTORIES:
                return lie if self._part(now) else None
        return lie

    def _against(self, stranger: Identity, nonce: bytes, now: int) -> Result:
        table = hand_table(self.log.cid, [self.identity, stranger], [0], nonce=nonce, time=now)
        return result_of(table, nonce=nonce)

    def _smuggle(self, data: Shape) -> None:
        """Put an event at the broker that no honest program would sign."""
        self._put(self._signed(data, self.log.cid))

    def _signed(self, data: Shape, cid: bytes) -> Signed:
        draft = self.log.feed.draft(self.identity, Draft(KIND_OF[type(data)], data_of(data)), 1)
        fields = {name: getattr(draft.event, name) for name in Event.__struct_fields__}
        return envelope.make(self.identity, Event(**{**fields, "tid": cid}))

    def _put(self, signed: Signed) -> None:
        topic = mqtt_topic.event(self.log.cid, self.identity.pid, signed.event.seq)
        key = envelope.table_key(self.room.to_room().log_key, self.log.cid)
        wire = envelope.seal(key, topic, signed, self.rng.randbytes(envelope.NONCE_SIZE))
        self.broker.publish(full(self.room.prefix, topic), wire, retain=True)

    def _withdraw(self) -> None:
        """Clear one's last events at the broker; whoever has them puts them there again."""
        own = self.log.feed.events(self.identity.public)
        for signed in own[-2:]:
            topic = mqtt_topic.event(self.log.cid, self.identity.pid, signed.event.seq)
            self.broker.publish(full(self.room.prefix, topic), b"", retain=True)

    def _part(self, now: int) -> bool:
        """Sign another history on another machine, once, and put it there."""
        own = self.log.feed.events(self.identity.public)
        if self.parted or len(own) < 2:
            return False
        self.parted = True
        again = ClubLog(self.identity, self.second, self.log.cid)
        again.take([one for one in self.log.events if one.event.author != self.identity.public])
        again.take(own[:-1])
        self._put(again.say(Leave(), now))
        return True
