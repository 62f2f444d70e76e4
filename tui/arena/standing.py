"""How the bots of a contest stand, from the games played so far: only whole groups are weighed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from core.tournament import rating
from core.tournament import rating as means
from core.tournament.rating import Interval
from core.tournament.sprt import Trial, Verdict
from tui.arena.contest import Contest, draw
from tui.arena.played import Failure, Played


@dataclass(frozen=True, slots=True)
class Row:
    """What is known of one bot.

    `won`, `drawn` and `lost` count its sides in games; `share` is its share of all wins beside the `fair` one of its
    sides; `rank` the mean rank of its sides; `elo`, of two bots on two sides, its difference to the other one. `median`
    and `late` (95 of 100 are sooner) are milliseconds a decision; `failed` counts the games it could not go on with.
    """

    bot: str
    sides: int
    won: int
    drawn: int
    lost: int
    share: Interval
    fair: float
    rank: Interval
    elo: Interval | None
    median: float
    late: float
    failed: int


@dataclass(frozen=True, slots=True)
class Tested:
    """Where a test stands after so many pairs in their order: the logarithm of its likelihood ratio, its answer."""

    trial: Trial
    pairs: int
    ratio: float
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Standing:
    """A contest so far: `games` were played, those of the whole `groups` are weighed; `cells` count pairs by score.

    `editions` are those of the bots that have played: of more than one, the figures are of a mixture.
    """

    contest: Contest
    games: int
    groups: int
    plies: float
    drawn_by_plies: int
    cells: tuple[int, ...]
    rows: tuple[Row, ...]
    tested: Tested | None
    failures: tuple[tuple[int, Failure], ...]
    editions: tuple[str, ...]

    @property
    def weighed(self) -> int:
        """How many games are weighed."""
        return self.groups * len(self.contest.ways)

    def told(self) -> dict[str, object]:
        """Give it as plain values for JSON; what nothing bounds is null."""
        tested = self.tested
        return {
            **self.contest.told(),
            "games": self.games,
            "weighed": self.weighed,
            "groups": self.groups,
            "plies": round(self.plies, 2),
            "drawn_by_plies": self.drawn_by_plies,
            "pairs": list(self.cells),
            "rows": [_plain(asdict(row)) for row in self.rows],
            "sprt": None if tested is None else _plain(asdict(tested)),
            "editions": list(self.editions),
            "failures": [{"game": game, "bot": self.rows[one.bot].bot, "why": str(one)} for game, one in self.failures],
        }


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    if isinstance(value, float):
        return round(value, 4) if math.isfinite(value) else None
    return value


def stand(contest: Contest, games: Mapping[int, Played], trial: Trial | None = None) -> Standing:
    """Weigh the games of a contest, by their numbers from 1."""
    whole, paired = groups(contest, games), contest.paired
    cells = rating.cells(pairs(whole)) if paired else ()
    return Standing(
        contest=contest,
        games=len(games),
        groups=len(whole),
        plies=sum(game.plies for game in games.values()) / len(games) if games else 0.0,
        drawn_by_plies=sum(game.reason == "plies" for game in games.values()),
        cells=cells,
        rows=tuple(_row(contest, games, whole, bot, cells) for bot in range(len(contest.bots))),
        tested=tested(contest, games, trial) if paired and trial is not None else None,
        failures=tuple((number, game.failure) for number, game in sorted(games.items()) if game.failure is not None),
        editions=tuple(sorted({game.edition for game in games.values()})),
    )


def groups(contest: Contest, games: Mapping[int, Played]) -> list[list[Played]]:
    """Give the groups of which every game was played, in order."""
    size = len(contest.ways)
    firsts = sorted({(number - 1) // size * size + 1 for number in games})
    numbers = [range(first, first + size) for first in firsts]
    return [[games[number] for number in group] for group in numbers if all(number in games for number in group)]


def pairs(whole: Sequence[Sequence[Played]]) -> list[float]:
    """Give what the first bot has scored in each pair of games, 0 to 2."""
    return [sum(game.shares[game.seating.index(0)] for game in pair) for pair in whole]


def tested(contest: Contest, games: Mapping[int, Played], trial: Trial) -> Tested:
    """Follow a trial through the pairs in their order, up to the first that is missing."""
    known = [pair for number, pair in enumerate(groups(contest, games)) if pair[0].game == number * len(pair) + 1]
    return Tested(trial, *trial.follow(pairs(known)))


def _row(
    contest: Contest, games: Mapping[int, Played], whole: Sequence[Sequence[Played]], bot: int, cells: Sequence[int]
) -> Row:
    sides = contest.cast.count(contest.bots[bot])
    shares = [sum(_of(bot, game, game.shares) for game in group) / len(group) for group in whole]
    ranks = [sum(_of(bot, game, game.ranks) / sides for game in group) / len(group) for group in whole]
    rng = draw(contest.seed, "bootstrap", bot)
    count = sum(map(len, whole))
    own = rating.score(cells if bot == 0 else cells[::-1]) if cells else means.share(shares, count, rng)
    ends = [share for group in whole for game in group for share in _each(bot, game)]
    times = [ms for game in games.values() for ms in game.ms[bot]]
    return Row(
        bot=contest.bots[bot],
        sides=sides,
        won=sum(share == 1 for share in ends),
        drawn=sum(0 < share < 1 for share in ends),
        lost=sum(share == 0 for share in ends),
        share=own,
        fair=sides / len(contest.sides),
        rank=_within(means.mean(ranks, rng), len(contest.sides)),
        elo=rating.in_elo(own) if cells else None,
        median=means.quantile(times, 0.5),
        late=means.quantile(times, 0.95),
        failed=sum(game.failure is not None and game.failure.bot == bot for game in games.values()),
    )


def _within(rank: Interval, last: int) -> Interval:
    """Bound the interval of a rank, where it has one, by the first and the last there is."""
    return rank if math.isinf(rank.low) else replace(rank, low=max(1.0, rank.low), high=min(last, rank.high))


def _each(bot: int, game: Played) -> list[float]:
    return [share for share, who in zip(game.shares, game.seating, strict=True) if who == bot]


def _of(bot: int, game: Played, figures: Sequence[float]) -> float:
    """Add up what the sides of a bot have in a game."""
    return sum(figure for figure, who in zip(figures, game.seating, strict=True) if who == bot)
