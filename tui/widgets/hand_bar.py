"""The hand: the player's cards with those picked, special cards, the talon, and the words that can be said now.

If there are too many cards for the row, they stand closer together, then equal ones are counted (`5×2`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import ClassVar

from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from core.fault import sentence
from core.game import Seat
from core.scene import Cards
from tui.i18n.translation import tr
from tui.settings.keymap import pressed, written
from tui.table.move_entry import SPECIALS
from tui.widgets.chips import ChipBar, Chips
from tui.widgets.hand_selection import PAY, HandSelection
from tui.widgets.text_style import TextStyle
from tui.words.combat_words import KEYS, SHORT, WORDS

GAPS = (3, 2, 1)
"""The columns of a card beside its face: apart, side by side, as close as possible."""

MARKED = 2
"""The columns of a marked card beside its face, at least."""

MORE = sentence("and {n} more")
"""What stands for the cards that have no room even when equal ones are counted."""


def spread(faces: Sequence[str], marked: Collection[int], room: int) -> int:
    """Give the largest gap by which all cards fit in `room` columns, 0 where none does; `marked` are wider.

    >>> [spread(["10"] * 4, (0,), room) for room in (20, 16, 13, 12)]
    [3, 2, 1, 0]
    """
    return next((gap for gap in GAPS if sum(widths(faces, marked, gap)) <= room), 0)


def widths(faces: Sequence[str], marked: Collection[int], gap: int) -> list[int]:
    """Give the columns of each card."""
    return [len(face) + (max(gap, MARKED) if at in marked else gap) for at, face in enumerate(faces)]


def window(faces: Sequence[str], marked: Collection[int], at: int, room: int) -> range:
    """Give the places of those round card `at` that fit in `room` columns.

    >>> window(["1"] * 20, (), 0, 10), window(["1"] * 20, (), 19, 10), window(["1"] * 20, (), 10, 10)
    (range(0, 5), range(15, 20), range(8, 13))
    """
    wide = widths(faces, marked, GAPS[-1])
    start, end, left = at, at, room
    while True:
        if end < len(faces) and wide[end] <= left and (end - at <= at - start or not start):
            left -= wide[end]
            end += 1
        elif start and wide[start - 1] <= left:
            start -= 1
            left -= wide[start]
        elif end < len(faces) and wide[end] <= left:
            left -= wide[end]
            end += 1
        else:
            return range(start, end)


def heaps(faces: Sequence[str], marked: Collection[int]) -> list[range]:
    """Give the places of equal cards side by side as one heap; a marked card stands alone.

    >>> heaps(["0", "0", "5", "5", "5", "15"], (3,))
    [range(0, 2), range(2, 3), range(3, 4), range(4, 5), range(5, 6)]
    """
    found: list[range] = []
    for at, face in enumerate(faces):
        if found and faces[at - 1] == face and at not in marked and at - 1 not in marked:
            found[-1] = range(found[-1].start, at + 1)
        else:
            found.append(range(at, at + 1))
    return found


PICK, LAY, WORD = "pick ", "lay", "word "
"""The beginnings of the chips' keys: a card's place, laying down, a word."""

ANSWERS = ("spy", "keep")
"""The words possible if two points were laid; the fight's bar has buttons for them."""

TAKE_ONE = sentence("Take one:")
"""Stands before the words of special cards where nothing else can be said: each player takes one before the game."""

BROAD = 100
"""From this width cards stand apart, and words and special cards have their long names."""


def word_keys(word: str) -> tuple[str, ...]:
    """Give the keys, as Textual names them, that say a word; none if only the mouse does."""
    return (KEYS[word],) if word in KEYS else pressed(f"table.{word}") if word in WORDS else ()


class HandBar(ChipBar, can_focus=True):
    """One row. With the focus digits pick cards (t: ten, k: King), Enter lays them down, letters say words."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "lay", sentence("Play the cards"), key_display="⏎"),
        Binding("enter", "pay", sentence("Pay"), key_display="⏎"),
        Binding("escape", "to_board", sentence("Board")),
        Binding("left", "go(-1)", show=False),
        Binding("right", "go(1)", show=False),
        Binding("space", "pick", sentence("Pick"), key_display="␣"),
    ]
    DEFAULT_CSS = """
    HandBar { height: 1; padding: 0 1; background: $panel; display: none; }
    HandBar.-open { display: block; }
    """

    class Picked(Message):
        """The picked cards have changed."""

    class Left(Message):
        """The focus goes back to the board."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        """Start without cards."""
        super().__init__(id=id)
        self.holding = HandSelection()
        self._words: tuple[str, ...] = ()
        self._waiting = ""
        self._at = 0
        self._shown: tuple[Cards, Seat | None, TextStyle, int] | None = None

    def show(
        self,
        cards: Cards | None,
        seat: Seat | None,
        holding: HandSelection,
        words: Iterable[str],
        ink: TextStyle,
        *,
        waiting: str = "",
    ) -> None:
        """Show the hand of `seat` as it is held; `words` are those possible now, `waiting` the one to be confirmed."""
        self.set_class(cards is not None, "-open")
        owed, self.holding = (self.holding.asked, self.holding.word), self.holding.follow(holding)
        if (self.holding.asked, self.holding.word) != owed:
            self.refresh_bindings()
        self._words, self._waiting = tuple(words), waiting
        self.set_class(cards is not None and self.asked, "-asked")
        if cards is not None:
            self._shown = (cards, seat, ink, max(40, self.app.size.width - 2))
            self._draw()

    def toggle(self, at: int) -> None:
        """Pick the card at a place, or put it back."""
        self.holding = self.holding.toggle(at)
        self._changed()

    @property
    def is_open(self) -> bool:
        """Whether a hand is shown."""
        return self.has_class("-open")

    @property
    def question(self) -> tuple[int | None, str, tuple[str, ...]]:
        """What is owed: how many cards for what, and the words that answer a fight. It identifies the question."""
        answers = tuple(word for word in self._words if word in ANSWERS)
        return self.holding.wanted, self.holding.word, answers

    @property
    def asked(self) -> bool:
        """Whether something is owed: cards, or an answer."""
        wanted, _, answers = self.question
        return wanted != 0 or bool(answers)

    def takes(self, keys: Iterable[str]) -> bool:
        """Tell whether one of these keys picks a card or says a word while the hand has the focus."""
        words = {key for word in self._words for key in word_keys(word)}
        return any(self.holding.press(key) is not None or key in words for key in keys)

    def on_key(self, event: events.Key) -> None:
        """Pick by digits and letters, say words by theirs."""
        key = event.character or ""
        newer = self.holding.press(key)
        word = next((word for word in self._words if event.key in word_keys(word)), "")
        if newer is None and not word:
            return
        event.stop()
        event.prevent_default()
        if newer is None:
            self.post_message(self.Pressed(WORD + word))
        else:
            self.holding = newer
            self._at = newer.picked[-1] if newer.picked else self._at
            self._changed()

    def watch_has_focus(self, _has_focus: bool) -> None:  # noqa: FBT001 - Textual's own
        """Show the cursor, or hide it."""
        super().watch_has_focus(_has_focus)
        self._draw()

    def action_go(self, step: int) -> None:
        """Go to the card before or after."""
        self._at = (self._at + step) % max(1, len(self.holding.faces))
        self._draw()

    def action_pick(self) -> None:
        """Pick the card under the cursor, or put it back."""
        self.toggle(self._at)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's own
        """Offer to lay cards down only while some are asked for, and to pay while they are the price of a march."""
        pays = self.holding.word == PAY
        return action not in {"lay", "pay"} or (self.holding.asked and pays == (action == "pay"))

    def action_lay(self) -> None:
        """Lay down what is picked."""
        self.post_message(self.Pressed(LAY))

    def action_pay(self) -> None:
        """Pay with what is picked."""
        self.action_lay()

    def action_to_board(self) -> None:
        """Go back to the board."""
        self.post_message(self.Left())

    def _changed(self) -> None:
        self._draw()
        self.post_message(self.Picked())

    def _draw(self) -> None:
        if self._shown is None:
            return
        cards, seat, ink, width = self._shown
        words = self._said(cards, seat, ink, width)
        head = tr("Hand") + " "
        left = "/".join(map(str, cards.talons)) or tr("closed")
        talon, spent = tr("talon {talon}", talon=left), tr("spent {n}", n=len(cards.spent))
        room = width - len(head) - words.width
        faces, loud = [_label(face) for face in self.holding.faces], self._loud()
        told = (f"  {talon}  {spent}", f"  {talon}")
        piles = next((text for text in told if spread(faces, loud, room - len(text))), "")
        chips = Chips()
        if sum(widths(*_labels(faces, loud, heaps(faces, loud)), GAPS[-1])) <= room:
            chips.add(head, ink.style("muted"))
        self._put_cards(chips, ink, width - chips.width - words.width - len(piles))
        chips.extend(words)
        chips.add(" " * (width - chips.width - len(piles))).add(piles, ink.style("muted"))
        self.put(chips)

    def _said(self, cards: Cards, seat: Seat | None, ink: TextStyle, width: int) -> Chips:
        """Give the special cards and the possible words, each as a chip to press."""
        chips = Chips()
        hand = next((hand for hand in cards.hands if hand.seat == seat), None)
        names = WORDS if width >= BROAD else SHORT
        for word in hand.specials if hand else ():
            if word not in self._words:
                chips.add(f" {ink.glyphs.one['king']} {tr(names[word])}", ink.style("muted"), WORD + word)
        if self._words and SPECIALS.issuperset(self._words):
            chips.add(f"  {tr(TAKE_ONE)}", ink.style("muted"))
        accent, marked = ink.look.interface["accent"], ink.look.interface["background"]
        chosen = Style(color=marked, bgcolor=accent, bold=True)
        for word in (word for word in self._words if word not in ANSWERS):
            label, waits = tr(names[word]) if word in names else word, word == self._waiting
            key = " ".join(map(written, word_keys(word)[:1]))
            chips.add("[" if waits else " ", chosen if waits else None)
            chips.add(key, chosen if waits else Style(color=accent, bold=True), WORD + word)
            chips.add(f" {label}{']' if waits else ' '}", chosen if waits else ink.style("foreground"), WORD + word)
        if self.holding.word == PAY and self.holding.text:
            chips.add(f" {tr('Enter pays') if self.has_focus else tr('Pay')} ", chosen, LAY)
        return chips

    @property
    def _cursor(self) -> int | None:
        """The place of the card under the cursor; None while the keys are another's, or no card is asked for."""
        return self._at if self.has_focus and self.asked else None

    def _loud(self) -> frozenset[int]:
        """Give the places of the marked cards: those picked, and the one under the cursor."""
        return frozenset(self.holding.picked) | ({self._cursor} if self._cursor is not None else set())

    def _put_cards(self, chips: Chips, ink: TextStyle, room: int) -> None:
        """Write each card as a light chip. Many stand close, then counted; what has no room even so is told."""
        faces, loud = [_label(face) for face in self.holding.faces], self._loud()
        gap = spread(faces, loud, room)
        parts = [range(at, at + 1) for at in range(len(faces))] if gap else heaps(faces, loud)
        shown = self._fitting(parts, room)
        for part in parts[shown.start : shown.stop]:
            at = part.start
            left, right = ("[]" if at in self.holding.picked else "<>") if at in loud else (" " if gap > 1 else "", " ")
            tone = ink.look.interface["accent" if at in self.holding.picked else "foreground"]
            style = Style(color=ink.look.interface["background"], bgcolor=tone, bold=True)
            chips.add(left + _heap_label(faces, part) + right, style, f"{PICK}{at}").add(" " * (gap - 2))
        hidden = len(faces) - sum(map(len, parts[shown.start : shown.stop]))
        if hidden:
            chips.add(" " + tr(MORE, n=hidden), ink.style("muted"))

    def _fitting(self, parts: Sequence[range], room: int) -> range:
        """Give which of the parts have room: all, or those round the cursor, the card picked last or the best."""
        faces, loud = [_label(face) for face in self.holding.faces], self._loud()
        labels, marked = _labels(faces, loud, parts)
        if sum(widths(labels, marked, GAPS[-1])) <= room:
            return range(len(parts))
        at = next(reversed(self.holding.picked), len(faces) - 1) if self._cursor is None else self._cursor
        middle = next((place for place, part in enumerate(parts) if at in part), len(parts) - 1)
        return window(labels, marked, middle, room - len(tr(MORE, n=len(faces))) - 1)


def _labels(faces: Sequence[str], loud: Collection[int], parts: Sequence[range]) -> tuple[list[str], frozenset[int]]:
    """Give the labels of the parts of a hand, and which of them are marked."""
    marked = frozenset(place for place, part in enumerate(parts) if part.start in loud)
    return [_heap_label(faces, part) for part in parts], marked


def _heap_label(faces: Sequence[str], part: range) -> str:
    return faces[part.start] + (f"×{len(part)}" if len(part) > 1 else "")


def _label(face: int | None) -> str:
    return "?" if face is None else str(face)
