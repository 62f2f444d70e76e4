"""All cards that are known: every hand, the talon, the spent cards. Everyone at the table may know as much."""

from __future__ import annotations

from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType

from core.scene import Cards, Hand
from tui.i18n.translation import ntr, seat_brief, tr
from tui.screens.frame.dialog import Sheet
from tui.widgets.text_style import TextStyle, cut
from tui.words.combat_words import SHORT

NAME = 18
"""Columns of a seat's name."""


WIDE = 52
"""Columns of cards in one row."""


def card_rows(cards: Cards, names: tuple[str, ...], ink: TextStyle) -> list[Text]:
    """Give a row for each hand, one for the talon and one for the spent cards; more rows for many cards."""
    rows = [row for hand in cards.hands for row in _hand(hand, names, ink)]
    talon = " + ".join(ntr("{n} card", "{n} cards", count) for count in cards.talons) or tr("closed")
    rows += [Text(), ink.muted(tr("Talon").ljust(NAME)) + ink.plain(talon)]
    spent = [_chip(face, ink) for face in cards.spent] or [ink.plain("0")]
    return rows + _rows(ink.muted(tr("Spent").ljust(NAME)), spent)


def _hand(hand: Hand, names: tuple[str, ...], ink: TextStyle) -> list[Text]:
    name = cut(seat_brief(names[hand.seat], NAME - 3), NAME - 3)
    head = ink.shape(names[hand.seat]) + Text(f" {name} ", ink.style("foreground", bold=True))
    words = [ink.accent(f"{ink.glyphs.one['king']} {tr(SHORT[word])}") for word in hand.specials]
    return _rows(head, [*(_chip(face, ink) for face in hand.faces), *words])


def _rows(head: Text, parts: list[Text]) -> list[Text]:
    """Put parts after a head, and below it what does not fit."""
    rows = [head]
    for part in parts:
        if rows[-1].cell_len > NAME and rows[-1].cell_len + part.cell_len > NAME + WIDE:
            rows.append(Text(" " * NAME))
        rows[-1].append_text(part).append(" ")
    return rows


def _chip(face: int | None, ink: TextStyle) -> Text:
    """Draw a card: light, or dark with its face down."""
    front, back = ink.look.interface["foreground"], ink.look.interface["background"]
    if face is None:
        return Text(" ? ", Style(color=front, bgcolor=ink.look.interface["highlight"]))
    return Text(f" {face} ", Style(color=back, bgcolor=front, bold=True))


class CardsScreen(Sheet):
    """Show the cards. Any of the screen's keys goes back to the table."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter,space,e", "dismiss", show=False)]

    def __init__(self, cards: Cards, names: tuple[str, ...], ink: TextStyle) -> None:
        """Show `cards` of the seats of these `names`."""
        super().__init__(card_rows(cards, names, ink))
