"""A room hosted from the home screen comes back: with its port, its key and its tables, or it is said why not."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from core.fault import Fault
from core.game import Seat
from net.view.table_view import Phase
from net.wire.invitation import Invitation
from tui.app.app import ParleyApp
from tui.screens.frame.dialog import ChoiceScreen
from tui.screens.home.farewell_screen import FarewellScreen
from tui.screens.home.home_screen import HomeScreen
from tui.screens.room.lobby_screen import LobbyScreen
from tui.screens.table.table_screen import TableScreen
from tui.session.hosted_broker import Wish, open_room
from tui.session.hosted_rooms import FILE, KEPT, ending_rooms
from tui.session.hosted_table import host_again, rest_words
from tui.session.rooms import Rooms
from tui.table.table_plan import hot_seat
from tui.text.repl import converse
from tui.text.shell.console import Script
from tui.words.clock_words import now_ms

if TYPE_CHECKING:
    from tui.bots.seat_driver import Seated

BIND = "127.0.0.1"


async def first_evening(root: Path, name: str = "ann") -> Invitation:
    """Host a room, begin a table in it, and end the program; give the table's invitation."""
    rooms = Rooms(root, name, announce=False)
    try:
        seated = await rooms.open_table(await rooms.host(), hot_seat("megiddo"))
        await seated.handle.until(lambda view: view.phase is Phase.PLAYING and view.match is not None)
        await seated.handle.play(Seat(0), "D3")
        return Invitation.parse(seated.handle.invitation)
    finally:
        await rooms.close()


async def test_the_room_comes_back_and_its_table_goes_on(tmp_path: Path) -> None:
    async with asyncio.timeout(60):
        table = await first_evening(tmp_path)
        rooms = Rooms(tmp_path, "ann", announce=False)
        (kept,) = rooms.kept()
        assert rooms.hosted.idle_at(BIND) == table.to_room()
        assert rooms.hosted.idle_at("0.0.0.0") is None  # noqa: S104 (asked about, not bound)
        room = rooms.hosted.idle_room_of(kept)
        assert room is not None
        again = await host_again(rooms, kept, room)
        assert again == kept, "at the same address"
        assert (rooms.hosted.idle_room_of(kept), rooms.hosted.idle_at(BIND)) == (None, None)
        seated = await rooms.resume(again)
        await seated.handle.until(lambda view: view.online and view.match is not None)
        await seated.handle.play(Seat(1), "E4")
        assert (await rooms.host()).invitation == table.to_room(), "the one that runs"
        await rooms.close()


async def test_a_new_room_stands_beside_the_one_before(tmp_path: Path) -> None:
    async with asyncio.timeout(60):
        table = await first_evening(tmp_path)
        rooms = Rooms(tmp_path, "ann", announce=False)
        fresh = (await rooms.host()).invitation
        assert fresh.room_key != table.room_key
        (kept,) = rooms.kept()
        room = rooms.hosted.idle_room_of(kept)
        assert room is not None
        await host_again(rooms, kept, room)
        assert {*rooms.hosted.running} == {fresh, table.to_room()}
        await rooms.close()
        path = tmp_path / "profiles" / "ann" / FILE
        assert path.stat().st_mode & 0o777 == 0o600
        assert len(path.read_text("utf-8").splitlines()) == 2 <= KEPT
        path.write_text("nonsense\n")
        assert Rooms(tmp_path, "ann").hosted.idle_at(BIND) is None


async def test_where_another_program_has_the_port_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.broker.broker_process.LEAVING_SECONDS", 0)
    async with asyncio.timeout(60):
        other = await asyncio.start_server(lambda _, writer: writer.close(), BIND, 0)
        room = Invitation(BIND, "parley", bytes(16), port=other.sockets[0].getsockname()[1])
        rooms = Rooms(tmp_path, "ann", announce=False)
        with pytest.raises(Fault, match=f"Another program has port {room.port}, where your room was"):
            await rooms.host(again=room)
        assert rooms.peers == ()
        await rooms.close()
        other.close()


async def test_a_room_that_another_program_hosts_by_now_is_entered_there(tmp_path: Path) -> None:
    async with asyncio.timeout(60):
        table = await first_evening(tmp_path)
        broker, room = await open_room(Wish(port=table.port))
        assert room == table.to_room(), "`parley host --port` knows it too"
        rooms = Rooms(tmp_path, "ann", announce=False)
        assert (await rooms.host(again=room)).invitation == room
        assert rooms.hosted.running == ()
        await rooms.close()
        await broker.stop()


def test_it_is_said_that_a_room_ends_amid_a_game_with_others() -> None:
    room = Invitation(BIND, "parlour", bytes(16))

    def table(place: Invitation, *, mine: bool) -> Seated:
        view = SimpleNamespace(
            invitation=str(place.at_table(b"t" * 16)),
            phase=Phase.PLAYING,
            seats=[SimpleNamespace(pid="a", mine=True), SimpleNamespace(pid="b", mine=mine)],
        )
        return cast("Seated", SimpleNamespace(handle=SimpleNamespace(view=view)))

    (told,) = ending_rooms([room], [table(room, mine=False)])
    assert told.startswith("The room parlour, where a game is going on, ends with Parley")
    assert ending_rooms([room], [table(room, mine=True)]) == ()
    assert ending_rooms([room], [table(replace(room, room_key=b"k" * 16), mine=False)]) == ()


async def test_before_parley_is_left_it_is_asked(tmp_path: Path) -> None:
    app, bob = ParleyApp(), Rooms(tmp_path, "bob", announce=False)
    async with asyncio.timeout(60), app.run_test(size=(80, 24)) as pilot:
        plan = replace(hot_seat("epaminondas", {"size": "8x8"}), sitters=("me", "open"))
        hers = await app.rooms.open_table(await app.rooms.host(), plan)
        _, his = await bob.join(hers.handle.invitation)
        assert his is not None
        await his.handle.sit(Seat(1))
        await hers.handle.until(lambda view: view.phase is Phase.PLAYING and view.match is not None)
        await app.action_quit()
        while not isinstance(app.screen, FarewellScreen):
            await pilot.pause()
        assert "The room parley, where a game is going on, ends with Parley" in str(app.screen._question)
        await bob.close()
        await app.part()


async def test_the_screens_ask_and_lead_back(tmp_path: Path) -> None:
    table = await first_evening(tmp_path, "default")
    app = ParleyApp()
    async with asyncio.timeout(60), app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        await pilot.press("5", "enter", "enter")
        while not isinstance(app.screen, TableScreen):
            await pilot.pause()
        assert app.rooms.hosted.running == (table.to_room(),)
        assert any(isinstance(one, LobbyScreen) for one in app.screen_stack)
        await app.part()


async def test_the_screens_host_the_same_room_or_a_new_one(tmp_path: Path) -> None:
    table = await first_evening(tmp_path, "default")
    for key in ("1", "2"):
        app = ParleyApp()
        async with asyncio.timeout(60), app.run_test(size=(80, 24)) as pilot:
            for pressed, screen in (("2", ChoiceScreen), ("1", ChoiceScreen), (key, LobbyScreen)):
                before = app.screen
                await pilot.press(pressed)
                while app.screen is before or not isinstance(app.screen, screen):
                    await pilot.pause()
            (room,) = app.rooms.hosted.running
            assert (room == table.to_room()) == (key == "1")
            await app.part()


async def talk(home: Path, *lines: str) -> str:
    """Talk with the text mode as Ann; give all that is said."""
    said: list[str] = []
    await converse(Script(lines), said.append, Rooms(home, "ann"))
    return "".join(said)


async def test_the_text_mode_asks_the_same(tmp_path: Path) -> None:
    table = await first_evening(tmp_path)
    told = await talk(tmp_path, "4", "1", "1", "invitation", "quit", "5", "1", "quit", "quit")
    assert "1 The same room again: its invitation holds, and its tables go on" in told
    assert str(table.to_room()) in told
    assert "ended with Parley" not in told, "it runs"
    told = await talk(tmp_path, "5", "1", "1", "quit", "quit")
    assert "You hosted the room of this table here, and it ended with Parley." in told


async def test_whose_turn_it_is_reads_that_their_clock_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with asyncio.timeout(60):
        rooms = Rooms(tmp_path, "ann", announce=False)
        plan = replace(hot_seat("megiddo"), terms={"clock": "180+2"})
        seated = await rooms.open_table(await rooms.host(), plan)
        await seated.handle.until(lambda view: view.phase is Phase.PLAYING and view.match is not None)
        await seated.handle.play(Seat(0), "D3")
        await rooms.close()
        rooms = Rooms(tmp_path, "ann", announce=False)
        (kept,) = rooms.kept()
        start = now_ms()
        for later, told in ((60_000, r"your clock goes on all the same: [12]:\d\d left\."), (400_000, "time is over.")):
            monkeypatch.setattr("tui.words.clock_words.now_ms", lambda later=later: start + later)
            words = await rest_words(rooms, kept)
            assert re.fullmatch(rf"You hosted the room .* ended with Parley\. It is your turn.* {told}", words)
        await rooms.close()
