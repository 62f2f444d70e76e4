"""Onward: what a host's program does by itself after a rematch was agreed on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from net.desk import Desk
from net.event import Draft
from net.handle import TableHandle


class Opener(Protocol):
    """What is needed of a peer to open a table and to speak at another one."""

    async def open_table(
        self, game: str, options: Mapping[str, str], terms: Mapping[str, str], title: str = ""
    ) -> TableHandle:
        """Make a table of which this profile is the host."""
        ...

    def speak(self, desk: Desk, drafts: Sequence[Draft]) -> None:
        """Sign and send what is to be said at a table."""
        ...


class Onward:
    """The tables from which this profile has gone on since its program was started."""

    def __init__(self) -> None:
        """Begin with none."""
        self._left: set[bytes] = set()

    async def look(self, opener: Opener, desks: Iterable[Desk]) -> None:
        """Open the tables of the rematches that are agreed on, and say at the old ones where they are."""
        for desk in tuple(desks):
            if desk.failure is None and desk.caught_up and desk.table.goes_on and desk.tid not in self._left:
                self._left.add(desk.tid)
                view = desk.table.view()
                handle = await opener.open_table(view.game, dict(view.options), dict(view.terms), view.title)
                opener.speak(desk, (desk.table.bye(handle.invitation),))
