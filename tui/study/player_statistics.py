"""A player's statistics by game, seat, opponent and partner, and the ratings of everyone, with their uncertainty. Pure.

Ratings are not stored: they follow from the records on this machine, game by game (Plackett and Luce, as in
`openskill`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from core.games import find, names
from core.option import handicaps
from tui.study.game_summary import GameSummary, Result
from tui.table.seat_names import called


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
        """The part of the games that was won, a shared win counting half; 0 without games."""
        return (self.won + self.shared / 2) / self.played if self.played else 0.0

    def and_one(self, result: Result) -> Tally:
        """Give the tally with one more game."""
        return Tally(
            self.won + (result is Result.WON),
            self.shared + (result is Result.SHARED),
            self.lost + (result is Result.LOST),
        )


COUNTED = frozenset({Result.WON, Result.SHARED, Result.LOST})
"""The results that count, in games against others from their start."""


def counted(games: Iterable[GameSummary]) -> tuple[GameSummary, ...]:
    """Give the games that count, the oldest first."""
    return tuple(sorted((one for one in games if one.own and one.result in COUNTED), key=lambda one: one.date))


def unsettled(games: Iterable[GameSummary]) -> int:
    """Count the games against others that are left out because they could still end otherwise."""
    return sum(one.result is Result.UNSETTLED and one.own for one in games)


def by_game(games: Iterable[GameSummary]) -> dict[str, Tally]:
    """Give a tally for each game, the most played first."""
    return _tallies(games, lambda one: (one.game,))


def by_seat(games: Iterable[GameSummary]) -> dict[str, Tally]:
    """Give a tally for each seat played in each game, named `game seat`, by its colour if it is a number."""
    return _tallies(games, lambda one: tuple(dict.fromkeys(f"{one.game} {seat}" for seat in _mine(one))))


def _mine(one: GameSummary) -> Iterator[str]:
    calls = called(one.game, one.options).seats
    return (calls[seat][0] if seat in calls else seat for seat, _ in one.people if seat in one.mine)


def by_opponent(games: Iterable[GameSummary]) -> dict[str, Tally]:
    """Give a tally against each person or bot met on another side."""
    return _tallies(games, lambda one: tuple(name for name in one.opponents if name))


def by_partner(games: Iterable[GameSummary]) -> dict[str, Tally]:
    """Give a tally with each person or bot that played for one's own side."""
    return _tallies(games, lambda one: tuple(name for name in one.partners if name))


def _tallies(games: Iterable[GameSummary], keys: Callable[[GameSummary], Sequence[str]]) -> dict[str, Tally]:
    found: dict[str, Tally] = {}
    for one in counted(games):
        for key in keys(one):
            found[key] = found.get(key, Tally()).and_one(one.result)
    return dict(sorted(found.items(), key=lambda item: (-item[1].played, item[0])))


def months(games: Iterable[GameSummary], last: int = 12) -> tuple[tuple[str, int], ...]:
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


ME = ""
"""The key of the person themselves among the rated, whatever name they had."""

SURE = 2.0
"""An uncertainty is this many standard deviations: about 19 times in 20 the true value is within."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rated person or bot: the estimate, its standard deviation, the games, and the estimate after each of them."""

    mu: float
    sigma: float
    games: int = 0
    course: tuple[float, ...] = ()

    @property
    def spread(self) -> float:
        """How far the estimate may be off to either side."""
        return SURE * self.sigma


def ratings(games: Iterable[GameSummary], game: str) -> dict[str, Rating]:
    """Give the ratings in one game by name (`ME` for the person themselves), the strongest first.

    Void games, those not settled, those played on, those with a handicap and records from elsewhere do not count. The
    winner stands first and all others share the next place. No one is rated in a game that they played against
    themselves.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known: dict[str, Rating] = {}
    for one in sorted((one for one in games if one.game == game and _counts(one)), key=_age):
        seats = _seats(one)
        if len(seats) < 2:  # noqa: PLR2004 - a game of one
            continue
        before = [known.get(name) or Rating(model.mu, model.sigma) for name in seats]
        teams = [[model.rating(mu=old.mu, sigma=old.sigma)] for old in before]
        ranks = [0.0 if one.tied or won else 1.0 for won in seats.values()]
        for name, old, (new,) in zip(seats, before, model.rate(teams, ranks=ranks), strict=True):
            known[name] = Rating(new.mu, new.sigma, old.games + 1, (*old.course, new.mu))
    return dict(sorted(known.items(), key=lambda item: (-item[1].mu, item[0])))


def _counts(one: GameSummary) -> bool:
    if not one.over or one.void or one.branch or one.foreign or not one.settled:
        return False
    return one.game not in names() or not handicaps(find(one.game), dict(one.options))


def _age(one: GameSummary) -> tuple[str, str]:
    return one.date, one.digest


def _seats(one: GameSummary) -> dict[str, bool]:
    """Give the players and whether each won. A person on several seats counts once, and wins if one of them did."""
    found: dict[str, bool] = {}
    for seat, nick in one.people:
        name = ME if seat in one.mine else nick
        if name or seat in one.mine:
            found[name] = found.get(name, False) or seat in one.winners
    return found
