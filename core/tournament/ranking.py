"""Results of tables, and the standings they give, with the tie-breaks of the field.

A table has two seats or more. The score of a seat is the share of the others at the table that it beats, a tie counting
half: for two seats 1, 1/2 or 0. All scores are exact fractions. Entrants are numbers from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

HALF = Fraction(1, 2)


class ResultKind(StrEnum):
    """How a result came about."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    """Somebody did not come: they score nothing, the others as if they had beaten them."""
    BYE = "bye"
    """There was no opponent: one point."""
    WITHDRAWN = "withdrawn"
    """An entrant who has withdrawn: nothing."""


@dataclass(frozen=True, slots=True)
class TableResult:
    """The result of one table in one round (from 0): the entrants in seat order and what each end was worth.

    Who has the greater worth beats the other; equals tie. For a forfeit, those who did not come are worth 0.
    """

    round: int
    entrants: tuple[int, ...]
    worth: tuple[int, ...]
    kind: ResultKind = ResultKind.PLAYED

    @property
    def played(self) -> bool:
        """Whether the game was played over the board."""
        return self.kind is ResultKind.PLAYED and len(self.entrants) > 1

    @property
    def winner(self) -> int | None:
        """The entrant who beats all others at the table; None after a tie for the first place, or if nobody came."""
        best = max(self.worth)
        won = [one for one, worth in zip(self.entrants, self.worth, strict=True) if worth == best]
        return won[0] if len(won) == 1 and best > 0 and self.kind is not ResultKind.WITHDRAWN else None

    def score(self, entrant: int) -> Fraction:
        """Give what an entrant of this table scores: 0 to 1."""
        if self.kind is not ResultKind.PLAYED and not self.worth[self.entrants.index(entrant)]:
            return Fraction(0)
        if self.kind is ResultKind.WITHDRAWN:
            return Fraction(0)
        others = [one for one in self.entrants if one != entrant]
        if not others:
            return Fraction(1)
        return sum((self.against(entrant, one) for one in others), Fraction(0)) / len(others)

    def against(self, entrant: int, other: int) -> Fraction:
        """Give what an entrant scores against another one of this table: 0, 1/2 or 1."""
        mine, theirs = (self.worth[self.entrants.index(one)] for one in (entrant, other))
        return HALF if mine == theirs else Fraction(mine > theirs)


def bye(number: int, entrant: int) -> TableResult:
    """Give the result of an entrant without an opponent in round `number`."""
    return TableResult(number, (entrant,), (1,), ResultKind.BYE)


def withdrawn(number: int, entrant: int) -> TableResult:
    """Give the result of an entrant who has withdrawn before round `number`."""
    return TableResult(number, (entrant,), (0,), ResultKind.WITHDRAWN)


def forfeit(number: int, entrants: Sequence[int], absent: Iterable[int]) -> TableResult:
    """Give the result of a table to which some did not come; if nobody came, nobody scores."""
    away = set(absent)
    return TableResult(number, tuple(entrants), tuple(int(one not in away) for one in entrants), ResultKind.FORFEIT)


class TieBreak(StrEnum):
    """What decides between entrants with equal points."""

    DIRECT_ENCOUNTER = "direct encounter"
    """The score in games between those who are tied, if all of them have met each other."""
    BUCHHOLZ = "buchholz"
    """The points of one's opponents, at a table of several seats their mean. A bye and a forfeit count as a game with
    somebody who has as many points as oneself."""
    SONNEBORN_BERGER = "sonneborn-berger"
    """The points of those one has beaten, and half of those one has tied with."""
    WINS = "wins"
    """Tables won over the board, alone."""


USUAL = (TieBreak.DIRECT_ENCOUNTER, TieBreak.BUCHHOLZ, TieBreak.SONNEBORN_BERGER, TieBreak.WINS)
"""The tie-breaks in their usual order."""


@dataclass(frozen=True, slots=True)
class Standing:
    """An entrant's place (from 1, shared by those whom nothing tells apart), points, values of the tie-breaks."""

    entrant: int
    place: int
    points: Fraction
    breaks: tuple[Fraction, ...]


def standings(
    entrants: Iterable[int], results: Iterable[TableResult], breaks: Sequence[TieBreak] = USUAL
) -> tuple[Standing, ...]:
    """Rank the entrants by points, then by each tie-break in turn; those who stay equal are listed by number."""
    games = tuple(results)
    points = {one: Fraction(0) for one in entrants}
    own: dict[int, list[TableResult]] = {one: [] for one in points}
    for game in games:
        for one in game.entrants:
            points[one] += game.score(one)
            own[one].append(game)
    values: dict[int, list[Fraction]] = {one: [] for one in points}
    groups = _groups(sorted(points), points.__getitem__)
    for rule in breaks:
        groups = [part for group in groups for part in _parted(group, rule, own, points, values)]
    found: list[Standing] = []
    for group in groups:
        place = len(found) + 1
        found += [Standing(one, place, points[one], tuple(values[one])) for one in group]
    return tuple(found)


def _parted(
    group: Sequence[int],
    rule: TieBreak,
    own: Mapping[int, Sequence[TableResult]],
    points: Mapping[int, Fraction],
    values: Mapping[int, list[Fraction]],
) -> list[list[int]]:
    if rule is TieBreak.DIRECT_ENCOUNTER:
        value = _direct(group, own)
    else:
        measure = _MEASURES[rule]
        value = {one: measure(one, own[one], points) for one in group}
    for one in group:
        values[one].append(value[one])
    return _groups(group, value.__getitem__)


def _groups(entrants: Sequence[int], value: Callable[[int], Fraction]) -> list[list[int]]:
    """Group entrants of equal value, the highest value first."""
    found: dict[Fraction, list[int]] = {}
    for one in entrants:
        found.setdefault(value(one), []).append(one)
    return [found[key] for key in sorted(found, reverse=True)]


def _direct(group: Sequence[int], own: Mapping[int, Sequence[TableResult]]) -> dict[int, Fraction]:
    tied, scored = set(group), dict.fromkeys(group, Fraction(0))
    for one in group:
        met: set[int] = set()
        for game in own[one]:
            others = tied.intersection(game.entrants) - {one} if game.played else set()
            met |= others
            scored[one] += sum((game.against(one, other) for other in others), Fraction(0))
        if met | {one} != tied:
            return dict.fromkeys(group, Fraction(0))
    return scored


def _buchholz(entrant: int, games: Sequence[TableResult], points: Mapping[int, Fraction]) -> Fraction:
    return sum((_opposition(entrant, game, points, lambda _: Fraction(1)) for game in games), Fraction(0))


def _sonneborn(entrant: int, games: Sequence[TableResult], points: Mapping[int, Fraction]) -> Fraction:
    total = Fraction(0)
    for game in games:
        if game.played:
            total += _opposition(entrant, game, points, lambda other, game=game: game.against(entrant, other))  # type: ignore[misc]
        else:
            total += game.score(entrant) * points[entrant]
    return total


def _opposition(
    entrant: int, game: TableResult, points: Mapping[int, Fraction], weight: Callable[[int], Fraction]
) -> Fraction:
    if not game.played:
        return points[entrant] if game.kind is not ResultKind.WITHDRAWN else Fraction(0)
    others = [one for one in game.entrants if one != entrant]
    return sum((weight(one) * points[one] for one in others), Fraction(0)) / len(others)


def _wins(entrant: int, games: Sequence[TableResult], points: Mapping[int, Fraction]) -> Fraction:
    del points
    return Fraction(sum(game.played and game.winner == entrant for game in games))


_MEASURES: Mapping[TieBreak, Callable[[int, Sequence[TableResult], Mapping[int, Fraction]], Fraction]] = {
    TieBreak.BUCHHOLZ: _buchholz,
    TieBreak.SONNEBORN_BERGER: _sonneborn,
    TieBreak.WINS: _wins,
}
