"""A club as its log says: a pure fold of all events, the same whatever order they came in. It never raises.

Each author's chain counts as far as it has no gap and fits the limits. Where somebody has signed two histories, their
chain counts up to the number at which these part.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from core.fault import Fault
from core.tournament.round_robin import FEWEST
from net.club.club_event import (
    Admission,
    CalendarEntry,
    ClubKind,
    Expulsion,
    Found,
    Place,
    Result,
    cleaned,
    data_as,
    is_founding,
)
from net.club.ladder import LadderRow, ladder
from net.club.membership import ClubRules, Membership, check_founding, fold_membership
from net.club.result_book import RatedResult, ResultBook, fold_results
from net.club.result_proof import read_proof
from net.club.tournament_log import Tournament, fold_tournaments
from net.club.tournament_rounds import TournamentPlay, WhyBeside, play_rounds, why_unfit
from net.log.chain import BYTES_LIMIT, EVENTS_LIMIT
from net.wire.event import Signed
from net.wire.event_data import Genesis

CALENDAR_LIMIT = 256
"""Dates in a calendar that are shown."""

Chains = dict[bytes, list[Signed]]


@dataclass(slots=True)
class ClubState:
    """One club: its beginning, members, results and tournaments. Pairings and ratings are computed when asked for.

    `founding` is None as long as the beginning is not here. `problem` says why a beginning is that of no club.
    `sources` are the events that prove the results that stand, by id.
    """

    cid: bytes
    founding: Found | None = None
    founder: bytes = b""
    rules: ClubRules | None = None
    membership: Membership = field(default_factory=Membership)
    book: ResultBook = field(default_factory=ResultBook)
    tournaments: dict[bytes, Tournament] = field(default_factory=dict)
    calendar: tuple[tuple[int, str], ...] = ()
    problem: Fault | None = None
    sources: dict[bytes, Signed] = field(default_factory=dict)
    _played: dict[bytes, TournamentPlay] = field(default_factory=dict)
    _ladders: dict[str, tuple[LadderRow, ...]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of the club, cleaned."""
        return cleaned(self.founding.name) if self.founding is not None else ""

    def play(self, tournament: bytes) -> TournamentPlay:
        """Compute the rounds of a tournament of this club."""
        if tournament not in self._played:
            found = play_rounds(self.tournaments[tournament], self.book.by_place(), self.genesis_of)
            self._played[tournament] = found
        return self._played[tournament]

    def paired_at(self, place: Place) -> tuple[bytes, ...]:
        """Give who is paired at a table of a tournament; nobody if that is no table of one."""
        tournament, number, at = place
        played = self.play(tournament) if tournament in self.tournaments else None
        rounds = played.rounds if played is not None else ()
        if played is None or number >= len(rounds) or at >= len(rounds[number].tables):
            return ()
        return tuple(played.entrants[one] for one in rounds[number].tables[at])

    def why_beside(self, one: RatedResult) -> WhyBeside | None:
        """Say why a result of a tournament's table counts for the ladder only; None for every other result."""
        paired = self.paired_at(one.place)
        if not paired:
            return None
        it = self.tournaments[one.tournament]
        if (unfit := why_unfit(it, paired, one, self.genesis_of)) is not None:
            return unfit
        named = it.ends[one.round].tables[one.table].end if one.round < len(it.ends) else one.end
        return None if named == one.end else WhyBeside.ENDED

    def ladder(self, game: str) -> tuple[LadderRow, ...]:
        """Compute the ladder of a game."""
        if game not in self._ladders:
            self._ladders[game] = ladder(self.book.standing, self.membership, game)
        return self._ladders[game]

    def genesis_of(self, result: RatedResult) -> Genesis | None:
        """Give the genesis of the table of a result that stands."""
        source = self.sources.get(result.source)
        return read_proof(data_as(source.event, Result).proof).genesis if source is not None else None

    @property
    def founders(self) -> tuple[bytes, ...]:
        """The founders who are still members."""
        named = self.founding.founders if self.founding is not None else ()
        return tuple(key for key in named if key in self.membership.members)


def fold_club(cid: bytes, events: Iterable[Signed], forks: Mapping[bytes, int] | None = None) -> ClubState:
    """Fold the checked events of a club; `forks` are the authors proved to have signed two histories.

    Two histories among the events are found here as well.
    """
    chains, forked = _chains(events, dict(forks or {}))
    state = ClubState(cid)
    begun = [chain[0] for chain in chains.values() if chain and is_founding(chain[0]) and chain[0].event.tid == cid]
    if not begun:
        return state
    state.founder, state.founding = begun[0].event.author, data_as(begun[0].event, Found)
    try:
        state.rules = check_founding(state.founder, state.founding)
    except Fault as fault:
        state.problem = fault
        return state
    founders = state.founding.founders
    state.membership = fold_membership(founders, state.rules, chains, forked)
    state.book = fold_results(chains, state.membership)
    state.tournaments = fold_tournaments(chains, state.membership, state.founders)
    state.calendar = _calendar(state.founding, chains, state.membership)
    sources = {one.source for one in state.book.standing}
    state.sources = {one.id: one for chain in chains.values() for one in chain if one.id in sources}
    return state


def _chains(events: Iterable[Signed], forks: dict[bytes, int]) -> tuple[Chains, dict[bytes, int]]:
    """Group events into chains, each up to its first gap, its limits, or the number at which two histories part."""
    known: dict[bytes, dict[int, dict[bytes, Signed]]] = {}
    for one in events:
        known.setdefault(one.event.author, {}).setdefault(one.event.seq, {})[one.id] = one
    chains: Chains = {}
    for author in sorted(known):
        own = known[author]
        parted = _parted(own)
        if parted is not None:
            forks[author] = min(parted, forks.get(author, parted))
        chains[author] = _chain(own, min(EVENTS_LIMIT, forks.get(author, EVENTS_LIMIT)))
    return chains, forks


def _parted(own: Mapping[int, Mapping[bytes, Signed]]) -> int | None:
    """Give the first number at which one author's events are known to part; None if they do not."""
    numbers = []
    for seq, variants in own.items():
        if len(variants) > 1:
            numbers.append(seq)
        before = own.get(seq - 1, {})
        numbers += [seq - 1 for one in variants.values() for last in before.values() if not one.follows(last)]
    return min(numbers, default=None)


def _chain(own: Mapping[int, Mapping[bytes, Signed]], stop: int) -> list[Signed]:
    chain: list[Signed] = []
    size = 0
    for seq in range(min(len(own), stop)):
        (one,) = own[seq].values() if seq in own else (None,)
        size += len(one.body) if one is not None else 0
        if one is None or size > BYTES_LIMIT:
            break
        chain.append(one)
    return chain


def _calendar(
    founding: Found, chains: Mapping[bytes, list[Signed]], membership: Membership
) -> tuple[tuple[int, str], ...]:
    """Give the dates that the beginning and the founders name, the earliest first."""
    said = {(at, cleaned(text)) for at, text in founding.calendar}
    for author in founding.founders:
        for one in chains.get(author, ()):
            if one.event.kind == ClubKind.CALENDAR and membership.counts(author, one.event.seq):
                entry = data_as(one.event, CalendarEntry)
                said.add((entry.at, cleaned(entry.text)))
    return tuple(sorted(said))[:CALENDAR_LIMIT]


def may_admit(state: ClubState, me: bytes) -> bool:
    """Tell whether the word of `me` counts when somebody is let in."""
    sponsors = state.rules is not None and state.rules.admission is Admission.SPONSORS
    return me in state.founders or (sponsors and me in state.membership.members)


def is_unrated(state: ClubState, key: bytes) -> bool:
    """Tell whether somebody is a member whose games do not count on the ladder until a founder admits them."""
    return key in state.membership.members and key not in state.membership.vouched


def may_expel(state: ClubState, me: bytes) -> bool:
    """Tell whether the vote of `me` counts when somebody is expelled."""
    members = state.rules is not None and state.rules.expulsion is Expulsion.MEMBERS
    return me in state.founders or (members and me in state.membership.members)


def admits_without(state: ClubState, me: bytes) -> bool:
    """Tell whether anybody could still be let in once `me` has left; in an open club nobody has to be there for it."""
    if state.rules is None or state.rules.admission is Admission.OPEN or any(key != me for key in state.founders):
        return True
    others = sum(key != me for key in state.membership.members)
    return state.rules.admission is Admission.SPONSORS and others >= state.rules.sponsors


def may_start(tournament: Tournament) -> bool:
    """Tell whether nothing is awaited of the entrants of a closed list."""
    return len(tournament.drawn) >= FEWEST and not tournament.awaited
