"""Quorum: how many have to be done waiting where several do not answer."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from itertools import combinations


def carries(others: AbstractSet[bytes], done: Mapping[bytes, AbstractSet[bytes]], least: int) -> bool:
    """Tell whether those who are done waiting for somebody may do without the rest of the `others`.

    `done` has whoever is, each with all whom he is done waiting for. All the others may, however few they are; `least`
    of them may where each is done waiting for each of the rest. Whoever signs more takes nothing from that.
    """
    silent = others - done.keys()
    if not silent:
        return bool(others)
    doubtful = sorted(set().union(*done.values()) & done.keys())
    return any(
        all(silent | set(left) <= done[author] for author in done.keys() - set(left))
        for count in range(min(len(doubtful), len(done) - least) + 1)
        for left in combinations(doubtful, count)
    )
