"""Whoever follows a table at the screens leaves the room that it has left, unless another table keeps them there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from net.transport.memory_broker import MemoryBroker
from net.transport.transport import Connector
from net.wire.invitation import Invitation
from tests.tui.support.journey import toasts
from tui.app.app import ParleyApp
from tui.screens.room.lobby_screen import LobbyScreen
from tui.screens.table.table_screen import TableScreen
from tui.table.table_plan import defaults, hot_seat

HERE = Invitation("old.example", "florence", bytes(16))
THERE = replace(HERE, host="new.example", room="siena", room_key=b"k" * 16)


@pytest.mark.usefixtures("parley_home")
@pytest.mark.parametrize("other", [False, True])
async def test_who_follows_leaves_the_old_room(other: bool, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: FBT001 - a parameter of the test
    brokers, app = {at.host: MemoryBroker(local=False) for at in (HERE, THERE)}, ParleyApp()

    def way(room: Invitation) -> Connector:
        return brokers[room.host].connect

    monkeypatch.setattr(app.rooms, "way", way)
    plan = hot_seat("epaminondas", defaults("epaminondas"))
    async with app.run_test(size=(100, 30)) as pilot:
        peer = await app.rooms.enter(HERE)
        await app.show_room(peer)
        if other:
            await app.rooms.open_table(peer, plan)
        seated = await app.rooms.open_table(peer, plan)
        await seated.handle.until(lambda view: view.match is not None)
        app.go(lambda: app.show_table(seated))
        while not isinstance(app.screen, TableScreen):
            await pilot.pause()
        await seated.handle.move_to(str(THERE))
        table, depth = app.screen, len(app.screen_stack)
        while not table.controller.view.moved:
            await pilot.pause()
        table.action_follow()
        while app.screen is table or len(app.screen_stack) < depth:
            await pilot.pause()
        rooms = {one.invitation for one in app.peers if one.invitation.host in brokers}
        assert rooms == ({HERE, THERE} if other else {THERE})
        assert [one.peer.invitation for one in app.screen_stack if isinstance(one, LobbyScreen)] == [THERE]
        brokers[HERE.host].stop()
        if not other:
            app.look_again()
            await pilot.pause()
            assert not [told for told in toasts(app) if HERE.host in told]
            back = await app.rooms.enter(THERE)
            assert (back.online, peer.online) == (True, False)
        await app.action_quit()
