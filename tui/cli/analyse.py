"""The command `parley analyse`: the marks of a game's decisions and the figures of each seat, as lines or JSON."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import asdict
from json import dumps
from typing import TYPE_CHECKING, Annotated

import typer

from tui.cli.shared_options import Lang, Profile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.game import Seat
    from tui.study.analysis.game_analysis import Analysis
    from tui.study.past_game import PastGame

File = Annotated[str, typer.Argument(metavar="FILE", help="A record of a game that is over, or last for the latest.")]
SeatName = Annotated[str, typer.Option("--seat", metavar="SEAT", help="Only the decisions of this seat.")]
Level = Annotated[str, typer.Option(metavar="BOT", help="The bot that looks at it: greedy or a level 1..5.")]
Seed = Annotated[int, typer.Option(min=0, metavar="N", help="The same seed gives the same result.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object, with every decision.")]

WIDTH = 24
"""Columns of the bar."""

DIGITS = 4
"""Digits of a share in the JSON object."""


def analyse(
    file: File,
    *,
    seat: SeatName = "",
    level: Level = "3",
    seed: Seed = 0,
    json: Json = False,
    profile: Profile = "default",
    lang: Lang = "",
) -> int:
    """Judge every decision of a finished game: mark inaccuracies (?!), mistakes (?) and blunders (??).

    A line for each says what was better and why; then come the figures of each seat. Talk and treaties are not judged.
    """
    from core.fault import Fault
    from tui.i18n import translation
    from tui.session.rooms import Rooms
    from tui.settings.settings import NO_LANGUAGE, home
    from tui.study.game_library import wanted
    from tui.study.past_game import analyst_of
    from tui.table.seat_names import called

    if lang and lang not in translation.LANGUAGES:
        raise Fault(NO_LANGUAGE, name=lang, allowed=", ".join(translation.LANGUAGES))
    rooms = Rooms(home(), profile)
    try:
        story = wanted(file, rooms)[0]
    finally:
        asyncio.run(rooms.close())
    translation.call(called(story.view.game, story.view.options))
    chosen = asked_seats(story, seat)
    analyst, bar = analyst_of(story, level, seed), Bar()
    try:
        found = asyncio.run(analyst.made(bar.step))
    finally:
        bar.end()
    lines = [dumps(told(story, found, chosen))] if json else told_lines(story, found, chosen)
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return 0


def asked_seats(story: PastGame, word: str) -> frozenset[Seat]:
    """Give the seat that a word names, in any language or by its number from 1; all without one. Raise `Fault`."""
    from core.fault import Fault
    from core.game import Seat
    from tui.i18n.translation import bare, seat_word
    from tui.table.seat_names import NO_SUCH_SEAT, seat_words

    names = story.match.names
    seats = [Seat(at) for at in range(len(names))]
    if not word:
        return frozenset(seats)
    known = seat_words(names, seats)
    if bare(word) not in known:
        raise Fault(NO_SUCH_SEAT, name=word, allowed=", ".join(map(seat_word, names)))
    return frozenset({known[bare(word)]})


def told(story: PastGame, found: Analysis, chosen: frozenset[Seat]) -> dict[str, object]:
    """Give an analysis as plain values: its decisions, the sentences about those with a mark, the figures by seat."""
    from core.study.decision import sealed_count
    from tui.study.analysis.game_analysis import analysis_values
    from tui.study.analysis.turning_points import turns, why_words

    names = story.match.names
    why = {turn.judgement.ply: why_words(turn, names) for turn in turns(story.match, found.marked)}
    made = [
        {**asdict(one), "seat": names[one.seat]}
        | {name: round(getattr(one, name), DIGITS) for name in ("chance", "best_chance", "error", "loss")}
        | ({"mark": str(one.mark), "why": why[one.ply]} if one.mark is not None else {})
        for one in found.judgements
        if one.seat in chosen
    ]
    players = {
        names[seat]: {**asdict(one), "loss": round(one.loss, DIGITS), "accuracy": round(one.accuracy, 1)}
        for seat, one in found.tallies.items()
        if seat in chosen
    }
    turning = [one.ply for one in found.points if one.seat in chosen]
    head = {**analysis_values(found), "game": story.match.header.game, "sealed": sealed_count(story.match)}
    return {**head, "decisions": made, "players": players, "turning": turning}


def told_lines(story: PastGame, found: Analysis, chosen: frozenset[Seat]) -> Iterator[str]:
    """Write the marked decisions, a line each, then the figures of each seat and what was not judged."""
    from core.study.decision import sealed_count
    from tui.i18n.translation import tr
    from tui.study.analysis.turning_points import NO_MARK, lost_lines, sealed_words, tally_line, turn_line, turns

    names, count = story.match.names, story.match.turns
    shown = turns(story.match, [one for one in found.marked if one.seat in chosen])
    for turn in shown:
        yield turn_line(turn, names, count)
    if not shown:
        yield tr("NOTE {text}", text=tr(NO_MARK))
    for seat, one in found.tallies.items():
        if seat in chosen:
            yield tally_line(names[seat], one)
    for line in lost_lines([one for one in found.judgements if one.seat in chosen], names, count):
        yield tr("NOTE {text}", text=line)
    if sealed := sealed_words(sealed_count(story.match)):
        yield tr("NOTE {text}", text=sealed)


class Bar:
    """A progress bar on standard error if that is a terminal; otherwise nothing."""

    def __init__(self) -> None:
        """Begin at zero."""
        self._drawn = False

    def step(self, done: int, every: int) -> None:
        """Show that `done` of `every` steps are done."""
        if sys.stderr.isatty():
            full = WIDTH * done // every
            sys.stderr.write(f"\r[{'=' * full}{' ' * (WIDTH - full)}] {100 * done // every:3} %")
            sys.stderr.flush()
            self._drawn = True

    def end(self) -> None:
        """Remove the bar."""
        if self._drawn:
            sys.stderr.write("\r" + " " * (WIDTH + 8) + "\r")
            sys.stderr.flush()
