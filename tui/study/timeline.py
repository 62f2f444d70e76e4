"""The timeline of a game: everything that happened in it, in order, each event at its ply. Pure.

Its clocks follow from the record: the time of each decision, and what was left after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from core.fault import BadOption, sentence
from core.game import Outcome, Seat, Spot
from core.match.record import Note, Record
from core.scene import Scene
from net.table.clocks.time_control import SECOND_MS, TimeControl, read_time_control
from net.view.clock_view import ClockView
from net.view.table_view import Phase, TableView, TalkLine
from tui.i18n.local_letters import located
from tui.i18n.no_break_space import one_line
from tui.i18n.translation import call, seat_title, tr
from tui.records.archive import bypassed
from tui.settings.theme import Glyphs
from tui.study.analysis.turning_points import Turn, turn_line
from tui.study.past_game import PastGame, cards_of
from tui.study.seat_holder import handover_words, holder_at
from tui.table.diplomacy import pact_events, pacts_of
from tui.table.move_entry import EntryChoice
from tui.table.player_desk import PlayerDesk
from tui.table.seat_names import called
from tui.table.seat_view import Entry, MatchHistory
from tui.table.sentences import event_sentences
from tui.table.sentences.card_sentences import hand_lines
from tui.table.sentences.game_ends import whole_line
from tui.words.clock_words import SECONDS, figures
from tui.words.event_words import outcome_line

TIME, CLOCK = "time", "clock"
"""The kind of a note with the time of a decision, and the option of a table with its time control."""

TOOK = sentence("In {time}.")

_MINUTE_MS = 60 * SECOND_MS
_MOST = 12
"""Digits of the longest time that is accepted."""


@dataclass(frozen=True, slots=True)
class ClockHistory:
    """The clock of a game, if it had one, and the time spent: the line's number from 1, its seat, milliseconds."""

    pace: TimeControl | None = None
    spent: tuple[tuple[int, Seat, int], ...] = ()

    def took(self, ply: int) -> int | None:
        """Give the milliseconds that the line of that number took; None if no one noted it."""
        return next((ms for at, _, ms in self.spent if at == ply), None)

    def clocks(self, ply: int, seats: Iterable[Seat], active: Iterable[Seat]) -> tuple[ClockView, ...]:
        """Give the clocks after `ply` lines; those of `active` seats run. None without a clock."""
        if self.pace is None or not self.spent:
            return ()
        left = dict.fromkeys(seats, self.pace.start)
        for at, seat, ms in self.spent:
            if at <= ply and seat in left:
                left[seat] = left[seat].after(ms)
        runs = set(active)
        return tuple(ClockView(seat, clock, 0 if seat in runs else None) for seat, clock in left.items())


def clock_history_of(record: Record) -> ClockHistory:
    """Read the clocks of a record; notes that are not times are left out."""
    found = [read for note in record.notes if note.kind == TIME and (read := _read(note, record.seats)) is not None]
    try:
        return ClockHistory(read_time_control(dict(record.terms).get(CLOCK, "none")), tuple(found))
    except BadOption:
        return ClockHistory(None, tuple(found))


def _read(note: Note, names: tuple[str, ...]) -> tuple[int, Seat, int] | None:
    if len(note.words) != 2 or note.words[0] not in names:  # noqa: PLR2004 - a seat and its milliseconds
        return None
    seat, ms = note.words
    if not (ms.isascii() and ms.isdigit() and len(ms) <= _MOST):
        return None
    return note.ply, Seat(names.index(seat)), int(ms)


def took_words(ms: int) -> str:
    """Give the time of a decision in words: seconds, from a minute on as a clock shows it."""
    return tr(SECONDS, n=-(-ms // SECOND_MS)) if ms < _MINUTE_MS else figures(ms)


BEGIN = sentence("Beginning")
COMMENTED = sentence("COMMENT {turn} {text}")
PROMISED = sentence("PACT {text}")
TAKEN_BACK = sentence("Here the game went on again: what was played after decision {turn} was taken back.")
HERE = sentence("{seat} had signed {text} here: all others had gone on without it.")
ONWARD = sentence("Played on from it: {seat} {text}.")
OPEN = sentence("; it is not settled yet")
TAKEBACK = "takeback"
"""The kind of a note that says to which decision a takeback went."""


class Kind(StrEnum):
    """The kinds of entries in a timeline."""

    BEGIN = "begin"
    MOVE = "move"
    NOTE = "note"
    TALK = "talk"
    PACT = "pact"
    COMMENT = "comment"
    TURN = "turn"
    END = "end"


ORDER = tuple(Kind)
"""The order of entries at the same ply."""


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """One event after `ply` lines of the log: a decision, a line of talk, or words about it.

    `bad` marks a broken promise. `took` is how many milliseconds a decision took, if known. `turn` is what is said
    of a marked decision, before it. `winner` is the seat that alone has won at the end.
    """

    ply: int
    kind: Kind
    entry: Entry | None = None
    said: TalkLine | None = None
    words: str = ""
    bad: bool = False
    took: int | None = None
    turn: Turn | None = None
    winner: Seat | None = None


class Timeline:
    """A game with its positions and everything that happened in it."""

    def __init__(self, story: PastGame) -> None:
        """Replay `story`."""
        self.chronicle = MatchHistory()
        self.desk = ReplayDesk()
        self.story = story
        self.view: TableView = story.view
        self.tellings: tuple[TimelineEntry, ...] = ()
        self.turns: tuple[Turn, ...] | None = None
        self.take(story)

    def judge(self, turns: tuple[Turn, ...]) -> None:
        """Add the marked decisions."""
        self.turns = turns
        self.desk.turns = {turn.ply: turn for turn in turns}
        self.take(self.story)

    def take(self, story: PastGame) -> None:
        """Take the same game with other comments, or in another language."""
        self.story, self.view = story, story.view
        self.hours = self.desk.hours = clock_history_of(story.record)
        assert self.view.match is not None
        call(called(self.view.game, self.view.options))
        self.chronicle.follow(self.view.match)
        self.desk.viewer = story.viewer
        self.desk.chronicle = self.chronicle
        self.desk.take(self.view)
        self.tellings = tuple(sorted(self._tell(), key=lambda one: (one.ply, ORDER.index(one.kind))))

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names."""
        return self.story.match.names

    @property
    def plies(self) -> int:
        """How many lines the log has."""
        return len(self.chronicle.entries)

    @property
    def counted(self) -> int:
        """How many decisions there are, as people count them: without what chance does."""
        return self.story.match.turn

    def turn_of(self, ply: int) -> int:
        """Give how many decisions people count in the first `ply` lines."""
        return self.story.match.turns.turn_of(ply)

    def ply_of(self, turn: int) -> int:
        """Give how many lines the log has right after the decision of that number."""
        return self.story.match.turns.ply_of(turn)

    def step(self, ply: int, step: int) -> int:
        """Give where so many decisions on, or back, lead from after `ply` lines: what chance does is no stop."""
        turn = self.turn_of(ply)
        if step < 0 and self.ply_of(turn) < ply:
            step += 1  # back to the decision that this stands beyond is one step
        there = turn + step
        return self.plies if there > self.counted else self.ply_of(max(there, 0))

    def scene(self, ply: int, name: str = "") -> Scene:
        """Give the scene after `ply` lines, with its cards as far as they may be seen."""
        return self.chronicle.seen(ply).scene(self.story.viewer, name)

    def hands(self, ply: int, glyphs: Glyphs) -> list[str]:
        """Describe the cards at a ply, as far as they may be seen; nothing in a game without."""
        scene = self.scene(ply)
        cards = cards_of(self.chronicle.states[ply], self.story.viewer, over=self.story.over)
        return hand_lines(replace(scene, cards=cards), (), glyphs) if cards else []

    def last(self, ply: int) -> tuple[Spot, ...]:
        """Give the spots of the latest action on the board."""
        return self.chronicle.last(ply)

    def heard(self, after: int, to: int) -> tuple[TimelineEntry, ...]:
        """Give the events of some lines as they are read one after the other: a mark after the decision it judges."""
        placed = sorted(self.tellings, key=lambda one: (one.ply + (one.kind is Kind.TURN), one.kind is not Kind.MOVE))
        return tuple(one for one in placed if after < one.ply + (one.kind is Kind.TURN) <= to)

    def at(self, ply: int) -> tuple[TimelineEntry, ...]:
        """Give the events of the line of that number and after it."""
        return tuple(one for one in self.tellings if one.ply == ply)

    def _tell(self) -> list[TimelineEntry]:
        found = [TimelineEntry(0, Kind.BEGIN, words=tr(BEGIN))]
        found += [
            TimelineEntry(entry.ply, Kind.MOVE, entry=self._marked(entry), took=self.hours.took(entry.ply))
            for entry in self.chronicle.entries
        ]
        found += [
            TimelineEntry(ply, Kind.NOTE, words=whole_line(self.chronicle, ply, self.names))
            for ply in self.chronicle.ends
        ]
        found += self._takebacks()
        found += [
            TimelineEntry(min(one.at, self.plies), Kind.NOTE, words=handover_words(self.view, one))
            for one in self.view.handovers
        ]
        found += self._bypassed()
        found += [TimelineEntry(min(line.ply, self.plies), Kind.TALK, said=line) for line in self.view.talk]
        for pact in pacts_of(self.view, self.chronicle):
            events = pact_events(pact, self.names)
            found += [TimelineEntry(one.ply, Kind.PACT, words=one.words, bad=one.bad) for one in events]
        found += [
            TimelineEntry(min(ply, self.plies), Kind.COMMENT, words=text) for ply, text in self.story.comments.items()
        ]
        found += [TimelineEntry(turn.ply, Kind.TURN, turn=turn) for turn in self.turns or ()]
        if self.view.outcome is not None:
            outcome = self.view.outcome
            winner = outcome.winners[0] if len(outcome.winners) == 1 else None
            found.append(TimelineEntry(self.plies, Kind.END, words=self._end(outcome), winner=winner))
        return found

    def _marked(self, entry: Entry) -> Entry:
        turn = self.desk.turns.get(entry.ply - 1)
        return entry if turn is None else replace(entry, mark=turn.mark)

    def _end(self, outcome: Outcome) -> str:
        told = outcome_line(outcome, self.names)
        return told if self.story.settled else told.rstrip(".") + tr(OPEN) + "."

    def _bypassed(self) -> Iterator[TimelineEntry]:
        """Give the bypassed decisions, after the decision that stands instead."""
        for seat, text, ply, first in bypassed(self.story.record):
            words = tr(HERE if first else ONWARD, seat=seat_title(seat), text=located(text))
            yield TimelineEntry(min(ply, self.plies), Kind.NOTE, words=words)

    def _takebacks(self) -> Iterator[TimelineEntry]:
        """Give the takebacks, after the last decision that they left in the game as it stands."""
        notes, plies = self.story.record.notes, self.plies
        cuts = [(note.ply, note.words[0]) for note in notes if note.kind == TAKEBACK and len(note.words) == 1]
        for at, to in cuts:
            if to.isascii() and to.isdigit() and len(to) <= len(str(plies)) and int(to) <= plies:
                ply = min(at, int(to))
                yield TimelineEntry(ply, Kind.NOTE, words=tr(TAKEN_BACK, turn=self.turn_of(ply)))

    def line(self, one: TimelineEntry, glyphs: Glyphs) -> str:
        """Write one entry on one line of text, beginning with a word that says what kind of line it is."""
        return one_line(self._line(one, glyphs))

    def _line(self, one: TimelineEntry, glyphs: Glyphs) -> str:
        if one.entry is not None:
            took = "" if one.took is None else " " + tr(TOOK, time=took_words(one.took))
            return event_sentences.entry_line(one.entry, self.names, glyphs) + took
        if one.said is not None:
            return event_sentences.talk_line(one.said, self.names, glyphs, self.chronicle.turns)
        if one.turn is not None:
            return turn_line(one.turn, self.names, self.chronicle.turns)
        if one.kind is Kind.COMMENT:
            return tr(COMMENTED, turn=self.turn_of(one.ply), text=one.words)
        if one.kind is Kind.PACT:
            return tr(PROMISED, text=one.words)
        return tr("OVER {text}", text=one.words) if one.kind is Kind.END else tr("NOTE {text}", text=one.words)


class ReplayDesk(PlayerDesk):
    """A desk at which nothing is decided any more: it can go to any ply, with the view of `viewer`."""

    def __init__(self) -> None:
        """Begin at the present."""
        super().__init__()
        self.viewer: Seat | None = None
        self.hours = ClockHistory()
        self.turns: dict[int, Turn] = {}

    def take(self, view: TableView) -> None:
        """Take the same game anew."""
        super().take(view)
        self._wind()

    @property
    def voice(self) -> Seat | None:
        """The seat whose view is shown; no one talks here."""
        return self.viewer

    def go(self, ply: int) -> None:
        """Go to the position after `ply` lines."""
        self.look(ply - self.ply)
        self._wind()

    def _wind(self) -> None:
        """Set the clocks to what was left after the decision in view, and the names to those who played then."""
        if self.view is None or self.state is None:
            return
        if self.view.handovers:
            played = (replace(one, nick=holder_at(self.view, one.seat, self.ply).name) for one in self.view.seats)
            self.view = replace(self.view, seats=tuple(played))
        seats = [one.seat for one in self.view.seats if not one.vacant]
        clocks = self.hours.clocks(self.ply, seats, self.state.active if self.state.outcome is None else ())
        if clocks:
            self.view = replace(self.view, clocks=clocks, phase=Phase.PLAYING)

    def pick(self) -> EntryChoice:
        """Mark the latest decision, and before one that has a mark the better one."""
        last, turn = self.chronicle.last(self.ply), self.turns.get(self.ply)
        return EntryChoice(last=last) if turn is None else turn.pick(last)
