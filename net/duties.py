"""Duties: what a client signs by itself, without asking anybody, because the table waits for it."""

from __future__ import annotations

from collections.abc import Iterator

from core.game import Seat
from net.annals import Annals
from net.course import Course, state_digest
from net.event import Draft, Kind
from net.identity import pid_of
from net.kinds import Ready, Reveal, SeatGiven, Start, Take, data_of
from net.line import GameLine
from net.lots import lot_commitment
from net.mental import KIND_OF
from net.offers import Motion
from net.overdue import finals
from net.patience import Patience
from net.roster import NOBODY, Asked
from net.slots import salted
from net.succession import overtaken


def owed(
    annals: Annals, me: bytes, lot: bytes, hand: bytes, patience: Patience, *, shunned: frozenset[str] = frozenset()
) -> Iterator[Draft]:
    """Give the duties of the key `me` at a table, what was signed already left out.

    As host: free and give seats, start. As a seat's holder: agree to the roster, open the lot, open what was laid down
    once all have, take what others declared or agreed on when it is one's turn, end a wait that somebody has claimed,
    publish a proof of fraud. `lot` and `hand` are the secrets of `net.table.Table`; a host gives the pids in `shunned`
    no seat.
    """
    roster = annals.roster
    mine = roster.seats_of(me)
    if me in annals.guilty:
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
    annals: Annals, me: bytes, lot: bytes, mine: tuple[Seat, ...], shunned: frozenset[str]
) -> Iterator[Draft]:
    roster = annals.roster
    if me == annals.host:
        yield from _seating(annals, shunned)
    if mine and roster.full and not roster.has_agreed(me) and not annals.foreign_rules:
        yield Draft(Kind.READY, data_of(Ready(roster.digest, lot_commitment(lot, annals.tid, pid_of(me)))))
    readies = roster.readies()
    if me == annals.host and readies is not None and not roster.leaving() and not roster.crowded:
        yield Draft(Kind.START, data_of(Start(roster.digest, readies)))


def _playing(annals: Annals, line: GameLine, me: bytes, hand: bytes, patience: Patience) -> Iterator[Draft]:
    mine = annals.roster.seats_of(me)
    yield from finals(annals, me, patience)
    yield from overtaken(annals, line, me)
    yield from _reveals(annals, line, mine, hand)
    for message in annals.bringer.duties():
        yield Draft(KIND_OF[type(message)], data_of(message))
    yield from _takings(annals, mine, line.course)


def taking(annals: Annals, motion: Motion, mover: Seat, course: Course) -> Draft | None:
    """Draft the taking of a motion by the seat to move; None where it is not complete."""
    agreed = annals.motions.agreed(motion, mover, course)
    if agreed is None:
        return None
    ids = (motion.id, *agreed)
    taken = annals.motions.resolve(ids, mover, course)
    if taken is None:
        return None
    state = state_digest(taken.after(course.match))
    return Draft(Kind.TAKE, data_of(Take(ids)), mover, course.ply, course.gprev, state)


def _takings(annals: Annals, mine: tuple[Seat, ...], course: Course) -> Iterator[Draft]:
    """Give the first motion that the seat to move takes unasked: a declaration, or an offer that all have agreed to."""
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


def _reveals(annals: Annals, line: GameLine, mine: tuple[Seat, ...], hand: bytes) -> Iterator[Draft]:
    """Open what was laid down for our seats, once all have laid down."""
    phase, course = line.phase, line.course
    if phase is None or not phase.id or phase.declares:
        return
    for seat in mine:
        laid = phase.laid.get(seat)
        if laid is None or laid.signed is None or seat in phase.opened:
            continue
        found = salted(annals.tid, laid.signed.event, hand)
        if found is not None:
            opened = annals.bringer.openings(course.match, seat, found[1])
            yield Draft(Kind.REVEAL, data_of(Reveal(*found, opened or None)), seat, course.ply, phase.id)


def _seating(annals: Annals, shunned: frozenset[str]) -> Iterator[Draft]:
    """Give the host's answers to those who left and to those who ask, in the order in which they came to him.

    Who is shunned is given no seat, and loses the one he has.
    """
    roster = annals.roster
    sent_away = [(seat, NOBODY) for seat, held in roster.holders.items() if pid_of(held.author) in shunned]
    leaving = (*roster.leaving(), *sent_away)
    for seat, gone in leaving:
        yield Draft(Kind.SEAT, data_of(SeatGiven(seat, "", gone)))
    freed = {seat for seat, _ in leaving}
    free = [seat for seat in roster.names if seat not in roster.holders or seat in freed]
    for sit in roster.asking():
        place = _place(sit, free)
        if place is not None and (roster.bots or not sit.bot) and pid_of(sit.author) not in shunned:
            free.remove(place)
            yield Draft(Kind.SEAT, data_of(SeatGiven(place, pid_of(sit.author), sit.id)))


def _place(sit: Asked, free: list[Seat]) -> Seat | None:
    if sit.seat is None:
        return free[0] if free else None
    return sit.seat if sit.seat in free else None
