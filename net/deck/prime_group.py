"""The prime-order group that cards are masked in, and the one place where its numbers and points are checked.

A `Scalar` and a `Point` are 32 bytes, as libsodium writes them. Their constructors are the only way in from outside, so
a value of these types needs no further check. libsodium alone does not check: it ignores the highest bit of a number
and reduces the rest, and so takes several texts for one number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Self

from nacl import bindings

from net.identity.sodium import is_point

SIZE: Final = 32
ORDER: Final = (1 << 252) + 27742317777372353535851937790883648493
"""The number of points in the group, a prime."""
_NEUTRAL = bytes([1]).ljust(SIZE, b"\0")


class Checked(bytes):
    """Bytes whose constructor raises `ValueError` for anything that is not of their kind."""

    __slots__ = ()

    @classmethod
    def of(cls, data: bytes) -> Self | None:
        """Take bytes from outside; None if they are invalid."""
        try:
            return cls(data)
        except ValueError:
            return None


class Scalar(Checked):
    """A number from 1 to the order less 1, in its one canonical form: 32 bytes, the lowest first."""

    __slots__ = ()

    def __new__(cls, data: bytes) -> Self:
        """Take a number from outside; raise `ValueError` for 0, the order and more, and any other length."""
        if len(data) != SIZE or not 0 < int.from_bytes(data, "little") < ORDER:
            message = "no number of the group"
            raise ValueError(message)
        return super().__new__(cls, data)


class Point(Checked):
    """A point of the prime-order group, except its neutral element, in its one canonical form: 32 bytes."""

    __slots__ = ()

    def __new__(cls, data: bytes) -> Self:
        """Take a point from outside; raise `ValueError` for anything else, including small orders and other forms."""
        if not is_point(data):
            message = "no point of the group"
            raise ValueError(message)
        return super().__new__(cls, data)


Points = tuple[Point, ...]
Packs = tuple[Points, ...]
"""Points, packet by packet, top first."""
RawPacks = tuple[tuple[bytes, ...], ...]
"""The same as in a message, unchecked."""


def packs_of(raw: RawPacks, known: Mapping[bytes, Point]) -> Packs | None:
    """Check the points of a message, except those `known` already; None if one of them is no point."""
    found = tuple(tuple(known.get(point) or Point.of(point) for point in pack) for pack in raw)
    whole = tuple(tuple(point for point in pack if point is not None) for pack in found)
    return whole if tuple(map(len, whole)) == tuple(map(len, raw)) else None


def plain(packs: Packs) -> RawPacks:
    """Convert points to the form of a message."""
    return tuple(tuple(bytes(point) for point in pack) for pack in packs)


def reduced(wide: bytes) -> Scalar | None:
    """Reduce 64 bytes to a number of the group; None in the practically impossible case that it is 0."""
    return Scalar.of(bindings.crypto_core_ed25519_scalar_reduce(wide))


def hashed(text: bytes) -> Point:
    """Map 32 bytes of a hash to a point whose logarithm nobody knows; raise `ValueError` for input that is no hash."""
    found = bindings.crypto_core_ed25519_from_uniform(text)  # in the group, but for all zeros the neutral element
    return Point(found) if found == _NEUTRAL else bytes.__new__(Point, found)


def public_of(scalar: Scalar) -> Point:
    """Multiply the base point by a number."""
    return bytes.__new__(Point, bindings.crypto_scalarmult_ed25519_base_noclamp(scalar))


def masked(point: Point, scalar: Scalar) -> Point:
    """Multiply a point by a number: another point of the group, as its order is a prime."""
    return bytes.__new__(Point, bindings.crypto_scalarmult_ed25519_noclamp(scalar, point))


def unmasked(point: Point, scalars: Iterable[Scalar]) -> Point:
    """Take several masks off a point at once."""
    return masked(point, inverse(product(scalars)))


def product(scalars: Iterable[Scalar]) -> Scalar:
    """Multiply numbers."""
    found = 1
    for scalar in scalars:
        found = found * int.from_bytes(scalar, "little") % ORDER
    return _scalar(found)


def inverse(scalar: Scalar) -> Scalar:
    """Return the inverse of a number."""
    return _scalar(pow(int.from_bytes(scalar, "little"), -1, ORDER))


def _scalar(number: int) -> Scalar:
    return bytes.__new__(Scalar, number.to_bytes(SIZE, "little"))
