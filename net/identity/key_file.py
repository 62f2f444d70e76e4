"""A key file: an identity encrypted under a passphrase, to store apart or to take to another machine.

    parley-key-export/1
    pid     the 16 digits of the pid
    words   the four words
    argon2  OPS MEMORY SALT     passes, bytes, 16 bytes in Crockford's digits
    box     NONCE AND SEALED    XSalsa20-Poly1305 of the seed under the key that Argon2id makes of the passphrase

It is text, so that it survives mail and paper. Pid and words tell files apart and are checked after opening. Pure: salt
and nonce are parameters.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from nacl import bindings, pwhash
from nacl.exceptions import CryptoError

from core.fault import Fault, sentence
from net.identity import base32
from net.identity.identity import SEED_SIZE, Identity, fingerprint, is_pid

HEAD = "parley-key-export/1"
SALT_SIZE = pwhash.argon2id.SALTBYTES
NONCE_SIZE = bindings.crypto_secretbox_NONCEBYTES
SHORTEST = 8
"""Characters of the shortest passphrase that is accepted."""
FILE_LIMIT = 4096
"""Bytes of the longest file that is read."""
_SEALED_SIZE = NONCE_SIZE + bindings.crypto_secretbox_MACBYTES + SEED_SIZE
_NEWER = re.compile(r"parley-key-export/\d{1,4}")

NO_KEY_FILE = sentence("This is no key file of Parley.")
TORN = sentence("The key file is torn or changed: {what} cannot be read. Fetch it again from where it was kept.")
NEWER = sentence("The key file was written by a newer Parley: bring this one up to date.")
WRONG = sentence("That is not the passphrase of this key file, or the file was changed.")
SHORT = sentence(
    "A passphrase has at least {least} characters: somebody who finds the file can try as many as they like."
)
TOO_DEAR = sentence("Opening the key file would take more work than any that Parley writes: it stays closed.")


class BadKeyFile(Fault):
    """A key file that cannot be opened, and why."""


class ShortPassphrase(Fault):
    """A passphrase that would protect nothing."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of trying one passphrase: passes and bytes of memory."""

    ops: int = pwhash.argon2id.OPSLIMIT_MODERATE
    memory: int = pwhash.argon2id.MEMLIMIT_MODERATE


USUAL = Cost()
"""Three passes over 256 MiB: about half a second a try."""
DEAREST = Cost(10, 1 << 30)
CHEAPEST = Cost(pwhash.argon2id.OPSLIMIT_MIN, pwhash.argon2id.MEMLIMIT_MIN)
"""For tests only: it protects nothing."""


def write(identity: Identity, passphrase: str, salt: bytes, nonce: bytes, cost: Cost = USUAL) -> str:
    """Return the text of a key file; `salt` (16) and `nonce` (24) are random bytes. Raises `ShortPassphrase`."""
    if len(passphrase) < SHORTEST:
        raise ShortPassphrase(SHORT, least=SHORTEST)
    sealed = nonce + bindings.crypto_secretbox(identity.seed, nonce, _stretched(passphrase, salt, cost))
    rows = (
        HEAD,
        f"pid {identity.pid}",
        f"words {fingerprint(identity.public)}",
        f"argon2 {cost.ops} {cost.memory} {base32.encode(salt)}",
        f"box {base32.encode(sealed)}",
    )
    return "\n".join(rows) + "\n"


def read(data: bytes, passphrase: str) -> Identity:
    """Open a key file; raise `BadKeyFile` if it is none, is damaged, or has another passphrase."""
    fields = _fields(data)
    cost, salt = _work(fields["argon2"])
    sealed = _decoded("box", fields["box"], _SEALED_SIZE)
    nonce = sealed[:NONCE_SIZE]
    try:
        seed = bindings.crypto_secretbox_open(sealed[NONCE_SIZE:], nonce, _stretched(passphrase, salt, cost))
    except CryptoError as error:
        raise BadKeyFile(WRONG) from error
    identity = Identity(seed)
    if (fields["pid"], fields["words"]) != (identity.pid, fingerprint(identity.public)):
        raise BadKeyFile(TORN, what="pid")
    return identity


def told(data: bytes) -> tuple[str, str]:
    """Return the pid and the four words that a key file states, unproved; raise `BadKeyFile`."""
    fields = _fields(data)
    return fields["pid"], fields["words"]


def _fields(data: bytes) -> dict[str, str]:
    """Split a file into its lines by their first words."""
    text = data[:FILE_LIMIT].decode("ascii", "replace").replace("\r\n", "\n").strip()
    head, *rows = text.split("\n")
    if head.strip() != HEAD:
        raise BadKeyFile(NEWER if _NEWER.fullmatch(head.strip()) else NO_KEY_FILE)
    found = dict(row.strip().partition(" ")[::2] for row in rows if row.strip())
    for name in ("pid", "words", "argon2", "box"):
        if not found.get(name):
            raise BadKeyFile(TORN, what=name)
    if len(data) > FILE_LIMIT or not is_pid(found["pid"]):
        raise BadKeyFile(TORN, what="pid")
    return found


def _work(text: str) -> tuple[Cost, bytes]:
    """Read the cost of one try, and the salt; raise `BadKeyFile`."""
    parts = text.split()
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() and len(part) < 12 for part in parts[:2]):  # noqa: PLR2004 passes, bytes, salt
        raise BadKeyFile(TORN, what="argon2")
    cost = Cost(int(parts[0]), int(parts[1]))
    if cost.ops > DEAREST.ops or cost.memory > DEAREST.memory:
        raise BadKeyFile(TOO_DEAR)
    if cost.ops < CHEAPEST.ops or cost.memory < CHEAPEST.memory:
        raise BadKeyFile(TORN, what="argon2")
    return cost, _decoded("argon2", parts[2], SALT_SIZE)


def _decoded(name: str, digits: str, size: int) -> bytes:
    try:
        return base32.decode(digits, size)
    except ValueError as error:
        raise BadKeyFile(TORN, what=name) from error


def _stretched(passphrase: str, salt: bytes, cost: Cost) -> bytes:
    """Derive the key of a passphrase; different encodings of the same letters give the same key."""
    secret = unicodedata.normalize("NFKC", passphrase).encode("utf-8", "surrogatepass")
    stretched: bytes = pwhash.argon2id.kdf(
        bindings.crypto_secretbox_KEYBYTES, secret, salt, opslimit=cost.ops, memlimit=cost.memory
    )
    return stretched
