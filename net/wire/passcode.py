"""Passcodes: eight digits that a person can say across a room, and the key that they open.

A passcode has 40 bits. Guessing takes 2^40 stretchings of 64 ms and 64 MiB each, some 2 200 years of one core: enough
for an evening, not for ever. What a passcode opens is bound to a salt, so the work of guessing one does not help with
another.

A private table has a code too. Its card holds the table's key, sealed under the code, and only those in the room see
the card. The host tells the code to the people who may come in. The code is derived from the host's own key: it stays
the same as long as the table exists, and no other table has it.
"""

from __future__ import annotations

from hashlib import blake2b

from nacl import bindings
from nacl.exceptions import CryptoError
from nacl.pwhash import argon2id

from core.fault import Fault, sentence
from net.identity import base32
from net.identity.identity import Identity
from net.wire.invitation import KEY_SIZE

CODE_SIZE = 5
"""Bytes of a passcode: eight digits."""
SALT_SIZE = argon2id.SALTBYTES
"""Bytes of a salt."""
_KDF_SIZE = 32
_HALF = 4
_LONG = 100

NO_CODE = sentence("A code has 8 letters and digits, as in 7QX4-M0RA; this has {found}.")
STRANGE = sentence("A code has no {found}: it has digits, and letters except U.")
WRONG_CODE = sentence("That code does not open this; please compare it with what the host's screen shows.")


class BadCode(Fault):
    """A text that is no passcode, or a passcode that does not open what it is tried on."""


def text(code: bytes) -> str:
    """Write a passcode of 5 bytes as people read it: two groups of four digits.

    >>> text(bytes(5))
    '0000-0000'
    """
    digits = base32.encode(code)
    return f"{digits[:_HALF]}-{digits[_HALF:]}"


def read(given: str) -> bytes:
    """Read a passcode as typed, in any case, with or without its hyphen; raise `BadCode`."""
    digits = "".join(given[:_LONG].split()).replace("-", "")
    if len(digits) != base32.length(CODE_SIZE):
        raise BadCode(NO_CODE, found=len(digits))
    if strange := base32.first_bad_character(digits):
        raise BadCode(STRANGE, found=ascii(strange))
    return base32.decode(digits, CODE_SIZE)


def stretched(code: bytes, salt: bytes, label: bytes) -> bytes:
    """Stretch a passcode under a 16-byte salt into 32 bytes for the purpose of `label`; takes some 64 ms."""
    slow = argon2id.kdf(
        _KDF_SIZE, code, salt, opslimit=argon2id.OPSLIMIT_INTERACTIVE, memlimit=argon2id.MEMLIMIT_INTERACTIVE
    )
    return blake2b(label, key=slow, digest_size=_KDF_SIZE).digest()


def lock(code: bytes, salt: bytes, label: bytes, plain: bytes) -> bytes:
    """Seal a few bytes under a passcode; `salt` must never be used again with another text."""
    nonce = bytes(bindings.crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)  # the key is of this salt, used once
    key = stretched(code, salt, label)
    return bindings.crypto_aead_xchacha20poly1305_ietf_encrypt(plain, label, nonce, key)


def unlock(code: bytes, salt: bytes, label: bytes, sealed: bytes) -> bytes:
    """Open what `lock` has sealed; raise `BadCode` for another code, salt or label."""
    nonce = bytes(bindings.crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
    key = stretched(code, salt, label)
    try:
        return bindings.crypto_aead_xchacha20poly1305_ietf_decrypt(sealed, label, nonce, key)
    except CryptoError:
        raise BadCode(WRONG_CODE) from None


SEALED_SIZE = KEY_SIZE + 16
"""Bytes of a sealed key."""
_LABEL = b"parley/table/1"


def code_of(host: Identity, tid: bytes) -> bytes:
    """Give the code (5 bytes) of a host's table; `tid` has 16 bytes."""
    return host.secret("code", tid)[:CODE_SIZE]


def locked(host: Identity, tid: bytes, table_key: bytes) -> bytes:
    """Seal a table's key (16 bytes) under its code; takes some 64 ms."""
    return lock(code_of(host, tid), tid, _LABEL + tid, table_key)


def unlocked(code: bytes, tid: bytes, sealed: bytes) -> bytes:
    """Open a table's key with a code; raise `BadCode` if the code is another table's. Takes some 64 ms."""
    return unlock(code, tid, _LABEL + tid, sealed)
