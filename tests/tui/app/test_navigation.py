"""Coming to a table from its room: what is not shown is not kept open."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from core.fault import Fault
from tui.app.navigation import change_room, come
from tui.screens.room.lobby_screen import LobbyScreen

ROOM = object()
NO = "No."


class FakeSeated:
    """A table; its seat may be refused, and its room left while it is asked for."""

    def __init__(self, app: FakeApp, *, refused: bool = False, left: bool = False, bots: int = 0) -> None:
        """Be as the test wants it."""
        self.app, self.refused, self.left = app, refused, left
        self.drivers = dict.fromkeys(range(bots))

    async def ask_seat(self) -> None:
        """Ask."""
        self.app.told.append("asked")
        if self.left:
            self.app.screen_stack.clear()
        if self.refused:
            raise Fault(NO)


class FakeApp:
    """An app that tells what it is asked for."""

    def __init__(self, *, inside: bool = True) -> None:
        """Stand in the room, or have left it."""
        self.told: list[str] = []
        self.screen_stack: list[Any] = [ROOM] if inside else []
        self.rooms = SimpleNamespace(leave=self.leave)

    async def leave(self, _: object) -> None:
        """Leave a table."""
        self.told.append("left")

    async def show_table(self, _: object) -> None:
        """Show a table."""
        self.told.append("shown")


async def told(
    *, inside: bool = True, watch: bool = False, refused: bool = False, left: bool = False, bots: int = 0
) -> list[str]:
    """Give what the app does about a table."""
    app = FakeApp(inside=inside)
    seated: Any = FakeSeated(app, refused=refused, left=left, bots=bots)
    try:
        await come(app, ROOM, seated, watch=watch)
    except Fault:
        app.told.append("refused")
    return app.told


@pytest.mark.asyncio
async def test_a_table_is_shown_or_left() -> None:
    assert await told() == ["asked", "shown"]
    assert await told(watch=True) == ["shown"]
    assert await told(inside=False) == ["left"], "the room was left before the table was there"
    assert await told(left=True) == ["asked", "left"]
    assert await told(refused=True) == ["asked", "left", "refused"]
    assert await told(inside=False, bots=1) == [], "bots of ours play on there"


@pytest.mark.asyncio
async def test_whoever_follows_a_table_to_another_room_comes_back_to_that_room() -> None:
    old, new = (SimpleNamespace(invitation=name) for name in ("old", "new"))
    shown: list[Any] = []

    async def switch_screen(screen: object) -> None:
        shown.append(screen)

    rooms = SimpleNamespace(code=lambda _: "")
    app = SimpleNamespace(screen=LobbyScreen(cast("Any", old), "old"), switch_screen=switch_screen, rooms=rooms)
    await change_room(app, cast("Any", old))
    assert shown == [], "the same room stays"
    await change_room(app, cast("Any", new))
    assert [(screen.peer, screen.invitation) for screen in shown] == [(new, "new")]
    app.screen = ROOM
    await change_room(app, cast("Any", new))
    assert len(shown) == 1, "whoever came from the home screen goes back there"
