"""The whole talk of a table, to be searched: who said what, when, and about which promise. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.diplomacy.pact import Term, answer, proposal
from core.fault import sentence
from core.game import Seat
from core.match.transcript import Utterance
from core.match.turn_count import TurnCount
from net.view.table_view import TableView, TalkLine
from tui.i18n.translation import bare, seat_title, seat_word, tr
from tui.records.archive import moment
from tui.words.talk_acts import PACTS, told

NOTHING_SAID = sentence("Nothing has been said at this table yet.")
NONE_FITS = sentence("No line of talk fits.")
OF = sentence("{seat} ({nick})")
QUOTED = 60
"""The longest quotation, in characters."""

_DAY = 11
"""The characters of the day before the minute."""


@dataclass(frozen=True, slots=True, order=True)
class Treaty:
    """What a line proposes or answers: the word of the term (none: any), and the seats that it names, in order."""

    term: str
    seats: tuple[Seat, ...]

    def words(self, names: Sequence[str]) -> str:
        """Name the treaty: `a truce: red, blue`."""
        who = ", ".join(seat_word(names[seat]) for seat in self.seats)
        return tr("{label}: {value}", label=tr(PACTS[self.term]), value=who)


@dataclass(frozen=True, slots=True)
class TalkEntry:
    """One line: when it was said, before the decision of which turn, by whom, in words, and about which treaty."""

    line: TalkLine
    turn: int
    when: str
    who: str
    words: str
    treaty: Treaty | None = None

    @property
    def quote(self) -> str:
        """The line as it is quoted in talk: `> Blue: ...`, shortened."""
        whole = f"> {tr('{nick}:', nick=self.who)} {self.words}"
        return whole if len(whole) <= QUOTED else whole[: QUOTED - 1].rstrip() + "…"


def talk_entries(view: TableView, muted: frozenset[str] = frozenset()) -> tuple[TalkEntry, ...]:
    """Give all lines of talk in order, without those of the `muted` (pids); the day is left out if it is one."""
    names = tuple(seat.name for seat in view.seats)
    lines = [line for line in view.talk if line.pid not in muted]
    times = [moment(line.ts) if line.ts else "" for line in lines]
    turns = view.match.turns if view.match is not None else TurnCount()
    one_day = len({time[:_DAY] for time in times if time}) <= 1
    return tuple(
        TalkEntry(
            line,
            turns.turn_of(line.ply) + 1,
            time[_DAY:] if one_day else time,
            _who(line, view),
            _words(line, names),
            _treaty(line, names),
        )
        for line, time in zip(lines, times, strict=True)
    )


def _who(line: TalkLine, view: TableView) -> str:
    """Name the speaker by their seat, and by their own name if somebody else has it now."""
    if line.seat is None or line.seat >= len(view.seats):
        return line.nick
    seat = view.seats[line.seat]
    passed = any(one.seat == line.seat for one in view.handovers) and line.nick != seat.nick
    return tr(OF, seat=seat_title(seat.name), nick=line.nick) if passed else seat_title(seat.name)


def _words(line: TalkLine, names: tuple[str, ...]) -> str:
    said, act = told(line, names)
    return f"{said} [{act}]" if said and act else said or act


def _treaty(line: TalkLine, names: tuple[str, ...]) -> Treaty | None:
    said = Utterance(line.seat, line.pid, line.seq, line.ply, line.text, line.act)
    found = proposal(said, names) or answer(said, names)
    if found is None or found.term not in {"", *Term}:
        return None
    return Treaty(found.term, tuple(sorted({seat for seat in (found.seat, found.whom) if seat is not None})))


@dataclass(frozen=True, slots=True)
class TalkFilter:
    """Which lines are wanted: those with all these words, of this person (pid), about this treaty."""

    words: str = ""
    person: str = ""
    treaty: Treaty | None = None

    def keep(self, entries: Sequence[TalkEntry]) -> tuple[TalkEntry, ...]:
        """Give the lines that fit."""
        return tuple(entry for entry in entries if self._fits(entry))

    def _fits(self, entry: TalkEntry) -> bool:
        if self.person and entry.line.pid != self.person:
            return False
        if self.treaty is not None and not self._is_about(entry.treaty):
            return False
        there = bare(f"{entry.line.nick} {entry.who} {entry.when} {entry.words}")
        return all(bare(word) in there for word in self.words.split())

    def _is_about(self, other: Treaty | None) -> bool:
        """Tell whether a line is about the treaty: with no term it answers any, with one seat it is said to all."""
        if other is None or self.treaty is None:
            return False
        return other.term in {"", self.treaty.term} and set(other.seats) <= set(self.treaty.seats)


def people_in(entries: Sequence[TalkEntry]) -> tuple[tuple[str, str], ...]:
    """Give those who have talked, each pid with its nick, in the order in which they first did."""
    return tuple({entry.line.pid: entry.line.nick for entry in entries}.items())


def treaties_in(entries: Sequence[TalkEntry]) -> tuple[Treaty, ...]:
    """Give the treaties that lines are about, in order."""
    return tuple(sorted({entry.treaty for entry in entries if entry.treaty is not None and entry.treaty.term}))
