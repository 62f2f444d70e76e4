"""The summary of a game's story: turning points, promises, how each kept their word, who struck whom. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from core.fault import sentence
from core.game import Seat
from net.view.table_view import TableView
from tui.i18n.translation import seat_brief, seat_title, tr
from tui.study.analysis.turning_points import NONE, bare_words
from tui.study.evening_report import MADE, PROMISES, TURNS, UNKNOWN, WORDS, promised, score_lines
from tui.study.story.html_page import SummaryLine, SummaryPart
from tui.study.timeline import Timeline
from tui.table.diplomacy import NO_PACTS, deeds_of

STRUCK, STRIKER = sentence("Who struck whom"), sentence("strikes")
NOBODY = sentence("Nobody has struck anybody.")

SHORT = 9
"""Letters of a name at the head of a column."""


def summary_parts(told: Timeline) -> Iterator[SummaryPart]:
    """Give the parts of the summary; each line leads to where in the game it happened."""
    if told.story.closed:
        yield SummaryPart(tr(TURNS), tuple(_turning(told)))
    made = tuple(SummaryLine(*one) for one in promised(told.view))
    yield SummaryPart(tr(PROMISES), made or (SummaryLine(tr(NO_PACTS)),))
    kept = tuple(SummaryLine(line) for line in score_lines(told.view))
    if kept:
        yield SummaryPart(tr(WORDS), kept)
    yield _struck(told)


def _turning(told: Timeline) -> Iterator[SummaryLine]:
    """Give the turning points, which lead to the position before them, with the better decision beside it."""
    found = [turn for turn in told.turns or () if turn.judgement.turns]
    if not found:
        yield SummaryLine(tr(UNKNOWN if told.turns is None else NONE))
    for turn in found:
        words = bare_words(turn, told.names)
        yield SummaryLine(tr(MADE, turn=told.chronicle.turns.turn_at(turn.judgement.ply), told=words), turn.ply)


def _struck(told: Timeline) -> SummaryPart:
    """Count how often each seat struck which other."""
    blows: dict[tuple[Seat, Seat], int] = defaultdict(int)
    for deed in deeds_of(told.chronicle):
        for blow in deed.blows:
            for victim in blow.victims:
                blows[blow.by, victim] += 1
    if not blows:
        return SummaryPart(tr(STRUCK), (SummaryLine(tr(NOBODY)),))
    seats = _seated(told.view)
    head = (tr(STRIKER), *(seat_brief(told.names[seat], SHORT) for seat in seats))
    rows = (
        (seat_title(told.names[by]), *("–" if by == one else str(blows.get((by, one), 0)) for one in seats))
        for by in seats
    )
    return SummaryPart(tr(STRUCK), rows=(head, *rows))


def _seated(view: TableView) -> Sequence[Seat]:
    return [seat.seat for seat in view.seats if not seat.vacant]
