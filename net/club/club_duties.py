"""What a program signs in a club without asking its owner: lots that are due, and results of their own rated tables.

A result is put into the log by the program of each player, as soon as the table is settled in their journal; two
reports of one end are one result. If the audit of the table proves a cheat, the charge is put there as well. With
`organise`, the program of an organiser also begins a tournament when all lots are open, and ends a round when all its
results are there, which pairs the next one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from net.club.charge import charge_of, is_charged
from net.club.club_event import (
    BESIDE,
    Charge,
    ClubKind,
    OpenedLot,
    Place,
    Result,
    RoundEnd,
    Start,
    TableEnd,
    data_as,
)
from net.club.club_log import ClubLog
from net.club.club_state import ClubState, may_start
from net.club.result_book import RatedResult
from net.club.table_result import (
    ResultRefused,
    are_members,
    fold_table,
    paired_places,
    placed_result,
    salt_of,
    salts_of,
)
from net.club.tournament_log import Stage, Tournament
from net.club.tournament_rounds import PlayedRound
from net.log.feed import CannotSign
from net.storage.journal import Journal, JournalConflict, Progress
from net.wire.codec import BadMessage

SETTLED = frozenset({Progress.OVER, Progress.CLEARED, Progress.UNTOLD})
"""How far a table of the journal has come whose end nobody can change any more."""
MOST = 256
"""Events that are signed at once."""

Duty = OpenedLot | Result | Charge | Start | RoundEnd
"""What is signed without asking; a closed set."""


@dataclass(slots=True)
class _Settled:
    """What was found of a table when it had so many events: its result and the charge it proves, if there are any."""

    count: int
    result: Result | None
    charge: Charge | None


@dataclass(slots=True)
class ClubDuties:
    """The duties of one profile in one club, with what was looked up before."""

    log: ClubLog
    journal: Journal
    me: bytes
    organise: bool = False
    _salts: dict[bytes, bytes] = field(default_factory=dict)
    _settled: dict[bytes, _Settled] = field(default_factory=dict)
    _places: tuple[Place, ...] = ()
    _by_salt: dict[bytes, tuple[Place, bytes]] = field(default_factory=dict)

    def sign(self, now: int) -> list[Duty]:
        """Sign what is due at the time `now` (milliseconds), and give it; raise what the journal raises.

        Nothing is signed by somebody whose chain is full, incomplete or forked.
        """
        self.log.reload()
        done: list[Duty] = []
        refused: set[bytes] = set()
        while len(done) < MOST:
            due = next((one for one in self._due() if _name(one) not in refused), None)
            if due is None:
                break
            try:
                self.log.say(due, now)
            except CannotSign:
                break
            except JournalConflict:  # another part of this program has signed meanwhile: what it wrote is read first
                break
            except BadMessage:  # a proof that does not fit into an event
                refused.add(_name(due))
            else:
                refused.add(_name(due))
                done.append(due)
        return done

    @property
    def due(self) -> bool:
        """Whether something is to be signed; raises what the journal raises."""
        self.log.reload()
        return next(self._due(), None) is not None

    def _due(self) -> Iterator[Duty]:
        state = self.log.state
        if state.founding is None:
            return
        yield from self.log.owed()
        yield from self._results(state)
        if self.organise and self.me in state.membership.members:
            for it in state.tournaments.values():
                if it.organiser == self.me:
                    yield from _organised(state, it)

    def _results(self, state: ClubState) -> Iterator[Result | Charge]:
        """Find the results of own tables that nobody has reported, and the cheats proved there."""
        if self.me not in state.membership.members:
            return
        known = {one.end for one in state.book.standing}
        for row in self.journal.tables():
            if row.progress in SETTLED:
                told = self._told_by(row.tid, state)
                found, charge = (told.result, told.charge) if told is not None else (None, None)
                new = found is not None and found.end not in known and are_members(state, found.players)
                if found is not None and new and not self._is_said(found):
                    yield found
                if charge is not None and not is_charged(state, charge) and are_members(state, [charge.key]):
                    yield charge

    def _told_by(self, tid: bytes, state: ClubState) -> _Settled | None:
        if tid not in self._salts:
            self._salts[tid] = salt_of(self.journal, tid)
        place = self._all_salts(state).get(self._salts[tid])
        if place is None:
            return None
        count, known = self.journal.count(tid), self._settled.get(tid)
        if known is None or known.count != count:
            known = self._settled[tid] = self._read(tid, count, *place)
        return known

    def _read(self, tid: bytes, count: int, place: Place, nonce: bytes) -> _Settled:
        annals = fold_table(self.journal, tid, self.me)
        try:
            found = placed_result(annals, place, nonce)
        except ResultRefused:
            return _Settled(count, None, charge_of(annals))
        return _Settled(count, found if self.me in found.players else None, charge_of(annals))

    def _all_salts(self, state: ClubState) -> dict[bytes, tuple[Place, bytes]]:
        """Give the salts of rated tables beside tournaments, and of the places where this profile plays."""
        places = (BESIDE, *paired_places(state, self.me))
        if places != self._places:
            self._places, self._by_salt = places, salts_of(state.cid, places)
        return self._by_salt

    def _is_said(self, result: Result) -> bool:
        own = (one.event for one in self.log.feed.events(self.me))
        return any(one.kind == ClubKind.RESULT and data_as(one, Result).end == result.end for one in own)


def _name(duty: Duty) -> bytes:
    """Name a duty, so that none is done twice in a row."""
    match duty:
        case OpenedLot() | Start():
            return type(duty).__name__.encode() + duty.tournament + duty.attempt.to_bytes(4)
        case RoundEnd():
            return b"round" + duty.tournament + duty.number.to_bytes(4)
        case Result():
            return b"result" + duty.end
        case Charge():
            return b"charge" + duty.tid + duty.key


def _organised(state: ClubState, it: Tournament) -> Iterator[Start | RoundEnd]:
    if it.stage is Stage.LOTS and may_start(it):
        yield Start(it.id, it.attempt)
    elif it.stage is Stage.PLAY and (end := finished_round(state, it)) is not None:
        yield end


def current_round(state: ClubState, it: Tournament) -> PlayedRound | None:
    """Give the first round of a tournament that its organiser has not ended; None if there is none to be played."""
    played = state.play(it.id)
    if played.problem is not None:
        return None
    return next((one for one in played.rounds if not one.ended), None)


def finished_round(state: ClubState, it: Tournament) -> RoundEnd | None:
    """Give the end of the round that is being played, if all its results are there.

    Who has asked to take part no more is left out from then on.
    """
    current = current_round(state, it)
    if current is None or None in current.results:
        return None
    ends = tuple(end_by_result(state, it, current, at) for at in range(len(current.tables)))
    left = tuple(key for key in it.drawn if key in it.withdrawn)
    return RoundEnd(it.id, current.number, ends, current.digest, left)


def end_by_result(state: ClubState, it: Tournament, current: PlayedRound, at: int) -> TableEnd:
    """End a table of a round by its result, which is there; whoever has cheated there counts as absent."""
    result = current.results[at]
    assert result is not None
    keys = {state.play(it.id).entrants[one] for one in result.entrants}
    placed = state.book.by_place()[it.id, current.number, at]
    counted = next(one for one in placed if set(one.players) == keys and one.worth == result.worth)
    return end_by_game(state, it, current, at, counted)


def end_by_game(state: ClubState, it: Tournament, current: PlayedRound, at: int, game: RatedResult) -> TableEnd:
    """End a table of a round by one of the games played for it; whoever has cheated there counts as absent."""
    if game.cheats and game.cheats < set(game.players):
        entrants = state.play(it.id).entrants
        return TableEnd(
            b"", tuple(place for place, one in enumerate(current.tables[at]) if entrants[one] in game.cheats)
        )
    return TableEnd(game.end)
