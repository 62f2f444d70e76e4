"""What a seat thinks of the others: trust and grudge, kept from nothing but the public log and the public talk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.blows import Deed
from core.game import Seat
from core.pact import Fate, Pact

KEPT, SEEN_KEPT = 0.3, 0.1
"""What part of the way to full trust a kept promise goes: one made to us, one made to somebody else."""
BROKEN, SEEN_BROKEN = 0.3, 0.6
"""What is left of the trust in whoever breaks one."""
BETRAYED = 2.0
"""The grudge for a promise to us that was broken; a piece lost is 1."""
FORGETS = 0.98
"""What is left of a grudge after each line of the log."""
FADES = 0.005
"""What part of the way back to the trust in a stranger each line goes."""


@dataclass(frozen=True, slots=True)
class Regard:
    """The trust in one seat, 0 to 1, and the grudge against it, 0 or more."""

    trust: float
    grudge: float


def regards(seat: Seat, count: int, prior: float, story: Sequence[Deed], pacts: Sequence[Pact]) -> tuple[Regard, ...]:
    """Give what `seat` thinks of each of `count` seats after a story, `prior` being its trust in a stranger."""
    trust, grudge = [prior] * count, [0.0] * count
    ended: dict[int, list[Pact]] = {}
    for pact in pacts:
        if pact.line is not None:
            ended.setdefault(pact.line, []).append(pact)
    for deed in story:
        for other in range(count):
            grudge[other] *= FORGETS
            trust[other] += (prior - trust[other]) * FADES
        for blow in deed.blows:
            if seat in blow.victims and blow.deadly and blow.by < count:
                grudge[blow.by] += 1
        for pact in ended.get(deed.number, ()):
            _learn(seat, pact, trust, grudge)
    return tuple(Regard(*both) for both in zip(trust, grudge, strict=True))


def _learn(seat: Seat, pact: Pact, trust: list[float], grudge: list[float]) -> None:
    ours = seat in pact.parties
    if pact.fate is Fate.BROKEN:
        for culprit in pact.by:
            trust[culprit] *= BROKEN if ours else SEEN_BROKEN
            grudge[culprit] += BETRAYED if ours else 0
    elif pact.fate is Fate.KEPT:
        for other in pact.bound:
            trust[other] += (1 - trust[other]) * (KEPT if ours else SEEN_KEPT)
