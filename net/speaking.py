"""Speaking: who may say what to a table now."""

from __future__ import annotations

from core.fault import Fault, sentence
from core.game import Seat, Talk
from net.annals import Annals
from net.clean import TALK_LIMIT, clean
from net.kinds import Talk as TalkData
from net.talk import AUTHOR_LIMIT, Act, clean_act, courtesy

SILENT = sentence("At this table there is no talk.")
HUSH = sentence(
    "The rules close talk now; courtesies alone may be said: "
    "hello, good luck, thanks, well played, sorry, one moment, back, good game."
)
ONCE = sentence("While talk is closed, one courtesy at each turn is enough.")
EMPTY = sentence("There is nothing to say.")
ASIDE = sentence("Only the seated talk at the table; spectators have a place beside it.")
TALKED_OUT = sentence("You have said all that one may say at a table.")


def speaking(annals: Annals, me: bytes, text: str, act: Act | None, seat: Seat | None) -> tuple[TalkData, Seat | None]:
    """Give what the key `me` may say, cleaned, and the seat that says it; raise `Fault` with the reason why not."""
    course = annals.line.course if annals.line else None
    if not annals.talk.allowed:
        raise Fault(SILENT)
    hushed = course is not None and course.talk_at(course.ply, annals.roster.seats_of(me)) is not Talk.OPEN
    if hushed and not courtesy(act):
        raise Fault(HUSH)
    if hushed and course and annals.talk.courteous(me, course.ply):
        raise Fault(ONCE)
    mine = annals.roster.seats_of(me)
    if annals.roster.started and not mine:
        raise Fault(ASIDE)
    if annals.talk.count(me) >= AUTHOR_LIMIT:
        raise Fault(TALKED_OUT)
    said, tail = "" if hushed else clean(text, TALK_LIMIT), clean_act(act)
    if not said and not tail:
        raise Fault(EMPTY)
    return TalkData(said, tail), seat if seat in mine else next(iter(mine), None)
