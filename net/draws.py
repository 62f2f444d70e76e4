"""Which slot of a deck a draw gives.

Shares are told ahead for those who are expected to draw, so a slot is kept for each of them. When somebody drops out
his slots are free again, but not for those who have told their own masks of them: everybody would see the card. They
go to somebody else or, where all who are left have told, come last, face up. Only what stands in the game line
decides, so that all peers count alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from core.chance import Draw
from core.game import Seat
from net.deck import Deck

CardSlot = tuple[int, int, int]
"""Deck, packet, place from the top (all but the deck from 0)."""


class Proof(msgspec.Struct, frozen=True, gc=False):
    """Whether what chance owes is proved, and the lot or the face as far as it is known here."""

    proved: bool
    face: int | None = None


class Draws:
    """The slots drawn so far at one table, those kept for coming draws, and whose masks have been told in the line."""

    def __init__(self, holders: Mapping[Seat, bytes]) -> None:
        """Begin with nothing drawn; `holders` gives the player of a seat."""
        self.spent: set[CardSlot] = set()
        self.ahead: list[tuple[Draw, CardSlot]] = []
        self._holders = holders
        self._drawn: dict[CardSlot, tuple[Seat, CardSlot]] = {}
        self._told: dict[bytes, set[CardSlot]] = {}

    def expect(self, coming: Sequence[Draw], deck: Deck) -> None:
        """Keep slots for the coming draws of a deck: those kept before stay with their seats, in order."""
        if [draw for draw, _ in self.ahead] == list(coming):
            return
        kept: dict[tuple[Seat, int], list[CardSlot]] = {}
        taken = self.taken
        for draw, slot in self.ahead:
            if slot[0] == deck.setting.epoch and slot not in taken:
                kept.setdefault((draw.seat, draw.pack), []).append(slot)
        found: list[tuple[Draw, CardSlot | None]] = []
        for draw in coming:
            old = kept.get((draw.seat, draw.pack), [])
            found.append((draw, old.pop(0) if old else None))
        self.ahead = [(draw, slot) for draw, slot in found if slot is not None]
        for place, (draw, kept_slot) in enumerate(found):
            new = self._choose(draw, deck) if kept_slot is None else None
            if new is not None:
                self.ahead.insert(place, (draw, new))

    def fix(self, draw: Draw, deck: Deck) -> None:
        """Settle the slot of a draw that is due; from now on all others tell their masks of it."""
        key = (draw.epoch, draw.pack, draw.slot)
        if key in self._drawn and self._drawn[key][0] == draw.seat:
            return
        self._drawn.pop(key, None)
        kept = (slot for other, slot in self.ahead if (other.seat, other.pack) == (draw.seat, draw.pack))
        own = next((slot for slot in kept if slot[0] == draw.epoch), None)
        slot = own or self._choose(draw, deck) or self._other(draw, deck)
        if slot is None:
            return
        self.ahead = [one for one in self.ahead if one[1] != slot]
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
        taken, epoch = self.taken, deck.setting.epoch
        for pack, size in enumerate(deck.setting.sizes):
            yield from [slot for place in range(size) if (slot := (epoch, pack, place)) not in taken]

    def hand(self, seat: Seat) -> tuple[CardSlot, ...]:
        """Give the slots that a seat has drawn and not opened, in the order of drawing."""
        spent = self.spent
        return tuple([slot for drawer, slot in self._drawn.values() if drawer == seat and slot not in spent])

    def drawer(self, slot: CardSlot) -> bytes | None:
        """Give the player who has drawn a slot."""
        for seat, drawn in self._drawn.values():
            if drawn == slot:
                return self._holders[seat]
        return None

    def _choose(self, draw: Draw, deck: Deck) -> CardSlot | None:
        """Choose the free slot that most have told, but not the drawing player; the topmost of equals; else change."""
        kept = {slot for _, slot in self.ahead}
        free = [slot for slot in self.rest(deck) if slot[1] == draw.pack and slot not in kept]
        own = self._told.get(self._holders[draw.seat], ())
        fit = [slot for slot in free if slot not in own]
        return max(fit, key=self._told_by) if fit else self._changed(draw, free)

    def _changed(self, draw: Draw, free: Iterable[CardSlot]) -> CardSlot | None:
        """Take a slot kept for another who can have a free one instead; a told one if there is none."""
        free = list(free)
        for place, (other, slot) in enumerate(self.ahead):
            instead = next((one for one in free if not self._has_told(other, one)), None)
            if other.pack == draw.pack and not self._has_told(draw, slot) and instead is not None:
                self.ahead[place] = (other, instead)
                return slot
        return next(iter(free), None)

    def _told_by(self, slot: CardSlot) -> int:
        return sum([slot in told for told in self._told.values()])

    def _other(self, draw: Draw, deck: Deck) -> CardSlot | None:
        """Choose among the slots kept for others: where no other is left, they draw no more, or from another deck."""
        left = [slot for slot in self.rest(deck) if slot[1] == draw.pack]
        return next((slot for slot in left if not self._has_told(draw, slot)), next(iter(left), None))

    def _has_told(self, draw: Draw, slot: CardSlot) -> bool:
        return slot in self._told.get(self._holders[draw.seat], set())
