"""Leaving a table: what becomes of the seat is asked, never guessed."""

from __future__ import annotations

from enum import StrEnum

from core.fault import sentence
from tui.screens.choice import ChoiceScreen
from tui.speech import tr
from tui.widgets.ink import Ink


class Leave(StrEnum):
    """What becomes of the seats of one who leaves."""

    KEEP = "keep"
    BOT = "bot"
    RESIGN = "resign"
    STAY = "stay"


WORDS = {
    Leave.KEEP: sentence("Keep the seat and come back later"),
    Leave.BOT: sentence("Hand the seat to a bot"),
    Leave.RESIGN: sentence("Resign, then leave"),
    Leave.STAY: sentence("Stay at the table"),
}
"""The answers in order."""


def leave_screen(ink: Ink, *, bot: bool, resign: bool) -> ChoiceScreen:
    """Ask what becomes of the seat; `bot` and `resign` tell which of these can be done now."""
    possible = {Leave.KEEP: True, Leave.BOT: bot, Leave.RESIGN: resign, Leave.STAY: True}
    answers = [(choice.value, tr(WORDS[choice])) for choice, can in possible.items() if can]
    return ChoiceScreen(ink.accent(tr("You leave the table. What becomes of your seat?")), answers)
