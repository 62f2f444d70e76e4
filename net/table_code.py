"""The code of a private table: eight digits that its host tells, by which whoever sees its card comes in.

The card holds the table's key, sealed under the code; those in the room alone see it. The code follows from the host's
own key, so that it is the same as long as the table is there, and no other table has it.
"""

from __future__ import annotations

from net import passcode
from net.identity import Identity
from net.invite import KEY_SIZE

SEALED_SIZE = KEY_SIZE + 16
"""Bytes of a sealed key."""
_LABEL = b"parley/table/1"


def code_of(host: Identity, tid: bytes) -> bytes:
    """Give the code (5 bytes) of a table (16 bytes) of its host."""
    return host.secret("code", tid)[: passcode.CODE_SIZE]


def locked(host: Identity, tid: bytes, table_key: bytes) -> bytes:
    """Seal a table's key (16 bytes) under its code; takes some 64 ms."""
    return passcode.lock(code_of(host, tid), tid, _LABEL + tid, table_key)


def unlocked(code: bytes, tid: bytes, sealed: bytes) -> bytes:
    """Open a table's key by a code; raise `BadCode` where it is another table's. Takes some 64 ms."""
    return passcode.unlock(code, tid, _LABEL + tid, sealed)
