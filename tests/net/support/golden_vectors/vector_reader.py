"""Reading and making the bytes of the protocol after `docs/protocol.md` alone: nothing of the program is used here."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path
from typing import Any

from nacl import bindings

VECTORS = Path(__file__).parents[2] / "vectors"
DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def vectors(name: str) -> Any:  # noqa: ANN401  what JSON holds
    """Read a file of vectors."""
    return json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))


def raw(text: str) -> bytes:
    """Read hexadecimal."""
    return bytes.fromhex(text)


def short(size: int, *parts: bytes, key: bytes = b"", person: bytes = b"") -> bytes:
    """Hash with BLAKE2b to so many bytes."""
    return blake2b(b"".join(parts), digest_size=size, key=key, person=person).digest()


def crockford(data: bytes) -> str:
    """Write bytes from the first bit on, the last digit filled up with zeros."""
    bits = "".join(f"{byte:08b}" for byte in data)
    bits += "0" * (-len(bits) % 5)
    return "".join(DIGITS[int(bits[at : at + 5], 2)] for at in range(0, len(bits), 5))


def plain(value: object) -> object:
    """Give arrays as lists and bytes in hexadecimal, as the vectors hold them."""
    if isinstance(value, bytes):
        return value.hex()
    return [plain(one) for one in value] if isinstance(value, list) else value


def opened(wire: bytes, topic: str, key: bytes) -> tuple[bytes, bytes]:
    """Open a wire: signature and body."""
    text = bindings.crypto_aead_xchacha20poly1305_ietf_decrypt(wire[24:], topic.encode(), wire[:24], key)
    return text[:64], text[64:]


def is_signed(label: bytes, body: bytes, sig: bytes, public: bytes) -> bool:
    """Check a signature."""
    return bool(bindings.crypto_sign_open(sig + label + body, public) == label + body)


def named(data: object, tid: bytes) -> bytes:
    """Give the key of a table's log."""
    return short(32, b"table", tid, key=raw(str(data)))


def below(draw: Any, bound: int) -> int:  # noqa: ANN401  gives 8 bytes for an attempt
    """Draw a number below a bound; what would favour the low ones is drawn again."""
    numbers = (int.from_bytes(draw(attempt), "big") for attempt in range(1 << 30))
    return next(number for number in numbers if number < (1 << 64) // bound * bound) % bound


def shuffled(count: int, draw: Any) -> list[int]:  # noqa: ANN401  gives 8 bytes for a step and an attempt
    """Shuffle by Fisher-Yates from the end."""
    order = list(range(count))
    for last in range(count - 1, 0, -1):
        other = below(lambda attempt, step=last: draw(step, attempt), last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def four(number: int) -> bytes:
    """Write a number in four bytes."""
    return number.to_bytes(4, "big")


def lots(seed: bytes, count: int) -> list[int]:
    """Shuffle by lots."""
    return shuffled(count, lambda step, at: short(8, b"parley/draw/1", seed, four(step), four(at)))


def encoded(value: Any) -> bytes:  # noqa: ANN401  any plain value
    """Encode a value for a digest."""
    if value is None:
        return b"n"
    if isinstance(value, tuple):
        return b"(%d:%s" % (len(value), b"".join(map(encoded, value)))
    text = value if isinstance(value, bytes) else str(value).encode()
    return b"%s%d:%s" % ({int: b"i", str: b"s", bytes: b"b"}[type(value)], len(text), text)
