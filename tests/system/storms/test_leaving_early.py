"""The move that ends a game is lost on the way, the broker forgets, programs go: in the end all hold one game."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from net.broker import broker_process
from tests.length import long_only
from tests.net.support.brokers.proxy import Way
from tests.storms.games.forecast import plies_of
from tests.storms.participant import SETTLE
from tests.storms.storm_table import Play, StormTable

GAME, PLAY, SEED = "epaminondas", Play(("size=8x8",), 2, "greedy", pause=0.05), 7
SLOW_SECONDS = 1.5
LAST_PLIES = 2
DOWN_SECONDS = 3.0
"""Longer than a program stays that takes the end for settled."""
QUIET = 60.0
"""Seconds without a word from anybody after which nothing will come any more."""
BROKERS = [
    pytest.param("mosquitto", marks=pytest.mark.skipif(not broker_process.available(), reason="no mosquitto here")),
    pytest.param("amqtt", marks=long_only if broker_process.available() else ()),
]


@pytest.fixture(params=BROKERS)
async def table(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[StormTable]:
    """Give a table of two and one who looks on, the ways to its broker slow, as soon as somebody tells the end."""
    found = StormTable(tmp_path, request.param)
    last = plies_of(GAME, PLAY, SEED)
    try:
        await found.gather(GAME, PLAY, SEED, patience=1)
        await found.started()
        first = found.people[0].program
        await found.cast.until(lambda: any(told.event["ply"] == last - LAST_PLIES for told in first.all("move")))
        for one in found.people:
            one.link.delay(Way.UP, SLOW_SECONDS)
        await found.cast.until(lambda: any(one.program.all("over") for one in found.people), alive=False)
        yield found
    finally:
        await found.end()


async def test_a_lost_last_move_comes_to_all_though_the_broker_has_forgotten_everything(table: StormTable) -> None:
    await table.broker.forget(DOWN_SECONDS)
    await table.done(QUIET, returns=0)
    assert (await table.judged()).broken == []


@long_only
async def test_who_closes_the_terminal_at_the_end_settles_it_later(table: StormTable) -> None:
    one = next(one for one in table.people if one.program.all("over"))
    life = one.program.life
    forgetting = asyncio.create_task(table.broker.forget(DOWN_SECONDS))
    assert await one.leave_for(0, signal.SIGHUP, SETTLE, "--json") == 0
    (told,) = one.program.all("left", life)
    assert told.event["settled"] is False
    await forgetting
    await table.done(QUIET, returns=0)
    assert await one.program.end() == 0
    assert (await table.judged(silent={one.name})).broken == []
