"""`parley sit`: a bot takes a seat at a table and plays it to the end."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.fault import Fault, sentence
from core.game import Seat
from net.view.table_view import Phase, TableView
from net.wire.invitation import Invitation
from tui.headless.player import Chooser, Indoors, Player
from tui.headless.report import Report, ended
from tui.headless.visit import follow, run_errand, stay
from tui.headless.watch import take_up

if TYPE_CHECKING:
    from net.peer.peer import Peer
    from net.peer.table_handle import TableHandle

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


async def has_ended(handle: TableHandle) -> bool:
    """Tell whether a table is over or closed, once all of its log is here; raise `Fault`."""
    await handle.caught_up(SECONDS_TO_FETCH)
    return ended(handle.view)


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


async def play(handle: TableHandle, player: Player, report: Report) -> str:
    """Play and tell what happens, until the end; give where the table has moved to, if it has.

    Raises the first fault of either.
    """
    telling = asyncio.create_task(follow(handle, report))
    tasks: list[asyncio.Task[Any]] = [telling, asyncio.create_task(player.run())]
    try:
        await asyncio.gather(*tasks)
        return telling.result()
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


async def visit(wish: Wish, report: Report, where: Path | None = None) -> None:
    """Come to the table, sit and play to its end, at another broker where it moves there; raise `Fault`."""
    invitation, seat = Invitation.parse(wish.invitation), seat_number(wish.seat)
    chooser_of(wish.bot, wish.seed)  # what is no bot is refused before anybody is disturbed

    async def spend(peer: Peer, at: Invitation) -> str:
        known = any(kept.tid == at.tid for kept in peer.tables())
        handle = await take_up(peer, at, report)
        if known and await has_ended(handle):
            return await follow(handle, report)
        await take_seat(handle, seat, wish.bot)
        chooser = chooser_of(wish.bot, wish.seed)
        return await play(handle, Player(handle, chooser, pause=wish.pause, seed=wish.seed), report)

    await stay(invitation, wish.profile, spend, where)


def run(wish: Wish) -> int:
    """Sit and play; give the exit status."""
    report = Report()
    return run_errand(lambda: visit(wish, report), report)
