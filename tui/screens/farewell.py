"""Farewell: Parley is to be left while somebody has not received the end of a game; that is told, and asked about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from core.fault import sentence
from tui.farewell import owed
from tui.screens.choice import ChoiceScreen
from tui.settlement_words import LATER
from tui.speech import tr

STAY, LEAVE = "stay", "leave"
WORDS = {STAY: sentence("Stay until they have it"), LEAVE: sentence("Leave all the same")}
"""The answers in order."""

App = Any
"""The app, which leads here."""


class FarewellScreen(ChoiceScreen):
    """The question whether to leave before everybody has the end."""


def farewell_screen(words: Sequence[str]) -> FarewellScreen:
    """Ask whether to leave though `words` tell who has not received the end."""
    question = Text("\n".join((*words, "", tr(LATER))))
    return FarewellScreen(question, [(key, tr(answer)) for key, answer in WORDS.items()])


def holds_back(app: App, peers: Sequence[Any]) -> bool:
    """Ask before the app is left, where somebody has not received an end; tell whether that is asked now.

    Whoever asks to leave once more while the question stands has answered it.
    """
    words = owed(peers)
    if not words or app.warned or isinstance(app.screen, FarewellScreen):
        return False

    async def ask() -> None:
        if await app.push_screen_wait(farewell_screen(words)) == LEAVE:
            app.warned = True
            await app.action_quit()

    app.go(ask)
    return True
