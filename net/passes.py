"""What a deck is made of, and a player's passes over it: read, checked, and named where everybody can see them wrong.

A pass of a message is bytes; what is given out here has points that are points (`net.group`), each of them once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from net import escrow
from net.group import Packs, Point, RawPacks, packs_of
from net.hidden import Deck0, Deck2
from net.masking import Mask, card_points, committed


class Deviation(StrEnum):
    """What a player may do against the protocol of the deck: the words of a verdict."""

    DUPLICATE = "duplicate"
    POINTS = "points"
    UNDEFINED = "undefined"
    KEYS = "keys"
    LOT = "lot"
    ESCROW = "escrow"
    SHARE = "share"
    OPENING = "opening"
    SEED = "seed"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Deviated:
    """Who deviated (public key), how, and in which deck (0: in none alone)."""

    player: bytes
    what: Deviation
    epoch: int


@dataclass(frozen=True, slots=True)
class Setting:
    """What a deck is made of: table, number, faces by packet, players (public keys in order), who leaves an escrow.

    `place` (16 bytes) is where in the game line the deck was owed; `keys` are players with the keys that sign for them,
    where somebody else has taken their seat over.
    """

    tid: bytes
    epoch: int
    packs: tuple[tuple[int, ...], ...]
    players: tuple[bytes, ...]
    escrow: frozenset[bytes]
    place: bytes
    keys: tuple[tuple[bytes, bytes], ...] = ()

    def signer(self, player: bytes) -> bytes:
        """Give the key that signs for a player."""
        return dict(self.keys).get(player, player) if self.keys else player

    def player(self, key: bytes) -> bytes | None:
        """Give the player that a key signs for; None for anybody else."""
        return next((player for player in self.players if self.signer(player) == key), None)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The cards of each packet."""
        return tuple(len(pack) for pack in self.packs)

    @property
    def first(self) -> Packs:
        """The points before the first pass."""
        return card_points(self.tid, self.epoch, self.sizes)

    def others(self, player: bytes) -> tuple[bytes, ...]:
        """Give the players but one."""
        return tuple(other for other in self.players if other != player)

    def bound(self, word: bytes, player: bytes, secret: bytes) -> bytes:
        """Commit a player to a secret of this deck."""
        return committed(word, self.tid, self.epoch, player, secret)

    def commit(self, player: bytes, mask: Mask) -> Deck0:
        """Make a player's commitments."""
        return Deck0(self.epoch, self.bound(b"seed", player, mask.seed), self.bound(b"lot", player, mask.lot))

    def entries(self, player: bytes, mask: Mask) -> tuple[bytes, ...]:
        """Make a player's escrow: empty where he leaves none."""
        if player not in self.escrow:
            return ()
        others = self.others(player)
        return escrow.entries(self.tid, self.epoch, mask.seed, others, [self.signer(other) for other in others])


@dataclass(frozen=True, slots=True)
class Second:
    """A second pass that counts: its points, the public keys of the slots' masks, the lot, the escrow."""

    packs: Packs
    keys: Packs
    lot: bytes
    escrow: tuple[bytes, ...]


def first_of(setting: Setting, raw: RawPacks, known: Mapping[bytes, Point]) -> Packs | Deviation:
    """Take the points of a pass, but for those `known` to be points; or tell what everybody can see to be wrong."""
    points = [point for pack in raw for point in pack]
    if len(set(points)) < len(points):
        return Deviation.DUPLICATE
    packs = packs_of(raw, known) if tuple(map(len, raw)) == setting.sizes else None
    return Deviation.POINTS if packs is None else packs


def second_of(
    setting: Setting, player: bytes, said: Deck2, lot: bytes, known: Mapping[bytes, Point]
) -> Second | Deviation:
    """Take a second pass of a player who has committed to `lot`; or tell what everybody can see to be wrong."""
    packs = first_of(setting, said.packs, known)
    if isinstance(packs, Deviation):
        return packs
    keys = packs_of(said.keys, known) if tuple(map(len, said.keys)) == setting.sizes else None
    if keys is None:
        return Deviation.KEYS
    if setting.bound(b"lot", player, said.lot) != lot:
        return Deviation.LOT
    entries = len(setting.players) - 1 if player in setting.escrow else 0
    return Second(packs, keys, said.lot, said.escrow) if len(said.escrow) == entries else Deviation.ESCROW
