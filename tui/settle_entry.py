"""The words of `parley settle`, as its page of help tells them."""

from __future__ import annotations

from typing import Annotated

import typer

from tui.flags import Json, Profile

Wait = Annotated[
    float, typer.Option(min=0, metavar="SECONDS", help="Wait so long at most; 0 is until all are settled.")
]


def settle(*, wait: Wait = 0.0, profile: Profile = "default", json: Json = False) -> int:
    """Bring the ends of games that you left early to the other players; ends once all have them."""
    from tui.headless import settle as command

    return command.run(command.Wish(profile, wait, json))
