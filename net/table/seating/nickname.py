"""Nicknames: the name of each person at a table, and from which of their events it holds.

What was said before keeps the old name. A name comes with the genesis, with a request for a seat, with the agreement on
a substitute, or by a change of name: a `talk` without text whose tail is `["name", NICK]`. A spectator says such a talk
before the first line that they say to the whole table. Programs that do not know it show nothing of it.
"""

from __future__ import annotations

from bisect import bisect_right

from net.wire.event import Event
from net.wire.event_data import Talk, readable
from net.wire.sanitizer import clean_name

NAME = "name"
"""The verb of a talk's tail by which its author changes their name."""
RENAMES_LIMIT = 32
"""Changes of name of one author that count at a table."""


def nick_change(nick: str) -> Talk:
    """Return the talk by which its author goes by another name from there on."""
    return Talk("", (NAME, clean_name(nick)))


class Nicknames:
    """All names at one table; `nicks` are the current ones."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self.nicks: dict[bytes, str] = {}
        self._given: dict[bytes, dict[int, str]] = {}
        self._chosen: dict[bytes, dict[int, str]] = {}

    def give(self, author: bytes, seq: int, nick: str) -> None:
        """Note the name that event `seq` of an author gave them."""
        self._given.setdefault(author, {})[seq] = nick
        self._look(author)

    def inherit(self, author: bytes, nick: str) -> None:
        """Note the name that others gave a substitute; the substitute's own choice counts more."""
        self.give(author, -1, nick)

    def hear(self, event: Event) -> None:
        """Note the name that an author chooses, if the event is such a talk."""
        act = event.data[1] if len(event.data) > 1 else None
        if not isinstance(act, list | tuple) or act[:1] not in ([NAME], (NAME,)):
            return
        chosen = self._chosen.setdefault(event.author, {})
        data = readable(event)
        if isinstance(data, Talk) and data.act and not data.text and len(data.act) == 2 and len(chosen) < RENAMES_LIMIT:  # noqa: PLR2004 verb and name
            nick = clean_name(data.act[1])
            if nick:
                chosen[event.seq] = nick
                self._look(event.author)

    def at(self, author: bytes, seq: int) -> str:
        """Return an author's name at their event `seq`, the first name before that; empty for who never gave one."""
        names = self._names(author)
        places = sorted(names)
        return names[places[max(bisect_right(places, seq) - 1, 0)]] if places else ""

    def chosen_since(self, author: bytes, seq: int) -> str:
        """Return the last name that an author chose after event `seq`; empty if they chose none."""
        chosen = self._chosen.get(author, {})
        last = max(chosen, default=-1)
        return chosen[last] if last > seq else ""

    def _names(self, author: bytes) -> dict[int, str]:
        return self._given.get(author, {}) | self._chosen.get(author, {})

    def _look(self, author: bytes) -> None:
        if author in self._given:
            names = self._names(author)
            self.nicks[author] = names[max(names)]
