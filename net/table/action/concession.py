"""Concessions: where a side resigns only together, who has resigned asks the partners who have not.

Nothing of its own is signed to ask: the declaration itself asks. A partner who agrees resigns too; one who does not
declines the declaration by its id. Whether the side has resigned is said by the rules of the game alone.
"""

from __future__ import annotations

from core.chance import HasJointResignation
from core.game import Seat
from net.table.fold.table_state import TableState
from net.table.line.match_history import MatchHistory
from net.table.line.motion import Motion
from net.view.table_view import OfferKind, OfferView
from net.wire.sanitizer import clean

RESIGN = "resign"
"""The word of the declaration."""


def concessions(annals: TableState) -> tuple[OfferView, ...]:
    """Return what those ask who have resigned for a side whose other seats have not, as offers."""
    course = annals.line.course if annals.line else None
    if course is None or not isinstance(course.match.state, HasJointResignation) or course.over:
        return ()
    said = _resigning(annals, course)
    found = []
    for seat, motion in said.items():
        missing = tuple(one for one in course.match.state.unresigned(seat) if one not in said)
        given = annals.motions.answers(motion.id)
        declined = tuple(one for one in missing if one in given and not given[one].yes)
        owed = tuple(one for one in missing if one not in declined)
        if missing:
            made = motion.id.hex(), OfferKind.CONCEDE, seat
            found.append(OfferView(*made, accepted=(), declined=declined, owed=owed, text=clean(motion.text)))
    return tuple(found)


def is_concession(annals: TableState, offer_id: str, seat: Seat) -> bool:
    """Tell whether an offer (its id in hexadecimal) asks a seat to resign with a partner."""
    return any(offer.id == offer_id and seat in offer.owed for offer in concessions(annals))


def _resigning(annals: TableState, course: MatchHistory) -> dict[Seat, Motion]:
    """Return the declarations of those who have resigned for their part, also those that are still to be taken."""
    state = course.match.state
    seats = [Seat(seat) for seat in state.resigning] if isinstance(state, HasJointResignation) else []
    taken = {seat: annals.motions.declared_last(seat, RESIGN, course) for seat in seats}
    pending = {one.seat: one for one in annals.motions.pending(course) if one.kind is None}
    waiting = {seat: one for seat, one in pending.items() if one.text.split(" ")[0] == RESIGN}
    return {seat: one for seat, one in (taken | waiting).items() if one is not None}
