"""The code of a private table: the same on every evening, another one at every table, and it opens no other."""

from __future__ import annotations

import pytest

from net.identity.identity import Identity
from net.wire.passcode import SEALED_SIZE, BadCode, code_of, locked, unlocked

ANN = Identity(b"a" * 32)
TID, KEY = b"t" * 16, bytes(range(16))


def test_a_code_opens_its_own_table_alone() -> None:
    code, sealed = code_of(ANN, TID), locked(ANN, TID, KEY)
    assert (code, sealed) == (code_of(Identity(b"a" * 32), TID), locked(ANN, TID, KEY))
    assert len(sealed) == SEALED_SIZE
    assert KEY not in sealed
    assert unlocked(code, TID, sealed) == KEY
    others = {code_of(ANN, b"u" * 16), code_of(Identity(b"b" * 32), TID)}
    assert len(others - {code}) == 2
    for other, tid in ((code, b"u" * 16), (min(others), TID)):
        with pytest.raises(BadCode):
            unlocked(other, tid, sealed)
