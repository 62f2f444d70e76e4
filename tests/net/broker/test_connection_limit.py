"""The limit of people holds at mosquitto, however many connections end before they have said who they are."""

from __future__ import annotations

import asyncio
import gc
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from net.broker import broker_process
from net.broker.broker_process import MORE, pin_of, start_broker
from net.broker.connection_limit import limit_connections
from net.broker.listener import BrokerListener, Limits
from net.transport.transport import FULL, ROOM_USER, Offline
from net.wire.invitation import Invitation
from tests.net.broker.test_broker_limits import enter, enter_when_free
from tests.net.support.brokers.certificates import certificate
from tests.net.support.party import ROOM

PEOPLE, CALLERS = 2, 6
pytestmark = [
    pytest.mark.skipif(not broker_process.available(), reason="there is no mosquitto on this machine"),
    pytest.mark.skipif(sys.platform != "linux", reason="this system limits no running process"),
]


@pytest.fixture(params=["plain", "sealed"])
async def narrow(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Invitation]:
    """Give the invitation to a mosquitto for two, without TLS and with it."""
    door = certificate(tmp_path, "broker") if request.param == "sealed" else BrokerListener()
    limits = Limits(PEOPLE)
    found = await start_broker("mosquitto", user=ROOM_USER, password=ROOM.broker_password, door=door, limits=limits)
    yield replace(ROOM, host=found.host, port=found.port, via=door.via, pin=pin_of(door) if door.sealed else "")
    await found.stop()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the library leaves its socket open
async def test_whoever_calls_and_hangs_up_makes_no_room_for_others(narrow: Invitation) -> None:
    async with asyncio.timeout(60):
        for _ in range(CALLERS):
            reader, writer = await asyncio.open_connection(narrow.host, narrow.port)
            writer.write(bytes(16))
            with suppress(ConnectionError):
                await reader.read()
            writer.close()
        inside = [await enter_when_free(narrow) for _ in range(PEOPLE)]
        with suppress(Offline):
            inside += [await enter(narrow) for _ in range(MORE)]
        with pytest.raises(Offline) as refused:
            await enter(narrow)
        assert refused.value.template == FULL
        await inside.pop().close()
        inside.append(await enter_when_free(narrow))
        for one in inside:
            await one.close()
    gc.collect()


def test_so_many_more_descriptors_may_be_opened_and_no_others() -> None:
    ready = "import os, sys; print(flush=True); sys.stdin.readline(); found = []"
    program = f"{ready}\ntry:\n while True: found.append(os.dup(0))\nexcept OSError: print(len(found))"
    child = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    child.stdout.readline()  # by now it has opened what it needs to begin
    assert limit_connections(child.pid, 5)
    told, _ = child.communicate("\n")
    assert told == "5\n"


def test_a_process_that_is_gone_cannot_be_limited() -> None:
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    with pytest.raises(OSError, match=os.strerror(2)):
        limit_connections(child.pid, 1)
