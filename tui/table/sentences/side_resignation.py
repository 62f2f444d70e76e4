"""A word that still stands: a seat has resigned for its part, a partner has declined, and the side plays on."""

from __future__ import annotations

from collections.abc import Collection

from core.fault import Fault, sentence
from core.game import Seat
from net.view.table_view import OfferKind, OfferView, TableView
from tui.i18n.translation import listed, seat_title, tell, tr
from tui.table.departure import partners_to_ask, resigned_seats, titles

STANDS = sentence("{who} wants to resign: the side resigns once {partner} says so too.")
"""What both of a side read as long as one of them has resigned and the other has declined."""

REFUSED = sentence("Declined by {partner}, but your word stands: your side resigns once {partner} says so too.")
DECLINED = sentence("You play on, but the word of {who} stands: your side resigns once you say so too.")
"""The same at the moment of the refusal: to whoever has resigned, and to whoever has declined."""

SAID = sentence("You have resigned: your side resigns once {who} says so too. That word cannot be taken back.")
"""Why somebody has no such answer any more."""


def stands(offer: OfferView) -> bool:
    """Tell whether an offer is the word of a seat that has resigned, which a partner has declined."""
    return offer.kind is OfferKind.CONCEDE and bool(offer.declined)


def partners(offer: OfferView) -> tuple[Seat, ...]:
    """Give the partners whose word such a resignation still waits for."""
    return tuple(sorted({*offer.declined, *offer.owed}))


def standing_line(offer: OfferView, names: tuple[str, ...]) -> str:
    """Say that the word of such an offer stands, and what it waits for."""
    missing = listed(seat_title(names[seat]) for seat in partners(offer))
    return tr(STANDS, who=seat_title(names[offer.seat]), partner=missing)


def standing_words(view: TableView | None, own: Collection[Seat]) -> tuple[str, ...]:
    """Say which resignations stand on the side of one's `own` seats, though a partner has declined."""
    if view is None:
        return ()
    names = tuple(seat.name for seat in view.seats)
    side = (offer for offer in view.offers if stands(offer) and {offer.seat, *partners(offer)} & {*own})
    return tuple(standing_line(offer, names) for offer in side)


def declined_words(offer: OfferView, names: tuple[str, ...], own: Collection[Seat]) -> str:
    """Say at a refusal of such an offer that its word stands.

    That is told to whoever has resigned, and to whoever has declined by one of their `own` seats.
    """
    if offer.seat in own:
        return tr(REFUSED, partner=listed(seat_title(names[seat]) for seat in partners(offer)))
    return tr(DECLINED, who=seat_title(names[offer.seat])) if {*offer.declined} & {*own} else ""


def resigned_words(view: TableView, seat: Seat) -> str:
    """Say to a seat that has resigned for its part what this waits for; empty if it has not, or for nobody."""
    fault = resigned_fault(view, seat)
    return tell(fault) if fault is not None else ""


def resigned_fault(view: TableView, seat: Seat) -> Fault | None:
    """Give the same as the reason why a seat cannot resign once more; None if it can."""
    missing = partners_to_ask(view, seat) if seat in resigned_seats(view) else ()
    return Fault(SAID, who=listed(titles(view, missing))) if missing else None
