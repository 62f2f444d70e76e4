"""What a child shows while it is measured: a table where nothing happens, where a bot thinks, where moves are made."""

from __future__ import annotations

import asyncio
import signal
from dataclasses import replace
from typing import Any

from textual.pilot import Pilot

from core.game import Seat
from core.games import find
from net.table.clocks.time_control import read_time_control
from net.view.clock_view import ClockView
from tests.gallery.fixed_table import FixedTable, FixedTableApp, match_of, view_of
from tui.app.app import ParleyApp, Start
from tui.bots.bot_process import BotProcess
from tui.screens.table.table_screen import TableScreen
from tui.settings.settings import Settings
from tui.table.table_plan import plan_against_bots
from tui.words.clock_words import now_ms

PLIES, SEED = 16, 5
"""Where the game stands."""
MOVES = 12
"""How many moves are made."""


class MovingTable(FixedTable):
    """A table where a move is made at each call."""

    def __init__(self, game: str, players: int) -> None:
        """Prepare the moves."""
        first, *self.coming = [view_of(match_of(players, PLIES + at, SEED, game)) for at in range(MOVES)]
        super().__init__(first)
        self._turned = asyncio.Event()

    async def changed(self, version: int) -> int:
        """Wait for the next move."""
        if version >= 0:
            await self._turned.wait()
            self._turned.clear()
        return version + 1

    def go_on(self) -> None:
        """Make a move."""
        if self.coming:
            self.view = self.coming.pop(0)
            self._turned.set()


class ThinkingApp(FixedTableApp):
    """A table where nothing happens, and a bot at work behind it."""

    def __init__(self, game: str, players: int) -> None:
        """Show the table."""
        self.match = match_of(players, PLIES, SEED, game)
        super().__init__(TableScreen(FixedTable(view_of(self.match))))

    def on_ready(self) -> None:
        """Let the bot think."""
        self.run_worker(self._think())

    async def _think(self) -> None:
        async with BotProcess("greedy") as bot:
            seed = 0
            while True:
                seed += 1
                await bot.choose(self.match, self.match.state.active[0], seed)


def still(game: str, players: str) -> None:
    """Show a table and nothing else."""
    FixedTableApp(TableScreen(FixedTable(view_of(match_of(int(players), PLIES, SEED, game))))).run()


def thinking(game: str, players: str) -> None:
    """Show a table while a bot thinks."""
    ThinkingApp(game, int(players)).run()


def moving(game: str, players: str) -> None:
    """Show a table where a move is made at each SIGUSR1."""

    async def listen(_: Pilot[Any]) -> None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, table.go_on)

    table = MovingTable(game, int(players))
    FixedTableApp(TableScreen(table)).run(auto_pilot=listen)


def _parley() -> ParleyApp:
    return ParleyApp(Start(), Settings(language="en", nick="Ann"))


def clocks(game: str, players: str) -> None:
    """Show, in the whole program, a table where two clocks run."""
    app, pace = _parley(), read_time_control("900+10")
    assert pace is not None
    running = tuple(ClockView(Seat(seat), pace.start, now_ms()) for seat in range(2))
    view = replace(view_of(match_of(int(players), PLIES, SEED, game)), clocks=running)

    async def show(_: Pilot[Any]) -> None:
        await app.push_screen(TableScreen(FixedTable(view)))

    app.run(auto_pilot=show)


def playing(game: str, players: str) -> None:
    """Play in the whole program against a bot."""
    known = {option.name for option in find(game).options}
    app, plan = _parley(), plan_against_bots("greedy", game, {"players": players} if "players" in known else {})

    async def play() -> None:
        await app.show_table(await app.rooms.open_table(await app.rooms.local(), plan))

    async def show(_: Pilot[Any]) -> None:
        app.go(play)

    app.run(auto_pilot=show)


SITTERS = {one.__name__: one for one in (still, thinking, moving, clocks, playing)}
"""What there is to be shown, by name."""
