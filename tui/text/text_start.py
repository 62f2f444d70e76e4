"""The start of the text mode: the streams of a terminal, a pipe or a test, and how it ends."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from typing import TextIO

from core.fault import sentence
from tui.bootstrap.start_request import Play
from tui.i18n.translation import tell, tr
from tui.session.passing_visit import stranger_words
from tui.session.rooms import Rooms
from tui.settings.settings import DRAWN, LAN, home
from tui.text.repl import converse
from tui.text.shell.console import Descriptor, Script, Source, clear_sequence, speaks_unicode, writer
from tui.text.shell.error_guard import BROKE, ErrorGuard

INTERRUPTED = 130
CUT = sentence("NOTE Parley ends here. Unfinished games are kept: `resume` in the first menu leads back to them.")
CUT_FOR_GOOD = sentence("NOTE Parley ends here, and with it all that was kept of this visit.")
NAMELESS = sentence(
    "NOTE you have no name yet: settings name Ann gives you one; settings language fr switches to French."
)


def run(play: Play, stdin: TextIO | None = None, stdout: TextIO | None = None) -> int:
    """Hold the conversation on these streams until it ends; give the exit status.

    Raises `Fault` for an invitation that cannot be read, before anything is said.
    """
    from tui.settings.settings import prepare

    settings, wrong = prepare(play)
    given, taken = stdin or sys.stdin, stdout or sys.stdout
    if wrong is not None:
        writer(taken)(f"{tr('ERROR {text}', text=tell(wrong))}\n")
    if told := stranger_words():
        writer(taken)(f"{tr('NOTE {text}', text=told)}\n")
    rooms = Rooms(home(), play.profile, settings.nick, announce=settings.lan == LAN[0])
    if not settings.nick and play.replay is None and not play.puzzle and rooms.unchosen.template == DRAWN:
        writer(taken)(f"{tr(NAMELESS)}\n")
    try:
        return asyncio.run(_run(given, taken, rooms, play))
    except KeyboardInterrupt:
        with suppress(OSError, ValueError):  # who listened may be gone, too
            writer(taken)(f"{tr(CUT_FOR_GOOD if told else CUT)}\n")
        return INTERRUPTED


async def _run(given: TextIO, taken: TextIO, rooms: Rooms, play: Play) -> int:
    try:
        source: Source = Descriptor(given.fileno(), given.encoding or "utf-8")
    except (OSError, ValueError):
        source = Script(given.read().splitlines())
    out, wipe, plain = writer(taken), clear_sequence(taken, os.environ.get("TERM", "")), not speaks_unicode(taken)
    guard = ErrorGuard(rooms)
    try:
        await converse(
            source,
            out,
            rooms,
            invitation=play.invitation,
            replay=play.replay,
            puzzle=play.puzzle,
            plain=plain,
            wipe=wipe,
            guard=guard,
            near=rooms.announce and given.isatty(),
        )
    except Exception as problem:
        if not await guard.tell(problem, source if given.isatty() else None):
            raise
        return BROKE
    return 0
