"""Somebody who writes down everything: the broker itself, and a spectator's journal and views beside it.

What he may never be able to do is to match a slot of a deck to a card before that card is played. So whatever he holds
is searched for every card's point as it looks under every choice of the masks that were told of a slot.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from pathlib import Path

from net.deck.card_deck import Deck
from net.deck.deal import CardDeal
from net.deck.prime_group import Scalar, masked, product
from net.identity.identity import SIGNATURE_SIZE
from net.transport.memory_broker import MemoryBroker
from net.wire import envelope
from net.wire.card_data import Share
from net.wire.codec import BadMessage, unpack
from net.wire.event import Kind, Signed
from net.wire.event_data import Move, Reveal, read
from net.wire.mqtt_topic import bare
from net.wire.peer_message import Reply, Segment

SIZE = 32
WORD = 8
MOST = 1 << 20
TOLD = re.compile(rb"draw [rkac]+ [0-9]")
Slot = tuple[int, int, int]


class Recorder(MemoryBroker):
    """A broker that keeps every byte and knows the keys of the room and of the table; `leaks` is what he found out."""

    def __init__(self, prefix: str) -> None:
        """Begin with nothing heard; `prefix` is the room's."""
        super().__init__(local=False)
        self.prefix = prefix
        self.wire: list[bytes] = []
        self.plain: list[bytes] = []
        self.leaks: list[str] = []
        self.hidden: dict[bytes, Slot] = {}
        self._begins: set[int] = set()
        self.masks: dict[Slot, dict[bytes, Scalar]] = {}
        self.played: set[Slot] = set()
        self.done = False
        self.keys: list[bytes] = []
        self.dealings: Callable[[], Iterable[CardDeal]] = tuple
        self._decks: dict[int, Deck] = {}
        self._ids: set[bytes] = set()

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Keep a message, open it and look at it, before it goes on its way."""
        if payload and not self.done:
            self._hear(bare(self.prefix, topic) or "", payload)
        super().publish(topic, payload, retain=retain)

    def search(self, held: bytes, where: str) -> None:
        """Look for what cannot be known yet in something that is held."""
        if TOLD.search(held):
            self.leaks.append(f"{where}: the text of a drawn card")
        if all(self._begins.isdisjoint(words) for words in _words(held)):
            return  # many times faster than to cut out every slice
        found = {held[at : at + SIZE] for at in range(len(held) - SIZE + 1)} & self.hidden.keys()
        self.leaks += [f"{where}: a card of slot {self.hidden[one]}" for one in sorted(found)]

    def search_journal(self, path: Path) -> int:
        """Look through the files of a journal; give how many bytes they have."""
        found = [one.read_bytes() for one in sorted(path.parent.glob(f"{path.name}*"))]
        for held in found:
            self.search(held, "journal")
        return sum(map(len, found))

    def search_wire(self) -> int:
        """Look through everything that was on the wire; give how many bytes that were."""
        for payload in self.wire:
            self.search(payload, "wire")
        return sum(map(len, self.wire))

    def _hear(self, topic: str, payload: bytes) -> None:
        plain = self._opened(topic, payload)
        events = list(self._events(plain))
        if any(one.event.kind == Kind.AUDIT for one in events):
            self.done = True
            return
        self.wire.append(payload)
        self._deal()
        for signed in events:
            self._learn(signed)
        self.plain.append(plain)
        self.search(plain, "plaintext")

    def _opened(self, topic: str, payload: bytes) -> bytes:
        for key in self.keys:
            try:
                return envelope._unlock(key, topic, payload, MOST)
            except BadMessage:
                continue
        return b""

    def _events(self, plain: bytes) -> Iterator[Signed]:
        """Give the events of a message that were not heard before, alone or in a bundle."""
        body, sig = plain[SIGNATURE_SIZE:], plain[:SIGNATURE_SIZE]
        found: list[Signed] = []
        bodies: Iterable[tuple[bytes, bytes]] = [(sig, body)] if plain else []
        kinds: tuple[type[Reply | Segment], ...] = (Reply, Segment)
        for kind in kinds:
            try:
                bodies = [*bodies, *unpack(kind, body, MOST).events]
            except BadMessage:
                continue
        for sig, body in bodies:
            try:
                found.append(envelope.read_body(body, sig))
            except BadMessage:
                continue
        for signed in found:
            if signed.id not in self._ids:
                self._ids.add(signed.id)
                yield signed

    def _learn(self, signed: Signed) -> None:
        """Take in the masks that an event tells, and see which cards of theirs a decision plays."""
        try:
            data = read(signed.event)
        except BadMessage:
            return
        if not isinstance(data, Move | Reveal | Share):
            return
        for epoch, pack, place, key in data.shares or ():
            slot = (epoch, pack, place)
            masks = self.masks.setdefault(slot, {})
            mask = Scalar.of(key)
            if signed.event.author in masks or slot in self.played or mask is None:
                continue
            text = "" if isinstance(data, Share) else data.text
            self._widen(slot, signed.event.author, mask, text)

    def _widen(self, slot: Slot, author: bytes, key: Scalar, text: str) -> None:
        """Add what the cards look like with one more mask of a slot; a card that is played is hidden no more."""
        deck, masks = self._decks[slot[0]], self.masks[slot]
        last = set(deck.setting.players) <= {*masks, author}
        if last and _plays(deck, slot, [*masks.values(), key], text):
            self.played.add(slot)
            self.hidden = {point: of for point, of in self.hidden.items() if of != slot}
            self._begins = _beginnings(self.hidden)
            return
        fresh: dict[bytes, Slot] = {
            masked(point, product((key, *others))): slot
            for count in range(len(masks) + 1)
            for others in combinations(masks.values(), count)
            for points in deck.setting.first
            for point in points
        }
        masks[author] = key
        self._hide(fresh)

    def _deal(self) -> None:
        """Look for the cards themselves as soon as there is a deck."""
        for dealing in self.dealings():
            for epoch, deck in dealing._decks.by_epoch.items():
                if deck.complete and epoch not in self._decks:
                    self._decks[epoch] = deck
                    points = [point for pack in deck.setting.first for point in pack]
                    self._hide(dict.fromkeys(points, (epoch, 0, -1)))

    def _hide(self, points: dict[bytes, Slot]) -> None:
        """Look for some points from now on, and in what was said before."""
        self.hidden |= points
        self._begins |= _beginnings(points)
        before = b"".join(self.plain)
        self.leaks += [f"plaintext: a card of slot {slot}" for point, slot in points.items() if point in before]


def _beginnings(points: Iterable[bytes]) -> set[int]:
    """Give the first eight bytes of points as such numbers."""
    return {memoryview(point)[:WORD].cast("Q")[0] for point in points}


def _words(held: bytes) -> Iterator[memoryview]:
    """Give every eight bytes on end of something that is held, as numbers of this machine: one view for each offset."""
    for first in range(min(WORD, len(held))):
        rest = memoryview(held)[first:]
        yield rest[: len(rest) // WORD * WORD].cast("Q")


def _plays(deck: Deck, slot: Slot, keys: list[Scalar], text: str) -> bool:
    """Tell whether a text plays the face of a slot, all of whose masks are known."""
    face = deck._look_up(slot[1], slot[2], keys)
    return str(face) in re.findall(r"\d+", text)
