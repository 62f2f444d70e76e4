"""Who at a table plays by somebody's door: the first mark of each person that is rightly signed."""

from __future__ import annotations

from net.wire.door_mark import VERB, DoorMark
from net.wire.event import Event
from net.wire.event_data import Talk, readable

TRIES_LIMIT = 4
"""Marks of one author that are looked at: a signature takes time."""


def marked(mark: DoorMark) -> Talk:
    """Return the talk by which its author tells a table of the door that they play by."""
    return Talk("", mark.words)


class DoorVisitors:
    """All marks at one table, by author."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self.marks: dict[bytes, DoorMark] = {}
        self._tries: dict[bytes, int] = {}

    def hear(self, event: Event) -> None:
        """Note the mark of an event's author, if it is one. A mark stays: who has played by a door has done so."""
        act = event.data[1] if len(event.data) > 1 else None
        if event.author in self.marks or not isinstance(act, list | tuple) or act[:1] not in ([VERB], (VERB,)):
            return
        tries = self._tries[event.author] = self._tries.get(event.author, 0) + 1
        data = readable(event) if tries <= TRIES_LIMIT else None
        if isinstance(data, Talk) and data.act and not data.text:
            mark = DoorMark.read(data.act, event.author)
            if mark is not None:
                self.marks[event.author] = mark

    def door_of(self, author: bytes) -> str:
        """Return the name of the door that somebody plays by; empty if they play at home."""
        mark = self.marks.get(author)
        return "" if mark is None else mark.name
