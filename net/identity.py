"""Who somebody is: an Ed25519 key, its short id for topics and seats, its four words for people."""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import blake2b

from nacl import bindings
from nacl.exceptions import CryptoError

from net import crockford
from net.sodium import is_point, verifies
from net.words import WORDS

SEED_SIZE = 32
PUBLIC_SIZE = 32
SIGNATURE_SIZE = 64
_PID_BYTES = 10
_FINGERPRINT_WORDS = 4
_PID = re.compile(f"[{crockford.ALPHABET}]{{16}}")


class Identity:
    """A signing key: `seed` (32 secret bytes), `public` (32 bytes) and `pid`. Equal when the public keys are."""

    __slots__ = ("_secret", "pid", "public", "seed")

    def __init__(self, seed: bytes) -> None:
        """Make the keys of a 32-byte seed; raise `ValueError` for another length."""
        if len(seed) != SEED_SIZE:
            message = f"a seed has {SEED_SIZE} bytes, not {len(seed)}"
            raise ValueError(message)
        self.seed = seed
        self.public: bytes
        self.public, self._secret = bindings.crypto_sign_seed_keypair(seed)
        self.pid = pid_of(self.public)

    @classmethod
    def new(cls, entropy: bytes) -> Identity:
        """Make an identity of at least 32 random bytes; raise `ValueError` for fewer."""
        if len(entropy) < SEED_SIZE:
            message = f"an identity needs {SEED_SIZE} random bytes, not {len(entropy)}"
            raise ValueError(message)
        return cls(blake2b(b"parley/seed/1" + entropy, digest_size=SEED_SIZE).digest())

    def sign(self, data: bytes) -> bytes:
        """Sign `data`: 64 bytes, always the same for the same data."""
        signed: bytes = bindings.crypto_sign(data, self._secret)
        return signed[:SIGNATURE_SIZE]

    def __eq__(self, other: object) -> bool:
        """Compare by public key."""
        return self.public == other.public if isinstance(other, Identity) else NotImplemented

    def __hash__(self) -> int:
        """Hash the public key."""
        return hash(self.public)

    def secret(self, label: str, tid: bytes) -> bytes:
        """Give this identity's secret of a table (32 bytes): the same on a new disk that has the key and no journal."""
        return blake2b(label.encode() + tid, key=self.seed, digest_size=32, person=b"parley/own/1").digest()

    def __repr__(self) -> str:
        """Name the identity without its secret."""
        return f"Identity({self.pid})"


def verify(public: bytes, data: bytes, sig: bytes) -> bool:
    """Tell whether `sig` is the signature of `data` by the holder of `public`; never raises.

    A key outside the prime-order group has signed nothing, though the library takes some: nobody can seal to it.
    """
    try:
        return verifies(public, data, sig) and is_public(public)
    except (ValueError, TypeError):
        return False


@lru_cache(maxsize=1024)
def is_public(public: bytes) -> bool:
    """Tell whether some bytes are a public key that somebody can have: a point of the prime-order group."""
    return is_point(public)


def sealing_key(public: bytes) -> bytes | None:
    """Turn a public key into the one (32 bytes) that is sealed to; None for what is no public key."""
    try:
        key: bytes = bindings.crypto_sign_ed25519_pk_to_curve25519(public)
    except (CryptoError, ValueError, TypeError):
        return None
    return key


@lru_cache(maxsize=1024)
def pid_of(public: bytes) -> str:
    """Shorten a public key to 16 Crockford digits of its BLAKE2b-80."""
    return crockford.encode(blake2b(public, digest_size=_PID_BYTES).digest())


def is_pid(text: str) -> bool:
    """Tell whether `text` has the form of a pid."""
    return _PID.fullmatch(text) is not None


def fingerprint(public: bytes) -> str:
    """Name a public key in four words for people to compare: 32 bits, enough for acquaintances, no proof.

    >>> len(fingerprint(bytes(32)).split("-"))
    4
    """
    mark = blake2b(b"parley/words/1" + public, digest_size=_FINGERPRINT_WORDS).digest()
    return "-".join(WORDS[byte] for byte in mark)
