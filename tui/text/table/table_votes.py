"""Votes in a table's conversation: what is asked of all players, and the answers owed from here.

Typed words hand a seat over: `substitute NAME` for one's own, `substitute SEAT NAME` for another.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from core.game import Seat
from net.table.action.host_action import leading
from net.table.line.motion import NO_PHASE
from net.table.line.takeback import SETTLED
from net.table.line.vacation import MOST, NO_DAYS
from net.view.table_view import OfferKind, Phase, TableView
from net.wire.invitation import Invitation
from tui.i18n.translation import bare, ntr
from tui.session.invitations import ELSEWHERE, same_table
from tui.session.moved_table import reach, reach_moved
from tui.table.departure import RETURNING, declaration
from tui.table.seat_names import NamedTable
from tui.table.seat_view import held_seats, is_owed, owing
from tui.table.sentences import event_sentences
from tui.table.sentences.offer_words import check_rematch
from tui.table.sentences.seat_handover import SubstitutionTarget, named
from tui.table.table_plan import Plan, is_alone_at, plan_again
from tui.text.shell.console import Console
from tui.text.shell.pasted_invitation import whole_invitation
from tui.text.table.conditional_plans import PlanDialogue
from tui.text.table.seat_refusal import seatless_fault
from tui.text.table.table_look import NUMBER, OFF, ON

if TYPE_CHECKING:
    from tui.bots.seat_driver import Seated


def heir_meant(view: TableView, rest: str, own: tuple[Seat, ...]) -> SubstitutionTarget:
    """Find who is to take a seat over, by name: one's first, or the one named before; raise `Fault`."""
    first, _, more = rest.strip().partition(" ")
    names = {guest.nick.casefold() for guest in view.guests}
    seat = event_sentences.seat_of(view, first) if more and rest.strip().casefold() not in names else None
    return named(view, rest if seat is None else more, seat, own[0] if own else None)


NO_OFFER = sentence("There is no offer to answer.")


class VoteDialogue(PlanDialogue):
    """A table at which a player asks the others for consent and answers them.

    `onward` says that it goes on at another table or in another room, `place` where that is if the table does not say.
    `again` is the plan of another game against the same bots.
    """

    def __init__(self, handle: NamedTable, console: Console, seated: Seated | None = None) -> None:
        """Sit at the table of `handle`, without going on to another yet."""
        super().__init__(handle, console, seated)
        self.onward = False
        self.place = ""
        self.again: Plan | None = None

    def _voice(self) -> Seat:
        """Give the seat that speaks: the one to decide, or the first one held."""
        if not self._hand:
            raise seatless_fault(self.handle.view)
        return next((seat for seat in owing(self.handle.view) if seat in self._hand), self._hand[0])

    async def _offer(self, kind: OfferKind) -> None:
        seat = self._voice()
        if kind is OfferKind.RETURN:
            seats = [mine for mine in self._hand if declaration(self.handle.view, mine, RETURNING)]
            seat = seats[0] if seats else seat
        view = self.handle.view
        if kind is OfferKind.READY and view.match is not None and view.negotiation is None and not view.paused:
            raise Fault(NO_PHASE)
        await self.handle.offer(kind, seat)

    async def _vacation(self, rest: str) -> None:
        """Take so many days of vacation, or tell how many are left."""
        if rest and not (rest.isascii() and rest.isdigit() and len(rest) <= len(str(MOST))):
            raise Fault(NUMBER, text=rest)
        if rest:
            await self.handle.offer(OfferKind.VACATION, self._voice(), int(rest))
        elif not self.handle.view.vacations:
            raise Fault(NO_DAYS)
        for one in self.handle.view.vacations:
            seat = event_sentences.seat_name(self.handle.view.seats[one.seat].name, self.teller.glyphs)
            self.console.say(
                ntr("VACATION {seat}: {n} day left.", "VACATION {seat}: {n} days left.", one.left, seat=seat)
            )

    async def _spectators(self, rest: str) -> None:
        """Ask to play on without spectators, or with them again."""
        watched = self.handle.view.watched
        if rest and bare(rest) in (ON if watched else OFF):
            raise Fault(SETTLED)
        await self._offer(OfferKind.SPECTATORS)

    async def _rematch(self, rest: str) -> None:
        """Agree to a rematch, ask for one, or go to its table; or follow a table that was moved.

        Who was alone with bots gets another game at once. If the old broker is gone, `rest` is an invitation to the
        room where the others go on.
        """
        view = self.handle.view
        if rest:
            await self._go_along(leading(Invitation.parse(view.invitation), rest))
            return
        owed = [(o.id, seat) for o in view.offers if o.kind is OfferKind.REMATCH for seat in o.owed]
        if view.onward:
            self.onward = True
        elif view.moved:
            await self._follow_moved(view)
        elif any(seat in self._hand for _, seat in owed):
            for offer, seat in owed:
                if seat in self._hand and is_owed(self.handle.view, offer, seat):
                    await self.handle.answer(offer, seat, yes=True)
        elif view.phase is Phase.OVER and is_alone_at(view):
            self.again = plan_again(view)
        else:
            check_rematch(view, self._hand)
            await self._offer(OfferKind.REMATCH)

    async def _come_by(self, text: str) -> None:
        """Go along with the table where a pasted invitation leads; raise `Fault` if it leads elsewhere."""
        if whole := await whole_invitation(self.console, text):
            place = same_table(self.handle.view.invitation, whole)
            if place is None:
                raise Fault(ELSEWHERE)
            await self._go_along(place)

    async def _go_along(self, place: Invitation) -> None:
        """Go on at this table at another place, if that is reached: else one stays here."""
        if self._rooms is not None:
            await reach(self._rooms, place)
        self.place, self.onward = str(place), True

    async def _follow_moved(self, view: TableView) -> None:
        """Go after a table that has moved, if the broker there answers: else one stays here."""
        if self._rooms is not None:
            await reach_moved(view, partial(reach, self._rooms))
        self.place, self.onward = view.moved, True

    async def _undo(self, rest: str) -> None:
        """Ask to take back one's own last decision, or everything after the decision of that number."""
        if rest and not (rest.isascii() and rest.isdigit()):
            raise Fault(NUMBER, text=rest)
        kind = OfferKind.REWIND if self.handle.view.phase is Phase.FROZEN else OfferKind.TAKEBACK
        match = self.handle.view.match
        to = match.turns.ply_of(int(rest) + 1) - 1 if rest and match is not None else None
        await self.handle.offer(kind, self._voice(), to)

    async def _answer(self, *, yes: bool) -> None:
        answered = False
        for offer in self.handle.view.offers:
            held = held_seats(self.handle.view, offer.kind)
            for seat in (offer.seat,) if offer.asked else offer.owed:
                if offer.asked or (seat in held and is_owed(self.handle.view, offer.id, seat)):
                    answered = True
                    await self.handle.answer(offer.id, seat, yes=yes)
        if not answered:
            raise Fault(NO_OFFER)
