"""Proposals: the text of what a profile asks the others for, and the rematch after the end.

When all have agreed to a rematch, the host opens another table and announces it at the old one, by a `bye` with an
invitation. Like everything said there, it is only for those at the old table. The new table has the same game, options
and terms. Each player asks for the same seat there (with `seats=drawn` the lots move them).
"""

from __future__ import annotations

from collections.abc import Container

from core.fault import IllegalAction, sentence
from core.game import Seat
from core.match.match import OVER
from net.identity.identity import pid_of
from net.table.fold.table_state import TableState
from net.table.line.game_line import GameLine
from net.table.line.match_history import MatchHistory
from net.table.line.motion import NO_PHASE, PAUSED_HERE, RUNNING, SAID_READY, STALE, TOO_EARLY, Motion, Motions
from net.table.line.takeback import FREELY, NOT_NOW, PLAIN, SECRET, check_limit, last_of, spectators, takeback
from net.table.line.vacation import NOT_OWED, check_vacation
from net.view.table_view import OfferKind

ALONE = sentence("No other person sat at this table: begin another one.")
GONE_ON = sentence("The table goes on at another one already.")


def standing(annals: TableState) -> Motion | None:
    """Return the offer of a rematch that nobody has declined; None before the end and once the table goes on."""
    line = annals.line
    if line is None or not line.course.over or annals.onward:
        return None
    for motion in annals.motions.of_kind(OfferKind.REMATCH, line.course):
        if all(answer.yes for answer in annals.motions.answers(motion.id).values()):
            return motion
    return None


def asked(annals: TableState, motion: Motion, line: GameLine) -> tuple[Seat, ...]:
    """Return the seats whose consent a rematch needs: those of other people, not of bots."""
    bots = annals.motions.bots
    others = ((seat, holder) for seat, holder in sorted(line.holders.items()) if seat not in bots)
    return tuple(seat for seat, holder in others if holder != motion.author)


def owed(annals: TableState, motion: Motion) -> tuple[Seat, ...]:
    """Return the seats that have not answered yet."""
    given = annals.motions.answers(motion.id)
    return tuple(seat for seat in asked(annals, motion, annals.line) if seat not in given) if annals.line else ()


def wish(annals: TableState) -> None:
    """Raise `IllegalAction` if nobody may ask for a rematch now."""
    line = annals.line
    if line is None or not line.course.over:
        raise IllegalAction(TOO_EARLY)
    if annals.onward:
        raise IllegalAction(GONE_ON)
    if len({holder for seat, holder in line.holders.items() if seat not in annals.motions.bots}) <= 1:
        raise IllegalAction(ALONE)


def may_follow(annals: TableState, me: bytes, heard: Container[str]) -> bool:
    """Tell whether somebody else who has played and is among those heard might ask the key `me` for a rematch."""
    line = annals.line
    if line is None or not line.course.over or annals.onward:
        return False
    people = {holder for seat, holder in line.holders.items() if seat not in annals.motions.bots}
    return me in people and any(pid_of(other) in heard for other in people - {me})


def asking(annals: TableState, me: bytes) -> Motion | None:
    """Return the offer of a rematch that the key `me` has not answered yet, if there is one."""
    motion = standing(annals)
    return motion if motion is not None and {*owed(annals, motion)} & {*annals.roster.seats_of(me)} else None


def is_due(annals: TableState, me: bytes) -> bool:
    """Tell whether the key `me` is the host and must open the next table, because all have agreed."""
    motion = standing(annals) if me == annals.host else None
    return motion is not None and not owed(annals, motion)


def check_ready(annals: TableState, course: MatchHistory, seat: Seat) -> None:
    """Raise `IllegalAction` if a seat cannot end its talk now: no negotiation phase is on, or it has done so."""
    if annals.line is None or not annals.line.negotiating:
        raise IllegalAction(NO_PHASE)
    if seat in annals.motions.ready(course):
        raise IllegalAction(SAID_READY)


def _vacation(line: GameLine | None, course: MatchHistory, seat: Seat, days: int | None) -> str:
    if line is None:
        return check_vacation(None, (), course, seat, days)
    if line.vacation is not None and line.paused:
        raise IllegalAction(NOT_OWED)
    return check_vacation(line.vacation, line.vacations, course, seat, days)


def _check_pause(motions: Motions, course: MatchHistory, kind: OfferKind) -> None:
    if kind is OfferKind.PAUSE and motions.resumed(course):
        raise IllegalAction(PAUSED_HERE)  # its taking would be void: a pause stands until the next step, resumed or not


def wishing(annals: TableState, course: MatchHistory, seat: Seat, kind: OfferKind, to: int | None) -> str:
    """Return the text of an offer that `seat` may make now; raise `IllegalAction` with the reason why not.

    `to` is the length of the log that a takeback leaves, None: the log before this seat's own last decision; or how
    many days of vacation are taken.
    """
    motions, line = annals.motions, annals.line
    motions.check(kind)
    if kind is OfferKind.REMATCH:
        wish(annals)
        return kind.value
    if kind is OfferKind.RESUME:
        if line is None or not line.paused:
            raise IllegalAction(RUNNING)
        return kind.value
    if kind is OfferKind.VACATION:
        return _vacation(line, course, seat, to)
    if kind is OfferKind.READY:
        check_ready(annals, course, seat)
        return kind.value
    if kind in PLAIN and course.mover is None:
        raise IllegalAction(OVER if course.over else SECRET if course.match.state.sealed else NOT_NOW)
    _check_pause(motions, course, kind)
    text = spectators(watched=not course.watched) if kind is OfferKind.SPECTATORS else ""
    if kind is OfferKind.REWIND and to is not None:
        text = takeback(to)
    if kind is OfferKind.TAKEBACK:
        author = motions.holders[seat]
        alone = set(motions.holders.values()) == {author}
        if not alone and motions.takebacks != FREELY:
            check_limit(course, seat, motions.takebacks)
        hands = frozenset(s for s, held in motions.holders.items() if held == author) - motions.bots
        text = takeback(last_of(course, hands or frozenset({seat})) if to is None else to)
    return motions.proposed(course, seat, kind, text)


def open_offer(annals: TableState, course: MatchHistory, offer_id: str) -> tuple[Motion, tuple[Seat, ...]]:
    """Return an offer that may be answered (its id in hexadecimal) and the seats that owe it; raise `IllegalAction`."""
    again = standing(annals)
    if again is not None and again.id.hex() == offer_id:
        return again, owed(annals, again)
    for motion in annals.motions.pending(course):
        if motion.id.hex() == offer_id and motion.kind:
            return motion, annals.motions.owed(motion, course)
    raise IllegalAction(STALE)
