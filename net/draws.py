"""Which slot of a deck a draw gives: the topmost whose mask the drawing player has not told yet.

Shares are told ahead for those who are expected to draw. When somebody drops out the draws shift, and a slot may fall
to a player who has told his own mask of it: everybody would see the card. He draws the next one; the slot goes to
somebody else later. Only what stands in the game line decides, so that all peers count alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from core.chance import Draw
from core.game import Seat
from net.deck import Deck

CardSlot = tuple[int, int, int]
"""Deck, packet, place from the top (all but the deck from 0)."""


class Draws:
    """The slots drawn so far at one table, and whose masks have been told in the line."""

    def __init__(self, holders: Mapping[Seat, bytes]) -> None:
        """Begin with nothing drawn; `holders` gives the player of a seat."""
        self.spent: set[CardSlot] = set()
        self._holders = holders
        self._drawn: dict[CardSlot, tuple[Seat, CardSlot]] = {}
        self._told: dict[bytes, set[CardSlot]] = {}

    def fix(self, draw: Draw, deck: Deck) -> None:
        """Settle the slot of a draw that is due; from now on all others tell their masks of it."""
        key = (draw.epoch, draw.pack, draw.slot)
        if key in self._drawn and self._drawn[key][0] == draw.seat:
            return
        self._drawn.pop(key, None)
        slot = self._free(draw, deck, self.taken)
        if slot is None:
            return
        self._drawn[key] = (draw.seat, slot)
        for other in deck.setting.others(self._holders[draw.seat]):
            self.tell(other, slot)

    def of(self, draw: Draw) -> CardSlot | None:
        """Give the slot of a draw that was due, None before."""
        seat, slot = self._drawn.get((draw.epoch, draw.pack, draw.slot), (None, None))
        return slot if seat == draw.seat else None

    def tell(self, player: bytes, slot: CardSlot) -> None:
        """Keep in mind that a player's mask of a slot was told in the line."""
        self._told.setdefault(player, set()).add(slot)

    @property
    def taken(self) -> set[CardSlot]:
        """The slots drawn."""
        return {slot for _, slot in self._drawn.values()}

    def rest(self, deck: Deck) -> Iterator[CardSlot]:
        """Give the slots of a deck that nobody has drawn."""
        taken = self.taken
        for pack, size in enumerate(deck.setting.sizes):
            places = ((deck.setting.epoch, pack, place) for place in range(size))
            yield from (slot for slot in places if slot not in taken)

    def hand(self, seat: Seat) -> tuple[CardSlot, ...]:
        """Give the slots that a seat has drawn and not opened, in the order of drawing."""
        return tuple(slot for drawer, slot in self._drawn.values() if drawer == seat and slot not in self.spent)

    def drawer(self, slot: CardSlot) -> bytes | None:
        """Give the player who has drawn a slot."""
        return next((self._holders[seat] for seat, drawn in self._drawn.values() if drawn == slot), None)

    def ahead(self, draws: Iterable[Draw], deck: Deck) -> Iterator[tuple[Draw, CardSlot]]:
        """Give the slots that coming draws of a deck will give if nobody drops out."""
        taken = self.taken
        for draw in draws:
            slot = self._free(draw, deck, taken) if draw.epoch == deck.setting.epoch else None
            if slot is not None:
                taken.add(slot)
                yield draw, slot

    def _free(self, draw: Draw, deck: Deck, taken: set[CardSlot]) -> CardSlot | None:
        size = deck.setting.sizes[draw.pack] if draw.pack < len(deck.setting.packs) else 0
        free = [slot for place in range(size) if (slot := (draw.epoch, draw.pack, place)) not in taken]
        told = self._told.get(self._holders[draw.seat], set())
        return next((slot for slot in free if slot not in told), free[0] if free else None)
