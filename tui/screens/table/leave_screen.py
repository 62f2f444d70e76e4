"""The question of what becomes of the seats, or before the start of the table, when a player leaves."""

from __future__ import annotations

from enum import StrEnum

from core.fault import sentence
from net.view.table_view import Phase, TableView
from tui.i18n.translation import tr
from tui.screens.frame.dialog import ChoiceScreen
from tui.table.departure import asked_partners, resigns_one_game
from tui.widgets.text_style import TextStyle


class Leave(StrEnum):
    """What becomes of the seats of a player who leaves; `RESIGN` gives them up before the start, or the table."""

    KEEP = "keep"
    BOT = "bot"
    RESIGN = "resign"
    STAY = "stay"


SEAT = sentence("You leave the table. What becomes of your seat?")
TABLE = sentence("You leave the table that you have opened. What becomes of it?")

KEEP = sentence("Keep the seat and come back later")
KEEP_TABLE = sentence("Keep the table and come back later")
BOT = sentence("Hand the seat to a bot, as long as Parley runs")
STAY = sentence("Stay at the table")

RESIGN = sentence("Resign, then leave")
ALL_RESIGN = sentence("Resign with all your seats, bots too, then leave")
ONE_GAME = sentence("Resign this game only, then leave")
ASK_PARTNER = sentence("Resign if {who} does so too, then leave")
ASK_PARTNER_ONCE = sentence("Resign this game only, if {who} does so too, then leave")
GIVE_UP = sentence("Give the seat up, then leave")
CLOSE = sentence("Close the table for everybody, then leave")


def leave_screen(ink: TextStyle, view: TableView) -> ChoiceScreen:
    """Ask what becomes of the seats of a table, or of the table itself if its opener leaves before the start."""
    opener = view.hosted and view.phase is Phase.GATHERING
    answers = [(Leave.KEEP, tr(KEEP_TABLE if opener else KEEP))]
    answers += [(Leave.BOT, tr(BOT))] if view.phase is Phase.PLAYING else []
    answers += [(Leave.RESIGN, _giving_up(view)), (Leave.STAY, tr(STAY))]
    return ChoiceScreen(ink.accent(tr(TABLE if opener else SEAT)), [(key.value, words) for key, words in answers])


def _giving_up(view: TableView) -> str:
    """Name the answer by which one does not come back."""
    if view.phase is Phase.GATHERING:
        return tr(CLOSE if view.hosted else GIVE_UP)
    one_game, who = resigns_one_game(view), asked_partners(view)
    if who:
        return tr(ASK_PARTNER_ONCE if one_game else ASK_PARTNER, who=who)
    return tr(ONE_GAME if one_game else ALL_RESIGN if len(view.mine) > 1 else RESIGN)
