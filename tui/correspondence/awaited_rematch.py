"""Rematches that a person waits for away from the finished table: what the others answer, and where it goes on.

The host's program opens the table of the rematch. There, too, it says who sits down and that the game begins, as at any
table of its own (`tui.table.sentences.waiting_tables`); for all others that is read here from the room's list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from core.fault import sentence
from core.games import find
from net.view.table_view import OfferKind, Phase
from net.wire.invitation import Invitation
from tui.i18n.translation import listed, seat_title, tr
from tui.table.seat_names import named
from tui.table.seat_view import own_seats
from tui.table.sentences.offer_words import agreed_words
from tui.table.sentences.waiting_tables import OF_TABLE, company

if TYPE_CHECKING:
    from net.peer.peer import Peer
    from net.peer.table_handle import TableHandle
    from net.view.table_view import TableView

OPEN = sentence("all agree to a rematch, and its table is open.")
SEATED = sentence("{who} has taken a seat at the table of the rematch.")
BEGUN = sentence("the game has begun at the table of the rematch.")
DECLINED = sentence("{who} declines a rematch.")

AGREED = "agreed"
"""How the key of the event begins that all agree to a rematch."""


class AwaitedRematches:
    """The finished tables that a person has left where a rematch is asked for or open, until they are at its table."""

    def __init__(self, peers: Callable[[], Iterable[Peer]]) -> None:
        """Wait for none; `peers` gives those of the rooms in which the person is."""
        self._peers = peers
        self._tables: dict[bytes, TableHandle] = {}
        self._told: dict[bytes, set[str]] = {}

    @property
    def opened(self) -> frozenset[bytes]:
        """The ids of the finished tables of others whose rematch is open; the own journal has that of an own table."""
        views = ((tid, table.view) for tid, table in self._tables.items())
        return frozenset(tid for tid, view in views if view.onward and not view.hosted)

    @property
    def wished(self) -> frozenset[bytes]:
        """The ids of the finished tables whose rematch is not open yet."""
        return frozenset(tid for tid, table in self._tables.items() if not table.view.onward)

    def note(self, table: TableHandle) -> None:
        """Wait for what comes of a table that the person has left, if they want a rematch there."""
        if wants_rematch(table.view) or (own_seats(table.view) and table.view.onward):
            self._tables[table.tid] = table
            told = self._told.setdefault(table.tid, set())
            told.update(("open",) if table.view.onward else ())
            told.update(key for key, _ in _answers(table.view))

    def follow(self, table: TableHandle) -> None:
        """Wait for what comes of a table which this program itself has come to, for all have agreed."""
        self._tables[table.tid] = table
        self._told.setdefault(table.tid, set())

    def forget(self, tid: bytes) -> None:
        """Wait no longer, as the person comes back to a finished table or to that of its rematch."""
        for old in [old for old, table in self._tables.items() if tid in {old, next_tid(table.view)}]:
            del self._tables[old]
            del self._told[old]

    def before(self, tid: bytes) -> TableView | None:
        """Give the finished table whose rematch is open, by its own id or by that of the rematch's table."""
        views = (table.view for table in self._tables.values())
        found = (view for view in views if view.onward and tid in {bytes.fromhex(view.tid), next_tid(view)})
        return next(found, None)

    def answers(self) -> tuple[str, ...]:
        """Say once that all agree to a rematch whose host is away, or who declines one."""
        self._note_followed()
        return self._fresh(self._answers)

    def news(self) -> tuple[str, ...]:
        """Say once that the table of a rematch is open, and what happens there: each a call to come to it."""
        self._note_followed()
        return self._fresh(self._calls)

    def _note_followed(self) -> None:
        """Wait also where the person has agreed to a rematch without being at the table, or asked for it earlier."""
        for peer in self._peers():
            for table in peer.followed:
                if table.tid not in self._tables and wants_rematch(table.view):
                    self.follow(table)

    def _fresh(self, calls: Callable[[TableView], Iterator[tuple[str, str]]]) -> tuple[str, ...]:
        said = []
        for tid, table in self._tables.items():
            view = named(table.view)
            for key, text in calls(view):
                if key not in self._told[tid]:
                    self._told[tid].add(key)
                    said.append(tr(OF_TABLE, table=view.title or tr(find(view.game).title), text=text))
        return tuple(said)

    def _answers(self, view: TableView) -> Iterator[tuple[str, str]]:
        """Say what the others answer; where the host's program is here, it opens the table in a moment."""
        people = (person for peer in self._peers() for person in peer.lobby.people)
        here = any(person.present and person.nick == view.host for person in people)
        yield from (one for one in _answers(view) if not (here and one[0].startswith(AGREED)))

    def _calls(self, view: TableView) -> Iterator[tuple[str, str]]:
        if view.onward:
            yield "open", tr(OPEN)
            if not view.hosted:
                yield from self._at_next(view)

    def _at_next(self, view: TableView) -> Iterator[tuple[str, str]]:
        """Say what the room's list shows of the table of a rematch: who has come there, and that the game has begun."""
        there = Invitation.parse(view.onward)
        peers = (peer for peer in self._peers() if peer.invitation == there.to_room())
        for peer in peers:
            names = {person.pid: person.nick for person in peer.lobby.people} | company(view)
            for card in (one for one in peer.lobby.tables if one.tid == (there.tid or b"").hex()):
                for pid in dict.fromkeys(pid for pid in card.seats if pid in names and pid != peer.pid):
                    yield f"seated/{pid}", tr(SEATED, who=names[pid])
                if card.started:
                    yield "begun", tr(BEGUN)


def next_tid(view: TableView) -> bytes:
    """Give the id of the table of a rematch, nothing if it is not open."""
    return (Invitation.parse(view.onward).tid or b"") if view.onward else b""


def wants_rematch(view: TableView) -> bool:
    """Tell whether the person of this profile has asked for a rematch or agreed to one that is not open yet."""
    own = own_seats(view)
    wishes = (one for one in view.offers if one.kind is OfferKind.REMATCH)
    return view.phase is Phase.OVER and bool(own) and any(set(own).isdisjoint(one.owed) for one in wishes)


def _answers(view: TableView) -> Iterator[tuple[str, str]]:
    for offer in view.offers:
        yield from ((f"{AGREED}/{offer.id}", text) for text in agreed_words(offer, view))
    for offer in view.refused:
        if offer.kind is OfferKind.REMATCH:
            who = [view.seats[seat].called or seat_title(view.seats[seat].name) for seat in offer.declined]
            yield f"declined/{offer.id}", tr(DECLINED, who=listed(who))
