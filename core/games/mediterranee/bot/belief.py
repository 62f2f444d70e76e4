"""What a player may believe about hidden cards: random hands that agree with everything public (§10).

It is public how many cards each seat holds, what was shown and spent, and what each talon was made of. A player does
not know where the cards drawn by others are, nor where the others think the player's own cards are.
"""

from __future__ import annotations

from random import Random

from core.games.mediterranee.cards.card_face import Faces, joined
from core.games.mediterranee.cards.card_state import Cards

Hands = tuple[Faces, ...]
"""A hand for each seat, ascending."""


def sample_hands(cards: Cards, rng: Random) -> Hands:
    """Draw hands that agree with the cards as somebody knows them; all such deals are equally likely."""
    pools = [list(pool) for pool in cards.talon.unseen]
    for pool in pools:
        rng.shuffle(pool)
    hands = []
    for hand, side in zip(cards.hands, cards.sides, strict=True):
        pool = pools[side if cards.talon.match else 0]
        hands.append(joined(hand.located, [pool.pop() for _ in range(min(hand.unknown, len(pool)))]))
    return tuple(hands)


class Belief:
    """What a seat believes: some deals, and as many that the others may believe in, who see less of its hand."""

    def __init__(self, cards: Cards, seat: int, rng: Random, count: int) -> None:
        """Draw the deals from `cards`, reading only what the seat may know."""
        own = cards.view(seat)
        self.seat = seat
        self.mine: Faces = own.hands[seat].located
        self.deals = [sample_hands(own, rng) for _ in range(count)]
        public = own.view(None)
        self.rumours = [sample_hands(public, rng)[seat] for _ in range(count)] if own.hands[seat].hidden else []

    def hands(self, seat: int) -> tuple[Faces, ...]:
        """Give the possible hands of a seat, each once; for one's own, the true one first, then what others believe."""
        found = (self.mine, *self.rumours) if seat == self.seat else (deal[seat] for deal in self.deals)
        return tuple(dict.fromkeys(found))
