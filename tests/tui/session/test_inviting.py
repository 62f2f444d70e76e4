"""Inviting somebody of the room: by a word in the text mode, by a key at a table that waits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from textual.app import App

from core.fault import Fault
from net.peer.peer import Peer
from net.peer.table_handle import TableHandle
from net.storage.profile import Profile
from net.transport.memory_broker import MemoryBroker
from net.view.room_view import InvitedView, LobbyView
from net.wire.invitation import Invitation
from tui.app.connection_notices import tell_letters
from tui.bots.seat_driver import Seated
from tui.screens.frame.dialog import ChoiceScreen
from tui.screens.table.table_screen import TableScreen
from tui.session.invitations import coded, invitation_letter, invited_words
from tui.session.rooms import Rooms
from tui.settings import theme
from tui.table.seat_names import NamedTable
from tui.table.table_plan import defaults
from tui.text.room_dialogue import RoomDialogue
from tui.text.shell.console import Console, Script

ROOM = Invitation("127.0.0.1", "florence", bytes(range(16)))


@pytest.fixture
async def people(parley_home: Path) -> AsyncIterator[tuple[Peer, Peer]]:
    """Give two people in one room."""
    broker = MemoryBroker()
    async with AsyncExitStack() as stack:
        peers = []
        for name in ("ann", "bob"):
            profile = stack.enter_context(Profile.open(parley_home, name))
            peers.append(Peer(profile, ROOM, broker.connect, nick=name))
            await peers[-1].start()
            stack.push_async_callback(peers[-1].stop)
        yield peers[0], peers[1]


class Hall(App[None]):
    """An app with nothing but a table."""

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Colour it as the program does."""
        return theme.textual_theme(theme.DEFAULT).variables


async def until(peer: Peer, holds: Callable[[], bool]) -> None:
    rung = asyncio.Event()
    forget = peer.watch(rung.set)
    while not holds():
        rung.clear()
        await rung.wait()
    forget()


async def gathering(ann: Peer) -> TableHandle:
    handle = await ann.open_table("djambi", defaults("djambi"), {"private": "yes"}, "Il Principe")
    await until(ann, lambda: bool(handle.invitees))
    return handle


async def test_by_name_in_the_text_mode_and_there_by_join(people: tuple[Peer, Peer], parley_home: Path) -> None:
    ann, bob = people
    handle = await gathering(ann)
    table = NamedTable(handle)
    assert await invitation_letter(table, "") == handle.invitation
    with pytest.raises(Fault, match="nobody called eve in the room; there are bob"):
        await invitation_letter(table, "eve")
    assert await invitation_letter(table, "BOB") == "bob is invited."
    await until(bob, lambda: bool(bob.lobby.invited and bob.lobby.tables))
    said: list[str] = []
    gone: list[Seated] = []

    async def at_table(seated: Seated) -> None:
        gone.append(seated)

    rooms = Rooms(parley_home, "cleo")
    (told,) = coded(table)
    assert told == f"Code, in the room or on its local network: {handle.view.code}"
    assert coded(table, "bob") == ()
    script = Script(["join 0000-0000", "join", "join", f"join {handle.view.code.lower()}"])
    await RoomDialogue(bob, Console(script, said.append), rooms, at_table).run()
    assert sum("ERROR That code does not open" in line for line in said) == 1
    assert "INVITED ann invites you to Il Principe: join goes there.\n" in [f"{line.strip()}\n" for line in said]
    assert [one.handle.tid for one in gone] == [handle.tid, handle.tid]
    assert sum("ERROR Nobody has invited you." in line for line in said) == 1, "whoever has come is invited no more"
    await rooms.leave(gone[0])


def test_a_wish_for_a_rematch_reads_otherwise_than_an_invitation() -> None:
    wish = InvitedView("P", "ann", "00", "", 1, "megiddo", "")
    room = LobbyView("florence", online=True, invited=(wish,))
    assert invited_words(room, wish) == "ann would play Megiddo again with you: i goes there."
    titled = replace(wish, title="Il Principe")
    assert invited_words(room, titled, spoken=True).startswith("INVITED ann would play Il Principe again with you:")
    assert invited_words(room, replace(wish, game="")) == "ann invites you to a table: i goes there."


async def test_nobody_invites_nobody(people: tuple[Peer, Peer], parley_home: Path) -> None:
    ann, _ = people
    said: list[str] = []

    async def at_table(seated: Seated) -> None:
        raise AssertionError(seated)

    await RoomDialogue(ann, Console(Script(["rejoindre"]), said.append), Rooms(parley_home, "cleo"), at_table).run()
    assert "ERROR Nobody has invited you." in [line.strip() for line in said]


async def test_by_i_at_a_table_that_waits(people: tuple[Peer, Peer]) -> None:
    ann, bob = people
    handle = await gathering(ann)
    app = Hall()
    async with app.run_test(size=(100, 36)) as pilot:
        await app.push_screen(TableScreen(NamedTable(handle)))
        await pilot.press("i")
        while not isinstance(app.screen, ChoiceScreen):
            await pilot.pause()
        await pilot.press("1")
        while not bob.lobby.invited:
            await pilot.pause()
        assert bob.lobby.invited[0].nick == "ann"


def test_whoever_sits_at_a_table_reads_once_that_they_are_invited() -> None:
    told: list[str] = []
    app: Any = SimpleNamespace(notify=lambda text, **_: told.append(text))
    lobby = LobbyView("parlour", online=True, invited=(InvitedView("P", "bob", "00", "", 1),))
    sitting: Any = SimpleNamespace(aside=False)
    known = set[object]()
    tell_letters(app, [lobby], [sitting], known)
    tell_letters(app, [lobby], [sitting], known)
    assert told == ["bob invites you to a table: in the room parlour, i goes there."]
