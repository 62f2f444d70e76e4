"""The group: what is a number and what a point of it, each in one spelling; nothing else passes for one."""

from __future__ import annotations

from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl import bindings

from net.deck import prime_group
from net.deck.prime_group import (
    ORDER,
    Point,
    Scalar,
    hashed,
    inverse,
    masked,
    packs_of,
    plain,
    product,
    public_of,
    reduced,
)
from net.identity import sodium
from tests.net.support.attacks.malformed_numbers import BAD_POINTS, BAD_SCALARS, PRIME, disguised, read, written

GOOD = [Scalar(written(number)) for number in (1, 2, 12345, ORDER - 1)]


@pytest.fixture(params=["the library", "the bindings"])
def _way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(sodium.DIRECT, ModuleType)
    if request.param == "the bindings":
        monkeypatch.setattr(sodium, "DIRECT", None)


@pytest.mark.parametrize("name", BAD_SCALARS)
def test_what_is_no_number_of_the_group_is_none(name: str) -> None:
    assert Scalar.of(BAD_SCALARS[name]) is None
    with pytest.raises(ValueError, match="no number"):
        Scalar(BAD_SCALARS[name])


@pytest.mark.usefixtures("_way")
@pytest.mark.parametrize("name", BAD_POINTS)
def test_what_is_no_point_of_the_group_is_none(name: str) -> None:
    assert Point.of(BAD_POINTS[name]) is None
    with pytest.raises(ValueError, match="no point"):
        Point(BAD_POINTS[name])
    good = hashed(bytes(range(32)))
    assert packs_of(((good,), (good, BAD_POINTS[name])), {}) is None


@pytest.mark.parametrize("scalar", GOOD, ids=read)
def test_a_number_has_one_spelling_though_the_library_takes_several(scalar: Scalar) -> None:
    assert Scalar.of(bytes(scalar)) == scalar
    for other in disguised(scalar).values():
        assert bindings.crypto_scalarmult_ed25519_base_noclamp(other) == public_of(scalar)
        assert Scalar.of(other) is None


@given(st.binary(max_size=40) | st.binary(min_size=32, max_size=32))
def test_any_bytes_are_a_number_and_a_point_or_not(data: bytes) -> None:
    assert (Scalar.of(data) is not None) == (len(data) == 32 and 0 < read(data) < ORDER)
    point = Point.of(data)
    assert point is None or _is_of_the_group(read(point))


@given(st.integers(0, PRIME - 1), st.booleans())
def test_a_point_is_one_by_the_book_too(y: int, sign: bool) -> None:  # noqa: FBT001  drawn by hypothesis
    text = y | sign << 255
    assert (Point.of(written(text)) is not None) == _is_of_the_group(text)


def test_the_points_of_the_group_are_taken() -> None:
    points = tuple(hashed(bytes([number]) * 32) for number in range(1, 5))
    assert all(_is_of_the_group(read(point)) for point in points)
    assert packs_of(plain((points,)), {}) == (points,)
    assert packs_of((), {}) == ()


def test_a_hash_is_never_mapped_to_the_neutral_element() -> None:
    with pytest.raises(ValueError, match="no point"):
        hashed(bytes(32))


def test_what_is_known_is_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    point = hashed(bytes(range(32)))
    monkeypatch.setattr(prime_group, "is_point", lambda _: False)
    assert packs_of(((bytes(point),),), {point: point}) == ((point,),)
    assert packs_of(((bytes(point),),), {}) is None


@given(st.integers(1, ORDER - 1), st.integers(1, ORDER - 1))
def test_what_is_made_of_numbers_and_points_is_one_again(first: int, second: int) -> None:
    one, two = Scalar(written(first)), Scalar(written(second))
    point = masked(public_of(one), two)
    assert Point.of(point) == point == public_of(product((one, two)))
    assert Scalar.of(product((one, two))) == product((two, one))
    assert Scalar.of(inverse(one)) == inverse(one)
    assert product((one, inverse(one))) == written(1)
    assert type(point) is Point
    assert type(inverse(one)) is type(product(())) is Scalar


def test_wide_numbers_are_reduced_but_never_to_zero() -> None:
    assert reduced(written(ORDER + 5) + bytes(32)) == written(5)
    assert reduced(bytes(64)) is None
    assert reduced(written(3 * ORDER) + bytes(32)) is None


def test_messages_have_plain_bytes() -> None:
    ((point,),) = plain(((hashed(bytes(range(32))),),))
    assert type(point) is bytes


_D = -121665 * pow(121666, -1, PRIME) % PRIME


def _is_of_the_group(text: int) -> bool:
    """Tell by the curve's equation whether a text is a point of prime order (RFC 8032, 5.1.3), all in whole numbers."""
    y, sign = text & ((1 << 255) - 1), text >> 255
    square = (y * y - 1) * pow(_D * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    x = x if (x * x - square) % PRIME == 0 else x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    if y >= PRIME or (x * x - square) % PRIME or (x == 0 and sign):
        return False
    x = x if x % 2 == sign else PRIME - x
    return (x, y) != (0, 1) and _times(ORDER, (x, y)) == (0, 1)


def _times(count: int, point: tuple[int, int]) -> tuple[int, int]:
    found = (0, 1)
    while count:
        found = _plus(found, point) if count % 2 else found
        point, count = _plus(point, point), count // 2
    return found


def _plus(one: tuple[int, int], two: tuple[int, int]) -> tuple[int, int]:
    (x1, y1), (x2, y2) = one, two
    both = _D * x1 * x2 * y1 * y2 % PRIME
    x = (x1 * y2 + x2 * y1) * pow(1 + both, -1, PRIME)
    y = (y1 * y2 + x1 * x2) * pow(1 - both, -1, PRIME)
    return x % PRIME, y % PRIME
