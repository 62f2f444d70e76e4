"""A table that waits for its players: for whom, which seats its host can free, and news of it to who is elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.fault import sentence
from core.games import find
from net.view.table_view import Phase
from tui.i18n.translation import listed, seat_title, tr
from tui.table.departure import titles
from tui.table.seat_view import is_asleep, open_seats, waited

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.game import Seat
    from net.view.table_view import SeatView, TableView

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


WAITS_FOR = sentence("All seats are taken. The table waits for {who}.")
BEGINS = sentence("All seats are taken, and all are ready. {nick}, who hosts the table, begins the game.")
ALL_HERE = sentence("All are here: the game begins.")
AWAY = sentence("Away: {who}. The game begins only when they are back, or when others have their seats.")
HOST_FREES = sentence("{nick}, who hosts the table, can free a seat.")


def awaited_seats(view: TableView) -> tuple[SeatView, ...]:
    """Give the seats whose holders have not said ready at a table where no seat is open and that has not begun."""
    if view.phase is not Phase.GATHERING or open_seats(view):
        return ()
    return tuple(seat for seat in view.seats if seat.pid and not seat.ready)


def full_words(view: TableView) -> str:
    """Say for whom a table waits where no seat is open; empty while one is."""
    if view.phase is Phase.GATHERING and open_seats(view):
        return ""
    others = [seat for seat in awaited_seats(view) if not seat.mine]
    if others:
        return tr(WAITS_FOR, who=listed(map(_holder, others)))
    begins = view.phase is Phase.GATHERING and not view.hosted and not awaited_seats(view)
    return tr(BEGINS, nick=view.host) if begins else tr(ALL_HERE)


def away_words(view: TableView) -> str:
    """Say who has a seat and is away before the start, and who can do something about it; empty if nobody is.

    Without a connection we hear of nobody.
    """
    if view.phase is not Phase.GATHERING or not view.online:
        return ""
    found = [seat for seat in view.seats if is_asleep(seat) and not seat.ready]
    if not found:
        return ""
    told = tr(AWAY, who=listed(map(_holder, found)))
    frees = not view.hosted and view.host not in {seat.nick for seat in found}
    return f"{told} {tr(HOST_FREES, nick=view.host)}" if frees else told


def stop_words(view: TableView) -> str:
    """Say the same of a table where no seat is open, which waits for nothing else; empty while one is."""
    return "" if open_seats(view) else away_words(view)


def _holder(seat: SeatView) -> str:
    return tr(HOLDS, who=waited(seat), seat=seat_title(seat.name))


HOLDS = sentence("{who} ({seat})")


def freeable_seats(view: TableView) -> tuple[Seat, ...]:
    """Give the seats of others that this profile can free: as host, before the start."""
    gathers = view.hosted and view.phase is Phase.GATHERING
    return tuple(seat.seat for seat in view.seats if gathers and seat.pid and not seat.mine)


HAS, HAS_AWAY = sentence("{who} has the seat {seat}."), sentence("{who} has the seat {seat} and is away.")
BOT_HAS = sentence("A bot of {who} has the seat {seat}.")
FREED = sentence("If you free it, anybody can take it, also {who} again, and the game waits for that.")


def free_words(view: TableView, at: Seat) -> str:
    """Say who has a seat, and what follows if its host frees it."""
    seat = view.seats[at]
    told = BOT_HAS if seat.bot else HAS_AWAY if is_asleep(seat) and view.online else HAS
    who = seat.owner or seat.called
    return f"{tr(told, who=who, seat=seat_title(seat.name))} {tr(FREED, who=who)}"


def gives_seats(view: TableView) -> bool:
    """Tell whether whoever asks gets a seat at a waiting table: one is open, and it is for nobody in particular."""
    return view.phase is Phase.GATHERING and bool(open_seats(view)) and not view.meant


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
