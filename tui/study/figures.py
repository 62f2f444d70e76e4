"""Figures: how one has fared, by game, by seat and against whom. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from tui.study.played import Played, Result
from tui.worn import called


@dataclass(frozen=True, slots=True)
class Tally:
    """Games won, shared and lost against others."""

    won: int = 0
    shared: int = 0
    lost: int = 0

    @property
    def played(self) -> int:
        """How many games there are."""
        return self.won + self.shared + self.lost

    @property
    def share(self) -> float:
        """The part of the games that was won, a shared one counted half; 0 without games."""
        return (self.won + self.shared / 2) / self.played if self.played else 0.0

    def and_one(self, result: Result) -> Tally:
        """Give the tally with one game more."""
        return Tally(
            self.won + (result is Result.WON),
            self.shared + (result is Result.SHARED),
            self.lost + (result is Result.LOST),
        )


COUNTED = frozenset({Result.WON, Result.SHARED, Result.LOST})
"""The results that count: games against others that are over."""


def counted(games: Iterable[Played]) -> tuple[Played, ...]:
    """Give the games that count, the oldest first."""
    return tuple(sorted((one for one in games if one.result in COUNTED), key=lambda one: one.date))


def unsettled(games: Iterable[Played]) -> int:
    """Count the games against others that are left out because they could still end otherwise."""
    return sum(one.result is Result.UNSETTLED and one.own for one in games)


def by_game(games: Iterable[Played]) -> dict[str, Tally]:
    """Give a tally a game, the most played first."""
    return _tallies(games, lambda one: (one.game,))


def by_seat(games: Iterable[Played]) -> dict[str, Tally]:
    """Give a tally for each seat of each game that one had, named `game seat`: by its colour where it has a number."""
    return _tallies(games, lambda one: tuple(dict.fromkeys(f"{one.game} {seat}" for seat in _mine(one))))


def _mine(one: Played) -> Iterator[str]:
    calls = called(one.game, one.options)
    return (calls[seat][0] if seat in calls else seat for seat, _ in one.people if seat in one.mine)


def by_opponent(games: Iterable[Played]) -> dict[str, Tally]:
    """Give a tally against each person or bot one has met."""
    return _tallies(games, lambda one: tuple(name for name in one.opponents if name))


def _tallies(games: Iterable[Played], keys: Callable[[Played], Sequence[str]]) -> dict[str, Tally]:
    found: dict[str, Tally] = {}
    for one in counted(games):
        for key in keys(one):
            found[key] = found.get(key, Tally()).and_one(one.result)
    return dict(sorted(found.items(), key=lambda item: (-item[1].played, item[0])))


def months(games: Iterable[Played], last: int = 12) -> tuple[tuple[str, int], ...]:
    """Give how many games were played in each of the `last` months up to that of the latest, as (YYYY-MM, count)."""
    days = sorted(one.date[:7] for one in games if len(one.date) >= len("2026-01"))
    if not days:
        return ()
    year, month = int(days[-1][:4]), int(days[-1][5:7])
    names = []
    for back in range(last - 1, -1, -1):
        at = 12 * year + month - 1 - back
        names.append(f"{at // 12:04}-{at % 12 + 1:02}")
    return tuple((name, days.count(name)) for name in names)
