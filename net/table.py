"""A table as one profile sits at it: events in, views out, and drafts of what its owner says.

Pure: no clock, no input or output. A `Draft` is a wish; the runner has the feed sign it, keeps it in the journal, gives
it back to `receive` and publishes it, in this order and without anything between.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from core.fault import Fault, IllegalAction, sentence
from core.game import Seat
from net import duties, portrait
from net.annals import Annals
from net.course import Course, state_digest
from net.divergence import STOPS, Divergence, Verdict
from net.event import Draft, Kind, Signed
from net.founding import genesis
from net.identity import pid_of
from net.kinds import Accept, Bye, Declare, Decline, Move, Offer, data_of
from net.line import GAME_KINDS
from net.offers import Motion, completed, declared, moved, offer_kind
from net.recovery import Own
from net.rematch import is_due
from net.seating import NOT_YOURS, NotYours, leaving, sitting
from net.slots import laying
from net.speaking import speaking
from net.step import Step
from net.talk import Act
from net.timekeeper import Timekeeper
from net.view import OfferKind, TableView
from net.vigil import Vigil
from net.wishing import open_offer, substituting, wishing

__all__ = ["NotYours", "Table", "genesis"]

NO_TABLE = sentence("Nothing is known of this table yet.")
CLOSED = sentence("This table is closed.")
BEGUN = sentence("The game has begun.")
NOT_BEGUN = sentence("The game has not begun.")
FROZEN = sentence("The table is frozen: {nick} has signed two histories.")
STOPPED = sentence("The table is stopped: something is wrong with the cards.")
PARTED = sentence("The players see different positions: nothing more is decided here before they agree.")
WAIT = sentence("It is not the turn of {seat}.")
AGAIN = sentence("That has been said and stands.")
LAID = sentence("{seat} has decided already; it is shown once all have.")
ANSWERED = sentence("{seat} has no answer to give.")


class Table:
    """One table for the profile whose public key is `me`.

    `lot` are 32 secret bytes that its journal keeps until they are opened at the start; `own` has others that it keeps
    for ever: from them comes all that is hidden from the others in the game.
    """

    def __init__(self, tid: bytes, me: bytes, lot: bytes, own: Own | None = None) -> None:
        """Begin with nothing known of table `tid`; without `own` nothing hidden can be said here."""
        self.tid, self.me, self.lot, self.own = tid, me, lot, own
        self.hand = own.secret if own else b""
        self.keeper = Timekeeper()
        self.patience = self.keeper.patience
        self._vigil, self.divergence = Vigil(), Divergence()
        self.annals = Annals(tid, own)
        self.version = 0
        self._present: frozenset[str] = frozenset()
        self._given: set[tuple[object, ...]] = set()
        self._painter = portrait.Painter()
        self._seen: tuple[int, TableView] | None = None

    def receive(self, signed: Signed) -> None:
        """Take in an event that the feed accepted, own ones too; never raises for a validly signed one."""
        if self.annals.receive(signed):
            self.annals = self.annals.struck_through()
            self.version += 1

    def forked(self, author: bytes, first: Signed, second: Signed) -> None:
        """Take in the feed's proof that `author` signed two histories."""
        if first.event.author == author and self.annals.frauds.forked(first, second):
            self.annals = self.annals.struck_through()
            self.version += 1

    def heard(self, pids: Iterable[str]) -> None:
        """Say who is heard in the room or at the table now."""
        before, self._present = self._present, frozenset(pids)
        if (before ^ self._present) & {self.annals.claims.witness, *map(pid_of, self.annals.seated)}:
            self.version += 1

    def hear_place(self, author: bytes, said: tuple[int, bytes, bytes]) -> None:
        """Take in where another stands and what he sees there, as `line_heads` gives it."""
        self.version += self.divergence.hear(self.annals, author, said)

    @property
    def verdict(self) -> Verdict:
        """Who sees another position than whom."""
        return self.divergence.verdict(self.annals, self.me)

    def view(self) -> TableView:
        """Give the table as it stands; the same value until `version` grows."""
        if self._seen is None or self._seen[0] != self.version:
            who = portrait.Viewer(self.me, self.hand, self._present, self.keeper)
            view = self._painter.paint(self.annals, who)
            self._seen = (self.version, self.divergence.shown(view, self.annals, self.verdict))
        return self._seen[1]

    def steps(self) -> tuple[Step, ...]:
        """Give the decisions of the game line whose lines are in the log."""
        return tuple(self.annals.line.register.steps) if self.annals.line else ()

    def history(self) -> tuple[Step, ...]:
        """Give all steps of the game line, with what was taken back, the takebacks and the pauses."""
        return tuple(self.annals.line.register.history) if self.annals.line else ()

    def line_heads(self) -> tuple[int, bytes, bytes]:
        """Give ply, the first 8 bytes of gprev and of the state's digest, as heads carry them; empty before play."""
        course = self.course
        return (course.ply, course.gprev[:8], course.state[:8]) if course else (0, b"", b"")

    def duties(self, now: int | None = None) -> tuple[Draft, ...]:
        """Give what this client must sign now by itself, each once: ask only when it will be signed at once.

        After a restart, ask when the own chain is complete: what was signed before is not asked for again. `now`
        (milliseconds) lets time pass: without it nobody is waited for.
        """
        fresh = []
        if now is not None:
            self.version += self.keeper.look(self.annals, self.me, now)
            self.version += self._watch_audit(now)
        receipts = self.keeper.watch.receipts(self.annals, self.me, now)
        for draft in (*duties.owed(self.annals, self.me, self.lot, self.hand, self.patience), *receipts):
            key = (draft.kind, draft.data, draft.seat, draft.ply, draft.gprev)
            if key not in self._given and self._may_sign(draft):
                self._given.add(key)
                fresh.append(draft if any(draft.gprev) else self._anchored(draft))
        return tuple(fresh)

    def _watch_audit(self, now: int) -> bool:
        terms = self.annals.terms
        return bool(terms) and self._vigil.look(self.annals.bringer, now, 1000 * int(terms["patience"]))

    @property
    def course(self) -> Course | None:
        """The course of the game, None before it begins."""
        return self.annals.line.course if self.annals.line else None

    def sit(self, seat: Seat | None, nick: str, bot: str = "") -> Draft:
        """Ask for a seat (None: any), for a bot of that name when `bot` is not empty; raise `Fault`."""
        data = sitting(self._gathering(), seat, nick, bot)
        return self._draft(Kind.SIT, data)

    def leave(self, seat: Seat) -> Draft:
        """Get up before the start (the host: free anybody's seat); raise `Fault`."""
        return self._draft(*leaving(self._gathering(), self.me, seat))

    def move(self, seat: Seat, text: str, spent_ms: int = 0) -> Draft:
        """Decide for a seat that is to move; a declaration goes its own way. Raises `IllegalAction`, `NotYours`."""
        course = self._playing(seat)
        if not (action := course.match.state.parse(seat, text)).path:
            return self.declare(seat, text)
        if seat not in course.active:
            raise IllegalAction(WAIT, seat=course.match.names[seat])
        if course.sealed:
            return self._lay(course, seat, text)
        match = moved(course, seat, text)
        bringer = self.annals.bringer
        shares = (*bringer.openings(course.match, seat, match.log[-1].text), *bringer.riding())
        return self._draft(Kind.MOVE, Move(str(action), spent_ms, shares or None), seat, state_digest(match))

    def _lay(self, course: Course, seat: Seat, text: str) -> Draft:
        assert self.hand
        self.annals.bringer.openings(course.match, seat, text)
        self._refuse_laid(course, seat)
        return self._draft(Kind.COMMIT, laying(self.tid, course, seat, text, self.hand), seat)

    def _refuse_laid(self, course: Course, seat: Seat) -> None:
        phase = self.annals.line.phase if self.annals.line else None
        if phase is not None and seat in phase.laid:
            raise IllegalAction(LAID, seat=course.match.names[seat])

    def claim(self, seat: Seat) -> Draft:
        """Wait no longer for a seat that does not answer; raise `Fault` before patience is over."""
        annals = self._open()
        if annals.line is None:
            raise IllegalAction(NOT_BEGUN)
        return duties.claiming(annals, annals.line, self.me, seat, self.patience)

    def substitute(self, seat: Seat, key: bytes, nick: str) -> Draft:
        """Agree that somebody else, of that public key, takes a seat over; raise `Fault`."""
        return substituting(self._open(), self.me, seat, key, nick)

    def declare(self, seat: Seat, text: str) -> Draft:
        """Say what may be said out of turn; a draw or a return becomes an offer. Raises `IllegalAction`, `NotYours`."""
        course = self._playing(seat)
        kind = offer_kind(str(course.match.state.parse(seat, text)))
        if kind is not None:
            return self.offer(kind, seat)
        canonical = declared(course, seat, completed(course, seat, text))
        if seat in course.active:
            self._refuse_laid(course, seat)
            state = state_digest(course.match.play(canonical, seat))
            return self._draft(Kind.DECLARE, Declare(canonical), seat, state)
        self._refuse_again(seat, None)
        return self._draft(Kind.DECLARE, Declare(canonical), seat)

    def offer(self, kind: OfferKind, seat: Seat, to: int | None = None) -> Draft:
        """Ask the others for their consent; raise `IllegalAction`, `NotYours`.

        `to` is the length of the log that a takeback leaves: None for before the last decision of one's own.
        """
        course = self._playing(seat, back=kind is OfferKind.REWIND)
        if kind is OfferKind.REWIND and to is None and self.verdict is Verdict.SPLIT:
            to = self.divergence.since(self.annals)[1]
        text = wishing(self.annals, course, seat, kind, to)
        self._refuse_again(seat, kind)
        return self._draft(Kind.OFFER, Offer(kind.value, text), seat)

    def answer(self, offer_id: str, seat: Seat, yes: bool) -> Draft:  # noqa: FBT001  an answer is yes or no
        """Answer an offer (its id in hexadecimal) for a seat; the last yes of the seat to move takes it into the line.

        Raises `IllegalAction`, `NotYours`.
        """
        course = self._playing(seat, back=True)
        motion, owed = open_offer(self.annals, course, offer_id)
        if seat not in owed:
            raise IllegalAction(ANSWERED, seat=course.match.names[seat])
        if not yes:
            return self._draft(Kind.DECLINE, Decline(motion.id), seat)
        taken = self._completed(motion, seat, course) if owed == (seat,) and seat == course.mover else None
        return taken or self._draft(Kind.ACCEPT, Accept(motion.id), seat)

    def talk(self, text: str, act: Act | None = None, seat: Seat | None = None) -> Draft:
        """Say a line to the whole table: there is no other talk. Raises `Fault`."""
        data, speaker = speaking(self._open(), self.me, text, act, seat)
        return self._draft(Kind.TALK, data, speaker)

    @property
    def goes_on(self) -> bool:
        """Whether this profile is the host and has to open the table of a rematch: all have agreed to it."""
        return is_due(self.annals, self.me)

    def bye(self, url: str = "") -> Draft:
        """Say goodbye: before the start it frees one's seats, and the host closes the table by it."""
        return self._draft(Kind.BYE, Bye(url))

    def _may_sign(self, draft: Draft) -> bool:
        """Tell whether a duty is to be done: where positions have parted none of the line, but to go back together."""
        if draft.kind not in GAME_KINDS or self.verdict not in STOPS:
            return True
        course = self.course
        back = self.annals.motions.of_kind(OfferKind.REWIND, course) if course is not None else ()
        return draft.kind == Kind.TAKE and any(motion.id == draft.data[0][0] for motion in back)

    def _completed(self, motion: Motion, mover: Seat, course: Course) -> Draft | None:
        draft = duties.taking(self.annals, motion, mover, course)
        return None if draft is None else self._anchored(draft)

    def _refuse_again(self, seat: Seat, kind: OfferKind | None) -> None:
        course = self._playing(seat, back=True)
        if any((motion.seat, motion.kind) == (seat, kind) for motion in self.annals.motions.pending(course)):
            raise IllegalAction(AGAIN)

    def _open(self) -> Annals:
        if self.annals.genesis is None:
            raise Fault(NO_TABLE)
        if self.annals.unreadable or self.annals.roster.closed:
            raise Fault(CLOSED)
        return self.annals

    def _gathering(self) -> Annals:
        annals = self._open()
        if annals.roster.started:
            raise Fault(BEGUN)
        return annals

    def _playing(self, seat: Seat, *, back: bool = False) -> Course:
        annals = self._open()
        if annals.line is None:
            raise IllegalAction(NOT_BEGUN)
        held = annals.roster.holders.get(seat)
        if held is None or held.author != self.me:
            raise NotYours(NOT_YOURS)
        if annals.frozen_by:
            raise IllegalAction(FROZEN, nick=annals.nick(annals.frozen_by[0]))
        if annals.stopped:
            raise IllegalAction(STOPPED)
        if not back and self.verdict in STOPS:
            raise IllegalAction(PARTED)
        return annals.line.course

    def _draft(self, kind: Kind, data: object, seat: Seat | None = None, state: bytes = b"") -> Draft:
        return self._anchored(Draft(kind, data_of(data), seat, state=state))  # type: ignore[arg-type]

    def _anchored(self, draft: Draft) -> Draft:
        course = self.course
        return replace(draft, ply=course.ply, gprev=course.gprev) if course else draft
