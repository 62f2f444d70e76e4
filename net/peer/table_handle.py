"""A table as faces and drivers hold it: its view, its actions, and ways to wait for a change."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from core.diplomacy.reputation import Reputation
from core.fault import Fault, sentence
from core.game import Seat
from net.identity.identity import Identity, pid_of
from net.peer.table_session import TableSession
from net.table.action.host_action import leading
from net.table.action.permission import NotAdmitted
from net.table.fold.game_end import ending
from net.table.table import Table
from net.transport import diagnostic_log
from net.view.contact_book import doubles
from net.view.room_view import PersonView
from net.view.table_view import GuestView, NoteLine, OfferKind, OfferView, Phase, SeatView, TableView
from net.wire.event import Draft, Signed

if TYPE_CHECKING:
    from net.peer.peer import Peer

NOT_YET = sentence("What was played at this table is still being fetched; nothing can be said before it is here.")
UNREACHED = sentence(
    "There is no connection, and not all of this table is here since Parley was started: you can look, but neither"
    " play nor say anything before the broker is reached."
)
STOPPED = sentence("This table is stopped: {why}")
NOBODY = sentence("The person who is to take the seat over is not at this table now.")
FETCH_SECONDS = 10.0
"""How long an action waits for the log to be complete."""


class NotFetched(Fault):
    """The log of the table is not known to be complete, so this profile may not sign anything yet."""


class Stopped(Fault):
    """Something went wrong with the table here: a full disk, a bug. The others play on."""


class TableHandle:
    """One open table of this profile. An action that is not possible raises a `Fault` with a sentence."""

    def __init__(self, desk: TableSession, chair: Peer) -> None:
        """Hold the table of `desk`; made by the peer."""
        self._desk = desk
        self._chair = chair
        self._version = 1
        self._turned = asyncio.Event()
        self._shown: tuple[int, TableView] | None = None

    @property
    def tid(self) -> bytes:
        """The table's id (16 bytes)."""
        return self._desk.tid

    @property
    def invitation(self) -> str:
        """The text to paste that leads to this table."""
        return str(self._desk.invitation)

    @property
    def identity(self) -> Identity:
        """Whose table this is here: the profile's key."""
        return self._chair.profile.identity

    @property
    def version(self) -> int:
        """A number that grows with every change of the view."""
        return self._version

    @property
    def ready(self) -> bool:
        """Whether the whole log is here, so that something may be said."""
        return self._desk.caught_up

    @property
    def level(self) -> bool:
        """Whether all other players have said that they have the whole log: a finished table may then be cleared."""
        return self._desk.sync.level

    @property
    def untold(self) -> bool:
        """Whether this profile has moved its table away, and the broker here may not have that word yet."""
        return self._desk.untold

    @property
    def chain(self) -> tuple[Signed, ...]:
        """All that this profile has signed at the table, in order."""
        return self._desk.chain

    @property
    def stopped(self) -> Stopped | None:
        """Why the table is stopped here, if it is."""
        failure = self._desk.failure
        if isinstance(failure, NotAdmitted):
            return Stopped(failure.template)
        return None if failure is None else Stopped(STOPPED, why=_reason(failure))

    @property
    def table(self) -> Table:
        """The pure table behind the view."""
        return self._desk.table

    @property
    def view(self) -> TableView:
        """The table as it stands; made once for each version."""
        if self._shown is None or self._shown[0] != self._version:
            self._shown = (self._version, self._look())
        return self._shown[1]

    async def sit(self, seat: Seat | None = None, bot: str = "") -> None:
        """Ask for a seat (None: any), for oneself or a bot of one's own."""
        await self._say(lambda table: table.sit(seat, self._chair.nick, bot))

    async def leave(self, seat: Seat) -> None:
        """Give up a seat before the start."""
        await self._say(lambda table: table.leave(seat))

    async def play(self, seat: Seat, text: str) -> None:
        """Play an action; raise `IllegalAction` with the rules' reason."""
        await self._say(lambda table: table.move(seat, text))

    async def declare(self, seat: Seat, text: str) -> None:
        """Say what may be said out of turn: `resign`, `abandon COLOUR`."""
        await self._say(lambda table: table.declare(seat, text))

    async def claim(self, seat: Seat, *, stop: bool = False) -> None:
        """Claim a seat that does not answer; raise `Fault` before patience is over.

        If its holder signed two histories: go on without them if all others do, or with `stop` end the table there.
        """
        await self._say(lambda table: ending(table.annals, table.course, table.me, seat) if stop else table.claim(seat))

    async def say(self, text: str, act: tuple[str, ...] | None = None, seat: Seat | None = None) -> None:
        """Talk to the whole table, with an optional typed act; spectators talk beside it, among spectators."""
        await self._admitted()
        if self._desk.beside:
            self._chair.murmur(self._desk, text)
            return
        name = self._desk.table.introduction(self._chair.nick)
        if name is not None:
            self._chair.speak(self._desk, (name,))
        await self._say(lambda table: table.talk(text, act, seat))

    def stand_in(self, seat: Seat, bot: str) -> None:
        """Let the table know that a bot plays on for this profile on a seat; empty: none does."""
        self._desk.table.stand_in(seat, bot)

    async def offer(self, kind: OfferKind, seat: Seat, to: int | None = None) -> None:
        """Offer what needs the others' consent; `to` is how many lines of the log a takeback leaves."""
        await self._say(lambda table: table.offer(kind, seat, to))

    async def substitute(self, seat: Seat, key: bytes, nick: str) -> None:
        """Agree that somebody else, with that public key (32 bytes), takes over a seat.

        A letter goes with it: a program that has left the table, or was shut out with the spectators, does not hear
        it there.
        """
        await self._say(lambda table: table.substitute(seat, key, nick))
        with suppress(Fault):  # they are not in the room, and read the offer when they come to the table
            await self.invite(pid_of(key))

    async def hand_over(self, seat: Seat, pid: str) -> None:
        """Agree that a spectator of that pid takes over a seat."""
        key = self._desk.table.around.get(pid)
        if key is None:
            raise Fault(NOBODY)
        await self.substitute(seat, key, self._chair.names.get(pid, pid))

    async def answer(self, offer_id: str, seat: Seat, yes: bool) -> None:  # noqa: FBT001 an answer is yes or no
        """Answer an offer, named by the id of its view."""
        await self._say(lambda table: table.answer(offer_id, seat, yes))

    def reputations(self) -> dict[Seat, Reputation]:
        """Give how the people at this table kept their word at others, as far as this profile remembers."""
        known = self._chair.journal.contacts.reputations(self.tid)
        return {seat.seat: known[seat.pid] for seat in self.view.seats if not seat.bot and seat.pid in known}

    def keep_words(self, earned: Sequence[Reputation]) -> None:
        """Remember how the people at this table have kept their word, given seat by seat."""
        people = {seat.pid: earned[seat.seat] for seat in self.view.seats if seat.pid and not seat.bot}
        told = {pid: word for pid, word in people.items() if word != Reputation()}
        if told:
            self._chair.journal.contacts.keep_words(told, self.tid)

    @property
    def invitees(self) -> tuple[PersonView, ...]:
        """The people in the room who hold no seat here and may be invited."""
        seated = {seat.pid for seat in self.view.seats}
        return tuple(one for one in self._chair.company if one.pid not in seated)

    async def invite(self, pid: str, text: str = "") -> None:
        """Invite somebody in the room to this table; raise `Fault`."""
        await self._chair.invite(pid, self._desk.invitation, text)

    async def bye(self) -> None:
        """Close the table; only its host can."""
        await self._say(lambda table: table.bye())

    async def move_to(self, text: str) -> None:
        """Move the running table to the broker and the room of an invitation; only its host can. Raise `Fault`.

        From then on `moved` of everybody's view leads there.
        """
        there = leading(self._desk.invitation, text)
        await self._say(lambda table: table.move_to(there))

    def step_away(self) -> None:
        """Tell a table that its person leaves it, if it is over or waits for them or their bots then.

        If they are asked for a rematch, the room tells them.
        """
        self._chair.linger(self._desk)

    async def close(self) -> None:
        """Stop following the table; seats are kept, and the table can be resumed from the journal."""
        self._chair.readmission.leave(self)
        await self._chair.part(self._desk)

    async def changed(self, version: int) -> int:
        """Wait until the version is not `version` and return the new one."""
        while self._version == version:
            await self._turned.wait()
        return self._version

    async def until(self, holds: Callable[[TableView], bool]) -> TableView:
        """Wait until `holds` is true of the view and return that view."""
        while not holds(view := self.view):
            await self.changed(self._version)
        return view

    async def caught_up(self, seconds: float = FETCH_SECONDS) -> None:
        """Wait until the whole log is here; raise `NotFetched` after `seconds`, `Stopped` if it never will be."""
        try:
            async with asyncio.timeout(seconds):
                while not self._desk.caught_up and self.stopped is None:
                    await self.changed(self._version)
        except TimeoutError:
            raise NotFetched(NOT_YET if self._chair.online else UNREACHED) from None
        if self.stopped is not None:
            raise self.stopped

    def resume(self, fresh: TableHandle) -> None:
        """Go on, after this program was shut out, with what `fresh` has read of the same table since."""
        self._desk = fresh._desk
        self.touch()

    def touch(self) -> None:
        """Tell waiters that the view has changed; called by the peer."""
        self._version += 1
        turned, self._turned = self._turned, asyncio.Event()
        turned.set()

    async def _admitted(self) -> None:
        """Wait until this profile may sign something; raise `NotFetched` at once if that needs a lost connection."""
        if not self.ready and self.stopped is None and not self._chair.online:
            raise NotFetched(UNREACHED)
        await self.caught_up()

    async def _say(self, make: Callable[[Table], Draft]) -> None:
        await self._admitted()
        try:
            draft = make(self._desk.table)
        except Fault as fault:
            diagnostic_log.refused(f"a deed at table {diagnostic_log.mark(self.tid)}", fault)
            raise
        self._chair.speak(self._desk, (draft,))

    def _known(self, seat: SeatView) -> SeatView:
        """Return a seat with its holder's name from the contact book; their bots keep their names."""
        own = "" if seat.mine or seat.bot else self._desk.table.book.name(seat.pid, "")
        return replace(seat, petname=own) if own else seat

    def _meant(self, offer: OfferView) -> OfferView:
        """Return an offer without the pid of the person who is to take a seat over, if that is this profile."""
        return replace(offer, heir_pid="") if offer.heir_pid == self.identity.pid else offer

    def _doubles(self, view: TableView) -> tuple[NoteLine, ...]:
        table = self._desk.table
        others = {public: nick for public, nick in table.annals.nicks.items() if public != table.me}
        return doubles(table.book, others, view.match.ply if view.match else 0)

    def _silent_since(self, view: TableView) -> int:
        """Return when the last news of a watched game came, if nobody is at the table to tell more; or 0."""
        goes_on = view.watching and view.phase is Phase.PLAYING and self.ready
        reached = self._desk.sync.reached and any(seat.present for seat in view.seats)
        return max(one.event.ts for one in self._desk.table.annals.all) if goes_on and not reached else 0

    def _look(self) -> TableView:
        view, stopped = self._desk.table.view(), self.stopped
        if stopped is not None:
            fields = tuple((name, str(value)) for name, value in stopped.fields.items())
            note = NoteLine(view.match.ply if view.match else 0, stopped.template, fields)
            phase = Phase.CLOSED if isinstance(self._desk.failure, NotAdmitted) else Phase.FROZEN
            view = replace(view, phase=phase, notes=(*view.notes, note))
        names, seated = self._chair.names, {seat.pid for seat in view.seats}
        around = sorted(pid for pid in self._desk.table.around if pid in names and pid not in seated)
        return replace(
            view,
            seats=tuple(map(self._known, view.seats)),
            notes=(*view.notes, *self._doubles(view)),
            offers=tuple(map(self._meant, view.offers)),
            guests=tuple(GuestView(pid, names[pid]) for pid in around),
            gallery=self._desk.asides,
            invitation=self.invitation,
            code=self._chair.code(self._desk),
            hosted=self._desk.table.annals.host == self.identity.public,
            moved=self._desk.elsewhere,
            led_back=self._desk.led_back,
            silent_since=self._silent_since(view),
            missing=self._desk.feed.missing,
            online=self._chair.online,
            unsent=self._chair.is_unsent(self._desk),
            outage=self._chair.outage,
            ready=self.ready,
        )


def _reason(error: Exception) -> str:
    return str(error) if isinstance(error, Fault) else type(error).__name__
