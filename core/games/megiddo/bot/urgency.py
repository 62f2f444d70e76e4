"""How urgent each empty point is at first sight: lines begun, captures, threats made, met and run into.

This is knowledge for searches, not rules: `core.games.megiddo.rules.movement` says what a capture takes.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from core.games.megiddo.bot.weights import MegiddoWeights
from core.games.megiddo.rules.board import LENGTH, LINES, POINTS, Edges, Window, bits, windows
from core.games.megiddo.rules.ruleset import Rules

TAKE, MENACE, SHELTER, EXPOSE = range(4)
"""What a stone on an empty point of a window does: take; threaten to take; save its own; expose them."""


class UrgencyTable:
    """The weights as a search looks them up.

    `extend` and `block` are by the number of stones on the line. `haste` is by what a stone does in a window, at the
    beginning of a game; `nearer` is added once the capturing colour has all but won by its captures. `stone` is the
    worth of a captured stone. `ground` is what each point is worth on an empty board without its lines.
    """

    def __init__(self, weights: MegiddoWeights, edges: Edges, *, reverse: bool) -> None:
        """Take them from the weights; a full line and a capture are counted elsewhere."""
        by = weights
        self.extend = (by.extend_0, by.extend_1, by.extend_2, by.extend_3, by.extend_4, 0.0, 0.0)
        self.block = (0.0, by.block_1, by.block_2, by.block_3, by.block_4, by.block_5, 0.0)
        self.haste = (0.0, by.menace, by.shelter, by.expose)
        self.nearer = (0.0, by.menace_near, by.shelter_near, by.expose_near)
        self.stone = by.stone
        self.ground = tuple([by.bare * count for count in takable(edges, reverse=reverse)])

    def worth_of(self, taken: int, before: int, arbatta: int) -> float:
        """Give the worth of a capture to a colour with some earlier captures."""
        return self.stone * taken.bit_count() * (1.0 + 2.0 * (before / arbatta))


LineCounts = tuple[tuple[int, int], ...]
Table = tuple[tuple[int, dict[int, LineCounts]], ...]


@cache
def takable(edges: Edges, *, reverse: bool) -> tuple[int, ...]:
    """Give for each point the windows in which a stone on it could be taken: between two others, or with `reverse`."""
    counts = [0] * POINTS
    for window in windows(edges).all:
        for point in window if reverse else window[1:3]:
            counts[point] += 1
    return tuple(counts)


_LINES = tuple((line.mask, line.points) for line in LINES)


@cache
def table(edges: Edges, *, reverse: bool) -> Table:
    """Give, for each window, its set and the effects of its contents: point and kind, by my stones and the foes'.

    The key of the contents is the set of mine with the set of the foes' above it; without foes there is nothing.
    """
    return tuple((bits(window), dict(_contents(window, reverse=reverse))) for window in windows(edges).all)


def _contents(window: Window, *, reverse: bool) -> list[tuple[int, LineCounts]]:
    found = []
    for signs in product(".xo", repeat=LENGTH):
        text = "".join(signs)
        hits = _hits(window[:2], text, reverse) + _hits(window[:1:-1], text[::-1], reverse)
        if hits:
            mine, foe = (
                bits(tuple(point for point, sign in zip(window, signs, strict=True) if sign == each)) for each in "xo"
            )
            found.append((mine | foe << POINTS, tuple(dict.fromkeys(hits))))
    return found


def _hits(near: tuple[int, ...], text: str, reverse: bool) -> list[tuple[int, int]]:  # noqa: FBT001 - inner
    """Give what the two points near one end of a window are good for; `text` is its contents from that end on."""
    first = {".oox": TAKE, ".oo.": MENACE, ".xxo": SHELTER}
    second = {"o.x.": EXPOSE, "..xo": EXPOSE}
    if reverse:
        second |= {"o.xo": TAKE, "o..o": MENACE, "x.ox": SHELTER}
        first |= {".o.x": EXPOSE, "..ox": EXPOSE}
    hits = []
    if text in first:
        hits.append((near[0], first[text]))
    if text in second:
        hits.append((near[1], second[text]))
    return hits


def urgencies(
    rules: Rules, by: UrgencyTable, stones: tuple[int, ...], captured: tuple[int, ...], colour: int
) -> tuple[list[float], int, int]:
    """Weigh every point for a colour to move; also give where it would take stones and where it would fill a line."""
    mine = stones[colour]
    foe = 0
    most = 0
    for other, each in enumerate(stones):
        if other != colour:
            foe |= each
            most = max(most, captured[other])
    urges, lines = _lined(by, stones, mine, foe)
    near, nearer = (min((count / (rules.arbatta - 2.0)) ** 2, 1.0) for count in (captured[colour], most))
    weights = [haste + by.nearer[kind] * (near if kind == MENACE else nearer) for kind, haste in enumerate(by.haste)]
    takes = 0
    for mask, contents in table(rules.edges, reverse=rules.reverse):
        theirs = foe & mask
        if theirs:
            for point, kind in contents.get(mine & mask | theirs << POINTS, ()):
                urges[point] += weights[kind]
                if not kind:
                    takes |= 1 << point
    return urges, takes, lines


def _lined(by: UrgencyTable, stones: tuple[int, ...], mine: int, foe: int) -> tuple[list[float], int]:
    """Weigh the points by the lines through them; also give the points that would fill a line."""
    urges = list(by.ground)
    extend, block = by.extend, by.block
    full = 0
    for mask, points in _LINES:
        own = (mine & mask).bit_count()
        if not foe & mask:
            weight = extend[own]
            if own == len(points) - 1:
                full |= mask & ~mine
        elif own or not _alone(stones, foe & mask):
            continue
        else:
            weight = block[(foe & mask).bit_count()]
        for point in points:
            urges[point] += weight
    return urges, full


def _alone(stones: tuple[int, ...], some: int) -> bool:
    """Tell whether some stones are all of one colour."""
    return len(stones) == 2 or any(some & each == some for each in stones)  # noqa: PLR2004 - all others are one
