"""`parley open`: open a table, seat those who ask, play a seat or watch, until the end.

Its standard input takes orders, one a line: `move INVITATION`. A table moves only to a broker that answers; otherwise
everyone who follows it would wait there forever. An invitation to the same room by another way, because its broker has
another certificate, moves no table: this program alone goes on by it.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from shlex import quote
from typing import TYPE_CHECKING

from core.fault import BadOption, Fault, sentence
from core.games import find
from net.room.table_offer import agreed
from net.storage.profile import root
from net.table.action.host_action import leading, moves_of
from net.table.action.permission import NO_BOTS
from net.table.fold.table_terms import NEITHER, WITNESS
from net.transport.clock import SystemClock
from net.wire.invitation import Invitation
from tui.headless.bot_player import Player, chooser_of, has_ended, play, take_seat
from tui.headless.event_report import Report, ended
from tui.headless.room_visit import follow, leads_on, run_command, stay, telling_outages
from tui.i18n.translation import tr
from tui.records.club.club_book import ClubBook
from tui.records.club.rated_table import NO_CLUB, rated_table
from tui.session.invitations import join_lines
from tui.settings.settings import open_profile
from tui.table.controller import knock
from tui.text.shell.console import Descriptor

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from net.peer.move_herald import MoveHerald
    from net.peer.peer import Peer
    from net.peer.table_handle import TableHandle
    from tui.text.shell.console import Source


MOVE = "move"
NO_ORDER = sentence("There is no word {word} here; `move INVITATION` moves the running table to that room.")
SHOWN = 40
"""How many characters of an unknown word are repeated in the answer."""


def listening() -> Source | None:
    """Begin to read standard input in the running loop; None if it is closed.

    A program that reads in the background of a shell is stopped unless it ignores the signal. Then nothing more is
    read.
    """
    if sys.stdin is None:
        return None
    signal.signal(signal.SIGTTIN, signal.SIG_IGN)
    return Descriptor(sys.stdin.fileno(), sys.stdin.encoding)


@dataclass(frozen=True, slots=True)
class Orders:
    """Where the orders come from, and who tells the rooms that the table has left."""

    source: Source
    herald: MoveHerald


@asynccontextmanager
async def follow_orders(
    orders: Orders | None, handle: TableHandle, report: Report
) -> AsyncIterator[asyncio.Future[str]]:
    """Carry out orders at a table until this ends. An order that fails is reported as `refused` and changes nothing.

    What is given becomes the invitation by which this program is to go on at the table where it is.
    """
    way: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(_heed(orders, handle, report, way)) if orders is not None else None
    try:
        yield way
    finally:
        if task is not None:
            task.cancel()
            for ended in await asyncio.gather(task, return_exceptions=True):
                if isinstance(ended, Exception):
                    raise ended


async def _heed(orders: Orders, handle: TableHandle, report: Report, way: asyncio.Future[str]) -> None:
    while not way.done() and (line := await orders.source.line()) is not None:
        try:
            if rooms := _to_tell(line, handle, orders.herald):
                report.say("telling", brokers=[f"{at.host}:{at.port}" for at in rooms])
                for at in rooms:
                    orders.herald.send(handle.identity, handle.chain, at)
            elif there := await _obey(line, handle):
                report.say("moved", url=there)
                way.set_result(there)
        except Fault as fault:
            report.say("refused", error=str(fault))


def _to_tell(line: str, handle: TableHandle, herald: MoveHerald) -> tuple[Invitation, ...]:
    """Give the rooms where a table was, if a line moves it to where it is: there they may not have heard of it."""
    word, _, rest = line.strip().partition(" ")
    if word != MOVE or handle.view.moved:
        return ()
    here = Invitation.parse(handle.invitation)
    if Invitation.parse(join_lines(rest)).at_table(here.tid or b"", here.table_key) != here:
        return ()
    rooms = (*moves_of(handle.chain), *herald.rooms)
    return tuple({at.place: at for at in rooms if (at.tid, at.place != here.place) == (here.tid, True)}.values())


async def _obey(line: str, handle: TableHandle) -> str:
    """Do what a line asks for; give the invitation if that is another way to the room where the table is."""
    word, _, rest = line.strip().partition(" ")
    if word == MOVE:
        place = join_lines(rest)
        await knock(handle, place)
        here = Invitation.parse(handle.invitation)
        there = leading(here, place)
        if there.secured_as(here) == here:
            return str(there)
        await handle.move_to(place)
    elif word:
        raise Fault(NO_ORDER, word=ascii(word[:SHOWN]))
    return ""


OWN = {"title": "--title", "club": "--club", "pairing": "--pairing", "game": "--game", "sit": "--sit"}
"""What `parley open` takes by itself, and might be looked for among the options of a game and its table."""
BY_ITSELF = sentence("{text} is given by {flag}, as {flag} {given}: --option is for what the game and the table have.")

NOT_YOURS = sentence("Somebody else has opened this table: `parley watch` looks on, `parley sit` takes a seat.")


STANDS = sentence(
    "The table stands as it was opened: another title or other options change nothing. "
    "To have a second one open it with another --profile."
)


@dataclass(frozen=True, slots=True)
class Wish:
    """The room, the game, its options (the table's terms among them), and the bot that takes a seat, if any.

    With `club` the table is rated for that club; `pairing` is TOURNAMENT/ROUND/TABLE.
    """

    url: str
    game: str = "djambi"
    options: Mapping[str, str] = field(default_factory=dict)
    sit: str = ""
    title: str = ""
    profile: str = "default"
    pause: float = 0.0
    seed: int | None = None
    club: str = ""
    pairing: str = ""


ME = "witness:me"
"""The value of the term `flag` that makes the person who opens a table its witness."""


def named(options: Mapping[str, str], pid: str) -> dict[str, str]:
    """Give options with `witness:me` spelt out."""
    return {name: WITNESS + pid if (name, value) == ("flag", ME) else value for name, value in options.items()}


def _sorted_out(wish: Wish, pid: str) -> tuple[dict[str, str], dict[str, str]]:
    """Give the game's options and the table's terms, both settled; raise `Fault`, with the word that is right here."""
    try:
        return agreed(find(wish.game), named(wish.options, pid))
    except BadOption as fault:
        name = str(fault.fields.get("name", ""))
        if fault.template != NEITHER or name not in OWN:
            raise
        raise BadOption(BY_ITSELF, name=name, text=name, flag=OWN[name], given=quote(wish.options[name])) from fault


async def table_of(peer: Peer, at: Invitation, wish: Wish, report: Report) -> TableHandle:
    """Take up the table of an invitation, or the unfinished one that this profile has opened in that room.

    A rated one is taken up for its place in its club alone. Opens one if there is none. A report that has begun with a
    table goes on in it. Raises `Fault`.
    """
    salt, told, known = b"", {}, None
    if wish.club:
        book = ClubBook(peer.profile, peer.journal, SystemClock().now_ms())
        rated = rated_table(book, wish.club, wish.pairing, wish.game, wish.options)
        wish = replace(wish, game=rated.game, options=rated.options, title=wish.title or rated.title)
        told = {"club": book.club(wish.club).cid.hex(), "pairing": wish.pairing}
        salt, known = rated.salt, rated.opened
    options, terms = _sorted_out(wish, peer.pid)
    asked = {**options, **terms}
    kept = await (_kept(peer, wish, asked, known) if at.tid is None else _own(peer, at))
    if kept is None:
        _refuse_bot(wish, terms)
    handle = kept or await peer.open_table(wish.game, options, terms, wish.title, salt)
    if not report.begun:
        report.say("opened", table=handle.tid.hex(), invitation=handle.invitation, **told)
        if kept is not None:
            if _differs(kept, wish, asked):
                report.say("stands", says=tr(STANDS))
            report.resume(kept.view)
    return handle


def _refuse_bot(wish: Wish, terms: Mapping[str, str]) -> None:
    """Raise `Fault` if a bot is to sit at a table where none may: before the table is opened."""
    if wish.sit and terms["bots"] != "yes":
        raise Fault(NO_BOTS)


def _differs(kept: TableHandle, wish: Wish, asked: Mapping[str, str]) -> bool:
    """Tell whether a title or an option was asked for that the table taken up does not have."""
    view = kept.view
    has = {**dict(view.options), **dict(view.terms)}
    other = any(has.get(name, asked[name]) != asked[name] for name in wish.options if name in asked)
    return other or wish.title not in {"", view.title}


async def _kept(
    peer: Peer, wish: Wish, asked: Mapping[str, str], known: Collection[bytes] | None
) -> TableHandle | None:
    """Find the newest unfinished table of this profile, `known` by its id if need be: best one that is as wished."""
    newest: TableHandle | None = None
    games = {row.tid: row.game for row in peer.journal.tables()}
    for at in peer.tables():
        if games.get(at.tid or b"") not in {"", wish.game} or (known is not None and at.tid not in known):
            continue
        handle = await peer.join(at)
        found = _is_own(peer, handle) and handle.view.game == wish.game and not ended(handle.view)
        if found and not _differs(handle, wish, asked):
            if newest is not None:
                await newest.close()
            return handle
        if found and newest is None:
            newest = handle
        else:
            await handle.close()
    return newest


async def _own(peer: Peer, at: Invitation) -> TableHandle:
    handle = await peer.join(at)
    if not _is_own(peer, handle):
        raise Fault(NOT_YOURS)
    return handle


def _is_own(peer: Peer, handle: TableHandle) -> bool:
    return handle.table.annals.host == peer.profile.identity.public


async def run_table(peer: Peer, at: Invitation, wish: Wish, report: Report, orders: Orders | None = None) -> str:
    """Run the table to its end, with a bot in a seat if the wish names one; give where it has moved to, if it has.

    Carries out `orders`. Raises `Fault`.
    """
    handle = await table_of(peer, at, wish, report)
    async with telling_outages(handle, report), follow_orders(orders, handle, report) as way:
        running = asyncio.create_task(_see_on(peer, handle, wish, report))
        try:
            await asyncio.wait((running, way), return_when=asyncio.FIRST_COMPLETED)
            return running.result() if running.done() else way.result()
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


async def _see_on(peer: Peer, handle: TableHandle, wish: Wish, report: Report) -> str:
    """Run a table to its end, or until the broker answers to which it has moved; give the invitation there."""
    while (moved := await _run(handle, wish, report)) and not await leads_on(peer, moved):
        pass
    return moved


async def _run(handle: TableHandle, wish: Wish, report: Report) -> str:
    if not wish.sit or await has_ended(handle):
        return await follow(handle, report)
    await take_seat(handle, None, wish.sit)
    chooser = chooser_of(wish.sit, wish.seed)
    return await play(handle, Player(handle, chooser, pause=wish.pause, seed=wish.seed), report)


async def open_and_stay(
    place: Invitation, wish: Wish, report: Report, source: Source | None, where: Path | None = None
) -> None:
    """Open and run the table, from broker to broker; tell the rooms that it has left where it goes on."""
    from net.peer.move_herald import MoveHerald
    from net.transport.mqtt_transport import connector

    with open_profile(where or root(), wish.profile) as who:
        identity = who.identity
    told = partial(_report_told, report)
    herald = MoveHerald(lambda at: connector(at, identity), told)
    orders = None if source is None else Orders(source, herald)
    try:
        await stay(
            place, wish.profile, lambda peer, at: run_table(peer, at, wish, report, orders), where, herald=herald
        )
    finally:
        await herald.close()


def _report_told(report: Report, at: Invitation) -> None:
    report.say("told", room=at.room, broker=f"{at.host}:{at.port}")


def run(wish: Wish) -> int:
    """Open and run the table, at another broker if it is moved there; give the exit status."""
    report = Report()

    async def errand() -> None:
        _, terms = _sorted_out(wish, "0" * 16)
        _refuse_bot(wish, terms)
        if wish.pairing and not wish.club:
            raise Fault(NO_CLUB)
        if wish.sit:
            chooser_of(wish.sit, wish.seed)  # what is no bot is refused before anybody is disturbed
        await open_and_stay(Invitation.parse(wish.url), wish, report, listening())

    return run_command(errand, report)
