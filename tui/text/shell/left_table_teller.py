"""What a conversation says of the tables that were left: how their games ended, and that everybody has the end.

Of one's own tables that wait for players it says who comes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

from core.fault import sentence
from tui.i18n.translation import tr
from tui.session.settlement_follow_up import goes_on, is_over_for_all, over_news, settled_news, wish_news, wishes
from tui.table.seat_names import named
from tui.table.sentences.waiting_tables import company, waiting_news, waits
from tui.words.clock_words import now_ms

if TYPE_CHECKING:
    from net.view.table_view import TableView
    from tui.correspondence.awaited_rematch import AwaitedRematches
    from tui.text.shell.console import Console


BACK = sentence("{text} `resume` leads back to it.")


class Table(Protocol):
    """What is asked of a table."""

    @property
    def tid(self) -> bytes:
        """Its id."""
        ...

    @property
    def view(self) -> TableView:
        """The table as it is now."""
        ...


class Sitting(Protocol):
    """A table at which the person sits."""

    @property
    def handle(self) -> Table:
        """The table."""
        ...

    @property
    def aside(self) -> bool:
        """Whether the person has left it while it is followed."""
        ...


class Calls(Protocol):
    """What calls the person back to tables."""

    def news(self, now: int) -> tuple[str, ...]:
        """Say each thing once."""
        ...

    @property
    def rematches(self) -> AwaitedRematches:
        """The rematches for which the person waits elsewhere."""
        ...


class LeftTables(Protocol):
    """The tables of a profile."""

    @property
    def followed(self) -> Iterable[Table]:
        """Those that are followed in the background."""
        ...

    @property
    def aside(self) -> Calls:
        """Those that were left while their game goes on."""
        ...

    @property
    def seated(self) -> Sequence[Sitting]:
        """Those at which the person or their bots sit."""
        ...


class LeftTableTeller:
    """Tells once of each table that is followed in the background what has come of it."""

    def __init__(self, console: Console, rooms: LeftTables) -> None:
        """Tell `console` of the tables that `rooms` follows."""
        self._console, self._rooms = console, rooms
        self._going_on: dict[bytes, Table] = {}
        self._ended: dict[bytes, Table] = {}
        self._waiting: dict[bytes, tuple[Table, dict[str, str]]] = {}
        self._asked: set[str] = set()

    def look(self) -> None:
        """Say what has come of a table since the last look; nothing of one at which the person sits again."""
        self._note()
        self._say(*self._rooms.aside.rematches.answers())
        self._say(*(tr(BACK, text=text) for text in self._rooms.aside.news(now_ms())))
        for tid, (table, known) in tuple(self._waiting.items()):
            view = named(table.view)
            self._say(*waiting_news(known, view))
            self._waiting[tid] = table, company(view)
            if not waits(view):
                del self._waiting[tid]
        for tid, table in tuple(self._going_on.items()):
            if is_over_for_all(table.view):
                del self._going_on[tid]
                self._say(over_news(table.view))
        for tid, table in tuple(self._ended.items()):
            if not table.view.unsettled:
                del self._ended[tid]
                self._say(*(told for told, _ in settled_news(table.view)))
        for table in self._rooms.followed:
            fresh = [one for one in wishes(table.view) if one.id not in self._asked]
            self._asked |= {one.id for one in fresh}
            self._say(*(wish_news(table.view, one) for one in fresh))

    def _note(self) -> None:
        for table in self._rooms.followed:
            if not any(table.tid in told for told in (self._going_on, self._ended, self._waiting)):
                if waits(table.view):
                    fresh = self._rooms.aside.rematches.before(table.tid) is not None
                    self._waiting[table.tid] = table, {} if fresh else company(named(table.view))
                elif goes_on(table.view):
                    self._going_on[table.tid] = table
                elif table.view.unsettled:
                    self._ended[table.tid] = table
        for sitting in self._rooms.seated:
            if sitting.aside:
                continue
            self._going_on.pop(sitting.handle.tid, None)
            self._ended.pop(sitting.handle.tid, None)
            self._waiting.pop(sitting.handle.tid, None)

    def _say(self, *told: str) -> None:
        self._console.say(*(tr("NOTE {text}", text=text) for text in told))
