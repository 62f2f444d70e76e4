"""Knock-out: who loses is out. The first entrants have byes in the first round, and meet as late as possible.

Entrants are numbers from 0, the first seed first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.fault import Fault, sentence
from core.tournament.round_robin import FEWEST, TOO_FEW, Pairing, Round

UNDECIDED = sentence("The game of {first} and {second} has no winner yet: the next round waits for it.")


def bracket(entrants: int) -> Round:
    """Give the first round for that many entrants: the byes go to the first seeds. Raises `Fault`.

    >>> bracket(6)
    ((0, None), (3, 4), (1, None), (2, 5))
    """
    if entrants < FEWEST:
        raise Fault(TOO_FEW, least=FEWEST, found=entrants)
    places = [0]
    while len(places) < entrants:
        size = 2 * len(places)
        places = [place for seed in places for place in (seed, size - 1 - seed)]
    return _paired([seed if seed < entrants else None for seed in places])


def rounds_of(entrants: int) -> int:
    """Give the number of rounds: 3 for 5 to 8 entrants."""
    return max(1, (entrants - 1).bit_length())


def next_round(pairs: Round, winners: Mapping[Pairing, int]) -> Round:
    """Pair those who are left, in the order of the bracket; byes go on by themselves. Raises `Fault`.

    `winners` names the winner of each pairing. The last round leaves one entrant and no pairing.
    """
    left: list[int] = []
    for pair in pairs:
        first, second = pair
        if second is not None and winners.get(pair) not in pair:
            raise Fault(UNDECIDED, first=first, second=second)
        left.append(first if second is None else winners[pair])
    return _paired(left) if len(left) > 1 else ()


def _paired(places: Sequence[int | None]) -> Round:
    pairs: list[Pairing] = []
    for one, other in zip(places[::2], places[1::2], strict=True):
        first, second = (one, other) if one is not None else (other, one)
        assert first is not None
        pairs.append((first, second))
    return tuple(pairs)
