"""What stands in the game line, and what was signed for it and does not."""

from __future__ import annotations

from dataclasses import dataclass

from core.game import Seat
from core.match import Line
from net.claims import Certificate
from net.course import Course
from net.event import Event, Kind, Signed
from net.kinds import Commit, Data, Move
from net.view import Fields


@dataclass(frozen=True, slots=True)
class Step:
    """One decision of the line: who signed for which seat, and the line of the log that it brought.

    `at` is the place of that line in the log, which has the lines of chance too. The decisions of a sealed phase share
    one `ply`. A certificate (`Kind.FINAL`) has its own id and names the first who signed it.
    """

    id: bytes
    author: bytes
    seat: Seat
    ply: int
    kind: Kind
    line: Line
    state: bytes
    spent_ms: int
    ts: int
    at: int


def step_of(signed: Signed, data: Data, ply: int, at: int, course: Course) -> Step:
    """Give the step that an event took at `ply`, the line of the log at `at`; the course has gone on.

    `data` tells the time that it took: its own or, where it opens what was laid down, that of the `commit`.
    """
    event = signed.event
    spent = data.spent_ms if isinstance(data, Move | Commit) else 0
    place = (signed.id, event.author, seat_of(event), ply, Kind(event.kind), course.match.log[at])
    return Step(*place, course.state, spent, event.ts, at)


def step_by(one: Certificate, seat: Seat, ply: int, at: int, course: Course) -> Step:
    """Give the step that a certificate took for a seat."""
    line = course.match.log[at]
    return Step(one.id, one.author, seat, ply, Kind.FINAL, line, course.state, 0, one.ts, at)


def step_over(one: Certificate, ply: int, course: Course) -> Step:
    """Give the step by which somebody took a seat over."""
    place = (one.id, one.author, one.wait.seat, ply, Kind.SUBSTITUTE, Line(one.wait.seat, one.wait.what.value))
    return Step(*place, course.state, 0, one.ts, course.match.ply)


def step_beside(signed: Signed, ply: int, line: Line, course: Course) -> Step:
    """Give the step that an event took at `ply` without a line of the log; `line` is what it is told as."""
    event = signed.event
    place = (signed.id, event.author, seat_of(event), ply, Kind(event.kind), line)
    return Step(*place, course.state, 0, event.ts, course.match.ply)


@dataclass(frozen=True, slots=True)
class Refused:
    """A decision that the seat to move signed and the rules refuse, with the template of the reason and its fields."""

    ply: int
    seat: Seat
    author: bytes
    seq: int
    text: str
    template: str
    fields: Fields


def seat_of(event: Event) -> Seat:
    """Give the seat of an event that has one."""
    assert event.seat is not None
    return Seat(event.seat)


def text_of(event: Event) -> str:
    """Give the text that an event carries, if any, for showing."""
    parts = event.data[event.kind == Kind.REVEAL :]
    return parts[0] if parts and isinstance(parts[0], str) else ""
