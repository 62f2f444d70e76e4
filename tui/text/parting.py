"""Parting in text mode: who leaves while somebody has not received the end of a game is told so, and asked again."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from core.fault import sentence
from tui.farewell import owed
from tui.named import named
from tui.settlement_words import BACKGROUND, LATER, owes, unsettled_words
from tui.speech import tr

if TYPE_CHECKING:
    from net.view import TableView
    from tui.rooms import Rooms
    from tui.text.console import Console

AGAIN = sentence("NOTE `quit` once more leaves all the same.")


class Parting:
    """What one conversation says where it is left, or a table is, before everybody has the end of a game."""

    def __init__(self, console: Console, rooms: Rooms) -> None:
        """Part on `console` with `rooms`."""
        self._console = console
        self._rooms = rooms
        self._told: tuple[str, ...] = ()

    def left(self, view: TableView) -> None:
        """Say of a table that is left who has not received its end."""
        if owes(view):
            self._say(f"{unsettled_words(named(view))} {tr(BACKGROUND)}")

    def may(self, *, asked: bool) -> bool:
        """Tell whether the conversation may end; who has `asked` for that is told what is owed, and asked once more."""
        words = owed(self._rooms.peers)
        if not asked or not words or words == self._told:
            return True
        self._tell(words)
        self._console.say(tr(AGAIN))
        return False

    def end(self) -> None:
        """Say what is owed at the end, unless that was told; a reader who is gone is told nothing."""
        with suppress(OSError, ValueError):
            words = owed(self._rooms.peers)
            if words != self._told:
                self._tell(words)

    def _tell(self, words: tuple[str, ...]) -> None:
        self._told = words
        self._say(*words, *([tr(LATER)] if words else []))

    def _say(self, *told: str) -> None:
        self._console.say(*(tr("NOTE {text}", text=text) for text in told))
