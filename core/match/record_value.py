"""A match as it is written down: the value that `core.match.record` reads and writes.

It decides what a record says about chance: nothing hidden while a match goes on, the talons actually used once it is
over.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, Self, TypeGuard

from core.chance import Dealer, Draw, Lot, Shuffle
from core.fault import Fault
from core.game import DEALER, Seat, State
from core.match.match import Header, Line, Match
from core.match.transcript import Utterance, talk_digest

SCRIPT = ("talon", "packs", "shuffles")
"""The options that script chance: the first talon, the two packets it was split into, and all later talons."""

Packs = tuple[tuple[int, ...], ...]
"""The packets of a talon, each its faces in order, top first."""


class TalonForesight(Protocol):
    """A dealer that knows the cards nobody has drawn yet."""

    def rest(self, state: State[Any]) -> Packs:
        """Give the rest of each packet of the present talon, top first."""
        ...


def as_recorded(match: Match, rest: Packs | None = None) -> Match:
    """Give a match as it is written down: as a spectator knows it while it goes on, in full once it is over.

    The header of a finished match then has the script of the talons actually used. `rest` are the faces left in each
    packet of the last talon, if they are known and the match has no dealer of its own.
    """
    if match.state.outcome is None:
        return match.seen_by(None)
    options = dict(match.header.options)
    if not any(name in options for name in SCRIPT):
        return match
    script = _script(match, _rest(match) if rest is None else rest)
    if script is None:
        return match
    secret = {option.name: option.default for option in match.game.options if option.secret}
    chosen = {**options, **secret, **{name: value for name, value in script.items() if value and name in options}}
    return replace(match, header=replace(match.header, options=tuple(chosen.items())))


def _rest(match: Match) -> Packs | None:
    dealer = match.game.dealer(dict(match.header.options))
    if dealer is None or not _foresees(dealer):
        return None
    try:
        return dealer.rest(match.state)
    except Fault:
        return None


def _foresees(dealer: Dealer) -> TypeGuard[TalonForesight]:
    return hasattr(dealer, "rest")


def _script(match: Match, rest: Packs | None) -> dict[str, str] | None:
    """Give the options that bring the same chance again; None if a face is not known, or nothing was dealt."""
    talons = _talons(match)
    if not talons:
        return None
    packs, sizes, sides = zip(*talons, strict=True)
    last = [list(pack) for pack in packs[-1]]
    if sum(map(len, last)) < sum(sizes[-1]):
        if rest is None or [len(a) + len(b) for a, b in zip(last, rest, strict=False)] != list(sizes[-1]):
            return None
        last = [[*drawn, *left] for drawn, left in zip(last, rest, strict=True)]
    whole = [*packs[:-1], last]
    texts = [_text(talon, side) for talon, side in zip(whole, sides, strict=True)]
    first = {"packs": ";".join(texts[0])} if len(texts[0]) > 1 else {"talon": texts[0][0]}
    return {**first, "shuffles": ";".join("|".join(talon) for talon in texts[1:])}


def _text(packs: Sequence[Sequence[int]], side: int) -> list[str]:
    """Write the packets of a talon, the first team's packet first."""
    texts = [",".join(map(str, pack)) for pack in packs]
    return texts[::-1] if side else texts


def _talons(match: Match) -> list[tuple[list[list[int]], list[int], int]] | None:
    """Give for each talon the faces drawn from its packets, their sizes, and its lot; None if a face is not known."""
    talons: list[tuple[list[list[int]], list[int], int]] = []
    state: Any = match.at(0).state
    for line in match.log:
        owed = state.chance if line.seat == DEALER else None
        word = line.text.rsplit(maxsplit=1)[-1]
        if isinstance(owed, Shuffle):
            talons.append(([[] for _ in owed.packs], [len(pack) for pack in owed.packs], 0))
        elif isinstance(owed, Lot | Draw):
            if not talons or not word.isdigit():
                return None
            if isinstance(owed, Draw):
                talons[-1][0][owed.pack].append(int(word))
            else:
                talons[-1] = (*talons[-1][:2], int(word))
        state = state.play(line.seat, state.parse(line.seat, line.text))
    return talons


FORMAT = "parley-record/1"
UNFINISHED = "*"
"""The result of a match that goes on."""


@dataclass(frozen=True, slots=True)
class Note:
    """A `{kind word ...}` note other than talk, after `ply` decisions: `comment`, `time`, `takeback` or another."""

    ply: int
    kind: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """A header, a log and what was said.

    `seats` are the seats' names in seat order. `people` says who sat there (seat name, person). `terms` are the table's
    options. `talk` and `notes` are in order of their ply. `result`, `digest` and `talk_digest` are what the record
    claims ("" for no claim); `core.match.record.check` verifies them. `extra` keeps header keys that this version does
    not know. `places` gives line and column (from 1) in the text for each header key and for the decision of each ply
    (from 0).
    """

    header: Header
    seats: tuple[str, ...]
    log: tuple[Line, ...] = ()
    talk: tuple[Utterance, ...] = ()
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
        talk: Iterable[Utterance] = (),
        *,
        notes: Iterable[Note] = (),
        people: Mapping[str, str] | None = None,
        terms: Iterable[tuple[str, str]] = (),
        date: str = "",
        rest: Packs | None = None,
    ) -> Self:
        """Write a match down, with its talk in the order in which it is displayed; `date` as YYYY-MM-DD.

        What is hidden in a match that goes on is not written. `rest` is as in `core.match.record_value.as_recorded`.
        """
        said, written = tuple(talk), as_recorded(match, rest)
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
        """Replay the log; raise a `Fault` if the rules refuse it. `core.match.record.check` also says where."""
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
