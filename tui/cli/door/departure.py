"""Whether a visit has been asked to end, and why."""

from __future__ import annotations

import asyncio

from tui.cli.door.visit_end import VisitEnd


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
