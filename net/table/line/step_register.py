"""The register of a game line: its steps, which of them stand, what was void, and whose position differed.

`SeatHolders` tells who holds which seat at each ply of the line.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from core.fault import sentence
from core.game import Seat
from core.match.match import Line
from net.table.line.claim import Certificate
from net.table.line.match_history import MatchHistory, Position
from net.view.table_view import Fields
from net.wire.event import Event, Kind, Signed
from net.wire.event_data import Commit, Data, Move
from net.wire.sanitizer import clean


class SeatHolders:
    """The holders (public keys) of the seats from ply to ply, and who has taken one over."""

    def __init__(self, holders: Mapping[Seat, bytes], others: Container[bytes] = ()) -> None:
        """Begin with `holders`; `others` are known to take over a seat later."""
        self._first, self._others = dict(holders), others
        self.begin()

    def begin(self) -> None:
        """Return to the beginning."""
        self.now: Mapping[Seat, bytes] = self._first
        self.heirs: dict[Seat, Certificate] = {}
        self._ever = set(self._first.values())
        self._since: list[tuple[int, Mapping[Seat, bytes]]] = [(0, self.now)]

    def hand_over(self, one: Certificate, ply: int) -> None:
        """Let somebody hold a seat from `ply` on."""
        self.now = {**self.now, one.wait.seat: one.wait.heir}
        self.heirs[one.wait.seat] = one
        self._ever.add(one.wait.heir)
        self._since.append((ply, self.now))

    def at(self, ply: int) -> Mapping[Seat, bytes]:
        """Return the holders at a ply; the present ones for a ply to come."""
        if not self.heirs:
            return self._first
        return next(holders for since, holders in reversed(self._since) if since <= ply)

    def changes(self) -> Iterator[tuple[int, Seat, bytes, bytes]]:
        """Give who has taken over a seat: from which ply on, which one, who held it before, and who does then."""
        for (_, before), (ply, after) in pairwise(self._since):
            yield from ((ply, seat, before[seat], key) for seat, key in after.items() if key != before[seat])

    @property
    def takers(self) -> frozenset[bytes]:
        """Everybody who has taken a seat over in this line."""
        return frozenset(key for _, _, _, key in self.changes())

    def had(self, seat: Seat, key: bytes) -> bool:
        """Tell whether a key holds a seat or has ever held it in this line."""
        return any(holders.get(seat) == key for _, holders in self._since)

    def signs(self, event: Event) -> bool:
        """Tell whether an event is by the holder of its seat at its ply."""
        return event.seat is not None and self.at(max(0, event.ply)).get(Seat(event.seat)) == event.author

    def knows(self, author: bytes) -> bool:
        """Tell whether an author holds or held a seat, or is known to take one over."""
        return author in self._ever or author in self._others


@dataclass(frozen=True, slots=True)
class Step:
    """One decision of the line: who signed for which seat, and the line of the log that it brought.

    `at` is the place of that line in the log, which has the lines of chance too. The decisions of a sealed phase share
    one `ply`. A certificate (`Kind.FINAL`) has its own id and names the first who signed it. `spent_ms` is the time
    that was declared; `free_ms` of it, those of a negotiation phase, are charged to no clock.
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
    free_ms: int = 0

    @property
    def charged_ms(self) -> int:
        """The time that its seat's clock is charged."""
        return max(0, self.spent_ms - self.free_ms)


def step_of(signed: Signed, data: Data, ply: int, at: int, course: MatchHistory, *, free_ms: int = 0) -> Step:
    """Return the step that an event took at `ply`, the line of the log at `at`; the course has gone on.

    `data` holds the time that it took: its own or, if it opens a sealed decision, that of the `commit`.
    """
    event = signed.event
    spent = data.spent_ms if isinstance(data, Move | Commit) else 0
    place = (signed.id, event.author, seat_of(event), ply, Kind(event.kind), course.match.log[at])
    return Step(*place, course.state, spent, event.ts, at, free_ms)


def step_by(one: Certificate, seat: Seat, ply: int, at: int, course: MatchHistory) -> Step:
    """Give the step that a certificate took for a seat."""
    line = course.match.log[at]
    return Step(one.id, one.author, seat, ply, Kind.FINAL, line, course.state, 0, one.ts, at)


def step_over(one: Certificate, ply: int, course: MatchHistory) -> Step:
    """Return the step by which somebody took over a seat."""
    place = (one.id, one.author, one.wait.seat, ply, Kind.SUBSTITUTE, Line(one.wait.seat, one.wait.what.value))
    return Step(*place, course.state, 0, one.ts, course.match.ply)


def step_beside(signed: Signed, ply: int, line: Line, course: MatchHistory) -> Step:
    """Return the step that an event took at `ply` without a line of the log; `line` is what is shown for it."""
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
    """Return the text that an event carries, if any, for showing."""
    parts = event.data[event.kind == Kind.REVEAL :]
    return parts[0] if parts and isinstance(parts[0], str) else ""


SECOND = sentence("Another decision was signed for this turn before.")
TOO_LATE = sentence("It came too late: all others had stopped waiting and gone on without it.")

SHOWN_LIMIT = 80
"""Characters shown of an action that the rules refuse."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A place at which the line stands or has stood: the position and the certificates there.

    `recorded` is the length of the register's history there, `free_ms` that of the negotiation phase.
    """

    state: Position
    certificates: tuple[Certificate, ...]
    recorded: int
    free_ms: int


class StepRegister:
    """What has happened in one line.

    `history` has every step in the order of the line, `steps` those whose lines are still in the log.
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self.history: list[Step] = []
        self.steps: list[Step] = []
        self._beside: set[int] = set()
        self.voids: list[Refused] = []
        self.out_of_step: list[tuple[int, bytes]] = []

    @property
    def passed(self) -> set[tuple[int, Seat]]:
        """The plies at which a certificate bypassed a seat."""
        return {(step.ply, step.seat) for step in self.history if step.kind is Kind.FINAL}

    def add(self, step: Step) -> None:
        """Note a step that brought a line of the log."""
        self.history.append(step)
        self.steps.append(step)

    def note(self, step: Step) -> None:
        """Note a step that brought none."""
        self._beside.add(len(self.history))
        self.history.append(step)

    def stood(self, count: int) -> list[Step]:
        """Return the steps that stood after the first `count` of the history, whatever was taken back since."""
        found: list[Step] = []
        for number, step in enumerate(self.history[:count]):
            if number in self._beside:
                found = [one for one in found if one.at < step.at]  # a takeback; what else adds no line cuts none
            else:
                found.append(step)
        return found

    def differ(self, at: int, author: bytes) -> None:
        """Note who found another state after the step at that place of the log."""
        self.out_of_step.append((at, author))

    def refuse(self, signed: Signed, course: MatchHistory, template: str, fields: Fields = ()) -> None:
        """Note a decision that the rules refuse, with the reason, where its ply stands in the log."""
        at = course.logged_at(signed.event.ply)
        event, text = signed.event, clean(text_of(signed.event), SHOWN_LIMIT)
        seat: Seat = seat_of(event)
        self.voids.append(Refused(at, seat, event.author, event.seq, text, template, fields))

    def forgo(self, signed: Signed, course: MatchHistory) -> None:
        """Note a decision where another one stands: of the same seat, or a certificate that bypassed it."""
        event = signed.event
        late = event.kind in {Kind.MOVE, Kind.DECLARE} and (event.ply, event.seat) in self.passed
        self.refuse(signed, course, TOO_LATE if late else SECOND)

    def cut(self, to: int) -> None:
        """Keep the first `to` lines of the log; what was noted beyond stands there from now on."""
        self.steps = [step for step in self.steps if step.at < to]
        self.voids = [replace(void, ply=min(void.ply, to)) for void in self.voids]
        self.out_of_step = [(min(at, to), author) for at, author in self.out_of_step]
