"""Forgeries: true masks of cards, written as libsodium alone would take them."""

from __future__ import annotations

from random import Random

from net.peer.table_session import TableSession
from net.table.fold.mental_dealer import MentalDealer
from net.wire.card_data import Opening
from tests.net.support.attacks.malformed_numbers import BAD_SCALARS, disguised

FORGERIES = (*disguised(bytes(32)), "0", "8 times the order")
"""How a mask is written wrong."""


def forged(desk: TableSession, opening: Opening) -> tuple[Opening, str] | None:
    """Give one's true mask of a card, written wrong, and how; None where there is no deck. `opening` draws which."""
    dealer = desk.table.annals.bringer
    decks = dealer.dealing._decks.complete if isinstance(dealer, MentalDealer) else []
    if not decks or decks[-1].mask is None:
        return None
    deck, rng = decks[-1], Random(f"forged {opening[3].hex()}")
    how = rng.choice(FORGERIES)
    place = rng.randrange(deck.setting.sizes[0])
    spelt = {**BAD_SCALARS, **disguised(deck.share(0, place))}
    return (deck.setting.epoch, 0, place, spelt[how]), how
