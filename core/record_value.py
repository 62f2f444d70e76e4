"""A match as written down: the value that `core.record` reads and writes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Self

from core.game import Seat
from core.match import Header, Line, Match
from core.record_chance import Packs, told
from core.talk import Said, talk_digest

FORMAT = "parley-record/1"
UNFINISHED = "*"
"""The result of a match that goes on."""


@dataclass(frozen=True, slots=True)
class Note:
    """A `{kind word ...}` that is no talk, after `ply` decisions: `comment`, `time`, `takeback` or another."""

    ply: int
    kind: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """A header, a log and what was said.

    `seats` are the seats' names in seat order, `people` who sat there (seat name, person), `terms` the table's options.
    `talk` and `notes` are in order of their ply. `result`, `digest` and `talk_digest` are what the record claims (""
    where it claims nothing); `core.record.check` verifies them. `extra` keeps header keys that this version does not
    know. `places` tells at which line and column (from 1) of its text a header key or the decision of a ply (from 0)
    stands.
    """

    header: Header
    seats: tuple[str, ...]
    log: tuple[Line, ...] = ()
    talk: tuple[Said, ...] = ()
    notes: tuple[Note, ...] = ()
    people: tuple[tuple[str, str], ...] = ()
    terms: tuple[tuple[str, str], ...] = ()
    date: str = ""
    result: str = ""
    digest: str = ""
    talk_digest: str = ""
    extra: tuple[tuple[str, str], ...] = ()
    places: Mapping[str | int, tuple[int, int]] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(
        cls,
        match: Match,
        talk: Iterable[Said] = (),
        *,
        notes: Iterable[Note] = (),
        people: Mapping[str, str] | None = None,
        terms: Iterable[tuple[str, str]] = (),
        date: str = "",
        rest: Packs | None = None,
    ) -> Self:
        """Write a match down, its talk in the order in which it is displayed; `date` as YYYY-MM-DD.

        What is hidden in a match that goes on is not written; `rest` is as in `core.record_chance.told`.
        """
        said, written = tuple(talk), told(match, rest)
        return cls(
            header=written.header,
            seats=match.names,
            log=written.log,
            talk=said,
            notes=tuple(notes),
            people=tuple((people or {}).items()),
            terms=tuple(terms),
            date=date,
            result=result(match),
            digest=match.digest(),
            talk_digest=talk_digest(said) if said else "",
        )

    def match(self) -> Match:
        """Replay the log; raise a `Fault` where the rules refuse it. `core.record.check` also says where."""
        return Match.fold(self.header, self.log)

    def place(self, key: str | int) -> tuple[int, int]:
        """Give line and column of a header key or of a ply; 1, 1 for a record that was not read from a text."""
        return self.places.get(key, (1, 1))

    def seat_name(self, seat: Seat) -> str:
        """Give the word that stands for a seat in the text."""
        return self.seats[seat] if seat >= 0 else "dealer"


def result(match: Match) -> str:
    """Say how a match ended: the winners' names joined by `+` (`-` for none) and the reason; `*` if it goes on."""
    outcome = match.state.outcome
    if outcome is None:
        return UNFINISHED
    winners = "+".join(match.names[seat] for seat in outcome.winners)
    return f"{winners or '-'} {outcome.reason}"
