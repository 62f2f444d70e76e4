"""`parley keep`, with its options as its help page describes them: games over days need no open screen."""

from __future__ import annotations

from typing import Annotated

import typer

from tui.cli.shared_options import Lang, Profile

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object a line: all that happens at the tables.")]
Notify = Annotated[
    list[str] | None,
    typer.Option(
        metavar="WAY", help="How to tell you: desktop, 'command CMD', 'post URL', 'mail ADDRESS'; may be repeated."
    ),
]


def keep(*, profile: Profile = "default", notify: Notify = None, json: Json = False, lang: Lang = "") -> int:
    """Hold your open tables without a screen, until you play or end it; it goes on when you leave again."""
    from tui.headless import keep_run as command

    return command.run(command.Wish(profile, json, lang, tuple(notify or ())))
