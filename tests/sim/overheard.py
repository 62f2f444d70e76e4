"""A desk whose ways are counted: how each gap is mended, and what other versions of the program would say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from enum import StrEnum

from net.log.feed import CannotSign
from net.peer.table_session import TableSession
from net.sync.replication import Stage
from net.table.duty.divergence import Verdict
from net.transport.transport import OutgoingMessage
from net.wire import mqtt_topic
from net.wire.event import Draft, Kind, Signed
from net.wire.mqtt_topic import Place, Topic
from tests.sim.version import Version

UNSAID = "This is not said."


class Repair(StrEnum):
    """The ways in which a table becomes whole again; a closed set."""

    ECHO = "own heads came back"
    HISTORY = "read what the broker keeps"
    REREAD = "read what the broker keeps once more"
    SEGMENT = "read from a segment"
    CUT = "put a segment together"
    ASK = "asked for a range"
    ANSWER = "answered a request"
    REPLY = "mended by a reply"
    HELD = "held beyond a gap"
    OWN = "own chain fetched"
    AGAIN = "own chain published again"
    WIPED = "put back what others had cleared"
    RESTART = "gone on from the journal"
    STRUCK = "told anew without a guilty one"
    CERTIFIED = "waited for no longer"
    PARTED = "positions parted"


READ = {Place.SEGMENT: Repair.SEGMENT, Place.REPLY: Repair.REPLY}
SAID = {Place.SEGMENT: Repair.CUT, Place.REQUEST: Repair.ASK, Place.REPLY: Repair.ANSWER}


class Overheard(TableSession):
    """A desk that counts what mends it; `mute` are the kinds that its owner keeps to himself.

    `signs` is told of each event as it is signed.
    """

    version = Version.PRESENT
    signs: Callable[[Signed], None] = staticmethod(lambda _signed: None)
    mute: frozenset[Kind] = frozenset()

    def load(self) -> None:
        """Take in what the journal has."""
        self.heard: Counter[str] = Counter()
        super().load()
        own = self.feed.events(self._identity.public)
        self._said = {signed.event.seq for signed in own}
        if self.feed.authors():
            self.heard[Repair.RESTART] += 1

    def emit(self, draft: Draft, now: int) -> Signed:
        """Sign what is said, in the manner of this version; raise `CannotSign` for what is kept back."""
        if draft.kind in self.mute:
            raise CannotSign(UNSAID)
        signed = super().emit(self.version.said(draft), now)
        self.signs(signed)
        return signed

    def take_posts(self) -> list[OutgoingMessage]:
        """Give what is to be published, and count it."""
        posts = super().take_posts()
        for at, post in ((mqtt_topic.parse(post.topic), post) for post in posts):
            if at is None or not post.payload:
                continue
            if at.place in SAID:
                self.heard[SAID[at.place]] += 1
            elif at.place is Place.EVENT:
                self.heard[Repair.AGAIN] += at.number in self._said
                self._said.add(at.number)
        return [self.version.posted(self, post) for post in posts]

    def reread(self) -> None:
        """Take in once more what the broker keeps, and count it."""
        super().reread()
        self.heard[Repair.REREAD] += 1

    def sum_up(self) -> Counter[str]:
        """Count all that happened here, what was refused too."""
        told = Counter(self.heard)
        told.update({f"refused: {flaw}": count for flaw, count in self.flaws.items()})
        told[Repair.STRUCK] += bool(self.table.annals.struck)
        told[Repair.CERTIFIED] += sum(step.kind is Kind.FINAL for step in self.table.history())
        return +told

    def _open(self, at: Topic, topic: str, wire: bytes, now: int) -> None:
        stage, known = self.sync.stage, len(self._fresh)
        super()._open(at, topic, wire, now)
        if len(self._fresh) > known:
            if at.place in READ:
                self.heard[READ[at.place]] += 1
            elif stage is Stage.HISTORY:
                self.heard[Repair.HISTORY] += 1
        elif at.place is Place.HEADS:
            self.heard[Repair.ECHO] += stage is Stage.HISTORY and at.pid == self._identity.pid
            self.heard[Repair.PARTED] += self.table.verdict is not Verdict.AGREED
        elif at.place is Place.EVENT:
            self.heard[Repair.HELD] += bool(self.feed.missing)

    def _take(self, events: Iterable[Signed], now: int) -> None:
        before = self.sync._doubtful
        super()._take(events, now)
        self.heard[Repair.OWN] += self.sync._doubtful and not before

    def _lose(self, at: Topic) -> None:
        super()._lose(at)
        self.heard[Repair.WIPED] += at.pid == self._identity.pid
