"""The tables of a room in the text mode: their lines, and their numbers.

A number that was said once means that table as long as one stays in the room.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from tui.i18n.translation import tell_template, tr
from tui.table.card_words import card_words

if TYPE_CHECKING:
    from net.view.room_view import CardView
    from tui.session.unfinished_table import UnfinishedTable

LEFT = sentence("left: its number goes back to it")

NO_TABLE = sentence("There is no table {text} here.")
GONE = sentence("Table {text} is not here any more: nobody shows it. `tables` lists those that are.")


class TableNumbers:
    """Which number each table was given."""

    def __init__(self) -> None:
        """Begin with none."""
        self._given: dict[str, int] = {}

    def of(self, tid: str) -> int:
        """Give the number of a table, the next free one if it has none yet."""
        return self._given.setdefault(tid, len(self._given) + 1)

    def find(self, number: str, here: Iterable[str]) -> str:
        """Give the table of a number, one of those that are `here`; raise `Fault`."""
        shown = set(here)
        tid = next((tid for tid, given in self._given.items() if number.isdecimal() and given == int(number)), None)
        if tid is None:
            raise Fault(NO_TABLE, text=number)
        if tid not in shown:
            raise Fault(GONE, text=number)
        return tid


def left_line(number: int, table: UnfinishedTable) -> str:
    """Describe a table that one has left, or only watched, and that the room does not show."""
    words = ", ".join(filter(None, (table.name, table.game, tr("only watched") if table.watched else "", tr(LEFT))))
    return tr("TABLE {number} {words}", number=number, words=words)


def card_line(number: int, card: CardView, *, own: bool = False, mark: str = "") -> str:
    """Describe a table of the room. One that was entered before is one's own."""
    begun = tr("playing, without spectators") if card.unwatched else tr("playing")
    state = begun if card.started else tr("{taken} of {seats} seated", taken=card.taken, seats=len(card.seats))
    away = tr("the host is away") if card.unhosted else ""
    words = ", ".join(filter(None, [card.title, card.game, card.host, state, away, tr(LEFT) if own else ""]))
    why = "" if card.playable else f" ({tell_template(card.template, card.fields)})"
    return ". ".join(
        [tr("TABLE {number} {words}", number=number, words=words) + why, *filter(None, [mark]), *card_words(card)]
    )
