"""`parley club`: found a club, join it, let people in and out, hold tournaments, tell standings and ladders."""

from __future__ import annotations

import json as json_module
from typing import Annotated

import typer

from tui.cli.shared_options import Json, Profile, pairs

FOLLOW = "follow"
"""The deed that goes on until a signal."""

Deed = Annotated[
    str,
    typer.Argument(
        metavar="DEED",
        help="new, list, show, join, take, export, sync, follow, invite, admit, expel, readmit, leave, date, open, "
        "enter, withdraw, close, draw, start, round, organiser, result, charge, standings or ladder; "
        "export writes over an older export of the same club.",
    ),
]
Rest = Annotated[
    list[str] | None,
    typer.Argument(metavar="[WORDS]", help="What the deed is about: mostly the club first, by its name or last."),
]
Admission = Annotated[
    str, typer.Option(metavar="RULE", help="Who lets people in: founders, 'sponsors N' or open (for new).")
]
Expulsion = Annotated[
    str, typer.Option(metavar="RULE", help="More than half of whom expel: founders or members (for new).")
]
Game = Annotated[str, typer.Option(metavar="NAME", help="The game (for open).")]
Form = Annotated[
    str,
    typer.Option(
        metavar="FORM",
        help="round-robin, double-round-robin, swiss, knock-out, or tables of several (for open; else swiss if the "
        "game is for two, and tables if it is not).",
    ),
]
Rounds = Annotated[int, typer.Option(metavar="N", help="How many rounds (for open, with swiss and tables).")]
Sizes = Annotated[
    list[int] | None, typer.Option("--size", metavar="N", help="Seats of a table, the wanted number first (for open).")
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="An option that every table must have (for open); in a room, the text mode tells them all by `options "
        "GAME`.",
    ),
]
Organise = Annotated[
    bool,
    typer.Option("--organise", help="Begin your tournaments and end their rounds without asking (for follow)."),
]


def club(
    deed: Deed,
    words: Rest = None,
    *,
    admission: Admission = "founders",
    expulsion: Expulsion = "founders",
    game: Game = "djambi",
    form: Form = "",
    rounds: Rounds = 5,
    size: Sizes = None,
    option: Options = None,
    organise: Organise = False,
    profile: Profile = "default",
    json: Json = False,
) -> int:
    """Found or join a club, let people in, hold its tournaments, tell its standings; no server is needed."""
    from tui.records.club.club_book import Words, open_book
    from tui.records.club.deed_table import checked, deed_of
    from tui.settings.settings import home

    if deed == FOLLOW:
        from tui.headless import club_run

        name, *rest = checked(deed, tuple(words or ()))
        return club_run.run(club_run.Wish(name, "".join(rest), profile, json, organise))
    done = deed_of(deed)
    given = Words(
        checked(deed, tuple(words or ())),
        pairs(option),
        " ".join(admission.split()),
        expulsion.strip(),
        game,
        form,
        rounds,
        tuple(size or ()),
    )
    with open_book(home(), profile) as book:
        answer = done(book, given)
    typer.echo(json_module.dumps(answer.value, ensure_ascii=False) if json else "\n".join(answer.lines))
    return 0
