"""Crockford's base 32: the form of keys, table ids and people's ids where a person may read or type them."""

from __future__ import annotations

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The digits in order of value; upper case is canonical."""

_VALUES = {digit: value for value, digit in enumerate(ALPHABET)}
_VALUES |= {"I": 1, "L": 1, "O": 0}
_BITS = 5


def length(size: int) -> int:
    """Return the number of digits that `size` bytes take."""
    return -(-size * 8 // _BITS)


def encode(data: bytes) -> str:
    """Encode bytes from the first bit on, the last digit padded with zero bits.

    >>> encode(bytes(2))
    '0000'
    """
    digits = length(len(data))
    number = int.from_bytes(data) << (digits * _BITS - len(data) * 8)
    return "".join(ALPHABET[number >> _BITS * place & 31] for place in range(digits - 1, -1, -1))


def first_bad_character(text: str) -> str:
    """Return the first character that is no digit, or an empty string."""
    return next((digit for digit in text if digit.upper() not in _VALUES), "")


def decode(text: str, size: int) -> bytes:
    r"""Decode `size` bytes, in any case, I and L as 1, O as 0, hyphens ignored; raise `ValueError` otherwise.

    >>> decode("o-0-0-0", 2)
    b'\x00\x00'
    """
    digits = text.upper().replace("-", "")
    if first_bad_character(digits):
        message = f"{first_bad_character(digits)!r} is no digit"
        raise ValueError(message)
    if len(digits) != length(size):
        message = f"{len(digits)} digits instead of {length(size)}"
        raise ValueError(message)
    number = 0
    for digit in digits:
        number = number << _BITS | _VALUES[digit]
    spare = len(digits) * _BITS - size * 8
    if number & (1 << spare) - 1:
        message = "the spare bits of the last digit are not zero"
        raise ValueError(message)
    return (number >> spare).to_bytes(size)
