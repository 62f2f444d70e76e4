"""All cards that are known: every hand, the talon, what is spent. Everybody at the table may know as much."""

from __future__ import annotations

from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from core.cards import Cards, Hand
from tui.card_words import SHORT
from tui.speech import ntr, seat_word, tr
from tui.widgets.ink import Ink

NAME = 16
"""Columns of a seat's name."""


def card_rows(cards: Cards, names: tuple[str, ...], ink: Ink) -> list[Text]:
    """Give a row for each hand, one for the talon and one for what is spent."""
    rows = [_hand(hand, names, ink) for hand in cards.hands]
    talon = " + ".join(ntr("{n} card", "{n} cards", count) for count in cards.talons) or tr("closed")
    rows += [Text(), ink.muted(tr("Talon").ljust(NAME)) + ink.plain(talon)]
    spent = Text(" ").join(_chip(face, ink) for face in cards.spent) if cards.spent else ink.plain("0")
    rows.append(ink.muted(tr("Spent").ljust(NAME)) + spent)
    return rows


def _hand(hand: Hand, names: tuple[str, ...], ink: Ink) -> Text:
    name = seat_word(names[hand.seat])
    row = ink.shape(names[hand.seat]) + Text(f" {name}".ljust(NAME - 1), ink.style("foreground", bold=True))
    row.append_text(Text(" ").join(_chip(face, ink) for face in hand.faces))
    for word in hand.specials:
        row.append(f"  {ink.glyphs.one['king']} {tr(SHORT[word])}", ink.style("accent"))
    return row


def _chip(face: int | None, ink: Ink) -> Text:
    """Give a card: pale, or dark with its face down."""
    front, back = ink.look.interface["foreground"], ink.look.interface["background"]
    if face is None:
        return Text(" ? ", Style(color=front, bgcolor=ink.look.interface["highlight"]))
    return Text(f" {face} ", Style(color=back, bgcolor=front, bold=True))


class CardsScreen(ModalScreen[None]):
    """Shows the cards; any of its keys goes back to the table."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter,space,e", "close", show=False)]
    DEFAULT_CSS = """
    CardsScreen { align: center middle; background: $background 60%; }
    CardsScreen > VerticalScroll { width: 76; max-width: 96%; height: auto; max-height: 90%; padding: 1 2;
        background: $panel; border: round $muted; }
    CardsScreen Static { height: auto; }
    """

    def __init__(self, cards: Cards, names: tuple[str, ...], ink: Ink) -> None:
        """Show `cards` of the seats of these `names`."""
        super().__init__()
        self._rows = card_rows(cards, names, ink)

    def compose(self) -> ComposeResult:
        """Put all rows in one text."""
        with VerticalScroll():
            yield Static(Text("\n").join(self._rows), markup=False)

    def on_click(self) -> None:
        """Go back to the table."""
        self.dismiss()

    def action_close(self) -> None:
        """Go back to the table."""
        self.dismiss()
