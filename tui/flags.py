"""The options that several commands share: each is described in one place, so that all pages of help say the same."""

from __future__ import annotations

from typing import Annotated

import typer

Profile = Annotated[
    str, typer.Option(metavar="NAME", help="Who you are: each name is an identity of its own on this machine.")
]
Text = Annotated[bool, typer.Option("--text", help="Play line by line, without screens.")]
Theme = Annotated[str, typer.Option(metavar="NAME", help="Colours of the screens.")]
Lang = Annotated[str, typer.Option(metavar="fr|en", help="Language of the screens.")]
Json = Annotated[bool, typer.Option("--json", help="Say it as one JSON object.")]
