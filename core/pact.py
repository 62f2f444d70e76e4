"""One promise that two seats have made each other in public, and the sentences that tell it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from core.fault import sentence
from core.game import Seat


class Term(StrEnum):
    """What may be promised, by the word of the act that proposes it."""

    TRUCE = "truce"
    JOINT_ATTACK = "joint-attack"
    LEAVE_POWER = "leave-power"
    SPARE = "spare"


class Fate(StrEnum):
    """What has become of a pact: it runs, it was kept, broken, lost its object, or was taken back in public."""

    RUNNING = "running"
    KEPT = "kept"
    BROKEN = "broken"
    LAPSED = "lapsed"
    WITHDRAWN = "withdrawn"


MUTUAL = frozenset({Term.TRUCE, Term.JOINT_ATTACK})
"""The terms that bind both; the others bind only the one who said yes."""


@dataclass(frozen=True, slots=True)
class Pact:
    """One pact: `proposer` asked, `accepter` said yes.

    `proposed` and `since` are plies: how many lines the log had. It binds the lines behind `since` whose number is less
    than `until` (None: without end). `target` is who is to be attacked, `spot` where the piece to be spared stood when
    it was asked for. `line` is the number of the line of the log that ended it, and `by` who broke it or took it back.
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

    @property
    def parties(self) -> tuple[Seat, Seat]:
        """The two between whom it stands."""
        return self.proposer, self.accepter

    @property
    def bound(self) -> tuple[Seat, ...]:
        """Who has promised something."""
        return self.parties if self.term in MUTUAL else (self.accepter,)


TERMS = {
    (Term.TRUCE, False): sentence("{one} and {other}: a truce"),
    (Term.TRUCE, True): sentence("{one} and {other}: a truce until turn {turn}"),
    (Term.JOINT_ATTACK, False): sentence("{one} and {other}: an attack on {target} together"),
    (Term.JOINT_ATTACK, True): sentence("{one} and {other}: an attack on {target} together until turn {turn}"),
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
"""The fields that name seats, several of them with a blank between; faces say them in their own words."""

Told = tuple[str, dict[str, str]]
"""An English template and its fields."""


def promise(pact: Pact, names: tuple[str, ...]) -> Told:
    """Tell who promised what to whom, until when."""
    one, other = (names[seat] for seat in pact.parties)
    fields = {"one": one, "other": other, "spot": pact.spot}
    if pact.target is not None:
        fields["target"] = names[pact.target]
    if pact.until is not None:
        fields["turn"] = str(pact.until)
    return TERMS[pact.term, pact.until is not None], fields


def fate(pact: Pact, names: tuple[str, ...]) -> Told:
    """Tell what has become of a pact."""
    turn = pact.since + 1 if pact.line is None or (pact.fate is Fate.LAPSED and not pact.line) else pact.line
    return FATES[pact.fate], {"by": " ".join(names[seat] for seat in pact.by), "turn": str(turn)}
