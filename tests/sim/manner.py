"""What an evening is like besides its weather: who has which version, what is made small, how long one plays.

All of it is drawn by generators of its own, so that the seeds kept from the time before there was any of it still draw
the evenings they drew then: for these there is `PLAIN`.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.sim.haste import CLOSE, Haste, hastes
from tests.sim.version import Version
from tests.sim.world.weather import Fault, Weather

SHORT = 2 / 3
"""The part of the evenings that end after `SHORT_PLIES` of the game line at the latest."""
SHORT_PLIES = 60
BATCH_MS = 10
"""How long what arrives together is collected before a table settles."""
OTHERS = 0.3
"""The part of the evenings at which programs of several versions meet."""
MILD = 0.7
"""The part of the evenings that begin in good weather."""
HURRY = 6
TRICKS = 3
GALLERY = (0, 0, 1, 2, 3)


@dataclass(frozen=True, slots=True)
class Manner:
    """How an evening is spent; without anything said like the first ones.

    `plies` ends it, `watchers` is how many look on (None: as the weather's generator draws), `tricks` how many a cheat
    tries at a time, `mild` tells that the weather is good until the game has begun; a storm lasts a `hurry`th.
    """

    plies: int | None = None
    batch_ms: int = 0
    watchers: int | None = None
    hastes: tuple[Haste, ...] = ()
    versions: tuple[Version, ...] = (Version.PRESENT,)
    tricks: int = 1
    mild: bool = False
    hurry: int = 1


PLAIN = Manner()
"""The manner of the seeds that were kept before there was any other."""


def manner_of(seed: int, weather: Weather, *, short: bool = False) -> Manner:
    """Draw the manner of a seed; a `short` evening has half as many plies and a third of the time."""
    rng = Random(f"manner {seed}")
    lying = bool({Fault.TORN, Fault.EMPTY} & set(weather.sudden))
    small = hastes(Random(f"haste {seed}"), lying=lying)
    return Manner(
        plies=SHORT_PLIES // (1 + short) if rng.random() < SHORT or short else None,
        batch_ms=0 if Haste.BATCH in small else BATCH_MS,
        watchers=rng.choice(GALLERY),
        hastes=small,
        versions=tuple(Version) if rng.random() < OTHERS else (Version.PRESENT,),
        tricks=TRICKS,
        mild=rng.random() < MILD,
        hurry=HURRY if CLOSE & set(small) else 1 + 2 * short,
    )
