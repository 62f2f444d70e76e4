"""The clubs of one profile, as the screens and the text mode use them.

Everything happens in a thread, one thing at a time, in a journal opened for it: a long log keeps no screen waiting.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from core.fault import Fault
from tui.i18n.translation import language

if TYPE_CHECKING:
    from threading import Lock

    from net.club.club_log import ClubLog
    from net.storage.journal import JournalTable
    from net.storage.profile import Profile
    from net.view.table_view import TableView
    from tui.records.club.club_book import Answer, ClubBook, Deed, Words
    from tui.records.club.club_view import ClubView
    from tui.records.club.rated_table import RatedTable
    from tui.session.club.live_club import ClubStanding
    from tui.session.club.live_clubs import Watcher
    from tui.session.club.room_clubs import RoomClubs
    from tui.session.rooms import Rooms
    from tui.words.rated_mark import RatedMark

T = TypeVar("T")


class Clubs:
    """The clubs in the journal of a profile. Every method may raise a `Fault`."""

    def __init__(self, rooms: Rooms) -> None:
        """Read and sign as the profile of `rooms`, which is opened at the first use."""
        self._rooms, self.live = rooms, rooms.clubs
        self._one = asyncio.Lock()
        self._marks: dict[bytes, tuple[ClubView, dict[str, RatedMark]]] = {}
        self._known: dict[tuple[bytes, bool], tuple[object, ClubView]] = {}

    @property
    def room(self) -> str:
        """The invitation of the room entered last that is reached now; empty if there is none."""
        return self._rooms.way_back()

    @property
    def called(self) -> str:
        """The name that the settings give to the person; empty for none."""
        return self._rooms.nick

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Tell `watcher` what happens in the clubs that are followed; give the function that ends this."""
        return self.live.watch(watcher)

    async def follow(self, cid: str) -> None:
        """Follow a club, as soon as it is known where it lies, until this is cancelled."""
        await self.live.follow(bytes.fromhex(cid))

    def standing(self, cid: str) -> ClubStanding | None:
        """Tell how a club is followed; None if it is not."""
        return self.live.standing(bytes.fromhex(cid))

    def organises(self, cid: str) -> bool:
        """Tell whether own tournaments of a club go on by themselves while it is followed."""
        return self.live.organises(bytes.fromhex(cid))

    def organise(self, cid: str, *, on: bool) -> None:
        """Let own tournaments of a club go on by themselves while it is followed, or no more."""
        self.live.organise(bytes.fromhex(cid), on=on)

    def place(self, cid: str) -> str:
        """Give the invitation to the room where a club was brought up to date last, else the room that is reached."""
        return self.live.places.get(bytes.fromhex(cid), "") or self.room

    def lies_in(self, cid: bytes, room: str) -> bool:
        """Tell whether a club lies in the room of an invitation, as far as was read."""
        return self.live.places.get(cid, "") == room

    async def every(self) -> tuple[ClubView, ...]:
        """Give all clubs, the newest first."""
        return await self._work(
            lambda book: tuple(self._seen(book, cid, ladders=False) for cid, _ in book.journal.clubs())
        )

    async def view(self, cid: str) -> ClubView:
        """Give the club of an id (hexadecimal), and open the lots that are due there."""
        return await self._work(lambda book: self._visited(book, cid))

    async def do(self, deed: Deed, words: tuple[str, ...], **options: object) -> Answer:
        """Do something with a club by the `words` of the command line; `options` are the other fields of `Words`."""
        return await self._work(lambda book: deed(book, _words(words, options)))

    async def rated(
        self, club: str, pairing: str, game: str = "", options: Mapping[str, str] | None = None
    ) -> RatedTable:
        """Give what a table is opened with that is rated for a club, at a pairing (TOURNAMENT/ROUND/TABLE) or none."""
        from tui.records.club.rated_table import rated_table

        return await self._work(lambda book: rated_table(book, club, pairing, game, options or {}))

    async def is_rated(self, cid: str, pairing: str, tid: bytes) -> bool:
        """Tell whether a table of the journal was opened for a pairing."""
        from tui.records.club.rated_table import is_for

        return await self._work(lambda book: is_for(book, cid, pairing, tid))

    async def reportable(self, cid: str) -> tuple[JournalTable, ...]:
        """Give the tables of the journal that are rated for a club and whose results it does not have."""
        from tui.records.club.rated_table import unreported

        return await self._work(lambda book: unreported(book, cid))

    async def in_room(self, room: str) -> RoomClubs:
        """Tell which clubs lie in a room, and how the tables are marked that are rated for one of them."""
        return await self._work(lambda book: self._in_room(book, room))

    async def rating(self, view: TableView) -> RatedMark:
        """Say for which club, round and people a table at which we are is rated, if for any.

        Where no club of ours knows of it, its host may have said for whom it is.
        """
        from tui.records.club.rated_table import RATED
        from tui.words.rated_mark import UNRATED, RatedMark

        if not RATED.items() <= dict(view.terms).items():
            return UNRATED
        mark = await self._work(lambda book: self._rating(book, bytes.fromhex(view.tid)))
        return mark if mark.brief else RatedMark(meant=dict(view.meant), me=mark.me)

    async def check_seat(self, view: TableView) -> None:
        """Raise `Fault` if a table at which we are is for a pairing of others, or somebody else sits there already.

        What cannot be read refuses nobody.
        """
        from tui.words.rated_mark import UNRATED

        mark = UNRATED
        with suppress(Fault):
            mark = await self.rating(view)
        mark.check(self._rooms.profile.identity.pid, view)

    def _rating(self, book: ClubBook, tid: bytes) -> RatedMark:
        from net.club.table_result import salt_of
        from net.identity.identity import pid_of
        from tui.words.rated_mark import UNRATED

        mark = self._in_room(book, "").marks.get(salt_of(book.journal, tid).hex(), UNRATED)
        return replace(mark, me=pid_of(book.me))

    def _in_room(self, book: ClubBook, room: str) -> RoomClubs:
        from tui.session.club.room_clubs import RoomClubs, marks_of

        here: dict[bytes, str] = {}
        marks: dict[str, RatedMark] = {}
        for cid, name in book.journal.clubs():
            if book.journal.club_place(cid) == room:
                here[cid] = name
            view = self._seen(book, cid, ladders=False)
            if cid not in self._marks or self._marks[cid][0] is not view:
                self._marks[cid] = view, marks_of(view.state)
            marks |= self._marks[cid][1]
        return RoomClubs(here, marks)

    async def chargeable(self, cid: str) -> tuple[JournalTable, ...]:
        """Give the tables of the journal whose cards prove a cheat that a club does not know of."""
        from tui.records.club.ruling_deeds import chargeable

        return await self._work(lambda book: chargeable(book, cid))

    def _visited(self, book: ClubBook, cid: str) -> ClubView:
        """Open the lots that are due, and see what there is then."""
        from net.club.tournament_log import Stage

        view = self._seen(book, bytes.fromhex(cid))
        awaited = (me for it in view.state.tournaments.values() if it.stage is Stage.LOTS for me in it.awaited)
        if book.me not in awaited:
            return view
        for _ in book.duties(book.load(view.state.cid)):
            pass
        return self._seen(book, view.state.cid)

    def _seen(self, book: ClubBook, cid: bytes, *, ladders: bool = True) -> ClubView:
        """Give a club as it is in the journal, computed again only if the journal has more of it than before."""
        from tui.records.club.club_view import view_of

        now = book.journal.size(cid), language(), book.called
        known = self._known.get((cid, ladders))
        if known is None or known[0] != now:
            known = self._known[cid, ladders] = now, view_of(self._renamed(book, cid), book.me, ladders=ladders)
        return known[1]

    def _renamed(self, book: ClubBook, cid: bytes) -> ClubLog:
        """Load a club, and go by the name of today there."""
        from tui.records.club.member_deeds import rename

        club = book.load(cid)
        if book.called:
            rename(book, club)
        return club

    async def _work(self, work: Callable[[ClubBook], T]) -> T:
        profile, nick = self._rooms.profile, self._rooms.nick
        async with self._one:
            try:
                found, places = await asyncio.to_thread(_with_book, profile, nick, work, self.live.pen)
            finally:
                self.live.catch_up()
        self.live.learn(places)
        return found


def _with_book(profile: Profile, nick: str, work: Callable[[ClubBook], T], pen: Lock) -> tuple[T, dict[bytes, str]]:
    """Do something with the clubs; give what came of it, and where each club lies then."""
    from net.storage.journal import Journal
    from net.transport.clock import SystemClock
    from tui.records.club.club_book import ClubBook

    with pen, Journal(profile.journal_path) as journal:
        found = work(ClubBook(profile, journal, SystemClock().now_ms(), nick, renames=True))
        return found, {cid: journal.club_place(cid) for cid, _ in journal.clubs()}


def _words(words: tuple[str, ...], options: Mapping[str, object]) -> Words:
    from tui.records.club.club_book import Words

    return replace(Words(words, {}), **options)  # type: ignore[arg-type]
