"""Flag claims: the claims of a table, and the flags that a witness sees fall.

A witness is a person without a seat whom the table's terms name (`flag=witness:PID`). The witness signs receipts
(`seen`) for three things: when a decision arrived, since when a place of the line stood at which somebody could decide,
and when a claim arrived. A seat's flag has fallen if the claim of a player still in the game reached the witness later
than the seat's clock allows. Only the witness's own order and times count, so that all find the same; what the witness
has not seen took as long as was declared, and vacation days that they have not seen in time do not count. The witness
has no power over rules: a claim need not wait for the others, and that is all. What a witness signs after two histories
part is not passed on here (`net.table.fold.table_state`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from weakref import ReferenceType, ref

from core.game import Seat
from net.identity.identity import pid_of
from net.table.clocks.time_control import TimeControl, clocks_after
from net.table.line.claim import CLAIM_KINDS as ONLY_CLAIMS
from net.table.line.claim import Certificate, Claims, LinePlace, OwedKind, Wait, needed
from net.table.line.game_line import GameLine
from net.table.line.step_register import Step
from net.view.clock_view import SeatClock
from net.wire.event import Kind, Signed
from net.wire.event_data import Seen, readable

LAG_MS = 2_000
"""Subtracted from the time that a witness sees, because messages take time to arrive."""
CLAIM_KINDS = ONLY_CLAIMS | {Kind.SEEN}
"""The kinds that `FlagClaims` takes in."""
THINKING = frozenset({OwedKind.MOVE, OwedKind.COMMIT})
"""What people owe; their programs owe everything else, and no clock runs for that."""
_MARK = 16


@dataclass(frozen=True, slots=True)
class Receipt:
    """A receipt: its number in the witness's chain, its id, and its time (milliseconds since 1970)."""

    seq: int
    id: bytes
    t: int


class FlagClaims(Claims):
    """The claims of a table, and the receipts of its witness if it has one."""

    def __init__(self, pace: TimeControl | None = None, witness: str = "") -> None:
        """Begin with nothing said at a table with that time control; `witness` is a pid or empty.

        `witness_key` is the witness's public key once they have signed a receipt.
        """
        super().__init__()
        self.witness = witness
        self.witness_key = b""
        self._pace = pace
        self._line: ReferenceType[GameLine] | None = None
        self._places: dict[bytes, Receipt] = {}
        self._events: dict[bytes, Receipt] = {}
        self._left: tuple[tuple[bytes, int, int, int, tuple[Seat, ...]], dict[Seat, SeatClock]] | None = None

    def stand_by(self, line: GameLine) -> None:
        """Judge the flags of a line from now on."""
        self._line = ref(line)  # the line refers back to this: weak, so that a left table is freed without a search

    def receive(self, signed: Signed) -> Wait | None:
        """Take in a claim, a final or a receipt; return what it is about if it counts."""
        return self._see(signed) if signed.event.kind == Kind.SEEN else super().receive(signed)

    def has_seen(self, what: bytes) -> bool:
        """Tell whether the witness has signed a receipt for an event (32 bytes) or a place (16)."""
        return what[:_MARK] in (self._events if len(what) > _MARK else self._places)

    def steps(self, line: GameLine) -> tuple[Step, ...]:
        """Return the steps of a line with the time each is charged, by all receipts."""
        return self._charged(line, line.register.steps, None)

    def left(self, line: GameLine, pace: TimeControl, seats: Iterable[Seat]) -> Mapping[Seat, SeatClock]:
        """Return what the seats have left at the end of a line; computed again only after a step or a receipt."""
        steps = line.register.steps
        mark = (steps[-1].id if steps else b"", len(steps), len(self._events), len(self._places), tuple(sorted(seats)))
        if self._left is None or self._left[0] != mark:
            self._left = (mark, clocks_after(pace, self.steps(line), mark[-1]))
        return self._left[1]

    def certificates(
        self, stop: LinePlace, live: Callable[[], tuple[Seat, ...]], holders: Mapping[Seat, bytes]
    ) -> tuple[Certificate, ...]:
        """Return the certificates at a stop: flags that the witness saw fall, then those that all others signed."""
        if not self._claims and not self._waits:  # nearly always: nobody is claimed
            return ()
        return (*self._flags(stop, live, holders), *super().certificates(stop, live, holders))

    def _see(self, signed: Signed) -> Wait | None:
        data = readable(signed.event)
        if not isinstance(data, Seen) or not self.witness or pid_of(signed.event.author) != self.witness:
            return None
        self.witness_key = signed.event.author
        found = self._events if len(data.id) > _MARK else self._places
        found.setdefault(data.id[:_MARK], Receipt(signed.event.seq, signed.id, data.t))
        about = (wait for wait, claims in self._claims.items() if any(data.id == claim.id for claim in claims.values()))
        return next(about, None)

    def _since(self, place: bytes, before: int | None) -> Receipt | None:
        """Return the receipt from which on somebody could decide at a place."""
        receipt = self._places.get(place) or self._events.get(place)
        return receipt if receipt is not None and (before is None or receipt.seq < before) else None

    def _charged(self, line: GameLine, steps: Iterable[Step], before: int | None) -> tuple[Step, ...]:
        """Give steps with the time each is charged, by receipts `before` a number (None: by all)."""
        return tuple(self._timed(step, line.course.places, before) for step in steps)

    def _timed(self, step: Step, places: Sequence[bytes], before: int | None) -> Step:
        began, ended = self._since(places[step.ply], before), self._events.get(step.id[:_MARK])
        if step.kind is not Kind.MOVE or began is None or ended is None or (before is not None and ended.seq >= before):
            return step
        return replace(step, spent_ms=max(step.spent_ms, ended.t - began.t - LAG_MS))

    def _flags(
        self, stop: LinePlace, live: Callable[[], tuple[Seat, ...]], holders: Mapping[Seat, bytes]
    ) -> tuple[Certificate, ...]:
        """Return the flags that fell at a stop, in the order in which the witness saw them."""
        if not self.witness or any(pid_of(author) == self.witness for author in holders.values()):
            return ()
        found = []
        for wait in (wait for wait in self._claims if wait.stop == stop and wait.what in THINKING):
            found += [
                (receipt.seq, self._flag(wait, author, claim.id, receipt))
                for author, claim in self._claims[wait].items()
                if author in needed(wait.seat, live(), holders)
                and (receipt := self._events.get(claim.id[:_MARK])) is not None
                and self._has_fallen(wait, receipt)
            ]
        return tuple(flag for _, flag in sorted(found, key=lambda one: one[0]))

    def _has_fallen(self, wait: Wait, receipt: Receipt) -> bool:
        began = self._since(wait.stop.gprev, receipt.seq)
        line = None if self._line is None else self._line()
        if began is None or line is None or self._pace is None:
            return False
        stood, free_ms = line.stood_at(wait.stop)
        charged = self._charged(line, stood, receipt.seq)
        left = clocks_after(self._pace, charged, (wait.seat,))[wait.seat].left_ms
        left += free_ms + LAG_MS
        for one in line.vacations:
            seen = self._events.get(one.id[:_MARK])
            if (one.seat, one.ply) != (wait.seat, wait.stop.ply) or seen is None or seen.seq > receipt.seq:
                continue
            left += one.ms if seen.t - began.t <= left else 0
        return receipt.t - began.t > left

    @staticmethod
    def _flag(wait: Wait, author: bytes, claim: bytes, receipt: Receipt) -> Certificate:
        name = blake2b(b"parley/flag/1" + claim + receipt.id, digest_size=32).digest()
        return Certificate(name, wait, author, receipt.t)
