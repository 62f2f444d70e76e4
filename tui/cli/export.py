"""The command `parley export`: a game as a page for a browser, or in any other form, in a file of its own."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from core.fault import Fault, sentence
from tui.cli.shared_options import Lang, Map, Profile, Theme

if TYPE_CHECKING:
    from tui.study.timeline import Timeline

File = Annotated[str, typer.Argument(metavar="[FILE]", help="A record, or last for the latest game.")]
Html = Annotated[bool, typer.Option("--html", help="A page for a browser, as without --form.")]
Form = Annotated[str, typer.Option("--form", metavar="FORM", help="html, text, report, record, svg, png, cast or gif.")]
Analyse = Annotated[bool, typer.Option("--analyse", help="Judge every decision first, so that its marks are shown.")]
Turn = Annotated[
    int | None,
    typer.Option("--turn", min=0, metavar="N", help="The decision after which a picture is drawn; the last."),
]
Out = Annotated[
    str,
    typer.Option(
        "--out",
        metavar="FILE",
        help="A file that is not there yet, or - for standard output; without one, in the exports' folder.",
    ),
]

TWO_FORMS = sentence("--html and --form {form} are two forms: give one of them.")
NO_TURN = sentence("There is no decision {turn} in this game: the last one is {n}.")
NO_PICTURE = sentence("--turn goes with a picture of one position (--form svg or png): {form} is none.")
EXPORTED = sentence("Exported: {path} ({size} kB)")

KILOBYTE = 1000

STANDARD_OUTPUT = "-"
"""The name of a file that stands for standard output."""


def export(
    file: File = "last",
    *,
    html: Html = False,
    form: Form = "",
    turn: Turn = None,
    out: Out = "",
    analyse: Analyse = False,
    profile: Profile = "default",
    theme: Theme = "",
    lang: Lang = "",
    chart: Map = "",
) -> int:
    """Write a game into a file: a page that replays it in any browser, a picture, an animation, a text or a record."""
    from tui.i18n import translation
    from tui.records import archive
    from tui.session.rooms import Rooms
    from tui.settings import map_file
    from tui.settings.settings import NO_LANGUAGE, home
    from tui.settings.theme import DEFAULT, load
    from tui.study.game_export import PICTURES, data, form_of
    from tui.study.game_export import Form as ExportForm
    from tui.study.game_export import export as export_game
    from tui.study.game_library import wanted
    from tui.study.timeline import Timeline
    from tui.text.shell.console import speaks_unicode

    if lang and lang not in translation.LANGUAGES:
        raise Fault(NO_LANGUAGE, name=lang, allowed=", ".join(translation.LANGUAGES))
    asked = form_of(form or ExportForm.PAGE)
    if html and asked is not ExportForm.PAGE:
        raise Fault(TWO_FORMS, form=form)
    if turn is not None and asked not in PICTURES:
        raise Fault(NO_PICTURE, form=asked)
    map_file.take(chart)
    look = load(theme).name if theme else DEFAULT
    rooms = Rooms(home(), profile)
    try:
        told = Timeline(wanted(file, rooms)[0])
    finally:
        asyncio.run(rooms.close())
    if analyse:
        judge(told)
    if turn is not None and turn > told.counted:
        raise Fault(NO_TURN, n=told.counted, turn=turn)
    ply = told.plies if turn is None else told.ply_of(turn)
    signs = "unicode" if speaks_unicode(sys.stdout) else "ascii"
    if out == STANDARD_OUTPUT:
        sys.stdout.buffer.write(data(told, asked, ply, theme=look, glyph_set=signs))
        return 0
    if out:
        path = archive.put_as(Path(out), data(told, asked, ply, theme=look, glyph_set=signs))
    else:
        path = export_game(told, asked, ply, theme=look, glyph_set=signs)
    size = -(-path.stat().st_size // KILOBYTE)
    sys.stdout.write(f"{translation.tr(EXPORTED, path=path, size=size)}\n")
    return 0


def judge(told: Timeline) -> None:
    """Judge every decision of a game that is over, with a bar on a terminal; raise `Fault`."""
    from tui.cli.analyse import Bar
    from tui.study.analysis.turning_points import turns
    from tui.study.past_game import analyst_of

    match, bar = told.story.match, Bar()
    try:
        found = asyncio.run(analyst_of(told.story).made(bar.step))
    finally:
        bar.end()
    told.judge(turns(match, found.marked))
