"""Digests: one canonical encoding of plain values, hashed with BLAKE2b, and a chain over a log."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from typing import Any

SIZE = 16
"""Bytes of a digest."""


def encode(value: object) -> bytes:
    """Encode nested tuples of int, str, bytes and None (no bool) unambiguously: a tag, a length, the content.

    >>> encode((1, "a", None))
    b'(3:i1:1s1:an'
    """
    if not isinstance(value, tuple):
        return _single(value)
    parts: list[bytes] = []
    _write(value, parts.append)
    return b"".join(parts)


def _single(value: object) -> bytes:
    if value is None:
        return b"n"
    if isinstance(value, bool):
        message = "a digest takes no bool"
        raise TypeError(message)
    if isinstance(value, int):
        return _number(value)
    if isinstance(value, str):
        return _word(value) if len(value) < _SMALL_LIMIT else _text(value)
    if isinstance(value, bytes):
        return b"b%d:%s" % (len(value), value)
    message = f"a digest takes plain values, not {type(value).__name__}"
    raise TypeError(message)


def _write(value: tuple[Any, ...], add: Callable[[bytes], None]) -> None:
    # nearly everything in a state is a small number, an option, None or bytes, so these are written without a call for
    # each
    size = len(value)
    add(_OPENS[size] if size < _SMALL_LIMIT else b"(%d:" % size)
    if size > _FEW and type(value[0]) is bytes and (past := _alike(value)) is not None:
        add(past)
        return
    for one in value:
        kind = type(one)
        if kind is int:
            add(_SMALL[one] if one in _SMALL else _number(one))
        elif kind is tuple:
            if len(one) == _PAIR and type(one[0]) is str is type(one[1]):
                add(_option(*one))
            else:
                _write(one, add)
        elif one is None:
            add(b"n")
        elif kind is bytes and len(one) < _SMALL_LIMIT:
            add(_HEADS[len(one)])
            add(one)
        elif isinstance(one, tuple):
            _write(one, add)
        else:
            add(_single(one))


@lru_cache(4)
def _alike(value: tuple[Any, ...]) -> bytes | None:
    """Encode elements that are all bytes of one length, such as a game's past, in one go; give None for others."""
    if {*map(type, value)} != {bytes} or len({*map(len, value)}) > 1:
        return None
    head = b"b%d:" % len(value[0])
    return head + head.join(value)


def _number(value: int) -> bytes:
    text = str(value).encode()
    return b"i%d:%s" % (len(text), text)


def _text(value: str) -> bytes:
    text = value.encode()
    return b"s%d:%s" % (len(text), text)


@lru_cache(1024)
def _option(name: str, value: str) -> bytes:
    """Encode a pair of texts: every state contains its options as such pairs."""
    return b"(2:%s%s" % (_text(name), _text(value))


_FEW = 8
"""From this many elements on, it pays to check whether they are alike."""
_PAIR = 2
_SMALL_LIMIT = 256
_word = lru_cache(1024)(_text)
"""Encoded short texts; the same few occur in all states."""
_SMALL = {number: _number(number) for number in range(-1, _SMALL_LIMIT)}
_HEADS = tuple(b"b%d:" % size for size in range(_SMALL_LIMIT))
_OPENS = tuple(b"(%d:" % size for size in range(_SMALL_LIMIT))


def digest(value: object) -> bytes:
    """Hash a plain value to `SIZE` bytes."""
    return blake2b(encode(value), digest_size=SIZE).digest()


def chain(previous: bytes, value: object) -> bytes:
    """Hash a plain value onto a chain: the digest of all lines so far."""
    return blake2b(previous + encode(value), digest_size=SIZE).digest()
