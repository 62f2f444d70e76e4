"""Drawn cards in the hand: their faces as far as they are known here, and the proof of those that are played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from core.chance import Draw
from core.game import Seat
from net.deck import UNDEFINED, Deck, Deviated, Deviation
from net.draws import CardSlot, Draws
from net.hidden import Opening


class Hands:
    """The drawn cards of all seats at one table, seen by the player `me` (empty: by a watcher)."""

    def __init__(self, decks: Mapping[int, Deck], draws: Draws, holders: Mapping[Seat, bytes], me: bytes) -> None:
        """Look at the decks and draws of a dealing; nothing is kept here."""
        self._decks, self._draws, self._holders, self.me = decks, draws, holders, me

    def faces(self, seat: Seat) -> tuple[int | None, ...]:
        """Give the faces that a seat has drawn and not opened, in order, None for those not known here."""
        return tuple(self._face(slot) for slot in self._draws.hand(seat))

    def openings(self, seat: Seat, faces: Iterable[int]) -> tuple[Opening, ...] | None:
        """Prove the faces that the owner plays from among a seat's drawn cards; None where he has not drawn them."""
        wanted, found = Counter(faces), list[Opening]()
        mine = self._draws.hand(seat) if self._holders.get(seat) == self.me else ()
        for slot in mine:
            face, (epoch, pack, place) = self._face(slot), slot
            if face is not None and wanted[face] > 0:
                wanted[face] -= 1
                found.append((epoch, pack, place, self._decks[epoch].share(pack, place)))
        return tuple(found) if not wanted.total() else None

    def check(self, author: bytes, seat: Seat, faces: Iterable[int], shares: Iterable[Opening]) -> Deviated | None:
        """Tell whether shares prove the faces that `author` plays from among a seat's drawn cards; None: they do.

        Shares of other slots are passed over.
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
        """Give the face of a draw that was made, as far as it is known here."""
        slot = self._draws.of(draw)
        face = None if slot is None else self._face(slot)
        return None if face == UNDEFINED else face

    def told(self, draw: Draw) -> int | None:
        """Give the face of a draw that was made, as far as the seeds opened in the audit tell it."""
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
        """Give the cards of each packet of a deck that nobody has drawn, as the audit tells them; None: it does not."""
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
