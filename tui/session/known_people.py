"""The people whom a profile knows or meets in its rooms, in words for every face, and its opinion of them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from net.identity.identity import fingerprint
from net.storage.contact_store import ContactAction
from net.view.contact_book import Contact, ContactBook
from net.view.table_view import Fields
from tui.i18n.translation import ntr, tell_template, tr
from tui.records.archive import moment
from tui.table.controller import is_alone
from tui.words.door_words import by_door

if TYPE_CHECKING:
    from collections.abc import Iterator

    from net.identity.identity import Identity
    from net.peer.peer import Peer
    from net.storage.contact_store import ContactStore
    from net.view.room_view import LobbyView, PersonView
    from tui.session.rooms import Rooms

NAMELESS = sentence("Say who, by name; there are {allowed}.")
NOBODY = sentence("Nobody called {name} is known here; there are {allowed}.")
SEVERAL = sentence("Several are called {name}: say which by the four words, {allowed}.")
NO_ONE_YET = sentence("You know nobody here yet: everybody who plays at a table with you will stand here.")
YOU = sentence("You are {nick}: {words}")
HERE, VERIFIED, MUTED, BLOCKED = sentence("here"), sentence("compared"), sentence("muted"), sentence("blocked")
MET = sentence("met on {day}")


CROWD = 6
"""Above this number, people share lines."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person: pid, name, and four words; `contact` is their entry in the address book.

    `here` says that they are in a room with this profile. `template` and `fields` make a warning about them. `door` is
    the name of the door by which they are here, or empty.
    """

    pid: str
    nick: str
    words: str
    contact: Contact | None = None
    here: bool = False
    template: str = ""
    fields: Fields = ()
    door: str = ""

    @property
    def name(self) -> str:
        """The name they go by, and the one given to them here."""
        own = self.contact.petname if self.contact else ""
        return f"{own} ({self.nick})" if own and own != self.nick else self.nick

    @property
    def marks(self) -> tuple[str, ...]:
        """The person's opinion of them, in words."""
        known = self.contact
        told = (
            (self.here, HERE),
            *(((known.verified, VERIFIED), (known.muted, MUTED), (known.blocked, BLOCKED)) if known else ()),
        )
        return tuple(tr(text) for holds, text in told if holds) + ((by_door(self.door),) if self.door else ())

    @property
    def history(self) -> str:
        """Since when they are known and how many games were played together; empty for a stranger."""
        known = self.contact
        if known is None or not known.met:
            return ""
        games = [ntr("{n} game", "{n} games", known.games)] if known.games else []
        return ", ".join([tr(MET, day=moment(known.met)[:10]), *games])

    @property
    def warning(self) -> str:
        """The warning if their nick belongs to another key."""
        return tell_template(self.template, self.fields) if self.template else ""


class People:
    """The people of one profile, in all its rooms."""

    def __init__(self, rooms: Rooms) -> None:
        """Know the people of `rooms`."""
        self._rooms = rooms

    @property
    def book(self) -> ContactBook:
        """The contact book; raise `Fault` if it cannot be read."""
        with self._contacts() as contacts:
            return contacts.book

    @property
    def peers(self) -> tuple[Peer, ...]:
        """The rooms."""
        return self._rooms.peers

    @property
    def pid(self) -> str:
        """The person's own pid."""
        return self._rooms.profile.identity.pid

    @property
    def silent(self) -> frozenset[str]:
        """Those whose talk is hidden, by pid; never the person; raise `Fault` if the book cannot be read."""
        return self.book.silent - {self.pid}

    @property
    def me(self) -> str:
        """The person's own nick and four words, for others to compare."""
        who: Identity = self._rooms.profile.identity
        return tr(YOU, nick=self._rooms.nick or self._rooms.drawn_name, words=fingerprint(who.public))

    @property
    def am_here(self) -> bool:
        """Whether the person is in a room with others, and counted there."""
        rooms = [peer for peer in self._rooms.peers if not is_alone(str(peer.invitation))]
        return any(one.present and one.pid == peer.pid for peer in rooms for one in peer.lobby.people)

    @property
    def everybody(self) -> tuple[Person, ...]:
        """Give those who are present first, then those in the book, by name."""
        book = self.book
        found = {one.pid: Person(one.pid, one.nick, one.words, one) for one in book.contacts}
        for peer in self._rooms.peers:
            for one in peer.lobby.people:
                if one.present and one.pid != peer.pid:
                    known = book.get(one.pid)
                    found[one.pid] = Person(
                        *(one.pid, one.nick, one.fingerprint, known),
                        here=True,
                        template=one.template,
                        fields=one.fields,
                        door=one.door,
                    )
        return tuple(sorted(found.values(), key=lambda one: (not one.here, one.name.casefold(), one.pid)))

    def named(self, text: str) -> Person:
        """Find a person by given name, nick, pid or four words; raise `Fault`."""
        everybody = self.everybody
        wanted = text.strip().casefold()
        by_key = [one for one in everybody if wanted in {one.pid.casefold(), one.words}]
        known = {one.pid for one in self.book.called(wanted)}
        found = by_key or [
            one for one in everybody if one.pid in known or wanted in {one.nick.casefold(), one.name.casefold()}
        ]
        if not everybody:
            raise Fault(NO_ONE_YET)
        if not found:
            allowed = ", ".join(one.name for one in everybody[:12])
            raise Fault(NOBODY, name=text, allowed=allowed) if wanted else Fault(NAMELESS, allowed=allowed)
        if len(found) > 1:
            raise Fault(SEVERAL, name=text, allowed=", ".join(one.words for one in found))
        return found[0]

    def judge(self, pid: str, deed: ContactAction) -> None:
        """Mute, block or verify a person, or undo it; raise `Fault`."""
        self._do(pid, lambda contacts, one: contacts.judge(one.public, one.nick, one.met, deed), deed)

    def call(self, pid: str, petname: str) -> None:
        """Give a person a name, or with an empty one remove it; raise `Fault`."""
        self._do(pid, lambda contacts, one: contacts.name(one.public, one.nick, one.met, petname), petname)

    def forget(self, pid: str) -> None:
        """Delete a person from the book, with every mark; raise `Fault`."""
        known = self.book.get(pid)
        if known is not None:
            with self._contacts() as contacts:
                contacts.forget(known.public)
            self._regard()

    def _do(self, pid: str, kept: Callable[[ContactStore, Contact], None], what: ContactAction | str) -> None:
        """Do something about a person: by the book if they are in it, else by the room they are in."""
        known = self.book.get(pid)
        if known is not None:
            with self._contacts() as contacts:
                kept(contacts, known)
        else:
            self._by_room(pid, what)
        self._regard()

    def _by_room(self, pid: str, what: ContactAction | str) -> None:
        problem: Fault | None = Fault(NO_ONE_YET)
        for peer in self._rooms.peers:
            try:
                peer.judge(pid, what) if isinstance(what, ContactAction) else peer.call(pid, what)
            except Fault as fault:
                problem = fault
            else:
                return
        assert problem is not None
        raise problem

    def _regard(self) -> None:
        for peer in self._rooms.peers:
            peer.regard()

    @contextmanager
    def _contacts(self) -> Iterator[ContactStore]:
        from net.storage.journal import Journal

        if self._rooms.peers:
            yield self._rooms.peers[0].journal.contacts
            return
        with Journal(self._rooms.profile.journal_path) as journal:
            yield journal.contacts


def warnings(room: LobbyView) -> str:
    """Warn of people in a room who bear a known name, a line each; empty if there are none."""
    warned = (person for person in room.people if person.present and person.template)
    return "\n".join(tell_template(person.template, person.fields) for person in warned)


def room_words(room: LobbyView) -> str:
    """Tell which people are in a room."""
    here = [person for person in room.people if person.present]
    head = ntr("{n} person here", "{n} people here", len(here))
    told = [f"{_called(person)}  {person.status}".rstrip() + _by_door(person) for person in here]
    return "\n".join([head, *(f"● {one}" for one in told)] if len(told) <= CROWD else [head, ", ".join(told)])


def _by_door(person: PersonView) -> str:
    return f" ({by_door(person.door)})" if person.door else ""


def _called(person: PersonView) -> str:
    """Give a person's name, with the one given here, and whether their four words were compared."""
    known = person.contact
    if known is None:
        return f"{person.nick} !" if person.template else person.nick
    name = f"{known.petname} ({person.nick})" if known.petname and known.petname != person.nick else person.nick
    return f"{name}{' ✓' * known.verified}{' !' * bool(person.template)}"
