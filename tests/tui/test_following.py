"""A table that its host moves to another broker: who sat at it goes after it and plays on."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from core.fault import Fault
from core.game import Seat
from net.broker import start_broker
from net.invite import Invitation
from net.transport import ROOM_USER
from net.view import Phase
from tui.following import elsewhere
from tui.inviting import invited
from tui.named import NamedTable
from tui.plan import hot_seat
from tui.rooms import Rooms

SECONDS = 60


def test_the_palette_leads_there_and_offers_to_move() -> None:
    left: list[str] = []
    place = str(Invitation("broker.example", "club", bytes(16), 1884, b"t" * 16))
    view = SimpleNamespace(moved=place, phase=Phase.PLAYING, invitation=place)
    table: Any = SimpleNamespace(controller=SimpleNamespace(view=view), dismiss=left.append)
    (follow,) = elsewhere(table)
    assert follow.name == "Go after the table to broker.example:1884"
    follow.run()
    assert left == ["onward"]


async def test_two_rooms_go_after_their_table(tmp_path: Path) -> None:
    blank = Invitation("127.0.0.1", "second", b"k" * 16)
    second = await start_broker(user=ROOM_USER, password=blank.broker_password)
    there = replace(blank, host=second.host, port=second.port)
    ann, bob = Rooms(tmp_path, "ann", announce=False), Rooms(tmp_path, "bob", announce=False)
    try:
        async with asyncio.timeout(SECONDS):
            plan = replace(hot_seat("epaminondas", {"size": "8x8"}), sitters=("me", "open"))
            hers = await ann.open_table(await ann.host(), plan)
            _, his = await bob.join(hers.handle.invitation)
            assert his is not None
            await his.handle.sit(Seat(1))
            view = await hers.handle.until(lambda view: view.phase is Phase.PLAYING and view.match is not None)
            assert view.match is not None
            first = next(iter(view.match.state.legal(Seat(0))))
            await hers.handle.play(Seat(0), str(first))
            await his.handle.until(lambda view: view.match is not None and view.match.ply == 1)
            with pytest.raises(Fault, match="Only the host"):
                await his.handle.move_to(str(there))
            screen: Any = SimpleNamespace(controller=NamedTable(hers.handle))
            assert [one.name for one in elsewhere(screen)] == ["Move the table to another broker"]
            assert "moved there" in await invited(NamedTable(hers.handle), str(there))
            await his.handle.until(lambda view: bool(view.moved))
            hers = await ann.go_on(hers)
            _, his = await bob.join(his.handle.view.moved)
            assert his is not None
            view = await his.handle.until(lambda view: view.match is not None and not view.missing)
            assert (view.moved, view.phase) == ("", Phase.PLAYING)
            assert Invitation.parse(view.invitation).to_room() == there
            assert view.match is not None
            second_move = next(iter(view.match.state.legal(Seat(1))))
            await his.handle.play(Seat(1), str(second_move))
            await hers.handle.until(lambda view: view.match is not None and view.match.ply == 2)
            assert [Invitation.parse(kept.invitation).to_room() for kept in bob.kept()] == [there]
    finally:
        await ann.close()
        await bob.close()
        await second.stop()
