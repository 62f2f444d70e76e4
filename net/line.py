"""The game line: the chain of events that are the match.

The only event that extends it at ply N is one by the seat active in state N, signed by the holder of that seat, that
names this place (N, gprev). Whatever the order in which events arrive, the line is the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from core.fault import Fault, IllegalAction, sentence
from core.game import Seat
from core.match import Line, Match
from net.clean import clean, clean_fields
from net.course import Course
from net.event import Event, Kind, Signed
from net.kinds import Declare, Move, Take, read
from net.offers import TEXT_LIMIT, Motions, declared
from net.view import Fields

WAITING_LIMIT = 4096
"""Events of one author that wait for the line to come to their place; an author has no more at a table."""
SHOWN_LIMIT = 80
"""Characters shown of an action that the rules refuse."""

SECOND = sentence("Another decision was signed for this ply before.")
SAY = sentence("{text} is no move.")
LONG = sentence("The text of the move is too long.")
NO_GAME_EVENT = sentence("This is no decision.")

GAME_KINDS = frozenset({Kind.MOVE, Kind.TAKE, Kind.DECLARE})
"""The kinds that stand in the line."""


@dataclass(frozen=True, slots=True)
class Step:
    """One event of the line: who signed for which seat, and the line of the log that it brought."""

    id: bytes
    author: bytes
    seat: Seat
    ply: int
    kind: Kind
    line: Line
    state: bytes
    spent_ms: int
    ts: int


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


class GameLine:
    """The line from ply 0 on, what waits for its place, what was void, and who is out of step."""

    def __init__(self, match: Match, origin: bytes, holders: Mapping[Seat, bytes], motions: Motions) -> None:
        """Begin a match among `holders` (public keys by seat); `origin` is the gprev of ply 0 (16 bytes)."""
        self.course = Course(match, origin)
        self.steps: list[Step] = []
        self.voids: list[Refused] = []
        self.dropped = 0
        self.out_of_step: list[tuple[int, bytes]] = []
        self._holders = holders
        self._motions = motions
        self._waiting: dict[int, list[Signed]] = {}
        self._counts: Counter[bytes] = Counter()

    @property
    def blocked(self) -> bool:
        """Whether several seats decide at once here, which this version does not carry yet."""
        return not self.course.over and (self.course.match.state.sealed or len(self.course.active) != 1)

    def receive(self, signed: Signed) -> None:
        """Take a game event in (each author's in the order of his chain) and go on as far as it goes."""
        event = signed.event
        if event.ply < self.course.ply:
            self._late(signed)
        elif event.author in self._holders.values() and self._counts[event.author] < WAITING_LIMIT:
            self._counts[event.author] += 1
            self._waiting.setdefault(event.ply, []).append(signed)
            self.advance()
        else:
            self.dropped += 1

    def advance(self) -> None:
        """Extend the line while what waits fits; call it again when a motion or an answer has come."""
        while not self.course.over and not self.blocked and self._waiting.get(self.course.ply):
            if not self._extend(self._waiting[self.course.ply]):
                return

    def _extend(self, waiting: list[Signed]) -> bool:
        """Try what waits at this ply, in order; tell whether the line went on."""
        ply = self.course.ply
        for signed in list(waiting):
            if not self._is_due(signed.event):
                continue
            try:
                match = self._read(signed)
            except Fault as fault:
                self._leave(waiting, signed)
                self._refuse(signed, fault.template, clean_fields(fault.fields))
                continue
            if match is None:
                return False
            self._leave(waiting, signed)
            self._append(signed, match)
            for left in self._waiting.pop(ply):
                self._counts[left.event.author] -= 1
                self._late(left)
            return True
        return False

    def _leave(self, waiting: list[Signed], signed: Signed) -> None:
        waiting.remove(signed)
        self._counts[signed.event.author] -= 1

    def _is_due(self, event: Event) -> bool:
        here = event.gprev == self.course.gprev and event.seat in self.course.active
        return here and self._signs(event)

    def _signs(self, event: Event) -> bool:
        return event.seat is not None and self._holders.get(Seat(event.seat)) == event.author

    def _read(self, signed: Signed) -> Match | None:
        """Give the match after an event, None while the event waits for others; raise `Fault`."""
        seat = _seat(signed.event)
        match read(signed.event):
            case Move(text=text):
                return moved(self.course, seat, text)
            case Declare(text=text):
                return self.course.match.play(declared(self.course, seat, text), seat)
            case Take(ids=ids):
                line = self._motions.resolve(ids, seat, self.course)
                return None if line is None else self.course.match.play(line.text, line.seat)
        raise IllegalAction(NO_GAME_EVENT)

    def _append(self, signed: Signed, match: Match) -> None:
        event, ply, data = signed.event, self.course.ply, read(signed.event)
        if isinstance(data, Take):
            self._motions.take(data.ids)
        spent = data.spent_ms if isinstance(data, Move) else 0
        self.course.advance(match, signed.id)
        if event.state != self.course.state:
            self.out_of_step.append((ply, event.author))
        kind, line = Kind(event.kind), match.log[-1]
        self.steps.append(
            Step(signed.id, event.author, _seat(event), ply, kind, line, self.course.state, spent, event.ts)
        )

    def _late(self, signed: Signed) -> None:
        """Settle an event whose ply the line has passed: void beside a decision of the same seat, else not ours."""
        event = signed.event
        place = self.course.passed(event.ply, event.gprev)
        if place and self._signs(event) and event.seat in self.course.actives[event.ply]:
            if event.kind != Kind.TAKE:
                self._refuse(signed, SECOND)
        elif event.kind != Kind.DECLARE:
            self.dropped += 1

    def _refuse(self, signed: Signed, template: str, fields: Fields = ()) -> None:
        event = signed.event
        text = clean(_text(event), SHOWN_LIMIT)
        self.voids.append(Refused(event.ply, _seat(event), event.author, event.seq, text, template, fields))


def moved(course: Course, seat: Seat, text: str) -> Match:
    """Give the match after a move of `seat`; raise `IllegalAction`, also for what is a declaration."""
    if len(text) > TEXT_LIMIT:
        raise IllegalAction(LONG)
    action = course.match.state.parse(seat, text)
    if not action.path:
        raise IllegalAction(SAY, text=str(action))
    return course.match.play(str(action), seat)


def _seat(event: Event) -> Seat:
    assert event.seat is not None
    return Seat(event.seat)


def _text(event: Event) -> str:
    """Give the text that an event carries, if any, for showing."""
    return str(event.data[0]) if event.data and isinstance(event.data[0], str) else ""
