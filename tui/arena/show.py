"""What is seen while games of the arena are played, where there is no terminal that moves."""

from __future__ import annotations

import sys
from typing import Self

from tui.arena import report
from tui.arena.contest import Contest
from tui.arena.played import Played


class Show:
    """What is seen while games are played: here nothing."""

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """End."""

    def take(self, played: Played, games: dict[int, Played]) -> None:
        """See one more game, `games` being all of them."""


class Lines(Show):
    """A line for each game, where there is no terminal."""

    def __init__(self, contest: Contest, asked: int) -> None:
        """Keep the contest, and how many games are to be played."""
        self._contest = contest
        self._asked = asked

    def take(self, played: Played, games: dict[int, Played]) -> None:
        """Print the line."""
        del games
        sys.stdout.write(report.game_line(self._contest, played, self._asked) + "\n")
        sys.stdout.flush()
