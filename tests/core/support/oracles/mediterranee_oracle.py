"""A second telling of Méditerranée's combats, written from the rules alone: one function, no stages, no sealing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

Ask = Callable[[int, int], list[int]]
"""Give the cards that a side (0 attacks, 1 defends) puts down: side, how many."""

Spy = Callable[[int], bool]
"""Tell whether a side declares a spy."""


@dataclass
class Told:
    """What a combat came to: the winner (0, 1, or None for neither), the cards spent and the Kings gone."""

    winner: int | None = None
    spent: list[int] = field(default_factory=list)
    kings: int = 0


def strength(piece: str, enemy: str, cards: list[int]) -> int:
    """Add cards up as the printed summary says."""
    ranked = sorted(cards)
    if piece == "E" and enemy in "ECF":
        ranked.append(ranked[-1])
    if piece == "C" and len(ranked) > 1:
        ranked.append(ranked[0])
    return sum(ranked)


def combat(pieces: str, sizes: tuple[int, int], ask: Ask, spy: Spy) -> Told:
    """Fight a combat out."""
    told = Told()

    def lay(side: int, number: int) -> list[int]:
        cards = ask(side, number)
        told.spent += [card for card in cards if card not in {0, 15}]
        told.kings += sum(card == 15 for card in cards)
        return cards

    while True:
        cards = [lay(0, sizes[0]), lay(1, sizes[1])]
        declared = [sum(cards[side]) == 2 and spy(side) for side in (0, 1)]
        if all(declared):
            continue
        for side in (0, 1):
            if declared[side]:
                cards[side] = lay(side, sizes[side])
        break
    while True:
        one, other = strength(pieces[0], pieces[1], cards[0]), strength(pieces[1], pieces[0], cards[1])
        if one != other:
            told.winner = int(other > one)
        if one != other or one == 0:
            return told
        cards = [lay(0, 1), lay(1, 1)]
