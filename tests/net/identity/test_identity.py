"""Keys, ids and fingerprints."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.identity import base32
from net.identity.identity import WORDS, Identity, fingerprint, is_pid, pid_of, verify
from tests.net.support.event_signer import who


def test_a_signature_fits_its_text_and_key_only() -> None:
    ann, ben = who("ann"), who("ben")
    sig = ann.sign(b"text")
    assert len(sig) == 64
    assert sig == ann.sign(b"text")
    assert verify(ann.public, b"text", sig)
    assert not verify(ann.public, b"texts", sig)
    assert not verify(ben.public, b"text", sig)
    assert not verify(ann.public, b"text", sig[:-1] + bytes([sig[-1] ^ 1]))


@given(st.binary(max_size=80), st.binary(max_size=40), st.binary(max_size=80))
def test_verify_never_raises(public: bytes, data: bytes, sig: bytes) -> None:
    assert not verify(public, data, sig)


def test_a_pid_is_sixteen_digits_of_the_key() -> None:
    ann = who("ann")
    assert len(ann.pid) == 16
    assert is_pid(ann.pid)
    assert ann.pid == pid_of(ann.public)
    assert not is_pid(ann.pid.lower())
    assert not is_pid(ann.pid[:-1] + "U")
    assert not is_pid(ann.pid + "0")


def test_an_identity_tells_no_secret_and_is_its_public_key() -> None:
    ann = who("ann")
    assert repr(ann) == f"Identity({ann.pid})"
    assert ann == Identity(ann.seed)
    assert hash(ann) == hash(Identity(ann.seed))
    assert ann != who("ben")
    assert ann != "ann"


@pytest.mark.parametrize("size", [0, 16, 31])
def test_too_little_randomness_makes_no_identity(size: int) -> None:
    with pytest.raises(ValueError, match="random bytes"):
        Identity.new(bytes(size))
    with pytest.raises(ValueError, match="32 bytes"):
        Identity(bytes(size))


def test_words_are_256_short_ones_alike_in_no_three_letters() -> None:
    assert len(WORDS) == 256
    assert len({word[:3] for word in WORDS}) == 256
    assert list(WORDS) == sorted(WORDS)
    assert max(map(len, WORDS)) <= 7
    assert all(word.isascii() and word.islower() for word in WORDS)


def test_a_fingerprint_is_four_words() -> None:
    words = fingerprint(who("ann").public).split("-")
    assert len(words) == 4
    assert set(words) <= set(WORDS)
    assert fingerprint(who("ann").public) != fingerprint(who("ben").public)


@given(st.binary(max_size=40))
def test_crockford_reads_what_it_writes(data: bytes) -> None:
    text = base32.encode(data)
    assert len(text) == base32.length(len(data))
    assert base32.decode(text, len(data)) == data
    assert base32.decode(text.lower(), len(data)) == data


def test_crockford_forgives_look_alikes_and_refuses_the_rest() -> None:
    assert base32.decode("0o-00", 2) == bytes(2)
    for text, why in [("000", "3 digits"), ("00U0", "no digit"), ("0001", "spare"), ("00é0", "no digit")]:
        with pytest.raises(ValueError, match=why):
            base32.decode(text, 2)
