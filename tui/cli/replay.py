"""The command `parley replay`: a record, the latest game or the list of games, on whichever face fits."""

from __future__ import annotations

import asyncio
import sys

from tui.bootstrap.start_request import Play
from tui.cli.face_choice import show
from tui.i18n.translation import tr
from tui.records import archive
from tui.study.game_export import plain_text
from tui.study.game_library import NONE_KEPT, Library, open_story, wanted
from tui.study.game_summary import played_line
from tui.study.timeline import Timeline


def run(play: Play) -> int:
    """Replay a game; if no one can be asked or shown it, print it whole. Raises `Fault`, also if a record is wrong."""
    if play.file:
        open_story(play.file)
    if play.text or (sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()):
        return show(play)
    _print(play)
    return 0


def _print(play: Play) -> None:
    from tui.session.rooms import Rooms
    from tui.settings.settings import home
    from tui.table.seat_names import table_glyphs
    from tui.text.shell.console import speaks_unicode

    rooms = Rooms(home(), play.profile)
    try:
        if play.replay:
            told = Timeline(wanted(play.replay, rooms)[0])
            signs = table_glyphs("unicode" if speaks_unicode(sys.stdout) else "ascii", told.view)
            sys.stdout.write(plain_text(told, signs))
        else:
            library = Library(rooms.profile, archive.folder())
            lines = [f"{played_line(one)}\n" for one in library.newest(library.look())]
            sys.stdout.writelines(lines or [f"{tr(NONE_KEPT)}\n"])
    finally:
        asyncio.run(rooms.close())
