"""The whole menu: what has to happen now and then, else the simulator has gone soft."""

from __future__ import annotations

from collections.abc import Container

from net.log.chain import Refusal
from net.wire.codec import Flaw
from tests.sim.club_evening import HAPPENINGS as CLUBS
from tests.sim.haste import Haste
from tests.sim.overheard import Repair
from tests.sim.people.cheat import STEPS, Trick
from tests.sim.people.departure import HAPPENINGS
from tests.sim.people.forgery import FORGERIES
from tests.sim.people.handover import HAPPENINGS as HANDOVERS
from tests.sim.version import Version
from tests.sim.world.weather import Fault

REFUSALS = tuple(f"refused: {one.name.lower()}" for one in (*Flaw, *Refusal))
OTHERS = ("refused: noisy", "refused: bundle", "refused: unsigned")
"""Too many requests, bundles that are not read to the end, and what a client would sign and may not."""
TALKS = "negotiation phases", "talks cut short"
COURSES = ("taken back", "pauses", "clocks", *TALKS, "receipts", "waits ended, with a clock")

MASKS = tuple(f"a mask {how}" for how in FORGERIES)
"""The true mask of a card, written as it may not be."""

FAULTS = tuple(str(fault) for fault in Fault if fault is not Fault.CHEAT)
MENU: tuple[str, ...] = tuple(
    dict.fromkeys(
        (
            *FAULTS,
            *map(str, Trick),
            *MASKS,
            *(f"stalls at {step.name.lower()}" for step in STEPS),
            *map(str, Haste),
            *map(str, Repair),
            *(str(version) for version in Version if version is not Version.PRESENT),
            *REFUSALS,
            *OTHERS,
            *COURSES,
            *HAPPENINGS,
            *CLUBS,
            *HANDOVERS,
        )
    )
)
"""Everything that happens to somebody in some evening: faults, tricks, haste, repairs, refusals, and what people do."""
RARE: frozenset[str] = frozenset(
    {
        *MASKS,
        "two of one identity",
        "changed after the seal",
        "goes on beyond his room",
        "stalls at commit",
        "stalls at deck2",
        "refused: talked_out",
        "refused: full",
        "refused: unsigned",
    }
)
"""What the short evenings of the tests may go without; a long run may not."""


def missing(happened: Container[str]) -> tuple[str, ...]:
    """List what has never happened."""
    return tuple(what for what in MENU if what not in happened)
