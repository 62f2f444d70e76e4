"""`open` and `sit`, started again where nobody answers: told at once, and at the end with the address."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from core.fault import Fault
from core.game import Seat
from net.view.table_view import Phase
from net.wire.invitation import Invitation
from tests.tui.headless.test_ended_broker import SECONDS, Program, end, house, play_on
from tui.headless import bot_player, room_visit
from tui.session.rooms import Rooms


async def test_nobody_answering_is_told_beside_what_is_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_visit, "LINGER_SECONDS", 0)
    async with asyncio.timeout(SECONDS), AsyncExitStack() as stack:
        cat = Rooms(tmp_path, "cat", announce=False)
        stack.push_async_callback(cat.close)
        broker, den = await stack.enter_async_context(house("den"))
        host, bot = Program(), Program()
        ann = host.opens(str(den), tmp_path)
        place = str((await host.until("opened"))["invitation"])
        bob = bot.sits(place, tmp_path)
        _, hers = await cat.join(place)
        assert hers is not None
        await hers.handle.sit(Seat(0))
        await hers.handle.until(lambda view: view.phase is Phase.PLAYING and view.match is not None)
        await play_on(hers, 2)
        await end(ann, bob)
        assert not [one for one in (*host.told, *bot.told) if one["event"] == "offline"]
        await broker.stop()
        silent = Invitation.parse(place)
        away = {"event": "offline", "room": silent.room, "broker": f"127.0.0.1:{silent.port}"}
        away["why"] = f"Nobody answers at 127.0.0.1:{silent.port}."
        host, bot = Program(), Program()
        ann, bob = host.opens(place, tmp_path), bot.sits(place, tmp_path)
        assert await host.until("offline") == await bot.until("offline") == away
        assert [one["event"] for one in host.told] == ["opened", "resumed", "offline"]
        assert [one["event"] for one in bot.told] == ["resumed", "offline"]
        await end(ann, bob)
        monkeypatch.setattr(bot_player, "SECONDS_TO_FETCH", 0)
        with pytest.raises(Fault) as told:
            await Program().sits(place, tmp_path)
        assert told.value.template == bot_player.NOT_REACHED
        assert str(told.value).startswith(f"The broker at 127.0.0.1:{silent.port} was not reached within 0 seconds: ")
