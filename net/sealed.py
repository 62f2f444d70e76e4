"""Sealed decisions: each seat lays down a commitment; when all have, each opens what it has laid.

What is laid carries its own text, sealed to its author by a secret that his journal keeps: a restart finds in his own
chain what he has chosen and opens nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

from nacl import bindings
from nacl.exceptions import CryptoError

from core.game import Seat

SECRET_SIZE = 32
_NONCE = 24
_BLOCK = 64
"""Texts are filled up to whole blocks, so that their length tells nothing."""


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of one seat in a sealed phase: table, ply, what was before it (16 bytes), seat."""

    tid: bytes
    ply: int
    gprev: bytes
    seat: Seat

    @property
    def mark(self) -> bytes:
        """The bytes that everything of this slot is bound to."""
        return self.tid + self.ply.to_bytes(8, "big") + self.gprev + bytes([self.seat])

    def salt(self, secret: bytes) -> bytes:
        """Give the salt (32 bytes) of this slot for the owner of a secret: always the same."""
        return blake2b(self.mark, key=secret, digest_size=32, person=b"parley/salt/1").digest()

    def commitment(self, salt: bytes, text: str) -> bytes:
        """Commit to a text: 32 bytes."""
        return blake2b(salt + self.mark + text.encode(), digest_size=32, person=b"parley/commit/1").digest()

    def hide(self, secret: bytes, text: str) -> bytes:
        """Seal a text to the owner of the secret; another text is sealed otherwise."""
        key, plain = self._key(secret), text.encode()
        plain += b"\0" * (-len(plain) % _BLOCK)
        nonce = blake2b(plain, key=key, digest_size=_NONCE).digest()
        sealed: bytes = bindings.crypto_aead_xchacha20poly1305_ietf_encrypt(plain, self.mark, nonce, key)
        return nonce + sealed

    def find(self, secret: bytes, hidden: bytes) -> str | None:
        """Open what `hide` sealed; None for anything else."""
        try:
            plain: bytes = bindings.crypto_aead_xchacha20poly1305_ietf_decrypt(
                hidden[_NONCE:], self.mark, hidden[:_NONCE], self._key(secret)
            )
            return plain.rstrip(b"\0").decode()
        except (CryptoError, ValueError):
            return None

    def _key(self, secret: bytes) -> bytes:
        return blake2b(self.mark, key=secret, digest_size=32, person=b"parley/sealed/1").digest()


def joined(ids: list[bytes]) -> bytes:
    """Give the one id (16 bytes) of what several ids bring about together, in the order of the active seats."""
    return blake2b(b"parley/joined/1" + b"".join(ids), digest_size=16).digest()
