"""Draws: which slot of a deck a draw gives, which masks players owe for it, and the cards in their hands.

Shares are published ahead for players who are expected to draw, so a slot is kept for each of them. When a player drops
out, their slots are free again, but not for players who have published their own masks of them: everybody would see the
card. Such a slot goes to somebody else or, if all who are left have published theirs, comes last, face up. Only what
stands in the game line decides, so that all peers count alike.

`Giving` tells which masks a player has to publish, beside moves and with them. `Hands` knows the faces of drawn cards
as far as they are known here, and proves those that are played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

import msgspec

from core.chance import Chance, Draw
from core.game import Seat
from net.deck.card_deck import UNDEFINED, Deck, Deviated, Deviation
from net.deck.deck_sequence import DeckSequence
from net.wire.card_data import Opening

CardSlot = tuple[int, int, int]
"""Deck, packet, place from the top (all but the deck from 0)."""


class Proof(msgspec.Struct, frozen=True, gc=False):
    """Whether what chance owes is proved, and the lot or the face as far as it is known here."""

    proved: bool
    face: int | None = None


class Draws:
    """The slots drawn at one table, those kept for coming draws, and whose masks the line has published."""

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
        """Settle the slot of a draw that is due; from now on all others publish their masks of it."""
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
        """Return the slot of a draw that was due, None before."""
        seat, slot = self._drawn.get((draw.epoch, draw.pack, draw.slot), (None, None))
        return slot if seat == draw.seat else None

    def tell(self, player: bytes, slot: CardSlot) -> None:
        """Note that a player's mask of a slot was published in the line."""
        self._told.setdefault(player, set()).add(slot)

    @property
    def taken(self) -> set[CardSlot]:
        """The slots drawn."""
        return {slot for _, slot in self._drawn.values()}

    def rest(self, deck: Deck) -> Iterator[CardSlot]:
        """Return the slots of a deck that nobody has drawn."""
        taken, epoch = self.taken, deck.setting.epoch
        for pack, size in enumerate(deck.setting.sizes):
            yield from [slot for place in range(size) if (slot := (epoch, pack, place)) not in taken]

    def hand(self, seat: Seat) -> tuple[CardSlot, ...]:
        """Return the slots that a seat has drawn and not opened, in the order of drawing."""
        spent = self.spent
        return tuple([slot for drawer, slot in self._drawn.values() if drawer == seat and slot not in spent])

    def drawer(self, slot: CardSlot) -> bytes | None:
        """Return the player who has drawn a slot."""
        for seat, drawn in self._drawn.values():
            if drawn == slot:
                return self._holders[seat]
        return None

    def _choose(self, draw: Draw, deck: Deck) -> CardSlot | None:
        """Choose the free slot whose masks most others published, the topmost of equals; if none fits, change."""
        kept = {slot for _, slot in self.ahead}
        free = [slot for slot in self.rest(deck) if slot[1] == draw.pack and slot not in kept]
        own = self._told.get(self._holders[draw.seat], ())
        fit = [slot for slot in free if slot not in own]
        return max(fit, key=self._told_by) if fit else self._changed(draw, free)

    def _changed(self, draw: Draw, free: Iterable[CardSlot]) -> CardSlot | None:
        """Take a slot kept for another seat that can have a free one instead; a published one if there is none."""
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
        """Choose among the slots kept for others when no other is left: they draw no more, or from another deck."""
        left = [slot for slot in self.rest(deck) if slot[1] == draw.pack]
        return next((slot for slot in left if not self._has_told(draw, slot)), next(iter(left), None))

    def _has_told(self, draw: Draw, slot: CardSlot) -> bool:
        return slot in self._told.get(self._holders[draw.seat], set())


class Giving:
    """The masks that one player owes of the decks and draws of a dealing; nothing is kept here."""

    def __init__(self, decks: DeckSequence, draws: Draws, holders: Mapping[Seat, bytes]) -> None:
        """Use the decks and draws of a dealing; `holders` gives the player of a seat."""
        self._decks, self._draws, self._holders = decks, draws, holders

    def riding(self, me: bytes) -> tuple[Opening, ...]:
        """Return the shares for a move of `me`: for the next draws before their own, except those of the next player.

        The next player's shares wait until the turn has ended: it may drop somebody out, and the draws shift.
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
        """Return the masks that `me` must publish now: of the card drawn, or of all cards once `me` draws no more."""
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


class Hands:
    """The drawn cards of all seats at one table, seen by the player `me` (empty: by a watcher)."""

    def __init__(self, decks: Mapping[int, Deck], draws: Draws, holders: Mapping[Seat, bytes], me: bytes) -> None:
        """Use the decks and draws of a dealing; nothing is kept here."""
        self._decks, self._draws, self._holders, self.me = decks, draws, holders, me

    def faces(self, seat: Seat) -> tuple[int | None, ...]:
        """Return the faces that a seat has drawn and not opened, in order, None for those unknown here."""
        return tuple(self._face(slot) for slot in self._draws.hand(seat))

    def openings(self, seat: Seat, faces: Iterable[int]) -> tuple[Opening, ...] | None:
        """Prove the faces that the owner plays from a seat's drawn cards; None if the seat has not drawn them."""
        wanted, found = Counter(faces), list[Opening]()
        mine = self._draws.hand(seat) if self._holders.get(seat) == self.me else ()
        for slot in mine:
            face, (epoch, pack, place) = self._face(slot), slot
            if face is not None and wanted[face] > 0:
                wanted[face] -= 1
                found.append((epoch, pack, place, self._decks[epoch].share(pack, place)))
        return tuple(found) if not wanted.total() else None

    def check(self, author: bytes, seat: Seat, faces: Iterable[int], shares: Iterable[Opening]) -> Deviated | None:
        """Tell whether shares prove the faces that `author` plays from a seat's drawn cards; None: they do.

        Shares of other slots are ignored.
        """
        hand = self._draws.hand(seat) if self._holders.get(seat) == author else ()
        opened = {share[:3]: share[3] for share in shares if share[:3] in hand}
        found = [self._decks[slot[0]].face_by(author, slot[1], slot[2], key) for slot, key in opened.items()]
        if Counter(found) == Counter(faces):
            return None
        return Deviated(author, Deviation.OPENING, next((epoch for epoch, _, _ in opened or hand), 0))

    @property
    def undefined(self) -> bool:
        """Whether a drawn slot is publicly no card."""
        drawn = [(self._decks[epoch], pack, place) for epoch, pack, place in self._draws.taken if epoch in self._decks]
        found = ((deck, slot) for deck, *slot in drawn if deck.complete)
        return any(deck.face(*slot) == UNDEFINED and not deck.missing(*slot) for deck, slot in found)

    def known(self, draw: Draw) -> int | None:
        """Return the face of a draw that was made, as far as it is known here."""
        slot = self._draws.of(draw)
        face = None if slot is None else self._face(slot)
        return None if face == UNDEFINED else face

    def told(self, draw: Draw) -> int | None:
        """Return the face of a draw that was made, as far as the seeds opened in the audit tell it."""
        slot = self._draws.of(draw)
        deck = self._decks.get(draw.epoch)
        if slot is None or deck is None or not deck.complete:
            return None
        if deck.missing(*slot[1:]):
            for player in deck.seeds:
                deck.give_all(player)
        face = deck.face(*slot[1:])
        return None if face == UNDEFINED else face

    def rest(self, epoch: int) -> tuple[tuple[int, ...], ...] | None:
        """Return the undrawn cards of each packet of a deck, as the audit tells them; None if it does not."""
        deck = self._decks.get(epoch)
        if deck is None or not deck.complete:
            return None
        for player in deck.seeds:
            deck.give_all(player)
        slots = sorted(self._draws.rest(deck))
        faces = [(pack, deck.face(pack, place)) for _, pack, place in slots]
        if any(face is None or face == UNDEFINED for _, face in faces):
            return None
        packs = range(len(deck.setting.sizes))
        return tuple(tuple(face for at, face in faces if at == pack and face is not None) for pack in packs)

    def _face(self, slot: CardSlot) -> int | None:
        deck = self._decks.get(slot[0])
        return None if deck is None or not deck.complete else deck.face(*slot[1:])
