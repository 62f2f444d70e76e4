"""The talon: packets nobody knows the order of, and what can still lie in them (§7, R30, R32, R33).

Nothing here is an order of cards: a talon is how many cards are left and which faces have not been located yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from core.chance import Allot, Shuffle
from core.games.mediterranee.faces import Faces, joined, lacking, without
from core.variant import variant

SPLIT = 2
"""How many packets the match rule makes."""


@dataclass(frozen=True, slots=True)
class Talon:
    """The packets of the present talon.

    `epoch` counts the talons from 1; 0: none yet. `left` and `taken` say of each packet how many cards lie in it and
    how many were drawn. `lot` tells which packet is whose: side s (0 has Rome) draws from packet (s + lot) mod 2; None
    while `waiting`, the packets split but not allotted yet. `unseen` has for each side the faces that are not located
    here: those in its packet, and those of cards drawn from its packets that are not known here (also of hands lost).
    `shut`: nobody draws any more, from this talon or another.
    """

    epoch: int
    left: tuple[int, ...]
    taken: tuple[int, ...]
    unseen: tuple[Faces, ...]
    lot: int | None = 0
    waiting: tuple[Faces, ...] = ()
    shut: bool = False

    @classmethod
    def none(cls, *, match: bool) -> Self:
        """Give what there is before the first talon; `match`: two packets (the match rule)."""
        packets = SPLIT if match else 1
        return cls(0, (0,) * packets, (0,) * packets, ((),) * packets)

    @property
    def match(self) -> bool:
        """Whether there are two packets."""
        return len(self.left) == SPLIT

    @property
    def count(self) -> int:
        """How many cards lie in the talon."""
        return sum(self.left)

    def pack(self, side: int) -> int:
        """Give the packet that a side draws from."""
        return (side + (self.lot or 0)) % SPLIT if self.match else 0

    def packs(self, sides: Sequence[int]) -> list[int]:
        """Give the packet that each of some sides draws from."""
        if len(self.left) != SPLIT:
            return [0] * len(sides)
        lot = self.lot or 0
        return [(side + lot) % SPLIT for side in sides]

    def pool(self, side: int) -> Faces:
        """Give the faces that the unknown cards of a side, and its packet, can have."""
        return self.unseen[side if self.match else 0]

    def owing(self, cards: Faces) -> Shuffle | Allot | None:
        """Give what comes before anybody draws: a lot, a talon made from `cards`, or None.

        A talon is made only when every packet is empty; a split needs two cards (R30, R33).
        """
        if self.waiting:
            return Allot(self.epoch, SPLIT)
        if self.count or len(cards) < len(self.left):
            return None
        return Shuffle(self.epoch + 1, split(cards)[0] if self.match else (cards,))

    def shuffled(self, cards: Faces) -> tuple[Self, Faces]:
        """Give the new talon made from cards, and the cards that stay where they were (R30, R32)."""
        packets, rest = split(cards) if self.match else ((cards,), ())
        left = tuple(map(len, packets))
        after = variant(self, epoch=self.epoch + 1, left=left, taken=(0,) * len(left))
        if self.match:
            return variant(after, lot=None, waiting=packets), rest
        return variant(after, unseen=(joined(self.unseen[0], cards),)), rest

    def allotted(self, lot: int) -> Self:
        """Give the talon once the lot has fallen: 0 if side 0 gets the first packet, 1 if side 1 does."""
        unseen = tuple(joined(known, self.waiting[(side + lot) % SPLIT]) for side, known in enumerate(self.unseen))
        return variant(self, lot=lot, waiting=(), unseen=unseen)

    def drawn(self, side: int, face: int | None) -> Self:
        """Give the talon after a side has drawn; None: a face that is not known here."""
        pack, at = self.pack(side), side if self.match else 0
        left, taken = _plus(self.left, pack, -1), _plus(self.taken, pack, 1)
        unseen = self.unseen if face is None else _put(self.unseen, at, without(self.unseen[at], (face,)))
        return type(self)(self.epoch, left, taken, unseen, self.lot, self.waiting, self.shut)

    def located(self, side: int, faces: Faces) -> Self:
        """Give the talon once it is known where some faces of a side are; raise `ValueError` if they cannot be."""
        at = side if self.match else 0
        return self._with(at, without(self.unseen[at], faces))

    def lost_sight(self, side: int, faces: Faces) -> Self:
        """Give the talon as known to who does not know where these faces of a side are."""
        at = side if self.match else 0
        return self._with(at, joined(self.unseen[at], faces))

    def may_hold(self, side: int, faces: Faces) -> bool:
        """Tell whether faces of a side may be unseen."""
        return not lacking(self.pool(side), faces)

    def _with(self, at: int, faces: Faces) -> Self:
        unseen = _put(self.unseen, at, faces)
        return type(self)(self.epoch, self.left, self.taken, unseen, self.lot, self.waiting, self.shut)


def split(cards: Faces) -> tuple[tuple[Faces, Faces], Faces]:
    """Split cards into two packets equal in number and as equal as can be in strength; give them and the rest (R32).

    >>> split((1, 2, 4, 7, 9))
    (((2, 9), (4, 7)), (1,))
    """
    downwards = sorted(cards, reverse=True)
    packets: tuple[list[int], list[int]] = ([], [])
    for larger, smaller in zip(downwards[::2], downwards[1::2], strict=False):
        first = sum(packets[0]) <= sum(packets[1])
        packets[not first].append(larger)
        packets[first].append(smaller)
    rest = downwards[len(downwards) - len(downwards) % SPLIT :]
    return (joined(packets[0]), joined(packets[1])), tuple(rest)


def _plus(numbers: tuple[int, ...], at: int, change: int) -> tuple[int, ...]:
    return (*numbers[:at], numbers[at] + change, *numbers[at + 1 :])


def _put(pools: tuple[Faces, ...], at: int, faces: Faces) -> tuple[Faces, ...]:
    return (*pools[:at], faces, *pools[at + 1 :])
