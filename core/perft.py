"""Counting what the rules allow to a depth: the figure by which implementations compare themselves."""

from __future__ import annotations

from typing import Any

from core.chance import Dealer
from core.game import DEALER, State


def perft(state: State[Any], depth: int, dealer: Dealer | None = None) -> list[int]:
    """Count the sequences of 1, 2, ... `depth` decisions from a state; the last ply is listed only, not played.

    Declarations do not count; what chance owes is played by `dealer` and counts neither; a finished game has no
    successors. The stack is kept here, so that no depth runs into
    the interpreter's limit.
    """
    counts = [0] * depth
    waiting = [(state, 0)]
    while waiting:
        here, level = waiting.pop()
        while dealer is not None and here.active == (DEALER,):
            here = here.play(DEALER, dealer.deal(here))
        for seat in here.active[:1]:
            actions = list(here.legal(seat))
            counts[level] += len(actions)
            if level + 1 < depth:
                waiting.extend((here.play(seat, action), level + 1) for action in actions)
    return counts
