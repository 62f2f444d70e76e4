"""The view of a table: a `TableView` built from its folded state for one profile."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from core.chance import HasGames
from core.fault import sentence
from core.game import Seat
from core.match.match import Match
from core.match.transcript import talk_digest
from net.deck.card_deck import Deviation
from net.deck.deck_audit import SENTENCES
from net.identity.identity import pid_of
from net.table.action import proposal
from net.table.action.concession import concessions
from net.table.action.permission import staying
from net.table.clocks.wait_timer import WaitTimer
from net.table.duty.duty_list import shown
from net.table.duty.substitution import refused_substitutes, substitutes
from net.table.duty.timekeeper import Timekeeper, times
from net.table.fold import game_end
from net.table.fold.mental_dealer import MentalDealer
from net.table.fold.table_state import TITLE_LIMIT, TableState
from net.table.fold.table_talk import placed, talk_lines
from net.table.line.claim import OwedKind
from net.table.line.game_line import GameLine
from net.table.line.match_history import MatchHistory
from net.table.line.motion import Motion
from net.table.line.sealed_phase import SealedDecision, unsealed_text
from net.table.line.takeback import target
from net.table.line.vacation import vacation_views
from net.table.seating.speaker import Speakers
from net.table.table_notice import remarks
from net.view.request_view import RequestView
from net.view.settlement_view import BypassView
from net.view.table_view import (
    AuditStage,
    AuditView,
    HandoverView,
    NegotiationView,
    NoteLine,
    OfferKind,
    OfferView,
    Phase,
    SeatView,
    SlotStage,
    SlotView,
    TableView,
    TalkLine,
    VacationView,
    VoidLine,
    WaitView,
)
from net.view.takeback_view import TakebackView
from net.wire.sanitizer import clean

PAUSE = OfferKind.PAUSE.value
VOIDS_LIMIT = 64
"""Void decisions shown of one author."""

SAYS = sentence("{seat} says: {text}. It counts with the next decision.")
TALKS = sentence("Before turn {turn}: {seconds} seconds to talk, or until all are ready.")
RESTS = sentence("Pause {number}: nobody has to play. A move ends it, and so does a player who goes on.")
NO_WITNESS = sentence("The witness is away: nobody loses on time by their word; all others must have stopped waiting.")
ASKS = sentence("{nick} asks for seat {seat}, which is taken.")


@dataclass(frozen=True, slots=True)
class Viewer:
    """The profile that looks: its key, its secret of the table, the pids it hears, and what it knows of time."""

    me: bytes
    hand: bytes
    present: frozenset[str]
    keeper: Timekeeper


class ViewBuilder:
    """Builds the view of one table again and again; it keeps the talk while the talk is unchanged."""

    def __init__(self) -> None:
        """Begin with nothing built."""
        self._key: tuple[object, ...] = ()
        self._talk: tuple[tuple[TalkLine, ...], str] = ((), "")
        self._bypasses: tuple[object, tuple[BypassView, ...]] = ((), ())

    def paint(self, annals: TableState, viewer: Viewer) -> TableView:
        """Build the view of the table for one profile."""
        genesis, course = annals.genesis, annals.line.course if annals.line else None
        talk, said = self._lines(annals)
        pending = tuple(annals.motions.pending(course)) if course else ()
        return TableView(
            tid=annals.tid.hex(),
            title=clean(genesis.title, TITLE_LIMIT) if genesis else "",
            host=annals.nick(annals.host) if genesis else "",
            phase=phase_of(annals),
            game=genesis.game if annals.game and genesis else "",
            options=tuple(annals.options.items()),
            terms=tuple(annals.terms.items()),
            seats=seat_views(annals, viewer.me, viewer.present),
            match=_match(annals),
            talk=talk,
            voids=void_lines(annals),
            offers=(
                *(_offer(annals, motion) for motion in pending if motion.kind),
                *_again(annals),
                *substitutes(annals, viewer.me),
                *concessions(annals),
            ),
            refused=(*_refused(annals), *refused_substitutes(annals, viewer.me)),
            asked=_asked(annals, viewer),
            meant=tuple(annals.roster.reservation.people.items()),
            notes=(*remarks(annals), *_standing(annals, pending), *_unwitnessed(annals, viewer)),
            talk_digest=said,
            takebacks=_takebacks(course),
            handovers=_handovers(annals),
            onward=annals.onward,
            moved=annals.moved[0],
            paused=annals.line is not None and annals.line.paused,
            resumed=course is not None and annals.motions.resumed(course),
            negotiation=_negotiation(annals, viewer.keeper),
            vacations=_vacations(annals.line),
            watched=course.watched if course else annals.terms.get("spectators") != "no",
            staying=staying(annals),
            slots=_slots(annals, viewer),
            waits=_waits(annals, viewer.keeper.patience),
            clocks=viewer.keeper.clocks(annals, viewer.me),
            times=times(annals),
            audit=_audit(annals),
            rest=_rest(annals),
            settlement=game_end.settlement_view(annals),
            bypasses=self._passed(annals),
        )

    def _passed(self, annals: TableState) -> tuple[BypassView, ...]:
        line = annals.line
        key = None if line is None else (line.course.ply, line.course.gprev, len(line.seen))
        if key != self._bypasses[0]:
            self._bypasses = (key, game_end.bypasses(annals))
        return self._bypasses[1]

    def _lines(self, annals: TableState) -> tuple[tuple[TalkLine, ...], str]:
        course = annals.line.course if annals.line else None
        shown = annals.talk.shown(annals.roster, course, annals.forks)
        places = placed(shown, course)
        holding = annals.line.holding if annals.line else None
        taken = tuple(holding.changes()) if holding else ()
        key = (shown, places, tuple(annals.nicks.items()), tuple(annals.roster.holders.items()), taken)
        if key != self._key or not self._talk[1]:
            lines, said = talk_lines(shown, Speakers(annals.roster.first, holding), annals.naming, places)
            self._key, self._talk = key, (lines, talk_digest(said))
        return self._talk


def phase_of(annals: TableState) -> Phase:
    """Tell which phase a table is in."""
    if annals.unreadable or annals.roster.closed:
        return Phase.CLOSED
    if annals.line is not None and annals.line.course.over:
        return Phase.OVER
    if annals.frozen_by or annals.stopped:
        return Phase.FROZEN
    if annals.line is not None:
        return Phase.PLAYING
    return Phase.STARTING if annals.roster.started else Phase.GATHERING


def seat_views(annals: TableState, me: bytes, present: frozenset[str]) -> tuple[SeatView, ...]:
    """Return every seat of the game, including those nobody takes."""
    if annals.game is None:
        return ()
    roster, views = annals.roster, []
    for number, name in enumerate(annals.game.seats(annals.options)):
        seat = Seat(number)
        held = roster.holders.get(seat)
        if held is None:
            views.append(SeatView(seat, name, vacant=seat not in roster.names))
            continue
        pid, mine = pid_of(held.author), held.author == me
        ready = bool(roster.started) or roster.has_agreed(held.author)
        nick = annals.naming.chosen_since(held.author, held.seq) or held.nick
        door, stand_in = annals.visitors.door_of(held.author), annals.stand_ins.of(held.author, seat)
        here = mine or (pid in present and (annals.line is None or held.author not in annals.byes))
        ceded = not mine and annals.line is not None and annals.line.holding.had(seat, me)
        shown = SeatView(seat, name, pid, nick, held.bot, mine, here, ready, door=door, stand_in=stand_in, ceded=ceded)
        views.append(shown)
    return tuple(views)


def void_lines(annals: TableState) -> tuple[VoidLine, ...]:
    """Return the decisions that the rules refused, in order, at most `VOIDS_LIMIT` of one author."""
    voids = sorted(annals.line.register.voids, key=lambda one: (one.ply, one.author, one.seq)) if annals.line else []
    counts: Counter[bytes] = Counter()
    shown = []
    for one in voids:
        counts[one.author] += 1
        if counts[one.author] <= VOIDS_LIMIT:
            pid, nick = pid_of(one.author), annals.nick(one.author)
            shown.append(VoidLine(one.ply, one.seat, pid, nick, one.text, one.template, one.fields))
    return tuple(shown)


def _asked(annals: TableState, viewer: Viewer) -> RequestView | None:
    """Return the unanswered requests of whoever looks; a host answers their own."""
    mine = () if annals.roster.started else annals.roster.unanswered(viewer.me)
    if not mine or viewer.me == annals.host:
        return None
    away = pid_of(annals.host) not in viewer.present
    kept = annals.roster.reservation
    meant = "" if kept.admits(pid_of(viewer.me)) else kept.names
    return RequestView(tuple(sit.seat for sit in mine), annals.nick(annals.host), away, meant)


def _takebacks(course: MatchHistory | None) -> tuple[TakebackView, ...]:
    """Return the takebacks that were agreed on, in order."""
    return tuple(
        TakebackView(cut.seat, cut.to, cut.at, cut.turn, cut.offer.hex(), cut.agreed, cut.rewind)
        for cut in (course.cuts if course else ())
    )


def _handovers(annals: TableState) -> tuple[HandoverView, ...]:
    """Return who has taken over which seat from whom, in order."""
    if annals.line is None:
        return ()
    course, found = annals.line.course, list[HandoverView]()
    bots = {seat: held.bot for seat, held in annals.roster.first.items()}
    for ply, seat, former, heir in annals.line.holding.changes():
        names = annals.nick(heir), annals.nick(former)
        found.append(HandoverView(seat, course.logged_at(ply), *names, bots.pop(seat, "")))
    return tuple(found)


def _match(annals: TableState) -> Match | None:
    """Return the match as it is known here, with every card face once the audit has opened them."""
    if annals.line is None:
        return None
    match, dealer = annals.line.course.match, annals.bringer
    return dealer.told(match) if isinstance(dealer, MentalDealer) and annals.line.course.over else match


def _rest(annals: TableState) -> tuple[tuple[int, ...], ...] | None:
    """Return the cards that were never drawn, once the audit has opened them."""
    if annals.line is None or not annals.line.course.over or not isinstance(annals.bringer, MentalDealer):
        return None
    return annals.bringer.rest(annals.line.course.match)


def is_audited(annals: TableState) -> bool:
    """Tell whether no seeds are waited for any more, or there is nothing to audit."""
    audit = _audit(annals)
    return audit is None or audit.stage is not AuditStage.WAITING


def _audit(annals: TableState) -> AuditView | None:
    """Tell how far the audit is and what it has found."""
    dealer = annals.bringer
    if not isinstance(dealer, MentalDealer) or annals.line is None:
        return None
    if not (annals.line.course.over or annals.stopped):
        return None
    dealing = dealer.dealing
    waited = tuple(seat for player, _ in dealing.waited() for seat in annals.roster.seats_of(dealing.signer(player)))
    agreed = (player for player, found in dealing.verdicts.items() if found is None)
    signed = tuple(sorted(seat for player in agreed for seat in annals.roster.seats_of(dealing.signer(player))))
    if not dealing.judged:
        return AuditView(AuditStage.WAITING, waited, signed)
    if dealing.verdict is None:
        return AuditView(AuditStage.CLEAN, waited, signed)
    found = dealing.verdict
    stage = AuditStage.REFUSED if found.what is Deviation.REFUSED else AuditStage.BROKEN
    return AuditView(stage, waited, signed, SENTENCES[found.what], (("nick", annals.nick(dealing.culprit(found))),))


def _slots(annals: TableState, viewer: Viewer) -> tuple[SlotView, ...]:
    """Tell for each active seat of a sealed phase whether it has decided; with our own texts and the opened ones."""
    line = annals.line
    if line is None or line.phase is None:
        return ()
    phase, views = line.phase, []
    for seat in line.course.active:
        laid, opened = phase.laid.get(seat), phase.opened.get(seat)
        stage = SlotStage.OPEN if opened else SlotStage.LAID if laid else SlotStage.OWES
        views.append(SlotView(seat, stage, opened.text if opened else _own_text(annals, laid, viewer)))
    return tuple(views)


def _own_text(annals: TableState, laid: SealedDecision | None, viewer: Viewer) -> str:
    if laid is None or laid.signed is None or laid.signed.event.author != viewer.me or not viewer.hand:
        return ""
    found = unsealed_text(annals.tid, laid.signed.event, viewer.hand)
    return found[1] if found else ""


def _vacations(line: GameLine | None) -> tuple[VacationView, ...]:
    return () if line is None or line.course.over else vacation_views(line.vacation, line.vacations, line.course)


def _negotiation(annals: TableState, keeper: Timekeeper) -> NegotiationView | None:
    """Tell who is ready in the negotiation phase that is on, if one is."""
    if annals.line is None or annals.line.course.over or not keeper.negotiates(annals):
        return None
    course = annals.line.course
    sides = annals.motions.ready(course), annals.motions.unready(course)
    return NegotiationView(keeper.negotiation_end(annals), *sides)


def _waits(annals: TableState, patience: WaitTimer) -> tuple[WaitView, ...]:
    """Tell who is waited for, and who no longer waits for them."""
    found = []
    for wait in shown(annals, patience):
        since, fraud = patience.since(wait), wait.what is OwedKind.FRAUD
        signed = annals.claims.signed(wait)
        who = [signed if fraud else annals.claims.claimed(wait), signed]
        seats = [tuple(seat for author in authors for seat in annals.roster.seats_of(author)) for authors in who]
        until = since if fraud else patience.until(wait)
        found.append(WaitView(wait.seat, wait.what.value, since, until, fraud or patience.is_over(wait), *seats))
    return tuple(found)


def _unwitnessed(annals: TableState, viewer: Viewer) -> list[NoteLine]:
    """Note an absent witness whose word is needed, and peers whose clocks differ from ours."""
    witness, line, found = annals.claims.witness, annals.line, viewer.keeper.astray.notes(annals)
    if not witness or line is None or line.course.over or witness in {*viewer.present, pid_of(viewer.me)}:
        return found
    return [NoteLine(line.course.match.ply, NO_WITNESS), *found]


def _again(annals: TableState) -> tuple[OfferView, ...]:
    """Return the offer of a rematch, if one stands."""
    motion = proposal.standing(annals)
    return () if motion is None else (_offer(annals, motion, proposal.owed(annals, motion)),)


def _refused(annals: TableState) -> tuple[OfferView, ...]:
    """Return the offers that stand no more because somebody has just declined them."""
    course = annals.line.course if annals.line else None
    return tuple(_offer(annals, motion, ()) for motion in annals.motions.refused(course)) if course else ()


def _offer(annals: TableState, motion: Motion, owed: tuple[Seat, ...] | None = None) -> OfferView:
    assert motion.kind is not None
    assert annals.line is not None
    given, to, state = annals.motions.answers(motion.id), target(motion.text), annals.line.course.match.state
    return OfferView(
        id=motion.id.hex(),
        kind=motion.kind,
        seat=motion.seat,
        accepted=tuple(seat for seat, answer in given.items() if answer.yes),
        declined=tuple(seat for seat, answer in given.items() if not answer.yes),
        owed=annals.motions.owed(motion, annals.line.course) if owed is None else owed,
        to=None if to is None else annals.line.course.match.turns.turn_of(to),
        text=clean(motion.text),
        game=state.game_number if isinstance(state, HasGames) else 0,
    )


def _standing(annals: TableState, pending: tuple[Motion, ...]) -> list[NoteLine]:
    """Note what is pending: declarations for the next decision, and requests for a seat that is taken."""
    roster = annals.roster
    names = dict(enumerate(annals.game.seats(annals.options))) if annals.game else {}
    course = annals.line.course if annals.line else None
    found = [
        NoteLine(course.logged_at(one.ply), SAYS, (("seat", names[one.seat]), ("text", clean(one.text))))
        for one in pending
        if one.kind is None and course
    ]
    if annals.line is not None and annals.line.paused:
        number = sum(step.line.text == PAUSE for step in annals.line.register.history)
        found.append(NoteLine(annals.line.course.match.ply, RESTS, (("number", str(number)),)))
    if course is not None and course.negotiation_ms and not course.over:
        seconds = str(course.negotiation_ms // 1000)
        found.append(NoteLine(course.match.ply, TALKS, (("turn", str(course.match.turn + 1)), ("seconds", seconds))))
    if not roster.started:
        asking = sorted(roster.asking(), key=lambda sit: (sit.author, -sit.seq))
        wishes = {sit.author: sit for sit in asking if sit.seat in roster.holders}.values()
        found += [NoteLine(0, ASKS, (("nick", s.nick), ("seat", names[s.seat]))) for s in wishes if s.seat is not None]
    return found
