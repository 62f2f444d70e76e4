"""Digests: one canonical encoding of plain values, hashed with BLAKE2b, and a chain over a log."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b

SIZE = 16
"""Bytes of a digest."""


def encode(value: object) -> bytes:
    """Encode nested tuples of int, str, bytes, bool-free and None unambiguously: a tag, a length, the content.

    >>> encode((1, "a", None))
    b'(3:i1:1s1:an'
    """
    if isinstance(value, tuple):
        # nearly all that stands in a state are small numbers, nothing and bytes: no call for each of them
        parts = [
            _SMALL[one]
            if type(one) is int and -1 < one < _SMALL_LIMIT
            else b"n"
            if one is None
            else _HEADS[len(one)] + one
            if type(one) is bytes and len(one) < _SMALL_LIMIT
            else _word(one)
            if type(one) is str and len(one) < _SMALL_LIMIT
            else encode(one)
            for one in value
        ]
        return b"(%d:%s" % (len(value), b"".join(parts))
    if value is None:
        return b"n"
    if isinstance(value, bool):
        message = "a digest takes no bool"
        raise TypeError(message)
    if isinstance(value, int):
        return _number(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bytes):
        return b"b%d:%s" % (len(value), value)
    message = f"a digest takes plain values, not {type(value).__name__}"
    raise TypeError(message)


def _number(value: int) -> bytes:
    text = str(value).encode()
    return b"i%d:%s" % (len(text), text)


def _text(value: str) -> bytes:
    text = value.encode()
    return b"s%d:%s" % (len(text), text)


_SMALL_LIMIT = 256
_word = lru_cache(1024)(_text)
"""The short texts of states are ever the same few."""
_SMALL = tuple(map(_number, range(_SMALL_LIMIT)))
_HEADS = tuple(b"b%d:" % size for size in range(_SMALL_LIMIT))


def digest(value: object) -> bytes:
    """Hash a plain value to `SIZE` bytes."""
    return blake2b(encode(value), digest_size=SIZE).digest()


def chain(previous: bytes, value: object) -> bytes:
    """Hash a plain value onto a chain: the digest of all lines so far."""
    return blake2b(previous + encode(value), digest_size=SIZE).digest()
