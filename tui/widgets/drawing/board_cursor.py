"""Where the cursor goes from a spot: by direction, through the targets, or by a label. Pure.

On a map it goes to the nearest town in a direction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import ascii_lowercase

from tui.widgets.drawing.board_frame import Plan, reading_order


def step_target(
    layout: Plan, compass: Iterable[tuple[str, tuple[int, int]]], spot: str, direction: str, column: int
) -> str | None:
    """Give the spot one step from `spot`, None at an edge; a board that wraps has no edge.

    `n` and `s` go to the cell of the next row that is nearest to half-cell `column`; other directions go as `compass`
    has them.
    """
    x, y = layout.places[spot]
    down = {"n": -1, "s": 1}.get(direction[0], 0)
    across, along = layout.wraps
    line_there = (y + down) % layout.rows if along else y + down
    row = [(found, at) for found, (at, line) in layout.places.items() if line == line_there]
    if direction in ("n", "s"):
        wanted = [(abs(at - column), at, found) for found, at in row]
    else:
        stride = abs(dict(compass).get(direction, (2, 0))[0]) if down else 2
        there = x + stride if direction.endswith("e") else x - stride
        there = there % layout.columns if across else there
        wanted = [(0, at, found) for found, at in row if at == there]
    return min(wanted)[2] if wanted else None


def cycle_target(layout: Plan, targets: Iterable[str], spot: str, step: int) -> str | None:
    """Give the target before (-1) or after (1) `spot` in reading order, wrapping around; None without targets."""
    spots = reading_order(targets, layout.places)
    if not spots:
        return None
    if spot in spots:
        return spots[(spots.index(spot) + step) % len(spots)]
    here = layout.places[spot][::-1]
    ahead = next((at for at, found in enumerate(spots) if layout.places[found][::-1] > here), 0)
    return spots[ahead if step > 0 else ahead - 1]


def label_targets(layout: Plan, targets: Iterable[str]) -> Mapping[str, str]:
    """Give each target a label to press, in reading order: one letter, or two if the letters do not suffice."""
    spots = reading_order(targets, layout.places)
    letters = list(ascii_lowercase)
    labels = letters if len(spots) <= len(letters) else [one + two for one in letters for two in letters]
    return dict(zip(spots, labels, strict=False))


TALL = 2.0
"""A row counts as this many columns."""

WAYS = {
    "n": (0, -1),
    "s": (0, 1),
    "w": (-1, 0),
    "e": (1, 0),
    "nw": (-1, -1),
    "ne": (1, -1),
    "sw": (-1, 1),
    "se": (1, 1),
}
"""The steps of the directions in columns and rows."""

CONES = (1.0, 2.5)
"""How far to the side a town may lie, relative to how far ahead; the second value if the first finds none."""

ASIDE = 1.5
"""The weight of a column to the side against one ahead."""


def nearest(places: Mapping[str, tuple[int, int]], spot: str, direction: str) -> str | None:
    """Give the spot nearest to `spot` in a direction of the compass, None where there is none.

    >>> nearest({"a": (0, 0), "b": (9, 1), "c": (4, 0)}, "a", "e")
    'c'
    """
    across, down = WAYS[direction]
    length = (across * across + down * down) ** 0.5
    here = places[spot]
    found: list[tuple[float, float, str]] = []
    for other, (x, y) in places.items():
        east, south = x - here[0], (y - here[1]) * TALL
        ahead = (east * across + south * down) / length
        aside = abs(east * down - south * across) / length
        if ahead > 0:
            found.append((aside / ahead, ahead + ASIDE * aside, other))
    for cone in CONES:
        inside = [(cost, other) for slope, cost, other in found if slope <= cone]
        if inside:
            return min(inside)[1]
    return None
