"""All that one player's seed of one deck decides: masks of hidden cards, and an escrow of the seed itself.

A card is a point (`net.deck.prime_group`). A mask multiplies it by a secret number, in any order of the players. To
pass one card off as another, a player would need a discrete logarithm.

For the escrow a seed is split into parts, one sealed to each other player, so that all of them together can open it.
Everything is derived from the seed, even the sealing: whoever knows the seed can tell whether the parts were true. A
published part is compared with its commitment, so that a false one names its author.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from nacl import bindings

from net.deck.prime_group import SIZE, Packs, Point, Scalar, hashed, inverse, masked, product, public_of, reduced
from net.identity.identity import Identity, sealing_key, unboxed
from net.wire.commitment import WORD, shuffled

_PERSON = b"parley/deck/1"


def derived(seed: bytes, *labels: bytes | int, size: int = SIZE) -> bytes:
    """Derive `size` bytes (at most 64) from a 32-byte seed for one use; labels never run into each other."""
    text = b""
    for label in labels:
        part = label.to_bytes(WORD, "big") if isinstance(label, int) else label
        text += len(part).to_bytes(2, "big") + part
    return blake2b(text, digest_size=size, key=seed, person=_PERSON).digest()


def committed(word: bytes, tid: bytes, epoch: int, player: bytes, secret: bytes) -> bytes:
    """Commit to a secret: 32 bytes that bind it to its use, the table, the deck and the player's public key."""
    text = word.ljust(8, b"\0") + tid + epoch.to_bytes(4, "big") + player + secret
    return blake2b(text, digest_size=SIZE, person=_PERSON).digest()


@lru_cache(maxsize=1024)
def card_point(tid: bytes, epoch: int, card: int) -> Point:
    """Return the point of a card, by its number over all packets of a deck; public, but nobody knows its logarithm."""
    text = b"card" + tid + epoch.to_bytes(4, "big") + card.to_bytes(4, "big")
    return hashed(blake2b(text, digest_size=SIZE).digest())


def card_points(tid: bytes, epoch: int, sizes: Sequence[int]) -> Packs:
    """Return the points of a whole deck in the order of the faces; no two cards share a point, in any packet."""
    starts = [sum(sizes[:pack]) for pack in range(len(sizes))]
    return tuple(
        tuple(card_point(tid, epoch, start + card) for card in range(size))
        for start, size in zip(starts, sizes, strict=True)
    )


class Mask:
    """One player's part in one deck, all derived from their 32-byte seed: the same seed, the same bytes."""

    __slots__ = ("key", "lot", "seed")

    def __init__(self, seed: bytes) -> None:
        """Derive the mask of the first pass and the lot (32 bytes)."""
        self.seed = seed
        self.key = self._scalar(b"k")
        self.lot = derived(seed, b"lot")

    def slot(self, pack: int, slot: int) -> Scalar:
        """Return the mask of one slot: what a share opens."""
        return self._scalar(b"c", pack, slot)

    def order(self, pack: int, count: int) -> tuple[int, ...]:
        """Shuffle the numbers 0 to `count` - 1 for one packet."""
        return shuffled(count, lambda *step: derived(self.seed, b"perm", pack, *step, size=WORD))

    def shuffled(self, packs: Packs) -> Packs:
        """Make the first pass over a deck: all points under one mask, each packet in a new order."""
        return tuple(
            tuple(masked(pack[place], self.key) for place in self.order(number, len(pack)))
            for number, pack in enumerate(packs)
        )

    def slotted(self, packs: Packs) -> Packs:
        """Make the second pass: the common mask off, a separate mask on every slot."""
        undone = inverse(self.key)
        return tuple(
            tuple(masked(point, product((undone, self.slot(number, slot)))) for slot, point in enumerate(pack))
            for number, pack in enumerate(packs)
        )

    def keys(self, sizes: Sequence[int]) -> Packs:
        """Return the public keys of all slots' masks."""
        return tuple(tuple(public_of(self.slot(pack, slot)) for slot in range(size)) for pack, size in enumerate(sizes))

    def _scalar(self, *labels: bytes | int) -> Scalar:
        attempt = 0
        while (number := reduced(derived(self.seed, *labels, attempt, size=64))) is None:
            attempt += 1
        return number


_PART_LABEL = b"part"
_SEALED = SIZE + 48


def split(seed: bytes, count: int) -> tuple[bytes, ...]:
    """Split a seed into `count` parts, at least one; fewer than all reveal nothing."""
    parts = [derived(seed, b"part", number) for number in range(count - 1)]
    return (*parts, joined((seed, *parts)))


def joined(parts: Iterable[bytes]) -> bytes:
    """Put the parts of a seed together."""
    found = 0
    for part in parts:
        found ^= int.from_bytes(part, "big")
    return found.to_bytes(SIZE, "big")


def entries(
    tid: bytes, epoch: int, seed: bytes, others: Sequence[bytes], keys: Sequence[bytes] = ()
) -> tuple[bytes, ...]:
    """Return what the second pass carries for the other players, in their order.

    `keys` are the public keys that sign for them, if not their own.
    """
    found = []
    for number, (other, part) in enumerate(zip(others, split(seed, len(others)), strict=True)):
        key = keys[number] if keys else other
        found.append(
            committed(_PART_LABEL, tid, epoch, other, part) + _sealed(part, key, derived(seed, b"seal", number))
        )
    return tuple(found)


def is_part(tid: bytes, epoch: int, entry: bytes, other: bytes, part: bytes) -> bool:
    """Tell whether a part is the one committed to for `other`."""
    return len(part) == SIZE and entry[:SIZE] == committed(_PART_LABEL, tid, epoch, other, part)


def opened(tid: bytes, epoch: int, entry: bytes, own: bytes, key: bytes) -> bytes | None:
    """Open the part sealed to the public key `own` with its box key; None if it is not the one committed to."""
    part = unboxed(entry[SIZE:], key)
    return part if part is not None and is_part(tid, epoch, entry, own, part) else None


def bequeathed(secret: bytes, heir: bytes) -> bytes:
    """Seal a seed, or a part of one, to a substitute's public key: the same bytes every time."""
    return _sealed(secret, heir, derived(secret, b"heir", heir))


def _sealed(part: bytes, other: bytes, ephemeral: bytes) -> bytes:
    """Make a sealed box with a given one-time key: the same bytes every time."""
    theirs = sealing_key(other)
    if theirs is None:  # nobody has such a key
        return bytes(_SEALED)
    public, secret = bindings.crypto_box_seed_keypair(ephemeral)
    nonce = blake2b(public + theirs, digest_size=24).digest()
    box: bytes = public + bindings.crypto_box(part, nonce, theirs, secret)
    return box


@dataclass(frozen=True, slots=True)
class DealerKeys:
    """A player's keys for a table: public key, 32 secret bytes for its decks, the key that opens sealed parts."""

    public: bytes
    secret: bytes
    box: bytes

    @classmethod
    def of(cls, identity: Identity, secret: bytes) -> DealerKeys:
        """Derive the keys of an identity; `secret` (32 bytes) is the same for a table after every restart."""
        return cls(identity.public, secret, identity.box_key)
