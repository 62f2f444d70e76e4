"""The symmetries of the board: how it can be turned and mirrored so that lines, captures and slides stay what they are.

The six radials are alike, either way round. Inside and outside are alike too. Where the edges are closed, rings follow
each other as radials do, and both may change places.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product

from core.games.megiddo.rules.board import LINES, POINTS, SIDE, Edges, all_windows, listed, members, place
from core.games.megiddo.rules.state import State

Image = tuple[int, ...]
"""Where each point goes."""


def likeness(state: State) -> State:
    """Give the same position as it stands in the first of its images: equal for positions that are alike."""
    if state.outcome is not None:
        return state
    rules = state.rules
    least = min(
        tuple([_turned(image, each) for each in state.stones]) for image in images(rules.edges, slide=rules.slide)
    )
    return replace(state, stones=least)


def _turned(image: Image, stones: int) -> int:
    turned = 0
    for point in listed(stones):
        turned |= 1 << image[point]
    return turned


@cache
def images(edges: Edges, *, slide: bool) -> tuple[Image, ...]:
    """Give every symmetry of an edge variant, with or without slides."""
    kept = _structure(tuple(range(POINTS)), edges, slide=slide)
    return tuple(image for image in _candidates() if _structure(image, edges, slide=slide) == kept)


def _candidates() -> Iterator[Image]:
    steps, turns = range(SIDE), (1, -1)
    for swap, turn, way, radial, ring in product((False, True), turns, turns, steps, steps):
        yield tuple(
            _place(turn * at + radial, way * off + ring, swap=swap)
            for at, off in (divmod(p, SIDE) for p in range(POINTS))
        )


def _place(radial: int, ring: int, *, swap: bool) -> int:
    return place(ring, radial) if swap else place(radial, ring)


def _structure(image: Image, edges: Edges, *, slide: bool) -> frozenset[object]:
    """Give the lines that win, those that capture, and the steps of a slide, all seen in an image."""
    lines = {_turned(image, line.mask) for line in LINES}
    rows = (tuple([image[point] for point in window]) for window in all_windows(edges))
    windows = {min(row, row[::-1]) for row in rows}
    steps = (divmod(point, SIDE) for point in members((1 << POINTS) - 1)) if slide else ()
    slides = {
        frozenset({image[place(radial, ring)], image[place(radial, ring + 1)]})
        for radial, ring in steps
        if ring + 1 < SIDE
    }
    return frozenset([*lines, *windows, *slides])
