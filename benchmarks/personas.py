"""Personas at a table: how many promises each keeps, beside the goal that the loyal keep all.

    python benchmarks/personas.py [--games 200] [--plies 80] [--seed 1] [--jobs 2] [--level greedy]

Djambi with four seats; the six personas take turns in them, each with the eyes of the level. The greedy bot's are
half shut, so that many games are soon played.

    python benchmarks/personas.py --tournament FILE [--game djambi] [--games 500] [--plies 400] [--plot PICTURE]

A tournament: what each persona gets out of its games, with talk and without. The same command goes on where it ended.
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

from benchmarks import persona_tournament  # noqa: E402 the path comes first
from benchmarks.persona_tournament import Contest  # noqa: E402
from benchmarks.plot import bar_chart  # noqa: E402
from core.bots import DEFAULT_LEVEL, of  # noqa: E402
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


def keeping(asked: argparse.Namespace) -> int:
    """Play, print who keeps their word, and give 1 if somebody loyal has broken it."""
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


def tournament(asked: argparse.Namespace) -> int:
    """Play a tournament, print its tables, and draw it; give 1 if somebody loyal has broken their word."""
    contest = Contest(asked.game, asked.plies, asked.level, asked.seed)

    def progress(done: int) -> None:
        print(f"\r{done} of {asked.games}", end="", file=sys.stderr, flush=True)

    try:
        results = persona_tournament.tournament(contest, asked.games, asked.jobs, asked.tournament, progress)
    except persona_tournament.OtherContest as other:
        print(f"{asked.tournament} holds the results of another contest: {other}", file=sys.stderr)
        return 2
    print(file=sys.stderr)
    print("\n".join(persona_tournament.table(results)))
    if asked.plot is not None:
        title = f"Points a game in {len(results)} games of {asked.game}, level {asked.level}"
        bars = persona_tournament.bars(results)
        asked.plot.write_text(bar_chart(title, ("with talk", "without a word"), bars), encoding="utf-8")
    return 1 if any(one.broken for one in persona_tournament.by_persona(results)[Persona.LOYAL]) else 0


def main() -> int:
    """Read the words of the command line and play."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, help="200, in a tournament 500")
    parser.add_argument("--plies", type=int, help="80, in a tournament 400")
    for name, value in (("seed", 1), ("jobs", 2)):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--level", choices=of("djambi"), default=DEFAULT_LEVEL)
    parser.add_argument("--tournament", type=Path, metavar="FILE", help="play a tournament; its games are kept in FILE")
    parser.add_argument("--game", choices=tuple(persona_tournament.TABLES), default="djambi", help="of a tournament")
    parser.add_argument("--plot", type=Path, metavar="PICTURE", help="draw the tournament (SVG)")
    asked = parser.parse_args()
    asked.games = asked.games or (200 if asked.tournament is None else 500)
    asked.plies = asked.plies or (80 if asked.tournament is None else 400)
    return keeping(asked) if asked.tournament is None else tournament(asked)


if __name__ == "__main__":
    sys.exit(main())
