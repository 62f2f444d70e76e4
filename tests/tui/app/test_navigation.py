"""Coming to a table from its room: what is not shown is not kept open."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from core.bots import default_level
from core.fault import Fault
from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.table_view import Phase
from tests.gallery.fixed_table import view_of
from tui.app.navigation import change_room, come, leave
from tui.i18n.translation import tr
from tui.screens.room.lobby_screen import LobbyScreen
from tui.table.sentences.farewell import BOTS_WAIT, GAME_BY_GAME, ONE_GAME_LEFT, STAYS, STAYS_WITH_BOTS
from tui.table.sentences.kept_seat import CALLED

ROOM = object()
NO = "No."


class FakeSeated:
    """A table; its seat may be refused, and its room left while it is asked for."""

    def __init__(
        self, app: FakeApp, *, refused: bool = False, left: bool = False, bots: int = 0, aside: bool = False
    ) -> None:
        """Be as the test wants it."""
        self.app, self.refused, self.left = app, refused, left
        self.has_bots, self.aside = bool(bots), aside
        self.handle = SimpleNamespace(view=None)

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
        self.aside: list[object] = []
        self.screen_stack: list[Any] = [ROOM] if inside else []
        way = SimpleNamespace(keep=self.keep)
        self.clubs = SimpleNamespace(check_seat=self.check_seat)
        self.rooms = SimpleNamespace(leave=self.leave, aside=way, followed=(), seated=[], let_play=self.aside.append)

    async def check_seat(self, _: object) -> None:
        """Find that a table is for everybody."""

    async def leave(self, _: object) -> None:
        """Leave a table."""
        self.told.append("left")

    async def keep(self, _: object) -> None:
        """Leave a table and keep the seats."""
        self.told.append("kept")

    async def show_table(self, _: object) -> None:
        """Show a table."""
        self.told.append("shown")


async def told(
    *,
    inside: bool = True,
    watch: bool = False,
    refused: bool = False,
    left: bool = False,
    bots: int = 0,
    aside: bool = False,
) -> list[str]:
    """Give what the app does about a table."""
    app = FakeApp(inside=inside)
    seated: Any = FakeSeated(app, refused=refused, left=left, bots=bots, aside=aside)
    try:
        await come(app, ROOM, seated, watch=watch)
    except Fault:
        app.told.append("refused")
    return [*app.told, *("followed" for _ in app.aside)]


@pytest.mark.asyncio
async def test_a_table_is_shown_or_left() -> None:
    assert await told() == ["asked", "shown"]
    assert await told(watch=True) == ["shown"]
    assert await told(inside=False) == ["left"], "the room was left before the table was there"
    assert await told(left=True) == ["asked", "left"]
    assert await told(refused=True) == ["asked", "left", "refused"]
    assert await told(inside=False, bots=1) == [], "bots of ours play on there"
    assert await told(inside=False, aside=True) == ["followed"], "its seats are kept as before"


@pytest.mark.asyncio
async def test_whoever_follows_a_table_to_another_room_comes_back_to_that_room() -> None:
    old, new = (SimpleNamespace(invitation=name) for name in ("old", "new"))
    shown: list[Any] = []

    async def switch_screen(screen: object) -> None:
        shown.append(screen)

    rooms = SimpleNamespace(code=lambda _: "")
    lobby = LobbyScreen(cast("Any", old), "old")
    app = SimpleNamespace(screen=lobby, screen_stack=[lobby], switch_screen=switch_screen, rooms=rooms, clubs=None)
    await change_room(app, cast("Any", old))
    assert shown == [], "the same room stays"
    await change_room(app, cast("Any", new))
    assert [(screen.peer, screen.invitation) for screen in shown] == [(new, "new")]
    app.screen = ROOM
    await change_room(app, cast("Any", new))
    assert len(shown) == 1, "whoever came from the home screen goes back there"


class FakeHandle:
    """A table at which the first seat is held here, if any is."""

    def __init__(self, game: str, *, held: bool, **options: str) -> None:
        """Begin the game."""
        view = view_of(Match.new(find(game), options))
        seats = tuple(replace(one, mine=held and one.seat == 0, pid=f"P{one.seat}") for one in view.seats)
        self.view = replace(view, seats=seats)

    async def declare(self, seat: Seat, text: str) -> None:
        """Let the seat resign."""
        assert self.view.match is not None
        match = self.view.match.play(text, seat)
        over = Phase.OVER if match.state.outcome else Phase.PLAYING
        self.view = replace(self.view, match=match, phase=over)


@pytest.mark.parametrize(
    ("game", "held", "bots", "answer", "said"),
    [
        ("megiddo", True, (), "resign", [ONE_GAME_LEFT, GAME_BY_GAME]),
        ("epaminondas", True, (), "resign", []),
        ("epaminondas", True, (), "keep", [STAYS, CALLED]),
        ("epaminondas", True, (0,), "keep", [STAYS_WITH_BOTS, CALLED]),
        ("epaminondas", False, (), "keep", []),
    ],
)
async def test_who_leaves_reads_what_becomes_of_the_seat_and_nothing_without_one(
    game: str,
    held: bool,  # noqa: FBT001 (a case)
    bots: tuple[int, ...],
    answer: str,
    said: list[str],
) -> None:
    app: Any = FakeApp()
    app.notify = lambda words, **_: app.told.append(words)
    await leave(app, cast("Any", SimpleNamespace(handle=FakeHandle(game, held=held), drivers=bots)), answer)
    stays = answer == "keep" or game == "megiddo"
    assert app.told == [*filter(None, [" ".join(map(tr, said))]), "kept" if stays else "left"]


async def test_whoever_has_only_bots_there_is_not_told_that_a_seat_stays_theirs() -> None:
    app: Any = FakeApp()
    app.notify = lambda words, **_: app.told.append(words)
    handle = FakeHandle("epaminondas", held=True)
    handle.view = replace(handle.view, seats=tuple(replace(one, bot="2" * one.mine) for one in handle.view.seats))
    await leave(app, cast("Any", SimpleNamespace(handle=handle, drivers=(0,))), "keep")
    assert app.told == [f"{tr(BOTS_WAIT)} {tr(CALLED)}", "kept"]


async def test_who_asks_the_partner_reads_that_the_side_has_not_resigned() -> None:
    app: Any = FakeApp()
    app.notify = lambda words, **_: app.told.append(words)
    seated = SimpleNamespace(handle=FakeHandle("megiddo", held=True, players="4"), drivers=())
    await leave(app, cast("Any", seated), "resign")
    assert app.told[0].startswith("Seat 2 is asked to resign too. Until then the game goes on")


@pytest.mark.parametrize("handed", [True, False])
async def test_who_hands_a_seat_over_reads_how_long_the_bot_plays(handed: bool) -> None:  # noqa: FBT001 (a case)
    app: Any = FakeApp()
    app.notify = lambda words, **_: app.told.append(words)
    given: list[str] = []
    handle = FakeHandle("epaminondas", held=True)
    seated = SimpleNamespace(handle=handle, drivers=(), stand_in=given.append, handed=handed)
    await leave(app, cast("Any", seated), "bot")
    assert given == [default_level("epaminondas")]
    assert app.aside == [seated]
    assert [one for one in app.told if "as long as Parley runs" in one] == app.told != []
    assert app.told[0].startswith("Your bots play on") is not handed
