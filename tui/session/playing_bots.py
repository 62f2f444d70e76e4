"""Bots that play a profile's seats at tables with others: they live in this program and stop with it, which is said."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from core.fault import sentence
from core.games import find
from net.view.table_view import Phase, TableView
from tui.i18n.translation import calling, listed, seat_title, tr
from tui.table.seat_names import called

if TYPE_CHECKING:
    from tui.bots.seat_driver import Seated

HANDED = sentence(
    "{bot} plays on for you as long as Parley runs. "
    "Resume on the home screen gives you your seat back, or shows how the game ended."
)
"""What somebody reads who hands a seat over and leaves."""
ONE_STOPS = sentence(
    "{table}: the bot on {seats} stops when Parley ends, and the others wait until you resume the table."
)
MORE_STOP = sentence(
    "{table}: the bots on {seats} stop when Parley ends, and the others wait until you resume the table."
)


def has_others(view: TableView) -> bool:
    """Tell whether somebody else holds a seat of a running game, and would wait for bots of this profile."""
    return view.phase is Phase.PLAYING and any(seat.pid and not seat.mine for seat in view.seats)


def bots_that_stop(tables: Iterable[Seated]) -> tuple[str, ...]:
    """Say for each table with others which seats bots of this program play."""
    return tuple(
        _words(one.handle.view, sorted(one.drivers)) for one in tables if one.drivers and has_others(one.handle.view)
    )


def _words(view: TableView, seats: Iterable[int]) -> str:
    with calling(called(view.game, view.options)):
        names = [seat_title(view.seats[seat].name) for seat in seats]
        table = view.title or tr(find(view.game).title)
        return tr(ONE_STOPS if len(names) == 1 else MORE_STOP, table=table, seats=listed(names))
