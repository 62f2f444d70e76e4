"""Pacts: promises that two seats make each other in public, and the sentences that describe them.

The module reads from talk which pacts were made and which were taken back. Whether they were kept is judged elsewhere.

Among the lines said at one ply, only the order of each author's own lines counts: all proposals are heard first, then
the answers. So it makes no difference if lines crossed on their way. An answer repeats what it answers, so a proposal
that is changed at the same ply binds nobody to what they have not read. Of a proposal that is made again word for word,
each no answers one, the oldest first: the last stays open until it is refused too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby

from core.fault import sentence
from core.game import Seat
from core.match.transcript import Utterance
from core.match.turn_count import TurnCount


class Term(StrEnum):
    """What can be promised, by the word in the act that proposes it."""

    TRUCE = "truce"
    JOINT_ATTACK = "joint-attack"
    LEAVE_POWER = "leave-power"
    SPARE = "spare"


class Fate(StrEnum):
    """What has become of a pact: it runs, was kept, was broken, lost its object, or was taken back in public."""

    RUNNING = "running"
    KEPT = "kept"
    BROKEN = "broken"
    LAPSED = "lapsed"
    WITHDRAWN = "withdrawn"


MUTUAL = frozenset({Term.TRUCE, Term.JOINT_ATTACK})
"""The terms that bind both seats; the other terms bind only the seat that accepted."""


@dataclass(frozen=True, slots=True)
class Pact:
    """One pact: `proposer` asked, `accepter` said yes.

    `proposed` and `since` are plies: how many lines the log had. The pact binds the lines after `since`, up to the last
    one before turn `until` (None: without end). `target` is the seat to be attacked. `spot` is where the piece to be
    spared stood when the pact was proposed. `line` is the number of the line of the log that ended it, and `by` are the
    seats that broke it or took it back. `turn` is the turn that `fate` names.
    """

    term: Term
    proposer: Seat
    accepter: Seat
    proposed: int
    since: int
    until: int | None = None
    target: Seat | None = None
    spot: str = ""
    fate: Fate = Fate.RUNNING
    line: int | None = None
    by: tuple[Seat, ...] = ()
    turn: int = 0

    @property
    def parties(self) -> tuple[Seat, Seat]:
        """The two seats that made the pact."""
        return self.proposer, self.accepter

    @property
    def bound(self) -> tuple[Seat, ...]:
        """The seats that have promised something."""
        return self.parties if self.term in MUTUAL else (self.accepter,)


TERMS = {
    (Term.TRUCE, False): sentence("{one} and {other}: a truce"),
    (Term.TRUCE, True): sentence("{one} and {other}: a truce until turn {turn}"),
    (Term.JOINT_ATTACK, False): sentence("{one} and {other}: an attack on {target} together"),
    (Term.JOINT_ATTACK, True): sentence("{one} and {other}: an attack on {target} together before turn {turn}"),
    (Term.LEAVE_POWER, False): sentence("{other} to {one}: leaving the power"),
    (Term.LEAVE_POWER, True): sentence("{other} to {one}: leaving the power before turn {turn}"),
    (Term.SPARE, False): sentence("{other} to {one}: sparing the piece on {spot}"),
    (Term.SPARE, True): sentence("{other} to {one}: sparing the piece on {spot} until turn {turn}"),
}
"""What was promised, by term and whether it has an end."""

FATES = {
    Fate.RUNNING: sentence("in force since turn {turn}"),
    Fate.KEPT: sentence("kept"),
    Fate.BROKEN: sentence("broken by {by} in turn {turn}"),
    Fate.LAPSED: sentence("without object since turn {turn}"),
    Fate.WITHDRAWN: sentence("taken back by {by} after turn {turn}"),
}
"""What has become of it."""

SEATS = ("one", "other", "target", "by")
"""The fields that name seats, separated by blanks if there are several; faces use their own words for them."""

PactSentence = tuple[str, dict[str, str]]
"""An English template and its fields."""


def promise(pact: Pact, names: tuple[str, ...]) -> PactSentence:
    """Describe who promised what to whom, and until when."""
    one, other = (names[seat] for seat in pact.parties)
    fields = {"one": one, "other": other, "spot": pact.spot}
    if pact.target is not None:
        fields["target"] = names[pact.target]
    if pact.until is not None:
        fields["turn"] = str(pact.until)
    return TERMS[pact.term, pact.until is not None], fields


def fate(pact: Pact, names: tuple[str, ...]) -> PactSentence:
    """Describe what has become of a pact."""
    return FATES[pact.fate], {"by": " ".join(names[seat] for seat in pact.by), "turn": str(pact.turn)}


PROPOSE, ACCEPT, REFUSE = "propose", "accept", "refuse"
"""The verbs that make and end pacts."""

NO_END = "-"
"""What an answer repeats of a proposal without an end."""

_TURN = re.compile(r"[1-9][0-9]{0,5}")
_TERMS = frozenset(Term)


@dataclass(frozen=True, slots=True)
class Proposal:
    """What `seat` proposed in its line `seq` at `ply`, to `whom` or to everybody.

    `term` is the word that was said; some proposals (a draw) make no pact. `until` is a turn, as people number them.
    """

    seat: Seat
    term: str
    ply: int
    seq: int
    whom: Seat | None = None
    target: Seat | None = None
    spot: str = ""
    until: int | None = None

    def stands(self, seat: Seat, turn: int) -> bool:
        """Tell whether `seat` can still answer the proposal after so many turns."""
        late = self.until is not None and self.until <= turn + 1
        return self.whom in {None, seat} and seat not in {self.seat, self.target} and not late

    def details(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Give what an answer repeats of this proposal behind its term and author: the target, the spot, the end."""
        target = [] if self.target is None else [names[self.target]]
        return (*target, *([self.spot] if self.spot else []), NO_END if self.until is None else str(self.until))

    def answered(self, names: tuple[str, ...], *, yes: bool) -> tuple[str, ...]:
        """Give the act that answers this proposal and no other."""
        return (ACCEPT if yes else REFUSE, self.term, names[self.seat], *self.details(names))

    def act(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Give the act that makes this proposal."""
        seats = [names[seat] for seat in (self.whom, self.target) if seat is not None]
        words = [*seats, *([self.spot] if self.spot else []), *([] if self.until is None else [str(self.until)])]
        return (PROPOSE, self.term, *words)


def proposal(said: Utterance, names: tuple[str, ...]) -> Proposal | None:
    """Read a proposal in a line of talk; None if there is none, or if it names a seat that does not exist.

    >>> proposal(Utterance(Seat(0), "A", 1, 4, "", ("propose", "truce", "blue", "15")), ("red", "blue")).until
    15
    """
    if said.seat is None or not said.act or len(said.act) < 2 or said.act[0] != PROPOSE:  # noqa: PLR2004 - verb, term
        return None
    _, term, *words = said.act
    made = Proposal(said.seat, term, said.ply, said.seq)
    if words and words[0] in names:
        made = replace(made, whom=Seat(names.index(words.pop(0))))
    if term == Term.JOINT_ATTACK and words and words[0] in names:
        made = replace(made, target=Seat(names.index(words.pop(0))))
    if words and _TURN.fullmatch(words[-1]):
        made = replace(made, until=int(words.pop()))
    if term == Term.SPARE and len(words) == 1:
        made = replace(made, spot=words.pop())
    return made if _whole(made) and not words else None


def _whole(made: Proposal) -> bool:
    if made.term not in _TERMS:
        return True
    named = made.whom is not None or made.term == Term.TRUCE
    aimed = (made.target is not None) == (made.term == Term.JOINT_ATTACK)
    placed = bool(made.spot) == (made.term == Term.SPARE)
    apart = made.seat not in {made.whom, made.target} and (made.target is None or made.whom != made.target)
    return named and aimed and placed and apart


@dataclass(frozen=True, slots=True)
class Answer:
    """A yes or a no of `seat` at `ply`, to a `term` (empty: any) of `whom` (None: of anybody).

    `details` are those of the proposal that is meant (`Proposal.details`); empty: whichever stands.
    """

    seat: Seat
    yes: bool
    ply: int
    term: str
    whom: Seat | None
    details: tuple[str, ...] = ()

    def fits(self, made: Proposal, names: tuple[str, ...]) -> bool:
        """Tell whether this answer means that proposal."""
        said = self.details in {(), made.details(names)}
        return said and self.term in {"", made.term} and self.whom in {None, made.seat}


def answer(said: Utterance, names: tuple[str, ...]) -> Answer | None:
    """Read an answer in a line of talk; None if there is none, or if it answers nothing."""
    if said.seat is None or not said.act or said.act[0] not in {ACCEPT, REFUSE}:
        return None
    verb, *words = said.act
    if len(words) > 2 and words[1] in names:  # noqa: PLR2004 - term, author, details
        return Answer(said.seat, verb == ACCEPT, said.ply, words[0], Seat(names.index(words[1])), tuple(words[2:]))
    whom = Seat(names.index(words.pop())) if words and words[-1] in names else None
    term = words.pop() if words else ""
    if words or not (term or whom is not None):
        return None
    return Answer(said.seat, verb == ACCEPT, said.ply, term, whom)


class _Table:
    """The open proposals and the agreements so far."""

    def __init__(self, turns: TurnCount, names: tuple[str, ...]) -> None:
        self.turns, self.names = turns, names
        self.replaced: list[Proposal] = []
        self.standing: dict[tuple[Seat, str, Seat | None], Proposal] = {}
        self.answered: set[tuple[Proposal, Seat]] = set()
        self.pacts: list[Pact] = []

    def propose(self, made: Proposal) -> None:
        """Let a proposal replace an earlier one of the same kind by the same author.

        At this ply an answer that repeats the earlier one still reaches it (`replaced`).
        """
        earlier = self.standing.get((made.seat, made.term, made.whom))
        self.replaced += [earlier] if earlier is not None else []
        self.standing[made.seat, made.term, made.whom] = made

    def hear(self, given: Answer, times: int) -> None:
        """Match an answer, said so many times, with what it answers; a no to no proposal takes back an earlier yes."""
        met = self._met(given, times)
        for made in met:
            self.answered.add((made, given.seat))
            if given.yes and made.term in _TERMS:
                self.pacts.append(_pact(made, given))
        if not met and not given.yes:
            self._take_back(given)

    def _met(self, given: Answer, times: int) -> list[Proposal]:
        found = [
            made
            for made in (*self.standing.values(), *(self.replaced if given.details else ()))
            if given.fits(made, self.names)
            and made.stands(given.seat, self.turns.turn_of(given.ply))
            and (made, given.seat) not in self.answered
        ]
        found.sort(key=lambda made: (made.ply, made.seq, made.seat))
        if given.whom is None:
            return found
        again = [made for made in found if made.whom == found[-1].whom]
        return again[-1:] if given.yes or not given.details else again[:times]

    def _take_back(self, given: Answer) -> None:
        for key in [key for key in self.standing if key[0] == given.seat and _meant(given, key[1], key[2])]:
            del self.standing[key]
        for at, pact in enumerate(self.pacts):
            if given.seat in pact.parties and pact.fate is Fate.RUNNING:
                other = pact.parties[pact.proposer == given.seat]
                if _meant(given, pact.term, other):
                    self.pacts[at] = replace(pact, fate=Fate.WITHDRAWN, line=given.ply, by=(given.seat,))


def _meant(given: Answer, term: str, other: Seat | None) -> bool:
    return given.term in {"", term} and given.whom in {None, other}


def _pact(made: Proposal, given: Answer) -> Pact:
    return Pact(
        Term(made.term), made.seat, given.seat, made.ply, given.ply, made.until, target=made.target, spot=made.spot
    )


def promises(talk: Iterable[Utterance], names: tuple[str, ...], turns: TurnCount) -> tuple[Pact, ...]:
    """Give the pacts that were made, running or taken back, in the order in which they were made.

    `turns` counts the turns of the match.
    """
    return tuple(sorted(_heard(talk, names, turns).pacts, key=lambda pact: (pact.since, pact.parties, pact.term)))


def standing(
    talk: Iterable[Utterance], names: tuple[str, ...], seats: Iterable[Seat], ply: int, turns: TurnCount
) -> tuple[Proposal, ...]:
    """Give the proposals that one of `seats` could still answer after `ply` lines, the latest first."""
    table, asked, turn = _heard(talk, names, turns), tuple(seats), turns.turn_of(ply)
    found = [
        made
        for made in table.standing.values()
        if any(made.stands(seat, turn) and (made, seat) not in table.answered for seat in asked)
    ]
    return tuple(sorted(found, key=lambda made: (-made.ply, -made.seq, made.seat)))


def _heard(talk: Iterable[Utterance], names: tuple[str, ...], turns: TurnCount) -> _Table:
    table = _Table(turns, names)
    ordered = sorted(
        (said for said in talk if said.seat is not None), key=lambda said: (said.ply, said.author, said.seq)
    )
    for _, group in groupby(ordered, lambda said: said.ply):
        lines, table.replaced = list(group), []
        for said in lines:
            made = proposal(said, names)
            if made is not None:
                table.propose(made)
        for given, times in _last_words(lines, names):
            table.hear(given, times)
    return table


def _last_words(lines: list[Utterance], names: tuple[str, ...]) -> Iterator[tuple[Answer, int]]:
    """Give the answers of one ply; if a seat answers the same thing so many times, its last answer counts."""
    found = dict[object, list[Answer]]()
    for said in lines:
        given = answer(said, names)
        if given is not None:
            found.setdefault((given.seat, given.term, given.whom, given.details), []).append(given)
    return ((given[-1], len(given)) for given in found.values())
