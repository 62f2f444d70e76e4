"""The reservation of a table: for whom its host keeps the seats, as the host says before the game begins.

Such a word is a `talk` of the host without text whose tail is `["reserved", PID, NAME, PID, NAME, ...]`. The first one
counts. It changes nothing about who holds a seat: the host's program gives the others none, and their programs ask for
none. Programs that do not know it show nothing of it.
"""

from __future__ import annotations

from collections.abc import Mapping

from net.identity.identity import is_pid
from net.wire.event import Event
from net.wire.event_data import Talk, readable
from net.wire.sanitizer import clean_name

VERB = "reserved"
"""The verb of a talk's tail by which a host says for whom the table is."""
PEOPLE_LIMIT = 16
"""People that a table may be kept for, as many as it may have seats."""


def reserving(people: Mapping[str, str]) -> Talk:
    """Return the talk by which a host says for whom the table is: names by pid."""
    return Talk("", (VERB, *(word for pid, name in people.items() for word in (pid, clean_name(name)))))


class Reservation:
    """For whom the host of one table keeps its seats: `people` are names by pid; nobody if it is for all."""

    def __init__(self) -> None:
        """Begin with a table for all."""
        self.people: Mapping[str, str] = {}

    def admits(self, pid: str) -> bool:
        """Tell whether somebody may have a seat."""
        return not self.people or pid in self.people

    @property
    def names(self) -> str:
        """The names of those whom the table is for, empty if it is for all."""
        return ", ".join(self.people.values())

    def hear(self, event: Event, host: bytes) -> None:
        """Note for whom the table is, if the event is the first by which its host says so."""
        act = event.data[1] if len(event.data) > 1 else None
        if self.people or event.author != host or not isinstance(act, list | tuple) or act[:1] not in ([VERB], (VERB,)):
            return
        data = readable(event)
        words = data.act[1:] if isinstance(data, Talk) and data.act and not data.text else ()
        if words and len(words) % 2 == 0 and len(words) <= 2 * PEOPLE_LIMIT and all(map(is_pid, words[::2])):
            self.people = {pid: clean_name(name) for pid, name in zip(words[::2], words[1::2], strict=True)}
