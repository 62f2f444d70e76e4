"""A table at which nothing happens, for pictures and measurements."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

from textual.screen import Screen

from core.game import Seat, Spot, State
from core.games import find
from core.match.match import Match
from net.view.room_view import PersonView
from net.view.table_view import OfferKind, Phase, SeatView, TableView, TalkLine
from tui.settings import theme
from tui.settings.settings import Settings
from tui.terminal.cell_diff import CellDiffApp

NICKS = ("Alice", "Benoît", "Chloé", "David", "Émile", "Fanny")

SAYINGS = (
    (0, 4, "A truce until turn 20?", ("propose", "truce", "20")),
    (1, 5, "For now, yes.", ("accept", "truce")),
    (2, 8, "I do not believe a word of it.", None),
)
"""The talk: seat, ply, text, act."""


def wander(state: State[Any], rng: Random, seat: Seat) -> str:
    """Return the text of some action of a seat, chosen spot by spot. Captures are preferred."""
    pieces = {piece.spot for piece in state.scene().pieces}
    for _ in range(60):
        path: tuple[Spot, ...] = ()
        while True:
            following = state.next_spots(seat, path)
            if not following:
                break
            prey = [spot for spot in following if path and spot in pieces]
            path = (*path, rng.choice(prey or list(following)))
        action = state.complete(seat, path)
        if action is not None:
            return str(action)
    raise RuntimeError


def match_of(players: int, plies: int, seed: int, game: str = "djambi") -> Match:
    """Return a match of that many decisions, the same for the same seed."""
    known = {option.name for option in find(game).options}
    wanted = {"players": str(players), "placement": "standard", "seed": str(seed)}
    match = Match.new(find(game), {name: value for name, value in wanted.items() if name in known}).deal()
    rng = Random(seed)
    while match.ply < plies and match.state.outcome is None:
        match = _next(match, rng)
    return match


def _next(match: Match, rng: Random) -> Match:
    """Return the match after some decision of every seat that owes one, and after the chance that follows."""
    for seat in match.state.active:
        match = match.seal(wander(match.state, rng, seat), seat)
    return match.deal()


def view_of(match: Match, *, talk: bool = True) -> TableView:
    """Return a table where every seat is played on this machine."""
    seats = tuple(
        SeatView(Seat(seat), name, f"P{seat}", NICKS[seat], mine=True, present=True)
        for seat, name in enumerate(match.names)
    )
    said = [
        TalkLine(ply, Seat(seat), f"P{seat}", NICKS[seat], text, act, 0)
        for seat, ply, text, act in SAYINGS
        if seat < len(seats)
    ]
    return TableView(
        "00",
        "Florence",
        "P0",
        Phase.PLAYING,
        match.header.game,
        match.header.options,
        (),
        seats,
        match,
        talk=tuple(said) if talk else (),
    )


class FixedTable:
    """A controller of a table where nothing happens."""

    invitation = ""
    invitees: tuple[PersonView, ...] = ()

    def __init__(self, view: TableView) -> None:
        """Hold `view` for ever."""
        self.view = view

    async def changed(self, version: int) -> int:
        """Return at the first call, then wait for ever."""
        if version >= 0:
            await asyncio.Event().wait()
        return 0

    async def sit(self, seat: Seat | None, bot: str = "") -> None:
        """Do nothing."""

    async def leave(self, seat: Seat) -> None:
        """Do nothing."""

    async def play(self, seat: Seat, text: str) -> None:
        """Do nothing."""

    async def declare(self, seat: Seat, text: str) -> None:
        """Do nothing."""

    async def claim(self, seat: Seat, *, stop: bool = False) -> None:
        """Do nothing."""

    async def say(self, text: str, act: tuple[str, ...] | None = None, seat: Seat | None = None) -> None:
        """Do nothing."""

    async def offer(self, kind: OfferKind, seat: Seat, to: int | None = None) -> None:
        """Do nothing."""

    async def hand_over(self, seat: Seat, pid: str) -> None:
        """Do nothing."""

    async def answer(self, offer_id: str, seat: Seat, yes: bool) -> None:  # noqa: FBT001 - an answer is a yes or a no
        """Do nothing."""

    async def invite(self, pid: str, text: str = "") -> None:
        """Do nothing."""

    async def bye(self) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""


class FixedTableApp(CellDiffApp):
    """An app with one screen and Parley's themes; `settings` are those that a test gives it, if any."""

    settings: Settings

    def __init__(self, screen: Screen[Any], theme_name: str = theme.DEFAULT, glyph_set: str = "unicode") -> None:
        """Show `screen` in the theme of that name."""
        super().__init__()
        self._only = screen
        self._theme_name = theme_name
        self.glyph_set = glyph_set

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Give the tokens that Textual's own themes lack."""
        return theme.textual_theme(theme.DEFAULT).variables

    def on_mount(self) -> None:
        """Dress and show the screen."""
        for name in theme.names():
            self.register_theme(theme.textual_theme(name))
        self.theme = self._theme_name
        self.push_screen(self._only)
