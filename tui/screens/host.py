"""Hosting: who shall be able to come in is asked, never guessed."""

from __future__ import annotations

from rich.text import Text

from tui.hosting import DOORS, QUESTION
from tui.screens.choice import ChoiceScreen
from tui.speech import tr


def host_screen() -> ChoiceScreen:
    """Ask where the broker shall listen; gives an address, empty for nowhere."""
    return ChoiceScreen(Text(tr(QUESTION)), [(address, tr(words)) for address, words in DOORS.items()])
