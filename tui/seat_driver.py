"""A seat driver: plays one seat of a table with a bot in a child process, until the game ends.

The bot knows what its seat may know and holds no key: it says what it would play, and the peer of this profile signs.
"""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING

from core.fault import Fault
from net.view import OfferKind, Phase, TableView
from tui.eyes import owing
from tui.late import late_seats

if TYPE_CHECKING:
    from core.game import Seat
    from core.match import Line, Match
    from net.peer import TableHandle
    from tui.bot_process import BotProcess

ENDED = frozenset({Phase.OVER, Phase.CLOSED})
GRANTED = frozenset({OfferKind.RETURN, OfferKind.PAUSE, OfferKind.SPECTATORS, OfferKind.SUBSTITUTE})
"""What a bot agrees to."""
SEED_BITS = 32
TRIES = 3
"""How often a bot that gives no answer is started and asked."""


class SeatDriver:
    """One bot on one seat of one table."""

    def __init__(
        self, handle: TableHandle, seat: Seat, bot: str, *, pause: float = 0.0, seed: int | None = None
    ) -> None:
        """Prepare to play `seat` with `bot` (a level's name or a command), waiting `pause` seconds before each move.

        The same seed plays the same answers to the same game.
        """
        self.handle = handle
        self.seat = seat
        self.bot = bot
        self.pause = pause
        self.seed = secrets.randbits(SEED_BITS) if seed is None else seed
        self.process: int | None = None
        self._task: asyncio.Task[None] | None = None
        self._sealed: tuple[Line, ...] | None = None

    def start(self) -> asyncio.Task[None]:
        """Play in a task of its own."""
        if self._task is None:
            self._task = asyncio.create_task(self.run(), name=f"bot on seat {self.seat}")
        return self._task

    async def close(self) -> None:
        """Stop playing and end the child; whatever the bot ended with is raised by the task alone."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
            if not self._task.cancelled():
                self._task.exception()

    async def run(self) -> None:
        """Play until the game ends. Raises `BotFault` for a bot that does not start, dies or answers nonsense."""
        from tui.bot_process import BotProcess

        async with BotProcess(self.bot) as bot:
            self.process = bot.pid
            version = -1
            while self.handle.view.phase not in ENDED:
                version = await self.handle.changed(version)
                await self._act(bot)

    async def _act(self, bot: BotProcess) -> None:
        view = self.handle.view
        await self._answer(view)
        await self._claim(view)
        if view.phase is not Phase.PLAYING or view.paused or view.match is None or self.seat not in owing(view):
            return
        if view.match.state.sealed and self._sealed == view.match.log:
            return
        if self.pause:
            await asyncio.sleep(self.pause)
        text = await self._choose(bot, view.match)
        if self._stands(view.match):
            try:
                await self.handle.play(self.seat, text)
                self._sealed = view.match.log
            except Fault:
                if self._stands(view.match):
                    raise

    async def _choose(self, bot: BotProcess, match: Match) -> str:
        """Ask the bot; one that has died is started again, but not for ever."""
        for _ in range(TRIES - 1):
            with suppress(Fault):
                text = await bot.choose(match, self.seat, self.seed + match.ply)
                self.process = bot.pid
                return text
        return await bot.choose(match, self.seat, self.seed + match.ply)

    def _stands(self, match: Match) -> bool:
        """Tell whether the game still stands where the bot was asked."""
        now = self.handle.view.match
        return now is not None and now.log == match.log

    async def _claim(self, view: TableView) -> None:
        """Wait no longer for those who have not answered for long enough, where no person of this profile decides."""
        if not any(seat.mine and not seat.bot for seat in view.seats):
            for late in late_seats(view):
                with suppress(Fault):
                    await self.handle.claim(late)

    async def _answer(self, view: TableView) -> None:
        """Let whoever left come back, let the others rest, and play on when a draw is offered.

        Whether somebody else takes over another's seat is for a person of this profile to say, where there is one.
        """
        person = any(seat.mine and not seat.bot for seat in view.seats)
        for offer in view.offers:
            given = offer.kind is OfferKind.SUBSTITUTE
            if self.seat in offer.owed and not (given and person):
                with suppress(Fault):
                    granted = offer.kind in GRANTED and not (given and offer.seat in view.mine)
                    await self.handle.answer(offer.id, self.seat, granted)
