"""The rounds of a tournament: pairings, what each table counts, standings. All follow from the signed log.

Entrants have numbers, which the lots give. A pairing depends on the seed and on the rounds that the organiser has
ended, and on nothing else: a result that comes late changes the standings, never a pairing. In a round robin all rounds
can be played at once; a bye counts once its round has begun: all rounds before it have ended, or it has a result.

A result counts for a table of a round if it was opened for it, by its salt, and played by those who were paired there,
with the game and the options of the tournament. Of two such results none counts until the organiser names one. In a
knock-out a drawn game decides nothing and is played again.

What is proved of a cheat later changes the standings too, but no pairing: those take an ended round as it was signed.
An organiser who knows of the cheat ends the table as if they had not come.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.digest import digest
from core.fault import Fault, sentence
from core.tournament.knock_out import bracket, next_round, rounds_of
from core.tournament.lots import Lots
from core.tournament.ranking import Standing, TableResult, bye, forfeit, standings, withdrawn
from core.tournament.round_robin import Pairing, Round, berger
from core.tournament.table_rounds import TableSeating, table_sizes
from net.club.club_event import Form, Place, RoundEnd, TableEnd
from net.club.result_book import RatedResult
from net.club.swiss_pairing import swiss_round
from net.club.tournament_log import Stage, Tournament
from net.wire.event_data import Genesis

_LABEL = "parley/pairing/1"

OTHER_PAIRING = sentence("The organiser's program has found other pairings for round {number}: update both programs.")
WAITS = sentence("Round {number} was ended with a result that is not here yet.")
UNFIT = sentence("The organiser has ended round {number} in a way that does not fit its tables.")


class WhyBeside(StrEnum):
    """Why a result of a tournament's table counts for the ladder only; a closed set."""

    PEOPLE = "people"
    """Others have played than are paired there."""
    OPTIONS = "options"
    """The game, or one of its options, is not that of the tournament."""
    DRAWN = "drawn"
    """In a knock-out a drawn game decides nothing."""
    ENDED = "ended"
    """The organiser has ended the round without it."""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round: who meets whom at its tables, who has a bye, what each table counts so far, and whether it has ended.

    `rivals` are, for each table, the results among which the organiser has to choose: none, or two and more.
    """

    number: int
    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    results: tuple[TableResult | None, ...]
    ended: bool
    rivals: tuple[tuple[RatedResult, ...], ...]

    @property
    def digest(self) -> bytes:
        """The digest of the pairing: 16 bytes."""
        return digest((_LABEL, self.number, self.tables, self.byes))


@dataclass(frozen=True, slots=True)
class TournamentPlay:
    """A tournament as it is played: entrants by number, the rounds that are known of all `length` of them, standings.

    `problem` says why it does not go on.
    """

    entrants: tuple[bytes, ...]
    rounds: tuple[PlayedRound, ...]
    length: int
    standings: tuple[Standing, ...]
    over: bool
    problem: Fault | None = None

    def number_of(self, key: bytes) -> int | None:
        """Give the number of an entrant."""
        return self.entrants.index(key) if key in self.entrants else None


@dataclass(frozen=True, slots=True)
class _Counted:
    """The result of a table as it counts now, and as it was signed: pairings take the latter."""

    result: TableResult
    signed: TableResult


class RoundTable:
    """The rounds of one tournament while they are computed."""

    def __init__(
        self,
        it: Tournament,
        placed: Mapping[Place, Sequence[RatedResult]],
        genesis_of: Callable[[RatedResult], Genesis | None],
    ) -> None:
        """Begin with the results by their places, and a way to the genesis of a result's table."""
        self._it, self._placed, self._genesis_of = it, placed, genesis_of
        self.entrants = Lots(it.seed, "order").shuffled(it.drawn)
        count = len(self.entrants)
        self._active = list(range(count))
        self._berger = berger(count, double=it.form is Form.DOUBLE_ROUND_ROBIN) if self._all_at_once else ()
        self._seating = TableSeating(it.seed)
        self._results: list[TableResult] = []
        self._signed: list[TableResult] = []
        self._last: tuple[Round, dict[Pairing, int]] | None = None

    @property
    def _all_at_once(self) -> bool:
        return self._it.form in {Form.ROUND_ROBIN, Form.DOUBLE_ROUND_ROBIN}

    @property
    def length(self) -> int:
        """How many rounds there are."""
        if self._all_at_once:
            return len(self._berger)
        if self._it.form is Form.KNOCK_OUT:
            return rounds_of(len(self.entrants))
        most = len(self.entrants) - 1 if self._it.form is Form.SWISS else self._it.data.rounds
        return min(self._it.data.rounds, most)

    def play(self) -> TournamentPlay:
        """Compute all rounds that follow from the log."""
        rounds: list[PlayedRound] = []
        problem = None
        try:
            for number in range(self.length):
                pairs = self._pair(number)
                end = self._it.ends[number] if number < len(self._it.ends) else None
                rounds.append(self._played(number, pairs, end))
                if end is None and not self._all_at_once:
                    break
        except Fault as fault:
            problem = fault
        table = standings(range(len(self.entrants)), self._results)
        full = len(rounds) == self.length
        over = full and all(one.ended or (self._all_at_once and None not in one.results) for one in rounds)
        return TournamentPlay(self.entrants, tuple(rounds), self.length, table, over, problem)

    def _pair(self, number: int) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
        """Give tables and byes of a round; raise `Fault`."""
        form = self._it.form
        if form is Form.TABLES:
            drawn = self._seating.draw(self._active, table_sizes(len(self._active), self._it.data.sizes))
            return drawn.tables, drawn.byes
        if self._all_at_once:
            pairs = self._berger[number]
        elif form is Form.SWISS:
            pairs = swiss_round(self._active, self._signed, number, self.length)
        else:
            pairs = bracket(len(self.entrants)) if self._last is None else next_round(*self._last)
            self._last = (pairs, {})
        tables = tuple((first, second) for first, second in pairs if second is not None)
        return tables, tuple(first for first, second in pairs if second is None)

    def _played(
        self, number: int, pairs: tuple[tuple[tuple[int, ...], ...], tuple[int, ...]], end: RoundEnd | None
    ) -> PlayedRound:
        tables, byes = pairs
        bare = PlayedRound(number, tables, byes, (None,) * len(tables), end is not None, ((),) * len(tables))
        if end is not None and end.pairing != bare.digest:
            raise Fault(OTHER_PAIRING, number=number + 1)
        if end is not None and len(end.tables) != len(tables):
            raise Fault(UNFIT, number=number + 1)
        counted = [
            self._alone(number, at, tables[at]) if end is None else self._named(number, at, end.tables[at], tables[at])
            for at in range(len(tables))
        ]
        rivals = tuple(self._rivals(number, at, table) if end is None else () for at, table in enumerate(tables))
        for table, one in zip(tables, counted, strict=True):
            if self._last is not None and one is not None and one.signed.winner is not None:
                first, second = table
                self._last[1][first, second] = one.signed.winner
        seated = {one for table in tables for one in table} | set(byes)
        begun = number <= len(self._it.ends) or any(one is not None for one in counted)
        beside = [bye(number, one) for one in byes] if begun else []
        if self._it.form in {Form.SWISS, Form.TABLES}:
            beside += [withdrawn(number, one) for one in range(len(self.entrants)) if one not in seated]
        self._results += [*(one.result for one in counted if one is not None), *beside]
        self._signed += [*(one.signed for one in counted if one is not None), *beside]
        gone = set(end.left) if end is not None else set()
        self._active = [one for one in self._active if self.entrants[one] not in gone]
        results = tuple(one.result if one is not None else None for one in counted)
        return PlayedRound(number, tables, byes, results, end is not None, rivals)

    def _fitting(self, number: int, at: int, table: Sequence[int]) -> list[RatedResult]:
        keys = [self.entrants[one] for one in table]
        placed = self._placed.get((self._it.id, number, at), ())
        return [one for one in placed if why_unfit(self._it, keys, one, self._genesis_of) is None]

    def _counted(self, number: int, one: RatedResult) -> _Counted:
        entrants = tuple(self.entrants.index(key) for key in one.players)
        return _Counted(TableResult(number, entrants, one.worth), TableResult(number, entrants, one.signed))

    def _alone(self, number: int, at: int, table: Sequence[int]) -> _Counted | None:
        """Give the result of a table if there is exactly one."""
        found = self._fitting(number, at, table)
        return self._counted(number, found[0]) if len(found) == 1 else None

    def _rivals(self, number: int, at: int, table: Sequence[int]) -> tuple[RatedResult, ...]:
        found = self._fitting(number, at, table)
        return tuple(found) if len(found) > 1 else ()

    def _named(self, number: int, at: int, end: TableEnd, table: Sequence[int]) -> _Counted:
        """Give the result that the organiser has named; raise `Fault`."""
        if not end.end:
            if not end.absent or not set(end.absent) <= set(range(len(table))):
                raise Fault(UNFIT, number=number + 1)
            without = forfeit(number, table, [table[place] for place in end.absent])
            return _Counted(without, without)
        for one in self._fitting(number, at, table):
            if one.end == end.end:
                return self._counted(number, one)
        raise Fault(WAITS, number=number + 1)


def why_unfit(
    it: Tournament,
    paired: Collection[bytes],
    one: RatedResult,
    genesis_of: Callable[[RatedResult], Genesis | None],
) -> WhyBeside | None:
    """Say why a result does not fit the table of a tournament for which people are `paired`; None if it does."""
    if set(one.players) != set(paired):
        return WhyBeside.PEOPLE
    genesis = genesis_of(one) if one.game == it.data.game else None
    given = dict(genesis.options) | dict(genesis.terms) if genesis is not None else {}
    if genesis is None or any(given.get(name) != value for name, value in it.data.options):
        return WhyBeside.OPTIONS
    signed = TableResult(one.round, tuple(range(len(one.players))), one.signed)
    return WhyBeside.DRAWN if it.form is Form.KNOCK_OUT and signed.winner is None else None


def play_rounds(
    it: Tournament,
    placed: Mapping[Place, Sequence[RatedResult]],
    genesis_of: Callable[[RatedResult], Genesis | None],
) -> TournamentPlay:
    """Compute the rounds of a tournament; before its start it has neither rounds nor standings."""
    if it.stage is not Stage.PLAY:
        return TournamentPlay(it.drawn, (), 0, (), over=False)
    return RoundTable(it, placed, genesis_of).play()
