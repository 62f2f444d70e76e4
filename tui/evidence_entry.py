"""`parley evidence`: all that was signed at a table, as the journal has it, in a file that anybody can check."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tui.flags import Profile

Table = Annotated[
    str, typer.Argument(metavar="TABLE", help="The table: its title, the beginning of its id, or last for the latest.")
]
File = Annotated[str, typer.Argument(metavar="FILE", help="A file that is not there yet.")]
Invitations = Annotated[
    bool, typer.Option("--invitations", help="Leave nothing out, not even what holds an invitation, which is a key.")
]


def evidence(table: Table, file: File, *, profile: Profile = "default", invitations: Invitations = False) -> int:
    """Write down what was signed at a table, to show to others; `check` proves it and tells who said what."""
    from net.storage.journal import Journal
    from net.storage.profile import Profile as Opened
    from tui import testimony
    from tui.settings import home

    with Opened.open(home(), profile) as opened, Journal(opened.journal_path) as journal:
        found = testimony.find(journal, table)
        text = testimony.of_journal(journal, found.tid, invitations=invitations)
    typer.echo(testimony.save(Path(file), text))
    return 0
