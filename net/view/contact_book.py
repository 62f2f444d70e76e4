"""The contact book: who is known by key, what one thinks of them, and who uses a name that belongs to another key.

Pure. All of it is this profile's own opinion, kept on this machine (`net.storage.contact_store`) and told to nobody.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from core.fault import sentence
from net.identity.identity import fingerprint, pid_of
from net.view.table_view import Fields, NoteLine

DOUBLE = sentence(
    "{nick} is not the {nick} you know: the key is a different one ({words}, not {known}). Ask them in another way "
    "before you trust it."
)


@dataclass(frozen=True, slots=True)
class Contact:
    """A person known by `public` key: the nick at the first meeting, the last one, one's own `petname` for them.

    `met` and `seen` are the first and the last meeting (milliseconds since 1970, 0 unknown), `games` is the number of
    tables played at together. `verified`: the four words were compared. `muted`: their talk is not shown. `blocked`:
    nothing of them is shown.
    """

    public: bytes
    first_nick: str
    nick: str
    petname: str = ""
    met: int = 0
    seen: int = 0
    games: int = 0
    muted: bool = False
    blocked: bool = False
    verified: bool = False

    @property
    def pid(self) -> str:
        """Their pid."""
        return pid_of(self.public)

    @property
    def words(self) -> str:
        """The four words of their key."""
        return fingerprint(self.public)

    @property
    def name(self) -> str:
        """Their name here: the petname, or else their last nick."""
        return self.petname or self.nick

    @property
    def names(self) -> frozenset[str]:
        """All their names, folded."""
        return frozenset(filter(None, map(folded, (self.first_nick, self.nick, self.petname))))


class ContactBook:
    """The contacts of one profile as they stand; immutable."""

    def __init__(self, contacts: Iterable[Contact] = ()) -> None:
        """Hold the contacts, by name."""
        self.contacts = tuple(sorted(contacts, key=lambda one: (folded(one.name), one.public)))
        self._by_pid = {one.pid: one for one in self.contacts}
        self._by_name: dict[str, list[Contact]] = {}
        for one in self.contacts:
            for name in one.names:
                self._by_name.setdefault(name, []).append(one)

    def get(self, pid: str) -> Contact | None:
        """Return the contact with a pid."""
        return self._by_pid.get(pid)

    def name(self, pid: str, nick: str) -> str:
        """Return the name used here for somebody with a nick: the petname, if there is one."""
        known = self._by_pid.get(pid)
        return (known.petname if known else "") or nick

    def called(self, name: str) -> tuple[Contact, ...]:
        """Return those with a name, or the one with a pid or four words."""
        wanted = folded(name)
        exact = [one for one in self.contacts if wanted in {one.pid.casefold(), one.words}]
        return tuple(exact or self._by_name.get(wanted, ()))

    @cached_property
    def silent(self) -> frozenset[str]:
        """The pids of those whose talk is not shown."""
        return frozenset(one.pid for one in self.contacts if one.muted or one.blocked)

    @cached_property
    def shunned(self) -> frozenset[str]:
        """The pids of those of whom nothing is shown."""
        return frozenset(one.pid for one in self.contacts if one.blocked)

    def double(self, public: bytes, nick: str) -> Contact | None:
        """Return whose name somebody with another key uses; None if it is their own, or settled.

        It is settled for a person who was compared (`verified`) or given a petname, and for the one known earlier.
        """
        own = self._by_pid.get(pid_of(public))
        if own is not None and (own.verified or own.petname):
            return None
        others = (one for one in self._by_name.get(folded(nick), ()) if one.public != public)
        return next((one for one in others if own is None or one.met < own.met), None)

    def warning(self, public: bytes, nick: str) -> tuple[str, Fields]:
        """Return the warning and its fields for a known nick with another key; empty if all is well."""
        known = self.double(public, nick)
        if known is None:
            return "", ()
        return DOUBLE, (("nick", nick), ("words", fingerprint(public)), ("known", known.words))


def doubles(book: ContactBook, nicks: Mapping[bytes, str], ply: int) -> tuple[NoteLine, ...]:
    """Warn at a table of people (by key with their nicks) whose name belongs to another key."""
    told = (book.warning(public, nick) for public, nick in nicks.items())
    return tuple(NoteLine(ply, template, fields) for template, fields in told if template)


@lru_cache(maxsize=4096)
def folded(name: str) -> str:
    """Return a name as it is compared: letters that look alike by rule are one, case and accents do not count.

    >>> folded("Ａnné ") == folded("anne")
    True
    """
    parts = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return " ".join("".join(letter for letter in parts if not unicodedata.combining(letter)).split())
