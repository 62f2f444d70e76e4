"""`parley join` and `parley puzzle`, with their options as their help pages describe them."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from tui.cli.shared_options import Lang, Profile, Text, Theme

if TYPE_CHECKING:
    from tui.bootstrap.start_request import Play
    from tui.session.room_search import Wish

Room = Annotated[
    str,
    typer.Argument(
        metavar="[ROOM]",
        help="Its name or the beginning of it, its code, or an invitation; without any, you are asked.",
    ),
]
Code = Annotated[str, typer.Option(metavar="CODE", help="The code that a host's screen shows, or the room's key.")]
Wait = Annotated[float, typer.Option(min=0.1, max=60, metavar="SECONDS", help="How long to listen.")]
Json = Annotated[
    bool, typer.Option("--json", help="Print the rooms that are heard and the way in as JSON, and do not play.")
]


def join(
    room: Room = "",
    *,
    code: Code = "",
    wait: Wait = 3.0,
    json: Json = False,
    text: Text = False,
    profile: Profile = "default",
    theme: Theme = "",
    lang: Lang = "",
) -> int:
    """List the rooms announced on the local network, and go into one; with a code, straight to what it opens."""
    from tui.bootstrap.start_request import Play
    from tui.session.room_search import Wish

    return enter(Wish(room, code, wait, json), Play("", text, profile, theme, lang))


def enter(wish: Wish, play: Play) -> int:
    """List the rooms for a program, or choose one and play there; give the exit status. Raises `Fault`.

    An invitation in place of a room's name leads where it leads, and nothing is searched.
    """
    from net.wire.invitation import SCHEME
    from tui.cli import face_choice
    from tui.session import room_search

    if not wish.json and wish.room.lower().startswith(SCHEME):
        return face_choice.show(replace(play, invitation=wish.room))
    if wish.json:
        from tui.headless.event_report import Report
        from tui.headless.room_visit import run_command

        report = Report()

        async def errand() -> None:
            room_search.tell(await room_search.listen(wish.wait), wish, report)

        return run_command(errand, report)
    rooms = asyncio.run(room_search.listen(wish.wait))
    return face_choice.show(replace(play, invitation=str(room_search.way(rooms, wish))))


Game = Annotated[str, typer.Argument(metavar="[GAME]", help="The game; without one, each in turn, day by day.")]
Number = Annotated[
    str, typer.Argument(metavar="[NUMBER]", help="The number of a puzzle; without one, that of the day.")
]
Day = Annotated[str, typer.Option("--date", metavar="DAY", help="Another day, as 2026-11-21.")]


def puzzle(
    game: Game = "",
    number: Number = "",
    *,
    date: Day = "",
    text: Text = False,
    profile: Profile = "default",
    theme: Theme = "",
    lang: Lang = "",
) -> int:
    """Pose the puzzle of the day: one answer is right, and the rules prove it."""
    from core.games import find
    from tui.bootstrap.start_request import Play
    from tui.cli.face_choice import show
    from tui.study.lessons.daily_puzzle import calendar, posed, usual

    day = calendar(date)
    name = find(game).name if game else usual(day)
    which = number or day.isoformat()
    posed(name, which)
    plain = text or sys.stdin is None or not sys.stdin.isatty()
    return show(Play("", plain, profile, theme, lang, puzzle=f"{name} {which}"))
