"""The register of a game line: every step it took, which of them stand, what was void, and who was out of step."""

from __future__ import annotations

from dataclasses import replace

from core.fault import sentence
from core.game import Seat
from net.clean import clean
from net.course import Course
from net.event import Kind, Signed
from net.step import Refused, Step, seat_of, text_of
from net.view import Fields

SECOND = sentence("Another decision was signed for this ply before.")
TOO_LATE = sentence("It came too late: all others were done waiting and had gone on without it.")

SHOWN_LIMIT = 80
"""Characters shown of an action that the rules refuse."""


class Register:
    """What has happened in one line.

    `history` has every step in the order of the line, `steps` those whose lines are still in the log.
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self.history: list[Step] = []
        self.steps: list[Step] = []
        self.voids: list[Refused] = []
        self.out_of_step: list[tuple[int, bytes]] = []
        self.taken_back: list[Step] = []

    @property
    def passed(self) -> set[tuple[int, Seat]]:
        """The plies at which a certificate went past a seat."""
        return {(step.ply, step.seat) for step in self.history if step.kind is Kind.FINAL}

    def add(self, step: Step) -> None:
        """Note a step that brought a line of the log."""
        self.history.append(step)
        self.steps.append(step)

    def note(self, step: Step) -> None:
        """Note a step that brought none."""
        self.history.append(step)

    def differ(self, at: int, author: bytes) -> None:
        """Note who found another state after the step at that place of the log."""
        self.out_of_step.append((at, author))

    def refuse(self, signed: Signed, course: Course, template: str, fields: Fields = ()) -> None:
        """Note a decision that the rules refuse, with the reason, where its ply stands in the log."""
        at = course.logged_at(signed.event.ply)
        event, text = signed.event, clean(text_of(signed.event), SHOWN_LIMIT)
        seat: Seat = seat_of(event)
        self.voids.append(Refused(at, seat, event.author, event.seq, text, template, fields))

    def forgo(self, signed: Signed, course: Course) -> None:
        """Note a decision at a place where another one stands: of the same seat, or a certificate that went past it."""
        event = signed.event
        late = event.kind in {Kind.MOVE, Kind.DECLARE} and (event.ply, event.seat) in self.passed
        self.refuse(signed, course, TOO_LATE if late else SECOND)

    def cut(self, to: int) -> None:
        """Keep the first `to` lines of the log; what was noted beyond stands there from now on."""
        self.taken_back = [step for step in self.steps if step.at >= to]
        self.steps = [step for step in self.steps if step.at < to]
        self.voids = [replace(void, ply=min(void.ply, to)) for void in self.voids]
        self.out_of_step = [(min(at, to), author) for at, author in self.out_of_step]
