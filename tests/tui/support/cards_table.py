"""A table of the small card game on this computer, dealt from its own script: for tests of faces."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.room_view import PersonView
from net.view.table_view import Phase, SeatView, TableView

TALON = "6,5,4,3,2,1"


class LocalTable:
    """A controller of a match that deals itself; `hands` are played here by hand, the others by somebody else."""

    invitation = "parley://memory/solo#AAECAwQFBgcICQoLDA0ODw"

    def __init__(self, hands: tuple[int, ...] = (0, 1), **options: str) -> None:
        """Begin a match, by the script `TALON` unless the options say otherwise."""
        match = Match.new(find("cards"), {"talon": TALON, **options}).deal()
        seats = tuple(
            SeatView(Seat(at), name, f"P{at not in hands:d}", "Ann" if at in hands else "Bob", mine=at in hands)
            for at, name in enumerate(match.names)
        )
        self.view = TableView("00", "", "P0", Phase.PLAYING, "cards", match.header.options, (), seats, match)
        self.closed = False
        self.claimed: list[Seat] = []
        self.stopped: list[Seat] = []
        self.handed: list[tuple[Seat, str]] = []
        self._version = 0
        self._news = asyncio.Condition()

    async def changed(self, version: int) -> int:
        """Wait for another version."""
        async with self._news:
            await self._news.wait_for(lambda: self._version != version)
            return self._version

    async def play(self, seat: Seat, text: str) -> None:
        """Play or seal, then deal."""
        assert self.view.match is not None
        match = self.view.match.seal(text, seat).deal()
        async with self._news:
            phase = Phase.OVER if match.state.outcome else Phase.PLAYING
            self.view = replace(self.view, match=match, phase=phase)
            self._version += 1
            self._news.notify_all()

    async def declare(self, seat: Seat, text: str) -> None:
        """Play."""
        await self.play(seat, text)

    async def claim(self, seat: Seat, *, stop: bool = False) -> None:
        """Keep who is waited for no longer, or because of whom the table is stopped."""
        (self.stopped if stop else self.claimed).append(seat)

    invitees: tuple[PersonView, ...] = ()

    async def invite(self, pid: str, text: str = "") -> None:
        """Invite nobody."""

    async def sit(self, seat: Seat | None, bot: str = "") -> None:
        """Do nothing."""

    async def leave(self, seat: Seat) -> None:
        """Do nothing."""

    async def say(self, text: str, act: tuple[str, ...] | None = None, seat: Seat | None = None) -> None:
        """Say nothing."""

    async def offer(self, kind: object, seat: Seat, to: int | None = None) -> None:
        """Offer nothing."""

    async def hand_over(self, seat: Seat, pid: str) -> None:
        """Keep who is to take which seat over."""
        self.handed.append((seat, pid))

    async def answer(self, offer_id: str, seat: Seat, yes: bool) -> None:  # noqa: FBT001 - an answer is a yes or a no
        """Answer nothing."""

    async def bye(self) -> None:
        """Nobody closes it."""

    async def close(self) -> None:
        """Be closed."""
        self.closed = True
