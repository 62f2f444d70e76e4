"""`parley keep` and `parley turns`, with their options as their help pages describe them: games over days."""

from __future__ import annotations

from typing import Annotated

import typer

from core.fault import Fault, sentence
from tui.cli.shared_options import Lang, Profile

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object a line: all that happens at the tables.")]
JsonTables = Annotated[bool, typer.Option("--json", help="Print one JSON object a table.")]
Notify = Annotated[
    list[str] | None,
    typer.Option(
        metavar="WAY", help="How to tell you: desktop, 'command CMD', 'post URL', 'mail ADDRESS'; may be repeated."
    ),
]
List = Annotated[bool, typer.Option("--list", help="List your open tables instead, those where it is your turn first.")]
Plans = Annotated[bool, typer.Option("--plans", help="List your conditional moves instead, after the changes below.")]
Table = Annotated[
    str, typer.Option("--table", metavar="TABLE", help="The table of --if and --forget, if you have several.")
]
If = Annotated[
    list[str] | None,
    typer.Option(
        "--if", metavar="LINE", help="With --plans: a further line, as 'c4 then d5 if * then e6'; may be repeated."
    ),
]
Forget = Annotated[
    list[str] | None,
    typer.Option(
        "--forget", metavar="N|all", help="With --plans: forget a line by its number, or all; may be repeated."
    ),
]

PLANS_ALONE = sentence("--table, --if and --forget are for --plans.")


def keep(
    *,
    profile: Profile = "default",
    notify: Notify = None,
    listed: List = False,
    plans: Plans = False,
    table: Table = "",
    lines: If = None,
    forget: Forget = None,
    json: Json = False,
    lang: Lang = "",
) -> int:
    """Hold your open tables without a screen, until you play or end it; it goes on when you leave again."""
    if plans:
        from tui.headless import plan_run

        return plan_run.run(plan_run.Wish(profile, table, tuple(lines or ()), tuple(forget or ()), json))
    if table or lines or forget:
        raise Fault(PLANS_ALONE)
    if listed:
        return turns(profile=profile, json=json)
    from tui.headless import keep_run

    return keep_run.run(keep_run.Wish(profile, json, lang, tuple(notify or ())))


def turns(*, profile: Profile = "default", json: JsonTables = False) -> int:
    """List your open tables, those where it is your turn first; exit 0 if there is one of these, else 1."""
    from tui.headless import turns_run

    return turns_run.run(turns_run.Wish(profile, json))
