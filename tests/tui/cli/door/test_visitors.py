"""A visitor's pages: one at a time, each asked to end and never cut off while it does."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tui.cli.door.visit_end import Departure, VisitEnd
from tui.cli.door.visitors import Visitors


class SlowPage:
    """A page that ends in two steps, as those with a program do."""

    def __init__(self, visitors: Visitors) -> None:
        """Show it to the one visitor there is."""
        self.departure = Departure()
        self.farewell = asyncio.Event()
        self.steps: list[str] = []
        self.task = asyncio.create_task(visitors.show("alba", self.departure, self.run))

    async def run(self) -> bool:
        """Go through the steps."""
        self.steps.append("begins")
        await self.departure.wait()
        self.steps.append("is ending")
        await self.farewell.wait()
        self.steps.append("has ended")
        return True


async def settle() -> None:
    """Let all tasks go as far as they can."""
    for _ in range(10):
        await asyncio.sleep(0)


def test_a_page_that_is_ending_is_not_cut_off_by_the_next(tmp_path: Path) -> None:
    async def tried() -> None:
        visitors = Visitors(tmp_path, 1)
        first = SlowPage(visitors)
        await settle()
        first.departure.ask(VisitEnd.LEFT)
        await settle()
        assert first.steps == ["begins", "is ending"]
        second, third = SlowPage(visitors), SlowPage(visitors)
        await settle()
        assert (first.steps, second.steps, third.steps) == (["begins", "is ending"], [], [])
        first.farewell.set()
        assert await first.task
        await settle()
        assert await second.task is None
        assert third.steps == ["begins"]
        assert [page.departure.why for page in (first, second, third)] == ["", VisitEnd.ELSEWHERE, ""]
        closing = asyncio.create_task(visitors.close())
        await settle()
        assert third.steps == ["begins", "is ending"]
        assert third.departure.why is VisitEnd.CLOSING
        assert not closing.done()
        third.farewell.set()
        await closing
        assert third.steps[-1] == "has ended"
        assert not visitors.full_for("bruno")

    asyncio.run(tried())
