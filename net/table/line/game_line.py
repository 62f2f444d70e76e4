"""The game line: the chain of decisions that are the match.

At ply N the line continues in one of three ways: with an event by the holder of the seat active in state N, if it names
this place (N, gprev); in a sealed phase, with what all active seats have committed to and opened; or with a certificate
against a seat that does not answer. The line does not depend on the order in which events arrive. Events wait until the
line comes to their place, each author's in the order of their chain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from core.fault import Fault, IllegalAction, sentence
from core.game import Seat
from core.match.match import Match
from net.table.line.chance_duty import ChanceDealer
from net.table.line.claim import TAKEOVERS, Certificate, Claims, LinePlace, OwedKind, Wait
from net.table.line.match_history import MatchHistory, living
from net.table.line.motion import Motions, declared, expelled, moved
from net.table.line.negotiation import NegotiationTerm
from net.table.line.sealed_phase import OpenedDecision, SealedPhase, accused, fits, owing, steps_of
from net.table.line.step_register import (
    SeatHolders,
    Step,
    StepRegister,
    Stop,
    seat_of,
    step_beside,
    step_by,
    step_of,
    step_over,
)
from net.table.line.takeback import BACK, PLAIN, Taken, spectators
from net.table.line.vacation import Vacation, VacationTerm, granted
from net.view.table_view import OfferKind
from net.wire.event import Event, Kind, Signed
from net.wire.event_data import Data, Declare, Move, Reveal, Take, read
from net.wire.sanitizer import clean_fields

NO_GAME_EVENT = sentence("This is no decision.")


def read_decision(
    event: Event, course: MatchHistory, motions: Motions, bringer: ChanceDealer
) -> tuple[Data, Match, Taken | None] | None:
    """Return an event's data, the match after it and what it takes; None while it waits for others. Raise `Fault`."""
    seat, data = seat_of(event), read(event)
    match data:
        case Move(text=text):
            action, match = moved(course, seat, text)
            if data.spent_ms < course.negotiation_ms and motions.unready(course):
                return None
            bringer.check(course.match, seat, action, data)
            return data, match, None
        case Declare(text=text):
            return data, course.match.play(declared(course, seat, text), seat), None
        case Take(ids=ids):
            taken = motions.resolve(ids, seat, course)
            return None if taken is None else (data, taken.after(course.match), taken)
    raise IllegalAction(NO_GAME_EVENT)


WAITING_LIMIT = 4096
"""Waiting events of one author; an author has no more at a table."""


class Waiting:
    """Events that wait for the line, by ply."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._events: dict[int, list[Signed]] = {}
        self._counts: Counter[bytes] = Counter()

    def add(self, signed: Signed) -> None:
        """Let an event wait for its ply, unless its author has too many."""
        author = signed.event.author
        if self._counts[author] < WAITING_LIMIT:
            self._counts[author] += 1
            self._events.setdefault(signed.event.ply, []).append(signed)

    def at(self, ply: int) -> tuple[Signed, ...]:
        """Return what waits at a ply, in order of arrival."""
        return tuple(self._events.get(ply, ()))

    def leave(self, signed: Signed) -> None:
        """Remove an event that waits."""
        waiting = self._events.get(signed.event.ply, [])
        if signed in waiting:
            waiting.remove(signed)
            self._counts[signed.event.author] -= 1

    def pop(self, ply: int) -> tuple[Signed, ...]:
        """Remove all that waits at a ply and return it."""
        left = self._events.pop(ply, [])
        for signed in left:
            self._counts[signed.event.author] -= 1
        return tuple(left)


GAME_KINDS = frozenset({Kind.MOVE, Kind.TAKE, Kind.DECLARE, Kind.COMMIT})
"""The kinds that stand in the line; a seat's reveals stand there too."""


class GameLine:
    """The line from ply 0 on, with what waits for its place, what was void, and whose position differs."""

    def __init__(
        self,
        tid: bytes,
        match: Match,
        origin: bytes,
        holding: SeatHolders,
        *,
        motions: Motions,
        claims: Claims,
        bringer: ChanceDealer,
        watched: bool = True,
        negotiation: NegotiationTerm | None = None,
        vacation: VacationTerm | None = None,
    ) -> None:
        """Begin a match among the holders of seats; `origin` is the gprev of ply 0 (16 bytes).

        `bringer` brings what chance owes; `watched` tells whether spectators are admitted, `negotiation` what the table
        has agreed on about that,
        `vacation` on days of vacation.
        """
        self.holding, self._bots = holding, motions.bots
        self._tid, self._root, self._bringer = tid, (match, origin), bringer
        self._watched, self._negotiation, self.vacation = watched, negotiation, vacation
        self._motions, self._claims, self.seen = motions, claims, list[Signed]()
        self._begin()

    def _begin(self) -> None:
        self.course = MatchHistory(*self._root, watched=self._watched, negotiation=self._negotiation)
        self._bringer.begin()
        self._at, self._decided = LinePlace(-1, b"", -1), self._root[0].state
        self.register, self._waiting = StepRegister(), Waiting()
        self.phase: SealedPhase | None = None
        self._stops: dict[LinePlace, Stop] = {}
        self.holding.begin()
        self._motions.untake()
        self._motions.holders, self._motions.bots = self.holders, self._bots - set(self.holding.heirs)
        self.advance()

    def receive(self, signed: Signed) -> None:
        """Take in a game event (each author's in the order of their chain) and go on as far as possible."""
        if self.holding.knows(signed.event.author):
            self.seen.append(signed)
        self._take(signed)
        self.advance()

    def certify(self, stop: LinePlace) -> None:
        """Check a stop again after a final about it: the line may have to continue differently from there."""
        if stop in self._stops:
            known = self._stops[stop]
            now = self._claims.certificates(stop, lambda: living(known.state), self.holding.at(stop.ply))
            if now != known.certificates:
                self._begin()
                for signed in self.seen:
                    self._take(signed)
                self.advance()

    @property
    def holders(self) -> Mapping[Seat, bytes]:
        """Who holds the seats now, by public key."""
        return self.holding.now

    @property
    def paused(self) -> bool:
        """Whether the game is paused: nobody is waited for until somebody resumes it."""
        return self.course.paused and not self._motions.resumed(self.course)

    @property
    def vacations(self) -> tuple[Vacation, ...]:
        """The vacation days taken that count."""
        return granted(self.vacation, self._motions.vacations, self.course, self.holding, self.register.history)

    def reconsider(self, place: tuple[int, bytes]) -> None:
        """Check a place of the line (its ply and gprev) again after a vacation was taken there."""
        for stop in [stop for stop in self._stops if stop[:2] == place]:
            self.certify(stop)

    @property
    def negotiating(self) -> bool:
        """Whether a negotiation phase is on that not everybody has ended; a move of its full length ends it too."""
        return bool(self.course.negotiation_ms) and bool(self._motions.unready(self.course))

    def waits(self) -> tuple[Wait, ...]:
        """Return what is waited for now."""
        chance = self._bringer.owed(self.course) if self.course.chancy and not self.paused else ()
        owed = () if self.paused else owing(self.course, self.phase, chance)
        words = self._claims.words(owed, lambda: self.course.live, self.holders)
        return accused(self.course, self.holders, self._claims.guilty) or (*owed, *words)

    @property
    def deciding(self) -> Mapping[Seat, bytes]:
        """Who held the seats in play at the last decision, by public key."""
        holders = self.holding.at(max(0, self.course.ply - 1))
        return {seat: holders[seat] for seat in living(self._decided) if seat in holders}

    def was_at(self, stop: LinePlace) -> bool:
        """Tell whether the line stands or has stood at a stop."""
        return stop in self._stops

    def went_by(self, wait: Wait) -> bool:
        """Tell whether the line went past a wait, because all others had signed finals."""
        return any(one.wait == wait for one in self._stops[wait.stop].certificates)

    def stood_at(self, stop: LinePlace) -> tuple[list[Step], int]:
        """Return the steps that stood in the log at a stop of the line, and the length of the negotiation phase there.

        Both as they were there, however far the line has come since: what is told late counts as what is told at once.
        """
        known = self._stops[stop]
        return self.register.stood(known.recorded), known.free_ms

    def advance(self) -> None:
        """Extend the line while waiting events fit; call it again after a motion, an answer or chance."""
        self._stand()
        while not self.course.over and self._go_on():
            self._stand()

    def _stand(self) -> None:
        stop = LinePlace(self.course.ply, self.course.gprev, self.course.match.ply)
        if stop != self._at:
            self._at = stop
            self._bringer.stand(self.course)

    def _go_on(self) -> bool:
        self.phase = None
        if not self.course.chancy:
            self._decided = self.course.match.state
        certificates = self._certificates(self._at)
        if certificates and any(self._expel(one) for one in certificates if fits(self.course, one.wait)):
            return True
        if self.course.chancy:
            return self._deal()
        return self._unseal(certificates) if self.course.sealed else self._extend()

    def _deal(self) -> bool:
        if (match := self._bringer.brought(self.course.match)) is not None:
            self.course.deal(match)
        return match is not None

    def _certificates(self, stop: LinePlace) -> tuple[Certificate, ...]:
        """Return the certificates at this stop, and remember them."""
        here = Stop(self.course.match.state, (), len(self.register.history), self.course.negotiation_ms)
        self._stops[stop] = here
        found = self._claims.certificates(stop, lambda: self.course.live, self.holders)
        if found:
            self._stops[stop] = replace(here, certificates=found)
        return found

    def _expel(self, certificate: Certificate) -> bool:
        """Go on without a seat; False if the game has no word for it and nothing more is expected of the seat."""
        seat = certificate.wait.seat
        if certificate.wait.what in TAKEOVERS:
            return self._hand_over(certificate)
        text, news = expelled(self.course.match.state, seat), self._bringer.leave(seat)
        if text is None:
            if news:
                self._bringer.stand(self.course)
            return news
        ply, at = self.course.ply, self.course.match.ply
        self.course.advance(self.course.match.play(text, seat), certificate.id, shut=True)
        self.register.add(step_by(certificate, seat, ply, at, self.course))
        self._pass(ply)
        return True

    def _hand_over(self, one: Certificate) -> bool:
        """Go on with another holder of a seat, if possible; the log stays as it is."""
        if not self._bringer.hand_over(self.course, one, self._claims):
            return False
        ply = self.course.ply
        self.course.stay(one.id, paused=self.paused)
        self.holding.hand_over(one, self.course.ply)
        self._motions.holders, self._motions.bots = self.holders, self._bots - set(self.holding.heirs)
        self.register.note(step_over(one, ply, self.course))
        self._pass(ply)
        return True

    def _unseal(self, certificates: tuple[Certificate, ...]) -> bool:
        """Go on with a sealed phase; tell whether anything came of it."""
        waiting = [signed for signed in self._waiting.at(self.course.ply) if self.holding.signs(signed.event)]
        phase = SealedPhase(self._tid, self.course, waiting, certificates, self._bringer.check)
        for signed, fault in phase.voids:
            self._void(signed, fault)
        if phase.voids:
            return True
        self.phase = phase
        opening = self._certificates(LinePlace(self._at.ply, phase.id, self._at.at)) if phase.id else ()
        if any(self._expel(one) for one in opening if one.wait.what is OwedKind.REVEAL):
            return True
        return bool(phase.decisions) and self._resolve(phase)

    def _resolve(self, phase: SealedPhase) -> bool:
        """Play what a phase has decided; decisions that do not fit beside the others are void."""
        match, ply, at = self.course.match, self.course.ply, self.course.match.ply
        played: list[OpenedDecision] = []
        for decided in phase.decisions:
            try:
                match = match.play(decided.text, decided.laid.seat)
            except Fault as fault:
                if decided.signed is None:
                    return False
                self._void(decided.signed, fault)
                if not (phase.declares and played):
                    return True
            else:
                played.append(decided)
        for signed in phase.used:
            self._waiting.leave(signed)
        for decided in played:
            if decided.signed is not None and isinstance(data := read(decided.signed.event), Reveal):
                self._bringer.ride(decided.signed.event.author, data)
        self.course.advance(match, phase.next, shut=True)
        for step in steps_of(played, ply, at, self.course):
            self.register.add(step)
        self._pass(ply)
        return True

    def _extend(self) -> bool:
        """Try what waits at this ply, in order; tell whether the line went on."""
        ply, at = self.course.ply, self.course.match.ply
        for signed in self._waiting.at(ply):
            if not self._is_due(signed.event):
                continue
            try:
                read_here = read_decision(signed.event, self.course, self._motions, self._bringer)
            except Fault as fault:
                self._void(signed, fault)
                continue
            if read_here is None:
                return False
            self._waiting.leave(signed)
            self._go(signed, *read_here)
            if signed.event.state != self.course.state:
                self.register.differ(min(at, self.course.match.ply), signed.event.author)
            self._pass(ply)
            return True
        return False

    def _go(self, signed: Signed, data: Data, match: Match, taken: Taken | None) -> None:
        """Make an event that was read the next one of the line."""
        ply, at, free = self.course.ply, self.course.match.ply, 0
        if isinstance(data, Take):
            self._motions.take(data.ids)
        elif isinstance(data, Move):
            free = self.course.decide()
            self._bringer.ride(signed.event.author, data)
        if taken is not None and taken.kind in PLAIN:
            self._stay(signed, match, taken)
            return
        self.course.advance(match, signed.id, shut=not isinstance(data, Move) or bool(data.shares))
        self.register.add(step_of(signed, data, ply, at, self.course, free_ms=free))

    def _stay(self, signed: Signed, match: Match, taken: Taken) -> None:
        """Take in what adds nothing to the log."""
        ply = self.course.ply
        if taken.kind in BACK:
            self.course.cut(match, signed.id, taken.cut(match))
            self.register.cut(match.ply)
        elif taken.kind is OfferKind.PAUSE:
            self.course.stay(signed.id, paused=True)
        else:
            self.course.stay(signed.id, paused=self.paused, watched=taken.text == spectators(watched=True))
        self.register.note(step_beside(signed, ply, taken.line, self.course))

    def _take(self, signed: Signed) -> None:
        """Let an event wait for its place, or settle it if the line has passed that."""
        event = signed.event
        if event.ply < self.course.ply:
            self._late(signed)
        elif self.holding.knows(event.author):
            self._waiting.add(signed)

    def _pass(self, ply: int) -> None:
        """Settle what is left of a ply."""
        for left in self._waiting.pop(ply):
            self._late(left)

    def _void(self, signed: Signed, fault: Fault) -> None:
        self._waiting.leave(signed)
        self.register.refuse(signed, self.course, fault.template, clean_fields(fault.fields))

    def _is_due(self, event: Event) -> bool:
        here = event.gprev == self.course.gprev and event.seat is not None and event.seat == self.course.mover
        return here and self.holding.signs(event)

    def _late(self, signed: Signed) -> None:
        """Settle an event whose ply has passed: void beside a decision of the same seat, else of a different line."""
        event = signed.event
        place = self.course.passed(event.ply, event.gprev)
        beside = place and self.holding.signs(event) and event.seat in self.course.actives[event.ply]
        if beside and event.kind != Kind.TAKE:
            self.register.forgo(signed, self.course)
