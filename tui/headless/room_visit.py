"""One profile in one room for the length of one command, and `parley watch`.

A signal ends the visit as cleanly as the end of the game. `parley watch` follows a table until its end, as its witness
if the table names this profile.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from net.storage.journal import Journal
from net.storage.profile import Profile, root
from net.table.action.host_action import moves_of
from net.transport.clock import SystemClock
from net.transport.transport import AccessRefused, Connector, Offline
from net.view.table_view import Phase
from net.wire.event_data import is_self_certified
from net.wire.invitation import Invitation
from tui.bootstrap.signals import until_signal
from tui.headless.event_report import Report, audited, ended
from tui.session.club.club_reporter import ClubReporter
from tui.session.rematch_opener import RematchOpener
from tui.session.settlement_follow_up import SettlementFollower
from tui.settings.settings import open_profile, own_name
from tui.table.controller import knock_at
from tui.words.clock_words import now_ms

if TYPE_CHECKING:
    from net.peer.move_herald import MoveHerald
    from net.peer.peer import Peer
    from net.peer.table_handle import TableHandle
    from net.view.table_view import TableView


LINGER_SECONDS = 2.0
"""How long a peer stays after the settlement for those who have not confirmed that they have all of it."""
LONGEST_SECONDS = 120.0
"""How long it stays at most while some of them are present in the room: their connection may be slow."""

KNOCK_SECONDS = 30.0
"""How long after a broker did not answer to which a table has moved it is tried again."""

TELL_SECONDS = 15.0
"""How long the host of a table that moves waits until the broker that it leaves has taken the word of it."""

AUDIT_SECONDS = 30.0
"""How long the others may take to open their cards after the end."""


def run_command(errand: Callable[[], Awaitable[None]], report: Report) -> int:
    """Run an errand to its end or to a signal (0 both), or to a fault, reported as `error` (2)."""
    try:
        asyncio.run(until_signal(errand(), last=True))
    except Fault as fault:
        report.say("error", error=str(fault))
        raise
    return 0


@asynccontextmanager
async def visiting(
    invitation: Invitation,
    profile: str,
    connect: Connector | None = None,
    where: Path | None = None,
    *,
    patient: bool = False,
) -> AsyncIterator[Peer]:
    """Enter a room as a profile of this machine and leave it at the end; raise `Fault`.

    Results of rated tables that are settled by then are put into the logs of their clubs. Whoever asks for a seat at
    another waiting table of this profile in that room gets it meanwhile.

    `connect` leads to a broker inside this process; without it the invitation says where the broker is. `where` is the
    folder of all profiles, unless it is this person's own. If the broker is away, this waits for it if the journal has
    a table there, or if `patient`.
    """
    from net.peer.peer import Peer

    with open_profile(where or root(), profile) as who:
        if connect is None:
            from net.transport import mqtt_transport

            connect = mqtt_transport.connector(invitation, who.identity)
        rng = Random(secrets.randbits(64))  # noqa: S311 -- spreads waits
        peer = Peer(who, invitation, connect, SystemClock(), rng, nick=own_name(who))
        await peer.start(patient=patient or bool(peer.tables()))
        rematches = RematchOpener()
        rematches.follow(peer)
        try:
            if hosted := _waiting_tables(peer):
                await peer.attend(*hosted)
            async with SettlementFollower(who, but=(invitation,)):
                yield peer
            if peer.journal.clubs():
                async with ClubReporter(who) as clubs:
                    await clubs.report()
        finally:
            await rematches.close()
            await peer.stop()


def _waiting_tables(peer: Peer) -> tuple[Invitation, ...]:
    """Find the tables of a room that this profile has opened, and spoken at lately, where others may still sit down.

    Not those where a seat is its own: once their game has begun, nobody would play it here.
    """
    from net.peer.journal_view import journal_view
    from net.peer.table_registry import KEPT_MS

    found, now = [], now_ms()
    for at in peer.tables():
        row, own = peer.journal.table(at.tid or b""), peer.journal.outbox(at.tid or b"")
        if row is None or not own or not is_self_certified(own[0]) or own[-1].event.ts + KEPT_MS <= now:
            continue
        with suppress(Fault):  # a game that is not known here
            view = journal_view(peer.profile.identity, peer.journal, row, now)
            if view is not None and view.phase is Phase.GATHERING and not any(seat.mine for seat in view.seats):
                found.append(at)
    return tuple(found)


async def stay(
    place: Invitation,
    profile: str,
    spend: Callable[[Peer, Invitation], Awaitable[str]],
    where: Path | None = None,
    *,
    herald: MoveHerald | None = None,
) -> None:
    """Stay at a table to its end, and follow it when its host moves it to another broker.

    `spend` comes to the table with a peer and gives where it has moved to, or nothing once it is over. If the broker
    cannot be reached at first, the one where this profile was last at the table is tried. Who hosts a table has a
    `herald`: where they have moved it they go after it if the broker there answers, which `spend` finds out by itself;
    otherwise they go on at `place`. A room that they leave untold is told later. Raises `Fault`.
    """
    moved = await own_move(place, profile, where) if herald else ""
    left = place if moved else None
    while True:
        at = Invitation.parse(moved) if moved else place
        try:
            async with visiting(at, profile, where=where, patient=bool(moved)) as peer:
                if herald and left is not None:
                    herald.send(peer.profile.identity, peer.journal.outbox(at.tid or b""), left)
                while (moved := await spend(peer, at)) and not (herald or await leads_on(peer, moved)):
                    pass
                if not moved:
                    return
                left = await _left(peer, moved, herald) if herald else None
        except Offline:
            if moved or not (moved := last_place(place, profile, where)):
                raise


async def _left(peer: Peer, moved: str, herald: MoveHerald) -> Invitation | None:
    """Give the way back to a table that its host leaves, if the broker there may not know yet where it goes on."""
    there = Invitation.parse(moved)
    handle = await peer.join(there.tid or b"")
    here = Invitation.parse(handle.invitation)
    herald.leave(here, there)
    return here if handle.untold else None


def last_place(place: Invitation, profile: str, where: Path | None = None) -> str:
    """Give where a profile was last at the table of an invitation, empty if that is the same place or none."""
    with Profile.open(where or root(), profile) as who, Journal(who.journal_path) as journal:
        row = journal.table(place.tid or b"")
    return "" if row is None or row.invitation == str(place) else row.invitation


async def own_move(place: Invitation, profile: str, where: Path | None = None) -> str:
    """Give where a profile has last moved its own table; empty if that is `place`, or if nobody answers there."""
    with Profile.open(where or root(), profile) as who, Journal(who.journal_path) as journal:
        moves = moves_of(journal.outbox(place.tid or b""))
        if moves and moves[-1].place != place.place:
            with suppress(Fault):
                await knock_at(moves[-1], who.identity)
                return str(moves[-1])
    return ""


async def leads_on(peer: Peer, moved: str) -> bool:
    """Wait until the broker answers to which a table has moved; False once its host says that it goes on elsewhere.

    A broker may have ended for good, and an older word still lead there: then the host comes here and says so. A broker
    that refuses this profile answers: whoever goes there is told why.
    """
    there = Invitation.parse(moved)
    handle = await peer.join(there.tid or b"")
    with suppress(Fault):
        await handle.caught_up()
    while handle.view.moved == moved and not ended(handle.view) and handle.stopped is None:
        try:
            await knock_at(there, handle.identity)
        except AccessRefused:
            return True
        except Fault:
            pass
        else:
            return True
        with suppress(TimeoutError):
            async with asyncio.timeout(KNOCK_SECONDS):
                await handle.until(lambda view: view.moved != moved or ended(view) or handle.stopped is not None)
    return False


def goes_on(view: TableView) -> bool:
    """Tell whether more will happen at a table, here and not at another broker."""
    return not ended(view) and not view.moved


async def follow(handle: TableHandle, report: Report) -> str:
    """Report what happens at a table until it is over, its hidden cards are audited, and its end is settled.

    Gives where it has moved to, if it has. Raises `Stopped` if something goes wrong with the table here, even while
    others are to decide. If cancelled before the end is settled, it reports that too.
    """
    try:
        while True:
            await _tell(handle, report, until=lambda view: not goes_on(view))
            if not ended(handle.view):
                if handle.view.hosted:
                    report.move(handle.view, told=await is_told(handle))
                return handle.view.moved
            with suppress(TimeoutError):
                async with asyncio.timeout(AUDIT_SECONDS):
                    await handle.until(audited)
            report.end(handle.view)
            if handle.view.unsettled:
                await _tell(handle, report, until=lambda view: not view.unsettled, over=True)
                if goes_on(handle.view):  # the others had gone on without the last move
                    continue
                report.settle(handle.view)
            await wait_for_settlement(handle)
            return ""
    except asyncio.CancelledError:
        report.leave(handle.view)
        raise


async def is_told(handle: TableHandle) -> bool:
    """Wait until the broker here has the word that the host has moved the table; False if it is not reached now."""
    moved = handle.view.moved
    with suppress(TimeoutError):
        async with asyncio.timeout(TELL_SECONDS):
            await handle.until(lambda view: not (handle.untold and view.online) or view.moved != moved)
    return not handle.untold


@asynccontextmanager
async def telling_outages(handle: TableHandle, report: Report) -> AsyncIterator[None]:
    """Report whenever the broker of a table is not reached, and when it is again, also while nothing else is told."""

    async def tell() -> None:
        version = -1
        while True:
            version = await handle.changed(version)
            report.reach(handle.view)

    report.reach(handle.view)
    task = asyncio.create_task(tell())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _tell(handle: TableHandle, report: Report, *, until: Callable[[TableView], bool], over: bool = False) -> None:
    """Report what happens at a table until a condition holds, and once it is `over` who is awaited.

    Raises `Stopped`.
    """
    version = -1
    while True:
        report.reach(handle.view)
        report.take(handle.view)
        if over:
            report.wait(handle.view)
        if handle.stopped is not None:
            raise handle.stopped
        if until(handle.view):
            return
        version = await handle.changed(version)


async def wait_for_settlement(handle: TableHandle) -> None:
    """Stay a little after the end, longer while a player is present who has not confirmed having all of it."""
    with suppress(TimeoutError):
        async with asyncio.timeout(LINGER_SECONDS):
            await _until_level(handle)
    with suppress(TimeoutError):
        async with asyncio.timeout(LONGEST_SECONDS):
            await _until_level(handle, while_there=True)


async def _until_level(handle: TableHandle, *, while_there: bool = False) -> None:
    """Wait until all other players have confirmed having all of the log, as long as one of them is present."""
    version = handle.version
    while not handle.level and not (while_there and not _is_awaited(handle.view)):
        version = await handle.changed(version)


def _is_awaited(view: TableView) -> bool:
    return view.online and any(seat.present and not seat.mine for seat in view.seats)


OTHER_WITNESS = sentence("The witness of this table is {named}; you are {me}.")
NO_WITNESS = sentence("This table has no witness; its host opens one with --option flag=witness:{me}.")


@dataclass(frozen=True, slots=True)
class Wish:
    """The table, and the spectator's profile."""

    invitation: str
    profile: str = "default"
    witness: bool = False


async def take_up(peer: Peer, invitation: Invitation, report: Report) -> TableHandle:
    """Come to a table. If the journal knows it, report where it is taken up again. Raises `Fault`."""
    known = any(kept.tid == invitation.tid for kept in peer.tables())
    handle = await peer.join(invitation)
    if known and handle.view.match is not None:
        report.resume(handle.view)
    return handle


def check_witness(peer: Peer, handle: TableHandle) -> None:
    """Raise `Fault` unless this profile is the witness of a table. The witness's program signs by itself."""
    named = handle.table.annals.claims.witness
    if named != peer.pid:
        raise Fault(OTHER_WITNESS, named=named, me=peer.pid) if named else Fault(NO_WITNESS, me=peer.pid)


def run(wish: Wish) -> int:
    """Watch, at another broker if the table moves there; give the exit status."""
    report = Report()

    async def spend(peer: Peer, at: Invitation) -> str:
        handle = await take_up(peer, at, report)
        if wish.witness:
            check_witness(peer, handle)
            report.say("witness", pid=peer.pid)
        return await follow(handle, report)

    async def errand() -> None:
        await stay(Invitation.parse(wish.invitation), wish.profile, spend)

    return run_command(errand, report)
