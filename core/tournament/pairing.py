"""Who plays where: sides, every way to seat the bots on them, groups of games, and how a game ended for its sides.

The games of a *group* differ only in their seatings. They share one random opening and one order of the cards. A group
has as many games as there are different seatings: two for two bots on two sides (a pair), twenty-four for four bots on
four sides, four for one bot against three alike.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from core.chance import HasPartners
from core.fault import Fault, sentence
from core.game import Outcome, Seat
from core.match.match import Match

TOO_MANY = sentence("There are {bots} bots for {sides} sides: name as many as there are sides, or fewer.")
TOO_FEW = sentence("Name two different bots at least.")

Side = tuple[Seat, ...]
"""The seats that win together, ascending."""

Seating = tuple[int, ...]
"""The number of the bot that plays each side."""


def sides(match: Match) -> tuple[Side, ...]:
    """Give the sides of a match at its start, by their first seats; vacant seats belong to none."""
    vacant = set(match.game.vacant(dict(match.header.options)))
    seats = [seat for seat in map(Seat, range(len(match.names))) if seat not in vacant]
    state = match.state
    found = [tuple(sorted(state.partners(seat))) if isinstance(state, HasPartners) else (seat,) for seat in seats]
    return tuple(dict.fromkeys(found))


def cast(bots: Sequence[str], count: int) -> tuple[str, ...]:
    """Give a bot for each of `count` sides: those named, and the last one again if there are fewer.

    Raises `Fault` if there are too many, or if all bots are the same.

    >>> cast(["3", "greedy"], 4)
    ('3', 'greedy', 'greedy', 'greedy')
    """
    if len(bots) > count:
        raise Fault(TOO_MANY, bots=len(bots), sides=count)
    if len(set(bots)) < 2:  # noqa: PLR2004 - one bot alone cannot be compared
        raise Fault(TOO_FEW)
    return (*bots, *[bots[-1]] * (count - len(bots)))


def seatings(cast: Sequence[str]) -> tuple[Seating, ...]:
    """Give every different way to seat a cast, in a fixed order; bots are numbered by their first place in the cast.

    >>> seatings(("a", "b"))
    ((0, 1), (1, 0))
    >>> seatings(("a", "b", "b"))
    ((0, 1, 1), (1, 0, 1), (1, 1, 0))
    """
    names = tuple(dict.fromkeys(cast))
    return tuple(sorted(set(permutations([names.index(name) for name in cast]))))


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """One game of a contest: its number from 0, the group it belongs to, and its seating."""

    number: int
    group: int
    seating: Seating

    @classmethod
    def of(cls, number: int, ways: Sequence[Seating]) -> ScheduledGame:
        """Give the game of that number: groups follow each other, each with every seating."""
        return cls(number, number // len(ways), ways[number % len(ways)])


def whole(games: int, ways: int) -> int:
    """Give the number of games in whole groups that covers the number asked for.

    >>> whole(10, 24), whole(200, 2)
    (24, 200)
    """
    return -(-games // ways) * ways


@dataclass(frozen=True, slots=True)
class Placing:
    """For each side, its share of the win (all together are 1) and its rank from 1; tied sides get the mean rank."""

    shares: tuple[float, ...]
    ranks: tuple[float, ...]


def placing_of(outcome: Outcome, sides: Sequence[Side]) -> Placing:
    """Place the sides of a finished game: winners first, then by points."""
    won = [any(seat in outcome.winners for seat in side) for side in sides]
    points = [outcome.points[side[0]] if side[0] < len(outcome.points) else 0 for side in sides]
    count = sum(won)
    shares = [win / count if count else 1 / len(sides) for win in won]
    worth = [math.inf if win else own for win, own in zip(won, points, strict=True)]
    return Placing(tuple(shares), ranked(worth))


def drawn(count: int) -> Placing:
    """Place `count` sides of a game that nobody won."""
    return Placing((1 / count,) * count, ranked([0] * count))


def forfeited(count: int, loser: int) -> Placing:
    """Place `count` sides of a game that one of them, `loser`, could not continue: it is last, the others tie.

    >>> forfeited(4, 2).ranks
    (2.0, 2.0, 4.0, 2.0)
    """
    shares = tuple(0.0 if side == loser else 1 / (count - 1) for side in range(count))
    return Placing(shares, ranked([side != loser for side in range(count)]))


def ranked(worth: Sequence[float]) -> tuple[float, ...]:
    """Rank by worth, the highest first; equals share the mean of their ranks.

    >>> ranked([5, 9, 5])
    (2.5, 1.0, 2.5)
    """
    order = sorted(worth, reverse=True)
    return tuple(order.index(one) + (order.count(one) + 1) / 2 for one in worth)
