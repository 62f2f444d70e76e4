"""A table as one profile follows it: events come in; views and the client's own duties go out.

Pure: no clock, no input or output; time is a parameter.

A `Refold` folds the events of a table again from the beginning, a few at a time. A proof of two histories can undo
events in the middle of a fold. They cannot be taken out there, so everything is folded again without them. A long table
takes a while for this, and messages must not wait.

An `AuditTimer` measures how long this client has waited for seeds that players have to open. A player who is late is
named. Seeds opened later still count in what the audit finds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from core.game import Seat
from net.deck.deck_seed import DealerKeys
from net.identity.identity import pid_of
from net.table import view_builder
from net.table.action import proposal
from net.table.clocks.wait_timer import GAP_MS
from net.table.duty import duty_list
from net.table.duty.divergence import STOPS, Divergence, Verdict
from net.table.duty.timekeeper import Timekeeper, left_of
from net.table.fold import game_end
from net.table.fold.mental_dealer import MentalDealer
from net.table.fold.table_state import TableState
from net.table.line.chance_duty import ChanceDealer
from net.table.line.game_line import GAME_KINDS
from net.table.line.match_history import MatchHistory
from net.table.line.step_register import Step
from net.table.seating.door_visitors import marked
from net.table.seating.nickname import nick_change
from net.table.seating.stand_in import standing_in
from net.view.contact_book import ContactBook
from net.view.table_view import OfferKind, TableView
from net.wire.commitment import fresh_lot
from net.wire.door_mark import DoorMark
from net.wire.event import Draft, Kind, Signed
from net.wire.event_data import Bye, data_of

PORTION = 8
"""Events that a table folds again before it lets other work run: some milliseconds."""

TOLD = object()


class Refold:
    """A second fold of a table's events, after news that undoes some of them; the first state stays as it was.

    Events that arrive meanwhile wait until the rest is folded. The result is the same as if all were folded at once.
    """

    def __init__(self, annals: TableState) -> None:
        """Begin with the events of `annals`."""
        self.annals = annals
        self._later: deque[Signed] = deque()
        self._steps = self._tell()

    def add(self, signed: Signed) -> None:
        """Take in an event that the feed accepted."""
        self._later.append(signed)

    def go_on(self, steps: int) -> bool:
        """Fold this many more events; tell whether all are folded: then `annals` is the state that counts."""
        return any(next(self._steps, TOLD) is TOLD for _ in range(steps))

    def _tell(self) -> Iterator[None]:
        while True:
            while (anew := self.annals.begun_anew()) is not None:
                for signed in self.annals.all:
                    anew.receive(signed)
                    yield
                anew.begin_to_play()
                yield
                while anew.read_ahead():
                    yield
                self.annals = anew
            if not self._later:
                return
            self.annals.receive(self._later.popleft())
            yield


class AuditTimer:
    """Whom the audit of one table waits for, and since when."""

    def __init__(self) -> None:
        """Wait for nobody."""
        self._since: dict[bytes, int] = {}
        self._now = 0

    def look(self, bringer: ChanceDealer, now: int, limit_ms: int) -> bool:
        """Check the audit at the time `now`; tell whether somebody has kept it waiting longer than `limit_ms`."""
        if not isinstance(bringer, MentalDealer) or bringer.dealing.judged:
            return False
        waited = [player for player, kind in bringer.dealing.waited() if kind is Kind.AUDIT]
        known = self._since if now - self._now <= GAP_MS else {}
        self._now, self._since = now, {player: known.get(player, now) for player in waited}
        late = [player for player, since in self._since.items() if since + limit_ms <= now]
        for player in late:
            bringer.dealing.refuse(player)
        return bool(late)


AROUND_LIMIT = 64
"""People without a seat who are remembered as present at a table."""


class TableProjection:
    """One table as the profile whose public key is `me` follows it.

    `lot` is 32 secret bytes that the journal keeps until they are opened at the start. `own` holds the secrets that are
    kept for ever: everything hidden from the others in the game is derived from them. `book` is the profile's contacts.
    """

    def __init__(self, tid: bytes, me: bytes, lot: bytes, own: DealerKeys | None = None) -> None:
        """Begin with nothing known of table `tid`; without `own` nothing hidden can be signed here."""
        self.tid, self.me, self.lot, self.own = tid, me, lot, own
        self.hand = own.secret if own else b""
        self.keeper = Timekeeper()
        self.patience = self.keeper.patience
        self._vigil, self.divergence = AuditTimer(), Divergence()
        self.annals, self.book = TableState(tid, own), ContactBook()
        self.version = 0
        self._nick = ""
        self._door: DoorMark | None = None
        self._stand_ins: dict[Seat, str] = {}
        self._stood_in: dict[Seat, str] = {}
        self._away: bool | None = None
        self._present: frozenset[str] = frozenset()
        self.around: dict[str, bytes] = {}
        self._retelling: Refold | None = None
        self._given: set[tuple[object, ...]] = set()
        self._painter = view_builder.ViewBuilder()
        self._seen: tuple[int, TableView] | None = None

    def receive(self, signed: Signed, *, at_once: bool = True) -> None:
        """Take in an event that the feed accepted, own events too; never raises for a validly signed one.

        An event that undoes a part of the game causes a refold: `at_once`, or by calls of `go_on`.
        """
        if self._retelling is not None:
            self._retelling.add(signed)
        elif self.annals.receive(signed):
            self._look_back()
        while at_once and self.retelling:
            self.go_on()

    def forked(self, author: bytes, first: Signed, second: Signed, *, at_once: bool = True) -> None:
        """Take in the feed's proof that `author` signed two histories; see `receive`."""
        if first.event.author == author and self.annals.frauds.forked(first, second) and not self.retelling:
            self._look_back()
        while at_once and self.retelling:
            self.go_on()

    def go_by(self, nick: str) -> None:
        """Let this profile go by `nick`; if the name is new, the next duties tell it to the table."""
        self._nick = nick

    def come_by(self, mark: DoorMark | None) -> None:
        """Let this profile play by a door, if there is a mark: the next duties tell that to the table once."""
        self._door = mark

    def stand_in(self, seat: Seat, bot: str) -> None:
        """Let a bot play on for this profile, or none if it is empty, as at first: the next duties tell the table."""
        self._stand_ins[seat] = bot

    def step_away(self, *, away: bool) -> None:
        """Leave the table, or come back to it: the next duties tell the table if it knows otherwise, and if it matters.

        That is so once the game is over, and before that where others wait for this profile or its bots, or where it
        is out of the game: others may ask it for a rematch later.
        """
        self._away = away

    @property
    def rematch_possible(self) -> bool:
        """Whether somebody who is heard now might ask this profile for a rematch."""
        return proposal.may_follow(self.annals, self.me, self._present)

    @property
    def strands(self) -> bool:
        """Whether others wait for this profile, or its bots, once it has left; not before the first decision."""
        course = self.course
        return course is not None and course.ply > 0 and self.annals.plays_on(self.me)

    @property
    def forsakes(self) -> bool:
        """Whether a game goes on without this profile, which leaves it or is out of it."""
        return self.annals.has_left(self.me)

    @property
    def retelling(self) -> bool:
        """Whether a refold is under way: until it is done nothing is signed and nothing new is shown."""
        return self._retelling is not None

    def go_on(self, steps: int = PORTION) -> bool:
        """Fold up to `steps` more events of a refold; tell whether it is done now."""
        if self._retelling is None or not self._retelling.go_on(steps):
            return False
        self.annals, self._retelling = self._retelling.annals, None
        self.version += 1
        return True

    def _look_back(self) -> None:
        """Begin a refold if there is news that undoes something; otherwise the state stays as it is shown."""
        retelling = None if self.annals.begun_anew() is None else Refold(self.annals)
        if retelling is None or retelling.go_on(1):
            self.version += 1
        else:
            self._retelling = retelling

    def heard(self, pids: Iterable[str]) -> None:
        """Set who is heard in the room or at the table now."""
        before, self._present = self._present, frozenset(pids)
        shown = {pid_of(self.annals.host), self.annals.claims.witness, *map(pid_of, self.annals.seated), *self.around}
        if (before ^ self._present) & shown:
            self.version += 1

    def hear_place(self, author: bytes, said: tuple[int, bytes, bytes]) -> None:
        """Take in another peer's place and what they see there (see `line_heads`); they are then at the table."""
        pid = pid_of(author)
        if author not in self.annals.seated and author != self.me and pid not in self.around:
            if len(self.around) >= AROUND_LIMIT:
                self.around = {one: key for one, key in self.around.items() if one in self._present}
            if len(self.around) < AROUND_LIMIT:
                self.around[pid] = author
                self.version += 1
        self.version += self.divergence.hear(self.annals, author, said)

    def hear_parting(self, pid: str) -> bool:
        """Take in that somebody who looked on has left the table; tell whether they were known to be there."""
        known = self.around.pop(pid, None) is not None
        self.version += known
        return known

    def hear_clocks(self, author: bytes, said: Sequence[int], place: tuple[int, bytes], now: int) -> None:
        """Take in the clock times that somebody sees at a place of the line, as `told_clocks` gives them."""
        if place == self.line_heads()[:2] and author in self.annals.seated and author != self.me:
            self.version += self.keeper.astray.hear(author, said, self.keeper.clocks(self.annals, self.me), now)

    def told_clocks(self, now: int) -> tuple[int, ...]:
        """Give the clock times for heads: milliseconds left, in seat order; empty where there are no clocks."""
        return left_of(self.keeper.clocks(self.annals, self.me), now)

    @property
    def verdict(self) -> Verdict:
        """Who sees a different position from whom."""
        return self.divergence.verdict(self.annals, self.me)

    def view(self) -> TableView:
        """Give the table as it stands; the same value until `version` grows."""
        if self._seen is None or self._seen[0] != self.version:
            who = view_builder.Viewer(self.me, self.hand, self._present, self.keeper)
            view = self._painter.paint(self.annals, who)
            self._seen = (self.version, self.divergence.shown(view, self.annals, self.verdict))
        return self._seen[1]

    def steps(self) -> tuple[Step, ...]:
        """Give the decisions of the game line whose lines are in the log."""
        return tuple(self.annals.line.register.steps) if self.annals.line else ()

    def history(self) -> tuple[Step, ...]:
        """Give all steps of the game line, including takebacks, pauses and what was taken back."""
        return tuple(self.annals.line.register.history) if self.annals.line else ()

    def line_heads(self) -> tuple[int, bytes, bytes]:
        """Give ply and the first 8 bytes of gprev and of the state digest, as heads carry them; empty before play."""
        course = self.course
        return (course.ply, course.gprev[:8], course.state[:8]) if course else (0, b"", b"")

    def duties(self, now: int | None = None) -> tuple[Draft, ...]:
        """Give what this client must sign now by itself, each duty once: ask only when it will be signed at once.

        After a restart, ask when the own chain is complete: what was signed before is not asked for again. `now`
        (milliseconds) lets time pass: without it nobody is waited for.
        """
        fresh: list[Draft] = []
        if self.retelling:
            return ()
        if now is not None:
            self.version += self.keeper.look(self.annals, self.me, now)
            self.version += self._watch_audit(now)
        receipts = self.keeper.watch.receipts(self.annals, self.me, now)
        lot = fresh_lot(self.lot, self.hand, self.annals.roster.undone)
        for draft in (*self._owed(lot), *receipts, *game_end.receipts(self.annals, self.me, now)):
            key = (draft.kind, draft.data, draft.seat, draft.ply, draft.gprev)
            if key not in self._given and self._may_sign(draft):
                self._given.add(key)
                fresh.append(draft if any(draft.gprev) else self._anchored(draft))
        return (*fresh, *self._renamed(), *self._marked(), *self._played_for(), *self._parted())

    def _owed(self, lot: bytes) -> Iterator[Draft]:
        return duty_list.owed(self.annals, self.me, lot, self.hand, self.patience, shunned=self.book.shunned)

    def _renamed(self) -> Iterator[Draft]:
        """Tell the table this profile's name once, if the table goes on and knows another name."""
        annals, (nick, self._nick) = self.annals, (self._nick, "")
        if nick and annals.nicks.get(self.me, nick) != nick and not annals.roster.closed:
            yield self._anchored(Draft(Kind.TALK, data_of(nick_change(nick))))

    def _marked(self) -> Iterator[Draft]:
        """Tell the table by which door this profile plays, once it is somebody there."""
        annals, mark = self.annals, self._door
        if mark is not None and self.me in annals.nicks and not annals.roster.closed:
            self._door = None
            if self.me not in annals.visitors.marks:
                yield self._anchored(Draft(Kind.TALK, data_of(marked(mark))))

    def _played_for(self) -> Iterator[Draft]:
        """Tell the table once which bots play on for this profile where it knows it otherwise, while the game lasts."""
        annals = self.annals
        if annals.line is not None and not annals.line.course.over:
            for seat in annals.roster.seats_of(self.me):
                bot = self._stand_ins.get(seat, "")
                if bot not in {annals.stand_ins.of(self.me, seat), self._stood_in.get(seat)}:
                    self._stood_in[seat] = bot
                    yield self._anchored(Draft(Kind.TALK, data_of(standing_in(bot)), seat))

    def _parted(self) -> Iterator[Draft]:
        """Say goodbye to a table that is left, or take that back: any word of a seat does."""
        (away, self._away), gone = (self._away, None), self.me in self.annals.byes
        if away and not gone and (self.rematch_possible or self.strands or self.forsakes):
            yield self._anchored(Draft(Kind.BYE, data_of(Bye(""))))
        if away is False and gone:
            for seat in self.annals.roster.seats_of(self.me)[:1]:
                yield self._anchored(Draft(Kind.TALK, data_of(standing_in("")), seat))

    def _watch_audit(self, now: int) -> bool:
        terms = self.annals.terms
        return bool(terms) and self._vigil.look(self.annals.bringer, now, 1000 * int(terms["patience"]))

    @property
    def course(self) -> MatchHistory | None:
        """The history of the match, None before it begins."""
        return self.annals.line.course if self.annals.line else None

    def _may_sign(self, draft: Draft) -> bool:
        """Tell whether a duty may be signed: where positions differ none of the line, except to go back together."""
        if draft.kind not in GAME_KINDS or self.verdict not in STOPS:
            return True
        course = self.course
        back = self.annals.motions.of_kind(OfferKind.REWIND, course) if course is not None else ()
        return draft.kind == Kind.TAKE and any(motion.id == draft.data[0][0] for motion in back)

    def _anchored(self, draft: Draft) -> Draft:
        course = self.course
        return replace(draft, ply=course.ply, gprev=course.gprev) if course else draft
