"""The library's own functions and PyNaCl's bindings of them: they find the same, good or bad."""

from __future__ import annotations

from types import ModuleType

import pytest
from nacl import bindings
from nacl.exceptions import CryptoError

from net.identity import sodium
from net.identity.identity import Identity, verify

AUTHOR = Identity(bytes(range(32)))
KEY, NONCE = bytes(range(32)), bytes(range(24))
ORDER = (1 << 252) + 27742317777372353535851937790883648493


@pytest.fixture(params=["the library", "the bindings"])
def _way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(sodium.DIRECT, ModuleType)
    if request.param == "the bindings":
        monkeypatch.setattr(sodium, "DIRECT", None)


@pytest.mark.usefixtures("_way")
def test_signatures_hold_for_their_text_and_author_alone() -> None:
    for text in (b"", b"so be it", bytes(9000)):
        sig = AUTHOR.sign(text)
        assert sodium.verifies(AUTHOR.public, text, sig)
        assert not sodium.verifies(AUTHOR.public, text + b"!", sig)
        assert not sodium.verifies(Identity(bytes(32)).public, text, sig)
        assert not sodium.verifies(AUTHOR.public, text, bytes([sig[0] ^ 1]) + sig[1:])
        assert not sodium.verifies(AUTHOR.public, text, sig[:32] + (ORDER + 1).to_bytes(32, "little"))
        for public, short in ((AUTHOR.public[1:], sig), (AUTHOR.public + b"0", sig), (b"", sig), (AUTHOR.public, b"")):
            assert not sodium.verifies(public, text, short)
    assert not verify(AUTHOR.public, "text", AUTHOR.sign(b"text"))  # type: ignore[arg-type]


@pytest.mark.usefixtures("_way")
def test_what_was_sealed_opens_with_all_that_it_was_sealed_by() -> None:
    for text in (b"", b"so be it", bytes(9000)):
        sealed = bindings.crypto_aead_xchacha20poly1305_ietf_encrypt(text, b"here", NONCE, KEY)
        assert sodium.unsealed(sealed, b"here", NONCE, KEY) == text
        for other in (sealed[:-1], sealed + b"0", b"", sealed[:15], bytes([sealed[0] ^ 1]) + sealed[1:]):
            with pytest.raises(CryptoError):
                sodium.unsealed(other, b"here", NONCE, KEY)
        for about, nonce, key in ((b"there", NONCE, KEY), (b"here", bytes(24), KEY), (b"here", NONCE, bytes(32))):
            with pytest.raises(CryptoError):
                sodium.unsealed(sealed, about, nonce, key)
        for nonce, key in ((NONCE[1:], KEY), (NONCE, KEY[1:]), (b"", b"")):
            with pytest.raises((CryptoError, TypeError)):
                sodium.unsealed(sealed, b"here", nonce, key)


@pytest.mark.usefixtures("_way")
def test_points_are_those_of_the_prime_order_group() -> None:
    good = bindings.crypto_core_ed25519_from_uniform(bytes(range(32)))
    low = bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")  # of order 8
    assert sodium.is_point(good)
    mixed = bindings.crypto_core_ed25519_add(good, low)
    neutral = bytes([1, *bytes(31)])
    for bad in (low, mixed, neutral, bytes(32), b"\xff" * 32, good[1:], good + b"0", b""):
        assert not sodium.is_point(bad)
