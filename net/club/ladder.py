"""The ladder: ratings that everybody computes alike from the results that stand, game by game.

A rating is the mean and the deviation of a normal distribution (Plackett-Luce, `openskill`). Results are taken in the
order of the times that their players signed. A member stands by the mean less three deviations, so that somebody new
begins at 0 and few games do not lead to the top. Only members are listed; results against somebody who has left stay.
In an open club only games among those count for whom a founder has vouched (`net.club.membership`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from openskill.models import PlackettLuce, PlackettLuceRating

from net.club.membership import Membership
from net.club.result_book import RatedResult

DEVIATIONS = 3
"""How many deviations below the mean a member stands."""


@dataclass(frozen=True, slots=True)
class LadderRow:
    """A member on the ladder: place from 1, mean and deviation of the rating, and how many games it comes from."""

    key: bytes
    place: int
    mean: float
    deviation: float
    games: int

    @property
    def rating(self) -> float:
        """Where they stand: the mean less three deviations."""
        return self.mean - DEVIATIONS * self.deviation


def games_of(results: Iterable[RatedResult]) -> tuple[str, ...]:
    """List the games of which there are results, by name."""
    return tuple(sorted({one.game for one in results}))


def uncounted(results: Iterable[RatedResult], membership: Membership, game: str) -> tuple[RatedResult, ...]:
    """Give the results of a game that the ladder leaves out, as no founder has vouched for all who played."""
    return tuple(one for one in results if one.game == game and not membership.vouched.issuperset(one.players))


def ladder(results: Iterable[RatedResult], membership: Membership, game: str) -> tuple[LadderRow, ...]:
    """Compute the ladder of one game; equals share a place and stand in the order of their keys."""
    model = PlackettLuce()
    ratings: dict[bytes, PlackettLuceRating] = {}
    games: dict[bytes, int] = {}
    for one in results:
        if one.game == game and membership.vouched.issuperset(one.players):
            teams = [[ratings.setdefault(key, model.rating())] for key in one.players]
            rated = model.rate(teams, ranks=[float(-worth) for worth in one.worth])
            for key, (rating,) in zip(one.players, rated, strict=True):
                ratings[key] = rating
                games[key] = games.get(key, 0) + 1
    members = frozenset(membership.members)
    rows = [LadderRow(key, 0, one.mu, one.sigma, games[key]) for key, one in ratings.items() if key in members]
    rows.sort(key=lambda row: (-round(row.rating, 6), row.key))
    return tuple(
        LadderRow(
            row.key,
            1 + sum(round(one.rating, 6) > round(row.rating, 6) for one in rows),
            row.mean,
            row.deviation,
            row.games,
        )
        for row in rows
    )
