"""An error of our own in the text mode: one line instead of a traceback, and one line that keeps everything."""

from __future__ import annotations

import sys
import traceback
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TextIO

from core.fault import Fault, sentence
from net.transport import diagnostic_log
from tui.i18n import translation
from tui.i18n.translation import tell, tr
from tui.settings.settings import home

if TYPE_CHECKING:
    from tui.records.error_report import CrashReport
    from tui.session.rooms import Rooms
    from tui.text.shell.console import Source

BROKE = 1
"""The exit status of a program that broke."""

OFFER = sentence(
    "Type {key} and Enter to keep the records of your tables, a copy of your journal and the versions of everything in "
    "one folder, or Enter alone to leave. The journal holds all that you know of your games: give it to nobody at them."
)
NOT_OURS = (Fault, BrokenPipeError)
"""What is reported elsewhere: refusals, and a reader that is gone."""


class ErrorGuard:
    """The guard of one conversation, in case it breaks."""

    def __init__(self, rooms: Rooms) -> None:
        """Guard a conversation with `rooms`."""
        self._rooms = rooms
        self._wreck: CrashReport | None = None

    def note(self) -> None:
        """Note the state at the error being handled, once, while its tables are open."""
        if self._wreck is not None:
            return
        from tui.records.error_report import CrashReport

        records, journal = self._rooms.wreckage()
        self._wreck = CrashReport(
            traceback.format_exc(), records, journal, f"text mode, language={translation.language()}"
        )

    async def tell(self, problem: Exception, source: Source | None, out: TextIO | None = None) -> bool:
        """Say in one line that it broke and where the traceback is, and ask by `source` whether to keep the rest.

        Gives False, and says nothing, for anything that is not an error of ours or was not noted. Called while it is
        handled.
        """
        if self._wreck is None or isinstance(problem, NOT_OURS):
            return False
        from tui.records.error_report import CRASHED, KEY, save_traceback

        sink = out or sys.stderr
        what, path = save_traceback(home())
        diagnostic_log.failed("the text mode", problem)
        print(tr(CRASHED, what=what, path=path), file=sink, flush=True)
        if source is not None:
            print(tr(OFFER, key=KEY), file=sink, flush=True)
            answer = await source.line()
            if answer is not None and answer.strip().casefold() == KEY:
                print(_kept(self._wreck), file=sink, flush=True)
        return True


def _kept(wreck: CrashReport) -> str:
    """Keep a report; say where, or why not."""
    from tui.records.error_report import KEPT, NotKept, keep

    try:
        return tr(KEPT, folder=keep(wreck, home(), datetime.now(UTC).astimezone()))
    except NotKept as fault:
        return tell(fault)
