"""A hand of cards: which of them are picked, and the text that lays them down or pays with them. Pure."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace

from core.game import Seat
from core.scene import Scene
from tui.table.move_entry import MoveEntry, is_card

KEYS = {"t": 10, "k": 15, "r": 15}
"""The keys of the faces with two digits: ten, King and *Roi*; the others have their digit."""

PAY = "pay"
"""The word before the cards of a payment."""


@dataclass(frozen=True, slots=True)
class HandSelection:
    """A hand and the cards picked from it: `picked` are places in `faces`; `wanted` is how many to lay.

    `wanted` is 0 while no card is asked for, and None if any number may be picked (a payment; `word` is then `pay`).
    """

    faces: tuple[int | None, ...] = ()
    picked: tuple[int, ...] = ()
    wanted: int | None = 0
    word: str = "cards"

    @property
    def asked(self) -> bool:
        """Whether cards are to be picked now."""
        return self.wanted != 0

    @property
    def chosen(self) -> tuple[int, ...]:
        """The faces picked, the highest first."""
        return tuple(sorted((face for at in self.picked if (face := self.faces[at]) is not None), reverse=True))

    @property
    def text(self) -> str:
        """The canonical text of what is picked, empty if that is nothing or not enough yet."""
        enough = bool(self.picked) if self.wanted is None else len(self.picked) == self.wanted
        return f"{self.word} {'+'.join(map(str, self.chosen))}" if enough and self.asked else ""

    def toggle(self, at: int) -> HandSelection:
        """Pick the card at a place or put it back. If enough are picked, the first one makes room."""
        if not self.asked or not 0 <= at < len(self.faces) or self.faces[at] is None:
            return self
        if at in self.picked:
            return replace(self, picked=tuple(other for other in self.picked if other != at))
        kept = self.picked
        if self.wanted is not None and len(kept) >= self.wanted:
            kept = kept[1:]
        return replace(self, picked=(*kept, at))

    def press(self, key: str) -> HandSelection | None:
        """Pick one more card of a face by key, or put all back if all are picked; None for another key."""
        face = int(key) if key.isascii() and key.isdigit() and len(key) == 1 else KEYS.get(key.lower())
        if face is None or not self.asked:
            return None
        places = [at for at, own in enumerate(self.faces) if own == face]
        free = [at for at in places if at not in self.picked]
        if free:
            return self.toggle(free[0])
        return replace(self, picked=tuple(at for at in self.picked if at not in places))

    def follow(self, newer: HandSelection) -> HandSelection:
        """Give a newer holding. The picked cards stay if it is the same hand and the same request."""
        same = (self.faces, self.wanted, self.word) == (newer.faces, newer.wanted, newer.word)
        return replace(newer, picked=self.picked) if same else newer


def held(scene: Scene | None, choice: MoveEntry | None, seat: Seat | None) -> HandSelection:
    """Give the hand of a seat with nothing picked. The choice in progress says what is asked for."""
    if scene is None or scene.cards is None or seat is None:
        return HandSelection()
    hand = next((hand for hand in scene.cards.hands if hand.seat == seat), None)
    if hand is None:
        return HandSelection()
    if choice is None or choice.seat != seat or not any(map(is_card, choice.targets)):
        return HandSelection(hand.faces)
    if choice.prefix[:1] == (PAY,):
        return HandSelection(hand.faces, (), None, PAY)
    fight = scene.cards.fight
    sides = (fight.attacker, fight.defender) if fight else ()
    return HandSelection(hand.faces, (), next((side.owes for side in sides if side.seat == seat), 1))


def sayings(choice: MoveEntry | None, places: Container[str]) -> tuple[str, ...]:
    """Give the words, neither on the board (`places`) nor cards, that may be said next or instead of a picked piece."""
    first = choice.prefix[0] if choice and len(choice.prefix) == 1 else None
    begun = choice.back() if choice and (first in places or waiting_word(choice, places)) else choice
    return tuple(spot for spot in begun.targets if spot not in places and not is_card(spot)) if begun else ()


def waiting_word(choice: MoveEntry | None, places: Container[str]) -> str:
    """Give the word that is the whole choice and waits to be confirmed; empty if none does."""
    first = choice.prefix[0] if choice and len(choice.prefix) == 1 and choice.done else ""
    return "" if first in places or is_card(first) else first
