"""Brokers for tests: real ones on the loopback, each with a port from the kernel, one a test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from net.broker import broker_process
from net.broker.broker_process import RunningBroker, start_broker
from net.transport.transport import ROOM_USER
from net.wire.invitation import Invitation
from tests.net.support.party import ROOM


@pytest.fixture(params=["amqtt", "mosquitto"])
async def broker(request: pytest.FixtureRequest) -> AsyncIterator[RunningBroker]:
    """Give a running broker that lets in those who know the password of the test's room."""
    if request.param == "mosquitto" and not broker_process.available():
        pytest.skip("there is no mosquitto on this machine")
    found = await start_broker(request.param, user=ROOM_USER, password=ROOM.broker_password)
    yield found
    await found.stop()


@pytest.fixture
def room(broker: RunningBroker) -> Invitation:
    """Give the invitation to a room at that broker."""
    return replace(ROOM, host=broker.host, port=broker.port)
