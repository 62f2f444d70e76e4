"""Duties: what a client signs by itself, because the table waits for it, and about players who do not answer.

About such a player a client signs a claim when its owner asks for it, and finals by itself. A move that arrives before
the finals beats the claim, with one exception: with clocks on the players' honour, a move whose author had seen the
claim does not. The others' finals may still come, as long as nobody plays on from that move.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from core.fault import IllegalAction, sentence
from core.game import Seat
from net.identity.identity import pid_of
from net.table.clocks.time_control import NONE
from net.table.clocks.wait_timer import WaitTimer
from net.table.duty.substitution import final, overtaken
from net.table.fold.table_state import TableState
from net.table.fold.table_terms import HONOUR
from net.table.line.claim import TAKEOVERS, LinePlace, OwedKind, Wait, is_early, needed
from net.table.line.game_line import GameLine
from net.table.line.match_history import MatchHistory, state_digest
from net.table.line.motion import Motion
from net.table.line.sealed_phase import unsealed_text
from net.table.seating.roster import NOBODY, SeatRequest
from net.wire.commitment import lot_commitment
from net.wire.event import Draft, Kind
from net.wire.event_data import KIND_OF, Claim, Ready, Reveal, SeatGiven, Start, Take, data_of

STEADY = TAKEOVERS | {OwedKind.WORD}
"""Finals that no answer overtakes: without finals about the other players they have no effect."""

NOT_WAITED = sentence("Nobody waits for {seat}.")
TOO_LATE = sentence("You have signed that {seat} moved too late: wait a moment for the others to say so too.")
PATIENCE = sentence("Wait a little longer for {seat}: {seconds} seconds.")


def awaited(annals: TableState) -> tuple[Wait, ...]:
    """Return what is waited for: lots after the start, then what the line waits for, and a late answer."""
    if annals.line is None:
        return annals.roster.waits(annals.claims)
    return (*annals.line.waits(), *late_answers(annals))


def shown(annals: TableState, patience: WaitTimer) -> tuple[Wait, ...]:
    """Return what is waited for as a face shows it: a late answer only if it was late here."""
    late = late_answers(annals)
    return tuple(wait for wait in awaited(annals) if wait not in late or patience.is_over(wait))


def late_answers(annals: TableState) -> tuple[Wait, ...]:
    """Return the wait that the last move of the line ended too late, if it did: on honour, after its claim."""
    line, terms = annals.line, annals.terms
    if line is None or terms["clock"] == NONE or terms["flag"] != HONOUR or line.course.over:
        return ()
    last = line.register.history[-1] if line.register.history else None
    if last is None or last.kind is not Kind.MOVE or last.ply + 1 != line.course.ply:
        return ()
    wait = Wait(LinePlace(last.ply, line.course.places[last.ply], last.at), last.seat, OwedKind.MOVE)
    return (wait,) if annals.claims.was_told(wait, last.author) else ()


def check_word(annals: TableState, me: bytes) -> None:
    """Raise `IllegalAction` if the key `me` has signed that the move it would play on from comes too late."""
    for wait in late_answers(annals):
        if wait in annals.claims.standing(me):
            raise IllegalAction(TOO_LATE, seat=annals.roster.names.get(wait.seat, ""))


def claiming(annals: TableState, me: bytes, seat: Seat, patience: WaitTimer) -> Draft:
    """Draft the claim of what a seat owes; raise `IllegalAction` if it owes nothing, or not for long enough."""
    wait = next((wait for wait in awaited(annals) if wait.seat == seat), None)
    name, mine = annals.roster.names.get(seat, ""), annals.roster.seats_of(me)
    if wait is None or not mine or me not in needed(seat, *_people(annals)):
        raise IllegalAction(NOT_WAITED, seat=name)
    if wait.what is OwedKind.FRAUD:
        return final(wait)
    if not patience.is_over(wait):
        raise IllegalAction(PATIENCE, seat=name, seconds=-(-patience.left_ms(wait) // 1000))
    claim = Claim(wait.seat, wait.what.value, wait.stop.at)
    return Draft(Kind.CLAIM, data_of(claim), mine[0], wait.stop.ply, wait.stop.gprev)


def finals(annals: TableState, me: bytes, patience: WaitTimer) -> Iterator[Draft]:
    """Take back finals that an answer has overtaken; sign those that are due."""
    late = late_answers(annals)
    claims, waits = annals.claims, [wait for wait in awaited(annals) if wait not in late or not patience.in_vain(wait)]
    for wait in claims.standing(me):
        if wait.what not in STEADY and wait not in waits and _is_answered(annals, wait):
            yield final(wait, stands=False)
    for wait in waits:
        if wait.what is OwedKind.FRAUD or not patience.may_end(wait) or wait in claims.standing(me):
            continue
        if me in needed(wait.seat, *_people(annals)):
            yield final(wait)


def _people(annals: TableState) -> tuple[tuple[Seat, ...], Mapping[Seat, bytes]]:
    """Return the seats that are asked, and the keys of the seat holders."""
    if annals.line is None:
        return tuple(annals.roster.sitting), annals.roster.sitting
    return annals.line.course.live, annals.line.holders


def _is_answered(annals: TableState, wait: Wait) -> bool:
    """Tell whether a wait that is over was answered, and not bypassed."""
    if is_early(wait):
        return annals.roster.is_here(wait.stop)
    line = annals.line
    return line is not None and line.was_at(wait.stop) and not line.went_by(wait)


def owed(
    annals: TableState,
    me: bytes,
    lot: bytes,
    hand: bytes,
    patience: WaitTimer,
    *,
    shunned: frozenset[str] = frozenset(),
) -> Iterator[Draft]:
    """Return the duties of the key `me` at a table, without those signed already.

    As host: free and give seats, start. As a seat holder: agree to the roster, open the lot, open a sealed decision
    once all have committed, take what others declared or agreed on when it is one's turn, end a wait that somebody has
    claimed, publish a proof of fraud. `lot` and `hand` are the secrets of `net.table.table.Table`; a host gives the
    pids in `shunned` no seat.
    """
    roster = annals.roster
    mine = roster.seats_of(me)
    if me in annals.forks:
        return
    if mine:
        yield from annals.frauds.unsaid(annals.seated, annals.answerable)
    if annals.game is None or annals.frozen_by or roster.closed:
        return
    if not roster.started:
        yield from _gathering(annals, me, lot, mine, shunned)
    elif not roster.complete:
        if mine and not roster.has_revealed(me):
            yield Draft(Kind.REVEAL, (lot, ""))
        if mine:
            yield from finals(annals, me, patience)
    elif annals.line is not None and mine:
        yield from _playing(annals, annals.line, me, hand, patience)


def _gathering(
    annals: TableState, me: bytes, lot: bytes, mine: tuple[Seat, ...], shunned: frozenset[str]
) -> Iterator[Draft]:
    roster = annals.roster
    if me == annals.host:
        yield from _seating(annals, shunned)
    if mine and roster.full and not roster.has_agreed(me) and not annals.foreign_rules:
        yield Draft(Kind.READY, data_of(Ready(roster.digest, lot_commitment(lot, annals.tid, pid_of(me)))))
    readies = roster.readies()
    if me == annals.host and readies is not None and not roster.leaving() and not roster.crowded:
        yield Draft(Kind.START, data_of(Start(roster.digest, readies)))


def _playing(annals: TableState, line: GameLine, me: bytes, hand: bytes, patience: WaitTimer) -> Iterator[Draft]:
    mine = annals.roster.seats_of(me)
    yield from finals(annals, me, patience)
    yield from overtaken(annals, line, me)
    yield from _reveals(annals, line, mine, hand)
    for message in annals.bringer.duties():
        yield Draft(KIND_OF[type(message)], data_of(message), state=annals.bringer.origin(message))
    yield from _takings(annals, mine, line.course)


def taking(annals: TableState, motion: Motion, mover: Seat, course: MatchHistory) -> Draft | None:
    """Draft the taking of a motion by the seat to move; None if the motion is not complete."""
    agreed = annals.motions.agreed(motion, mover, course)
    if agreed is None:
        return None
    ids = (motion.id, *agreed)
    taken = annals.motions.resolve(ids, mover, course)
    if taken is None:
        return None
    state = state_digest(taken.after(course.match))
    return Draft(Kind.TAKE, data_of(Take(ids)), mover, course.ply, course.gprev, state)


def _takings(annals: TableState, mine: tuple[Seat, ...], course: MatchHistory) -> Iterator[Draft]:
    """Return the first motion that the seat to move takes unasked: a declaration, or an offer that all accepted."""
    mover = course.mover
    if mover is None or mover not in mine:
        return
    for motion in annals.motions.pending(course):
        given = annals.motions.answers(motion.id) if motion.kind else {}
        if motion.kind and mover in annals.motions.needed(motion, course) and not (mover in given and given[mover].yes):
            continue
        draft = taking(annals, motion, mover, course)
        if draft is not None:
            yield draft
            return


def _reveals(annals: TableState, line: GameLine, mine: tuple[Seat, ...], hand: bytes) -> Iterator[Draft]:
    """Open our seats' sealed decisions, once all seats have committed."""
    phase, course = line.phase, line.course
    if phase is None or not phase.id or phase.declares:
        return
    for seat in mine:
        laid = phase.laid.get(seat)
        if laid is None or laid.signed is None or seat in phase.opened:
            continue
        found = unsealed_text(annals.tid, laid.signed.event, hand)
        if found is not None:
            opened = annals.bringer.openings(course.match, seat, found[1])
            yield Draft(Kind.REVEAL, data_of(Reveal(*found, opened or None)), seat, course.ply, phase.id)


def _seating(annals: TableState, shunned: frozenset[str]) -> Iterator[Draft]:
    """Return the host's answers to those who left and those who ask, in order of arrival.

    A shunned person is given no seat, and loses the one they have. Whom the table is not for is given none.
    """
    roster = annals.roster
    sent_away = [(seat, NOBODY) for seat, held in roster.holders.items() if pid_of(held.author) in shunned]
    leaving = (*roster.leaving(), *sent_away)
    for seat, gone in leaving:
        yield Draft(Kind.SEAT, data_of(SeatGiven(seat, "", gone)))
    freed = {seat for seat, _ in leaving}
    free = [seat for seat in roster.names if seat not in roster.holders or seat in freed]
    for sit in roster.asking():
        place, pid = _place(sit, free), pid_of(sit.author)
        wanted = pid not in shunned and roster.reservation.admits(pid)
        if place is not None and (roster.bots or not sit.bot) and wanted:
            free.remove(place)
            yield Draft(Kind.SEAT, data_of(SeatGiven(place, pid, sit.id)))


def _place(sit: SeatRequest, free: list[Seat]) -> Seat | None:
    if sit.seat is None:
        return free[0] if free else None
    return sit.seat if sit.seat in free else None
