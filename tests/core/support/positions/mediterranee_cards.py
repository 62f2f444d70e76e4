"""Cards of Méditerranée without a board: tables, first talons, draws, and all faces there are."""

from __future__ import annotations

from collections import Counter

from core.chance import Draw, Lot
from core.games.mediterranee.cards.card_face import joined
from core.games.mediterranee.cards.card_state import Cards

FOUR = ((1, 1, 1, 1), (0, 0, 1, 1))
TWO = ((2, 2), (0, 1))
THREE = ((1, 2, 1), (1, 0, 1))
ODD = (1, 3, 5, 7, 9) * 4


def cards(table: tuple[tuple[int, ...], tuple[int, ...]] = FOUR, *, match: bool = False) -> Cards:
    states, sides = table
    return Cards.opening(states, sides, match=match)


def shuffled(table: tuple[tuple[int, ...], tuple[int, ...]] = FOUR, *, match: bool = False, lot: int = 0) -> Cards:
    found = cards(table, match=match)
    while (owed := found.owing(0, 0)) is not None:
        found = found.dealt(owed, lot if isinstance(owed, Lot) else None)
    return found


def drawn(found: Cards, seat: int, face: int | None) -> Cards:
    owed = found.owing(seat, 1)
    assert isinstance(owed, Draw)
    return found.dealt(owed, face)


def everything(found: Cards) -> Counter[int]:
    """Count every face of the game, wherever it is."""
    located = [face for hand in found.hands for face in hand.located]
    unseen = joined(*found.talon.unseen, *found.talon.waiting)
    return Counter([*located, *unseen, *found.spent, *[15] * found.kings])
