"""A mosquitto with its own limits cuts what it gives of the retained; the protocol asks so that no table is cut."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path

import pytest

from net.broker import broker_process
from net.identity import base32
from tests.net.support.brokers.broker_under_test import ANN, BOB, TABLE_TOPICS, Stand, documented

CUT = 1020
"""How many retained messages a mosquitto with its own limits gives to one who asks with quality 1: 20 and 1 000."""


async def test_a_mosquitto_with_its_own_limits_cuts_and_gives_back_a_whole_table(tmp_path: Path) -> None:
    """The cut is there, at quality 1 and beyond what a table takes; history is asked for with quality 0."""
    if not broker_process.available():
        pytest.skip("there is no mosquitto on this machine")
    broker = await documented(tmp_path, without=("max_inflight_messages", "max_queued_messages"))
    stand = Stand((broker.host, broker.port), (broker.host, broker.port))
    ann, table = await stand.come(ANN), f"parley/1/t/{base32.encode(secrets.token_bytes(16))}"
    whole = {f"{table}/e/{ANN}/{number:05}" for number in range(TABLE_TOPICS)}
    beyond = {f"{table}/s/{ANN}/{number:04}" for number in range(2 * CUT - TABLE_TOPICS)}
    await ann.retain(whole | beyond, b"event")
    events, segments = f"{table}/e/#", f"{table}/s/#"
    for wanted, filter_, quality in ((whole, events, 0), (whole, events, 1), (beyond, segments, 0)):
        bob = await stand.come(BOB)
        await bob.subscribe({filter_: quality})
        assert {one.topic for one in await bob.next(len(wanted))} == wanted
        await bob.close()
    bob = await stand.come(BOB)
    await bob.subscribe({segments: 1})
    found = await bob.next(CUT)
    await ann.publish(f"{table}/s/{ANN}/9999", b"the last word")
    last, *_ = await bob.next(1)
    assert len({one.topic for one in found}) == CUT < len(beyond)
    assert last.payload == b"the last word", "nothing is said of the others"
    await asyncio.gather(ann.close(), bob.close())
    await broker.stop()
