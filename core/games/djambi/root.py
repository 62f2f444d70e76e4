"""The turns open to the seat that thinks, each judged: every piece and goal first, then more places for the best."""

from __future__ import annotations

from math import inf
from random import Random

from core.games.djambi.outlook import Branch, Outlook
from core.games.djambi.path import Cells
from core.games.djambi.state import State
from core.games.djambi.stroke import ALL, DEPOSE, Aim, Stroke, aims, follow, strokes

WHOLE = 90
"""Up to how many turns that touch a chief are all tried."""


def roots(outlook: Outlook, state: State, rng: Random, places: int, wide: int) -> list[Branch]:
    """Give the turns worth a look, best first; none only where every one needs an extra move that was not looked at.

    Every aim is tried with `places` places for its victim; the best aims, and those that touch a chief, with `wide`
    more, some of them by chance.
    """
    found: dict[Cells, Branch] = {}
    ranked: list[tuple[float, int, Aim]] = []
    for number, aim in enumerate(aims(state)):
        if outlook.spent() and found:
            break
        best = max([_add(outlook, state, found, stroke) for stroke in strokes(aim.mover, aim.to, places)], default=-1.0)
        ranked.append((best, number, aim))
    ranked.sort(key=lambda entry: (entry[2].weight < DEPOSE, -entry[0], entry[1]))
    for _, _, aim in [entry for entry in ranked if entry[2].weight][:wide]:
        limit = wide if aim.mover.outstays(aim.to) else ALL
        more = [stroke for stroke in strokes(aim.mover, aim.to, limit) if stroke.path not in found]
        more = more if aim.weight >= DEPOSE and len(more) <= WHOLE else rng.sample(more, min(wide, len(more)))
        for stroke in more:
            if outlook.spent():
                break
            _add(outlook, state, found, stroke)
    return _ranked(outlook, list(found.values()), rng)


def _ranked(outlook: Outlook, branches: list[Branch], rng: Random) -> list[Branch]:
    """Put the best first; among equals chance decides. What a faithful seat never does is left out if it can be."""
    rng.shuffle(branches)
    branches.sort(key=lambda branch: -outlook.liking(outlook.seat, branch))
    honest = [branch for branch in branches if branch.toll > -inf]
    return honest or branches


def _add(outlook: Outlook, state: State, found: dict[Cells, Branch], stroke: Stroke) -> float:
    branch = found[stroke.path] = outlook.branch(state, stroke.path, follow(state, stroke))
    return outlook.liking(outlook.seat, branch)
