"""The drivers of a load: what they count and draw, and two tables that play and are cleared."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from benchmarks.bar import Bar
from benchmarks.burden import Burden
from benchmarks.ceiling import hunt
from benchmarks.driver import SEATS, Driver, Orders
from benchmarks.load import Plan
from benchmarks.plateau import SPEED, Mark, Plateau
from benchmarks.plot import drawn, rounded
from benchmarks.spread import quantile, rise
from benchmarks.stand import ROOM, Stand
from benchmarks.tally import Tally, counted, packet
from net.storage.journal import Journal
from net.transport.memory_broker import MemoryBroker
from tests.net.support.loop_clock import LoopClock
from tests.net.support.party import virtually

TOPICS = {
    "parley/1/t/TID/e/PID/00001": (1, 0, False),
    "parley/1/t/TID/h/PID": (0, 0, False),
    "parley/1/t/TID/q/PID": (1, 1, False),
    "parley/1/l/room/p/PID": (1, 1, True),
    "parley/1/l/room/c": (0, 0, True),
    "parley/1/i/PID": (1, 1, True),
    "strange": (0, 0, True),
}
"""For topics at which quality one publishes there, at which it comes, and whether it is about a room."""


def test_values_spread_by_nearest_rank() -> None:
    values = list(range(1, 1001))
    assert [quantile(values, share) for share in (0.0, 0.5, 0.99, 0.999, 1.0)] == [1, 500, 990, 999, 1000]
    assert quantile([7.5], 0.99) == 7.5
    assert rise([100, 100], [104, 106]) == pytest.approx(0.05)
    assert rise([], [1]) == 0


@pytest.mark.parametrize(("topic", "how"), TOPICS.items())
async def test_packets_are_counted_with_their_receipts(topic: str, how: tuple[int, int, bool]) -> None:
    said, heard, lobby = how
    tally, payload = Tally(), bytes(300)
    link = counted(MemoryBroker().connect, tally, "parley")(None)
    await link.connect()
    await link.subscribe({topic: 1})
    await link.publish(topic, payload, qos=said)
    await link.receive()
    out, back = packet(topic, 300, said), packet(topic, 300, heard)
    assert (tally.sent, tally.heard) == (1, 1)
    assert (tally.sent_bytes, tally.heard_bytes) == (out + 4 * heard, back + 4 * said)
    assert tally.lobby_bytes == lobby * (out + back + 4 * heard + 4 * said)
    assert tally.since(Tally.summed([tally.plain()])) == Tally()


def test_packets_have_the_bytes_of_mqtt() -> None:
    """A fixed header, the length in up to four bytes, the topic with its length, a number where it is receipted."""
    assert packet("t", 0, 0) == 1 + 1 + 2 + 1
    assert packet("t", 122, 1) == 1 + 1 + 2 + 1 + 2 + 122
    assert packet("t", 123, 1) == 1 + 2 + 2 + 1 + 2 + 123
    assert packet("t", 1 << 14, 0) == 1 + 3 + 2 + 1 + (1 << 14)


def test_a_process_is_looked_up_by_number_and_by_group() -> None:
    mine = Burden.of(os.getpid())
    assert mine.rss > 1 << 20
    assert Burden.of_groups(os.getpgrp()).rss >= mine.rss // 2
    assert Burden.of(1 << 30) == Burden()


@pytest.mark.parametrize(("ceiling", "most", "found"), [(0, 100, 0), (1, 100, 1), (37, 400, (33, 37)), (999, 64, 64)])
async def test_the_ceiling_is_found(ceiling: int, most: int, found: int | tuple[int, int]) -> None:
    tried: list[int] = []

    async def holds(number: int) -> bool:
        tried.append(number)
        return number <= ceiling

    got = await hunt(holds, 8, most)
    low, high = found if isinstance(found, tuple) else (found, found)
    assert low <= got <= high
    assert got == 0 or got in tried
    assert len(tried) == len(set(tried))


def test_a_plateau_tells_what_a_move_costs_and_is_drawn() -> None:
    first = Mark(0.0, Burden(1.0, 100 << 20), Burden(2.0, 10 << 20))
    plateau = Plateau(2.0, first, first)
    for at in range(1, 21):
        now = Mark(float(at), Burden(1.0 + at * 0.02, (100 + at) << 20), Burden(2.0 + at * 0.002, 10 << 20))
        plateau.add([10.0, 120.0 if at == 20 else 20.0], [1.0], now)
    found = {one.name: one for one in plateau.figures()}
    assert found["moves a second"].value == pytest.approx(2.0)
    assert (found[SPEED].value, found[SPEED].met) == (120.0, False)
    assert found["broker, processor time a move"].value == pytest.approx(1.0)
    assert found["four peers, processor time a move"].value == pytest.approx(10.0)
    assert found["drivers, memory grew by"].value == pytest.approx(100 * 18 / 101.5)
    assert found["drivers, memory grew by"].met is False
    assert found["broker, memory grew by"].met is True
    seconds = [{name: getattr(one, name) for name in one.__slots__} for one in plateau.seconds]
    plan = {"tables": 2, "broker": "mosquitto", "pace": 1.0}
    text = drawn({"plan": plan, "edition": "<mosquitto>", "seconds": seconds, "at": "2026-11-22T03:00:00"})
    lines = [one for one in ET.fromstring(text) if one.tag.endswith("polyline")]  # noqa: S314 our own
    assert [len(str(line.get("points")).split()) for line in lines] == [20] * 7
    assert rounded(101.0) == 200


def test_a_bar_is_a_line_now_and_then_where_there_is_no_terminal() -> None:
    out = StringIO()
    bar = Bar(out)
    for at in range(100):
        bar.show("measuring", at / 100, f"{at} moves")
    bar.show("clearing", 1.0)
    bar.end()
    assert [line.split()[0] for line in out.getvalue().splitlines()] == ["measuring", "clearing"]


def test_tables_are_shared_out_to_drivers() -> None:
    orders = Plan(tables=5, drivers=3, full=True).orders("there", Stand("memory", (ROOM,), ()))
    assert [(one.number, one.tables, one.full) for one in orders] == [(0, 2, True), (1, 2, True), (2, 1, True)]
    assert Orders.read(orders[1].line) == orders[1]
    assert len(Plan(tables=1, drivers=3).orders("there", Stand("memory", (ROOM,), ()))) == 1


def test_a_journal_waits_for_the_disk_until_it_is_told_otherwise(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        ledger: sqlite3.Connection = journal._ledger
        assert ledger.execute("PRAGMA synchronous").fetchone() == (2,)
        journal.relax()
        assert ledger.execute("PRAGMA synchronous").fetchone() == (1,)


def test_two_tables_play_and_leave_nothing_behind(tmp_path: Path) -> None:
    broker, said = MemoryBroker(local=False), list[dict[str, Any]]()

    async def evening() -> None:
        orders = Orders(str(tmp_path), (str(ROOM),), 2, people=1)
        driver = Driver(orders, lambda told: said.append(json.loads(json.dumps(told))), broker.connect, LoopClock())
        words: asyncio.Queue[str] = asyncio.Queue()
        words.put_nowait("go")
        running = asyncio.create_task(driver.run(words))
        await asyncio.sleep(12)
        assert len(broker.retained) > 2 * 4 * SEATS
        words.put_nowait("end")
        await running

    virtually(evening())
    accounts, last = said[0]["accounts"], next(told for told in reversed(said) if "tally" in told)
    taken = [one for told in said for one in told.get("taken", ())]
    assert len({user for user, _ in accounts}) == 2 * SEATS + 1
    assert 2 * 6 <= len(taken) <= 2 * 13
    assert (last["lost"], last["trouble"], last["tables"], last["there"]) == (0, [], 2, 3)
    assert last["tally"]["heard"] > len(taken) * SEATS
    assert said[-1] == {"over": True}
    assert broker.retained == {}
