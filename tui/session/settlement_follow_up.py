"""Follow in the background, each at its broker, the tables whose end some players have not received yet.

If a person leaves a table before everyone has signed its end, or before what they said in a game was sent, the next
program of the same profile follows it, whatever that program was started for. In rooms that a program enters anyway,
its peers do so by themselves (`net.peer.peer`).

Here are also the lines that report on such tables, and those shown when Parley is left while an end is outstanding.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TextIO

from core.fault import Fault, sentence
from core.games import find
from net.storage.journal import Journal
from net.storage.profile import JOURNAL, Profile
from net.transport.clock import SystemClock
from net.transport.transport import Connector
from net.view.table_view import OfferKind, OfferView, Phase
from net.wire.invitation import Invitation
from tui.i18n.translation import calling, tr
from tui.settings.visit import unknown
from tui.table.seat_names import called, named
from tui.table.sentences.waiting_tables import AGAIN, OF_TABLE, company, waiting_news, waits
from tui.words.clock_words import now_ms
from tui.words.event_words import outcome_line
from tui.words.settlement_words import (
    BACKGROUND,
    DELIVERED,
    GOES_ON,
    LATER,
    UNSENT,
    has_unsettled_end,
    late_moves,
    settled_words,
    unsettled_words,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from net.peer.peer import Peer
    from net.peer.table_handle import TableHandle
    from net.view.table_view import TableView


READING = 15.0
"""Seconds that such a line stays on the screen."""

BACK = sentence("{text} Resume on the home screen leads back to it, or {key[room.join]} in its room.")

App = Any
"""The app, which imports this module.

It knows by their ids what was `followed` in the background: tables, and wishes for a rematch.
"""


def announce_unsettled(app: App, handle: TableHandle) -> None:
    """Say who has not received the end at a table that was left, and follow it.

    Follow a game left for good, too, and a table of one's own that waits for players.
    """
    view = named(handle.view)
    if has_unsettled_end(view):
        app.notify(f"{unsettled_words(view)} {tr(BACKGROUND)}", markup=False, timeout=READING)
        _follow(app, handle)
    elif told := unsent_words(view):
        app.notify(f"{told} {tr(BACKGROUND)}", severity="warning", markup=False, timeout=READING)
        _follow(app, handle)
    elif (goes_on(view) or waits(view)) and _is_followed(app, handle) and handle.tid not in app.followed:
        _follow(app, handle)


def follow_resumed(app: App, handles: Iterable[TableHandle]) -> None:
    """Follow the tables that were taken up again because a player has not received their end, or we have not."""
    for handle in handles:
        view = handle.view
        _tell_wishes(app, handle)
        if handle.tid not in app.followed and (has_unsettled_end(view) or goes_on(view) or waits(view)):
            _follow(app, handle)


def call_back(app: App) -> None:
    """Tell whoever has left a game that goes on when they are waited for there."""
    for told in app.rooms.aside.rematches.answers():
        app.notify(told, markup=False, timeout=READING)
    for told in app.rooms.aside.news(now_ms()):
        app.notify(tr(BACK, text=told), severity="warning", markup=False, timeout=READING)


def goes_on(view: TableView) -> bool:
    """Tell whether a game in which one has a seat is not over."""
    return view.phase is Phase.PLAYING and bool(view.mine)


def _is_followed(app: App, handle: TableHandle) -> bool:
    return any(one.tid == handle.tid for one in app.rooms.followed)


def _follow(app: App, handle: TableHandle) -> None:
    app.followed.add(handle.tid)
    view = handle.view
    going = _tell_delivered if view.unsent else _tell_over
    tell = going if goes_on(view) else _tell_waiting if waits(view) else _tell_settled
    app.run_worker(partial(tell, app, handle), group="settling")


async def _tell_waiting(app: App, handle: TableHandle) -> None:
    """Say who comes to a table that waits, and that its game has begun, unless it is on the screen again."""
    view = handle.view
    known = {} if app.rooms.aside.rematches.before(handle.tid) else company(view)
    while True:
        for told in () if _is_on_screen(app, handle) else waiting_news(known, named(view)):
            app.notify(told, markup=False, timeout=READING)
        if not waits(view):
            break
        known, seen = company(view), handle.version
        await handle.changed(seen)
        view = handle.view
    app.followed.discard(handle.tid)


def _tell_wishes(app: App, handle: TableHandle) -> None:
    """Say once that somebody asks for a rematch at a table that was left."""
    for offer in wishes(handle.view):
        if bytes.fromhex(offer.id) not in app.followed:
            app.followed.add(bytes.fromhex(offer.id))
            app.notify(wish_news(handle.view, offer), markup=False, timeout=READING)


def _is_on_screen(app: App, handle: TableHandle) -> bool:
    return any(one.handle.tid == handle.tid and not one.aside for one in app.rooms.seated)


async def _tell_over(app: App, handle: TableHandle) -> None:
    """Wait until a game that was left, for good or to bots, is over, and say how, unless its table is seen again."""
    view = await handle.until(is_over_for_all)
    known = handle.tid in app.followed
    app.followed.discard(handle.tid)
    if known and view.outcome is not None and not _is_on_screen(app, handle):
        app.notify(over_news(view), markup=False, timeout=READING)


async def _tell_delivered(app: App, handle: TableHandle) -> None:
    """Wait until what was said in a game without a connection is delivered, and say so; then wait for its end."""
    await handle.until(lambda view: not view.unsent)
    if not _is_on_screen(app, handle):
        app.notify(delivered_words(handle.view), markup=False, timeout=READING)
    if any(one.handle.tid == handle.tid for one in app.rooms.seated):
        await _tell_over(app, handle)
    else:
        app.followed.discard(handle.tid)


async def _tell_settled(app: App, handle: TableHandle) -> None:
    """Wait until the end is settled or no longer stands, and say so."""
    view = await handle.until(lambda view: not view.unsettled)
    app.followed.discard(handle.tid)
    for told, late in settled_news(view):
        app.notify(told, severity="warning" if late else "information", markup=False, timeout=READING)


def is_over_for_all(view: TableView) -> bool:
    """Tell whether a game is over and everybody has received its end."""
    return view.outcome is not None and not view.unsettled


def over_news(view: TableView) -> str:
    """Say how a game ended that was left while it went on."""
    view = named(view)
    assert view.outcome is not None
    with calling(called(view.game, view.options)):
        text = outcome_line(view.outcome, tuple(seat.name for seat in view.seats))
    return tr(OF_TABLE, table=_table_name(view), text=text)


def wishes(view: TableView) -> tuple[OfferView, ...]:
    """Give the rematch that this profile is asked for and has not answered, if there is one."""
    return tuple(one for one in view.offers if one.kind is OfferKind.REMATCH and {*one.owed} & {*view.mine})


def wish_news(view: TableView, offer: OfferView) -> str:
    """Say who asks for a rematch at a table that was left."""
    view = named(view)
    text = tr(AGAIN, nick=view.seats[offer.seat].called)
    return tr(OF_TABLE, table=_table_name(view), text=text)


def settled_news(view: TableView) -> tuple[tuple[str, bool], ...]:
    """Say that everybody has received an end, or what became of one's last move instead: each line, and whether so."""
    view = named(view)
    late = [one.words for one in late_moves(view) if one.mine]
    late += [tr(GOES_ON)] if view.outcome is None else []
    return tuple(
        (tr(OF_TABLE, table=_table_name(view), text=words), bool(late)) for words in late or [settled_words(view)]
    )


def _table_name(view: TableView) -> str:
    return view.title or tr(find(view.game).title)


def unsent_words(view: TableView) -> str:
    """Say that something said in a game waits for a connection; nothing if that is not so."""
    return tr(UNSENT, table=_table_name(view)) if view.unsent and not view.online else ""


def delivered_words(view: TableView) -> str:
    """Say that what was said in a game is delivered."""
    return tr(DELIVERED, table=_table_name(view))


def undelivered_words(peers: Iterable[Peer]) -> tuple[str, ...]:
    """Say what waits to be delivered at the open tables where this profile has a seat, each sentence once.

    It is the end of a game, or what was said in one that goes on.
    """
    peers = tuple(peers)
    views = (named(handle.view) for peer in peers for handle in peer.unsettled)
    ends = (unsettled_words(view) for view in views if has_unsettled_end(view))
    return tuple(dict.fromkeys((*ends, *(unsent_words(handle.view) for peer in peers for handle in peer.unsent))))


def print_undelivered(words: Sequence[str], stream: TextIO | None) -> None:
    """Print it (`undelivered_words`) on one line of a stream, if there is something to say and a reader."""
    if words and stream is not None:
        with suppress(OSError, ValueError):
            stream.write(" ".join((*words, *later())) + "\n")
            stream.flush()


def later() -> tuple[str, ...]:
    """Say when an end is delivered that is outstanding now; nothing where the profile ends with the visit."""
    return () if unknown() is not None else (tr(LATER),)


Way = Callable[[Invitation], Connector]
"""Gives the connection to the broker of a room."""


def is_wanted(root: Path, name: str) -> bool:
    """Tell whether a profile has a table to be settled, without opening the profile; raise what the journal raises."""
    from net.peer.table_registry import is_asked_for

    path = Profile.key_of(root, name).with_name(JOURNAL)
    if not path.exists():
        return False
    with Journal(path) as journal:
        return is_asked_for(journal, SystemClock().now_ms())


class SettlementFollower:
    """The rooms of a profile in which a table is to be settled: a context manager that leaves them at its end."""

    def __init__(
        self, profile: Profile, *, but: Collection[Invitation] = (), way: Way | None = None, nick: str = ""
    ) -> None:
        """Follow the tables of `profile`, except the rooms and tables of some invitations, which others follow.

        The people in those rooms see it as `nick`, by default by the profile's own name.
        """
        self._nick = nick
        self.faults: list[Fault] = []
        self._profile = profile
        self._rooms, self._tids = {at.to_room() for at in but}, {at.tid for at in but}
        self._way = way or self._over_network
        self._peers: dict[Invitation, Peer] = {}
        self._tasks: dict[Invitation, asyncio.Task[None]] = {}
        self._done: list[TableHandle] = []
        self._turned = asyncio.Event()

    async def __aenter__(self) -> Self:
        """Begin; raise what the journal raises."""
        self.begin()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        """Leave all rooms."""
        await self.close()

    def begin(self) -> None:
        """Go to the rooms where a table is to be settled; raise what the journal raises."""
        from net.peer.table_registry import examine, owed

        with Journal(self._profile.journal_path) as journal:
            examine(self._profile, journal)
            places = [at for at in owed(journal, SystemClock().now_ms()) if at.tid not in self._tids]
        for room in dict.fromkeys(at.to_room() for at in places):
            if room not in self._rooms:
                self._rooms.add(room)
                self._tasks[room] = asyncio.create_task(self._follow(room))

    async def close(self) -> None:
        """Leave all rooms; may be called twice."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        self._tasks.clear()

    async def release(self, tid: bytes) -> None:
        """Leave the room in which a table is followed, because this profile comes to that table another way.

        A profile never signs at one table in two places.
        """
        self._tids.add(tid)
        for room, peer in tuple(self._peers.items()):
            if any(handle.tid == tid for handle in peer.followed):
                await self.vacate(room)

    async def vacate(self, room: Invitation) -> None:
        """Leave a room because this profile enters it for another purpose, and its tables are followed there."""
        self._rooms.add(room)
        if room in self._tasks:
            self._tasks[room].cancel()
            await asyncio.gather(self._tasks.pop(room), return_exceptions=True)

    @property
    def running(self) -> bool:
        """Whether some room is still to be visited or left."""
        return any(not task.done() for task in self._tasks.values())

    @property
    def peers(self) -> tuple[Peer, ...]:
        """The peers of the rooms that are visited now."""
        return tuple(self._peers.values())

    @property
    def tables(self) -> tuple[TableHandle, ...]:
        """The tables that are followed now."""
        return tuple(handle for peer in self._peers.values() for handle in peer.followed)

    @property
    def pursued(self) -> tuple[TableHandle, ...]:
        """The tables that are or were followed."""
        return (*self._done, *(handle for peer in self._peers.values() for handle in peer.pursued))

    async def changed(self) -> None:
        """Wait for a change at a table or of a room."""
        await self._turned.wait()
        self._turned.clear()

    async def _follow(self, room: Invitation) -> None:
        from net.peer.peer import Peer

        rng = Random(secrets.randbits(64))  # noqa: S311 -- spreads waits
        peer = Peer(self._profile, room, self._way(room), SystemClock(), rng, nick=self._nick)
        try:
            self._peers[room] = peer  # before it is started: what is owed is told also to whoever quits at once
            await peer.start(patient=True)
            self._turned.set()
            await self._until_settled(peer)
        except Fault as fault:
            self.faults.append(fault)
        finally:
            self._done += peer.pursued
            self._peers.pop(room, None)
            await peer.stop()
            self._turned.set()

    async def _until_settled(self, peer: Peer) -> None:
        """Wait until no table in a room needs this program any more, and announce each change.

        A game that only goes on without this profile is not waited for: the next start asks for its end again.
        """
        rung = asyncio.Event()
        end = peer.watch(rung.set)
        try:
            while peer.pressing:
                await rung.wait()
                rung.clear()
                self._turned.set()
        finally:
            end()

    def _over_network(self, room: Invitation) -> Connector:
        from net.transport.mqtt_transport import connector

        return connector(room, self._profile.identity)
