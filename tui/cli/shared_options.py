"""Options that several commands share, each described once so that all help pages say the same. Pure."""

from __future__ import annotations

from typing import Annotated

import typer

from core.fault import Fault, sentence

Profile = Annotated[
    str, typer.Option(metavar="NAME", help="Who you are: each name is an identity of its own on this machine.")
]
Text = Annotated[bool, typer.Option("--text", help="Play line by line, without screens.")]
Theme = Annotated[str, typer.Option(metavar="NAME", help="Colours of the screens.")]
Lang = Annotated[str, typer.Option(metavar="fr|en", help="Language of the screens.")]
Map = Annotated[str, typer.Option("--map", metavar="FILE", help="A map of your own, for a game that is played on one.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


BAD_PAIR = sentence("--option takes NAME=VALUE, not {given}.")


def pairs(options: list[str] | None) -> dict[str, str]:
    """Read NAME=VALUE words; raise `Fault`."""
    found = {}
    for word in options or ():
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise Fault(BAD_PAIR, given=word)
        found[name] = value
    return found
