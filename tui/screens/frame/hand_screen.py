"""A screen with a hand of cards: what its chips and the keys of its words do, at a table and in a task alike."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, TypeVar

from textual import on

from core.chance import HasWords
from core.fault import sentence
from core.game import Seat, State
from tui.i18n.translation import ntr, tell, tr
from tui.screens.frame.localized_screen import LocalizedScreen
from tui.table.move_entry import MoveEntry
from tui.widgets.board_view import BoardView
from tui.widgets.chips import ChipBar
from tui.widgets.fight_bar import KeysOf
from tui.widgets.hand_bar import LAY, PICK, WORD, HandBar
from tui.widgets.hand_selection import HandSelection
from tui.widgets.prompt import AHEAD
from tui.words.combat_words import WORDS

PAY_FIRST = sentence("Pick cards worth 3 or more together first, by their digits or with Space.")
NO_CARD_NOW = sentence("No card is asked for now.")
NOT_NOW = sentence("{word}: not now.")

T = TypeVar("T")


class HandScreen(LocalizedScreen[T]):
    """A screen on which cards are picked and laid and words are said; how these are played is for each to say."""

    @property
    @abstractmethod
    def entry(self) -> MoveEntry | None:
        """The choice in progress; None while none can be made."""

    @abstractmethod
    def point_at(self, word: str) -> None:
        """Point at a word that can be said."""

    @abstractmethod
    def lay_down(self, text: str) -> None:
        """Play the cards that are picked, given as an action."""

    @property
    def keys_of(self) -> KeysOf:
        """Whose the keys are now."""
        if isinstance(self.focused, HandBar):
            return KeysOf.HAND
        return KeysOf.BOARD if isinstance(self.focused, BoardView) else KeysOf.OTHER

    def refuse(self, why: str) -> None:
        """Say why a key of the hand does nothing now."""
        self.toast(why)

    def may_say(self, word: str) -> bool:
        """Tell whether a word can be pointed at now, whatever is chosen so far."""
        entry = self.entry
        return entry is not None and word in entry.state.next_spots(entry.seat, ())

    def why_not(self, word: str) -> str:
        """Give the reason why a word cannot be said now."""
        entry = self.entry
        return not_now(word) if entry is None else unsaid(entry.state, entry.seat, word)

    def action_say_word(self, word: str) -> None:
        """Point at a word: pass, a forced march, a special card, a spy."""
        if self.may_say(word):
            self.point_at(word)
        else:
            self.refuse(self.why_not(word))

    @on(ChipBar.Pressed)
    def _hand_pressed(self, event: ChipBar.Pressed) -> None:
        """Pick a card, lay down what is picked, or say a word."""
        hand = self.query_one(HandBar)
        if event.key == AHEAD:
            return
        if event.key == LAY:
            self._lay(hand.holding)
        elif event.key.startswith(WORD):
            self.action_say_word(event.key.removeprefix(WORD))
        elif not hand.holding.asked:
            self.refuse(tr(NO_CARD_NOW))
        else:
            hand.toggle(int(event.key.removeprefix(PICK)))

    def _lay(self, holding: HandSelection) -> None:
        if holding.text:
            self.lay_down(holding.text)
        elif not holding.asked:
            self.refuse(tr(NO_CARD_NOW))
        elif holding.wanted is None:
            self.refuse(tr(PAY_FIRST))
        else:
            self.refuse(
                ntr(
                    "Pick {n} card first, by its digit or with Space.",
                    "Pick {n} cards first, by their digits or with Space.",
                    holding.wanted,
                )
            )


def unsaid(state: State[Any], seat: Seat, word: str) -> str:
    """Give the rules' reason why a seat cannot say a word now."""
    fault = state.unsaid(seat, word) if isinstance(state, HasWords) else None
    return not_now(word) if fault is None else tell(fault)


def not_now(word: str) -> str:
    """Say that a word cannot be said now."""
    return tr(NOT_NOW, word=tr(WORDS[word]) if word in WORDS else word)
