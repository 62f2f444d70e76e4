"""`parley club`: found a club, join it, let people in and out, hold tournaments, tell standings and ladders."""

from __future__ import annotations

import json as json_module
from typing import Annotated

import typer

from core.fault import Fault, sentence
from tui.cli.shared_options import Json, Profile, pairs

DEEDS = (
    "new NAME",
    "list",
    "show CLUB",
    "join FILE|INVITATION",
    "take FILE",
    "export CLUB FILE",
    "sync CLUB INVITATION",
    "invite CLUB INVITATION",
    "admit CLUB PERSON",
    "expel CLUB PERSON",
    "readmit CLUB PERSON",
    "leave CLUB",
    "date CLUB DAY TEXT",
    "open CLUB NAME",
    "enter CLUB TOURNAMENT",
    "withdraw CLUB TOURNAMENT",
    "close CLUB TOURNAMENT",
    "draw CLUB TOURNAMENT",
    "start CLUB TOURNAMENT",
    "round CLUB TOURNAMENT [TABLE=PERSON...]",
    "result CLUB TABLE",
    "standings CLUB TOURNAMENT",
    "ladder CLUB [GAME...]",
)
"""Every deed with its words; those in brackets may be left out."""

NO_DEED = sentence("{text} cannot be done with a club; there are {allowed}.")
WRONG_WORDS = sentence("Say it as: parley club {usage}")

Deed = Annotated[
    str,
    typer.Argument(
        metavar="DEED",
        help="new, list, show, join, take, export, sync, invite, admit, expel, readmit, leave, date, open, enter, "
        "withdraw, close, draw, start, round, result, standings or ladder.",
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
        metavar="FORM", help="round-robin, double-round-robin, swiss, knock-out, or tables of several (for open)."
    ),
]
Rounds = Annotated[int, typer.Option(metavar="N", help="How many rounds (for open, with swiss and tables).")]
Sizes = Annotated[
    list[int] | None, typer.Option("--size", metavar="N", help="Seats of a table, the wanted number first (for open).")
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option that every table must have (for open)."),
]


def club(
    deed: Deed,
    words: Rest = None,
    *,
    admission: Admission = "founders",
    expulsion: Expulsion = "founders",
    game: Game = "djambi",
    form: Form = "swiss",
    rounds: Rounds = 5,
    size: Sizes = None,
    option: Options = None,
    profile: Profile = "default",
    json: Json = False,
) -> int:
    """Found or join a club, let people in, hold its tournaments, tell its standings; no server is needed."""
    from tui.records.club import member_deeds, tournament_deeds, visit_deeds
    from tui.records.club.club_book import Deed as Doing
    from tui.records.club.club_book import Words, open_book
    from tui.settings.settings import home

    deeds: dict[str, Doing] = {
        "new": member_deeds.new,
        "list": member_deeds.clubs,
        "show": member_deeds.show,
        "join": visit_deeds.join,
        "take": member_deeds.take,
        "export": member_deeds.export,
        "sync": visit_deeds.sync,
        "invite": visit_deeds.invite,
        "admit": member_deeds.admit,
        "expel": member_deeds.expel,
        "readmit": member_deeds.readmit,
        "leave": member_deeds.leave,
        "date": member_deeds.date,
        "open": tournament_deeds.open_tournament,
        "enter": tournament_deeds.enter,
        "withdraw": tournament_deeds.withdraw,
        "close": tournament_deeds.close,
        "draw": tournament_deeds.draw,
        "start": tournament_deeds.start,
        "round": tournament_deeds.end_round,
        "result": tournament_deeds.report,
        "standings": tournament_deeds.standings,
        "ladder": tournament_deeds.ladder,
    }
    if deed not in deeds:
        raise Fault(NO_DEED, text=deed, allowed=", ".join(deeds))
    given = Words(
        _checked(deed, tuple(words or ())),
        pairs(option),
        " ".join(admission.split()),
        expulsion.strip(),
        game,
        form,
        rounds,
        tuple(size or ()),
    )
    with open_book(home(), profile) as book:
        answer = deeds[deed](book, given)
    typer.echo(json_module.dumps(answer.value, ensure_ascii=False) if json else "\n".join(answer.lines))
    return 0


def _checked(deed: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """Give the words of a deed if there are as many as it takes; raise `Fault`."""
    usage = next(one for one in DEEDS if one.split()[0] == deed)
    wanted = usage.split()[1:]
    needed = [word for word in wanted if not word.startswith("[")]
    more = len(needed) < len(wanted)
    if len(words) < len(needed) or (len(words) > len(needed) and not more):
        raise Fault(WRONG_WORDS, usage=usage)
    return words
