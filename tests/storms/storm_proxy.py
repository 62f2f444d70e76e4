"""All scenarios of a bad network, over real brokers, again and again: a table of them with what became of each."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from net.broker import broker_process
from net.broker.broker_process import start_broker
from net.transport.transport import ROOM_USER
from net.wire.invitation import Invitation
from tests.net.support.brokers.proxy_scenarios import SCENARIOS, Scenario, endure
from tests.net.support.party import ROOM
from tests.net.support.toy_games.toy_table import install

SHARED = Path("/dev/shm")  # noqa: S108 a disk in memory where there is one: what is written is thrown away
MEMORY = SHARED if SHARED.is_dir() else None
LONGEST_SECONDS = 60.0
AT_ONCE = 4


@dataclass(slots=True)
class Fate:
    """What became of one scenario over one broker: the seconds of each time that it ended well, and the failures."""

    broker: str
    scenario: Scenario
    seconds: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        """Give its line of the table."""
        worst = f"{max(self.seconds):5.1f} s" if self.seconds else "       "
        ok = "ok    " if not self.failures else "FAILED"
        why = " ".join(self.failures[:2])
        return f"{self.broker:9} {self.scenario!s:40} {ok} {len(self.seconds):3} times, worst {worst} {why}".rstrip()


async def once(fate: Fate, room: Invitation, folder: Path, cards: str) -> None:
    """Go through a scenario once."""
    began = time.monotonic()
    try:
        async with asyncio.timeout(LONGEST_SECONDS):
            await endure(fate.scenario, folder, room, cards)
    except Exception as error:  # noqa: BLE001 whatever goes wrong is told in the table
        fate.failures.append(repr(error))
    else:
        fate.seconds.append(time.monotonic() - began)


async def over(kind: str, fates: Sequence[Fate], cards: str) -> None:
    """Go through scenarios over one broker of their own, several at once, each in a room of its own."""
    broker = await start_broker(kind, user=ROOM_USER, password=ROOM.broker_password)
    room = replace(ROOM, host=broker.host, port=broker.port)
    waiting = list(enumerate(fates))

    async def walk(folder: Path) -> None:
        while waiting:
            number, fate = waiting.pop(0)
            await once(fate, replace(room, room=f"r{number}"), folder / str(number), cards)

    try:
        with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
            await asyncio.gather(*(walk(Path(folder)) for _ in range(AT_ONCE)))
    finally:
        await broker.stop()


def main(words: Sequence[str]) -> int:
    """Go through all of them and print the table; give 1 if one has failed."""
    parser = argparse.ArgumentParser(prog="run.py storm proxy", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--broker", choices=("amqtt", "mosquitto"), action="append")
    parser.add_argument("--only", default="", help="a part of the names of the scenarios wanted")
    parser.add_argument("--cards", default="duel", help="the game with sealed decisions and hidden cards")
    asked = parser.parse_args(words)
    kinds = asked.broker or ["amqtt", *(["mosquitto"] if broker_process.available() else [])]
    chosen = [scenario for scenario in SCENARIOS if asked.only in str(scenario)]
    began, fates = time.monotonic(), list[Fate]()
    with pytest.MonkeyPatch.context() as patch:
        install(patch)
        for kind in kinds:
            found = [Fate(kind, scenario) for scenario in chosen]
            for number in range(asked.times):
                asyncio.run(over(kind, found, asked.cards))
                print(f"{kind}: {number + 1} of {asked.times}, {time.monotonic() - began:.0f} s", flush=True)
            print(*found, sep="\n", flush=True)
            fates += found
    failed = sum(len(fate.failures) for fate in fates)
    done = sum(len(fate.seconds) for fate in fates)
    print(f"{len(chosen)} scenarios, {done} passed, {failed} failed, {time.monotonic() - began:.0f} s")
    return 1 if failed else 0
