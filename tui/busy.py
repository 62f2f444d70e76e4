"""Being busy: a bar on whichever screen is in front while something goes on that a person waits for."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Self

from textual.app import App

from core.fault import sentence
from tui.theme import GLYPH_SETS, glyphs, look
from tui.widgets.ink import Ink
from tui.widgets.progress import Progress, Work

JOINING = sentence("joining the room")
HOSTING = sentence("starting a room")
RESUMING = sentence("taking up the table")
OPENING = sentence("opening the table")
REPLAYING = sentence("playing the game again")
EXPORTING = sentence("exporting the game")


class BusyBar(Progress):
    """The bar, over whatever a screen shows in its first row."""

    DEFAULT_CSS = """
    BusyBar { layer: _toastrack; dock: top; width: 100%; height: 1; padding: 0 1; background: $panel; display: none; }
    """


class Busy:
    """What goes on, for as long as the block runs; after half a second it is seen.

    The block may take any time: keys do what they did.
    """

    def __init__(self, app: App[Any], says: str, total: int = 0) -> None:
        """Say what goes on on the screen in front of `app`; `total` is how many steps it has, 0 where nobody knows."""
        self._app = app
        self._says = says
        self._total = total
        self._bar = BusyBar()

    async def __aenter__(self) -> Self:
        """Begin."""
        await self._app.screen.mount(self._bar)
        self.done(0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End, however it ends."""
        del kind, problem, trace
        await self._bar.remove()

    def done(self, steps: int) -> None:
        """Say how many steps are done."""
        chosen = str(getattr(self._app, "glyph_set", GLYPH_SETS[0]))
        ink = Ink(look(self._app.theme), glyphs(chosen if chosen in GLYPH_SETS else GLYPH_SETS[0]))
        self._bar.follow(Work(self._says, left=max(0, self._total - steps)), ink)
