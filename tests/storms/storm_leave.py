"""Programs that leave: at the end, in the middle, for ever, to another table, while the last move is on its way."""

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
from tests.storms.games.leave_game import PLAYS, Departure, Farewell, LeaveGame, Parting, drawn, settles
from tests.storms.many import play_all

NOT_SETTLING = "This program has no `parley settle`: whoever left starts again in the words of before."


def spend(folder: str, seed: int, departure: Departure) -> Farewell:
    """Play one game in a folder of its own, which stays where something was broken."""
    home = Path(folder) / f"{departure.game}-{departure.broker}-{seed}"
    shutil.rmtree(home, ignore_errors=True)  # what an earlier run of this seed has left
    home.mkdir(parents=True)
    farewell = asyncio.run(LeaveGame(seed, departure, home).spend())
    if not farewell.broken:
        shutil.rmtree(home)
    return farewell


def told(results: Sequence[Farewell]) -> bool:
    """Print how people left and how long it took to agree; tell whether every promise was kept."""
    games = Counter(one.departure.parting for one in results)
    broken = Counter(one.departure.parting for one in results if one.broken)
    for parting in Parting:
        taken = [one.agreed for one in results if one.departure.parting is parting and one.agreed is not None]
        agreed = f"agreed after: median {statistics.median(taken):.1f} s, worst {max(taken):.1f} s" if taken else ""
        print(f"  {parting:<18} {games[parting]:4} games, {broken[parting]:3} broken  {agreed}")
    print(f"{len(results)} games, {broken.total()} with a broken promise (goal 0)")
    return not broken


def main(words: Sequence[str]) -> int:
    """Play the games and print how they went; give 1 if a promise was broken."""
    parser = argparse.ArgumentParser(prog="run.py storm leave", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=10, help="in all: the games and the brokers take turns")
    parser.add_argument("--game", choices=tuple(PLAYS), action="append")
    parser.add_argument("--broker", choices=("amqtt", "mosquitto"), action="append")
    parser.add_argument("--seed", type=int, default=1, help="of the first game; each next one has the next")
    parser.add_argument("--at-once", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=60.0, help="after which no game begins")
    parser.add_argument("--keep", help="the folder where games with a broken promise stay; a new one by itself")
    asked = parser.parse_args(words)
    if not settles():
        print(NOT_SETTLING)
    brokers = asked.broker or ["amqtt", *(["mosquitto"] if broker_process.available() else [])]
    kinds = [(game, broker) for game in asked.game or PLAYS for broker in brokers]
    seeds = range(asked.seed, asked.seed + asked.games)
    games = [(seed, drawn(seed, *kinds[seed % len(kinds)])) for seed in seeds]
    folder = asked.keep or tempfile.mkdtemp(prefix="parley-leave-")
    kept = told(play_all(partial(spend, folder), games, asked.at_once, asked.minutes))
    if not kept:
        print(f"What was broken is kept in {folder}.")
    return 0 if kept else 1
