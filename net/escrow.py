"""Escrow: a player's seed of a deck in parts, one sealed to each other player, so that all together can open it.

Everything is derived from the seed, the sealing too: who knows the seed can tell whether the parts were true. A part
that is given out is compared with its commitment, so that whoever gives a false one is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b

from nacl import bindings
from nacl.exceptions import CryptoError

from net.group import SIZE
from net.identity import Identity, sealing_key
from net.masking import committed, derived

_WORD = b"part"
_SEALED = SIZE + 48
BOX_SIZE = _SEALED
"""Bytes of a secret that is sealed to one person."""
ENTRY_SIZE = SIZE + _SEALED
"""Bytes for one other player: the commitment to his part, and the part sealed to him."""


def box_key(identity: Identity) -> bytes:
    """Turn a signing key into the secret key (32 bytes) that opens what is sealed to its public key."""
    key: bytes = bindings.crypto_sign_ed25519_sk_to_curve25519(identity.seed + identity.public)
    return key


def split(seed: bytes, count: int) -> tuple[bytes, ...]:
    """Split a seed in `count` parts, at least one, of which fewer than all tell nothing."""
    parts = [derived(seed, b"part", number) for number in range(count - 1)]
    return (*parts, joined((seed, *parts)))


def joined(parts: Iterable[bytes]) -> bytes:
    """Put parts together."""
    found = 0
    for part in parts:
        found ^= int.from_bytes(part, "big")
    return found.to_bytes(SIZE, "big")


def entries(
    tid: bytes, epoch: int, seed: bytes, others: Sequence[bytes], keys: Sequence[bytes] = ()
) -> tuple[bytes, ...]:
    """Give what the second pass carries for the other players, in their order.

    `keys` are the public keys that sign for them, where these are not their own.
    """
    found = []
    for number, (other, part) in enumerate(zip(others, split(seed, len(others)), strict=True)):
        key = keys[number] if keys else other
        found.append(committed(_WORD, tid, epoch, other, part) + _sealed(part, key, derived(seed, b"seal", number)))
    return tuple(found)


def is_part(tid: bytes, epoch: int, entry: bytes, other: bytes, part: bytes) -> bool:
    """Tell whether a part is the one committed to for `other`."""
    return len(part) == SIZE and entry[:SIZE] == committed(_WORD, tid, epoch, other, part)


def opened(tid: bytes, epoch: int, entry: bytes, own: bytes, key: bytes) -> bytes | None:
    """Open the part sealed to the public key `own` with its box key; None where it is not the one committed to."""
    try:
        part: bytes = bindings.crypto_box_seal_open(entry[SIZE:], bindings.crypto_scalarmult_base(key), key)
    except (CryptoError, ValueError, TypeError):
        return None
    return part if is_part(tid, epoch, entry, own, part) else None


def bequeathed(secret: bytes, heir: bytes) -> bytes:
    """Seal a seed, or a part of one, to the public key of whoever takes a seat over: the same bytes every time."""
    return _sealed(secret, heir, derived(secret, b"heir", heir))


def inherited(box: bytes, key: bytes) -> bytes:
    """Open with a box key what was bequeathed to it; empty where it does not open."""
    try:
        secret: bytes = bindings.crypto_box_seal_open(box, bindings.crypto_scalarmult_base(key), key)
    except (CryptoError, ValueError, TypeError):
        return b""
    return secret


def _sealed(part: bytes, other: bytes, ephemeral: bytes) -> bytes:
    """Make a sealed box whose one-time key is given: the same bytes every time."""
    theirs = sealing_key(other)
    if theirs is None:  # nobody has such a key
        return bytes(_SEALED)
    public, secret = bindings.crypto_box_seed_keypair(ephemeral)
    nonce = blake2b(public + theirs, digest_size=24).digest()
    box: bytes = public + bindings.crypto_box(part, nonce, theirs, secret)
    return box
