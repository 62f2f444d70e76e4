"""`parley sit`: a bot takes a seat at a table and plays it to the end."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from core.game import Seat
from net.invite import Invitation
from net.view import Phase, TableView
from tui.headless.player import Chooser, Indoors, Player
from tui.headless.report import Report, ended
from tui.headless.visit import follow, linger, run_errand, visiting
from tui.headless.watch import take_up

if TYPE_CHECKING:
    from net.handle import TableHandle

ANY = "any"
BAD_SEAT = sentence("--seat takes a number from 0 or any, not {given}.")
TAKEN = sentence("Seat {seat} is taken.")
FULL = sentence("There is no seat left at this table.")
SECONDS_TO_FETCH = 60.0
"""How long the history may take to come: a broker may be away, and others asleep, when a program comes back."""
SECONDS_TO_SIT = 60.0
"""How long the host may take to give a seat."""
NO_ANSWER = sentence("The host of the table has not given a seat within {seconds} seconds.")


@dataclass(frozen=True, slots=True)
class Wish:
    """Which table and seat, which bot plays it, for whom and how fast; `seed` makes it a part of a demonstration."""

    invitation: str
    bot: str
    seat: str = ANY
    profile: str = "default"
    pause: float = 0.0
    seed: int | None = None


def seat_number(text: str) -> Seat | None:
    """Read a seat's number or `any`; raise `Fault`."""
    if text == ANY:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= len("99")):
        raise Fault(BAD_SEAT, given=text)
    return Seat(int(text))


def _settled(view: TableView) -> bool:
    return bool(view.mine) or view.phase not in {Phase.GATHERING, Phase.STARTING} or ended(view)


async def take_seat(handle: TableHandle, seat: Seat | None, bot: str) -> None:
    """Sit down and wait until the host has given the seat; raise `Fault` where it goes to somebody else."""
    await handle.caught_up(SECONDS_TO_FETCH)
    me = handle.table.me
    if not handle.view.mine and all(asked.author != me for asked in handle.table.annals.roster.asking()):
        await handle.sit(seat, bot)
    try:
        async with asyncio.timeout(SECONDS_TO_SIT):
            view = await handle.until(lambda view: _settled(view) or _lost(view, seat))
    except TimeoutError:
        raise Fault(NO_ANSWER, seconds=round(SECONDS_TO_SIT)) from None
    if not view.mine:
        raise Fault(FULL) if seat is None else Fault(TAKEN, seat=seat)


def _lost(view: TableView, seat: Seat | None) -> bool:
    open_seats = [held for held in view.seats if not held.pid and not held.vacant]
    return not view.mine and (not open_seats if seat is None else all(held.seat != seat for held in open_seats))


async def play(handle: TableHandle, player: Player, report: Report) -> None:
    """Play and tell what happens, until the end; raise the first fault of either."""
    tasks = [asyncio.create_task(follow(handle, report)), asyncio.create_task(player.run())]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def chooser_of(bot: str, seed: int | None) -> Chooser:
    """Give a bot in a process of its own, in a demonstration one in this process.

    Raises `Fault` for what is neither a level nor a command.
    """
    if seed is not None:
        return Indoors(bot)
    from tui.bot_process import BotProcess

    return BotProcess(bot)


def run(wish: Wish) -> int:
    """Sit and play; give the exit status."""
    report = Report()

    async def errand() -> None:
        invitation, seat, chooser = (
            Invitation.parse(wish.invitation),
            seat_number(wish.seat),
            chooser_of(wish.bot, wish.seed),
        )
        async with visiting(invitation, wish.profile) as peer:
            handle = await take_up(peer, invitation, report)
            await take_seat(handle, seat, wish.bot)
            await play(handle, Player(handle, chooser, pause=wish.pause, seed=wish.seed), report)
            await linger()

    return run_errand(errand, report)
