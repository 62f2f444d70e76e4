"""The greatest number that holds: doubled until it does not, then halved in between."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

FINE = 0.1
"""So near to the ceiling is near enough, as a share of it."""


async def hunt(holds: Callable[[int], Awaitable[bool]], first: int, most: int) -> int:
    """Find the greatest number up to `most` that holds, from `first` on; 0 where not even 1 does.

    The number given has been tried and held; one that is `FINE` greater has not, or is beyond `most`.
    """
    low, high = 0, 0
    number = min(first, most)
    while not high:
        if await holds(number):
            low = number
            if number == most:
                return most
            number = min(2 * number, most)
        else:
            high = number
    while high - low > max(1, FINE * high):
        middle = (low + high) // 2
        low, high = (middle, high) if await holds(middle) else (low, middle)
    return low
