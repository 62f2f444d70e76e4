"""The report of an evening: the result, who promised what to whom and kept or broke it, the turning points.

It is plain text in the language in use, to be copied into a chat or kept in a file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.diplomacy.pact import Fate, Pact
from core.fault import sentence
from core.game import Seat
from core.games import find
from core.match.turn_count import TurnCount
from net.table.table_notice import STANDS_DOWN, STANDS_IN
from net.view.table_view import SeatView, TableView
from tui.i18n.translation import ntr, seat_title, tr
from tui.study.analysis.turning_points import NONE, Turn, bare_words
from tui.study.seat_holder import holder_of, holder_words, holders, whose_words
from tui.table.departure import game_number
from tui.table.diplomacy import NO_PACTS, fate_words, pacts_of, promise_words
from tui.words.event_words import outcome_line, tell_note

GOES_ON = sentence("The game goes on.")
MATCH_GOES_ON = sentence("The match goes on.")
GIVEN_UP = sentence("Given up by {names}: nobody plays on.")
VOID = sentence("The result is void.")
PROMISES, WORDS, TURNS = sentence("Promises"), sentence("How each kept their word"), sentence("Turning points")
UNKNOWN = sentence("Nobody has looked for them yet.")
MADE = sentence("Turn {turn}: {told}")
SCORE = sentence("{who}: {kept} kept, {broken} broken, {back} taken back")
SEAT = sentence("{seat}, {nick}: {points}")
SEAT_LATER = sentence("{seat}, {nick}, before that {others}: {points}")
INDENT = "  "


def report_text(view: TableView, day: str, found: Sequence[Turn] | None, given_up: Sequence[str] = ()) -> str:
    """Give the report of a table, which has begun; `found` are its marks, None if nobody looked for them.

    `given_up` names those who have given up a game without an end.
    """
    promises = [line for line, *_ in promised(view)] or [tr(NO_PACTS)]
    parts = [list(_head(view, day, given_up)), _part(PROMISES, promises), _part(WORDS, score_lines(view))]
    if (view.outcome is not None or given_up) and view.match is not None:
        names, count = tuple(seat.name for seat in view.seats), view.match.turns
        told = [
            tr(MADE, turn=count.turn_at(one.judgement.ply), told=bare_words(one, names))
            for one in found or ()
            if one.judgement.turns
        ]
        parts.append(_part(TURNS, told or [tr(UNKNOWN if found is None else NONE)]))
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def goes_on_words(view: TableView) -> str:
    """Say that a game is not over, or the match of which one game may well be."""
    return tr(MATCH_GOES_ON if game_number(view) else GOES_ON)


def _part(title: str, lines: Sequence[str]) -> list[str]:
    return [tr(title), *(f"{INDENT}{line}" for line in lines)] if lines else []


def _head(view: TableView, day: str, given_up: Sequence[str]) -> Iterator[str]:
    """Say what was played where and when, how it ended, and who has how many points."""
    game = tr(find(view.game).title)
    yield ", ".join(part for part in (game, view.title, day) if part)
    if view.outcome is not None:
        yield outcome_line(view.outcome, tuple(seat.name for seat in view.seats))
    else:
        yield tr(GIVEN_UP, names=", ".join(given_up)) if given_up else goes_on_words(view)
    if view.void:
        yield tr(VOID)
    if view.match is not None:
        yield ntr("{n} decision", "{n} decisions", view.match.turn)
    yield from (INDENT + line for line in (*point_lines(view), *_stand_ins(view)))


def _stand_ins(view: TableView) -> Iterator[str]:
    """Say from which turn on a bot played on for somebody, and until when."""
    for note in view.notes:
        if note.template in {STANDS_IN, STANDS_DOWN} and view.match is not None:
            told = tell_note(note.template, note.fields)
            yield tr(MADE, turn=view.match.turns.turn_of(note.ply) + 1, told=told)


def point_lines(view: TableView) -> Iterator[str]:
    """Say how many points each seat has at the end of the game."""
    for seat in view.seats:
        if view.outcome is not None and not seat.vacant:
            points = ntr("{n} point", "{n} points", view.outcome.points[seat.seat])
            title, nick = seat_title(seat.name), holder_words(view, seat.seat)
            others = "" if nick != seat.called else ", ".join(_former(view, seat))
            template = SEAT_LATER if others else SEAT
            yield tr(template, seat=title, nick=nick, others=others, points=points)


def _former(view: TableView, seat: SeatView) -> tuple[str, ...]:
    """Give the names of others who spoke for a seat before, for a record that tells no handover."""
    here = {one.pid.partition("/")[0] for one in view.seats}
    said = [line for line in view.talk if line.seat == seat.seat and line.pid.partition("/")[0] not in here]
    return tuple(dict.fromkeys(line.nick for line in said if line.nick and line.nick != seat.nick))


Promised = tuple[str, int, bool]
"""A promise in words, the lines of the log after which it was made or broken, and whether it was not kept."""


def promised(view: TableView) -> list[Promised]:
    """Give each promise in the order in which they were made, with what became of it."""
    names = tuple(seat.name for seat in view.seats)
    made = sorted(pacts_of(view), key=lambda pact: (pact.since, pact.proposed))
    turns, found = view.match.turns if view.match is not None else TurnCount(), list[Promised]()
    for pact in made:
        told = tr(MADE, turn=turns.turn_of(pact.since) + 1, told=promise_words(pact, names))
        bad = pact.fate in {Fate.BROKEN, Fate.WITHDRAWN}
        where = pact.line if bad and pact.line is not None else pact.since
        whose = whose_words(view, pact)
        found.append((" ".join(part for part in (f"{told}.", _fate(pact, names), whose) if part), where, bad))
    return found


def _fate(pact: Pact, names: tuple[str, ...]) -> str:
    told = fate_words(pact, names)
    return f"{told[:1].upper()}{told[1:]}."


def score_lines(view: TableView) -> list[str]:
    """Count for each seat that promised something what it kept, broke and took back; each holder's own."""
    lines = []
    for seat in view.seats:
        bound = [pact for pact in pacts_of(view) if seat.seat in pact.bound]
        people = holders(view, seat.seat)
        for one in people:
            own = [pact for pact in bound if holder_of(view, pact, seat.seat) == one]
            kept, broken, back = (_count(own, seat.seat, fate) for fate in (Fate.KEPT, Fate.BROKEN, Fate.WITHDRAWN))
            title = seat_title(seat.name)
            who = title if len(people) == 1 else f"{title}, {one.name}"
            if own:
                lines.append(tr(SCORE, who=who, kept=kept, broken=broken, back=back))
    return lines


def _count(pacts: Sequence[Pact], seat: Seat, fate: Fate) -> int:
    """Count the promises of a seat with that fate. Of a broken or withdrawn one only who did it counts."""
    found = (pact for pact in pacts if pact.fate is fate and seat in pact.bound)
    return sum(fate is Fate.KEPT or seat in pact.by for pact in found)
