"""The tables that a profile's journal keeps and that are not over, as screens and text mode list them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from net.wire.invitation import Invitation
from tui.i18n.translation import calling, tr
from tui.table.controller import HERE
from tui.table.seat_names import called, named
from tui.table.seat_view import MatchHistory, own_seats
from tui.words.event_words import outcome_line

if TYPE_CHECKING:
    from net.storage.journal import Journal
    from net.storage.profile import Profile
    from net.view.clock_view import ClockView
    from net.view.table_view import TableView
    from tui.session.ceded_tables import CededTables

NONE_YET = sentence("No table is kept on this machine yet.")
NONE_LEFT = sentence("None of your tables is still in play.")


@dataclass(frozen=True, slots=True)
class UnfinishedTable:
    """A table kept on this machine: id (hexadecimal), title, game, room and invitation; `local` for solo tables.

    `opened` is the day and the minute of its first event. `watched` tells that this profile only watches: it never said
    a word there, or others have taken over its seats.
    """

    tid: str
    title: str
    game: str
    room: str
    invitation: str
    local: bool
    opened: str = ""
    watched: bool = False

    @property
    def name(self) -> str:
        """What distinguishes the table: its title, else when it was opened, else the beginning of its id."""
        return self.title or self.opened or self.tid[:8]

    def is_in_room(self, invitation: str) -> bool:
        """Tell whether the table is in the room that an invitation leads to."""
        return Invitation.parse(self.invitation).room_key == Invitation.parse(invitation).room_key


@dataclass(frozen=True, slots=True)
class TableGlance:
    """How far a table has come: the round where the game counts rounds, else 0; the turn, 0 before the start; people.

    `players` are their names in seat order, bots included; seats that nobody has taken are left out. `end` says how the
    game ended, if it is over. `clock` is one of the person's own, if it is their turn and it runs.
    """

    round: int
    turn: int
    players: tuple[str, ...]
    end: str = ""
    clock: ClockView | None = None

    @property
    def words(self) -> str:
        """The end or the progress, and the players, on one line."""
        if self.end:
            return " · ".join((tr("over: {how}", how=self.end), ", ".join(self.players)))
        parts = [tr("round {n}", n=self.round)] if self.round else []
        parts += [tr("turn {n}", n=self.turn)] if self.turn else []
        return " · ".join([*parts, ", ".join(self.players)] if self.players else parts)


def glance(profile: Profile, table: UnfinishedTable, now: int) -> TableGlance | None:
    """Look at a table as last heard of, without taking part, `now` in ms; None if it cannot be read."""
    from net.peer.journal_view import journal_view
    from net.storage.journal import Journal

    with suppress(Fault), Journal(profile.journal_path) as journal:
        row = journal.table(bytes.fromhex(table.tid))
        view = journal_view(profile.identity, journal, row, now) if row is not None else None
        return glance_at(view) if view is not None else None
    return None


def glance_at(view: TableView) -> TableGlance:
    """Say how far a table has come, and who plays."""
    players = tuple(seat.called for seat in named(view).seats if seat.called and not seat.vacant)
    if view.match is None:
        return TableGlance(0, 0, players)
    history = MatchHistory()
    history.follow(view.match)
    running = (clock for clock in view.clocks if clock.seat in own_seats(view) and clock.since is not None)
    return TableGlance(history.rounds[-1], view.match.turn + 1, players, _end(view), next(running, None))


def _end(view: TableView) -> str:
    """Say how a game ended, without a full stop; nothing while it runs."""
    if view.outcome is None:
        return ""
    with calling(called(view.game, view.options)):
        return outcome_line(view.outcome, tuple(seat.name for seat in view.seats)).rstrip(".")


def unfinished_tables(
    profile: Profile, ceded: CededTables, handed: frozenset[bytes] = frozenset()
) -> tuple[UnfinishedTable, ...]:
    """Give the tables of a profile that are not over or are in `handed`, the latest first; `ceded` has lost its seats.

    Raises what the journal raises.
    """
    from net.storage.journal import Journal

    with Journal(profile.journal_path) as journal:
        kept = (row for row in journal.tables() if not row.over or row.tid in handed)
        rows = tuple(row for row in kept if journal.size(row.tid)[0])  # of another nothing ever came here
        watched = [not journal.has_own(row.tid) or ceded.has(profile, journal, row.tid) for row in rows]
        seen = [(_opened(journal, row.tid), looks) for row, looks in zip(rows, watched, strict=True)]
    found = []
    for row, since in zip(rows, seen, strict=True):
        at = Invitation.parse(row.invitation)
        found.append(
            UnfinishedTable(row.tid.hex(), row.title, row.game, at.room, row.invitation, at.host == HERE, *since)
        )
    return tuple(found)


def nothing_kept(profile: Profile) -> str:
    """Say why no table is offered to whoever wants to go on: all are over, or there has never been one.

    Raises what the journal raises.
    """
    from net.storage.journal import Journal

    with Journal(profile.journal_path) as journal:
        return NONE_LEFT if any(journal.size(row.tid)[0] for row in journal.tables()) else NONE_YET


def give_up(profile: Profile, tid: bytes) -> None:
    """Offer a table no more; raise what the journal raises."""
    from net.storage.journal import Journal

    with Journal(profile.journal_path) as journal:
        journal.close_table(tid)


def _opened(journal: Journal, tid: bytes) -> str:
    """Tell when a table was opened; nothing if its journal cannot be read."""
    from tui.records.archive import moment

    with suppress(Fault):
        opened = journal.genesis(tid)
        return moment(opened.event.ts) if opened else ""
    return ""
