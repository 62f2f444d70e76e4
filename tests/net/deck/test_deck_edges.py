"""A deck at its edges: slots there are not, masks that are not of the slot, a card of another packet."""

from __future__ import annotations

from dataclasses import replace

import pytest

from net.deck import deck_seed
from net.deck.card_deck import UNDEFINED, Deck, Deviated, Deviation, Pass, Setting
from net.deck.deck_seed import Mask, derived
from net.deck.prime_group import Packs
from net.wire.card_data import Deck0, Deck1, Deck2
from tests.net.support.event_signer import TID, who

ANN, BEN = (who(name).public for name in ("ann", "ben"))
SETTING = Setting(TID, 3, ((1, 2), (3, 4)), (ANN, BEN), frozenset([BEN]), b"p" * 16)
SEEDS = {player: derived(b"s" * 32, player) for player in (ANN, BEN)}


class Turned(Mask):
    """A mask whose owner exchanges the packets as he shuffles."""

    def shuffled(self, packs: Packs) -> Packs:
        """Shuffle, the second packet first."""
        return super().shuffled(packs)[::-1]


def dealt(mask: type[Mask] = Mask, setting: Setting = SETTING) -> dict[bytes, Deck]:
    """Give each player's deck, complete; the second player's mask is of that kind."""
    kinds: dict[bytes, type[Mask]] = {ANN: Mask, BEN: mask}
    decks = {player: Deck(setting, player, kinds[player](SEEDS[player])) for player in (ANN, BEN)}
    while not decks[ANN].complete:
        said: list[tuple[bytes, Pass]] = [(deck.me, one) for deck in decks.values() if (one := deck.owed())]
        assert said
        for player, one in said:
            for deck in decks.values():
                deck.receive(player, one)
    return decks


@pytest.fixture
def decks() -> dict[bytes, Deck]:
    return dealt()


def test_a_slot_that_there_is_not_has_no_mask(decks: dict[bytes, Deck]) -> None:
    deck = decks[ANN]
    assert [deck.has(0, 1), deck.has(1, 1), deck.has(0, 2), deck.has(2, 0)] == [True, True, False, False]
    for pack, slot in ((0, 2), (2, 0)):
        assert not deck.fits(BEN, pack, slot, decks[BEN].share(0, 0))
        assert not deck.give(BEN, pack, slot, decks[BEN].share(0, 0))
        assert not deck.given(BEN, pack, slot)


def test_a_mask_fits_its_own_slot_of_its_own_player_alone(decks: dict[bytes, Deck]) -> None:
    deck, key = decks[ANN], decks[BEN].share(0, 1)
    assert [deck.fits(BEN, 0, 1, key), deck.fits(BEN, 0, 0, key), deck.fits(ANN, 0, 1, key)] == [True, False, False]
    assert not deck.fits(who("eve").public, 0, 1, key)
    assert deck.missing(0, 1) == (ANN, BEN)
    assert deck.give(BEN, 0, 1, key)
    assert deck.given(BEN, 0, 1)
    assert not deck.given(ANN, 0, 1)
    assert deck.missing(0, 1) == (ANN,)
    assert deck.missing(0, 0) == (ANN, BEN)
    assert deck.fits(BEN, 0, 1, key)


def test_who_opens_a_slot_shows_its_face_where_no_other_mask_is_missing(decks: dict[bytes, Deck]) -> None:
    deck, mine, his = decks[ANN], decks[ANN].share(1, 0), decks[BEN].share(1, 0)
    assert deck.face_by(ANN, 1, 0, mine) is None
    deck.give(BEN, 1, 0, his)
    face = deck.face_by(ANN, 1, 0, mine)
    assert face in (3, 4)
    assert deck.face_by(ANN, 1, 0, his) is None
    assert deck.face_by(BEN, 1, 0, his) is None
    assert not deck.given(ANN, 1, 0)
    assert deck.face(1, 0) == face
    assert decks[BEN].face(1, 0) is None
    assert Deck(SETTING).missing(1, 0) == (ANN, BEN)


def test_a_card_that_stands_in_another_packet_is_no_card() -> None:
    decks = dealt(Turned)
    for pack in (0, 1):
        assert decks[ANN].give(BEN, pack, 0, decks[BEN].share(pack, 0))
        assert decks[ANN].face(pack, 0) == UNDEFINED


def test_a_seed_counts_where_it_was_committed_to_and_opens_all_masks(decks: dict[bytes, Deck]) -> None:
    deck = decks[ANN]
    assert not deck.open(BEN, SEEDS[ANN])
    assert not deck.open(who("eve").public, SEEDS[BEN])
    assert deck.seeds == {}
    assert deck.open(BEN, SEEDS[BEN])
    deck.give_all(BEN)
    places = [(pack, slot) for pack in (0, 1) for slot in (0, 1)]
    assert [deck.given(BEN, *place) for place in places] == [True] * 4
    assert sorted(deck.face(*place) or 0 for place in places) == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("escrow", "entries"), [(frozenset[bytes](), 1), (frozenset([ANN, BEN]), 0), (frozenset([BEN]), 2)]
)
def test_a_pass_with_more_or_less_in_escrow_than_is_owed_is_a_deviation(escrow: frozenset[bytes], entries: int) -> None:
    setting = replace(SETTING, escrow=escrow)
    decks = {player: Deck(setting, player, Mask(SEEDS[player])) for player in (ANN, BEN)}
    deck = decks[ANN]
    for _ in range(9):
        for player, other in decks.items():
            said = other.owed()
            if isinstance(said, Deck2) and player == BEN:
                said = Deck2(said.epoch, said.packs, said.keys, said.lot, (bytes(80),) * entries)
            for one in decks.values():
                if said is not None:
                    one.receive(player, said)
    assert deck.deviated == Deviated(BEN, Deviation.ESCROW, 3)
    assert (deck.owed(), deck.waited(), deck.complete) == (None, (), False)


def test_a_deck_says_who_has_to_sign_what_and_who_leaves_an_escrow(decks: dict[bytes, Deck]) -> None:
    deck = decks[ANN]
    assert deck.twos[ANN].escrow == ()
    assert len(deck.twos[BEN].escrow) == 1
    assert {one.epoch for one in deck.commits.values()} == {3}
    assert deck.before(ANN, Deck1) == SETTING.first
    assert deck.before(BEN, Deck1) == deck.ones[ANN]
    assert deck.before(ANN, Deck2) == deck.ones[BEN]
    assert deck.before(BEN, Deck2) == deck.twos[ANN].packs
    assert deck.slots == deck.twos[BEN].packs
    assert Deck(SETTING, who("eve").public, Mask(SEEDS[ANN])).mask is None
    assert isinstance(Deck(SETTING, ANN, Mask(SEEDS[ANN])).owed(), Deck0)
    assert Deck(SETTING, ANN).owed() is None
    assert (deck.owed(), deck.waited()) == (None, ())


def test_whoever_has_taken_a_seat_over_signs_for_its_player() -> None:
    eve, mask = who("eve").public, Mask(SEEDS[BEN])
    setting = replace(SETTING, keys=((ANN, eve),))
    assert [setting.signer(player) for player in (ANN, BEN)] == [eve, BEN]
    assert [setting.player(key) for key in (eve, BEN, ANN)] == [ANN, BEN, None]
    assert setting.entries(BEN, mask) == deck_seed.entries(TID, 3, mask.seed, (ANN,), [eve])
    assert setting.entries(BEN, mask) != SETTING.entries(BEN, mask)
    deck, said = Deck(setting), setting.commit(ANN, Mask(SEEDS[ANN]))
    deck.receive(ANN, said)
    assert deck.commits == {}
    deck.receive(eve, said)
    assert deck.commits == {ANN: said}
    deck.see(BEN, mask)
    assert isinstance(deck.owed(), Deck0)
    deck.see(eve, mask)
    assert (deck.owed(), deck.mask) == (None, None)
