"""Reading: what an event of the seat to move makes of the match."""

from __future__ import annotations

from core.fault import IllegalAction, sentence
from core.match import Match
from net.chance import Bringer
from net.course import Course
from net.event import Event
from net.kinds import Data, Declare, Move, Take, read
from net.offers import Motions, declared, moved
from net.step import seat_of
from net.taken import Taken

NO_GAME_EVENT = sentence("This is no decision.")


def read_decision(
    event: Event, course: Course, motions: Motions, bringer: Bringer
) -> tuple[Data, Match, Taken | None] | None:
    """Give an event's data, the match after it and what it takes, None while it waits for others; raise `Fault`."""
    seat, data = seat_of(event), read(event)
    match data:
        case Move(text=text):
            action, match = moved(course, seat, text)
            bringer.check(course.match, seat, action, data)
            return data, match, None
        case Declare(text=text):
            return data, course.match.play(declared(course, seat, text), seat), None
        case Take(ids=ids):
            taken = motions.resolve(ids, seat, course)
            return None if taken is None else (data, taken.after(course.match), taken)
    raise IllegalAction(NO_GAME_EVENT)
