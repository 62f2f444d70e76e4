"""Why a visit ends or does not begin: the closed set of sentences that a visitor reads, and the asking for an end."""

from __future__ import annotations

import asyncio
from enum import StrEnum

from core.fault import sentence

RESTORED = (
    "\x1b[?1049l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1004l\x1b[?1006l\x1b[?1015l\x1b[?2004l\x1b[?2026l\x1b[<u"
    "\x1b[?7h\x1b[?25h\x1b[0m\r\n"
)
"""What brings a terminal back whose program could not do it: its own screen, no mouse, no paste marks, a cursor."""


class VisitEnd(StrEnum):
    """The sentences."""

    LEFT = ""
    FULL = sentence("All places here are taken: come again when somebody has left.")
    IDLE = sentence("Nothing was pressed for a long time, so the door has closed. Connect again to go on.")
    ELSEWHERE = sentence("You came in again elsewhere: the game goes on there.")
    CLOSING = sentence("The host has closed this door. Connect again later to go on.")
    BROKEN = sentence("The program ended unexpectedly. Connect again to go on.")
    NO_TERMINAL = sentence("This door shows screens, for which it needs a terminal: connect with ssh -t.")
    NO_COMMAND = sentence("This door shows the screens of Parley and runs nothing else: leave the command out.")
    KEYLESS = sentence(
        "You have brought no SSH key, so nobody will know you when you come again (ssh-keygen makes one)."
    )


FOR_GOOD = {
    VisitEnd.IDLE: sentence(
        "Nothing was pressed for a long time, so the door has closed. You brought no SSH key: a seat you had is lost."
    ),
    VisitEnd.CLOSING: sentence("The host has closed this door. You brought no SSH key: a seat you had is lost."),
    VisitEnd.BROKEN: sentence("The program ended unexpectedly. You brought no SSH key: a seat you had is lost."),
}
"""What they say instead to a visitor whom nobody will know when they connect again."""


def last_words(why: VisitEnd, *, known: bool) -> str:
    """Give the sentence for why a visit ends, to somebody who is `known` when they come again or is not."""
    return why if known else FOR_GOOD.get(why, why)


class Departure:
    """What a visit looks at to know that it has to end. It is asked, never cut off: ending takes its time."""

    def __init__(self) -> None:
        """Ask for nothing yet."""
        self._asked = asyncio.Event()
        self.why = VisitEnd.LEFT

    @property
    def is_asked(self) -> bool:
        """Whether the visit has been asked to end."""
        return self._asked.is_set()

    def ask(self, why: VisitEnd) -> None:
        """Ask the visit to end; the first reason stands."""
        if not self.is_asked:
            self.why = why
            self._asked.set()

    async def wait(self) -> None:
        """Wait until the visit is asked to end."""
        await self._asked.wait()
