"""What is said in the tiny card game of `tests.core.support.card_game`: words, and cards by their faces."""

from __future__ import annotations

from dataclasses import dataclass

from core.game import Spot

NAMES = ("red", "blue", "yellow")
DECK = (1, 2, 3, 4, 5, 6)
WORDS = ("fight", "pass", "resign")


@dataclass(frozen=True, slots=True)
class Say:
    """`fight`, `pass`, `resign`, `lay 3`; of the dealer `talon 6`, `draw red 3`, `draw red ?`."""

    text: str

    def __str__(self) -> str:
        """Give the text."""
        return self.text

    @property
    def path(self) -> tuple[Spot, ...]:
        """Give the word or the card as the only spot; none for what is said out of turn."""
        word = self.text.split()[-1]
        return () if word == "resign" or self.text.startswith(("talon", "draw")) else (Spot(word),)


def faces(text: str) -> tuple[int, ...]:
    """Read the faces of cards with commas between them; nothing where anything else stands."""
    words = text.split(",")
    return tuple(map(int, words)) if all(w.isascii() and w.isdigit() and len(w) < 4 for w in words) else ()
