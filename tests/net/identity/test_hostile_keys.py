"""Hostile signatures, signing keys and boxes: each refused by both ways to the library, and nothing raises."""

from __future__ import annotations

import struct
from hashlib import blake2b, sha512
from types import ModuleType

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl import bindings

from core.fault import Fault
from net.deck import deck_seed
from net.identity import sodium
from net.identity.identity import is_public, unboxed, verify
from net.room.direct_invitation import DirectInvitation, DirectInvitations, open_letter, seal_letter
from net.wire.codec import BadMessage, Flaw, pack
from net.wire.envelope import check
from net.wire.invitation import Invitation
from tests.net.support.attacks.malformed_numbers import BAD_POINTS, ORDER, mixed, read, written
from tests.net.support.event_signer import TID, event, who

ANN, BEN = who("ann"), who("ben")
TEXT = b"so be it"
LABEL = b"parley/ev/1\0"
LOW_X25519 = (
    bytes(32),
    written(1),
    bytes.fromhex("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"),
    bytes.fromhex("5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"),
    written((1 << 255) - 20),
    written((1 << 255) - 19),
    written((1 << 255) - 18),
)
"""The points of small order of Curve25519, by their u: with each the shared secret is all zeros."""


@pytest.fixture(params=["the library", "the bindings"], autouse=True)
def _way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(sodium.DIRECT, ModuleType)
    if request.param == "the bindings":
        monkeypatch.setattr(sodium, "DIRECT", None)


def signed_outside(data: bytes) -> tuple[bytes, bytes]:
    """Sign with a key that is a point of order 8 away from the group; one try in eight fits, so there are many."""
    secret = written(123456789)
    public = mixed(bindings.crypto_scalarmult_ed25519_base_noclamp(secret))
    for number in range(1, 400):
        nonce = bindings.crypto_scalarmult_ed25519_base_noclamp(written(number))
        digest = int.from_bytes(sha512(nonce + public + data).digest(), "little") % ORDER
        sig = nonce + written((number + digest * read(secret)) % ORDER)
        if sodium.verifies(public, data, sig):
            return public, sig
    message = "no such signature fits"
    raise AssertionError(message)


def test_a_signature_has_one_spelling() -> None:
    sig = ANN.sign(TEXT)
    nonce, number = sig[:32], read(sig[32:])
    assert verify(ANN.public, TEXT, sig)
    others = [number + ORDER * times for times in range(1, 16) if number + ORDER * times < 1 << 256]
    others += [number | 1 << bit for bit in (253, 254, 255)]
    for other in (*others, 0, ORDER):
        assert not verify(ANN.public, TEXT, nonce + written(other))
    for point in BAD_POINTS.values():
        assert not verify(ANN.public, TEXT, point + sig[32:])


@pytest.mark.parametrize("name", BAD_POINTS)
def test_what_is_no_key_of_the_group_has_signed_nothing(name: str) -> None:
    public = BAD_POINTS[name]
    assert not is_public(public)
    for sig in (bytes(64), written(1) + bytes(32), public[:32].ljust(32) + bytes(32), ANN.sign(TEXT)):
        assert not verify(public, TEXT, sig)


def test_a_key_with_a_part_of_order_8_has_signed_nothing() -> None:
    """The library takes such signatures, one try in eight: but to such a key nobody can seal anything."""
    public, sig = signed_outside(TEXT)
    assert sodium.verifies(public, TEXT, sig)
    assert not verify(public, TEXT, sig)
    assert is_public(ANN.public)


def test_nobody_outside_the_group_is_an_author() -> None:
    public, _ = signed_outside(TEXT)
    body = pack(msgspec.structs.replace(event(ANN), author=public))
    _, sig = signed_outside(LABEL + body)
    assert sodium.verifies(public, LABEL + body, sig)
    with pytest.raises(BadMessage) as caught:
        check(body, sig, TID)
    assert caught.value.flaw is Flaw.SIGNATURE


@pytest.mark.parametrize("public", [*BAD_POINTS.values(), mixed(ANN.public)], ids=[*BAD_POINTS, "Ann's and order 8"])
def test_what_is_sealed_to_no_key_is_a_refusal_or_nothing(public: bytes) -> None:
    letter = DirectInvitation(1, ANN.public, "Ann", "", "", 0)
    with pytest.raises(BadMessage) as caught:
        seal_letter(ANN, public, letter)
    assert caught.value.flaw is Flaw.VALUE
    room = Invitation("127.0.0.1", "club", bytes(range(16)))
    with pytest.raises(Fault, match="which no message may hold"):
        DirectInvitations(ANN, room).write(public, "Ann", room, "", 0)
    assert deck_seed.bequeathed(bytes(32), public) == bytes(80)
    (entry,) = deck_seed.entries(TID, 1, bytes(32), [public])
    assert entry[32:] == bytes(80)


def everybodys(plain: bytes, point: bytes, theirs: bytes) -> bytes:
    """Seal with a one-time key of small order: the secret is all zeros, and anybody could open it."""
    nonce = blake2b(point + theirs, digest_size=24).digest()
    return point + bindings.crypto_secretbox(plain, nonce, hsalsa20(bytes(32)))


@pytest.mark.parametrize(
    "point", [*LOW_X25519, *(written(read(point) | 1 << 255) for point in LOW_X25519)], ids=bytes.hex
)
def test_a_box_whose_secret_is_all_zeros_does_not_open(point: bytes) -> None:
    theirs = bindings.crypto_sign_ed25519_pk_to_curve25519(BEN.public)
    wire = everybodys(TEXT * 4, point, theirs)
    with pytest.raises(BadMessage) as caught:
        open_letter(BEN, wire)
    assert caught.value.flaw is Flaw.SEALED
    assert unboxed(wire, BEN.box_key) is None
    assert deck_seed.opened(TID, 1, bytes(32) + wire, BEN.public, BEN.box_key) is None


def test_such_a_box_is_made_as_true_ones_are() -> None:
    """Show that the test before tries what would open, were the secret not looked at."""
    theirs, secret = bindings.crypto_sign_ed25519_pk_to_curve25519(BEN.public), bindings.randombytes(32)
    public = bindings.crypto_scalarmult_base(secret)
    nonce = blake2b(public + theirs, digest_size=24).digest()
    shared = hsalsa20(bindings.crypto_scalarmult(secret, theirs))
    wire = public + bindings.crypto_secretbox(TEXT, nonce, shared)
    assert unboxed(wire, BEN.box_key) == TEXT


@given(st.binary(max_size=200))
def test_no_bytes_raise_anything_but_a_refusal(data: bytes) -> None:
    assert not verify(data[:32], data[32:], data[:64])
    assert not verify(ANN.public, TEXT, data)
    assert unboxed(data, BEN.box_key) is None
    assert deck_seed.opened(TID, 1, data, BEN.public, BEN.box_key) is None
    with pytest.raises(BadMessage):
        open_letter(BEN, data)


def hsalsa20(key: bytes) -> bytes:
    """Make the key that a box of this shared secret is sealed with: HSalsa20 of 16 zeros, as NaCl has it."""
    sigma, half = struct.unpack("<4I", b"expand 32-byte k"), struct.unpack("<8I", key)
    state = [sigma[0], *half[:4], sigma[1], 0, 0, 0, 0, sigma[2], *half[4:], sigma[3]]
    for turn in range(20):
        for quarter in range(4):
            row = [(quarter * 5 + 4 * step) % 16 for step in range(4)]
            if turn % 2:
                row = [quarter * 4 + (quarter + step) % 4 for step in range(4)]
            for step, shift in enumerate((7, 9, 13, 18), 1):
                total = (state[row[(step - 1) % 4]] + state[row[(step - 2) % 4]]) & 0xFFFFFFFF
                state[row[step % 4]] ^= (total << shift | total >> (32 - shift)) & 0xFFFFFFFF
    return struct.pack("<8I", *(state[place] for place in (0, 5, 10, 15, 6, 7, 8, 9)))
