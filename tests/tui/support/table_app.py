"""A table without a network: a handle over one match, and an app that shows it."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from core.fault import Fault
from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.table_view import OfferKind, OfferView, Phase, SeatView, TableView, TalkLine
from tui.screens.frame.notifying_app import ScreenGuardApp
from tui.screens.table.table_screen import TableScreen
from tui.settings import theme

FULL = "No seat is open."
NICKS = ("Alice", "Benoît", "Chloé", "David", "Émile", "Fanny")


class _Handle:
    """A controller of a match on this computer; `hand` tells which seats are played here."""

    invitation = "parley://127.0.0.1:1883/florence#AAECAwQFBgcICQoLDA0ODw"
    invitees = ()

    def __init__(self, match: Match | None, names: tuple[str, ...], hand: tuple[int, ...]) -> None:
        seats = tuple(
            SeatView(Seat(at), name, f"P{at}", NICKS[at], mine=at in hand, present=True)
            for at, name in enumerate(names)
        )
        phase = Phase.PLAYING if match else Phase.GATHERING
        self.view = TableView(
            "00",
            "Florence",
            "P0",
            phase,
            match.header.game if match else "djambi",
            (),
            (),
            seats,
            match,
            invitation=self.invitation,
        )
        self.calls: list[tuple[object, ...]] = []
        self._version = 0
        self._news = asyncio.Condition()

    async def put(self, view: TableView) -> None:
        async with self._news:
            self.view = view
            self._version += 1
            self._news.notify_all()

    async def changed(self, version: int) -> int:
        async with self._news:
            await self._news.wait_for(lambda: self._version != version)
            return self._version

    async def play(self, seat: Seat, text: str) -> None:
        self.calls.append(("play", seat, text))
        assert self.view.match is not None
        match = self.view.match.play(text, seat)
        phase = Phase.OVER if match.state.outcome else Phase.PLAYING
        await self.put(replace(self.view, match=match, phase=phase))

    async def declare(self, seat: Seat, text: str) -> None:
        self.calls.append(("declare", seat, text))
        await self.play(seat, text)

    async def claim(self, seat: Seat, *, stop: bool = False) -> None:
        self.calls.append(("stop" if stop else "claim", seat))

    async def say(self, text: str, act: tuple[str, ...] | None = None, seat: Seat | None = None) -> None:
        self.calls.append(("say", text, seat))
        ply = self.view.match.ply if self.view.match else 0
        line = TalkLine(ply, seat, "P0", "Alice", text, act, 0)
        await self.put(replace(self.view, talk=(*self.view.talk, line)))

    async def sit(self, seat: Seat | None, bot: str = "") -> None:
        self.calls.append(("sit", seat, bot))
        at = next((s.seat for s in self.view.seats if not s.pid), None) if seat is None else seat
        if at is None:
            raise Fault(FULL)
        seats = tuple(
            replace(s, pid="P0", nick=bot or "Alice", bot=bot, mine=True, ready=True) if s.seat == at else s
            for s in self.view.seats
        )
        await self.put(replace(self.view, seats=seats))

    async def leave(self, seat: Seat) -> None:
        self.calls.append(("leave", seat))
        seats = tuple(SeatView(s.seat, s.name) if s.seat == seat else s for s in self.view.seats)
        await self.put(replace(self.view, seats=seats))

    async def offer(self, kind: OfferKind, seat: Seat, to: int | None = None) -> None:
        del to
        self.calls.append(("offer", kind, seat))
        others = tuple(s.seat for s in self.view.seats if s.seat != seat)
        await self.put(replace(self.view, offers=(OfferView("ab", kind, seat, (), (), others),)))

    async def hand_over(self, seat: Seat, pid: str) -> None:
        self.calls.append(("hand over", seat, pid))

    async def invite(self, pid: str, text: str = "") -> None:
        self.calls.append(("invite", pid, text))

    async def answer(self, offer_id: str, seat: Seat, yes: bool) -> None:  # noqa: FBT001 - an answer is a yes or a no
        self.calls.append(("answer", offer_id, seat, yes))
        await self.put(replace(self.view, offers=()))

    async def bye(self) -> None:
        self.calls.append(("bye",))

    async def close(self) -> None:
        self.calls.append(("close",))


class _TableApp(ScreenGuardApp):
    """An app with nothing but a table."""

    def __init__(self, handle: _Handle, glyph_set: str = "unicode", theme_name: str = theme.DEFAULT) -> None:
        super().__init__()
        self.handle = handle
        self.glyph_set = glyph_set
        self.theme_name = theme_name
        self.left: list[str | None] = []
        self.copied: list[str] = []

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return theme.textual_theme(theme.DEFAULT).variables

    def on_mount(self) -> None:
        for name in theme.names():
            self.register_theme(theme.textual_theme(name))
        self.theme = self.theme_name
        self.push_screen(TableScreen(self.handle), self.left.append)

    def copy_to_clipboard(self, text: str) -> None:
        self.copied.append(text)

    @property
    def table(self) -> TableScreen:
        return next(screen for screen in self.screen_stack if isinstance(screen, TableScreen))


def new_match(players: int = 4, **options: str) -> Match:
    return Match.new(find("djambi"), {"players": str(players), **options})


def app_over(match: Match | None = None, hand: tuple[int, ...] = (0, 1, 2, 3), **how: str) -> _TableApp:
    """Give an app over a match; the seats of `hand` are played here."""
    shown = match or new_match()
    return _TableApp(_Handle(shown, shown.names, hand), **how)


def app_that_waits() -> _TableApp:
    """Give an app over a table that still waits for players."""
    handle = _Handle(None, new_match().names, ())
    seats = tuple(SeatView(s.seat, s.name) if s.seat else replace(s, ready=True) for s in handle.view.seats)
    handle.view = replace(handle.view, seats=seats)
    return _TableApp(handle)
