"""The question of what becomes of the seats, or before the start of the table, when a player leaves."""

from __future__ import annotations

from enum import StrEnum

from core.fault import sentence
from net.view.table_view import Phase, TableView
from tui.i18n.translation import tr
from tui.screens.frame.dialog import ChoiceScreen
from tui.table.departure import departure_words
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


def leave_screen(ink: TextStyle, view: TableView) -> ChoiceScreen:
    """Ask what becomes of the seats of a table, or of the table itself if its opener leaves before the start."""
    opener = view.hosted and view.phase is Phase.GATHERING
    answers = [(Leave.KEEP, tr(KEEP_TABLE if opener else KEEP))]
    answers += [(Leave.BOT, tr(BOT))] if view.phase is Phase.PLAYING else []
    answers += [(Leave.RESIGN, departure_words(view)), (Leave.STAY, tr(STAY))]
    return ChoiceScreen(ink.accent(tr(TABLE if opener else SEAT)), [(key.value, words) for key, words in answers])
