"""Wrong numbers and points, each with the name of what is wrong with it: what a cheat can write in 32 bytes or so."""

from __future__ import annotations

from collections.abc import Mapping

from nacl import bindings

ORDER = (1 << 252) + 27742317777372353535851937790883648493
PRIME = (1 << 255) - 19
BIT_255 = 1 << 255
LOW_ORDER = bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")
"""A point of order 8."""


def written(number: int) -> bytes:
    """Write a number of 256 bits as the group does, the lowest byte first."""
    return number.to_bytes(32, "little")


def read(data: bytes) -> int:
    """Read a number back."""
    return int.from_bytes(data, "little")


BAD_SCALARS: Mapping[str, bytes] = {
    "0": written(0),
    "the order": written(ORDER),
    "the order and 1": written(ORDER + 1),
    "8 times the order": written(8 * ORDER),
    "15 times the order": written(15 * ORDER),
    "bit 255 alone": written(BIT_255),
    "1 with bit 255": written(1 | BIT_255),
    "all ones": b"\xff" * 32,
    "too short": written(1)[:31],
    "too long": written(1) + b"\0",
    "empty": b"",
}
"""Numbers that are none of the group. libsodium takes some: it drops bit 255, which 8 to 15 times the order have."""


def disguised(scalar: bytes) -> Mapping[str, bytes]:
    """Write a right number in the wrong ways that libsodium takes for it."""
    number = read(scalar)
    return {
        "with bit 255": written(number | BIT_255),
        "and the order": written(number + ORDER),
        "and 6 times the order": written(number + 6 * ORDER),
        "and the order with bit 255": written((number + ORDER) | BIT_255),
    }


def mixed(point: bytes) -> bytes:
    """Add a point of order 8 to one of prime order: the sum has neither."""
    found: bytes = bindings.crypto_core_ed25519_add(point, LOW_ORDER)
    return found


SMALL_ORDERS: Mapping[str, bytes] = {
    "neutral": written(1),
    "order 2": written(PRIME - 1),
    "order 4": written(0),
    "order 4, the other": written(BIT_255),
    "order 8": LOW_ORDER,
    "order 8, its negative": written(read(LOW_ORDER) | BIT_255),
    "order 8, the third": bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
    "order 8, the fourth": bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85"),
}
SECOND_SPELLINGS: Mapping[str, bytes] = {
    "neutral with a sign": written(1 | BIT_255),
    "order 2 with a sign": written((PRIME - 1) | BIT_255),
    **{f"y = p + {more}": written(PRIME + more) for more in range(19)},
    **{f"y = p + {more} with a sign": written((PRIME + more) | BIT_255) for more in range(19)},
}
"""What is read as a point by those who do not ask for the one way of writing it: x = 0 with a sign, and y from p on."""
BAD_POINTS: Mapping[str, bytes] = {
    **SMALL_ORDERS,
    **SECOND_SPELLINGS,
    "off the curve": written(2),
    "mixed order": mixed(bindings.crypto_core_ed25519_from_uniform(bytes(range(32)))),
    "too short": bytes(31),
    "too long": bytes(33),
    "empty": b"",
}
"""Bytes that are no point of the prime-order group."""
