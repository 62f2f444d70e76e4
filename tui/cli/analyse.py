"""The command `parley analyse`: the turning points of a record, as lines or as one JSON object."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import asdict
from json import dumps
from typing import TYPE_CHECKING, Annotated

import typer

from tui.cli.shared_options import Profile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tui.study.game_analysis import Analysis
    from tui.study.past_game import PastGame

File = Annotated[str, typer.Argument(metavar="FILE", help="A record of a game that is over, or last for the latest.")]
Level = Annotated[str, typer.Option(metavar="BOT", help="The bot that looks at it: greedy or a level 1..5.")]
Seed = Annotated[int, typer.Option(min=0, metavar="N", help="The same seed gives the same result.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object, with every decision.")]

WIDTH = 24
"""Columns of the bar."""


def analyse(file: File, *, level: Level = "3", seed: Seed = 0, json: Json = False, profile: Profile = "default") -> int:
    """Look at every decision of a finished game; show those that turned it, and what was better."""
    from tui.session.rooms import Rooms
    from tui.settings.settings import home
    from tui.study.game_analysis import GameAnalyst
    from tui.study.game_library import wanted

    rooms = Rooms(home(), profile)
    try:
        story = wanted(file, rooms)[0]
    finally:
        asyncio.run(rooms.close())
    analyst, bar = GameAnalyst(story.match, level, seed), Bar()
    try:
        found = asyncio.run(analyst.made(bar.step))
    finally:
        bar.end()
    lines = [dumps(told(story, found))] if json else told_lines(story, found)
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return 0


def told(story: PastGame, found: Analysis) -> dict[str, object]:
    """Give an analysis as plain values, with the seats by their names and the numbers of the turning points."""
    from tui.study.game_analysis import analysis_values

    names = story.match.names
    made = [
        {**asdict(one), "seat": names[one.seat]}
        | {name: round(getattr(one, name), 4) for name in ("chance", "best_chance", "loss")}
        for one in found.judgements
    ]
    turning = [one.ply for one in found.points]
    return {**analysis_values(found), "game": story.match.header.game, "decisions": made, "turning": turning}


def told_lines(story: PastGame, found: Analysis) -> Iterator[str]:
    """Write the turning points, a line each."""
    from tui.i18n.translation import call, tr
    from tui.settings.theme import glyphs
    from tui.study.turning_points import NONE, turn_line, turns
    from tui.table.seat_names import called, seat_appearances
    from tui.text.shell.console import speaks_unicode

    view = story.view
    call(called(view.game, view.options))
    signs = glyphs("unicode" if speaks_unicode(sys.stdout) else "ascii").wearing(seat_appearances(view))
    shown = turns(story.match, found.points)
    for turn in shown:
        yield turn_line(turn, story.match.names, signs, story.match.turns)
    if not shown:
        yield tr(NONE)


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
