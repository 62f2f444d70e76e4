"""Plots of a few characters: bars shared out, spans with their middle, a line of heights. Pure."""

from __future__ import annotations

from collections.abc import Sequence

_HEIGHTS = "▁▂▃▄▅▆▇█"
_LOW = "_.-=^"


def whisker(mid: float, spread: float, scale: tuple[float, float], width: int, *, plain: bool = False) -> str:
    """Give a span exactly `width` wide: from `mid - spread` to `mid + spread` on a `scale`, `mid` marked.

    >>> whisker(5, 2, (0, 10), 11), whisker(0, 9, (0, 10), 6, plain=True)
    ('   ├─●─┤   ', 'o---> ')
    """
    line, dot, ends = ("-", "o", ("<", ">")) if plain else ("─", "●", ("├", "┤"))
    low, high = scale
    step = (high - low) / (width - 1) or 1.0
    left, at, right = (min(max(round((x - low) / step), 0), width - 1) for x in (mid - spread, mid, mid + spread))
    row = [" "] * left + [line] * (right - left + 1) + [" "] * (width - 1 - right)
    row[left], row[right] = ends
    row[at] = dot
    return "".join(row)


def shares(won: int, shared: int, lost: int, width: int) -> tuple[int, int, int]:
    """Share `width` columns out between three counts; each that is not nothing has a column at least.

    >>> shares(1, 0, 1, 10), shares(98, 1, 1, 10), shares(0, 0, 0, 10)
    ((5, 0, 5), (8, 1, 1), (0, 0, 0))
    """
    counts = (won, shared, lost)
    total = sum(counts)
    if not total:
        return 0, 0, 0
    room = [max(1, round(count * width / total)) if count else 0 for count in counts]
    while sum(room) != width:
        at = room.index(max(room))
        room[at] += 1 if sum(room) < width else -1
    return room[0], room[1], room[2]


def spark(values: Sequence[float], width: int = 0, *, plain: bool = False) -> str:
    """Give the heights of values, one column each, the last `width` of them (0: all).

    >>> spark((1, 2, 4)), spark((3, 3)), spark((1, 2, 4), plain=True), spark(())
    ('▁▃█', '▁▁', '_.^', '')
    """
    shown = values[-width:] if width else values
    steps = _LOW if plain else _HEIGHTS
    low, high = min(shown, default=0.0), max(shown, default=0.0)
    span = (high - low) or 1.0
    return "".join(steps[int((value - low) / span * (len(steps) - 1))] for value in shown)
