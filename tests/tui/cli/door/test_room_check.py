"""The look at the room behind a door: said if nobody is there, and not where each visitor has an account."""

from __future__ import annotations

from dataclasses import replace

import pytest

from net.broker.broker_process import start_broker
from net.wire.invitation import Invitation
from tui.cli.door.room_check import tell_unreached

ROOM = Invitation("127.0.0.1", "club", bytes(16), 9)


async def test_whoever_opens_a_door_to_a_room_that_nobody_keeps_reads_it(capsys: pytest.CaptureFixture[str]) -> None:
    await tell_unreached(ROOM)
    open_still = "The door is open all the same: it leads there as soon as the room can be reached."
    assert capsys.readouterr().err == f"Nobody answers at 127.0.0.1:9. {open_still}\n"


@pytest.mark.parametrize("user", ["", "pid"])
async def test_of_a_room_that_is_there_nothing_is_said(capsys: pytest.CaptureFixture[str], user: str) -> None:
    broker = await start_broker("amqtt", user="parley", password=ROOM.broker_password)
    await tell_unreached(replace(ROOM, port=broker.port, user=user))
    assert capsys.readouterr().err == ""
    await broker.stop()
