"""Whole games between peers over the memory broker, in virtual time."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from net.memory import MemoryBroker
from tests.net.party import agreed, party, play, seated, virtually
from tests.net.toy_table import install


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


@pytest.mark.parametrize("names", [("ann", "bob"), ("ann", "bob", "cid"), ("ann", "bob", "cid", "dan")])
def test_a_whole_game_with_talk_ends_in_equal_digests(tmp_path: Path, names: tuple[str, ...]) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            for name in names:
                await here.enter(name)
            handles = await seated(here, names)
            await asyncio.gather(*(play(handle, Random(name)) for name, handle in handles.items()))
            game, talk = await agreed(list(handles.values()))
            assert game
            assert talk
            assert not any(peer.flaws for peer in here.peers.values())

    virtually(evening())
