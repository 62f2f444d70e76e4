"""Ratings: how strong everybody is by the games kept on this machine, game by game, with how sure that is. Pure.

They are not kept anywhere: the records are, and the ratings follow from them (Plackett and Luce, as in `openskill`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from core.games import find, names
from core.option import handicaps
from tui.study.played import Played

ME = ""
"""The key of oneself among the rated, whatever name one had."""

SURE = 2.0
"""How many standard deviations an uncertainty is told as: about 19 times in 20 the true one is within."""


@dataclass(frozen=True, slots=True)
class Rating:
    """One rated person or bot: the estimate, its standard deviation, the games, and the estimate after each of them."""

    mu: float
    sigma: float
    games: int = 0
    course: tuple[float, ...] = ()

    @property
    def spread(self) -> float:
        """How far off the estimate may well be, to either side."""
        return SURE * self.sigma


def ratings(games: Iterable[Played], game: str) -> dict[str, Rating]:
    """Give the ratings in one game by name (`ME` for oneself), the strongest first.

    Void games, those not settled, those played on and those with a handicap do not count. Who won stands first and all
    others share the next place; nobody is rated in a game that they played against themselves.
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


def _counts(one: Played) -> bool:
    if not one.over or one.void or one.branch or not one.settled:
        return False
    return one.game not in names() or not handicaps(find(one.game), dict(one.options))


def _age(one: Played) -> tuple[str, str]:
    return one.date, one.digest


def _seats(one: Played) -> dict[str, bool]:
    """Give who played and whether he won; somebody on several seats once, and won where one of them did."""
    found: dict[str, bool] = {}
    for seat, nick in one.people:
        name = ME if seat in one.mine else nick
        if name or seat in one.mine:
            found[name] = found.get(name, False) or seat in one.winners
    return found
