"""Lines about a table itself in words: who takes a seat, which bot is seated, who leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tui.bot_words import bot_words
from tui.speech import seat_word, tr, word

_WORDS: dict[str, Callable[[str], str]] = {"seat": seat_word, "bot": bot_words}


def tell_note(template: str, fields: Iterable[tuple[str, str]]) -> str:
    """Tell something about a table itself; a nick stays what it is."""
    return tr(template, **{name: _WORDS.get(name, word)(value) for name, value in fields})
