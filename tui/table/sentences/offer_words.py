"""Offers for every face: who is away, who stays, how one goes on without the absent, and what no longer stands."""

from __future__ import annotations

from collections.abc import Collection

from core.fault import Fault, sentence
from core.game import DEALER, Seat
from net.table.line.motion import offer_kind
from net.table.line.takeback import spectators
from net.view.staying_view import StayReason
from net.view.table_view import OfferKind, OfferView, Phase, TableView
from tui.i18n.translation import seat_title, tr
from tui.table.departure import RETURNING, declaration, declared_texts, game_number, taken_back, votes
from tui.table.seat_view import own_seats


def absent_seats(offer: OfferView, view: TableView | None) -> tuple[Seat, ...]:
    """Give the seats that owe an answer to the wish for a rematch and whose people are not at the table."""
    if view is None or offer.kind is not OfferKind.REMATCH:
        return ()
    here = (view.seats[seat] for seat in offer.owed)
    return tuple(seat.seat for seat in here if not (seat.present or seat.mine or seat.bot))


def is_heir_absent(offer: OfferView, view: TableView | None) -> bool:
    """Tell whether somebody else is to take a seat over who is not at the table now, as far as is known."""
    if view is None or not offer.heir_pid or offer.declined or offer.unwilling or not (view.online and view.ready):
        return False
    return offer.heir_pid not in {*(one.pid for one in view.guests), *(one.pid for one in view.seats if one.present)}


WITHOUT = sentence("To go on without whoever is away, open another table in the room.")
ASKED_ALREADY = sentence("A rematch is asked for already; still to answer: {who}.")
MATCH_FIRST = sentence("A rematch is for after the whole match.")
AGREED = sentence("All agree; {host}'s program opens the table once it is in the room.")


def without_words(offer: OfferView, view: TableView | None) -> tuple[str, ...]:
    """Say how one goes on without those who are not there to answer the wish for a rematch."""
    return (tr(WITHOUT),) if absent_seats(offer, view) else ()


def agreed_words(offer: OfferView, view: TableView | None) -> tuple[str, ...]:
    """Say that all agree to a rematch, and whose program is to open its table; not where that is this one."""
    agreed = offer.kind is OfferKind.REMATCH and not offer.owed and not offer.declined
    return (tr(AGREED, host=view.host),) if view is not None and agreed and not (view.onward or view.hosted) else ()


def check_rematch(view: TableView, own: Collection[Seat]) -> None:
    """Raise `Fault` if a match goes on, or a rematch is asked for already and one's `own` seats owe no answer."""
    if view.outcome is None and game_number(view):
        raise Fault(MATCH_FIRST)
    for offer in (one for one in view.offers if one.kind is OfferKind.REMATCH):
        if agreed_words(offer, view):
            raise Fault(AGREED, host=view.host)
        if {*offer.owed}.isdisjoint(own) and offer.owed:
            raise Fault(ASKED_ALREADY, who=", ".join(seat_title(view.seats[seat].name) for seat in offer.owed))


STAYS = {
    StayReason.HELD: sentence("Whoever held a seat goes on seeing the game: {who}."),
    StayReason.HOST: sentence("Whoever opened the table goes on seeing the game: {who}."),
    StayReason.ASKED: sentence("Whoever was asked to take a seat over goes on seeing the game: {who}."),
}
"""Whom the players do not shut out with the spectators."""


HEIR_AWAY = sentence("{nick} is not at the table now. If they are in the room, an invitation there leads back.")
OUT = sentence("{seat} is out of the game: whoever takes it over must ask to return, and all must agree again.")


def staying_words(offer: OfferView, view: TableView | None) -> tuple[str, ...]:
    """Say what to know before one answers.

    A seat to take over may be out of the game, and who is to take it away; some go on seeing a game that is to be
    played without spectators.
    """
    if view is not None and offer.kind is OfferKind.SUBSTITUTE:
        away = (tr(HEIR_AWAY, nick=offer.heir),) if is_heir_absent(offer, view) else ()
        out = bool(declaration(view, offer.seat, RETURNING))
        return (*away, *((tr(OUT, seat=seat_title(view.seats[offer.seat].name)),) if out else ()))
    if view is None or offer.text != spectators(watched=False):
        return ()
    named = ((why, ", ".join(one.nick for one in view.staying if one.why is why)) for why in STAYS)
    return tuple(tr(STAYS[why], who=who) for why, who in named if who)


GONE_ON = sentence("No longer stands, as the game has gone on: {request}")
SUPERSEDED = sentence("No longer stands, as something else was agreed on: {request}")
"""Why a request waits for nobody any more, though it was not declined."""

PASSING = frozenset({OfferKind.DRAW, OfferKind.TAKEBACK, OfferKind.PAUSE, OfferKind.SPECTATORS})
"""The requests that stand only until the next decision or agreement."""


def lapsed_offers(before: TableView | None, view: TableView) -> tuple[tuple[OfferView, str], ...]:
    """Give the requests that no longer stand, of an earlier view, without a refusal, and the sentence that says why."""
    if before is None or before.match is None or view.match is None or view.phase is not Phase.PLAYING:
        return ()
    why = GONE_ON if view.match.ply > before.match.ply else SUPERSEDED
    if why is SUPERSEDED and _agreements(view) == _agreements(before):
        return ()
    known = {offer.id for offer in (*view.offers, *view.refused)}
    gone = (one for one in before.offers if one.kind in PASSING and one.id not in known and not one.declined)
    return tuple((one, why) for one in gone if not _is_met(one, before, view))


def _agreements(view: TableView) -> tuple[object, ...]:
    """Give what else a table may agree on, as far as requests no longer stand after it."""
    return view.takebacks, len(view.handovers), view.paused or view.resumed, view.watched


def _is_met(offer: OfferView, before: TableView, view: TableView) -> bool:
    """Tell whether what a request was about has come to pass since an earlier view."""
    assert before.match is not None
    assert view.match is not None
    if offer.kind is OfferKind.DRAW:
        return any(line.seat != DEALER and line.text == offer.text for line in view.match.log[before.match.ply :])
    if offer.kind is OfferKind.TAKEBACK:
        old = {one.offer for one in before.takebacks}
        fresh = [one for one in view.takebacks if one.offer not in old]
        return any(one.offer == offer.id or (offer.to is not None and one.turn <= offer.to) for one in fresh)
    if offer.kind is OfferKind.PAUSE:
        return view.paused or view.resumed
    return view.watched is not before.watched


def may_ask(view: TableView, offer: OfferView) -> bool:
    """Tell whether whoever made a request, and plays here, may ask the same now."""
    seat = offer.seat
    texts = (*declared_texts(view, seat), *votes(view, seat), *taken_back(view)) if seat in own_seats(view) else ()
    return any(offer_kind(text) is offer.kind for text in texts)
