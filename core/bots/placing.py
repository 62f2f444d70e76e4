"""How a game ended for its sides: shares of the win, and ranks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from core.bots.pairing import Side
from core.game import Outcome


@dataclass(frozen=True, slots=True)
class Placing:
    """For each side its share of the win (all of them together 1) and its rank from 1, those who tie in the mean."""

    shares: tuple[float, ...]
    ranks: tuple[float, ...]


def placed(outcome: Outcome, sides: Sequence[Side]) -> Placing:
    """Place the sides of a game that is over: winners first, then by their points."""
    won = [any(seat in outcome.winners for seat in side) for side in sides]
    points = [outcome.points[side[0]] if side[0] < len(outcome.points) else 0 for side in sides]
    count = sum(won)
    shares = [win / count if count else 1 / len(sides) for win in won]
    worth = [math.inf if win else own for win, own in zip(won, points, strict=True)]
    return Placing(tuple(shares), ranked(worth))


def drawn(count: int) -> Placing:
    """Place `count` sides of a game that nobody has won."""
    return Placing((1 / count,) * count, ranked([0] * count))


def forfeited(count: int, loser: int) -> Placing:
    """Place `count` sides of a game that one of them, `loser`, could not go on with: it is last, the others tie.

    >>> forfeited(4, 2).ranks
    (2.0, 2.0, 4.0, 2.0)
    """
    shares = tuple(0.0 if side == loser else 1 / (count - 1) for side in range(count))
    return Placing(shares, ranked([side != loser for side in range(count)]))


def ranked(worth: Sequence[float]) -> tuple[float, ...]:
    """Rank by worth, the highest first; equals share the mean of their places.

    >>> ranked([5, 9, 5])
    (2.5, 1.0, 2.5)
    """
    order = sorted(worth, reverse=True)
    return tuple(order.index(one) + (order.count(one) + 1) / 2 for one in worth)
