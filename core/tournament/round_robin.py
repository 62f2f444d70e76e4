"""Round robin: everybody meets everybody, by the Berger tables.

Entrants are numbers from 0. With an odd number of entrants one has a bye in each round.
"""

from __future__ import annotations

from core.fault import Fault, sentence

Pairing = tuple[int, int | None]
"""Who plays first and who plays second; None: the first has a bye."""

Round = tuple[Pairing, ...]

FEWEST = 2
"""Entrants of a tournament."""

TOO_FEW = sentence("A tournament needs {least} entrants at least, not {found}.")


def berger(entrants: int, *, double: bool = False) -> tuple[Round, ...]:
    """Give all rounds for that many entrants; `double` repeats them with the sides exchanged. Raises `Fault`.

    >>> berger(4)
    (((0, 3), (1, 2)), ((3, 2), (0, 1)), ((1, 3), (2, 0)))
    """
    if entrants < FEWEST:
        raise Fault(TOO_FEW, least=FEWEST, found=entrants)
    even = entrants + entrants % 2
    once = tuple(_round(number, even, entrants) for number in range(even - 1))
    return (*once, *(tuple(_exchanged(pair) for pair in one) for one in once)) if double else once


def _round(number: int, even: int, entrants: int) -> Round:
    """Pair round `number` from 0: the last entrant stays in their place, the others go around."""
    circle = even - 1
    start = _meets_last(number, circle)
    pairs = [(start, even - 1) if number % 2 == 0 else (even - 1, start)]
    pairs += [_ordered((start + step) % circle, (start - step) % circle) for step in range(1, even // 2)]
    return tuple(_seated(pair, entrants) for pair in pairs)


def _meets_last(number: int, circle: int) -> int:
    """Give the entrant whose double is the sum of that round: they meet the last one."""
    return number * (circle + 1) // 2 % circle


def _ordered(one: int, other: int) -> tuple[int, int]:
    """Let the lower number play first where the difference is odd, the higher where it is even."""
    low, high = sorted((one, other))
    return (low, high) if (high - low) % 2 else (high, low)


def _seated(pair: tuple[int, int], entrants: int) -> Pairing:
    first, second = pair
    if first >= entrants:
        return second, None
    return (first, None) if second >= entrants else pair


def _exchanged(pair: Pairing) -> Pairing:
    first, second = pair
    return pair if second is None else (second, first)
