"""Forged numbers in a deck: what libsodium would take, and others read otherwise, is named and used nowhere."""

from __future__ import annotations

import msgspec
import pytest
from nacl import bindings

from net.deck.card_deck import Deck, Deviated, Deviation, Pass
from net.deck.deck_seed import Mask
from net.deck.prime_group import RawPacks
from net.wire.card_data import Deck1, Deck2
from tests.net.deck.test_deck_edges import ANN, BEN, SEEDS, SETTING, dealt
from tests.net.support.attacks.malformed_numbers import BAD_POINTS, BAD_SCALARS, disguised

FORGED = (
    *("neutral", "order 2", "order 4", "order 8", "mixed order"),
    *("neutral with a sign", "y = p + 1", "off the curve"),
)
"""Points of 32 bytes; the others do not reach a deck, or are tried in `test_group.py`."""


@pytest.mark.parametrize("how", disguised(bytes(32)))
def test_a_mask_in_another_spelling_is_no_share(how: str) -> None:
    decks = dealt()
    deck, true = decks[ANN], decks[BEN].share(0, 1)
    forged = disguised(true)[how]
    assert not deck.fits(BEN, 0, 1, forged)
    assert not deck.give(BEN, 0, 1, forged)
    assert deck.face_by(BEN, 0, 1, forged) is None
    assert deck.give(BEN, 0, 1, true)
    assert not deck.give(BEN, 0, 1, forged)
    assert deck.face(0, 1) in (1, 2)


@pytest.mark.parametrize("name", BAD_SCALARS)
def test_a_number_that_is_none_is_no_share(name: str) -> None:
    deck = dealt()[ANN]
    assert not deck.give(BEN, 0, 1, BAD_SCALARS[name])
    assert deck.face_by(BEN, 0, 1, BAD_SCALARS[name]) is None
    assert deck.face(0, 1) is None


def said_by_ben(kind: type[Pass], instead: Pass | None = None) -> tuple[dict[bytes, Deck], Pass]:
    """Deal as far as it goes; give the decks and what Ben says of a kind, or is made to say instead."""
    decks, found = {player: Deck(SETTING, player, Mask(SEEDS[player])) for player in (ANN, BEN)}, list[Pass]()
    while not decks[ANN].complete and (new := [(me, one) for me, deck in decks.items() if (one := deck.owed())]):
        for player, said in new:
            true = instead if instead is not None and player == BEN and isinstance(said, kind) else said
            found += [true] if player == BEN and isinstance(true, kind) else []
            for deck in decks.values():
                deck.receive(player, true)
    return decks, found[0]


def forged(packs: RawPacks, point: bytes) -> RawPacks:
    """Put something in the place of the first point."""
    (_, *rest), *others = packs
    return (point, *rest), *others


@pytest.mark.parametrize("name", FORGED)
def test_a_point_that_is_none_is_named_at_once_by_its_author_too(name: str) -> None:
    """Whoever signed it looks at it like anybody: a second program of one key must not make two opinions."""
    for kind in (Deck1, Deck2):
        said = said_by_ben(kind)[1]
        assert isinstance(said, Deck1 | Deck2)
        decks, _ = said_by_ben(kind, msgspec.structs.replace(said, packs=forged(said.packs, BAD_POINTS[name])))
        assert {deck.deviated for deck in decks.values()} == {Deviated(BEN, Deviation.POINTS, 3)}


@pytest.mark.parametrize("name", FORGED)
def test_a_key_that_is_no_point_is_named_at_once(name: str) -> None:
    said = said_by_ben(Deck2)[1]
    assert isinstance(said, Deck2)
    decks, _ = said_by_ben(Deck2, msgspec.structs.replace(said, keys=forged(said.keys, BAD_POINTS[name])))
    assert {deck.deviated for deck in decks.values()} == {Deviated(BEN, Deviation.KEYS, 3)}


def test_a_mask_of_zero_opens_no_card() -> None:
    """Without bit 255 it is a number whose key is a point; with it, it is 8 times the order, and no mask comes off."""
    zero, said = BAD_SCALARS["8 times the order"], said_by_ben(Deck2)[1]
    assert isinstance(said, Deck2)
    key = bindings.crypto_scalarmult_ed25519_base_noclamp(zero)
    deck = said_by_ben(Deck2, msgspec.structs.replace(said, keys=forged(said.keys, key)))[0][ANN]
    assert deck.complete
    assert not deck.give(BEN, 0, 0, zero)
    assert deck.face(0, 0) is None


@pytest.mark.parametrize("seed", [b"", b"s", SEEDS[BEN][:31], SEEDS[BEN] + b"0"], ids=len)
def test_a_seed_of_another_length_opens_nothing(seed: bytes) -> None:
    deck = dealt()[ANN]
    deck.commits[BEN] = msgspec.structs.replace(deck.commits[BEN], seed=SETTING.bound(b"seed", BEN, seed))
    assert not deck.open(BEN, seed)
    assert deck.seeds == {}


def test_what_one_has_made_oneself_is_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = list[bytes]()

    def look(point: bytes) -> bool:
        looked.append(point)
        return True

    monkeypatch.setattr("net.deck.prime_group.is_point", look)
    decks, _ = said_by_ben(Deck2)
    assert decks[ANN].complete
    assert len(looked) == 2 * 3 * 4  # two players, who look at the other's points of two passes and at his keys
