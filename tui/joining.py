"""The words of `parley join`, as its page of help tells them."""

from __future__ import annotations

from typing import Annotated

import typer

from tui.flags import Lang, Profile, Text, Theme

Room = Annotated[
    str,
    typer.Argument(metavar="[ROOM]", help="Its name, or the beginning of it, or its code; without any, you are asked."),
]
Code = Annotated[str, typer.Option(metavar="CODE", help="The code that a host's screen shows, or the room's key.")]
Wait = Annotated[float, typer.Option(min=0.1, max=60, metavar="SECONDS", help="How long to listen.")]
Json = Annotated[bool, typer.Option("--json", help="Say what is heard, and the way in, as JSON, and play nothing.")]


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
    from tui.headless.enter import run
    from tui.headless.join import Wish
    from tui.play import Play

    return run(Wish(room, code, wait, json), Play("", text, profile, theme, lang))
