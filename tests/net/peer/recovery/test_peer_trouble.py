"""Evenings of trouble, each from one seed: lost, doubled and late messages, crashes, brokers that forget; all agree."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from net.peer.table_handle import TableHandle
from net.view.table_view import TableView
from tests.length import seeds
from tests.net.support.party import LossyBroker, Party, agreed, party, play, seated, virtually
from tests.net.support.toy_games.toy_table import install

NAMES = ("ann", "bob", "cid")
HOUR = 3600.0


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


class Evening:
    """A game with a driver for each player, who may crash and come back."""

    def __init__(self, here: Party, broker: LossyBroker, handles: dict[str, TableHandle], rng: Random) -> None:
        """Let everybody play."""
        self.here, self.broker, self.handles, self.rng = here, broker, handles, rng
        self.playing = {name: self._drive(name) for name in NAMES}

    def _drive(self, name: str) -> asyncio.Task[TableView]:
        return asyncio.create_task(play(self.handles[name], Random(name)))

    async def crash(self) -> None:
        """Let one vanish and come back after a while, to an empty memory and its journal."""
        name = self.rng.choice(NAMES)
        self.playing[name].cancel()
        await asyncio.gather(self.playing[name], return_exceptions=True)
        tid = self.handles[name].tid
        await self.here.crash(name)
        await asyncio.sleep(self.rng.expovariate(1 / 3))
        peer = await self.here.enter(name, patient=True)
        self.handles[name] = await peer.join(tid)
        self.playing[name] = self._drive(name)

    async def outage(self) -> None:
        """Stop the broker for a while; mostly it forgets."""
        self.broker.stop(forget=self.rng.random() < 0.7)
        await asyncio.sleep(self.rng.expovariate(1 / 10))
        self.broker.start()


@pytest.mark.parametrize("seed", seeds(12, 5))
def test_whatever_happens_all_end_with_the_same_game(tmp_path: Path, seed: int) -> None:
    async def evening() -> None:
        rng = Random(seed)
        broker = LossyBroker(rng, loss=rng.choice((0.05, 0.2, 0.3)), twice=0.2, delay=rng.choice((0.01, 0.3, 2)))
        async with party(tmp_path, broker.connect, seed=seed) as here:
            for name in NAMES:
                await here.enter(name)
            night = Evening(here, broker, await seated(here, NAMES), rng)
            for _ in range(rng.randint(2, 5)):
                await asyncio.sleep(rng.expovariate(1 / 8))
                await (night.crash() if rng.random() < 0.5 else night.outage())
            await asyncio.gather(*night.playing.values())
            assert await agreed(list(night.handles.values()))
            assert not any("forked" in desk.flaws for peer in here.peers.values() for desk in peer._shelf)

    virtually(evening(), HOUR)
