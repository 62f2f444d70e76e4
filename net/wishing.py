"""Wishing: the text of what a profile asks the others for."""

from __future__ import annotations

from core.fault import IllegalAction
from core.game import Seat
from net import rematch
from net.annals import Annals
from net.course import Course
from net.offers import RUNNING, STALE, Motion
from net.taken import FREELY, NOT_NOW, PLAIN, check_limit, last_of, spectators, takeback
from net.view import OfferKind


def wishing(annals: Annals, course: Course, seat: Seat, kind: OfferKind, to: int | None) -> str:
    """Give the text of an offer that `seat` may make now; raise `IllegalAction` with the reason why not.

    `to` is the length of the log that a takeback leaves; None: before the last decision of one's own hand.
    """
    motions, line = annals.motions, annals.line
    motions.check(kind)
    if kind is OfferKind.REMATCH:
        rematch.wish(annals)
        return kind.value
    if kind is OfferKind.RESUME:
        if line is None or not line.paused:
            raise IllegalAction(RUNNING)
        return kind.value
    if kind in PLAIN and course.mover is None:
        raise IllegalAction(NOT_NOW)
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


def open_offer(annals: Annals, course: Course, offer_id: str) -> tuple[Motion, tuple[Seat, ...]]:
    """Give an offer that may be answered (its id in hexadecimal) and the seats that owe it; raise `IllegalAction`."""
    again = rematch.standing(annals)
    if again is not None and again.id.hex() == offer_id:
        return again, rematch.owed(annals, again)
    for motion in annals.motions.pending(course):
        if motion.id.hex() == offer_id and motion.kind:
            return motion, annals.motions.owed(motion, course)
    raise IllegalAction(STALE)
