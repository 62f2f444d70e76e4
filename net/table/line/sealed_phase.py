"""One sealed phase of the line as it stands: what each seat has committed to, and what it has opened.

A seat fills its slot with a `commit`, or with a declaration, which is open. For a seat that commits to nothing, a
certificate fills the slot with what the game then plays. When all slots are filled, they have one id, and everybody who
has committed opens their decision by a `reveal` that names this id. If somebody has declared something, nothing else is
opened: the declarations are the decisions of this ply, and those who go on playing commit again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.chance import HasChance, HasDefaults
from core.fault import Fault, IllegalAction, sentence
from core.game import Action, Seat
from core.match.match import Match
from net.table.line.claim import TAKEOVERS, Certificate, LinePlace, OwedKind, Wait
from net.table.line.match_history import MatchHistory
from net.table.line.motion import LONG, SAY, TEXT_LIMIT, declared
from net.table.line.step_register import Step, seat_of, step_by, step_of
from net.wire.commitment import Slot, joined
from net.wire.event import Event, Kind, Signed
from net.wire.event_data import Commit, Data, Declare, Reveal, read, readable

MISFIT = sentence("What {seat} opens is not what it laid down.")

Check = Callable[[Match, Seat, Action, Reveal], None]
"""Checks what opens hidden cards beside a decision; raises `Fault`."""


@dataclass(frozen=True, slots=True)
class SealedDecision:
    """What fills a slot: the event or certificate of that id, and the text if it is no secret."""

    id: bytes
    seat: Seat
    signed: Signed | None
    certificate: Certificate | None
    text: str | None


@dataclass(frozen=True, slots=True)
class OpenedDecision:
    """A decision of the phase: its text, by the event or certificate of that id."""

    id: bytes
    laid: SealedDecision
    signed: Signed | None
    text: str

    @property
    def timed(self) -> Data:
        """The data with the time that an event's decision took: of its `commit`, or of the event itself."""
        signed = self.laid.signed or self.signed
        assert signed is not None
        return read(signed.event)


def steps_of(played: Iterable[OpenedDecision], ply: int, at: int, course: MatchHistory) -> Iterator[Step]:
    """Return the steps that decisions took at `ply`, their lines of the log from `at` on; the course has gone on."""
    for place, decided in enumerate(played, at):
        if decided.laid.certificate is not None:
            yield step_by(decided.laid.certificate, decided.laid.seat, ply, place, course)
        elif decided.signed is not None:
            yield step_of(decided.signed, decided.timed, ply, place, course)


class SealedPhase:
    """The sealed phase at the end of a course, made of the events that wait there."""

    def __init__(
        self,
        tid: bytes,
        course: MatchHistory,
        waiting: Sequence[Signed],
        certificates: Iterable[Certificate],
        check: Check,
    ) -> None:
        """Read the waiting events at this ply, each signed by the holder of its seat, and the certificates."""
        self.course = course
        self.voids: list[tuple[Signed, Fault]] = []
        self.laid: dict[Seat, SealedDecision] = {}
        self.opened: dict[Seat, OpenedDecision] = {}
        self._tid, self._check = tid, check
        self._fill(waiting, certificates)
        self.id = (
            joined([self.laid[seat].id for seat in course.active]) if len(self.laid) == len(course.active) else b""
        )
        if self.id:
            self._open(waiting)

    @property
    def decisions(self) -> tuple[OpenedDecision, ...]:
        """The decisions, in the order of the active seats; nothing while one of them is still closed."""
        order = [self.opened[seat] for seat in self.course.active if seat in self.opened]
        return tuple(order) if self.id and (self.declares or len(order) == len(self.course.active)) else ()

    @property
    def declares(self) -> bool:
        """Whether somebody has declared something instead of committing."""
        return any(laid.signed is not None and laid.text is not None for laid in self.laid.values())

    @property
    def next(self) -> bytes:
        """The id of the phase (16 bytes) once it is decided."""
        return self.id if self.declares else joined([decided.id for decided in self.decisions])

    @property
    def used(self) -> list[Signed]:
        """The events that this phase has taken up."""
        events = [laid.signed for laid in self.laid.values()] + [opened.signed for opened in self.opened.values()]
        return list({signed.id: signed for signed in events if signed is not None}.values())

    def _fill(self, waiting: Sequence[Signed], certificates: Iterable[Certificate]) -> None:
        defaults = {one.wait.seat: one for one in certificates if one.wait.what is OwedKind.COMMIT}
        for seat in self.course.active:
            text = default_of(self.course.match, seat) if seat in defaults else None
            if text is not None:
                self.laid[seat] = SealedDecision(defaults[seat].id, seat, None, defaults[seat], text)
        for signed in waiting:
            event = signed.event
            if event.gprev != self.course.gprev or event.seat not in self.course.active or event.seat in self.laid:
                continue
            try:
                self._lay(signed)
            except Fault as fault:
                self.voids.append((signed, fault))

    def _lay(self, signed: Signed) -> None:
        seat = seat_of(signed.event)
        match read(signed.event):
            case Commit():
                self.laid[seat] = SealedDecision(signed.id, seat, signed, None, None)
            case Declare(text=text):
                self.laid[seat] = SealedDecision(signed.id, seat, signed, None, declared(self.course, seat, text))

    def _open(self, waiting: Sequence[Signed]) -> None:
        for seat, laid in self.laid.items():
            if laid.text is not None and (laid.signed is not None or not self.declares):
                self.opened[seat] = OpenedDecision(laid.id, laid, laid.signed, laid.text)
        for signed in () if self.declares else waiting:
            event = signed.event
            if event.kind != Kind.REVEAL or event.gprev != self.id:
                continue
            if event.seat not in self.laid or event.seat in self.opened:
                continue
            try:
                self._reveal(signed, self.laid[seat_of(event)])
            except Fault as fault:
                self.voids.append((signed, fault))

    def _reveal(self, signed: Signed, laid: SealedDecision) -> None:
        """Take in what a seat opens; raise `Fault`."""
        assert laid.signed is not None
        commit, reveal = read(laid.signed.event), read(signed.event)
        assert isinstance(commit, Commit)
        assert isinstance(reveal, Reveal)
        slot = Slot(self._tid, self.course.ply, self.course.gprev, laid.seat)
        if slot.commitment(reveal.secret, reveal.text) != commit.hash:
            raise IllegalAction(MISFIT, seat=self.course.match.names[laid.seat])
        action = sealed_action(self.course.match, laid.seat, reveal.text)
        self._check(self.course.match, laid.seat, action, reveal)
        self.opened[laid.seat] = OpenedDecision(signed.id, laid, signed, str(action))


def owing(course: MatchHistory, phase: SealedPhase | None, chance: Iterable[tuple[Seat, OwedKind]]) -> tuple[Wait, ...]:
    """Return what is waited for at the end of a course; `chance` is what those owe who have to prove chance."""
    stop = LinePlace(course.ply, course.gprev, course.match.ply)
    if course.over:
        return ()
    if course.chancy:
        return tuple(Wait(stop, seat, what) for seat, what in chance)
    if phase is None:
        return () if course.mover is None else (Wait(stop, course.mover, OwedKind.MOVE),)
    if not phase.id:
        return tuple(Wait(stop, seat, OwedKind.COMMIT) for seat in course.active if seat not in phase.laid)
    stop = LinePlace(course.ply, phase.id, course.match.ply)
    return tuple(Wait(stop, seat, OwedKind.REVEAL) for seat in course.active if seat not in phase.opened)


def accused(course: MatchHistory, holders: Mapping[Seat, bytes], guilty: frozenset[bytes]) -> tuple[Wait, ...]:
    """Return the seats without which the others have to go on: while there are any, nothing else is waited for."""
    stop = LinePlace(course.ply, course.gprev, course.match.ply)
    seats = [seat for seat in course.live if holders.get(seat) in guilty] if guilty and not course.over else []
    return tuple(Wait(stop, seat, OwedKind.FRAUD) for seat in seats)


def fits(course: MatchHistory, wait: Wait) -> bool:
    """Tell whether a wait other than for an opening may be ended at the end of a course."""
    if wait.what is OwedKind.MOVE:
        return wait.seat == course.mover
    if wait.what is OwedKind.COMMIT:
        seats = course.active if course.sealed else ()
        return wait.seat in seats and default_of(course.match, wait.seat) is None
    if wait.what in TAKEOVERS:
        held = wait.seat < len(course.match.names) if wait.what is OwedKind.HEIR else wait.seat in course.live
        return held and not (course.sealed and isinstance(course.match.state, HasChance))
    return wait.what is OwedKind.FRAUD or (course.chancy and wait.what in {OwedKind.DECK, OwedKind.SHARE})


def sealed_action(match: Match, seat: Seat, text: str) -> Action:
    """Read a decision that a seat may take in a sealed phase; raise `Fault`."""
    if len(text) > TEXT_LIMIT:
        raise IllegalAction(LONG)
    action: Action = match.state.parse(seat, text)
    if action in match.state.declarations(seat):
        raise IllegalAction(SAY, text=str(action))
    match.state.play(seat, action)
    return action


def default_of(match: Match, seat: Seat) -> str | None:
    """Return what the game plays for a seat that commits to nothing in time; None if it plays nothing."""
    found = match.state.default(seat) if isinstance(match.state, HasDefaults) else None
    return None if found is None else str(found)


def laying(tid: bytes, course: MatchHistory, seat: Seat, text: str, secret: bytes) -> Commit:
    """Commit to a seat's decision, sealed with a salt derived from `secret`; raise `Fault`."""
    slot, said = Slot(tid, course.ply, course.gprev, seat), str(sealed_action(course.match, seat, text))
    return Commit(slot.commitment(slot.salt(secret), said), slot.hide(secret, said))


def unsealed_text(tid: bytes, event: Event, secret: bytes) -> tuple[bytes, str] | None:
    """Return the salt and the text of an own commit, by the secret that made it; None if it is not ours."""
    slot, commit = Slot(tid, event.ply, event.gprev, seat_of(event)), readable(event)
    text = slot.find(secret, commit.kept) if isinstance(commit, Commit) else None
    return None if text is None else (slot.salt(secret), text)
