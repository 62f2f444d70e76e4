"""Duties: what a client signs by itself, without asking anybody, because the table waits for it."""

from __future__ import annotations

from collections.abc import Iterator

from core.game import Seat
from net.annals import Annals
from net.course import Course, state_digest
from net.event import Draft, Kind
from net.identity import pid_of
from net.kinds import Ready, Reveal, SeatGiven, Start, Take, data_of
from net.lots import lot_commitment
from net.offers import Motion
from net.roster import Asked


def owed(annals: Annals, me: bytes, lot: bytes) -> Iterator[Draft]:
    """Give the duties of the key `me` at a table, what was signed already left out.

    As host: free and give seats, start. As a seat's holder: agree to the roster, open the lot, take what others
    declared or agreed on when it is one's turn, publish a proof of fraud.
    """
    roster = annals.roster
    mine = roster.seats_of(me)
    if mine:
        yield from annals.frauds.unsaid(annals.seated, annals.host)
    if annals.game is None or annals.guilty or roster.closed:
        return
    if not roster.started:
        if me == annals.host:
            yield from _seating(annals)
        if mine and roster.full and not roster.has_agreed(me) and not annals.foreign_rules:
            commitment = lot_commitment(lot, annals.tid, pid_of(me))
            yield Draft(Kind.READY, data_of(Ready(roster.digest, commitment)))
        readies = roster.readies()
        if me == annals.host and readies is not None and not roster.leaving():
            yield Draft(Kind.START, data_of(Start(roster.digest, readies)))
    elif not roster.complete:
        if mine and not roster.has_revealed(me):
            yield Draft(Kind.REVEAL, data_of(Reveal(lot)))
    elif annals.line is not None:
        yield from _takings(annals, mine, annals.line.course)


def taking(annals: Annals, motion: Motion, mover: Seat, course: Course) -> Draft | None:
    """Draft the taking of a motion by the seat to move; None where it is not complete."""
    given = annals.motions.answers(motion.id)
    agreed = tuple(answer.id for answer in given.values() if answer.yes)
    if motion.kind is not None and set(course.live) - {motion.seat, mover} - {s for s, a in given.items() if a.yes}:
        return None
    ids = (motion.id, *agreed)
    line = annals.motions.resolve(ids, mover, course)
    if line is None:
        return None
    state = state_digest(course.match.play(line.text, line.seat))
    return Draft(Kind.TAKE, data_of(Take(ids)), mover, course.ply, course.gprev, state)


def _takings(annals: Annals, mine: tuple[Seat, ...], course: Course) -> Iterator[Draft]:
    """Give the first motion that the seat to move takes unasked: a declaration, or an offer that all have agreed to."""
    mover = next((seat for seat in mine if (seat,) == course.active), None)
    if mover is None:
        return
    for motion in annals.motions.pending(course):
        given = annals.motions.answers(motion.id)
        if motion.kind is not None and mover != motion.seat and not (mover in given and given[mover].yes):
            continue
        draft = taking(annals, motion, mover, course)
        if draft is not None:
            yield draft
            return


def _seating(annals: Annals) -> Iterator[Draft]:
    """Give the host's answers to those who left and to those who ask, in the order in which they came to him."""
    roster = annals.roster
    leaving = roster.leaving()
    for seat, gone in leaving:
        yield Draft(Kind.SEAT, data_of(SeatGiven(seat, "", gone)))
    freed = {seat for seat, _ in leaving}
    free = [seat for seat in roster.names if seat not in roster.holders or seat in freed]
    for sit in roster.asking():
        place = _place(sit, free)
        if place is not None and (roster.bots or not sit.bot):
            free.remove(place)
            yield Draft(Kind.SEAT, data_of(SeatGiven(place, pid_of(sit.author), sit.id)))


def _place(sit: Asked, free: list[Seat]) -> Seat | None:
    if sit.seat is None:
        return free[0] if free else None
    return sit.seat if sit.seat in free else None
