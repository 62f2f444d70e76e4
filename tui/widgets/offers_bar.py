"""The bar of offers: what a player asks of the table, and the answer owed from here."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual import on
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input

from core.fault import sentence
from core.game import Seat
from net.table.line.takeback import spectators
from net.view.table_view import OfferKind, OfferView, TableView
from tui.i18n.translation import listed, seat_title, tr
from tui.settings.keymap import ANSWERS, bindings, pressed
from tui.table.player_desk import PlayerDesk
from tui.table.sentences.offer_words import (
    absent_seats,
    agreed_words,
    lapsed_offers,
    may_ask,
    staying_words,
    without_words,
)
from tui.table.sentences.seat_handover import overtaken_words, substitute_words
from tui.table.sentences.side_resignation import declined_words, standing_words, stands
from tui.widgets.chips import ChipBar, Chips
from tui.widgets.key_words import key_sentence
from tui.widgets.line_panel import hanging_indent
from tui.widgets.text_style import TextStyle

ASKED = {
    OfferKind.DRAW: sentence("{who} offers a draw"),
    OfferKind.RETURN: sentence("{who} asks to return"),
    OfferKind.TAKEBACK: sentence("{who} asks to take back all after decision {turn}"),
    OfferKind.REWIND: sentence("{who} asks to go back to decision {turn}, where all saw the same"),
    OfferKind.PAUSE: sentence("{who} asks for a pause"),
    OfferKind.RESUME: sentence("{who} goes on"),
    OfferKind.READY: sentence("{who} is ready"),
    OfferKind.VACATION: sentence("{who} takes vacation"),
    OfferKind.REMATCH: sentence("{who} would play again"),
    OfferKind.CONCEDE: sentence("{who} would resign: the side resigns once all its players do"),
    OfferKind.SPECTATORS: sentence("{who} asks to play on without spectators"),
}
"""The request of an offer."""

OWED = sentence("(to answer: {who})")
AWAY = sentence("(not at the table: {who})")
CALLED = "answer"
"""What a choice gives that is left for an offer."""
YES, NO = "yes", "no"
"""The keys of the two chips that answer."""

YES_KEY, NO_KEY = sentence("{key[offer.yes]}: agree"), sentence("{key[offer.no]}: decline")
"""What the keys do that answer."""

FIRST, NOW = sentence("first {key[table.declare]}, then"), sentence("now")
"""What stands before those keys: they answer only once the bar has the focus."""

UNDER = sentence("first Esc, {key[table.declare]}, then")
"""The same while a line is typed, or while a page lies above the table that does not lead here."""

BOARD_KEY = sentence("{key[board.back]}: back")
"""The key that leads away from an answer."""

REFUSED = sentence("Declined by {who}: {request}")
"""What somebody reads whose wish, or one that they agreed to, is declined."""

WITH_YOU = sentence("{who} would resign: you too?")
"""The request of whoever resigns for a side, as the partner reads it above the keys."""

DRAW_GAME = sentence("{who} offers a draw of game {number}")
"""The request of a draw that ends one game of a match."""

ADMIT = sentence("{who} asks to let others look on")
"""The request of an offer that would admit spectators again."""


def asked_words(offer: OfferView, names: tuple[str, ...]) -> str:
    """Say which seat asks for what."""
    who = seat_title(names[offer.seat])
    if offer.kind is OfferKind.SUBSTITUTE:
        return substitute_words(offer, who)
    if offer.kind is OfferKind.DRAW and offer.game:
        return tr(DRAW_GAME, who=who, number=offer.game)
    return tr(ADMIT if offer.text == spectators(watched=True) else ASKED[offer.kind], who=who, turn=offer.to)


def refusals(before: TableView | None, view: TableView, own: Collection[Seat]) -> tuple[str, ...]:
    """Say who has declined, since an earlier view, what one of one's `own` seats has asked for or agreed to."""
    if before is None:
        return ()
    known = {(one.id, seat) for one in (*before.offers, *before.refused) for seat in one.declined}
    unwilling = {one.id for one in before.refused if one.unwilling}
    names, found = tuple(seat.name for seat in view.seats), list[str]()
    for one in (*view.offers, *view.refused):
        who = [seat_title(names[seat]) for seat in one.declined if seat not in own and (one.id, seat) not in known]
        who += [one.heir] * (one.unwilling and one.id not in unwilling)
        if stands(one):
            fresh = any((one.id, seat) not in known for seat in one.declined)
            found += [told] if fresh and (told := declined_words(one, names, own)) else []
            continue
        if who and not {*own}.isdisjoint({one.seat, *one.accepted}):
            found.append(tr(REFUSED, who=listed(who), request=asked_words(one, names)))
    return tuple(found)


def lapses(before: TableView | None, view: TableView, own: Collection[Seat], again: str) -> tuple[str, ...]:
    """Say what waits for nobody any more, since an earlier view, though it was not declined.

    Whoever has asked or was asked by one of their `own` seats reads it; `again` tells how one asks once more.
    """
    names, found = tuple(seat.name for seat in view.seats), [*overtaken_words(before, view, again)]
    for one, why in lapsed_offers(before, view):
        told = tr(why, request=asked_words(one, names))
        if not {*own}.isdisjoint({one.seat, *one.accepted, *one.owed}):
            found.append(f"{told}. {again}" if one.seat in own and may_ask(view, one) else told)
    return tuple(found)


def offer_words(offer: OfferView, names: tuple[str, ...], away: Collection[Seat] = ()) -> str:
    """Describe an offer: who asks for what, how many have answered and, where several are asked, who has not.

    `away` are the seats of those who are not at the table (`absent_seats`).
    """
    return " ".join(_offer_parts(offer, names, away))


def _offer_parts(offer: OfferView, names: tuple[str, ...], away: Collection[Seat]) -> tuple[str, ...]:
    """Give the parts of that, each of which may stand in a row of its own."""
    answered = len(offer.accepted) + len(offer.declined)
    counted = tr("({answered} of {all} have answered)", answered=answered, all=answered + len(offer.owed))
    missing = offer.owed if answered or offer.kind is OfferKind.SUBSTITUTE else ()
    owed = tr(OWED, who=", ".join(seat_title(names[seat]) for seat in missing)) if missing else ""
    gone = tr(AWAY, who=", ".join(seat_title(names[seat]) for seat in offer.owed if seat in away)) if away else ""
    return tuple(part for part in (asked_words(offer, names), counted, owed, gone) if part)


class OffersBar(ChipBar, can_focus=True):
    """Shown only while an offer is open, or while a resignation stands that a partner has declined.

    With the focus `y` and `n` answer, and so do its chips.

    It is one row. What does not fit into it stands in rows below: the count of answers, who owes one, the keys. What to
    know before one answers follows.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(ANSWERS), Binding("escape", "leave", show=False)]
    DEFAULT_CSS = """
    OffersBar { height: 1; padding: 0 1; background: $highlight; display: none; }
    OffersBar.-open { display: block; }
    OffersBar:focus { text-style: bold; }
    """

    class Answered(Message):
        """An answer to the offer of that id, for a seat."""

        def __init__(self, offer: str, seat: Seat, yes: bool) -> None:  # noqa: FBT001 - an answer is a yes or a no
            """Say what was answered."""
            self.offer = offer
            self.seat = seat
            self.yes = yes
            super().__init__()

    class Left(Message):
        """The focus goes back to the board."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        """Start without an offer."""
        super().__init__(id=id)
        self._owed: tuple[OfferView, Seat] | None = None
        self._shown: tuple[PlayerDesk, TextStyle] | None = None

    def on_mount(self) -> None:
        """Say anew which keys answer whenever another part of the table has the keys."""
        self.watch(self.screen, "focused", self.tell_keys, init=False)

    def show(self, desk: PlayerDesk, ink: TextStyle) -> None:
        """Show the first offer that needs an answer from here, else the first open one. The log shows a refusal.

        Below it stands who of the side has resigned, as long as a partner who has declined could still say so too.
        The count of answers yields to the keys where an answer is owed: both have no room in 80 columns.
        """
        self._shown = desk, ink
        self._owed = desk.offer_owed()
        offers, standing = desk.open_offers, standing_words(desk.view, desk.own)
        self.set_class(bool(offers or standing), "-open")
        if not (offers or standing):
            return
        chips = self._offered(desk, ink, self._owed[0] if self._owed else offers[0]) if offers else Chips()
        for told in standing:
            for line in hanging_indent(ink.plain(told), self.app.console, self.app.size.width - 2, ""):
                (chips.row() if chips.width else chips).add(line)
        self.styles.height = len(chips.rows)
        self.put(chips)

    def _offered(self, desk: PlayerDesk, ink: TextStyle, offer: OfferView) -> Chips:
        """Write an offer, the keys that answer it, and what to know before one does."""
        first, *more = _offer_parts(offer, desk.names, absent_seats(offer, desk.view))
        if self._owed and offer.kind is OfferKind.CONCEDE:
            first = tr(WITH_YOU, who=seat_title(desk.names[offer.seat]))
        chips = Chips().add(ink.shape(desk.names[offer.seat]) + Text(" ") + ink.plain(first))
        for part in () if self._owed else more:
            fits = chips.width + 1 + cell_len(part) <= self.app.size.width - 2
            (chips.add(" ") if fits else chips.row().add("  ")).add(ink.plain(part))
        if self._owed:
            keys = self._keys(ink, focused=self.has_focus, under=self._lies_under())
            longest = max(keys.width, self._keys(ink, focused=True).width)
            chips = (chips.row() if chips.width + longest > self.app.size.width - 2 else chips).extend(keys)
        known = (*staying_words(offer, desk.view), *without_words(offer, desk.view), *agreed_words(offer, desk.view))
        for told in (*known, *desk.rated.offer_words(offer, desk.view)):
            for line in hanging_indent(ink.plain(told), self.app.console, self.app.size.width - 4, ""):
                chips.row().add("  ").add(line)
        return chips

    def _lies_under(self) -> bool:
        """Tell whether a line or another page has the keys, and none of them leads to an answer."""
        above = self.app.screen
        if above is self.screen:
            return isinstance(above.focused, Input)
        return not getattr(above, "leads_below", False)

    @staticmethod
    def _keys(ink: TextStyle, *, focused: bool, under: bool = False) -> Chips:
        """Give the keys that answer, after the one that leads here or before the one that leads away.

        They stand in the same columns with the focus and without it: the press of the mouse gives the bar the focus.
        """
        first, now = tr(UNDER if under else FIRST), tr(NOW)
        room = max(len(first), len(now))
        chips = Chips().add(ink.accent(f"  {now:>{room}} ") if focused else ink.muted(f"  {first:>{room}} "))
        chips.add(ink.accent(tr(YES_KEY)), key=YES).add("  ").add(ink.accent(tr(NO_KEY)), key=NO)
        return chips.add("  ").add(key_sentence(BOARD_KEY, ink.style("muted"))) if focused else chips

    def watch_has_focus(self, _has_focus: bool) -> None:  # noqa: FBT001 - Textual's own
        """Say whether the keys that answer do so now."""
        super().watch_has_focus(_has_focus)
        self.tell_keys()

    def tell_keys(self) -> None:
        """Say again which keys answer: another page lies above the table now, or none any more."""
        if self._shown is not None:
            self.show(*self._shown)

    @property
    def rows(self) -> int:
        """How many rows it takes now."""
        return len(self.texts) if self.has_class("-open") else 0

    @property
    def owed(self) -> bool:
        """Whether an answer is owed from here."""
        return self._owed is not None

    def call(self) -> None:
        """Let the keys that answer do so from this moment on: `focus` would leave what is typed next to the board."""
        self.screen.set_focus(self)

    def called_by(self, key: str) -> str:
        """Lead to an offer that has come while another choice was open, and give `CALLED`, if a key does; else nothing.

        What is typed behind that key is for the offer.
        """
        if not (self.owed and key in pressed("table.declare")):
            return ""
        self.call()
        return CALLED

    @on(ChipBar.Pressed)
    def _pressed(self, event: ChipBar.Pressed) -> None:
        """Answer by the mouse."""
        event.stop()
        self.action_answer(event.key == YES)

    def action_answer(self, yes: bool) -> None:  # noqa: FBT001 - an answer is a yes or a no
        """Answer."""
        if self._owed:
            offer, seat = self._owed
            self.post_message(self.Answered(offer.id, seat, yes))

    def action_leave(self) -> None:
        """Go back to the board."""
        self.post_message(self.Left())
