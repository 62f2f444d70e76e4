"""A season of a club in real programs: a Swiss whose programs are killed all the time, over a broker that forgets."""

from __future__ import annotations

import argparse
import asyncio
import shutil
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from net.broker import broker_process
from tests.storms.season.blow import Blow
from tests.storms.season.club_season import ClubSeason
from tests.storms.season.course import FEWEST_MEMBERS, FEWEST_ROUNDS, most_rounds
from tests.storms.season.season_result import SeasonResult, Terms

SHOWN = 12
"""How many kinds of refusals are printed."""


def told(results: Sequence[SeasonResult]) -> bool:
    """Print the blows by kind and how long it took to agree; tell whether every promise was kept."""
    struck, refused = Counter[Blow](), Counter[str]()
    for result in results:
        struck += result.struck
        refused += result.refused
    for kind in Blow:
        print(f"  {kind:<20} {struck[kind]:>5}")
    for sentence, times in refused.most_common(SHOWN):
        print(f"  refused, {times} times: {sentence}")
    for result in results:
        digests = " ".join(f"{part} {value}" for part, value in result.digests.items())
        print(f"  seed {result.seed} {result.terms.broker}: {digests or 'no digest of all'}")
    worst = max((seconds for result in results for seconds in result.agreed.values()), default=0.0)
    broken = [result for result in results if result.broken]
    minutes, games = sum(result.minutes for result in results), sum(result.games for result in results)
    print(f"{len(results)} seasons, {games} games, {minutes:.1f} minutes, worst time to agree {worst:.1f} s")
    print(f"{len(broken)} seasons with a broken promise (goal 0)")
    return not broken


def main(words: Sequence[str]) -> int:
    """Hold the seasons and print how they went; give 1 if a promise was broken."""
    parser = argparse.ArgumentParser(prog="run.py storm club", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seasons", type=int, default=1, help="over each broker")
    parser.add_argument("--members", type=int, default=16, help=f"at least {FEWEST_MEMBERS}")
    parser.add_argument("--rounds", type=int, default=5, help=f"of the Swiss, at least {FEWEST_ROUNDS}")
    parser.add_argument("--broker", choices=("amqtt", "mosquitto"), action="append")
    parser.add_argument("--seed", type=int, default=1, help="of the first season; with odd ones a lot does not come")
    parser.add_argument("--at-once", type=int, default=2, help="tables and commands")
    parser.add_argument("--strength", type=float, default=1.0, help="of the storm; 0 is calm weather")
    parser.add_argument("--keep", help="the folder where seasons with a broken promise stay; a new one by itself")
    asked = parser.parse_args(words)
    if asked.members < FEWEST_MEMBERS:
        parser.error(f"a season has at least {FEWEST_MEMBERS} members")
    most = most_rounds(asked.members)
    if not FEWEST_ROUNDS <= asked.rounds <= most:
        parser.error(f"{asked.members} members play {FEWEST_ROUNDS} to {most} rounds")
    folder, results = Path(asked.keep or tempfile.mkdtemp(prefix="parley-club-")), []
    for broker in asked.broker or ["mosquitto" if broker_process.available() else "amqtt"]:
        for seed in range(asked.seed, asked.seed + asked.seasons):
            home = folder / f"{broker}-{seed}"
            shutil.rmtree(home, ignore_errors=True)  # what an earlier run of this seed has left
            home.mkdir(parents=True)
            terms = Terms(broker, asked.members, asked.rounds, asked.at_once, asked.strength)
            results.append(asyncio.run(ClubSeason(seed, terms, home, _progress).spend()))
            print(results[-1], flush=True)
            if not results[-1].broken:
                shutil.rmtree(home)
    kept = told(results)
    if not kept:
        print(f"What was broken is kept in {folder}.")
    return 0 if kept else 1


def _progress(line: str) -> None:
    print(f"  {line}", flush=True)
