"""`parley sit`: a bot takes a seat at a table, plays it to the end, and says something now and then."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from core import bots
from core.bots.bot import Budget
from core.chance import talk_of
from core.fault import Fault, sentence
from core.game import Seat, Talk
from core.match.match import Line, Match
from net.peer.table_handle import NotFetched
from net.view.table_view import Phase, TableView
from net.wire.invitation import Invitation
from tui.bots.seat_driver import grants
from tui.headless.event_report import Report, ended
from tui.headless.room_visit import follow, goes_on, run_command, stay, take_up, telling_outages
from tui.table.departure import unattended_seats
from tui.table.seat_view import owing
from tui.table.sentences.asked_seat import asked_words

if TYPE_CHECKING:
    from net.peer.peer import Peer
    from net.peer.table_handle import TableHandle


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
"""On average the bot comments on one decision of this many."""


class Chooser(Protocol):
    """A chooser of moves: a bot in this process or in one of its own."""

    async def choose(self, match: Match, seat: Seat, seed: int = 0) -> str:
        """Give the canonical text of a legal action; the same match, seat and seed give the same."""
        ...

    async def close(self) -> None:
        """End what was started for it."""
        ...


class Indoors:
    """One of our own levels in this process, for a demonstration that starts no other."""

    def __init__(self, level: str) -> None:
        """Find the level; raise `core.bots.UnknownLevel`."""
        self._bot = bots.find(level)

    async def choose(self, match: Match, seat: Seat, seed: int = 0) -> str:
        """Choose, and yield to other tasks first."""
        await asyncio.sleep(0)
        return str(self._bot.choose(match.seen_by(seat), seat, Random(seed), Budget()))  # noqa: S311 -- play, not secrets

    async def close(self) -> None:
        """Do nothing: nothing was started."""


class Player:
    """A bot for every seat that this profile holds at one table, until the game ends."""

    def __init__(self, handle: TableHandle, chooser: Chooser, *, pause: float = 0.0, seed: int | None = None) -> None:
        """Wait `pause` seconds before each move. With a `seed` it talks, and the same position gets the same move."""
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
        """Let a player who left come back, resign with a person, and play on when a draw is offered."""
        for offer in view.offers:
            for seat in offer.owed:
                if seat in view.mine:
                    with suppress(Fault):
                        await self._handle.answer(offer.id, seat, yes=grants(view, offer))

    async def _claim(self, view: TableView) -> None:
        """Claim those whom a bot waits for no longer: bots that are away, and whoever is out of time."""
        for seat in unattended_seats(view):
            with suppress(Fault):
                await self._handle.claim(seat)

    def _moved_on(self, match: Match) -> bool:
        now = self._handle.view.match
        return now is None or now.log != match.log

    def _draw(self, match: Match, seat: Seat) -> Random:
        seed = secrets.randbits(64) if self._seed is None else f"{self._seed}/{seat}/{match.ply}"
        return Random(seed)  # noqa: S311 -- play, not secrets


ANY = "any"
BAD_SEAT = sentence("--seat takes a number from 0 or any, not {given}.")
TAKEN = sentence("Seat {seat} is taken.")
FULL = sentence("There is no seat left at this table.")
SECONDS_TO_FETCH = 60.0
"""How long the history may take to come: a broker may be away, and others offline, when a program comes back."""
SECONDS_TO_SIT = 60.0
"""How long the host may take to give a seat."""
NOT_REACHED = sentence(
    "The broker at {host}:{port} was not reached within {seconds} seconds: start this again once it answers, or with "
    "an invitation to where the table is now."
)
NOT_WHOLE = sentence(
    "Not all of the table has come from the broker at {host}:{port} within {seconds} seconds: start this again once "
    "the others are there."
)
NO_ANSWER = sentence(
    "The host of the table has not given a seat within {seconds} seconds. The request stands: come again later."
)


@dataclass(frozen=True, slots=True)
class Wish:
    """The table, the seat, the bot that plays it, for whom and how fast; `seed` makes it a part of a demonstration."""

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


async def fetch(handle: TableHandle) -> None:
    """Wait until all of a table's log is here; raise `Fault`, which names the broker."""
    try:
        await handle.caught_up(SECONDS_TO_FETCH)
    except NotFetched:
        at, told = Invitation.parse(handle.invitation), NOT_WHOLE if handle.view.online else NOT_REACHED
        raise Fault(told, host=at.host, port=at.port, seconds=round(SECONDS_TO_FETCH)) from None


async def has_ended(handle: TableHandle) -> bool:
    """Tell whether a table is over or closed, once all of its log is here; raise `Fault`."""
    await fetch(handle)
    return ended(handle.view)


async def take_seat(handle: TableHandle, seat: Seat | None, bot: str, report: Report | None = None) -> None:
    """Sit down, report that the host has to answer, and wait until they have given the seat.

    Raises `Fault` if another person gets it.
    """
    await fetch(handle)
    me = handle.table.me
    if not handle.view.mine and all(asked.author != me for asked in handle.table.annals.roster.asking()):
        await handle.sit(seat, bot)
    if report is not None and (asked := handle.view.asked) is not None:
        report.say("asked", host=asked.host, away=asked.away, says=asked_words(handle.view))
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
    """Play and report, until the end; give the invitation that the table has moved to, if it has.

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

    Raises `Fault` for anything that is neither a level nor a program that is there.
    """
    if seed is not None:
        return Indoors(bot)
    from tui.bots.bot_process import BotProcess, check_program

    check_program(bot)
    return BotProcess(bot)


async def visit(wish: Wish, report: Report, where: Path | None = None) -> None:
    """Come to the table, sit and play to its end, at another broker if it moves there; raise `Fault`."""
    invitation, seat = Invitation.parse(wish.invitation), seat_number(wish.seat)
    chooser_of(wish.bot, wish.seed)  # what is no bot is refused before anybody is disturbed

    async def spend(peer: Peer, at: Invitation) -> str:
        known = any(kept.tid == at.tid for kept in peer.tables())
        handle = await take_up(peer, at, report)
        async with telling_outages(handle, report):
            if known and await has_ended(handle):
                return await follow(handle, report)
            await take_seat(handle, seat, wish.bot, report)
            chooser = chooser_of(wish.bot, wish.seed)
            return await play(handle, Player(handle, chooser, pause=wish.pause, seed=wish.seed), report)

    await stay(invitation, wish.profile, spend, where)


def run(wish: Wish) -> int:
    """Sit and play; give the exit status."""
    report = Report()
    return run_command(lambda: visit(wish, report), report)
