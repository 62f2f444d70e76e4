"""A person's identity: an Ed25519 key, its short id for topics and seats, and its four words for people.

The words of fingerprints are 256 short ones, one for each byte. No two share their first three letters.
"""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import blake2b

from nacl import bindings
from nacl.exceptions import CryptoError

from net.identity import base32
from net.identity.sodium import is_point, verifies

_TEXT = """
    acorn agate album alder amber anvil apple apron arrow aspen atlas badge bagel basil beach begin bench berry
    birch bison blade bloom board bonus bread brick broom cabin camel canoe cargo cedar chalk cider clerk cloud
    cobra comet coral crane cubit curve daisy dance delta denim diary digit dozen draft drift eagle earth ebony echo
    elbow engine epoch essay fable falcon farm feast fence ferry fiber fig finch flame flint focus forge fossil
    frost galaxy garnet gecko ginger glass globe goat gold gourd grape grove guitar habit hazel hedge heron hinge
    hobby honey horn hotel hub humor ibis icon igloo inch iris ivory jacket jade jelly jet jigsaw jolly judge jungle
    kayak kelp kettle kiwi knot koala label ladder lagoon lamp lantern lemon level lilac linen lizard llama lodge
    lotus lunar lynx magnet mango maple marble meadow melon merit mimic mint moat model monk mosaic motor mule
    napkin nectar needle nickel noble nomad north nutmeg oasis oat ocean olive onyx opal orbit otter owl oyster
    paddle panda parrot pearl pebble piano pilot pixel plum polar poppy prism pulse quail quest quilt quota rabbit
    radish raven reef ribbon ridge river robin rocket rope ruby salmon scarf scout seal sequoia shadow shell silk
    sketch sled slope smile snail sofa solar spark spruce squid stamp stone sugar summer swan tablet talon tango
    teapot tempo thorn ticket tiger timber toast token torch tower trout tulip tundra turtle umber union valley
    vault velvet vessel vine violet vortex wafer wagon walnut water wedge wheat willow window wolf yacht yarn yellow
    zebra zenith
"""

WORDS: tuple[str, ...] = tuple(_TEXT.split())
"""The words in alphabetical order; a word's place is the byte it stands for."""


SEED_SIZE = 32
PUBLIC_SIZE = 32
SIGNATURE_SIZE = 64
_PID_BYTES = 10
_FINGERPRINT_WORDS = 4
_PID = re.compile(f"[{base32.ALPHABET}]{{16}}")


class Identity:
    """A signing key: `seed` (32 secret bytes), `public` (32 bytes) and `pid`. Equal if the public keys are equal."""

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
        """Make an identity from at least 32 random bytes; raise `ValueError` for fewer."""
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
        """Return this identity's secret for a table (32 bytes): derived from the key, so it survives a lost journal."""
        return blake2b(label.encode() + tid, key=self.seed, digest_size=32, person=b"parley/own/1").digest()

    @property
    def box_key(self) -> bytes:
        """The secret key (32 bytes) that opens what is sealed to the public key."""
        key: bytes = bindings.crypto_sign_ed25519_sk_to_curve25519(self.seed + self.public)
        return key

    def __repr__(self) -> str:
        """Name the identity without its secret."""
        return f"Identity({self.pid})"


def verify(public: bytes, data: bytes, sig: bytes) -> bool:
    """Tell whether `sig` is the signature of `data` by the holder of `public`; never raises.

    A key outside the prime-order group is refused, though the library takes some: nobody can seal to it.
    """
    try:
        return verifies(public, data, sig) and is_public(public)
    except (ValueError, TypeError):
        return False


@lru_cache(maxsize=1024)
def is_public(public: bytes) -> bool:
    """Tell whether bytes are a valid public key: a point of the prime-order group."""
    return is_point(public)


def sealing_key(public: bytes) -> bytes | None:
    """Turn a public key into the key (32 bytes) that is used to seal to its owner; None for an invalid key."""
    try:
        key: bytes = bindings.crypto_sign_ed25519_pk_to_curve25519(public)
    except (CryptoError, ValueError, TypeError):
        return None
    return key


def unboxed(box: bytes, key: bytes) -> bytes | None:
    """Open with a box key what was sealed to it; None if that fails."""
    try:
        plain: bytes = bindings.crypto_box_seal_open(box, bindings.crypto_scalarmult_base(key), key)
    except (CryptoError, ValueError, TypeError):
        return None
    return plain


@lru_cache(maxsize=1024)
def pid_of(public: bytes) -> str:
    """Shorten a public key to 16 Crockford digits of its BLAKE2b-80."""
    return base32.encode(blake2b(public, digest_size=_PID_BYTES).digest())


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


def chance_name(public: bytes) -> str:
    """Give the word by which somebody goes who has told no name: the first of the four."""
    return fingerprint(public).partition("-")[0]
