"""The arena on a terminal: a bar, and below it the table as it stands."""

from __future__ import annotations

import time
from typing import Self

from rich.console import Group
from rich.live import Live as LiveScreen
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.text import Text

from core.fault import sentence
from tui.arena import report
from tui.arena.contest import Contest
from tui.arena.played import Played
from tui.arena.show import Show
from tui.arena.standing import stand
from tui.speech import tr

PLAYED = sentence("games")
EVERY = 1.0
"""Seconds after which the table is told anew, at the earliest."""

THRIFT = 20
"""So many times as long as it takes to weigh all games, they are not weighed again."""


class Live(Show):
    """A progress bar and the table, while games are played."""

    def __init__(self, contest: Contest, asked: int, done: int) -> None:
        """Begin with so many games done."""
        self._contest = contest
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
        )
        self._task = self._bar.add_task(tr(PLAYED), total=asked, completed=done)
        self._screen = LiveScreen(self._bar, refresh_per_second=4, transient=True)
        self._next = 0.0

    def __enter__(self) -> Self:
        """Begin to be seen."""
        self._screen.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the terminal as it was."""
        self._screen.stop()

    def take(self, played: Played, games: dict[int, Played]) -> None:
        """Move the bar, and tell the table anew where it is time."""
        del played
        self._bar.update(self._task, completed=len(games))
        began = time.monotonic()
        if began < self._next:
            return
        standing = stand(self._contest, games)
        heading, *rows = report.table(standing)
        lines = [Text(report.head(standing), style="dim"), Text(heading, style="bold"), *map(Text, rows)]
        for line in lines:
            line.no_wrap, line.overflow = True, "ellipsis"
        self._screen.update(Group(self._bar, *lines))
        spent = time.monotonic() - began
        self._next = began + max(EVERY, THRIFT * spent)
