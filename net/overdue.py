"""Overdue: what a client says about those who do not answer, a claim when its owner wishes, finals by itself.

A move that comes before the finals beats the claim, with one exception: by a clock in honour a move whose author had
seen the claim does not. The others' finals may still come, as long as nobody plays on from that move.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from core.fault import IllegalAction, sentence
from core.game import Seat
from net.annals import Annals
from net.claims import HANDING, Owing, Stop, Wait, is_early, needed
from net.event import Draft, Kind
from net.kinds import Claim, Final, data_of
from net.pace import NONE
from net.patience import Patience
from net.terms import HONOUR

STEADY = HANDING | {Owing.WORD}
"""What a final is about that no answer overtakes: without those about the others it brings nothing about."""

NOT_WAITED = sentence("Nobody waits for {seat}.")
TOO_LATE = sentence("You have signed that {seat} moved too late: wait a moment for the word of the others.")
PATIENCE = sentence("Wait a little longer for {seat}: {seconds} seconds.")


def awaited(annals: Annals) -> tuple[Wait, ...]:
    """Give what is waited for now: lots after the start, then what the line waits for, and an answer given too late."""
    if annals.line is None:
        return annals.roster.waits(annals.claims)
    return (*annals.line.waits(), *late_answers(annals))


def shown(annals: Annals, patience: Patience) -> tuple[Wait, ...]:
    """Give what is waited for as a face shows it: an answer given too late only where it was too late here."""
    late = late_answers(annals)
    return tuple(wait for wait in awaited(annals) if wait not in late or patience.is_over(wait))


def late_answers(annals: Annals) -> tuple[Wait, ...]:
    """Give the wait that the last move of the line has ended too late, if it has: by honour, after its claim."""
    line, terms = annals.line, annals.terms
    if line is None or terms["clock"] == NONE or terms["flag"] != HONOUR or line.course.over:
        return ()
    last = line.register.history[-1] if line.register.history else None
    if last is None or last.kind is not Kind.MOVE or last.ply + 1 != line.course.ply:
        return ()
    wait = Wait(Stop(last.ply, line.course.places[last.ply], last.at), last.seat, Owing.MOVE)
    return (wait,) if annals.claims.was_told(wait, last.author) else ()


def check_word(annals: Annals, me: bytes) -> None:
    """Raise `IllegalAction` where the key `me` has signed that the move it would play on from comes too late."""
    for wait in late_answers(annals):
        if wait in annals.claims.standing(me):
            raise IllegalAction(TOO_LATE, seat=annals.roster.names.get(wait.seat, ""))


def claiming(annals: Annals, me: bytes, seat: Seat, patience: Patience) -> Draft:
    """Draft the claim of what a seat owes; raise `IllegalAction` where it owes nothing, or not long enough."""
    wait = next((wait for wait in awaited(annals) if wait.seat == seat), None)
    name, mine = annals.roster.names.get(seat, ""), annals.roster.seats_of(me)
    if wait is None or not mine or me not in needed(seat, *_people(annals)):
        raise IllegalAction(NOT_WAITED, seat=name)
    if wait.what is Owing.FRAUD:
        return _final(wait)
    if not patience.is_over(wait):
        raise IllegalAction(PATIENCE, seat=name, seconds=-(-patience.left_ms(wait) // 1000))
    claim = Claim(wait.seat, wait.what.value, wait.stop.at)
    return Draft(Kind.CLAIM, data_of(claim), mine[0], wait.stop.ply, wait.stop.gprev)


def finals(annals: Annals, me: bytes, patience: Patience) -> Iterator[Draft]:
    """Take back the finals that an answer has overtaken; sign those that are due."""
    late = late_answers(annals)
    claims, waits = annals.claims, [wait for wait in awaited(annals) if wait not in late or not patience.in_vain(wait)]
    for wait in claims.standing(me):
        if wait.what not in STEADY and wait not in waits and _is_answered(annals, wait):
            yield _final(wait, stands=False)
    for wait in waits:
        if wait.what is Owing.FRAUD or not patience.may_end(wait) or wait in claims.standing(me):
            continue
        if me in needed(wait.seat, *_people(annals)):
            yield _final(wait)


def _final(wait: Wait, *, stands: bool = True) -> Draft:
    data = Final(wait.seat, wait.what.value, wait.stop.at, stands=stands)
    return Draft(Kind.FINAL, data_of(data), None, wait.stop.ply, wait.stop.gprev)


def _people(annals: Annals) -> tuple[tuple[Seat, ...], Mapping[Seat, bytes]]:
    """Give the seats that are asked, and the keys of those who hold seats."""
    if annals.line is None:
        return tuple(annals.roster.sitting), annals.roster.sitting
    return annals.line.course.live, annals.line.holders


def _is_answered(annals: Annals, wait: Wait) -> bool:
    """Tell whether what nobody waits for any more has been answered, and was not gone by."""
    if is_early(wait):
        return annals.roster.is_here(wait.stop)
    line = annals.line
    return line is not None and line.was_at(wait.stop) and not line.went_by(wait)
