"""The question what becomes of the seats of somebody who leaves a table, asked once more before a game ends."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from textual.app import App

from core.fault import sentence
from net.view.table_view import Phase, TableView
from tui.i18n.translation import tr
from tui.screens.frame.dialog import ChoiceScreen
from tui.session.passing_visit import within_visit
from tui.settings.visit import unknown
from tui.table.departure import game_number, out_seats, stays_seated
from tui.table.seat_view import own_seats, takes_bots
from tui.table.sentences.farewell import departure_words, ending_words
from tui.table.table_plan import is_alone_at
from tui.widgets.text_style import TextStyle


class Leave(StrEnum):
    """What becomes of the seats of a player who leaves; `RESIGN` gives them up before the start, or the table.

    `MATCH` gives up a whole match, at a table on this machine alone.
    """

    KEEP = "keep"
    BOT = "bot"
    RESIGN = "resign"
    MATCH = "match"
    STAY = "stay"


LEAVES = sentence("You leave the table. What becomes of your seat?")
OPENER_LEAVES = sentence("You leave the table that you have opened. What becomes of it?")
BOTS_LEFT = sentence("You leave the table. You are out of the game; what becomes of your bots?")

KEEP = sentence("Keep the seat and come back later")
KEEP_BOTS = sentence("Let them wait until you come back")
KEEP_TABLE = sentence("Keep the table and come back later")
BOT = sentence("Hand the seat to a bot, as long as Parley runs")
LET_PLAY = sentence("Let them play on, as long as Parley runs")
KEEP_MEANWHILE = sentence("Keep it until this visit ends")
WHOLE_MATCH = sentence("Give the whole match up: Resume offers this table no more")
STAY = sentence("Stay at the table")
SURE, PLAY_ON = sentence("Are you sure?"), sentence("Go on playing")


def leave_screen(ink: TextStyle, view: TableView) -> ChoiceScreen:
    """Ask what becomes of the seats of a table, or of the table itself if its opener leaves before the start.

    No bot is offered where nobody else waits: the game would be over within seconds, and nobody would see it; nor where
    no bots play. Whoever is out of the game is asked only what becomes of their bots.
    """
    opener, left = view.hosted and view.phase is Phase.GATHERING, {*own_seats(view)} <= {*out_seats(view)}
    bots = left and bool(view.mine)
    waits = bots and not stays_seated(view)
    kept = KEEP_TABLE if opener else KEEP_BOTS if waits else KEEP
    answers = [(Leave.KEEP, tr(KEEP_MEANWHILE if unknown() else kept))]
    handed = view.phase is Phase.PLAYING and takes_bots(view) and not is_alone_at(view)
    answers += [(Leave.BOT, tr(LET_PLAY if bots else BOT))] if handed else []
    answers += [(Leave.RESIGN, words)] if (words := departure_words(view)) else []
    whole = game_number(view) and view.phase is Phase.PLAYING and is_alone_at(view)
    answers += [(Leave.MATCH, tr(WHOLE_MATCH))] if whole else []
    answers += [(Leave.STAY, tr(STAY))]
    title = ink.accent(within_visit(tr(OPENER_LEAVES if opener else BOTS_LEFT if bots else LEAVES)))
    return ChoiceScreen(title, [(key.value, words) for key, words in answers])


async def asked_leave(app: App[Any], ink: TextStyle, view: TableView) -> Leave:
    """Ask what becomes of the seats; ask once more before an answer that ends the game, or the match."""
    how = Leave(await app.push_screen_wait(leave_screen(ink, view)) or Leave.STAY)
    asked = sure_screen(ink, view, how)
    return how if asked is None else Leave(await app.push_screen_wait(asked) or Leave.STAY)


def sure_screen(ink: TextStyle, view: TableView, how: Leave) -> ChoiceScreen | None:
    """Ask whether a game shall really end, and say how; None if nothing ends by this answer."""
    end = ending_words(view) if how is Leave.RESIGN else ""
    if not end and how is not Leave.MATCH:
        return None
    words = tr(WHOLE_MATCH) if how is Leave.MATCH else departure_words(view)
    question = " ".join(filter(None, [end, tr(SURE)]))
    return ChoiceScreen(ink.accent(question), [(Leave.STAY.value, tr(PLAY_ON)), (how.value, words)])
