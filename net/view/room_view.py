"""What a face may know of a room: immutable values that `net.room.lobby` makes and every face reads."""

from __future__ import annotations

from dataclasses import dataclass

from core.fault import sentence
from net.view.contact_book import Contact
from net.view.outage_view import OutageView
from net.view.table_view import Fields, TableView

CODED = sentence("The table is private: its code or its invitation is needed.")
"""Why one cannot play at a private table whose card holds its key, sealed under a code."""


@dataclass(frozen=True, slots=True)
class PersonView:
    """A person in the room: `nick`, `pid`, four-word `fingerprint`, `status` and whether they are heard.

    `contact` is their entry in the contact book; `template` and `fields` warn if their nick belongs to another key.
    `door` is the name of the door by which they are here, whose host could act for them, or empty.
    """

    pid: str
    nick: str
    fingerprint: str
    status: str
    present: bool
    contact: Contact | None = None
    template: str = ""
    fields: Fields = ()
    door: str = ""


@dataclass(frozen=True, slots=True)
class CardView:
    """A table card in the lobby. `salt` is that of the table's beginning, as the host tells it (hexadecimal), or empty.

    `unhosted` tells that a table that has not begun is shown by somebody at it: whoever gives its seats is away.

    `template` and `fields` say why one cannot play there from here, as a `core.fault.Fault` does; both are empty if one
    can.
    """

    tid: str
    title: str
    host: str
    game: str
    options: tuple[tuple[str, str], ...]
    terms: tuple[tuple[str, str], ...]
    seats: tuple[str, ...]
    taken: int
    started: bool
    template: str
    fields: Fields
    invitation: str
    salt: str = ""
    unhosted: bool = False

    @property
    def coded(self) -> bool:
        """Whether its code leads there, as its invitation does."""
        return self.template == CODED

    @property
    def playable(self) -> bool:
        """Whether one can play there from here."""
        return not self.template

    @property
    def unwatched(self) -> bool:
        """Whether the game is played there without spectators."""
        return self.started and ("spectators", "no") in self.terms


@dataclass(frozen=True, slots=True)
class InvitedView:
    """Somebody in the room invites us to a table (`tid` in hexadecimal), with a line of text.

    If they ask us for a rematch at a finished table, `game` is its game and `title` its title.
    """

    pid: str
    nick: str
    tid: str
    text: str
    ts: int
    game: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class LobbyView:
    """The room: who is there, which tables, what was said, who invites us where (the latest last).

    `outage` tells why its broker is not reached.
    """

    room: str
    online: bool
    people: tuple[PersonView, ...] = ()
    tables: tuple[CardView, ...] = ()
    chat: tuple[tuple[str, str, str], ...] = ()
    invited: tuple[InvitedView, ...] = ()
    outage: OutageView | None = None


def terms_now(view: TableView) -> tuple[tuple[str, str], ...]:
    """Return a table's terms as a card shows them, with the latest agreement on `spectators`."""
    if view.watched is (dict(view.terms).get("spectators") != "no"):
        return view.terms
    return tuple(
        (name, ("quiet" if view.watched else "no") if name == "spectators" else is_) for name, is_ in view.terms
    )
