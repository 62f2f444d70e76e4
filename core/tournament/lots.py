"""Lots drawn from a seed: the same numbers for everybody who knows the seed, on every machine and every Python."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import TypeVar

from core.fault import Fault, sentence

SEED_SIZE = 32
"""Bytes of a seed."""

_DRAW_BYTES = 8
_PERSON = b"parley/lots/1"

BAD_SEED = sentence("A seed of lots has {wanted} bytes, not {found}.")

T = TypeVar("T")


class Lots:
    """A stream of numbers: BLAKE2b-64 of a counter, keyed by the seed."""

    def __init__(self, seed: bytes, label: str = "") -> None:
        """Begin the stream of a seed of 32 bytes and a label; raise `Fault` for another length."""
        if len(seed) != SEED_SIZE:
            raise Fault(BAD_SEED, wanted=SEED_SIZE, found=len(seed))
        self._seed, self._label = seed, label.encode()
        self._count = 0

    def below(self, bound: int) -> int:
        """Draw a number from 0 to `bound` - 1, each equally likely."""
        fair = (1 << 8 * _DRAW_BYTES) // bound * bound
        while (drawn := self._next()) >= fair:
            pass
        return drawn % bound

    def shuffled(self, values: Iterable[T]) -> tuple[T, ...]:
        """Give the values in an order that the lots decide (Fisher-Yates from the last place)."""
        order = list(values)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def _next(self) -> int:
        content = self._count.to_bytes(8) + self._label
        self._count += 1
        return int.from_bytes(blake2b(content, key=self._seed, digest_size=_DRAW_BYTES, person=_PERSON).digest())
