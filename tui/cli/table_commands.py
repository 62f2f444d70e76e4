"""`parley evidence`: all that was signed at a table or in a club, as the journal has it, for anybody to check.

The words of `parley settle`, as its page of help tells them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tui.cli.shared_options import Json, Profile

Table = Annotated[
    str,
    typer.Argument(
        metavar="TABLE",
        help="The table: its title, its game, the beginning of its id, or last for the latest; other words list them.",
    ),
]
File = Annotated[
    str, typer.Argument(metavar="FILE", help="A file that is not there yet, or an older one of the same club.")
]
Club = Annotated[bool, typer.Option("--club", help="A club instead of a table: its whole season.")]
Invitations = Annotated[
    bool, typer.Option("--invitations", help="Leave nothing out, not even what holds an invitation, which is a key.")
]


def evidence(
    table: Table, file: File, *, profile: Profile = "default", club: Club = False, invitations: Invitations = False
) -> int:
    """Write down what was signed at a table, or in a club, to show to others; `check` proves and tells it."""
    from net.storage.journal import Journal
    from net.storage.profile import Profile as Opened
    from tui.records import evidence_file
    from tui.settings.settings import home

    Opened.expect(home(), profile)
    if club:
        from tui.records.club import season_file
        from tui.records.club.club_book import open_book

        with open_book(home(), profile) as book:
            typer.echo(season_file.save_season(Path(file), book.club(table)))
        return 0
    with Opened.open(home(), profile) as opened, Journal(opened.journal_path) as journal:
        found = evidence_file.find(journal, table)
        text = evidence_file.of_journal(journal, found.tid, invitations=invitations)
    typer.echo(evidence_file.save(Path(file), text))
    return 0


Wait = Annotated[
    float, typer.Option(min=0, metavar="SECONDS", help="How long to wait at most; 0: until all is sent and settled.")
]


def settle(*, wait: Wait = 0.0, profile: Profile = "default", json: Json = False) -> int:
    """Send to the others what you played without a connection, and the ends of games that you left early."""
    from tui.headless import settlement_run as command

    return command.run(command.Wish(profile, wait, json))
