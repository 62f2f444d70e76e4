"""The table's cards: the hand, the fight, and what picking cards, laying them and choosing words do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events, on

from core.fault import sentence
from net.view.table_view import SlotStage
from tui.i18n.translation import language, tell, tr
from tui.screens.frame.hand_screen import NO_CARD_NOW, HandScreen, unsaid
from tui.screens.table.table_negotiation import WATCHING, TableNegotiation
from tui.widgets.board_view import BoardView
from tui.widgets.fight_bar import Bout, FightBar
from tui.widgets.hand_bar import HandBar
from tui.widgets.hand_selection import held, sayings, waiting_word
from tui.widgets.talk_pane import TalkInput
from tui.words.event_words import told

if TYPE_CHECKING:
    from core.scene import Scene
    from tui.table.move_entry import MoveEntry
    from tui.table.seat_view import Entry
    from tui.widgets.text_style import TextStyle

COMBAT = sentence("Combat")
"""The head of the note on how a fight has ended."""

TURNED = frozenset({"compare", "tie", "restart"})
"""The effects after which both have laid and a fight ends or goes on with other cards."""

BEGINS = "begins"
"""The effect that begins a turn."""


class TableCards(TableNegotiation, HandScreen[str]):
    """The card actions of a table, if its game has cards."""

    _told: int | None = None

    def _show(self) -> None:
        super()._show()
        self._deal()
        self._tell_fights()

    def _mark(self) -> None:
        super()._mark()
        self._deal()

    def _deal(self) -> None:
        """Show hand and fight; focus the hand while cards or a word are owed."""
        scene, hand = self.desk.scene, self.query_one(HandBar)
        if scene is None or scene.cards is None:
            return
        seat, choice = self.desk.voice, self.desk.choice
        before = hand.question
        words, waiting = self._sayings(scene), waiting_word(choice, self._places(scene))
        hand.show(scene.cards, seat, held(scene, choice, seat), words, self.ink, waiting=waiting)
        self.query_one(FightBar).show(self._bout(scene), hand.holding, self.ink)
        self.set_class(scene.cards.fight is not None and not isinstance(self.focused, TalkInput), "-fight")
        if hand.asked and hand.question != before:
            self._to_hand()
        elif self.focused is hand and not hand.asked:
            self.board.focus()

    def _tell_fights(self) -> None:
        """Say how fights have ended or gone on since the last time: what both laid and the result."""
        entries = [entry for entry in self.desk.chronicle.entries if entry.seat >= 0]
        seen, self._told = self._told, len(entries)
        for at in range(len(entries) if seen is None else seen, len(entries)):
            if at and any(effect.key in TURNED for effect in entries[at].effects):
                lines = [_outcome(entry, self.ink) for entry in entries[at - 1 : at + 1]]
                self.notify("\n".join(lines), title=tr(COMBAT), markup=False, timeout=8)

    def action_talk(self) -> None:
        """Talk. In a small terminal the talk takes back its place from a fight."""
        self.remove_class("-fight")
        super().action_talk()

    def _to_hand(self) -> None:
        """Focus the hand, unless text is being typed."""
        if self.focused is None or self.focused is self.board:
            self.query_one(HandBar).focus()

    def _sayings(self, scene: Scene) -> tuple[str, ...]:
        return sayings(self.desk.choice, self._places(scene))

    @staticmethod
    def _places(scene: Scene) -> frozenset[str]:
        return frozenset(cell.spot for cell in scene.cells)

    def _bout(self, scene: Scene) -> Bout | None:
        """Give the fight as it is seen here."""
        fight = scene.cards.fight if scene.cards else None
        match = self.desk.view.match if self.desk.view else None
        if fight is None or match is None or self.desk.view is None:
            return None
        laid = {line.seat for line in match.sealed}
        laid |= {slot.seat for slot in self.desk.view.slots if slot.stage is not SlotStage.OWES}
        town = self._towns.get(fight.spot, fight.spot)
        return Bout(fight, town, self.desk.seat, frozenset(laid), self.keys_of)

    @property
    def _towns(self) -> dict[str, str]:
        """The names of the towns in the language in use, by their codes."""
        atlas = self.desk.scene.atlas if self.desk.scene else None
        return {town.spot: town.name(language()) for town in atlas.towns} if atlas else {}

    @property
    def has_cards(self) -> bool:
        """Whether the game that is played has cards."""
        return self.desk.scene is not None and self.desk.scene.cards is not None

    @property
    def entry(self) -> MoveEntry | None:
        """The choice in progress."""
        return self.desk.choice

    @property
    def answering(self) -> bool:
        """Whether a fight asks for a word here, even if the hand does not have the focus."""
        return bool(self.query_one(HandBar).question[-1])

    def to_cards(self, spot: str) -> bool:
        """Focus the hand if cards or an answer are owed and a place on the board was pointed at."""
        choice, hand = self.desk.choice, self.query_one(HandBar)
        if not hand.asked or choice is None or spot in choice.targets:
            return False
        hand.focus()
        return True

    @on(HandBar.Picked)
    @on(events.DescendantFocus)
    def _picked(self) -> None:
        """Show the fight with the picked cards, and with its keys if the hand has the focus."""
        scene = self.desk.scene
        if scene is not None:
            self.query_one(FightBar).show(self._bout(scene), self.query_one(HandBar).holding, self.ink)

    @on(HandBar.Left)
    def _hand_left(self) -> None:
        if self.desk.choice and self.desk.choice.prefix:
            self.desk.back()
            self._mark()
        self.board.focus()

    def lay_down(self, text: str) -> None:
        """Lay the cards that are picked, unless the rules refuse them."""
        seat = self.desk.seat
        if seat is None:
            self.toast(tr(NO_CARD_NOW))
        elif (fault := self.desk.objection(text)) is not None:
            self.toast(tell(fault))
        else:
            self.do(self.controller.play(seat, text))
            self.desk.drop()

    def action_say_word(self, word: str) -> None:
        """Point at a word, in the position of now."""
        self.catch_up()
        super().action_say_word(word)

    def point_at(self, word: str) -> None:
        """Point at a word as at a place of the board; what was chosen is dropped. Chosen itself, it is put back.

        A word that only waits to be confirmed is confirmed so.
        """
        choice, held = self.desk.choice, self.desk.held
        said = choice is not None and choice.prefix[:1] == (word,)
        begun, confirms = said and not held, said and held
        if not confirms:
            self.desk.drop()
        if begun:
            self._mark()
        else:
            self.post_message(BoardView.Pointed(word))

    def why_not(self, word: str) -> str:
        """Give the rules' reason why a word cannot be said now."""
        view, seat = self.controller.view, self.desk.voice
        return tr(WATCHING) if seat is None or view.match is None else unsaid(view.match.state, seat, word)

    def action_cards(self) -> None:
        """Show all cards that are known."""
        from tui.screens.table.known_cards_screen import CardsScreen

        scene = self.desk.scene
        if scene is not None and scene.cards is not None:
            self.app.push_screen(CardsScreen(scene.cards, self.desk.names, self.ink))


def _outcome(entry: Entry, ink: TextStyle) -> str:
    """Say what was laid and the result, without whose turn begins."""
    return told((effect for effect in entry.effects if effect.key != BEGINS), ink.glyphs)
