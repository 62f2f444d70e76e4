"""One person at the table: a player in front of a program, who decides, talks, asks and answers at random."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path

from core.bots.bot import walk
from core.fault import Fault as Refusal
from core.game import DEALER, Seat
from net.peer.table_session import TableSession
from net.view.table_view import OfferKind, Phase, TableView
from net.wire.invitation import Invitation
from tests.sim.people.absentee import Absentee
from tests.sim.version import Version, unheard_of
from tests.sim.world.clock import Clock
from tests.sim.world.network import Network

THINK_MS = 400
SIT_MS = 2_500
TALK = 0.25
RESIGN = 0.004
YES = 0.7
WISH = 0.04
READY = 0.5
WISHES = (OfferKind.TAKEBACK, OfferKind.TAKEBACK, OfferKind.PAUSE, OfferKind.DRAW)


class Person(Absentee):
    """Somebody before a program, with a seat that he would like; without one he only watches."""

    def __init__(self, number: int, clock: Clock, network: Network, room: Invitation, folder: Path) -> None:
        """Sit down with nothing on his mind."""
        super().__init__(number, clock, network, room, folder)
        self._thinking = False
        self._sitting = 0
        self.weary_from, self.weary = 0, RESIGN
        self.yes, self.holds_until = YES, 0
        self.yes, self.holds_until = YES, 0

    @property
    def guilty(self) -> tuple[bytes, ...]:
        """The keys of the seated who are proved to him to have signed two histories."""
        return self.desk.table.annals.guilty if self.desk else ()

    def _act(self, desk: TableSession) -> None:
        """Decide that there is something to do, and do it after some thought."""
        if not self._thinking and self.playing and desk.caught_up and self.seat is not None:
            self._thinking = True
            self.clock.after(int(self.rng.expovariate(1 / THINK_MS)), partial(self._thought, self._life, desk))

    def _thought(self, life: int, desk: TableSession) -> None:
        self._thinking = False
        may = self.playing and not self.closed  # nobody sits before a table that was closed meanwhile
        if life == self._life and may and desk.failure is None and self.clock.now >= self.paused_until:
            with suppress(Refusal):
                self._play(desk)
            self.changed(self)

    def _play(self, desk: TableSession) -> None:
        table, seat = desk.table, self.seat
        view = table.view()
        if seat is None:
            return
        if view.phase is Phase.GATHERING and seat not in view.mine:
            if self.clock.now >= self._sitting:
                self._sitting = self.clock.now + SIT_MS
                self.clock.after(SIT_MS + 1, partial(self._thought, self._life, desk))
                with suppress(Refusal):  # asked for already
                    self.speak(desk, (table.sit(seat, self.name),))
            return
        match = view.match
        self._go_on(desk, view)
        if view.phase is Phase.STARTING:
            self._give_up(desk, view)
        if match is None or view.phase is not Phase.PLAYING:
            return
        self._answer(desk, view)
        if self.rng.random() < TALK:
            with suppress(Refusal):
                self.say(desk, f"{self.name} says {len(self.said)}")
        self._wish(desk, view, seat)
        if self.rng.random() < (self.weary if match.ply >= self.weary_from else RESIGN):
            self.speak(desk, (table.declare(seat, "resign"),))
        self._talk_first(desk, view, seat)
        if self.clock.now < self.holds_until:
            self.clock.after(self.holds_until - self.clock.now, partial(self._thought, self._life, desk))
            return
        owed = [one for one in match.state.active if one in view.mine and one != DEALER]
        for mine in owed:
            action = walk(match.state, mine, self.rng)
            self.speak(desk, (table.move(mine, str(action)),))

    def _answer(self, desk: TableSession, view: TableView) -> None:
        """Wait no longer than one has to; say yes or no to what is asked."""
        self._give_up(desk, view)
        for offer in view.offers:
            for mine in sorted(set(offer.owed) & set(view.mine)):
                self.speak(desk, (desk.table.answer(offer.id, mine, self.rng.random() < self.yes),))

    def _give_up(self, desk: TableSession, view: TableView) -> None:
        """Wait no longer for who has kept all others waiting for long enough."""
        for wait in view.waits:
            if wait.ripe and not wait.claimed:
                self.speak(desk, (desk.table.claim(wait.seat),))

    def _go_on(self, desk: TableSession, view: TableView) -> None:
        """Go on without whoever has signed two histories."""
        for wait in view.waits:
            if wait.what == "fraud" and not set(wait.final) & set(view.mine):
                self.speak(desk, (desk.table.claim(wait.seat),))

    def _wish(self, desk: TableSession, view: TableView, seat: Seat) -> None:
        """Ask the others for something now and then; one does not pause for ever."""
        if view.paused or self.rng.random() < WISH:
            kind = OfferKind.RESUME if view.paused else self.rng.choice(WISHES)
            with suppress(Refusal):
                self.speak(desk, (desk.table.offer(kind, seat),))

    def _talk_first(self, desk: TableSession, view: TableView, seat: Seat) -> None:
        """Say now and then in a negotiation phase that one is ready."""
        if view.negotiation is not None and seat in view.negotiation.talking and self.rng.random() < READY:
            with suppress(Refusal):
                self.speak(desk, (desk.table.offer(OfferKind.READY, seat),))

    def say(self, desk: TableSession, text: str) -> None:
        """Say something and remember that it was said."""
        draft = desk.table.talk(text, seat=self.seat)
        self.speak(desk, (draft,))
        self.said.append(text)
        if self.version is Version.NEWER:
            self.speak(desk, (unheard_of(),))
