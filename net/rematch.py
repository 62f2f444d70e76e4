"""Rematch: after the end all agree to play again, the host opens another table and says at the old one where it is.

The new table has the same game, options and terms; who sat somewhere asks for the same seat there (with `seats=drawn`
the lots move them). The word of the host is a `bye` with an invitation: it is for those at the old table alone, as
everything said there is.
"""

from __future__ import annotations

from core.fault import IllegalAction, sentence
from core.game import Seat
from net.annals import Annals
from net.line import GameLine
from net.offers import TOO_EARLY, Motion
from net.view import OfferKind

ALONE = sentence("Nobody else sat at this table: begin another one.")
GONE_ON = sentence("The table goes on at another one already.")


def standing(annals: Annals) -> Motion | None:
    """Give the offer of a rematch that nobody has declined; None before the end and once the table goes on."""
    line = annals.line
    if line is None or not line.course.over or annals.onward:
        return None
    for motion in annals.motions.of_kind(OfferKind.REMATCH, line.course):
        if all(answer.yes for answer in annals.motions.answers(motion.id).values()):
            return motion
    return None


def asked(annals: Annals, motion: Motion, line: GameLine) -> tuple[Seat, ...]:
    """Give the seats whose consent a rematch needs: those of other people, not of bots."""
    bots = annals.motions.bots
    others = ((seat, holder) for seat, holder in sorted(line.holders.items()) if seat not in bots)
    return tuple(seat for seat, holder in others if holder != motion.author)


def owed(annals: Annals, motion: Motion) -> tuple[Seat, ...]:
    """Give the seats that have not answered yet."""
    given = annals.motions.answers(motion.id)
    return tuple(seat for seat in asked(annals, motion, annals.line) if seat not in given) if annals.line else ()


def wish(annals: Annals) -> None:
    """Raise `IllegalAction` where nobody may ask for a rematch now."""
    line = annals.line
    if line is None or not line.course.over:
        raise IllegalAction(TOO_EARLY)
    if annals.onward:
        raise IllegalAction(GONE_ON)
    if len({holder for seat, holder in line.holders.items() if seat not in annals.motions.bots}) <= 1:
        raise IllegalAction(ALONE)


def is_due(annals: Annals, me: bytes) -> bool:
    """Tell whether the key `me` is the host and has to open the next table: all have agreed."""
    motion = standing(annals) if me == annals.host else None
    return motion is not None and not owed(annals, motion)
