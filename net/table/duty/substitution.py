"""Substitution: who might take over whose seat where a table stands, and what is signed about it.

All who hold a live seat agree, and the substitute agrees last. The holder agrees too, unless they are waited for in
vain (`OwedKind.AWAY`). If cards are hidden, each consent carries what its author has of the hand, sealed to the
substitute, who agrees only if it fits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from core.chance import HasChance
from core.fault import IllegalAction, sentence
from core.game import Seat
from net.deck.deck_recovery import Boxes
from net.identity.identity import is_public, pid_of
from net.table.clocks.wait_timer import WaitTimer
from net.table.fold.mental_dealer import MentalDealer
from net.table.fold.table_state import TableState
from net.table.line.claim import TAKEOVERS, LinePlace, OwedKind, Wait, named
from net.table.line.game_line import GameLine
from net.table.line.match_history import MatchHistory
from net.view.table_view import OfferKind, OfferView
from net.wire.event import Draft, Kind
from net.wire.event_data import Final, Substitute, data_of
from net.wire.sanitizer import clean_name

HIDDEN = sentence("At a table whose cards one program deals nobody takes a seat over.")
NOT_ASKED = sentence("Only those who still play agree to a substitute.")
NO_SUCH = sentence("Nobody can take that seat over.")
NOT_NOW = sentence("Nobody takes a seat over while the table is stopped.")
OTHERS_FIRST = sentence("The others have to agree first.")
MISSING = sentence("What you need to pass those cards on is not here.")
ASKED = sentence("{nick} is asked already: somebody else can take that seat over after the next move.")
AGREED = sentence("You have agreed to that already: others have to answer.")
REFUSED = sentence("{nick} has declined that: it can be asked for again after the next move.")
FALSE = sentence("What {nick} sealed for you does not fit the cards of that seat: it is not taken over.")


def proposing(annals: TableState, me: bytes, seat: Seat, key: bytes, nick: str, *, patience: WaitTimer) -> Draft:
    """Return the consent of the key `me` that `key` takes over a seat; raise `IllegalAction` with the reason why not.

    The seat's holder need not agree if the others may go on without them.
    """
    line = annals.line
    if line is None or line.course.over or line.holders.get(seat, key) == key or not is_public(key):
        raise IllegalAction(NO_SUCH)
    late = [line.holders.get(wait.seat) for wait in line.waits() if patience.is_over(wait)]
    away = line.holders[seat] in late and line.holders[seat] != me and seat in line.course.live
    what, stop = OwedKind.AWAY if away else OwedKind.HEIR, _stop(line.course)
    wait = Wait(stop, seat, what, key, clean_name(nick) or pid_of(key))
    if against := _refusers(annals, line, wait):
        raise IllegalAction(REFUSED, nick=nick if key in against else annals.nick(min(against)))
    found = next((one for one in _standing(annals, line) if _same(one, wait)), wait)
    if me in annals.claims.signed(found):
        raise IllegalAction(AGREED)
    return _consent(annals, line, me, found)


def answering(annals: TableState, me: bytes, offer_id: str, *, yes: bool) -> Draft | None:
    """Return the answer of the key `me` to a substitute, by the id of its view; None for any other offer.

    Raises `IllegalAction`.
    """
    line = annals.line
    wait = next((one for one in _standing(annals, line) if named(one).hex() == offer_id), None) if line else None
    if line is None or wait is None:
        return None
    if yes:
        return _consent(annals, line, me, wait)
    if me not in _electors(annals, line, wait):
        raise IllegalAction(NOT_ASKED)
    return final(wait, stands=False)


def substitutes(annals: TableState, me: bytes) -> tuple[OfferView, ...]:
    """Return possible substitutes here and now, as offers; `asked` if the key `me` is the one to say yes last."""
    line = annals.line
    return tuple(_offer(annals, line, wait, me) for wait in _standing(annals, line)) if line else ()


def refused_substitutes(annals: TableState, me: bytes) -> tuple[OfferView, ...]:
    """Return the substitutes to whom somebody has said no here, as offers that wait for nobody any more."""
    line = annals.line
    fallen = [wait for wait in _wished(annals, line) if _refusers(annals, line, wait)] if line else []
    return tuple(replace(_offer(annals, line, wait, me), owed=(), asked=False) for wait in fallen) if line else ()


def _offer(annals: TableState, line: GameLine, wait: Wait, me: bytes) -> OfferView:
    signed, against = set(annals.claims.signed(wait)), _refusers(annals, line, wait)
    asked = _electors(annals, line, wait)
    seats = [(seat, key) for seat, key in _voters(line, wait) if key in asked]
    answers = _answering(annals, seats)
    owed = tuple(seat for seat, key in seats if key not in signed and answers[key] == seat)
    return OfferView(
        id=named(wait).hex(),
        kind=OfferKind.SUBSTITUTE,
        seat=wait.seat,
        accepted=tuple(seat for seat, key in seats if key in signed),
        declined=tuple(seat for seat, key in seats if key in against and answers[key] == seat),
        owed=owed,
        heir=wait.nick,
        heir_pid=pid_of(wait.heir),
        asked=wait.heir == me and not owed and me not in signed,
        unwilling=wait.heir in against,
    )


def overtaken(annals: TableState, line: GameLine, me: bytes) -> Iterator[Draft]:
    """Take back the consents of the key `me` that the game has gone past, so that nobody turns it back with them.

    One whose heir has declined turns nothing back. It stays: what takes it back takes back all consents about that seat
    there, and another heir may hold the seat by them.
    """
    for wait in annals.claims.standing(me):
        past = wait.what in TAKEOVERS and wait.stop != _stop(line.course) and line.was_at(wait.stop)
        if past and not line.went_by(wait) and wait.heir not in annals.claims.refusals(wait):
            yield final(wait, stands=False)


def _consent(annals: TableState, line: GameLine, me: bytes, wait: Wait) -> Draft:
    course, dealer = line.course, annals.bringer
    asked = _electors(annals, line, wait)
    if me not in asked:
        raise IllegalAction(NOT_ASKED)
    if annals.frozen_by or annals.stopped:
        raise IllegalAction(NOT_NOW)
    if me == wait.heir and asked - {me} - set(annals.claims.signed(wait)):
        raise IllegalAction(OTHERS_FIRST)
    if me != wait.heir and (rivals := [one for one in _standing(annals, line) if _rivals(annals, me, one, wait)]):
        raise IllegalAction(ASKED, nick=rivals[0].nick)
    sealed: Boxes | None = None if isinstance(course.match.state, HasChance) else ()
    if isinstance(dealer, MentalDealer):
        dealer.may_pass(course, wait)
        sealed = _sealed(annals, dealer, me, wait)
    if sealed is None:
        raise IllegalAction(HIDDEN)
    data = Substitute(wait.seat, wait.heir, wait.nick, wait.stop.at, wait.what is OwedKind.AWAY, sealed)
    return Draft(Kind.SUBSTITUTE, data_of(data), None, wait.stop.ply, wait.stop.gprev)


def _sealed(annals: TableState, dealer: MentalDealer, me: bytes, wait: Wait) -> Boxes:
    """Return what the key `me` passes on; a substitute checks what the others have given."""
    if me == wait.heir:
        _, culprit = dealer.inherited(wait, annals.claims)
        if culprit:
            raise IllegalAction(FALSE, nick=annals.nick(culprit))
        return ()
    found = dealer.bequest(wait)
    if found is None:
        raise IllegalAction(MISSING)
    return found


def final(wait: Wait, *, stands: bool = True) -> Draft:
    """Draft the final about a wait or, with `stands` false, take it back."""
    data = Final(wait.seat, wait.what.value, wait.stop.at, stands=stands)
    return Draft(Kind.FINAL, data_of(data), None, wait.stop.ply, wait.stop.gprev)


def _standing(annals: TableState, line: GameLine) -> tuple[Wait, ...]:
    """Return what somebody who is asked has agreed to and nobody has refused."""
    return tuple(wait for wait in _wished(annals, line) if not _refusers(annals, line, wait))


def _wished(annals: TableState, line: GameLine) -> tuple[Wait, ...]:
    """Return what somebody who is asked has agreed to here."""
    waits = () if line.course.over else annals.claims.handing(_stop(line.course))
    asked = {wait: _electors(annals, line, wait) - {wait.heir} for wait in waits}
    return tuple(wait for wait in waits if asked[wait].intersection(annals.claims.signed(wait)))


def _refusers(annals: TableState, line: GameLine, wait: Wait) -> set[bytes]:
    """Return those who are asked and have said no, here and now."""
    return _electors(annals, line, wait) & annals.claims.refusals(wait)


def _electors(annals: TableState, line: GameLine, wait: Wait) -> set[bytes]:
    return annals.claims.electors(wait, line.course.live, line.holders)


def _voters(line: GameLine, wait: Wait) -> list[tuple[Seat, bytes]]:
    """Return the live seats with those who answer for them, except a possible substitute."""
    seats = [(seat, line.holders[seat]) for seat in line.course.live if seat in line.holders]
    return [(seat, key) for seat, key in seats if key != wait.heir]


def _answering(annals: TableState, seats: list[tuple[Seat, bytes]]) -> dict[bytes, Seat]:
    """Return the one seat for which each key answers: the first, or the first that no bot plays."""
    return {key: seat for seat, key in sorted(seats, key=lambda held: (held[0] not in annals.motions.bots, -held[0]))}


def _same(one: Wait, other: Wait) -> bool:
    return (one.stop, one.seat, one.heir, one.nick) == (other.stop, other.seat, other.heir, other.nick)


def _rivals(annals: TableState, me: bytes, one: Wait, other: Wait) -> bool:
    """Tell whether the key `me` has agreed that another heir takes the same seat over: two would not both keep it."""
    alike = (one.stop, one.seat) == (other.stop, other.seat)
    return alike and one.heir != other.heir and me in annals.claims.signed(one)


def _stop(course: MatchHistory) -> LinePlace:
    return LinePlace(course.ply, course.gprev, course.match.ply)
