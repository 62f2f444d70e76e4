"""Naming: what the people of a table go by, and since which of their events; what was said before keeps its name.

A name comes with the genesis, with a wish to sit, with the agreement that makes somebody a substitute, or by a new one:
a `talk` without text whose tail is `["name", NICK]`. Programs that do not know it show nothing of it.
"""

from __future__ import annotations

from bisect import bisect_right

from net.wire.codec import BadMessage
from net.wire.event import Event
from net.wire.event_data import Talk, read
from net.wire.sanitizer import clean_name

NAME = "name"
"""The verb of a talk's tail by which its author gives himself another name."""
RENAMES_LIMIT = 32
"""New names of one author that count at a table."""


def nick_change(nick: str) -> Talk:
    """Give the talk by which its author goes by another name from there on."""
    return Talk("", (NAME, clean_name(nick)))


class Nicknames:
    """All names at one table; `nicks` are those of now."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self.nicks: dict[bytes, str] = {}
        self._given: dict[bytes, dict[int, str]] = {}
        self._chosen: dict[bytes, dict[int, str]] = {}

    def give(self, author: bytes, seq: int, nick: str) -> None:
        """Note the name with which event `seq` of an author came."""
        self._given.setdefault(author, {})[seq] = nick
        self._look(author)

    def inherit(self, author: bytes, nick: str) -> None:
        """Note the name by which others let somebody take a seat over; his own word counts more."""
        self.give(author, -1, nick)

    def hear(self, event: Event) -> None:
        """Note the name that its author chooses in a talk, if it is such a one."""
        act = event.data[1] if len(event.data) > 1 else None
        if not isinstance(act, list | tuple) or act[:1] not in ([NAME], (NAME,)):
            return
        chosen = self._chosen.setdefault(event.author, {})
        try:
            data = read(event)
        except BadMessage:
            return
        if isinstance(data, Talk) and data.act and not data.text and len(data.act) == 2 and len(chosen) < RENAMES_LIMIT:  # noqa: PLR2004 verb and name
            nick = clean_name(data.act[1])
            if nick:
                chosen[event.seq] = nick
                self._look(event.author)

    def at(self, author: bytes, seq: int) -> str:
        """Give the name of an author at his event `seq`, the first one before that; empty for a stranger."""
        names = self._names(author) if author in self._given else {}
        places = sorted(names)
        return names[places[max(bisect_right(places, seq) - 1, 0)]] if places else ""

    def chosen_since(self, author: bytes, seq: int) -> str:
        """Give the last name that an author chose after event `seq`; empty where he chose none."""
        chosen = self._chosen.get(author, {})
        last = max(chosen, default=-1)
        return chosen[last] if last > seq else ""

    def _names(self, author: bytes) -> dict[int, str]:
        return self._given[author] | self._chosen.get(author, {})

    def _look(self, author: bytes) -> None:
        if author in self._given:
            names = self._names(author)
            self.nicks[author] = names[max(names)]
