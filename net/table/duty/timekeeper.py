"""The timekeeper of one client at one table: whose clock runs since when, what we declare, and whom we doubt.

What is left on a clock comes from the log (`net.table.clocks.time_control`). The times here only decide what this
client declares for its own seats, what it shows, and when it says something about others. Pure: `look` is given the
time.

Heads carry what their author sees left on each clock. `ClockDisagreement` only notes where this differs from the clocks
here: nobody's time depends on what others say of it, but two who count differently learn so before one claims a flag.

`WitnessWatch` gives the receipts that the witness of a table signs unasked, by the witness's own clock: for a decision
when it arrives; for days of vacation that are taken; for a place when somebody can decide there, unless a receipt tells
that already; for a claim, as long as what it claims has not arrived. What arrived while the witness was away gets no
receipt.
`net.table.clocks.flag_fall` says what receipts are worth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from core.fault import IllegalAction, sentence
from core.game import Seat
from net.table.clocks.flag_fall import THINKING
from net.table.clocks.time_control import DAY_MS, SECOND_MS, Reckoning, TimeControl, read_time_control
from net.table.clocks.wait_timer import FINAL_MS, GAP_MS, WaitTimer
from net.table.duty.duty_list import awaited, late_answers
from net.table.fold.table_state import TableState
from net.table.fold.table_terms import HONOUR
from net.table.line.claim import OwedKind, Wait
from net.table.line.game_line import GameLine
from net.table.line.step_register import Step
from net.view.clock_view import ClockView, SeatClock
from net.view.table_view import NoteLine, OfferKind
from net.wire.event import Draft, Kind
from net.wire.event_data import Seen, data_of

APART_MS = 15_000
"""A greater difference between clocks is noted: messages take time, and a claim has a grace period for that."""
DAYS_APART_MS = 3_600_000
"""The same if days are counted."""

TALKING = sentence("All are talking before this round: move in {seconds} seconds, or once everybody is ready.")
OVER = sentence("Your time is over: no vacation can be taken any more.")
DIFFER = sentence("Clocks differ: {seat} has {theirs} s left on the clock of {nick}, {ours} s on yours.")


def left_of(clocks: Sequence[ClockView], now: int) -> tuple[int, ...]:
    """Return what is left on each clock at the time `now`, in seat order, in milliseconds."""
    return tuple(max(0, clock.left_ms(now)) for clock in sorted(clocks, key=lambda clock: clock.seat))


class ClockDisagreement:
    """The clocks of one table about which programs differ, by the other's public key."""

    def __init__(self) -> None:
        """Begin with none."""
        self._found: dict[bytes, Mapping[Seat, tuple[int, int]]] = {}

    def hear(self, author: bytes, said: Sequence[int], clocks: Sequence[ClockView], now: int) -> bool:
        """Compare what somebody says with the clocks here; tell whether the notes have changed."""
        ours = left_of(clocks, now)
        apart = DAYS_APART_MS if any(clock.clock.period_ms >= DAY_MS for clock in clocks) else APART_MS
        both = zip(sorted(clock.seat for clock in clocks), said, ours, strict=False)
        found = {seat: (theirs, mine) for seat, theirs, mine in both if abs(theirs - mine) > apart}
        if len(said) != len(ours) or found.keys() == self._found.get(author, {}).keys():
            return False
        self._found[author] = found
        return True

    def notes(self, annals: TableState) -> list[NoteLine]:
        """Note who sees other clocks, while the game goes on."""
        if annals.line is None or annals.line.course.over:
            return []
        at, names = annals.line.course.match.ply, annals.roster.names
        return [
            NoteLine(at, DIFFER, _fields(annals.nick(author), names[seat], *times))
            for author, found in sorted(self._found.items())
            for seat, times in sorted(found.items())
            if author in annals.seated and seat in names
        ]


def _fields(nick: str, seat: str, theirs: int, ours: int) -> tuple[tuple[str, str], ...]:
    told = (str(min(max(0, ms), 999 * DAY_MS) // SECOND_MS) for ms in (theirs, ours))
    return (("nick", nick), ("seat", seat), *zip(("theirs", "ours"), told, strict=True))


class WitnessWatch:
    """What one witness has seen at a table."""

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self._read: int | None = None
        self._told = b""

    def interrupted(self) -> None:
        """Notice that the connection is gone."""
        self._read = None

    def receipts(self, annals: TableState, me: bytes, now: int | None) -> Iterator[Draft]:
        """Return the receipts that the owner of the key `me` owes at the time `now`, if they are the witness."""
        line = annals.line
        if now is None or line is None or not annals.is_witness(me) or me in {*annals.seated, *annals.forks}:
            return
        decided, place, claims = self._decisions(line), *_open(annals, line)
        if place in {event[:16] for event in decided}:
            self._told = place
        for seen in (*decided, *([place] if place and place != self._told else []), *_vacations(line), *claims):
            if not annals.claims.has_seen(seen):
                yield Draft(Kind.SEEN, data_of(Seen(seen, now)))

    def _decisions(self, line: GameLine) -> list[bytes]:
        first, self._read = self._read, len(line.register.steps)
        return [] if first is None else [step.id for step in line.register.steps[first:] if step.kind is Kind.MOVE]


def _open(annals: TableState, line: GameLine) -> tuple[bytes, list[bytes]]:
    """Return the place where somebody is to decide, empty if nobody is, and the claims about it."""
    waits = [wait for wait in line.waits() if wait.what in THINKING]
    return line.course.gprev if waits else b"", [claim for wait in waits for claim in annals.claims.claim_ids(wait)]


def _vacations(line: GameLine) -> list[bytes]:
    """Give the vacation days that were taken for the decisions owed now."""
    return [one.id for one in line.vacations if one.ply == line.course.ply]


GRACE_MS = 15_000
"""Time from a flag's fall by our clock to our earliest claim: clocks differ, and messages are under way."""
WITNESSED_MS = 3_000
"""The same if a witness decides."""
LAG_MS = 2_000
"""A declared time may be this much shorter than what we saw, without a doubt."""
SLOWEST_MS = 5_000
"""The longest message delay that is allowed for."""

TIMED = frozenset({Kind.MOVE, Kind.REVEAL})
"""The kinds of a step that declare how long its seat took; a reveal does so by its `commit`."""
PLACES: dict[int, int] = {Kind.MOVE: 1, Kind.COMMIT: 2}
"""Where in a decision's data its time stands."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn of a seat: its decisions before this one, since when it thinks, and whether we saw all of it."""

    count: int
    since: int
    whole: bool


class Timekeeper:
    """What one client knows of time at one table."""

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self.patience = WaitTimer()
        self.watch = WitnessWatch()
        self.astray = ClockDisagreement()
        self.doubtful: set[Seat] = set()
        self._now: int | None = None
        self._opened: int | None = None
        self._turns: dict[Seat, Turn] = {}
        self._rests: dict[Seat, Turn] = {}
        self._reckoning = Reckoning()
        self._read = 0
        self._tail = b""
        self._offsets: dict[bytes, int] = {}
        self._talk_end: int | None = None

    def look(self, annals: TableState, me: bytes, now: int) -> bool:
        """Look at a running game for the owner of the key `me`; tell whether anything is new."""
        line = annals.line
        if line is None:
            self._now = now
            return bool(annals.terms) and self._look_at_lots(annals, now)
        before = (dict(self._turns), len(self.doubtful), self.negotiates(annals, self._now or now))
        steps, waits, own = line.register.steps, line.waits(), annals.roster.seats_of(me)
        pace = read_time_control(annals.terms["clock"])
        self._opened = now if self._opened is None else self._opened
        self._reckoning.look(steps)
        counts, last = self._reckoning.counts, self._reckoning.last
        began = min(now, self._opened if last is None else last)
        cut = self._read > 0 and (len(steps) < self._read or steps[self._read - 1].id != self._tail)
        if cut:
            self._rests.clear()
        self._stop(waits, counts, now)
        for wait in waits:
            if wait.what in THINKING:
                trusted = wait.seat in own or (pace is not None and pace.daily)
                self._run(wait.seat, counts[wait.seat], now, began if trusted else now, trusted=trusted)
        self._hear(steps, own, now, cut=cut)
        self._now = now
        limit_ms = 1000 * int(annals.terms["patience"]) + line.course.negotiation_ms
        self._talk_end = self.negotiation_end(annals)
        falls = {} if pace is None else self._falls(annals, pace, waits, began, limit_ms)
        final_ms = FINAL_MS + limit_ms * (annals.terms["flag"] != HONOUR)
        late = late_answers(annals)
        patient = self.patience.look(waits, annals.claims, now, limit_ms, falls=falls, final_ms=final_ms, late=late)
        return patient or before != (self._turns, len(self.doubtful), self.negotiates(annals, now))

    def negotiation_end(self, annals: TableState) -> int | None:
        """Return the time at which the negotiation phase ends here; None without one, or if it has not begun here."""
        line = annals.line
        turn = None if line is None or line.course.mover is None else self._turns.get(line.course.mover)
        if line is None or turn is None or not line.negotiating:
            return None
        last = self._reckoning.last
        since = turn.since if turn.whole or last is None else min(turn.since, last)
        return since + line.course.negotiation_ms

    def negotiates(self, annals: TableState, now: int | None = None) -> bool:
        """Tell whether a negotiation phase is on at the time `now`; None: when time was last looked at."""
        if annals.line is None or annals.line.paused or not annals.line.negotiating:
            return False
        end, now = self.negotiation_end(annals), self._now if now is None else now
        return end is None or now is None or now < end

    def next_due(self) -> int | None:
        """Return the time at which a wait is over or a negotiation phase ends; None if nothing runs."""
        ends = [self._talk_end] if self._talk_end is not None and self._talk_end > (self._now or 0) else []
        return min((at for at in (self.patience.next_due(), *ends) if at is not None), default=None)

    def _look_at_lots(self, annals: TableState, now: int) -> bool:
        """Check who has not opened their lot; if days are counted, they have those days too, from the start on."""
        pace, limit_ms = read_time_control(annals.terms["clock"]), 1000 * int(annals.terms["patience"])
        waits, days_ms = awaited(annals), pace.start.period_ms if pace is not None and pace.daily else 0
        end = min(now, annals.roster.started_at) + limit_ms + days_ms
        return self.patience.look(
            waits, annals.claims, now, limit_ms, falls=dict.fromkeys(waits, end) if days_ms else {}
        )

    def interrupted(self) -> None:
        """Notice that the connection is gone: what arrives later does not tell how long others took."""
        self.watch.interrupted()
        self._turns = {seat: replace(turn, whole=False) for seat, turn in self._turns.items()}
        self._rests = {seat: replace(turn, whole=False) for seat, turn in self._rests.items()}

    def since(self, seat: Seat) -> int | None:
        """Return the time since when a seat has been thinking; None if it is not."""
        turn = self._turns.get(seat)
        return None if turn is None else turn.since

    def stamped(self, draft: Draft, now: int) -> Draft:
        """Declare in a decision how long we took; if it ends a pause, how long before the pause."""
        place = PLACES.get(draft.kind)
        if place is None or draft.seat is None:
            return draft
        seat = Seat(draft.seat)
        since, rest = self.since(seat), self._rests.get(seat)
        spent = (rest.since if rest is not None else 0) if since is None else max(0, now - since)
        return replace(draft, data=(*draft.data[:place], spent, *draft.data[place + 1 :]))

    def check(self, annals: TableState, draft: Draft, now: int | None = None) -> None:
        """Raise `IllegalAction` if a stamped move comes before the negotiation phase is over.

        The same for vacation days that are to be taken when the time is over at the time `now`.
        """
        line = annals.line
        if draft.kind is Kind.OFFER and draft.data[:1] == (OfferKind.VACATION.value,) and now is not None:
            clock = next((one for one in self.clocks(annals) if one.seat == draft.seat), None)
            if clock is not None and not clock.left_ms(now):
                raise IllegalAction(OVER)
            return
        if draft.kind is not Kind.MOVE or line is None or not line.negotiating:
            return
        spent = draft.data[PLACES[draft.kind]]
        assert isinstance(spent, int)
        if spent < line.course.negotiation_ms:
            raise IllegalAction(TALKING, seconds=-(-(line.course.negotiation_ms - spent) // SECOND_MS))

    def clocks(self, annals: TableState, me: bytes = b"") -> tuple[ClockView, ...]:
        """Return the clocks of all seats for a face; none without a clock or a game.

        The time of a negotiation phase runs on no clock. Before the first `look`, as while the table was not reached
        yet, the clocks of the key `me` run from where that look will count them.
        """
        if annals.line is None or (pace := read_time_control(annals.terms["clock"])) is None:
            return ()
        left = _left(annals, annals.line, pace)
        free = annals.line.course.negotiation_ms
        ahead = self._ahead(annals, annals.line, me, pace) if self._now is None else {}
        known = {seat: self.since(seat) or ahead.get(seat) for seat in left}
        began = {seat: since + free for seat, since in known.items() if since is not None}
        return tuple(ClockView(seat, clock, began.get(seat), seat in self.doubtful) for seat, clock in left.items())

    @staticmethod
    def _ahead(annals: TableState, line: GameLine, me: bytes, pace: TimeControl) -> dict[Seat, int]:
        """Return since when the first look will let seats think whose time does not depend on when we look."""
        last = max((step.ts for step in line.register.steps), default=None)
        if last is None:
            return {}
        own = annals.roster.seats_of(me)
        return {wait.seat: last for wait in line.waits() if wait.what in THINKING and (pace.daily or wait.seat in own)}

    def _stop(self, waits: Sequence[Wait], counts: Counter[Seat], now: int) -> None:
        """Stop the turns of seats that no longer think, or think about another decision; keep their times."""
        thinking = {wait.seat for wait in waits if wait.what in THINKING}
        for seat, turn in tuple(self._turns.items()):
            if seat not in thinking or counts[seat] != turn.count:
                del self._turns[seat]
                self._rests[seat] = replace(turn, since=now - turn.since)

    def _run(self, seat: Seat, count: int, now: int, began: int, *, trusted: bool) -> None:
        """Start a seat's turn; a client that has not looked for long does not know since when others think."""
        turn, rest = self._turns.get(seat), self._rests.get(seat)
        away = self._now is None or now - self._now > GAP_MS
        if turn is None:
            since = began if self._now is None else now
            if rest is not None and rest.count == count:
                since -= rest.since
            self._turns[seat] = Turn(count, since, whole=self._now is not None)
        elif away and not trusted:
            self._turns[seat] = Turn(count, now, whole=False)

    def _hear(self, steps: Sequence[Step], own: Collection[Seat], now: int, *, cut: bool) -> None:
        """Compare what others declare with what we saw; after a takeback all thinking begins anew."""
        if cut:
            self._rests.clear()
        elif self._now is not None:
            for at in range(self._read, len(steps)):
                self._compare(steps[at], self._reckoning.before(at), now, own)
        self._read, self._tail = len(steps), steps[-1].id if steps else b""

    def _compare(self, step: Step, count: int, now: int, own: Collection[Seat]) -> None:
        offset = self._offsets[step.author] = min(now - step.ts, self._offsets.get(step.author, now - step.ts))
        rest = self._rests.get(step.seat)
        if step.seat in own or step.kind not in TIMED or rest is None or rest.count != count or not rest.whole:
            return
        allowed = LAG_MS + min(SLOWEST_MS, now - step.ts - offset)
        cut_short = rest.since + LAG_MS + SLOWEST_MS < step.free_ms <= step.spent_ms
        if step.spent_ms < rest.since - allowed or cut_short:
            self.doubtful.add(step.seat)

    def _falls(
        self, annals: TableState, pace: TimeControl, waits: Sequence[Wait], began: int, limit_ms: int
    ) -> dict[Wait, int]:
        """Return the times from which each wait may be claimed.

        If days are counted, programs have patience and those days, from the last step (time `began`) on; for their word
        about somebody else, from the claim on.
        """
        assert annals.line is not None
        left = _left(annals, annals.line, pace)
        grace = GRACE_MS if annals.terms["flag"] == HONOUR else WITNESSED_MS
        falls = {}
        for wait in waits:
            since = self.since(wait.seat)
            if wait.what in THINKING and since is not None and wait.seat in left:
                falls[wait] = since + left[wait.seat].left_ms + grace + annals.line.course.negotiation_ms
            elif pace.daily:
                asked = annals.claims.asked_at(wait.stop) if wait.what is OwedKind.WORD else began
                falls[wait] = max(began, asked) + limit_ms + pace.start.period_ms
        return falls


def _left(annals: TableState, line: GameLine, pace: TimeControl) -> Mapping[Seat, SeatClock]:
    """Return what the seats have left, with the vacation days that they have taken for the decisions they owe now."""
    left = dict(annals.claims.left(line, pace, line.holders))
    for one in line.vacations:
        if one.ply == line.course.ply and one.seat in left:
            left[one.seat] = replace(left[one.seat], period_ms=left[one.seat].period_ms + one.ms)
    return left


def times(annals: TableState) -> tuple[tuple[int, Seat, int], ...]:
    """Return the time of each decision at a table with a clock: its place in the log, its seat, milliseconds."""
    if annals.line is None or read_time_control(annals.terms["clock"]) is None:
        return ()
    steps = annals.claims.steps(annals.line)
    return tuple((step.at, step.seat, step.charged_ms) for step in steps if step.kind in TIMED)
