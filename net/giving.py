"""Giving: which masks the owner of a dealing has to tell, beside his moves and on them."""

from __future__ import annotations

from collections.abc import Container, Mapping

from core.chance import Chance, Draw
from core.game import Seat
from net.deck import UNDEFINED
from net.decks import Decks
from net.draws import CardSlot, Draws
from net.hidden import Opening


class Giving:
    """The masks that one player owes of the decks and draws of a dealing; nothing is kept here."""

    def __init__(self, decks: Decks, draws: Draws, holders: Mapping[Seat, bytes]) -> None:
        """Look at the decks and draws of a dealing; `holders` gives the player of a seat."""
        self._decks, self._draws, self._holders = decks, draws, holders

    def riding(self, me: bytes) -> tuple[Opening, ...]:
        """Give the shares for a move of `me` here: for the next draws before his own, but for the player who is next.

        That one's wait until the turn has ended: it may drop somebody out, and the draws shift.
        """
        decks, found = self._decks.complete, list[Opening]()
        following = next((self._holders[draw.seat] for draw, _ in self._draws.ahead), None)
        for draw, slot in self._draws.ahead:
            drawer = self._holders[draw.seat]
            if drawer == me or decks[-1].mask is None:
                break
            if drawer != following and not decks[-1].given(me, *slot[1:]):
                found.append(self._opening(slot))
        return tuple(found)

    def due(self, me: bytes, chance: Chance | None, retired: Container[bytes]) -> tuple[Opening, ...]:
        """Give the masks of `me` that are to be told now: of the card that is drawn, of all if he draws no more."""
        if not (decks := self._decks.complete) or decks[-1].mask is None:
            return ()
        deck, due = decks[-1], list[CardSlot]()
        slot = self._draws.of(chance) if isinstance(chance, Draw) else None
        if slot is not None and (self._draws.drawer(slot) != me or deck.face(*slot[1:]) == UNDEFINED):
            due.append(slot)
        if me in retired:
            due += self._draws.rest(deck)
        return tuple(self._opening(slot) for slot in due if not deck.given(me, *slot[1:]))

    def _opening(self, slot: CardSlot) -> Opening:
        epoch, pack, place = slot
        return epoch, pack, place, self._decks.by_epoch[epoch].share(pack, place)
