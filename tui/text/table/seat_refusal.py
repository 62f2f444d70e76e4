"""Why somebody can do nothing at a table: they have no seat there, or there is no game to play."""

from __future__ import annotations

from core.fault import Fault, sentence
from core.match.match import OVER
from net.view.table_view import Phase, TableView
from tui.table.seat_view import open_seats
from tui.table.sentences.seat_handover import JUST_WATCH, kept_seats
from tui.table.sentences.still_words import closed_fault

NO_SEAT = sentence("You have no seat at this table: `sit` asks for one.")
NO_SEAT_OPEN = sentence("You have no seat at this table, and none is open.")
NO_GAME = sentence("The game has not begun.")
ASK_FOR_A_SEAT = sentence(
    "You are watching: only those who hold a seat decide. Ask somebody at the table to hand you theirs: "
    "in text mode they type `substitute` and your name."
)
BOTS_PLAY = sentence("Only bots play for you here.")
FROZEN = sentence("The game stands still: the players do not agree on what happened.")


def seatless_fault(view: TableView) -> Fault:
    """Say what somebody who plays no seat by hand can do for one; at the end of a table, that there is none to have."""
    if view.phase in {Phase.CLOSED, Phase.OVER}:
        return idle_fault(view)
    if view.phase is Phase.GATHERING:
        return Fault(NO_SEAT if open_seats(view) else NO_SEAT_OPEN)
    if view.mine:
        return Fault(BOTS_PLAY)
    people = {seat.seat for seat in view.seats if seat.pid and not seat.bot}
    return Fault(JUST_WATCH if people <= {*kept_seats(view)} else ASK_FOR_A_SEAT)


def idle_fault(view: TableView) -> Fault:
    """Say why nothing is played at a table whose game does not run."""
    if view.phase is Phase.CLOSED:
        return closed_fault(view)
    return Fault({Phase.OVER: OVER, Phase.FROZEN: FROZEN}.get(view.phase, NO_GAME))
