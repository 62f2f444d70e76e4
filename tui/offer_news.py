"""News of offers: who has asked for what, and who has agreed or declined, as lines of the log. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from core.fault import sentence
from core.game import Seat
from net.view.table_view import OfferView, TableView
from tui.speech import seat_title, tr
from tui.widgets.offers import asked_words

AGREES = sentence("{who} agrees")
DECLINES = sentence("{who} declines")


@dataclass(frozen=True, slots=True)
class OfferLine:
    """One step of an offer, after so many decisions: `seat` makes it, or answers it by `yes`."""

    ply: int
    seat: Seat
    offer: OfferView
    yes: bool | None = None

    def words(self, names: tuple[str, ...]) -> str:
        """Tell it."""
        if self.yes is None:
            return asked_words(self.offer, names)
        return tr(AGREES if self.yes else DECLINES, who=seat_title(names[self.seat]))


class OfferNews:
    """What has been seen of the offers of one table, in order (`lines`)."""

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self.lines: list[OfferLine] = []
        self._seen: set[tuple[str, Seat, bool | None]] = set()

    def follow(self, view: TableView) -> None:
        """Take in what is new."""
        ply = view.match.ply if view.match else 0
        for offer in view.offers:
            steps: list[tuple[Seat, bool | None]] = [(offer.seat, None)]
            steps += [(seat, True) for seat in offer.accepted] + [(seat, False) for seat in offer.declined]
            for seat, yes in steps:
                if (offer.id, seat, yes) not in self._seen:
                    self._seen.add((offer.id, seat, yes))
                    self.lines.append(OfferLine(ply, seat, offer, yes))
