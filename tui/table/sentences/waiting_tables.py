"""A table that waits for players while one is elsewhere: this program goes on there, and tells of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.fault import sentence
from core.games import find
from net.view.table_view import Phase
from tui.i18n.translation import listed, tr
from tui.table.departure import titles
from tui.table.seat_view import open_seats

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.game import Seat
    from net.view.table_view import TableView

OF_TABLE = sentence("{table}: {text}")
"""News of a table that is not on the screen."""
SEATED = sentence("{who} has taken a seat at your table: Resume leads back to it.")
AGAIN = sentence("{nick} would play again with you: Resume leads back to it.")
BEGUN = sentence("the game has begun: Resume leads back to it.")

BOT_SAT = sentence(
    "{seats}: a bot of {who} played there and comes along with {who}. "
    "Until then anybody can take the seat or seat a bot ({key[wait.bot]})."
)
BOT_SAT_HERE = sentence(
    "NOTE {seats}: a bot of {who} played there and comes along with {who}. "
    "Until then anybody can take the seat or seat a bot (`bot`)."
)


def expected_bots(view: TableView, expected: Mapping[Seat, str], *, spoken: bool = False) -> tuple[str, ...]:
    """Say of the open seats of a rematch where bots of others played before, and what one can do about them."""
    free = open_seats(view) if view.phase is Phase.GATHERING else ()
    owners = dict.fromkeys(who for seat, who in expected.items() if seat in free)
    seats = {who: [seat for seat in free if expected.get(seat) == who] for who in owners}
    told = BOT_SAT_HERE if spoken else BOT_SAT
    return tuple(tr(told, seats=listed(titles(view, found)), who=who) for who, found in seats.items())


def waits(view: TableView) -> bool:
    """Tell whether a table that this profile opened, or where it has or wants a seat, waits for players."""
    ours = view.hosted or bool(view.mine) or view.asked is not None
    return ours and view.phase in {Phase.GATHERING, Phase.STARTING}


def company(view: TableView) -> dict[str, str]:
    """Name the others who have a seat, by pid."""
    return {seat.pid: seat.owner or seat.called for seat in view.seats if seat.pid and not seat.mine}


def waiting_news(known: dict[str, str], view: TableView) -> tuple[str, ...]:
    """Say who has come to one's own table since those `known` were there; of any table that its game has begun."""
    come = [name for pid, name in company(view).items() if view.hosted and pid not in known]
    told = [tr(SEATED, who=listed(come))] if come else []
    told += [tr(BEGUN)] if view.phase is Phase.PLAYING else []
    return tuple(tr(OF_TABLE, table=view.title or tr(find(view.game).title), text=text) for text in told)
