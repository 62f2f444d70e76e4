"""What is done in the tiny card game of `tests.net.support.toy_games.toy_card_game`."""

from __future__ import annotations

from dataclasses import dataclass

from core.game import Spot

NAMES = ("red", "blue", "yellow", "green")
OPEN = (2, 4)
FIRST = (1, 3, 5, 7, 9, 11)


@dataclass(frozen=True, slots=True)
class Deed:
    """What is done, as its text says."""

    text: str

    def __str__(self) -> str:
        """Give the text."""
        return self.text

    @property
    def word(self) -> str:
        """The first word."""
        return self.text.split(" ")[0]

    @property
    def number(self) -> int:
        """The number at the end."""
        return int(self.text.split(" ")[-1])

    @property
    def path(self) -> tuple[Spot, ...]:
        """Give the text as the only spot; nothing for a declaration."""
        return () if self.word in {"abandon", "draw_game"} else (Spot(self.text),)
