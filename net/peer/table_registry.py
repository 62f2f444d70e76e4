"""The tables that a profile has open: sessions, the handles that faces hold, and errors that end one table alone.

Tables that are not open stay in the journal: `going_on` finds them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, cast

from core.fault import Fault
from net.club.paired_people import paired_people
from net.deck.deck_seed import DealerKeys
from net.identity.identity import Identity, pid_of
from net.peer.follow_up import FollowUp
from net.peer.publisher import clearing
from net.peer.table_handle import TableHandle
from net.peer.table_session import TableSession
from net.storage.journal import Journal, Progress
from net.storage.profile import Profile
from net.sync.replication import Stage
from net.table.action import proposal
from net.table.fold.game_end import counted, is_settled, is_told
from net.table.fold.table_state import TITLE_LIMIT
from net.table.seating.reservation import reserving
from net.table.view_builder import is_audited, phase_of
from net.transport import diagnostic_log
from net.transport.transport import OutgoingMessage
from net.view.room_view import InvitedView
from net.view.table_view import Phase
from net.wire.event import Draft, Kind, Signed
from net.wire.event_data import data_of, is_self_certified
from net.wire.invitation import Invitation
from net.wire.sanitizer import clean

if TYPE_CHECKING:
    from net.peer.peer import Peer

DAY_MS = 24 * 3_600_000
PURSUED_MS = 30 * DAY_MS
"""How long after one's last event a table that is not settled is resumed by itself."""

KEPT_MS = 7 * DAY_MS
"""How long the broker keeps a finished table, for those who were away at its end."""

SWEPT = frozenset({Progress.OVER, Progress.UNTOLD})
"""The progress of a table that the broker keeps no longer after that time."""

BEYOND = frozenset({Kind.START, Kind.REVEAL, Kind.BYE})
"""What one has said at a table that waits for players no more."""

OWING = frozenset({Progress.UNSETTLED, Progress.UNTOLD, Progress.LEFT})
"""The progress of a table that is followed in the background once it was left."""


class TableRegistry:
    """Open tables by their ids."""

    def __init__(
        self, identity: Identity, journal: Journal, chair: Peer, rng: Random, entropy: Callable[[int], bytes]
    ) -> None:
        """Keep tables of `identity` in `journal`; `chair` is the peer that speaks at them."""
        self.desks: dict[bytes, TableSession] = {}
        self.handles: dict[bytes, TableHandle] = {}
        self.onward = FollowUp()
        self.failures: list[Exception] = []
        self._identity = identity
        self._journal = journal
        self._chair = chair
        self._rng = rng
        self._entropy = entropy
        self.background: set[bytes] = set()
        self.lingering: set[bytes] = set()
        self.attended: set[bytes] = set()
        self.visited: set[bytes] = set()
        self.pursued: list[TableHandle] = []
        self._progress: dict[bytes, Progress] = {}
        self._level: dict[bytes, int] = {}
        self._named: set[bytes] = set()
        self._outdated: dict[bytes, tuple[str, int]] = {}

    def __iter__(self) -> Iterator[TableSession]:
        """Iterate over the sessions that are open now."""
        return iter(tuple(self.desks.values()))

    def open(self, invitation: Invitation, title: str = "", game: str = "") -> tuple[TableHandle, TableSession]:
        """Open the session of a table with its secret and journal; raise what the journal raises."""
        tid = invitation.tid or b""
        last = self._journal.table(tid)
        former = self._journal.former_way(tid) or (last.invitation if last is not None else str(invitation))
        self._journal.add_table(tid, str(invitation), title, game)
        lot = self._journal.keep_secret(tid, "lot", self._identity.secret("lot", tid))
        own = DealerKeys.of(self._identity, self._journal.keep_secret(tid, "hand", self._identity.secret("hand", tid)))
        desk = TableSession(
            self._identity, invitation, self._journal, self._rng, lot=lot, own=own, entropy=self._entropy
        )
        before = Invitation.parse(former)
        desk.arrives = before.place != invitation.place
        desk.table.book = self._journal.contacts.book
        self._progress.pop(tid, None)
        desk.load()
        if last is not None and last.progress not in {Progress.OPEN, Progress.UNSENT}:
            desk.delivered = desk.feed.heads().get(self._identity.public, (-1, b""))[0]
        if desk.arrives:
            self._outdated[tid] = desk.word_to(before)
        desk.outdated = self._outdated.get(tid, desk.outdated)
        self.desks[tid], self.handles[tid] = desk, TableHandle(desk, self._chair)
        return self.handles[tid], desk

    def reserved(self, salt: bytes, terms: Mapping[str, str]) -> tuple[Draft, ...]:
        """Give what a new table with this salt and these terms tells first: for whom it is, if for a pairing."""
        people: dict[str, str] = {}
        with suppress(Fault):  # a club that cannot be read keeps no table from being opened
            people = paired_people(self._identity, self._journal, salt, terms)
        return (Draft(Kind.TALK, data_of(reserving(people))),) if people else ()

    def going_on(self, room: Invitation) -> tuple[Invitation, ...]:
        """List the journalled tables of a room that go on and at which this profile has ever said a word."""
        rows = [(row.tid, Invitation.parse(row.invitation)) for row in self._journal.tables() if not row.over]
        return tuple(at for tid, at in rows if at.to_room() == room and self._journal.has_own(tid))

    def invited(self, room: Invitation, tid: bytes) -> Invitation:
        """Return the invitation to a table of a room: from the journal, or as a public table."""
        row = self._journal.table(tid)
        return Invitation.parse(row.invitation) if row else room.at_table(tid)

    def owing(self, room: Invitation, now: int) -> tuple[Invitation, ...]:
        """List the journalled tables of a room whose end somebody has not heard yet; see `owed`."""
        return tuple(at for at in owed(self._journal, now) if at.to_room() == room)

    def owes(self, desk: TableSession) -> bool:
        """Tell whether an open table is over and somebody has not heard of its end yet; or left, and we have not.

        A table that is being told anew, because of somebody who signed two histories, may still owe that. What was said
        in a game without a connection is owed too.
        """
        self.file(desk)
        waits = desk.tid in self.background or desk.sync.stage is not Stage.LIVE
        owing = desk.table.retelling or self._progress.get(desk.tid) in OWING or (waits and self.is_unsent(desk))
        return desk.failure is None and owing

    def is_unsent(self, desk: TableSession) -> bool:
        """Tell whether a player has said something, in a game that goes on with others, that has not come back yet."""
        annals, me = desk.table.annals, desk.table.me
        plays = phase_of(annals) in {Phase.STARTING, Phase.PLAYING, Phase.FROZEN} and me in annals.seated
        return plays and bool(annals.seated - {me}) and desk.undelivered

    def is_parted(self, desk: TableSession) -> bool:
        """Tell whether a game goes on without this profile, and all others have heard that: its end may come later."""
        annals = desk.table.annals
        left = self._progress.get(desk.tid) is Progress.LEFT and not annals.has_declared(desk.table.me)
        return left and not desk.table.retelling and desk.sync.level

    def is_given_up(self, desk: TableSession) -> bool:
        """Tell whether somebody else opened a table, and this profile has and had no seat in its game: it is over.

        Whoever comes to it again takes it up again.
        """
        annals, me = desk.table.annals, desk.table.me
        if annals.genesis is None or annals.host == me:
            return False
        if phase_of(annals) is Phase.GATHERING:
            return not annals.roster.has_seat(me)
        watched = phase_of(annals) in {Phase.STARTING, Phase.PLAYING, Phase.FROZEN}
        return watched and not annals.roster.seats_of(me) and me not in annals.roster.known

    def waits(self, desk: TableSession) -> bool:
        """Tell whether a game has not begun and needs this program to begin.

        Only its host's program gives the seats, and each program agrees for those who sit there.
        """
        annals, me = desk.table.annals, desk.table.me
        gathers = annals.genesis is not None and phase_of(annals) in {Phase.GATHERING, Phase.STARTING}
        return desk.failure is None and gathers and (annals.host == me or annals.roster.has_seat(me))

    def attends(self, desk: TableSession) -> bool:
        """Tell whether a waiting table is followed in the background, and on in the game that began there meanwhile."""
        return desk.tid in self.attended and (self.waits(desk) or phase_of(desk.table.annals) is Phase.PLAYING)

    def waiting(self, room: Invitation, now: int) -> tuple[Invitation, ...]:
        """List the journalled tables of a room that this profile opened or sat down at, and that have not begun.

        Those of which this profile has said nothing for `KEPT_MS` are left out.
        """
        found = []
        for at in self.going_on(room):
            own = self._journal.outbox(at.tid or b"")
            kinds = {signed.event.kind for signed in own}
            recent = bool(own) and own[-1].event.ts + KEPT_MS > now
            if recent and not kinds & BEYOND:
                found.append(at)
        return tuple(found)

    def done(self) -> list[TableSession]:
        """Return the tables in the background at which nothing is left to do."""
        behind = [desk for desk in self if desk.tid in self.background and not self.lingers(desk)]
        return [desk for desk in behind if not (self.owes(desk) or self.attends(desk))]

    def lingers(self, desk: TableSession) -> bool:
        """Tell whether a finished table is followed because a rematch may be asked for there.

        It was left after the end, or before its game began, which went on in the background.
        """
        return desk.tid in self.lingering | self.attended and desk.failure is None and desk.table.rematch_possible

    def wishes(self) -> tuple[InvitedView, ...]:
        """Return who asks this profile for a rematch at tables that it has left."""
        found = []
        left = self.background & (self.lingering | self.attended)
        for desk in self:
            annals = desk.table.annals
            motion = proposal.asking(annals, desk.table.me) if desk.tid in left else None
            if motion is not None and annals.genesis is not None:
                who, title = annals.nick(motion.author), clean(annals.genesis.title, TITLE_LIMIT)
                at = desk.tid.hex(), "", motion.ts, annals.genesis.game, title
                found.append(InvitedView(pid_of(motion.author), who, *at))
        return tuple(found)

    def sweep(self, room: Invitation, now: int) -> list[OutgoingMessage]:
        """Clear what the broker keeps of ours at tables of a room that have been over for `KEPT_MS`, each once.

        After their own chain, a host also clears what the others left there: they may never come back to it.
        """
        posts: list[OutgoingMessage] = []
        others: list[OutgoingMessage] = []
        for row in self._journal.tables():
            if row.progress in SWEPT and Invitation.parse(row.invitation).to_room() == room:
                own = self._journal.outbox(row.tid)
                if own and own[-1].event.ts + KEPT_MS < now and row.tid not in self.desks:
                    posts += clearing(row.tid, self._identity.pid, own)
                    others += self._clearing_all(row.tid, own)
                    self._journal.clear_table(row.tid)
        return [*posts, *others]

    def finish(self, desk: TableSession) -> list[OutgoingMessage]:
        """Clear what the broker keeps of ours at a finished table, once all others have its whole log."""
        own = desk.feed.events(self._identity.public)
        if self._progress.get(desk.tid) is not Progress.OVER or not own or not desk.sync.level:
            return []
        self._journal.clear_table(desk.tid)
        return clearing(desk.tid, self._identity.pid, own)

    def _clearing_all(self, tid: bytes, own: Sequence[Signed]) -> list[OutgoingMessage]:
        """Clear all other chains of a table if we were its host."""
        if not is_self_certified(own[0]):
            return []
        chains: dict[bytes, list[Signed]] = {}
        for signed in self._journal.events(tid):
            chains.setdefault(signed.event.author, []).append(signed)
        others = (chain for author, chain in chains.items() if author != self._identity.public)
        return [post for chain in others for post in clearing(tid, pid_of(chain[0].event.author), chain)]

    def remove(self, tid: bytes) -> bool:
        """Drop a table; tell whether it was open."""
        desk = self.desks.pop(tid, None)
        self.background.discard(tid)
        self.lingering.discard(tid)
        self.attended.discard(tid)
        self.visited.discard(tid)
        if desk is not None:
            self._put_away(desk)
        return self.handles.pop(tid, None) is not None

    def close(self) -> None:
        """Journal that the open tables were left in order; they stay as they are."""
        for desk in self:
            self._put_away(desk)

    def _put_away(self, desk: TableSession) -> None:
        if self._progress.get(desk.tid) is Progress.OPEN:
            found = Progress.UNSENT if self.is_unsent(desk) else Progress.GOES_ON
            with suppress(Fault):
                self._journal.close_table(desk.tid, found)
                self._progress[desk.tid] = found

    def work(self, desk: TableSession, work: Callable[[], bool]) -> bool:
        """Let a table work and tell whether it has changed; an error ends that table and nothing else."""
        if desk.failure is not None:
            return False
        try:
            return work()
        except Exception as error:  # noqa: BLE001 an assertion or a full disk ends the table, never the program
            self.failures.append(error)
            diagnostic_log.failed(f"table {diagnostic_log.mark(desk.tid)}", error)
            desk.fail(error)
            self.touch([desk])
            return True

    def touch(self, desks: Iterable[TableSession]) -> None:
        """Tell of changed tables: journal whom they are played with, and stop offering those that ended."""
        for desk in desks:  # no view is built here: a face does that when it looks
            annals = desk.table.annals
            if annals.game and desk.tid not in self._named:
                self._named.add(desk.tid)
                view = desk.table.view()
                with suppress(Fault):
                    self._journal.add_table(desk.tid, str(desk.invitation), view.title, view.game)
            self.file(desk)
            if desk.tid in self.handles:
                self.handles[desk.tid].touch()

    def file(self, desk: TableSession) -> None:
        """Journal how far a table has come, if that is news."""
        if not desk.table.retelling and (found := self._come(desk)) is not self._progress.get(desk.tid):
            with suppress(Fault):
                self._journal.close_table(desk.tid, found)
                self._progress[desk.tid] = found

    def _come(self, desk: TableSession) -> Progress:
        annals = desk.table.annals
        phase = phase_of(annals)
        if phase is Phase.OVER and not (is_settled(annals) and is_audited(annals)):
            return Progress.UNSETTLED
        if phase not in {Phase.CLOSED, Phase.OVER}:
            return Progress.LEFT if annals.has_left(desk.table.me) else Progress.OPEN
        line, me = annals.line, desk.table.me
        if line is None or not annals.seated - {me}:
            return Progress.OVER
        asked = me in annals.seated | counted(annals)
        signed = not asked or annals.settlement.has_signed(me, line.course)
        if signed and desk.sync.level:
            self._level[desk.tid] = line.course.ply
        known = not asked or self._level.get(desk.tid) == line.course.ply
        return Progress.OVER if known and is_told(annals) else Progress.UNTOLD

    def meet(self, heard: frozenset[str]) -> list[TableSession]:
        """Tell every table who is heard now; return those for which it is news."""
        changed = []
        for desk in self:
            before = desk.table.version
            desk.table.heard(heard)
            if desk.table.version != before:
                changed.append(desk)
        return changed

    def next_due(self) -> list[int]:
        """Return the times at which tables have something to do."""
        return [due for desk in self if (due := desk.next_due()) is not None]


def examine(profile: Profile, journal: Journal) -> None:
    """Check once the tables that a program had open when it was killed, and journal how far they have come.

    Call it before any table is opened.
    """
    if profile.examined:
        return
    profile.examined = True
    nobody = cast("Peer", None)  # who speaks there: nobody does
    shelf = TableRegistry(profile.identity, journal, nobody, Random(0), bytes)  # noqa: S311 nothing is drawn
    for row in journal.tables():
        if row.progress is Progress.OPEN:
            with suppress(Fault):  # it is told when that table is opened
                _, desk = shelf.open(Invitation.parse(row.invitation))
                shelf.file(desk)
                shelf.remove(desk.tid)


def is_asked_for(journal: Journal, now: int) -> bool:
    """Tell whether a journal has a table that needs to be checked or pursued when its profile is opened."""
    return any(row.progress is Progress.OPEN for row in journal.tables()) or bool(owed(journal, now))


def owed(journal: Journal, now: int) -> tuple[Invitation, ...]:
    """List the tables of a journal whose end somebody has not heard yet, or that were left for good before it.

    So are games at which something was said that the broker may not have. They, and tables that are not settled, are
    listed for `PURSUED_MS` after one's last event there; for a spectator, after anybody's last event. Other tables are
    listed as long as a broker keeps them.
    """
    found = []
    for row in journal.tables():
        limit_ms = PURSUED_MS if row.unsettled or row.progress is Progress.UNSENT else KEPT_MS
        said = (journal.outbox(row.tid) or journal.events(row.tid)) if row.owes else ()
        if said and said[-1].event.ts + limit_ms > now:
            found.append(Invitation.parse(row.invitation))
    return tuple(found)
