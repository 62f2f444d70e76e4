"""The fan: how many cards of a hand one row shows, and how far apart. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence

GAPS = (3, 2, 1)
"""The columns of a card beside its face: apart, side by side, as close as can be."""

MARKED = 2
"""The columns of a card beside its face where it is marked, at least."""

MORE = 4
"""The columns that tell how many cards are not shown."""


def spread(faces: Sequence[str], marked: Collection[int], room: int) -> int:
    """Give the largest gap by which all cards fit in `room` columns, 0 where none does; `marked` are wider.

    >>> [spread(["10"] * 4, (0,), room) for room in (20, 16, 13, 12)]
    [3, 2, 1, 0]
    """
    return next((gap for gap in GAPS if sum(widths(faces, marked, gap)) <= room), 0)


def widths(faces: Sequence[str], marked: Collection[int], gap: int) -> list[int]:
    """Give the columns of each card."""
    return [len(face) + (max(gap, MARKED) if at in marked else gap) for at, face in enumerate(faces)]


def window(faces: Sequence[str], marked: Collection[int], at: int, room: int) -> range:
    """Give the places of those round card `at` that fit in `room` columns beside the number of the others.

    >>> window(["1"] * 20, (), 0, 14), window(["1"] * 20, (), 19, 14), window(["1"] * 20, (), 10, 14)
    (range(0, 5), range(15, 20), range(8, 13))
    """
    wide = widths(faces, marked, GAPS[-1])
    start, end, left = at, at, room - MORE
    while True:
        if end < len(faces) and wide[end] <= left and (end - at <= at - start or not start):
            left -= wide[end]
            end += 1
        elif start and wide[start - 1] <= left:
            start -= 1
            left -= wide[start]
        elif end < len(faces) and wide[end] <= left:
            left -= wide[end]
            end += 1
        else:
            return range(start, end)
