"""A table as one profile sits at it: events come in, views and drafts of what its owner says go out.

Pure: no clock, no input or output. A `Draft` is an event to be signed. The runner lets the feed sign it, journals it,
gives it back to `receive` and publishes it, in this order and with nothing in between.
"""

from __future__ import annotations

from core.fault import Fault, IllegalAction, sentence
from core.game import Seat
from net.table.action.concession import RESIGN, is_concession
from net.table.action.host_action import allow, genesis
from net.table.action.permission import NOT_YOURS, NotYours, leave_data, sit_data, speaking
from net.table.action.proposal import is_due, open_offer, wishing
from net.table.duty import duty_list
from net.table.duty.divergence import STOPS, Verdict
from net.table.duty.duty_list import check_word, claiming
from net.table.duty.substitution import answering, proposing
from net.table.fold.table_state import TableState
from net.table.fold.table_talk import Act
from net.table.line.match_history import MatchHistory, state_digest
from net.table.line.motion import Motion, completed, declared, moved, offer_kind
from net.table.line.sealed_phase import laying
from net.table.seating.nickname import nick_change
from net.table.table_projection import TableProjection
from net.view.table_view import OfferKind
from net.wire.event import Draft, Kind
from net.wire.event_data import Accept, Bye, Declare, Decline, Move, Offer, data_of
from net.wire.invitation import Invitation

__all__ = ["NotYours", "Table", "genesis"]

NO_TABLE = sentence("Nothing is known of this table yet.")
CLOSED = sentence("This table is closed.")
BEGUN = sentence("The game has begun.")
NOT_BEGUN = sentence("The game has not begun.")
FROZEN = sentence("The table is frozen: {nick} has signed two histories.")
STOPPED = sentence("The table is stopped: something is wrong with the cards.")
PARTED = sentence("The players see different positions: nothing more is decided here before they agree.")
WAIT = sentence("It is not the turn of {seat}.")
AGAIN = sentence("That has been said already, and it still counts.")
DECLINED = sentence("That was declined by {seat}: it can be asked for again after the next move.")
LAID = sentence("{seat} has decided already; it is shown once all have.")
ANSWERED = sentence("{seat} has no answer to give.")


class Table(TableProjection):
    """One table as its owner acts at it: every request becomes a draft to sign or raises a `Fault` with a sentence."""

    def sit(self, seat: Seat | None, nick: str, bot: str = "") -> Draft:
        """Ask for a seat (None: any), for a bot of the name `bot` unless that is empty; raise `Fault`."""
        data = sit_data(self._gathering(), self.me, seat, nick, bot)
        return self._draft(Kind.SIT, data)

    def leave(self, seat: Seat) -> Draft:
        """Give up a seat before the start; the host may free anybody's seat. Raise `Fault`."""
        return self._draft(*leave_data(self._gathering(), self.me, seat))

    def move(self, seat: Seat, text: str, spent_ms: int = 0) -> Draft:
        """Decide for a seat that is to move; declarations are passed on. Raises `IllegalAction`, `NotYours`."""
        course = self._playing(seat)
        check_word(self.annals, self.me)
        if not (action := course.match.state.parse(seat, text)).path:
            return self.declare(seat, text)
        if seat not in course.active:
            raise IllegalAction(WAIT, seat=course.match.names[seat])
        if course.sealed:
            return self._lay(course, seat, text)
        _, match = moved(course, seat, text)
        bringer = self.annals.bringer
        shares = (*bringer.openings(course.match, seat, match.log[-1].text), *bringer.riding())
        return self._draft(Kind.MOVE, Move(str(action), spent_ms, shares or None), seat, state_digest(match))

    def _lay(self, course: MatchHistory, seat: Seat, text: str) -> Draft:
        assert self.hand
        self.annals.bringer.openings(course.match, seat, text)
        self._refuse_laid(course, seat)
        return self._draft(Kind.COMMIT, laying(self.tid, course, seat, text, self.hand), seat)

    def _refuse_laid(self, course: MatchHistory, seat: Seat) -> None:
        phase = self.annals.line.phase if self.annals.line else None
        if phase is not None and seat in phase.laid:
            raise IllegalAction(LAID, seat=course.match.names[seat])

    def claim(self, seat: Seat) -> Draft:
        """Claim a seat that does not answer; raise `Fault` before patience is over."""
        annals = self._open()
        if not annals.roster.started:
            raise IllegalAction(NOT_BEGUN)
        return claiming(annals, self.me, seat, self.patience)

    def substitute(self, seat: Seat, key: bytes, nick: str) -> Draft:
        """Agree that somebody else, with that public key, takes over a seat; raise `Fault`."""
        return proposing(self._open(), self.me, seat, key, nick, patience=self.patience)

    def declare(self, seat: Seat, text: str) -> Draft:
        """Declare what may be said out of turn; a draw becomes an offer. Raises `IllegalAction`, `NotYours`."""
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

        `to` is the length of the log that a takeback leaves, None: the log before this seat's own last decision; or
        how many days of vacation are taken.
        """
        course = self._playing(seat, back=kind is OfferKind.REWIND)
        if kind is OfferKind.REWIND and to is None and self.verdict is Verdict.SPLIT:
            to = self.divergence.since(self.annals)[1]
        text = wishing(self.annals, course, seat, kind, to)
        self._refuse_again(seat, kind)
        return self._draft(Kind.OFFER, Offer(kind.value, text), seat)

    def answer(self, offer_id: str, seat: Seat, yes: bool) -> Draft:  # noqa: FBT001  an answer is yes or no
        """Answer an offer (its id in hexadecimal) for a seat; the last yes of the seat to move takes it into the line.

        The person who is to take a seat over answers for that seat. Raises `IllegalAction`, `NotYours`.
        """
        substitute = answering(self._open(), self.me, offer_id, yes=yes)
        if substitute is not None:
            return substitute
        course = self._playing(seat, back=True)
        if is_concession(self.annals, offer_id, seat):
            declined = self._draft(Kind.DECLINE, Decline(bytes.fromhex(offer_id)), seat)
            return self.declare(seat, RESIGN) if yes else declined
        motion, owed = open_offer(self.annals, course, offer_id)
        if seat not in owed:
            raise IllegalAction(ANSWERED, seat=course.match.names[seat])
        if not yes:
            return self._draft(Kind.DECLINE, Decline(motion.id), seat)
        taken = self._completed(motion, seat, course) if owed == (seat,) and seat == course.mover else None
        return taken or self._draft(Kind.ACCEPT, Accept(motion.id), seat)

    def talk(self, text: str, act: Act | None = None, seat: Seat | None = None) -> Draft:
        """Say a line to the whole table; there is no private talk. Raises `Fault`."""
        data, speaker = speaking(self._open(), self.me, text, act, seat)
        return self._draft(Kind.TALK, data, speaker)

    def introduction(self, nick: str) -> Draft | None:
        """Tell the table the name of a spectator before their first line; None where a name is known."""
        if not nick or self.annals.roster.closed or self.annals.naming.at(self.me, 0):
            return None
        return self._draft(Kind.TALK, nick_change(nick))

    @property
    def goes_on(self) -> bool:
        """Whether this profile is the host and must open the table of a rematch, because all have agreed to it."""
        return is_due(self.annals, self.me)

    def bye(self, url: str = "") -> Draft:
        """Say goodbye. Before the start this frees one's seats; from the host it closes the table."""
        return self._draft(Kind.BYE, Bye(url))

    def move_to(self, there: Invitation) -> Draft:
        """Move the running table to another broker, where all play on; only the host can. Raises `Fault`."""
        allow(self._open(), self.me)
        return self.bye(str(there))

    def _completed(self, motion: Motion, mover: Seat, course: MatchHistory) -> Draft | None:
        draft = duty_list.taking(self.annals, motion, mover, course)
        return None if draft is None else self._anchored(draft)

    def _refuse_again(self, seat: Seat, kind: OfferKind | None) -> None:
        course = self._playing(seat, back=True)
        for motion in self.annals.motions.pending(course):
            if (motion.seat, motion.kind) == (seat, kind):
                against = () if kind is None else self.annals.motions.against(motion, course)
                names = ", ".join(course.match.names[one] for one in against)
                raise IllegalAction(DECLINED, seat=names) if names else IllegalAction(AGAIN)

    def _open(self) -> TableState:
        while self.retelling:
            self.go_on()
        if self.annals.genesis is None:
            raise Fault(NO_TABLE)
        if self.annals.unreadable or self.annals.roster.closed:
            raise Fault(CLOSED)
        return self.annals

    def _gathering(self) -> TableState:
        annals = self._open()
        if annals.roster.started:
            raise Fault(BEGUN)
        return annals

    def _playing(self, seat: Seat, *, back: bool = False) -> MatchHistory:
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
