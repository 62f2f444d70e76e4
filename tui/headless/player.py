"""A player without hands: plays the seats of one profile with a bot, and now and then says something."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from random import Random
from typing import Protocol

from core import bots
from core.bots.bot import Budget
from core.chance import talk_of
from core.fault import Fault
from core.game import Seat, Talk
from core.match.match import Line, Match
from net.peer.table_handle import TableHandle
from net.view.table_view import Phase, TableView
from tui.eyes import owing
from tui.headless.visit import goes_on
from tui.late import late_seats
from tui.seat_driver import GRANTED

LINES: tuple[tuple[str, tuple[str, ...] | None], ...] = (
    ("A truce, {name}?", ("propose", "truce", "{name}", "10")),
    ("{name}, leave me alone.", ("threaten", "{name}")),
    ("Nothing is decided yet.", None),
    ("Thank you, {name}.", ("thank", "{name}")),
    ("That will be the end of you, {name}.", None),
    ("I did not see that coming.", None),
)
"""What a talkative bot may say, `{name}` being another seat."""

SAYS_EVERY = 6
"""One decision of so many, on the average, is commented."""


class Chooser(Protocol):
    """Whoever chooses: a bot in this process or in one of its own."""

    async def choose(self, match: Match, seat: Seat, seed: int = 0) -> str:
        """Give the canonical text of a legal action; the same match, seat and seed give the same."""
        ...

    async def close(self) -> None:
        """End what was started for it."""
        ...


class Indoors:
    """One of our own levels in this very process, for a demonstration that starts nothing."""

    def __init__(self, level: str) -> None:
        """Find the level; raise `core.bots.UnknownLevel`."""
        self._bot = bots.find(level)

    async def choose(self, match: Match, seat: Seat, seed: int = 0) -> str:
        """Choose, and let others have their turn first."""
        await asyncio.sleep(0)
        return str(self._bot.choose(match.seen_by(seat), seat, Random(seed), Budget()))  # noqa: S311 -- play, not secrets

    async def close(self) -> None:
        """Do nothing: nothing was started."""


class Player:
    """Plays every seat that this profile holds at one table, until the game ends."""

    def __init__(self, handle: TableHandle, chooser: Chooser, *, pause: float = 0.0, seed: int | None = None) -> None:
        """Wait `pause` seconds before each move; with a `seed` it talks, and the same position gets the same move."""
        self._handle = handle
        self._chooser = chooser
        self._pause = pause
        self._seed = seed
        self._sealed: dict[Seat, tuple[Line, ...]] = {}

    async def run(self) -> None:
        """Play until the end is settled, or the table has moved; raise a fault of the bot, or of a refused action."""
        version = -1
        try:
            while goes_on(self._handle.view) or self._handle.view.unsettled:
                version = await self._handle.changed(version)
                await self._answer(self._handle.view)
                await self._claim(self._handle.view)
                await self._decide(self._handle.view)
        finally:
            await self._chooser.close()

    async def _decide(self, view: TableView) -> None:
        match = view.match
        if view.phase is not Phase.PLAYING or match is None:
            return
        for seat in view.mine:
            if seat in owing(view) and self._sealed.get(seat) != match.log:
                await asyncio.sleep(self._pause)
                await self._move(match, seat, self._draw(match, seat))

    async def _move(self, match: Match, seat: Seat, rng: Random) -> None:
        text = await self._chooser.choose(match, seat, rng.getrandbits(32))
        if self._moved_on(match):
            return
        try:
            if self._seed is not None and rng.randrange(SAYS_EVERY) == 0:
                await self._comment(match, seat, rng)
            await self._handle.play(seat, text)
            if match.state.sealed:
                self._sealed[seat] = match.log
        except Fault:
            if not self._moved_on(match):
                raise

    async def _comment(self, match: Match, seat: Seat, rng: Random) -> None:
        if talk_of(match.state, seat) is not Talk.OPEN:
            return
        others = [name for number, name in enumerate(match.names) if number != seat]
        name = others[rng.randrange(len(others))]
        text, act = LINES[rng.randrange(len(LINES))]
        tail = tuple(word.format(name=name) for word in act) if act else None
        await self._handle.say(text.format(name=name), tail, seat)

    async def _answer(self, view: TableView) -> None:
        """Let whoever left come back, and play on when a draw is offered."""
        for offer in view.offers:
            for seat in offer.owed:
                if seat in view.mine:
                    with suppress(Fault):
                        await self._handle.answer(offer.id, seat, yes=offer.kind in GRANTED)

    async def _claim(self, view: TableView) -> None:
        """Wait no longer for those who have not answered for as long as the table is patient."""
        for seat in late_seats(view):
            with suppress(Fault):
                await self._handle.claim(seat)

    def _moved_on(self, match: Match) -> bool:
        now = self._handle.view.match
        return now is None or now.log != match.log

    def _draw(self, match: Match, seat: Seat) -> Random:
        seed = secrets.randbits(64) if self._seed is None else f"{self._seed}/{seat}/{match.ply}"
        return Random(seed)  # noqa: S311 -- play, not secrets
