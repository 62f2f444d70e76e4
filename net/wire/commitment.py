"""Commitments: sealed decisions and lots.

In a sealed phase each seat publishes a commitment first. When all have done so, each opens its own. A commitment
carries its own text, sealed to its author by a secret in their journal. After a restart the program finds the choice in
the author's own chain and opens nothing else.

A lot is 32 secret bytes of each seat's holder. Holders commit to their lots before the start and open them after it.
All lots together give the seed of what is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from nacl import bindings
from nacl.exceptions import CryptoError

from core.game import Seat

WORD = 8
"""Bytes of which a number is drawn."""


def lot_commitment(secret: bytes, tid: bytes, pid: str) -> bytes:
    """Commit to a lot: 32 bytes that bind the secret to the table and its owner."""
    return blake2b(secret + tid + pid.encode(), digest_size=32).digest()


def opens_lot(secret: bytes, commitment: bytes, tid: bytes, pid: str) -> bool:
    """Tell whether a secret is the lot committed to.

    No lot may begin with the table's id. Such a lot could pass, behind another player's lot, for the commitment to
    that lot. At a table of two, one player could then know the seed before the lots are open.
    """
    return not secret.startswith(tid) and lot_commitment(secret, tid, pid) == commitment


def fresh_lot(lot: bytes, secret: bytes, undone: Sequence[bytes]) -> bytes:
    """Give the lot for the next start; it changes after each start that was undone.

    The later lots follow from a `secret` that is never published.
    """
    return blake2b(undone[-1], key=secret, person=b"parley/lot/1", digest_size=32).digest() if undone else lot


def seed_of(secrets: Sequence[bytes]) -> bytes:
    """Compute the table's seed (32 bytes) from all lots in seat order."""
    return blake2b(b"".join(secrets), digest_size=32).digest()


def origin_of(start: bytes, reveals: Sequence[bytes]) -> bytes:
    """Give the gprev of ply 0 (16 bytes), from the start's id and the reveals' ids in seat order."""
    return blake2b(start + b"".join(reveals), digest_size=16).digest()


def drawn_order(seed: bytes, count: int) -> tuple[int, ...]:
    """Shuffle 0 to `count` - 1 by a seed.

    >>> sorted(drawn_order(bytes(32), 4))
    [0, 1, 2, 3]
    """

    def draw(step: int, attempt: int) -> bytes:
        text = b"parley/draw/1" + seed + step.to_bytes(4, "big") + attempt.to_bytes(4, "big")
        return blake2b(text, digest_size=WORD).digest()

    return shuffled(count, draw)


def shuffled(count: int, draw: Callable[[int, int], bytes]) -> tuple[int, ...]:
    """Shuffle 0 to `count` - 1: Fisher-Yates from the end, each number without bias.

    `draw` gives `WORD` bytes for a step and an attempt; attempts that would favour low numbers are drawn again.
    """
    order = list(range(count))
    for last in range(count - 1, 0, -1):
        highest, attempt = (1 << 8 * WORD) // (last + 1) * (last + 1), 0
        while (number := int.from_bytes(draw(last, attempt), "big")) >= highest:
            attempt += 1
        other = number % (last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


_NONCE = 24
_BLOCK = 64
"""Texts are padded to whole blocks, so that their length reveals nothing."""


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of one seat in a sealed phase: table, ply, what came before it (16 bytes), seat."""

    tid: bytes
    ply: int
    gprev: bytes
    seat: Seat

    @property
    def mark(self) -> bytes:
        """The bytes that everything in this slot is bound to."""
        return self.tid + self.ply.to_bytes(8, "big") + self.gprev + bytes([self.seat])

    def salt(self, secret: bytes) -> bytes:
        """Give the salt (32 bytes) of this slot for the owner of a secret; it is always the same."""
        return blake2b(self.mark, key=secret, digest_size=32, person=b"parley/salt/1").digest()

    def commitment(self, salt: bytes, text: str) -> bytes:
        """Commit to a text: return 32 bytes."""
        return blake2b(salt + self.mark + text.encode(), digest_size=32, person=b"parley/commit/1").digest()

    def hide(self, secret: bytes, text: str) -> bytes:
        """Seal a text to the owner of the secret; a different text gets a different nonce."""
        key, plain = self._key(secret), text.encode()
        plain += b"\0" * (-len(plain) % _BLOCK)
        nonce = blake2b(plain, key=key, digest_size=_NONCE).digest()
        sealed: bytes = bindings.crypto_aead_xchacha20poly1305_ietf_encrypt(plain, self.mark, nonce, key)
        return nonce + sealed

    def find(self, secret: bytes, hidden: bytes) -> str | None:
        """Open what `hide` sealed; return None for anything else."""
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
    """Give one id (16 bytes) for several ids, in the order of the active seats.

    It stands for what these events bring about together.
    """
    return blake2b(b"parley/joined/1" + b"".join(ids), digest_size=16).digest()
