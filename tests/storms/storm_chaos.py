"""Whole games of headless programs, each behind a proxy of its own, with a fault of some kind every second or two."""

from __future__ import annotations

import argparse
import asyncio
import shutil
import statistics
import tempfile
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from net.broker import broker_process
from tests.storms.faults import jumping_clock
from tests.storms.faults.fault_kind import FaultKind
from tests.storms.games.chaos_game import PLAYS, ChaosGame, Climate, Outcome
from tests.storms.many import play_all

IMPATIENT = 3
"""One game of so many is played at an impatient table, from which somebody is away for long."""
NO_MOSQUITTO = "mosquitto is not installed here: all games are played over amqtt."
NO_DISK = "No disk may be mounted here: a limit on the size of files stands for the full disk."


def spend(folder: str, seed: int, climate: Climate) -> Outcome:
    """Play one game in a folder of its own, which stays where something was broken."""
    home = Path(folder) / f"{climate.game}-{climate.broker}-{seed}"
    shutil.rmtree(home, ignore_errors=True)  # what an earlier run of this seed has left
    home.mkdir(parents=True)
    outcome = asyncio.run(ChaosGame(seed, climate, home).spend())
    if not outcome.broken:
        shutil.rmtree(home)
    return outcome


def told(results: Sequence[Outcome]) -> bool:
    """Print the faults by kind and how long it took to agree; tell whether every promise was kept."""
    faults = Counter[FaultKind]()
    for result in results:
        faults += result.faults
    for kind in FaultKind:
        print(f"  {kind:<20} {faults[kind]:>6}")
    for sentence, times in Counter(said.partition(": ")[2] for one in results for said in one.sentences).most_common(9):
        print(f"  ended with, {times} times: {sentence[:90]}")
    agreed = [one.agreed for one in results if one.agreed is not None]
    if agreed:
        print(f"agreed after: median {statistics.median(agreed):.1f} s, worst {max(agreed):.1f} s")
    seconds = statistics.mean(one.seconds for one in results) if results else 0.0
    broken = [one for one in results if one.broken]
    plies = sum(one.plies for one in results)
    returns, excused = sum(one.returns for one in results), sum(one.excused for one in results)
    print(f"{len(results)} games, {seconds:.0f} s each, {faults.total()} faults, {plies} plies")
    stormy = sum(one.stormy for one in results)
    print(f"{stormy} games ended in the storm; {sum(one.certified for one in results)} certificates stand")
    print(f"{returns} returns of people who had left, {excused} printed steps that certificates have put others for")
    print(f"{len(broken)} games with a broken promise (goal 0)")
    return not broken


def main(words: Sequence[str]) -> int:
    """Play the games and print how they went; give 1 if a promise was broken."""
    parser = argparse.ArgumentParser(prog="run.py storm chaos", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=1, help="of each game over each broker")
    parser.add_argument("--game", choices=tuple(PLAYS), action="append")
    parser.add_argument("--broker", choices=("amqtt", "mosquitto"), action="append")
    parser.add_argument("--seed", type=int, default=1, help="of the first game; each next one has the next")
    parser.add_argument("--faults", type=int, default=60, help="in each game at most")
    parser.add_argument("--at-once", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=60.0, help="after which no game begins")
    parser.add_argument("--keep", help="the folder where games with a broken promise stay; a new one by itself")
    asked = parser.parse_args(words)
    if not broker_process.available():
        print(NO_MOSQUITTO)
    if jumping_clock.library() is None:
        print(jumping_clock.NONE_HERE)
    brokers = asked.broker or ["mosquitto" if broker_process.available() else "amqtt"]
    games = [
        (seed, Climate(game, broker, asked.faults, impatient=seed % IMPATIENT == 0))
        for seed in range(asked.seed, asked.seed + asked.games)
        for broker in brokers
        for game in asked.game or PLAYS
    ]
    folder = asked.keep or tempfile.mkdtemp(prefix="parley-chaos-")
    kept = told(play_all(partial(spend, folder), games, asked.at_once, asked.minutes))
    if not kept:
        print(f"What was broken is kept in {folder}.")
    return 0 if kept else 1
