"""The fight: who fights whom and where, what both have laid, and what the player here must do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from rich.style import Style
from rich.text import Text

from core.fault import sentence
from core.game import Seat
from core.scene import Fight, Side
from tui.i18n.translation import tr
from tui.widgets.chips import ChipBar, Chips
from tui.widgets.hand_bar import ANSWERS, LAY, WORD
from tui.widgets.hand_selection import HandSelection
from tui.widgets.key_words import key_sentence
from tui.widgets.text_style import TextStyle
from tui.words.combat_words import KEYS, WORDS, duty, face_word, side_state, side_words

ANSWER = sentence("{key[board.point]} answers")
"""The key that leads from the board back to the question of a fight."""


class KeysOf(Enum):
    """Whose the keys are: the hand's, which answer a fight; the board's, where one leads back; or anything else's."""

    HAND = auto()
    BOARD = auto()
    OTHER = auto()


@dataclass(frozen=True, slots=True)
class Bout:
    """A fight as seen here: its `town`, the seat that owes something here, and the seats that laid cards face down.

    `keys` says whose the keys are: none is named that means something else there.
    """

    fight: Fight
    town: str
    own: Seat | None = None
    laid: frozenset[Seat] = frozenset()
    keys: KeysOf = KeysOf.HAND


class FightBar(ChipBar):
    """Three rows, shown only during a fight."""

    DEFAULT_CSS = """
    FightBar { height: 3; padding: 0 1; background: $surface; display: none; }
    FightBar.-open { display: block; }
    """

    def show(self, bout: Bout | None, held: HandSelection, ink: TextStyle) -> None:
        """Show a fight with the cards that are picked for it."""
        self.set_class(bout is not None, "-open")
        if bout is not None:
            self.put(fight_chips(bout, held, ink))


def fight_chips(bout: Bout, held: HandSelection, ink: TextStyle) -> Chips:
    """Give the three rows of a fight."""
    fight, town, own, laid = bout.fight, bout.town, bout.own, bout.laid
    chips = Chips()
    chips.add(tr("Fight for {city}", city=town) + "  ", ink.style("accent", bold=True))
    chips.add(_shape(fight.attacker, ink)).add(f" {side_words(fight.attacker, ink.glyphs)}", ink.style("foreground"))
    chips.add("  x  ", ink.style("error", bold=True))
    chips.add(_shape(fight.defender, ink)).add(f" {side_words(fight.defender, ink.glyphs)}", ink.style("foreground"))
    chips.row()
    for at, side in enumerate((fight.attacker, fight.defender)):
        told = side_state(side, laid=side.seat in laid) if side.shown or side.seat != own else tr("you")
        chips.add("    " if at else "").add(_shape(side, ink)).add(f" {told}", ink.style("foreground"))
    waited = [side for side in (fight.attacker, fight.defender) if _owes(side) and side.seat not in laid]
    chips.row()
    mine = next((side for side in waited if side.seat == own), None)
    if mine is not None:
        _ask(chips, bout, mine, held, ink)
    else:
        _wait(chips, waited, ink)
    return chips


def _ask(chips: Chips, bout: Bout, side: Side, held: HandSelection, ink: TextStyle) -> None:
    """Say what is owed and how to give it; keys are shown while the hand has the focus."""
    loud = Style(color=ink.look.interface["background"], bgcolor=ink.look.interface["accent"], bold=True)
    away = bout.keys is not KeysOf.HAND
    chips.add(_shape(side, ink)).add(f" {duty(bout.fight, side)}  ", ink.style("accent", bold=True))
    if side.speaks:
        for word in ANSWERS:
            key, gap = ("", " ") if away else (f"{KEYS[word]}  ", "  ")
            chips.add(f" {key}{tr(WORDS[word])} ", loud, WORD + word).add(gap)
    elif held.text:
        chips.add(" + ".join(map(face_word, held.chosen)) + " ", ink.style("foreground", bold=True))
        chips.add(f" {tr('Lay them down') if away else tr('Enter lays them')} ", loud, LAY)
        chips.add(" " if away else "")
    elif not away:
        chips.add(tr("0-9, t: ten, k: King (15); or click"), ink.style("muted"))
    if bout.keys is KeysOf.BOARD:
        chips.add(key_sentence(ANSWER, ink.style("foreground")))


def _wait(chips: Chips, waited: list[Side], ink: TextStyle) -> None:
    """Say which players are awaited."""
    if waited:
        chips.add(tr("waiting for") + " ", ink.style("muted"))
        for side in waited:
            chips.add(_shape(side, ink)).add(" ")


def _owes(side: Side) -> bool:
    return bool(side.owes) or side.speaks


def _shape(side: Side, ink: TextStyle) -> Text:
    return Text(ink.glyphs.seat(side.colour), Style(color=ink.look.seat(side.colour), bold=True))
