"""Turn what is new at a table into lines, each once and in order.

A clock is announced when a minute, half a minute and ten seconds are left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from core.fault import sentence
from core.game import DEALER, Outcome, Seat
from core.match.match import Line
from core.scene import Scene
from net.table.table_notice import ONWARD
from net.table.view_builder import TALKS
from net.view.clock_view import ClockView
from net.view.table_view import AsideLine, NoteLine, Phase, TableView, TalkLine, VoidLine
from tui.i18n.translation import ntr, tr
from tui.session.moved_table import moved_words
from tui.settings.theme import Glyphs, glyphs
from tui.table.card_words import rules_line
from tui.table.departure import FRAUD, audit_words, is_equivocation, overdue_seats
from tui.table.diplomacy import PactLog
from tui.table.losses_and_threats import LossFinder, threat_words
from tui.table.seat_names import table_glyphs
from tui.table.seat_view import MatchHistory, held_seats, owing, own_seats
from tui.table.sentences import event_sentences
from tui.table.sentences.asked_seat import asked_words
from tui.table.sentences.card_sentences import hand_lines
from tui.table.sentences.claim_words import LATE, LATE_ENDS, claim_words, end_without, time_over_words
from tui.table.sentences.game_ends import whole_line
from tui.table.sentences.offer_words import is_heir_absent, lapsed_offers
from tui.table.sentences.out_words import BY_WORD
from tui.table.sentences.seat_handover import (
    keeps_all_words,
    lost_seats,
    lost_words,
    overtaken_words,
    substituted_seats,
    taken_words,
)
from tui.table.sentences.still_words import pause_words, silent_words
from tui.table.sentences.waiting_tables import stop_words
from tui.table.table_plan import has_moment
from tui.words.clock_words import figures, is_unsure
from tui.words.rated_mark import UNRATED, RatedMark

FEW = 5
"""How many decisions are told to somebody who comes to a game that has begun."""
MARKS = (60, 30, 10)
"""The seconds left at which a clock is announced."""
LEFT = sentence("CLOCK {seat}: {n} seconds left.")
MOMENT = sentence("`moment` looks for your worst moment in this game.")
AGAIN = sentence("`replay` tells this game again, `rematch` plays another one, `quit` leaves the table.")
ASK_AGAIN = sentence("`substitute` asks again.")
TALK_OVER = sentence("The talk before the round is over.")
PAUSE_OVER = sentence("The pause is over.")
IS_READY = sentence("{seat} is ready.")
GOES_THERE = sentence("`rematch` goes there.")
FALLEN, OVER = sentence("CLOCK {seat}: no time left."), sentence("CLOCK {seat}: {told}")


class ClockTeller:
    """The announcements made so far of the clocks of the seats played here."""

    def __init__(self) -> None:
        """Begin with nothing announced."""
        self._said: dict[Seat, tuple[ClockView, int]] = {}

    def news(self, view: TableView, glyphs: Glyphs, now: int) -> list[str]:
        """Give a line for each own clock that has reached a mark, without marks passed meanwhile."""
        if view.phase is not Phase.PLAYING:
            return []
        lines = []
        for clock in view.clocks:
            if clock.since is None or clock.seat not in event_sentences.hands_of(view):
                continue
            mark = _mark(clock.left_ms(now))
            known, said = self._said.get(clock.seat, (clock, _mark(clock.clock.left_ms)))
            if (known.clock, known.since) != (clock.clock, clock.since):
                said = _mark(clock.clock.left_ms)
            self._said[clock.seat] = (clock, max(said, mark))
            if mark > said:
                seat = event_sentences.seat_name(view.seats[clock.seat].name, glyphs)
                told = time_over_words(view, clock.seat, now)
                over = tr(OVER, seat=seat, told=told) if told else tr(FALLEN, seat=seat)
                lines.append(over if mark > len(MARKS) else tr(LEFT, seat=seat, n=MARKS[mark - 1]))
        return lines


def clock_word(view: TableView, seat: Seat, now: int) -> str:
    """Give the time left on the clock of a seat, within other text; empty without a clock."""
    left = left_word(view, seat, now)
    return tr("clock {left}", left=left) if left else ""


def left_word(view: TableView, seat: Seat, now: int) -> str:
    """Give the time left on the clock of a seat, and a doubt; empty without a clock."""
    clock = next((one for one in view.clocks if one.seat == seat), None)
    if clock is None:
        return ""
    ms, periods = clock.shown(now)
    left = f"{figures(ms)} ({periods}x)" if clock.clock.periods > 1 else figures(ms)
    return f"{left}, {tr('clock doubtful')}" if is_unsure(view, clock) else left


def _mark(left_ms: int) -> int:
    """Count the marks passed with this much time left; one more at zero."""
    return sum(left_ms <= 1000 * mark for mark in MARKS) + (left_ms <= 0)


L = TypeVar("L", TalkLine, VoidLine, NoteLine, AsideLine)
S = TypeVar("S", TalkLine, AsideLine)


def _decided(line: Line) -> tuple[Seat, str]:
    """Give what distinguishes a line from others: not the face of a card, which not every viewer knows."""
    return line.seat, "" if line.seat == DEALER else line.text


class EventTeller:
    """What has been reported of one table, and what is to be reported next."""

    def __init__(self, plain: bool = False) -> None:  # noqa: FBT001, FBT002 (a console is plain or it is not)
        """Begin with nothing reported; `plain` writes shapes in ASCII. Open seats are ours to take until told not."""
        self._shapes: Glyphs = glyphs("ascii" if plain else "unicode")
        self.glyphs = self._shapes
        self.scene: Scene | None = None
        self.muted: frozenset[str] = frozenset()
        self.may_sit = True
        self.rated = UNRATED
        self.chronicle = MatchHistory()
        self._pacts = PactLog()
        self._log: tuple[tuple[Seat, str], ...] = ()
        self._told: set[object] = set()
        self._offers: dict[str, tuple[tuple[object, ...], bool]] = {}
        self._phase: tuple[Phase, int, str] | None = None
        self._turn: tuple[object, ...] | None = None
        self._turn_told: tuple[int, list[str]] | None = None
        self._names: tuple[str, ...] = ()
        self._late: tuple[Seat, ...] = ()
        self._claims: tuple[str, ...] = ()
        self._audit = self._asked = self._loss = ""
        self._last: TableView | None = None
        self._lookout = LossFinder()
        self.alarms = True

    def news(self, view: TableView, *, turn: bool = True) -> list[str]:
        """Give the lines for everything that is new in `view`; without `turn`, whose turn it is stays out."""
        before, self._names = self._last, tuple(seat.name for seat in view.seats)
        self.glyphs = table_glyphs(self._shapes.name, view)
        notes = self._untold(view.notes)
        lines = [event_sentences.note_line(line) for line in notes]
        lines += [tr("NOTE {text}", text=told) for told in (moved_words(self._last, view, spoken=True),) if told]
        lines += [tr("NOTE {text}", text=tr(GOES_THERE)) for line in notes if view.onward and line.template == ONWARD]
        lines += self._pause_news(view) + self._negotiation_news(view) + self._rules_news(view) + self._seat_news(view)
        if view.match is not None:
            self.chronicle.follow(view.match)
            self.scene = view.match.state.scene(next(iter(event_sentences.hands_of(view)), None))
        lines += self._dated_news(view)
        lines += [event_sentences.aside_line(line) for line in self._heard(view.gallery)]
        lines += [tr("PACT {text}", text=told) for _, told in self._pacts.news(view, self.chronicle)]
        lines += [event_sentences.lapse_line(one, why, view, self.glyphs) for one, why in lapsed_offers(before, view)]
        lines += self._offer_news(view) + self._phase_news(view) + self._asked_news(view) + self._late_news(view)
        return lines + self._turn_news(view) if turn else lines

    def _rules_news(self, view: TableView) -> list[str]:
        """Tell the rules at the start of a game, once."""
        before = self._last.match if self._last is not None else None
        begins = before is None and view.match is not None and view.match.ply < len(self._names)
        return [rules_line(view)] if begins else []

    def rate(self, mark: RatedMark, view: TableView) -> None:
        """Take in what the table is rated for; what follows from who plays there now counts as told."""
        self.rated, self._loss = mark, mark.loss(view)

    def now(self, view: TableView) -> list[str]:
        """Give the lines that say where the table stands."""
        if view.outcome is not None:
            return self._end(view, view.outcome)
        if view.phase is not Phase.PLAYING or view.match is None:
            return [event_sentences.phase_line(view, may_sit=self.may_sit)]
        still = silent_words(view) or (pause_words(view, spoken=True) if view.paused else "")
        turns = [
            event_sentences.owed_line(view.match, turn, view, self.glyphs) for turn in view.match.state.upcoming(1)
        ]
        return [*turns, *([tr("NOTE {text}", text=still)] if still else [])]

    def _end(self, view: TableView, outcome: Outcome) -> list[str]:
        """Say how the game ended, and to whoever has played it what can be done now."""
        notes = [MOMENT] if has_moment(view) else []
        notes += [AGAIN] if own_seats(view) else []
        told = [*filter(None, [self.rated.loss(view)]), *(tr(note) for note in notes)]
        return [event_sentences.over_line(outcome, self._names), *(tr("NOTE {text}", text=text) for text in told)]

    def hands(self, view: TableView) -> list[str]:
        """Give the lines of the cards; none in a game without."""
        return hand_lines(self.scene, event_sentences.hands_of(view), self.glyphs) if self.scene else []

    def log(self, count: int) -> list[str]:
        """Give the last `count` decisions."""
        entries = self.chronicle.entries[-count:] if count else []
        return [event_sentences.entry_line(entry, self._names, self.glyphs) for entry in entries]

    def _dated_news(self, view: TableView) -> list[str]:
        """Give the lines that belong to a place in the game, in its order; at the first look only the last few."""
        comes = not self._log
        entries = self.chronicle.entries[self._moves(view) :]
        decisions = [at for at, entry in enumerate(entries) if entry.seat != DEALER]
        skipped = max(0, len(decisions) - FEW) if comes else 0
        since = decisions[skipped] if skipped else 0
        names, shapes, turns = self._names, self.glyphs, self.chronicle.turns
        said, voids = self._heard(view.talk), self._untold(view.voids)
        dated = [(entry.ply, 1, event_sentences.entry_line(entry, names, shapes)) for entry in entries]
        ended = [(entry.ply, whole_line(self.chronicle, entry.ply, names)) for entry in entries]
        dated += [(ply, 1, tr("NOTE {text}", text=told)) for ply, told in ended if told]
        dated += [(line.ply, 2, event_sentences.talk_line(line, names, shapes, turns)) for line in said]
        dated += [(line.ply, 3, event_sentences.void_line(line, names, shapes, turns)) for line in voids]
        told = [line for ply, _, line in sorted(dated, key=lambda told: told[:2]) if ply > since or not since]
        return [*self._skipped(skipped), *told]

    def _skipped(self, count: int) -> list[str]:
        """Say how to hear the decisions that were left out; nothing if none were."""
        if not count:
            return []
        words = ntr(
            "{n} decision came before those that follow: `log {more}` tells the last {more}, `talk` what was said.",
            "{n} decisions came before those that follow: `log {more}` tells the last {more}, `talk` what was said.",
            count,
            more=min(4 * FEW, FEW + count),
        )
        return [tr("NOTE {text}", text=words)]

    def _moves(self, view: TableView) -> int:
        """Give how many decisions were reported and still stand: after a takeback fewer than were reported."""
        told, self._log = self._log, tuple(map(_decided, view.match.log if view.match else ()))
        pairs = enumerate(zip(told, self._log, strict=False))
        return next((at for at, (before, now) in pairs if before != now), min(len(told), len(self._log)))

    def _untold(self, lines: Sequence[L]) -> list[L]:
        """Give the lines not reported yet, and count them as reported."""
        new = [line for line in lines if _identity(line) not in self._told]
        self._told.update(map(_identity, lines))
        return new

    def _heard(self, lines: Sequence[S]) -> list[S]:
        """Give the new lines of talk of people who are not muted."""
        return [line for line in self._untold(lines) if line.pid not in self.muted]

    def at(self, turn: int, viewer: Seat | None) -> Scene | None:
        """Give the view after so many decisions, None if there were not so many."""
        states, ply = self.chronicle.states, self.chronicle.turns.ply_of(turn)
        return states[ply].scene(viewer) if ply < len(states) else None

    def _offer_news(self, view: TableView) -> list[str]:
        lines = []
        for offer in (*view.offers, *view.refused):
            here, away = (offer.owed, offer.asked, offer.declined, offer.unwilling), is_heir_absent(offer, view)
            told, self._offers[offer.id] = self._offers.get(offer.id), (here, away)
            if told is None or told[0] != here or (away and not told[1]):
                lines.append(event_sentences.offer_line(offer, view, self.glyphs, self.rated))
        return lines

    def ask_again(self, view: TableView) -> None:
        """Forget having told what waits for an answer from here: whoever has the screen now has not read it."""
        for offer in view.offers:
            if not {*offer.owed}.isdisjoint(held_seats(view, offer.kind)):
                self._offers.pop(offer.id, None)

    def _pause_news(self, view: TableView) -> list[str]:
        """Tell that somebody has gone on after a pause; whose turn it is follows once more."""
        if self._last is None or not self._last.paused or not view.resumed:
            return []
        self._turn = self._turn_told = None
        return [tr("NOTE {text}", text=tr(PAUSE_OVER))]

    def _negotiation_news(self, view: TableView) -> list[str]:
        """Tell who has become ready for a round, and that the talk before it is over."""
        before = self._last.negotiation if self._last is not None else None
        past = self._last is None and any(note.template == TALKS for note in view.notes) and not view.paused
        if before is None or view.negotiation is None:
            over = view.negotiation is None and view.match is not None and (before is not None or past)
            return [tr("NOTE {text}", text=tr(TALK_OVER))] if over else []
        fresh = [seat for seat in view.negotiation.ready if seat not in before.ready]
        names = [event_sentences.seat_name(self._names[seat], self.glyphs) for seat in fresh]
        return [tr("NOTE {text}", text=tr(IS_READY, seat=name)) for name in names]

    def _seat_news(self, view: TableView) -> list[str]:
        """Tell a person who has taken a seat over what they play, and one who has lost theirs who has it."""
        before, self._last = self._last, view
        names = [event_sentences.seat_name(name, self.glyphs) for name in self._names]
        told = [lost_words(view, seat, names[seat]) for seat in lost_seats(before, view)]
        told += [taken_words(view, seat, names[seat], BY_WORD) for seat in substituted_seats(before, view)]
        told += overtaken_words(before, view, tr(ASK_AGAIN))
        known, self._loss = self._loss, self.rated.loss(view) if view.outcome is None else self._loss
        told += [self.rated.note_of(view)] if self._loss != known else []
        told += filter(None, [keeps_all_words(before, view)])
        return [tr("NOTE {text}", text=words) for words in told]

    def _phase_news(self, view: TableView) -> list[str]:
        open_seats = sum(not seat.pid for seat in view.seats)
        phase = (view.phase, open_seats, stop_words(view))
        if self._phase == phase or view.phase is Phase.PLAYING:
            return []
        begins = open_seats == 0 and view.phase is Phase.STARTING and self._phase == (Phase.GATHERING, 0, "")
        self._phase = phase
        if begins:
            return []
        if view.phase is Phase.OVER and view.outcome is not None:
            return self._end(view, view.outcome)
        return [event_sentences.phase_line(view, may_sit=self.may_sit)]

    def _asked_news(self, view: TableView) -> list[str]:
        """Say that a seat is asked for, again when its host goes away or comes."""
        before, self._asked = self._asked, asked_words(view)
        return [tr("NOTE {text}", text=self._asked)] if self._asked not in {"", before} else []

    def _late_words(self, view: TableView, seat: Seat) -> str:
        name = event_sentences.seat_name(self._names[seat], self.glyphs)
        if is_equivocation(view, seat):
            return tr(FRAUD, seat=name)
        end = end_without(view, seat)
        return tr(LATE_ENDS if end else LATE, seat=name, end=end)

    def _late_news(self, view: TableView) -> list[str]:
        """Report which players one may stop waiting for, who does so, and what became of the hidden cards."""
        late, words, claims = overdue_seats(view), audit_words(view), claim_words(view, BY_WORD)
        lines = [tr("LATE {text}", text=self._late_words(view, seat)) for seat in late if seat not in self._late]
        if words and words != self._audit:
            lines.append(tr("AUDIT {text}", text=words))
        lines += [tr("NOTE {text}", text=told) for told in claims if told not in self._claims]
        self._late, self._audit, self._claims = late, words, claims
        return lines

    def _turn_news(self, view: TableView) -> list[str]:
        if view.phase is not Phase.PLAYING or view.match is None or view.outcome is not None:
            return []
        turns = view.match.state.upcoming(1)
        owed = owing(view)
        here = (view.match.ply, turns[:1], owed, tuple(view.seats[seat].pid for seat in owed if seat != DEALER))
        if not turns or owed == (DEALER,) or self._turn == here:
            return []
        self._turn, before = here, self._turn_told
        told = self.now(view) + self._alarm_news(view, owed)
        self._turn_told = (view.match.ply, told)
        return told if self._turn_told != before else []  # others may have decided in secret meanwhile

    def _alarm_news(self, view: TableView, owed: tuple[Seat, ...]) -> list[str]:
        """Warn the player who is to decide here of grave threats."""
        seat = next((seat for seat in owed if seat in event_sentences.hands_of(view)), None)
        return self.threats(view, seat, grave=True) if self.alarms and seat is not None else []

    def threats(self, view: TableView, seat: Seat, *, grave: bool = False) -> list[str]:
        """Give the lines of what the others could do to a seat with their next move; only what is `grave`."""
        if view.match is None or view.phase is not Phase.PLAYING:
            return []
        found = self._lookout.threats(view.game, view.match.state, seat)
        atlas = self.scene.atlas if self.scene else None

        def named(other: Seat) -> str:
            return event_sentences.seat_name(self._names[other], self.glyphs)

        told = [threat_words(threat, named, atlas) for threat in found if threat.grave or not grave]
        return [tr("THREAT {text}.", text=line) for line in told]


def _identity(line: TalkLine | VoidLine | NoteLine | AsideLine) -> object:
    return line.identity if isinstance(line, TalkLine | NoteLine) else line
