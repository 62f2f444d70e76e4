"""The words of `parley puzzle`, as its page of help tells them."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from tui.flags import Lang, Profile, Text, Theme

Game = Annotated[str, typer.Argument(metavar="[GAME]", help="The game; without one, each in turn, day by day.")]
Day = Annotated[str, typer.Option("--date", metavar="DAY", help="Another day, as 2026-11-21.")]


def puzzle(
    game: Game = "",
    *,
    date: Day = "",
    text: Text = False,
    profile: Profile = "default",
    theme: Theme = "",
    lang: Lang = "",
) -> int:
    """Pose the puzzle of the day: one answer is right, and the rules prove it."""
    from core.games import find
    from tui.faces import show
    from tui.play import Play
    from tui.riddle import calendar, riddle, usual

    day = calendar(date)
    name = find(game).name if game else usual(day)
    riddle(name, day)
    plain = text or sys.stdin is None or not sys.stdin.isatty()
    return show(Play("", plain, profile, theme, lang, puzzle=f"{name} {day.isoformat()}"))
