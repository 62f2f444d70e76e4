"""One look at all open tables of a profile: where it is one's turn, and how much time is left.

They are read from the journal, as last heard, also while another program has the profile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from core.fault import sentence
from core.game import Seat
from net.storage.profile import JOURNAL, Profile
from net.view.table_view import Phase, TableView
from tui.correspondence.notice import table_name, told_apart
from tui.i18n.translation import ntr, seat_title, tr
from tui.table.controller import is_alone
from tui.table.seat_names import named
from tui.table.seat_view import owing
from tui.words.clock_words import figures, now_ms

YOURS = sentence("your turn")
BOTS = sentence("your bot is to move once you are there")
ANSWER = sentence("an offer to answer")
WAITS = sentence("waiting for {who}")
GATHERS = sentence("waiting for players")
STANDS = sentence("standing still")
LEFT = sentence("{left} left")
NOBODY = sentence("You have no open tables over a network. What you play on this machine alone is in Resume.")
NO_OTHER = sentence(
    "It is your turn at no other table over a network. What you play on this machine alone is in Resume."
)


@dataclass(frozen=True, slots=True)
class OpenTable:
    """One open table of the profile, in words: `turn` says whether something is owed from here.

    `left_ms` is what is left on the own clock, None without one that runs. `plies` counts the lines of the log. `bots`
    says whether a bot of the profile is to move: it does so while its program is at the table.
    """

    tid: str
    invitation: str
    title: str
    turn: bool
    state: str
    left_ms: int | None
    plies: int
    bots: bool = False

    @property
    def line(self) -> str:
        """The table on one line."""
        left = "" if self.left_ms is None else f", {tr(LEFT, left=figures(self.left_ms))}"
        return f"{self.title}: {self.state}{left}"


def open_table(view: TableView, now: int) -> OpenTable:
    """Describe a table at the time `now` (milliseconds)."""
    shown = named(view)
    hands = {seat.seat for seat in shown.seats if seat.mine and not seat.bot}
    owed = hands.intersection(owing(shown)) if is_moving(shown) else set[Seat]()
    asked = any(offer.asked or hands.intersection(offer.owed) for offer in shown.offers)
    clocks = [clock.left_ms(now) for clock in shown.clocks if clock.seat in owed and clock.since is not None]
    plies = shown.match.ply if shown.match is not None else 0
    state = tr(YOURS) if owed else tr(ANSWER) if asked else _awaited(shown)
    left = min(clocks, default=None)
    bots = is_moving(shown) and bool(bots_to_move(shown))
    return OpenTable(shown.tid, shown.invitation, table_name(shown), bool(owed) or asked, state, left, plies, bots)


def bots_to_move(view: TableView) -> tuple[Seat, ...]:
    """Give the seats of this profile's bots that owe a decision."""
    return tuple(seat for seat in owing(view) if seat >= 0 and view.seats[seat].mine and view.seats[seat].bot)


def reasons(tables: Iterable[OpenTable], driven: Collection[str]) -> dict[str, str]:
    """Say by its id why the person is waited for at a table; bots play on by themselves at those that are `driven`."""
    found = {}
    for one in tables:
        if one.turn:
            found[one.tid] = one.state
        elif one.bots and one.tid not in driven:
            found[one.tid] = tr(BOTS)
    return found


def is_moving(view: TableView) -> bool:
    """Tell whether somebody is to move at a table now."""
    return view.phase is Phase.PLAYING and not view.paused and view.negotiation is None


def _awaited(view: TableView) -> str:
    if view.phase in {Phase.GATHERING, Phase.STARTING}:
        return tr(GATHERS)
    if not is_moving(view) or view.match is None:
        return tr(STANDS)
    waited = [view.seats[seat] for seat in owing(view) if seat >= 0]
    return tr(WAITS, who=", ".join(seat.called or seat_title(seat.name) for seat in waited)) if waited else tr(STANDS)


def open_tables(root: Path, name: str, now: int | None = None) -> tuple[OpenTable, ...]:
    """Give the open tables of a profile: first those where something is owed, the least time first.

    `now` is the time (milliseconds), None for that of this machine. Tables inside one program are left out. Raises what
    the journal raises, and `Fault` for a profile that is none.
    """
    now = now_ms() if now is None else now
    found = [open_table(view, now) for view in open_views(root, name, now)]
    return tuple(sorted(found, key=lambda table: (not table.turn, table.left_ms is None, table.left_ms or 0)))


def open_views(root: Path, name: str, now: int) -> Iterator[TableView]:
    """Give the views of the open tables of a profile at the time `now`, the newest first; raise as `open_tables`."""
    from net.peer.journal_view import journal_view
    from net.storage.journal import Journal

    identity = Profile.identity_of(root, name)
    path = Profile.key_of(root, name).with_name(JOURNAL)
    if identity is None or not path.exists():
        return
    with Journal(path) as journal:
        for row in journal.tables():
            if row.over or is_alone(row.invitation):
                continue
            view = journal_view(identity, journal, row, now)
            if view is not None:
                yield view


def distinct(tables: tuple[OpenTable, ...]) -> tuple[OpenTable, ...]:
    """Give the tables with the beginning of the id behind each name that several have."""
    names = Counter(table.title for table in tables)
    return tuple(
        replace(table, title=told_apart(table.title, table.tid)) if names[table.title] > 1 else table
        for table in tables
    )


def summary(tables: tuple[OpenTable, ...]) -> str:
    """Say in a sentence at how many tables something is owed."""
    if not tables:
        return tr(NOBODY)
    count = sum(table.turn for table in tables)
    return ntr("It is your turn at {n} table.", "It is your turn at {n} tables.", count)
