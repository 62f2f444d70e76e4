"""What is said of the connections to rooms: that a broker is lost or turns us away, and that it is back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from core.fault import sentence
from net.transport.transport import FULL
from net.wire.invitation import Invitation
from tui.i18n.translation import listed, tell_template, tr
from tui.table.controller import is_alone

if TYPE_CHECKING:
    from net.view.outage_view import OutageView
    from net.view.table_view import TableView

LOST = sentence("{why} Parley keeps trying; what you play and say waits here until then.")
LOOKING = sentence("{why} Parley keeps trying; until then you can only look.")
WAITS = sentence("There is no connection: this waits here, and arrives once the broker is reached again.")
WAITS_REFUSED = sentence("The broker refuses us: this waits here, and arrives once we are let in.")
BACK = sentence("The broker at {host}:{port} is reached again.")
LOST_THERE = sentence(
    "{why} That is the room {room}, with {tables}: Parley keeps trying; what you play and say there waits until then."
)
LOOKING_THERE = sentence(
    "{why} That is the room {room}, with {tables}: Parley keeps trying; until then you can only look there."
)
BACK_THERE = sentence("The broker at {host}:{port} is reached again: that is the room {room}, with {tables}.")


class Connection(Protocol):
    """What is asked of the peer of a room."""

    @property
    def invitation(self) -> Invitation:
        """The way to the room."""
        ...

    @property
    def online(self) -> bool:
        """Whether the broker is reached."""
        ...

    @property
    def holds(self) -> bool:
        """Whether what is played and said there waits here until then."""
        ...

    @property
    def outage(self) -> OutageView | None:
        """Why it is not."""
        ...


class Handle(Protocol):
    """What is asked of the handle of a table."""

    @property
    def invitation(self) -> str:
        """The way to the table."""
        ...

    @property
    def view(self) -> TableView:
        """The table as it stands."""
        ...


class Table(Protocol):
    """What is asked of a table at which the person is."""

    @property
    def handle(self) -> Handle:
        """Its handle."""
        ...

    @property
    def aside(self) -> bool:
        """Whether the person has left it while its game goes on."""
        ...


@dataclass(frozen=True, slots=True)
class ConnectionNews:
    """One change of a connection, in words; `back` says that it is there again."""

    text: str
    back: bool = False


def news(
    rooms: Iterable[Connection], lost: dict[Invitation, str], tables: Iterable[Table] = ()
) -> Iterator[ConnectionNews]:
    """Say what has changed since the last look; `lost` holds, from look to look, which rooms are lost, and why.

    A room that is reached by another invitation is not lost. Of a room with `tables` only the connections count that
    carry one: nothing that another connection does reaches these tables. While the person is at a table with others,
    no other room counts: it may be one that this table has left, and what is said there does not hold at the table.
    A room whose tables the person has all left for now is named with them: it is not the one that they look at.
    """
    entered, seats = tuple(rooms), tuple(tables)
    for at in lost.keys() - {room.invitation for room in entered}:
        del lost[at]
    carriers = _carriers(seats)
    told = _distinct(entered, carriers)
    if any(not is_alone(one.handle.invitation) and not one.aside for one in seats):
        told = tuple(room for room in told if room.invitation in carriers)
    for room in entered:
        if room.online and room not in told:
            lost.pop(room.invitation, None)
    for room in told:
        at, outage = room.invitation, room.outage
        if room.online and at in lost:
            del lost[at]
            names = _left_tables(at, seats)
            fields = {"host": at.host, "port": at.port, "room": at.room, "tables": names}
            yield ConnectionNews(tr(BACK_THERE if names else BACK, **fields), back=True)
        elif outage is not None and _is_news(at, outage, lost):
            lost[at] = outage.template
            yield ConnectionNews(_lost_words(room, outage, _left_tables(at, seats)))


def _carriers(tables: Iterable[Table]) -> frozenset[Invitation]:
    """Give the rooms in which tables are."""
    return frozenset(Invitation.parse(one.handle.invitation).to_room() for one in tables)


def _left_tables(room: Invitation, tables: Iterable[Table]) -> str:
    """Name the tables of a room if the person has left them all for now; empty if they are at one or there is none."""
    there = [one for one in tables if Invitation.parse(one.handle.invitation).to_room() == room]
    if not all(one.aside for one in there):
        return ""
    from tui.correspondence.notice import table_name

    return listed([table_name(one.handle.view) for one in there])


def _lost_words(room: Connection, outage: OutageView, names: str) -> str:
    """Say why a broker is not reached, and what that means here, or in a room with tables of those `names`."""
    if not names:
        return outage_words(outage, holds=room.holds)
    why = tell_template(outage.template, outage.fields)
    return tr(LOST_THERE if room.holds else LOOKING_THERE, why=why, room=room.invitation.room, tables=names)


def _is_news(at: Invitation, outage: OutageView, lost: dict[Invitation, str]) -> bool:
    """Tell whether a connection is lost only now, or we are turned away from now on."""
    if at not in lost:
        return not is_alone(str(at))
    return turned_away(outage) and outage.template != lost[at]


def may_be_full(outage: OutageView | None) -> bool:
    """Tell whether a broker is not reached because there may be no place left in the room."""
    return outage is not None and outage.template == FULL


def turned_away(outage: OutageView | None) -> bool:
    """Tell whether something answers there and does not let us in: the network is not to blame."""
    return outage is not None and (outage.refused or may_be_full(outage))


def outage_words(outage: OutageView | None, *, holds: bool) -> str:
    """Say why a broker is not reached, and what that means here; nothing if it is, or if that is not known yet."""
    if outage is None:
        return ""
    return tr(LOST if holds else LOOKING, why=tell_template(outage.template, outage.fields))


def table_outage(view: TableView) -> str:
    """Say why the broker of a table is not reached."""
    return outage_words(None if is_alone(view.invitation) else view.outage, holds=view.ready and not view.beside)


def waits_here(view: TableView) -> str:
    """Say that what was just done at a table waits here; nothing if it does not."""
    if view.online or is_alone(view.invitation) or not view.ready or view.beside:
        return ""
    return tr(WAITS_REFUSED if turned_away(view.outage) else WAITS)


def reached(rooms: Iterable[Connection]) -> tuple[str, ...]:
    """Give the names of the rooms with others whose broker is reached."""
    here = (room.invitation for room in rooms if room.online)
    return tuple(dict.fromkeys(at.room for at in here if not is_alone(str(at))))


def refusals(rooms: Iterable[Connection]) -> tuple[str, ...]:
    """Say of each room whose broker turns us away why it does, unless the room is reached by another invitation."""
    shut = (room for room in _distinct(rooms) if turned_away(room.outage))
    return tuple(outage_words(room.outage, holds=room.holds) for room in shut)


def _distinct(rooms: Iterable[Connection], carriers: frozenset[Invitation] = frozenset()) -> tuple[Connection, ...]:
    """Leave out the connections beside those that carry a table, and those of rooms reached by another invitation."""
    entered = tuple(rooms)
    back = {room.invitation.room_key for room in entered if room.online}
    taken = {room.invitation.room_key for room in entered if room.invitation in carriers}
    return tuple(
        room
        for room in entered
        if room.invitation in carriers
        or (room.invitation.room_key not in taken and (room.online or room.invitation.room_key not in back))
    )
