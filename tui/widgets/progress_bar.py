"""The progress bar: it appears over the title when work that a person waits for takes more than half a second.

The work may be a table's, when it waits for something that no person decides, or that of any screen in front.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from rich.text import Text
from textual.app import App
from textual.timer import Timer
from textual.widget import Widget

from core.fault import sentence
from core.game import DEALER
from net.view.table_view import AuditStage, Phase, TableView
from tui.i18n.translation import seat_brief, tr
from tui.settings.theme import GLYPH_SETS, glyphs, look
from tui.table.seat_view import is_asleep, owing
from tui.widgets.text_style import TextStyle

PATIENCE = 0.5
"""Seconds after which work is shown, and between two steps of a bar."""

LONG = 2.0
"""Seconds after which a bar without a known end also counts seconds."""

LENGTH = 10
"""Columns of a bar."""

SYNC = sentence("fetching the game")
AUDIT = sentence("auditing the cards")
DEAL = sentence("shuffling")
THINKS = sentence("{seat} thinks")


@dataclass(frozen=True, slots=True)
class Work:
    """Work in progress: its words, the seat it is for (a name), and what is left, 0 if unknown."""

    says: str
    seat: str = ""
    left: int = 0


def work_of(view: TableView | None) -> Work | None:
    """Give the work that a table waits for and no person decides; None if it waits for nothing, or for people.

    Without a connection there is none: nobody works on what they have not received.
    """
    if view is None or not view.online:
        return None
    if view.missing:
        return Work(SYNC, left=view.missing)
    if view.audit is not None and view.audit.stage is AuditStage.WAITING:
        return Work(AUDIT)
    if view.phase is not Phase.PLAYING or view.match is None:
        return None
    if view.match.state.active == (DEALER,):
        return Work(DEAL)
    owed = owing(view)
    bots = [seat for seat in owed if view.seats[seat].bot and not is_asleep(view.seats[seat])]
    return Work(THINKS, view.seats[bots[0]].name) if bots and len(bots) == len(owed) else None


class Progress(Widget):
    """The bar: how much is done if that is known, else a block that moves to and fro, and seconds."""

    can_focus = False
    DEFAULT_CSS = """
    Progress { layer: progress; dock: right; width: auto; height: 1; padding: 0 1; background: $panel; display: none; }
    """

    def __init__(self, *, now: Callable[[], float] = time.monotonic, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        """Wait for work to show; `now` gives the seconds of a clock."""
        super().__init__(id=id)
        self._now = now
        self._work: Work | None = None
        self._since = 0.0
        self._most = 0
        self._width = 0
        self._ink: TextStyle | None = None
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        """Create the timer, which runs while there is work."""
        self._timer = self.set_interval(PATIENCE, self.beat, pause=True)

    def show(self, view: TableView | None, ink: TextStyle) -> None:
        """Follow a table."""
        self.follow(work_of(view), ink)

    def follow(self, work: Work | None, ink: TextStyle) -> None:
        """Show the progress of some work, as long as there is any."""
        old, self._work, self._ink = self._work, work, ink
        if work is None or old is None or (work.says, work.seat) != (old.says, old.seat):
            self._since, self._most = self._now(), 0
            self.display = False
            if self._timer is not None:
                (self._timer.pause if work is None else self._timer.resume)()
        self._most = max(self._most, work.left if work else 0)

    def beat(self) -> None:
        """Show the present progress."""
        if self._work is not None and self._now() - self._since >= PATIENCE:
            self.display = True
            before, self._width = self._width, self.render().cell_len
            self.refresh(layout=self._width != before)

    def render(self) -> Text:
        """Give the words and the bar."""
        if self._work is None or self._ink is None:
            return Text()
        said = tr(self._work.says, seat=seat_brief(self._work.seat, LENGTH)) if self._work.seat else tr(self._work.says)
        bar = self._bar(self._ink)
        return Text(f"{said} ", self._ink.style("foreground"), no_wrap=True) + bar

    def _bar(self, ink: TextStyle) -> Text:
        full, empty = ("━", "─") if ink.glyphs.name == "unicode" else ("=", "-")
        elapsed = self._now() - self._since
        if self._most:
            done = round(LENGTH * (self._most - (self._work.left if self._work else 0)) / self._most)
            start, length = 0, done
        elif self.app.animation_level == "none":
            return Text(tr("{n} s", n=int(elapsed)).rjust(5), ink.style("accent"))
        else:
            start, length = to_and_fro(int(elapsed / PATIENCE), LENGTH - 3), 3
        bar = Text(empty * start, ink.style("muted"))
        bar.append(full * length, ink.style("accent", bold=True))
        bar.append(empty * (LENGTH - start - length), ink.style("muted"))
        if not self._most and elapsed >= LONG:
            bar.append(" " + tr("{n} s", n=int(elapsed)), ink.style("muted"))
        return bar


def to_and_fro(step: int, reach: int) -> int:
    """Give where something stands that goes from 0 to `reach` and back.

    >>> [to_and_fro(step, 2) for step in range(6)]
    [0, 1, 2, 1, 0, 1]
    """
    at = step % (2 * reach)
    return min(at, 2 * reach - at)


JOINING = sentence("joining the room")
HOSTING = sentence("starting a room")
RESUMING = sentence("taking up the table")
OPENING = sentence("opening the table")
REPLAYING = sentence("playing the game again")
EXPORTING = sentence("exporting the game")


class OverlayProgress(Progress):
    """The bar, over the first row of a screen."""

    DEFAULT_CSS = """
    OverlayProgress {
        layer: _toastrack; dock: top; width: 100%; height: 1; padding: 0 1; background: $panel; display: none;
    }
    """


class ProgressScope:
    """Show that the block is running, once it takes more than half a second.

    The block may take any time; keys keep working.
    """

    def __init__(self, app: App[Any], says: str, total: int = 0) -> None:
        """Show what goes on over the front screen of `app`; `total` is the number of steps, 0 if unknown."""
        self._app = app
        self._says = says
        self._total = total
        self._bar = OverlayProgress()

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
        ink = TextStyle(look(self._app.theme), glyphs(chosen if chosen in GLYPH_SETS else GLYPH_SETS[0]))
        self._bar.follow(Work(self._says, left=max(0, self._total - steps)), ink)
