"""Capitals: which are occupied, how long both of a team have been held; and rounds without events (R23, R34, R35).

States are numbered in the order of the map: r 0, k 1, a 2, c 3. Teams are 0 (the one with Rome) and 1. A `standing` is
what stands in the four capitals: for each state the team of the piece there, None for an empty one. A piece that
attacks there in a combat not yet resolved is not counted: it does not stand there yet (R23).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

Standing = tuple[int | None, ...]
"""For each state the team of the piece that stands in its capital, or None."""

Teams = tuple[int, ...]
"""For each state its team."""


def occupied(standing: Standing, teams: Teams, state: int) -> bool:
    """Tell whether the capital of a state is occupied: an enemy stands in it; a partner's piece is no enemy (R23)."""
    return standing[state] not in {None, teams[state]}


def limit(standing: Standing, teams: Teams, states: Iterable[int]) -> int:
    """Give how many cards the player of these states puts down in a combat: one while a capital of his is occupied."""
    return 1 if any(occupied(standing, teams, state) for state in states) else 2


def holds(standing: Standing, teams: Teams, team: int) -> bool:
    """Tell whether a team occupies both enemy capitals; those of eliminated players count (R34)."""
    return all(standing[state] == team for state, owner in enumerate(teams) if owner != team)


@dataclass(frozen=True, slots=True)
class Siege:
    """Since when each team has held both enemy capitals.

    `since` is for each team the seat at the end of whose turn both were first held, None where they are not held;
    `laps` how often the turn has come back to that seat since then.
    """

    since: tuple[int | None, int | None] = (None, None)
    laps: tuple[int, int] = (0, 0)

    def after(self, held: tuple[bool, bool], seat: int, following: int, seats: int) -> Self:
        """Give the siege at the end of the turn of `seat`, with `following` (a living seat) to play next.

        `held` says of each team whether it holds both now; `seats` is how many seats the table has, dead ones too.
        """
        pairs = [self._team(team, seat, following, seats) if held[team] else (None, 0) for team in (0, 1)]
        (first, one), (second, other) = pairs
        return type(self)((first, second), (one, other))

    def won(self, rounds: int, seat: int, seats: int) -> int | None:
        """Give the team that has held both for that many rounds at the end of the turn of `seat`, or None (R34).

        Should both have, the one to whose seat the turn comes back first.
        """
        ripe = [
            ((since - seat - 1) % seats, team)
            for team, (since, laps) in enumerate(zip(self.since, self.laps, strict=True))
            if since is not None and laps >= rounds
        ]
        return min(ripe)[1] if ripe else None

    def _team(self, team: int, seat: int, following: int, seats: int) -> tuple[int | None, int]:
        since = self.since[team]
        if since is None:
            return seat, 0
        return since, self.laps[team] + comes_back(since, seat, following, seats)


def comes_back(since: int, seat: int, following: int, seats: int) -> bool:
    """Tell whether, from `seat` to `following`, the turn comes to the seat `since`, or would if it still had one."""
    return (since - seat - 1) % seats <= (following - seat - 1) % seats


def quieter(quiet: int, *, eventful: bool) -> int:
    """Count the turns in a row without a combat and without a piece lost."""
    return 0 if eventful else quiet + 1


def stale(quiet: int, rounds: int, living: int) -> bool:
    """Tell whether nothing has happened for so many rounds that the game is drawn (R35); `rounds` 0: never."""
    return bool(rounds) and quiet >= rounds * living
