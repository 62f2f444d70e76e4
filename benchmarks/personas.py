"""Personas at a table: how many promises each keeps, beside the goal that the loyal keep all.

    python benchmarks/personas.py [--games 200] [--plies 80] [--seed 1] [--jobs 2] [--level greedy]

Djambi with four seats; the six personas take turns in them, each with the eyes of the level. The greedy bot's are
half shut, so that many games are soon played.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from core.bots import DEFAULT_LEVEL, of  # noqa: E402 the path comes first
from core.bots.persona import Persona  # noqa: E402
from core.diplomacy.pact import Fate  # noqa: E402
from tests.core.support.parlour import NODES, Parlour  # noqa: E402

Count = tuple[Persona, Fate]


def evening(seed: int, plies: int, level: str) -> Counter[Count]:
    """Play one match; count for each persona what became of what it had promised."""
    seats = tuple(Random(seed).sample(tuple(Persona), 4))
    parlour = Parlour(seats, seed, level=level, nodes=NODES if level == DEFAULT_LEVEL else None)
    parlour.play(plies)
    found: Counter[Count] = Counter()
    for pact in parlour.pacts:
        for seat in pact.bound:
            fate = pact.fate if pact.fate is not Fate.BROKEN or seat in pact.by else Fate.KEPT
            found[seats[seat], fate] += 1
    return found


def main() -> int:
    """Play, print, and give 1 where somebody loyal has broken his word."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    for name, value in (("games", 200), ("plies", 80), ("seed", 1), ("jobs", 2)):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--level", choices=of("djambi"), default=DEFAULT_LEVEL)
    asked = parser.parse_args()
    total: Counter[Count] = Counter()
    with ProcessPoolExecutor(asked.jobs) as pool:
        for found in pool.map(
            partial(evening, plies=asked.plies, level=asked.level), range(asked.seed, asked.seed + asked.games)
        ):
            total.update(found)
    for persona in Persona:
        kept, broken = total[persona, Fate.KEPT], total[persona, Fate.BROKEN]
        rest = {fate: total[persona, fate] for fate in (Fate.RUNNING, Fate.LAPSED, Fate.WITHDRAWN)}
        goal = f"  goal 100 %: {'missed' if broken else 'met'}" if persona is Persona.LOYAL else ""
        share = f"{100 * kept / (kept + broken):5.1f} %" if kept + broken else "    – "
        told = ", ".join(f"{fate} {count}" for fate, count in rest.items())
        print(f"{persona:14} kept {kept:4} of {kept + broken:4}  {share}  ({told}){goal}")
    return 1 if total[Persona.LOYAL, Fate.BROKEN] else 0


if __name__ == "__main__":
    sys.exit(main())
