"""The tables that a person has left while their game goes on: bots of theirs play on there, or their seats are kept.

Such a table is followed as long as this program runs. Where no bot plays for them, the others see them as away, and
they are told, wherever they are, when they are waited for. When the game is over, the table is left as any other. So
the room tells of a rematch that is asked for there. A program that enters a room follows the tables in the same way
that an earlier one has left there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from net.view.table_view import Phase
from tui.correspondence.awaited_rematch import AwaitedRematches
from tui.i18n.translation import calling, listed, seat_title, tr
from tui.table.sentences.kept_seat import is_awaited
from tui.words.clock_words import now_ms

if TYPE_CHECKING:
    from net.peer.peer import Peer
    from net.storage.profile import Profile
    from net.view.table_view import TableView
    from net.wire.invitation import Invitation
    from tui.bots.seat_driver import Seated

LATEST = 20
"""The latest tables of a room among which a program looks for those that an earlier one has left."""

PRESSED = sentence(
    "{table}: {who} will not wait any longer. You have half a minute left to decide, then the game goes on without you."
)
PRESSED_ENDS = sentence(
    "{table}: {who} will not wait any longer. You have half a minute left to decide; if you do not, {end}"
)
RESTING = sentence("{table}: the others wait for your bot ({who}) until you come back.")
OUT = sentence("{table}: you are out of the game there.")
OUT_OF_ONE = sentence("{table}: you are out of this game there; the match goes on.")
OUT_SHUT = sentence("{table}: you are out of the game there. Where cards are hidden, nobody returns.")
OUT_FOR_NOW = sentence("{table}: you are out of the game there. At the table you can ask to return.")


class TablesAside:
    """Their tasks by the ids of the tables, also of those whose game has ended meanwhile."""

    def __init__(
        self,
        leave: Callable[[Seated], Awaitable[None]],
        peers: Callable[[], Iterable[Peer]] = tuple,
        add: Callable[[Seated], None] = lambda _: None,
    ) -> None:
        """Leave a table by `leave` once its game is over; `peers` gives those of the rooms entered.

        A table that an earlier program has left is added to the open ones by `add`.
        """
        self._leave, self._peers, self._add = leave, peers, add
        self.rematches = AwaitedRematches(peers)
        """The rematches for which the person waits elsewhere."""
        self._tasks: dict[bytes, asyncio.Task[None]] = {}
        self._seated: dict[bytes, Seated] = {}
        self._told: dict[bytes, set[str]] = {}

    @property
    def tids(self) -> frozenset[bytes]:
        """The ids of these tables."""
        return frozenset(self._tasks)

    @property
    def kept(self) -> frozenset[bytes]:
        """The ids of these tables, and of those whose rematch is open."""
        return self.tids | self.rematches.opened

    async def keep(self, seated: Seated) -> None:
        """Leave a table and keep the seats there; it is followed while others may wait for them."""
        if is_awaited(seated.handle.view):
            await seated.rest()
            self.begin(seated)
        else:
            await self._leave(seated)
            self.rematches.note(seated.handle)

    async def take_up(self, peer: Peer, but: Collection[bytes | None]) -> None:
        """Follow the tables of a room entered now that an earlier program has left, except those of the ids `but`."""
        from tui.bots.seat_driver import Seated

        elsewhere = {table.tid for one in self._peers() if one is not peer for table in one.followed}
        tables = [at for at in peer.tables() if at.tid not in {*but, *elsewhere}][:LATEST]
        for at in await asyncio.to_thread(_awaited, peer.profile, tables) if tables else ():
            with suppress(Fault):
                handle = await peer.join(at, visit=False)
                if handle.tid not in self._tasks:
                    handle.table.step_away(away=True)  # in place of the word that the person is back
                    seated = Seated(handle)
                    self._add(seated)
                    self.begin(seated)
                    self._told[handle.tid].clear()

    def begin(self, seated: Seated) -> None:
        """Follow a table that its person leaves."""
        seated.aside = True
        tid = seated.handle.tid
        if tid not in self._tasks:
            self._told[tid] = {key for key, _ in calls(seated.handle.view, now_ms())}
            self._seated[tid] = seated
            self._tasks[tid] = asyncio.create_task(self._see_out(seated))

    def news(self, now: int) -> tuple[str, ...]:
        """Say once each thing for which the person is called back to one of these tables."""
        fresh: list[str] = []
        for tid, seated in self._seated.items():
            known = seated.aside and seated.handle.ready
            found = dict((*calls(seated.handle.view, now), *_resting(seated))) if known else {}
            fresh += [text for key, text in found.items() if key not in self._told[tid]]
            self._told[tid] |= found.keys()
        return (*fresh, *self.rematches.news())

    async def end(self, tid: bytes) -> None:
        """Stop waiting for the end of a game, or for a rematch, because the person comes back."""
        self._forget(tid)
        self.rematches.forget(tid)
        if (task := self._tasks.pop(tid, None)) is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def close(self) -> None:
        """Stop waiting for all of them."""
        for tid in self.tids:
            await self.end(tid)

    def _forget(self, tid: bytes) -> None:
        self._seated.pop(tid, None)
        self._told.pop(tid, None)

    async def _see_out(self, seated: Seated) -> None:
        if not seated.drivers:
            await _stay_away(seated)
        await seated.played()
        self._forget(seated.handle.tid)
        if seated.aside:
            await self._leave(seated)


def _awaited(profile: Profile, tables: Iterable[Invitation]) -> tuple[Invitation, ...]:
    """Give those of some tables at which others may wait for a profile, as its journal has it."""
    from net.peer.journal_view import journal_view
    from net.storage.journal import Journal

    found: list[Invitation] = []
    with suppress(Fault), Journal(profile.journal_path) as journal:
        for at in tables:
            with suppress(Fault):  # a game that is not known here
                row = journal.table(at.tid or b"")
                view = journal_view(profile.identity, journal, row, now_ms()) if row is not None else None
                found += [at] if view is not None and is_awaited(view) else []
    return tuple(found)


async def _stay_away(seated: Seated) -> None:
    """Let the others see until the game is over that the person is away, also if a conditional move is played."""
    handle, told = seated.handle, -1
    while (view := handle.view).phase is Phase.PLAYING:
        seen, ply = handle.version, view.match.ply if view.match is not None else 0
        if handle.ready and ply != told:
            told = ply
            with suppress(Fault):
                handle.step_away()
        await handle.changed(seen)


def calls(view: TableView, now: int) -> Iterator[tuple[str, str]]:
    """Give what calls a person back to a game that they have left, each with the key of its event."""
    from tui.correspondence.notice import NoticeKind, notices_of

    kinds = {
        NoticeKind.TURN,
        NoticeKind.TALK,
        NoticeKind.CLOCK,
        NoticeKind.OFFER,
        NoticeKind.PROPOSAL,
        NoticeKind.MOVED,
    }
    if view.phase is Phase.PLAYING:
        yield from ((one.key, one.text) for one in notices_of(view, now) if one.kind in kinds)
        yield from _endings(view)


def _resting(seated: Seated) -> Iterator[tuple[str, str]]:
    """Tell that the others wait for a bot of the person that rests while they are away."""
    from tui.correspondence.notice import table_name
    from tui.correspondence.own_turns import bots_to_move, is_moving
    from tui.table.departure import titles
    from tui.table.seat_names import called, named

    view = seated.handle.view
    resting = [seat for seat in bots_to_move(view) if seat not in seated.drivers] if is_moving(view) else []
    if resting and view.match is not None:
        with calling(called(view.game, view.options)):
            shown = named(view)
            yield f"bots/{view.match.ply}", tr(RESTING, table=table_name(shown), who=listed(titles(shown, resting)))


def _endings(view: TableView) -> Iterator[tuple[str, str]]:
    """Tell that the others will wait no longer, and that the person is out of the game."""
    from tui.correspondence.notice import table_name
    from tui.table.departure import fallen_seats, game_number, is_shut, may_return, titles
    from tui.table.seat_names import called, named
    from tui.table.sentences.claim_words import end_under_pressure, pressing_seats
    from tui.table.sentences.seat_handover import lost_seats, lost_words
    from tui.table.sentences.waiting_tables import OF_TABLE

    with calling(called(view.game, view.options)):
        shown = named(view)
        ply = view.match.ply if view.match is not None else 0
        for seat in lost_seats(None, shown):
            told = lost_words(shown, seat, seat_title(shown.seats[seat].name))
            yield f"lost/{seat}/{shown.seats[seat].pid}", tr(OF_TABLE, table=table_name(shown), text=told)
        if pressing := pressing_seats(shown):
            end, who = end_under_pressure(shown), listed(titles(shown, pressing))
            yield f"pressed/{ply}", tr(PRESSED_ENDS if end else PRESSED, table=table_name(shown), who=who, end=end)
        if out := fallen_seats(shown):
            number = game_number(shown)
            closed = OUT_SHUT if is_shut(shown) else OUT_OF_ONE if number else OUT
            told = OUT_FOR_NOW if any(may_return(shown, seat) for seat in out) else closed
            yield f"out/{number}/{sorted(out)}", tr(told, table=table_name(shown))
