"""The ledger of pacts at a table: what was proposed and promised in public, since when, and what has become of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType

from core.diplomacy.pact import MUTUAL, Fate, Pact, Proposal, Term
from core.fault import sentence
from core.game import Seat
from core.match.turn_count import TurnCount
from net.view.table_view import TableView
from tui.i18n.translation import seat_title, seat_word, town_called, tr
from tui.screens.frame.dialog import SCROLLING, Sheet
from tui.table.diplomacy import NO_PACTS, fate_words, proposals_of
from tui.widgets.key_words import key_sentence
from tui.widgets.text_style import TextStyle, cut
from tui.words.talk_hush import hush_words

TITLE = sentence("Promises")
NOTE = sentence("Nothing obliges anybody to keep them; the record remembers them.")
YOURS = sentence("{key[table.diplomacy]} answers what was proposed to you.")

STYLES = {Fate.RUNNING: "accent", Fate.BROKEN: "warning", Fate.WITHDRAWN: "warning"}
"""The interface colour of a fate; the words say it too."""

OPEN = sentence("Proposed, without an answer yet")
PARTS: tuple[tuple[str, tuple[Fate, ...]], ...] = (
    (sentence("In force"), (Fate.RUNNING,)),
    (sentence("Broken or taken back"), (Fate.BROKEN, Fate.WITHDRAWN)),
    (sentence("Kept, or without object"), (Fate.KEPT, Fate.LAPSED)),
)
"""The parts of the sheet after the open proposals, with the fates of the pacts in each."""

WHAT = {
    Term.TRUCE: sentence("truce"),
    Term.JOINT_ATTACK: sentence("attack on {target} together"),
    Term.LEAVE_POWER: sentence("leaving the power"),
    Term.SPARE: sentence("sparing the piece on {spot}"),
}
"""What is promised, in a column of its own."""

SINCE, UNTIL = sentence("since"), sentence("until")
DRAW, ALL = sentence("draw"), sentence("everybody")

SEAT, THING, TURN = 9, 29, 7
"""Columns of the word of a seat, of what is promised, and of the number of a turn."""


def closed_words(view: TableView, own: Sequence[Seat]) -> str:
    """Say that the rules let no seat of `own` answer now what was proposed to it, and when it can; else nothing."""
    return hush_words(view, [seat for seat in own if proposals_of(view, [seat])])


def answer_words(view: TableView, own: Sequence[Seat]) -> str:
    """Say how what was proposed to seats of `own` is answered; empty if nothing was."""
    return (closed_words(view, own) or tr(YOURS)) if own and proposals_of(view, own) else ""


class PactTable:
    """The rows of the sheet: who, what, since and until which turn; those of one's `own` seats stand out."""

    def __init__(self, names: tuple[str, ...], ink: TextStyle, turns: TurnCount, own: Sequence[Seat] = ()) -> None:
        """Write the seats by these `names`; `turns` counts those of the match."""
        self.names, self.ink, self.turns, self.own = names, ink, turns, own

    def rows(self, pacts: Sequence[Pact], proposals: Sequence[Proposal]) -> list[Text]:
        """Give all parts that have a row, with a blank row between them; none if nothing was said."""
        parts = [(OPEN, [self._proposed(made) for made in proposals])]
        parts += [(title, [*self._made(pacts, fates)]) for title, fates in PARTS]
        rows: list[Text] = []
        for title, lines in parts:
            if lines:
                rows += [*([Text()] if rows else []), self._head(title, heads=not rows), *lines]
        return rows

    def _head(self, title: str, *, heads: bool) -> Text:
        """Give the title of a part; the first one has the titles of the columns."""
        row = self.ink.accent(cut(tr(title), 2 * SEAT + 6 + THING) if heads else tr(title))
        if heads:
            row.append(cut(tr(SINCE), TURN) + tr(UNTIL), self.ink.style("muted"))
        return row

    def _made(self, pacts: Sequence[Pact], fates: tuple[Fate, ...]) -> Iterator[Text]:
        """Give a row a pact: those who promised it before those to whom; below it how it ended."""
        for pact in pacts:
            if pact.fate in fates:
                seats = pact.parties if pact.term in MUTUAL else pact.parties[::-1]
                link = "dot" if pact.term in MUTUAL else "arrow"
                yield self._row(seats, link, self._what(pact.term, pact.target, pact.spot), pact.since, pact.until)
                if pact.fate is not Fate.RUNNING:
                    told = fate_words(pact, self.names)
                    yield Text(f"    {told}", self.ink.style(STYLES.get(pact.fate, "muted")))

    def _proposed(self, made: Proposal) -> Text:
        """Give the row of a proposal: who asks, then whom."""
        what = self._what(Term(made.term), made.target, made.spot) if made.term in set(Term) else tr(DRAW)
        return self._row((made.seat, made.whom), "arrow", what, made.ply, made.until)

    def _what(self, term: Term, target: Seat | None, spot: str) -> str:
        return tr(WHAT[term], target="" if target is None else seat_word(self.names[target]), spot=town_called(spot))

    def _row(self, seats: tuple[Seat, Seat | None], link: str, what: str, ply: int, until: int | None) -> Text:
        one, other = seats
        bold = other is None or bool({one, other} & set(self.own))
        row = self._seat(one, bold=bold)
        row.append(f"{self.ink.glyphs.one[link]} ", self.ink.style("muted"))
        row.append_text(self._seat(other, bold=bold))
        row.append(cut(what, THING - 1) + " ", self.ink.style("foreground", bold=bold))
        row.append(cut(str(self.turns.turn_of(ply) + 1), TURN), self.ink.style("muted"))
        row.append("" if until is None else str(until), self.ink.style("foreground"))
        row.no_wrap = True
        return row

    def _seat(self, seat: Seat | None, *, bold: bool) -> Text:
        style = self.ink.style("foreground", bold=bold)
        if seat is None:
            return Text(cut(tr(ALL), SEAT + 2), style)
        name = self.names[seat]
        return self.ink.shape(name) + Text(" ") + Text(cut(seat_title(name), SEAT - 1) + " ", style)


class PactsScreen(Sheet):
    """Show the ledger. Any of the screen's keys goes back to the table; that of diplomacy answers what was proposed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,space,D", "dismiss", show=False),
        Binding("d", "answer", show=False, id="table.diplomacy"),
        *SCROLLING,
    ]

    def __init__(
        self,
        pacts: tuple[Pact, ...],
        names: tuple[str, ...],
        ink: TextStyle,
        turns: TurnCount,
        *,
        proposals: Sequence[Proposal] = (),
        own: Sequence[Seat] = (),
        answer: Callable[[], None] | None = None,
        closed: str = "",
    ) -> None:
        """Show `pacts` between the seats of these `names`, and the `proposals` not answered yet.

        `own` are the seats of the person who looks; `answer` leads to an answer to what was proposed to them. `closed`
        says instead that the rules allow none now.
        """
        rows = PactTable(names, ink, turns, own).rows(pacts, proposals) or [ink.plain(tr(NO_PACTS))]
        asked = any(made.whom in own or (own and made.whom is None and made.seat not in own) for made in proposals)
        self._answer = answer if asked and not closed else None
        notes = [key_sentence(note, ink.style("muted")) for note in ([YOURS] if self._answer else []) + [NOTE]]
        none = [ink.muted(closed)] if asked and closed else []
        super().__init__([ink.accent(tr(TITLE)), Text(), *rows, Text(), *none, *notes])

    def action_answer(self) -> None:
        """Go on to the answer, if one is owed."""
        if self._answer is not None:
            self.dismiss()
            self._answer()
