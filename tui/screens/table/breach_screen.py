"""The question before a move that would break one's own word: which promise, what else is owed, what one is owed."""

from __future__ import annotations

from rich.text import Text

from core.fault import sentence
from tui.i18n.translation import ntr, tr
from tui.screens.frame.dialog import ChoiceScreen
from tui.table.own_word import OwnWord
from tui.widgets.text_style import TextStyle

BACK, PLAY = "back", "play"
WORDS = {BACK: sentence("Go back: the move is not played"), PLAY: sentence("Play it all the same")}
"""The answers in order: Enter alone breaks no word."""

SHOWN = 2
"""How many promises of each list the question has room for."""


def breach_screen(word: OwnWord, names: tuple[str, ...], ink: TextStyle) -> ChoiceScreen:
    """Ask whether the move that breaks `word` is meant."""
    return ChoiceScreen(_question(word, names, ink), [(key, tr(words)) for key, words in WORDS.items()])


def _question(word: OwnWord, names: tuple[str, ...], ink: TextStyle) -> Text:
    rows = [Text(word.title(names), ink.style("warning", bold=True)), Text()]
    for title, lines in word.parts(names):
        rows += [ink.accent(title), *(ink.plain(f"  {line}") for line in lines[:SHOWN])]
        if len(lines) > SHOWN:
            told = ntr(
                "{n} more promise: {key[table.pacts]}", "{n} more promises: {key[table.pacts]}", len(lines) - SHOWN
            )
            rows.append(ink.muted(told))
    return Text("\n").join(rows)
