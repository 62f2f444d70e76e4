"""Who signed what when, and what they could have heard by then: whom a lost disk excuses (docs/reliability.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from net.wire import envelope, mqtt_topic, peer_message
from net.wire.codec import BadMessage
from net.wire.event import LINK_SIZE, Signed
from tests.sim.people.person import Person
from tests.sim.program import Program
from tests.sim.world.network import Network


@dataclass(frozen=True, slots=True)
class Signature:
    """An event when it was signed: its author, the link to the one before, and what they could have heard of.

    `torn` tells whether their disk had lost something by then. `held` is what others held of their chain from that
    number on; `kept` are the messages of the author that the broker kept, by topic: opened only where it matters.
    """

    author: bytes
    prev: bytes
    torn: bool
    held: frozenset[bytes]
    kept: Mapping[str, bytes]


class SignatureLog:
    """Remembers each event in the moment in which it is signed."""

    def __init__(self, network: Network, people: Sequence[Person]) -> None:
        """Know of none yet; `people` grows where somebody starts a second program."""
        self._network, self._people = network, people
        self._signed: dict[bytes, Signature] = {}

    def sign(self, person: Program, signed: Signed) -> None:
        """Note what somebody whose disk has lost something could have heard of their own chain as they sign.

        That is what those hold whom they reach, who are awake and whose messages are not held up on the way to them,
        and what the broker keeps.
        """
        held: frozenset[bytes] = frozenset()
        kept: Mapping[str, bytes] = {}
        if person.disk.torn:
            wall, now, event = self._network.wall, self._network.now, signed.event
            clogged = self._network.clogged
            awake = [one for one in self._people if one is not person and one.online and one.paused_until <= now]
            others = [one for one in awake if clogged.get(one.number, now) <= now]
            near = [one for one in others if not (wall(one.number, person.number) or wall(person.number, one.number))]
            feeds = [desk.feed for one in near for desk in one.shelf]
            held = frozenset(known.id for feed_ in feeds for known in feed_.events(event.author, event.seq))
            kept = _kept(person, self._network.retained)
        self._signed[signed.link] = Signature(signed.event.author, signed.event.prev, person.disk.torn, held, kept)

    def is_anew(self, person: Program, known: bytes, here: bytes) -> bool:
        """Tell whether somebody's second history began when they could hear of the first from nobody.

        Asked of the moment in which they signed its first event: whoever comes later can only prove what has happened.
        """
        first = self._began(known, here)
        if first is None or first.author != person.identity.public or not first.torn:
            return False
        return known not in first.held and known not in _opened(person, first.kept)

    def _began(self, known: bytes, here: bytes) -> Signature | None:
        """Give the first event before and with `here` that does not stand before `known`."""
        passed, parted = set(self._before(known)), None
        for link in self._before(here):
            if link in passed:
                break
            parted = self._signed[link]
        return parted

    def _before(self, found: bytes) -> Iterator[bytes]:
        """Give the links of an event and of those before it, back to what was signed before anybody looked."""
        link = found[:LINK_SIZE]
        while link in self._signed:
            yield link
            link = self._signed[link].prev


def _kept(person: Program, retained: Mapping[str, bytes]) -> dict[str, bytes]:
    """Give what a broker keeps of somebody's own events at their table."""
    assert person.desk is not None
    own = {mqtt_topic.Place.EVENT, mqtt_topic.Place.SEGMENT}
    places = {topic: mqtt_topic.parse(mqtt_topic.bare(person.room.prefix, topic) or "") for topic in retained}
    return {
        topic: retained[topic]
        for topic, at in places.items()
        if at and at.place in own and (at.tid, at.pid) == (person.desk.tid, person.identity.pid)
    }


def _opened(person: Program, kept: Mapping[str, bytes]) -> set[bytes]:
    """Give the ids of the events that a broker's messages hold."""
    assert person.desk is not None
    key, tid, found = person.desk.key, person.desk.tid, set()
    for topic, wire in kept.items():
        name = mqtt_topic.bare(person.room.prefix, topic) or ""
        at = mqtt_topic.parse(name)
        with suppress(BadMessage):
            if at is not None and at.place is mqtt_topic.Place.EVENT:
                found.add(envelope.open_event(key, name, wire, tid).id)
            else:
                segment = peer_message.open_note(key, name, wire, peer_message.Segment, tid)
                found |= {one.id for one in peer_message.events_of(segment)[0]}
    return found
