"""Masking of hidden cards: their points, and all that one player's seed of one deck decides.

A card is a point (`net.group`); a mask multiplies it by a secret number, in any order of the players. A point taken for
another card would need a discrete logarithm.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b

from net.group import SIZE, Packs, Point, Scalar, hashed, inverse, masked, product, public_of, reduced

_PERSON = b"parley/deck/1"
_WORD = 8


def derived(seed: bytes, *labels: bytes | int, size: int = SIZE) -> bytes:
    """Derive `size` bytes (at most 64) from a 32-byte seed for one use; labels never run into each other."""
    text = b""
    for label in labels:
        part = label.to_bytes(_WORD, "big") if isinstance(label, int) else label
        text += len(part).to_bytes(2, "big") + part
    return blake2b(text, digest_size=size, key=seed, person=_PERSON).digest()


def committed(word: bytes, tid: bytes, epoch: int, player: bytes, secret: bytes) -> bytes:
    """Commit to a secret: 32 bytes that bind it to its use, the table, the deck and the player's public key."""
    text = word.ljust(8, b"\0") + tid + epoch.to_bytes(4, "big") + player + secret
    return blake2b(text, digest_size=SIZE, person=_PERSON).digest()


@lru_cache(maxsize=1024)
def card_point(tid: bytes, epoch: int, card: int) -> Point:
    """Give the point of a card, by its number over all packets of one deck; everybody can, nobody knows its log."""
    text = b"card" + tid + epoch.to_bytes(4, "big") + card.to_bytes(4, "big")
    return hashed(blake2b(text, digest_size=SIZE).digest())


def card_points(tid: bytes, epoch: int, sizes: Sequence[int]) -> Packs:
    """Give the points of a whole deck in the order of the faces; no two cards share one, whatever their packets."""
    starts = [sum(sizes[:pack]) for pack in range(len(sizes))]
    return tuple(
        tuple(card_point(tid, epoch, start + card) for card in range(size))
        for start, size in zip(starts, sizes, strict=True)
    )


class Mask:
    """One player's part in one deck, all of it derived from his 32-byte seed: the same seed, the same bytes."""

    __slots__ = ("key", "lot", "seed")

    def __init__(self, seed: bytes) -> None:
        """Derive the mask of the first pass and the lot (32 bytes)."""
        self.seed = seed
        self.key = self._scalar(b"k")
        self.lot = derived(seed, b"lot")

    def slot(self, pack: int, slot: int) -> Scalar:
        """Give the mask of one slot: what a share opens."""
        return self._scalar(b"c", pack, slot)

    def order(self, pack: int, count: int) -> tuple[int, ...]:
        """Shuffle 0 to `count` - 1: Fisher-Yates from the end, each number without bias."""
        order = list(range(count))
        for last in range(count - 1, 0, -1):
            other = self._below(pack, last, last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def shuffled(self, packs: Packs) -> Packs:
        """Make the first pass over a deck: every point masked alike, each packet in a new order."""
        return tuple(
            tuple(masked(pack[place], self.key) for place in self.order(number, len(pack)))
            for number, pack in enumerate(packs)
        )

    def slotted(self, packs: Packs) -> Packs:
        """Make the second pass: the common mask off, a mask of its own on every slot."""
        undone = inverse(self.key)
        return tuple(
            tuple(masked(point, product((undone, self.slot(number, slot)))) for slot, point in enumerate(pack))
            for number, pack in enumerate(packs)
        )

    def keys(self, sizes: Sequence[int]) -> Packs:
        """Give the public keys of all slots' masks."""
        return tuple(tuple(public_of(self.slot(pack, slot)) for slot in range(size)) for pack, size in enumerate(sizes))

    def _scalar(self, *labels: bytes | int) -> Scalar:
        attempt = 0
        while (number := reduced(derived(self.seed, *labels, attempt, size=64))) is None:
            attempt += 1
        return number

    def _below(self, pack: int, step: int, bound: int) -> int:
        """Draw a number below a bound for one step; what would favour the low ones is drawn again."""
        highest = (1 << 8 * _WORD) // bound * bound
        attempt = 0
        while True:
            number = int.from_bytes(derived(self.seed, b"perm", pack, step, attempt, size=_WORD), "big")
            if number < highest:
                return number % bound
            attempt += 1
