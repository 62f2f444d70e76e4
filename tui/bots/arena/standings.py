"""The standings of a contest after the games so far. Only whole groups of games are rated.

The standings are shown as a table; the lines below it explain how its figures were computed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from core.fault import sentence
from core.tournament import rating
from core.tournament import rating as means
from core.tournament.rating import Interval, Method
from core.tournament.sprt import BOUND, Trial, Verdict
from tui.bots.arena.contest import Contest, draw
from tui.bots.arena.results_file import FORFEIT, PLIES, ArenaGame, Failure
from tui.i18n.translation import ntr, tr, word
from tui.words.event_words import REASONS


@dataclass(frozen=True, slots=True)
class Row:
    """The figures of one bot.

    `won`, `drawn` and `lost` count its sides in games. `share` is its share of all wins, next to the `fair` share of
    its sides. `rank` is the mean rank of its sides. With two bots on two sides, `elo` is its difference to the other
    bot. `median` and `late` (95 of 100 are faster) are milliseconds a decision. `failed` counts the games in which the
    bot broke down.
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
    """A sequential test after some pairs in their order: the logarithm of its likelihood ratio, and its answer."""

    trial: Trial
    pairs: int
    ratio: float
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Standing:
    """A contest so far: `games` were played, those of whole `groups` are rated; `cells` count pairs by score.

    `editions` are those of the bots that have played. With more than one, the figures describe a mixture.
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
        """How many games are rated."""
        return self.groups * len(self.contest.ways)

    def told(self) -> dict[str, object]:
        """Give it as plain values for JSON; unbounded values are null."""
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


def stand(contest: Contest, games: Mapping[int, ArenaGame], trial: Trial | None = None) -> Standing:
    """Rate the games of a contest, by their numbers from 1."""
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


def groups(contest: Contest, games: Mapping[int, ArenaGame]) -> list[list[ArenaGame]]:
    """Give the groups of which every game was played, in order."""
    size = len(contest.ways)
    firsts = sorted({(number - 1) // size * size + 1 for number in games})
    numbers = [range(first, first + size) for first in firsts]
    return [[games[number] for number in group] for group in numbers if all(number in games for number in group)]


def pairs(whole: Sequence[Sequence[ArenaGame]]) -> list[float]:
    """Give the score of the first bot in each pair of games, 0 to 2."""
    return [sum(game.shares[game.seating.index(0)] for game in pair) for pair in whole]


def tested(contest: Contest, games: Mapping[int, ArenaGame], trial: Trial) -> Tested:
    """Follow a test through the pairs in their order, up to the first that is missing."""
    known = [pair for number, pair in enumerate(groups(contest, games)) if pair[0].game == number * len(pair) + 1]
    return Tested(trial, *trial.follow(pairs(known)))


def _row(
    contest: Contest,
    games: Mapping[int, ArenaGame],
    whole: Sequence[Sequence[ArenaGame]],
    bot: int,
    cells: Sequence[int],
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
    """Limit the interval of a rank, if it has one, to the first and the last possible rank."""
    return rank if math.isinf(rank.low) else replace(rank, low=max(1.0, rank.low), high=min(last, rank.high))


def _each(bot: int, game: ArenaGame) -> list[float]:
    return [share for share, who in zip(game.shares, game.seating, strict=True) if who == bot]


def _of(bot: int, game: ArenaGame, figures: Sequence[float]) -> float:
    """Add up what the sides of a bot have in a game."""
    return sum(figure for figure, who in zip(figures, game.seating, strict=True) if who == bot)


HEAD = sentence("{game} {options} · seed {seed}")
WAITING = sentence("Games that do not count yet, because their group is not complete: {count}.")
TIMES = sentence("Time per decision: processor time for our own levels, clock time for other programs.")
MIXED = sentence("The bots or the rules were changed between sittings: these figures are of {count} editions together.")
LENGTH = sentence("Plies a game: {plies} on the average; drawn after {most} plies: {drawn}.")
PAIRS = sentence("Pairs by the score of {bot}, 0 to 2: {cells}.")
INTERVALS = sentence("Intervals of 95 %: {method}.")
INTERVALS_OF_BOTH = sentence("Intervals of 95 %: of ranks {ranks}; of wins {wins}.")
METHODS = {
    Method.PENTANOMIAL: sentence("pentanomial over {groups} pairs"),
    Method.WILSON: sentence("Wilson's over {games} games"),
    Method.BOOTSTRAP: sentence("bootstrap over {groups} groups"),
    Method.STUDENT: sentence("Student's over {groups} groups"),
}
NONE = sentence("none: they never differed")
SPRT = sentence("SPRT, {low} against {high} Elo: ratio {ratio} of ±{bound} after {pairs} pairs: {answer}.")
ANSWERS = {
    Verdict.LOW: sentence("{low} Elo is more likely"),
    Verdict.HIGH: sentence("{high} Elo is more likely"),
    Verdict.OPEN: sentence("not decided"),
}
ENDS = {FORFEIT: sentence("a bot could not go on"), PLIES: sentence("too many plies")}
LOST = sentence("Game {game} is lost for {bot}: {why}")
BOT, WON, DRAWN, LOSSES = sentence("bot"), sentence("wins"), sentence("draws"), sentence("losses")
SCORE, ELO, THINKS, LATE = sentence("score"), sentence("Elo [95 %]"), sentence("median"), sentence("95 % in")
RANK, WINS, FAIR = sentence("rank [95 %]"), sentence("wins [95 %]"), sentence("fair")
WIDEST, NARROW = 22, 12
"""Columns of a bot's name: usually, and where ranks and wins stand beside it."""


def head(standing: Standing) -> str:
    """Give the line above the table."""
    contest = standing.contest
    options = " ".join(f"{name}={value}" for name, value in contest.changed)
    what = tr(HEAD, game=contest.game, options=options, seed=contest.seed).replace("  ", " ")
    size = len(contest.ways)
    weighed = ntr(
        "{weighed} games weighed in {n} group of {size}",
        "{weighed} games weighed in {n} groups of {size}",
        standing.groups,
        weighed=standing.weighed,
        size=size,
    )
    return f"{what} · {weighed}"


def table(standing: Standing) -> list[str]:
    """Give the lines of the table, the first one its heading."""
    if standing.contest.paired:
        heading = [tr(name) for name in (BOT, WON, DRAWN, LOSSES, SCORE, ELO, THINKS, LATE)]
        cells = [_duel(row) for row in standing.rows]
    else:
        heading = [tr(name) for name in (BOT, RANK, WINS, FAIR, THINKS, LATE)]
        cells = [_crowd(row) for row in standing.rows]
    rows = [heading, *cells]
    widths = [max(len(row[at]) for row in rows) for at in range(len(heading))]
    return ["  ".join(_laid(row, widths)).rstrip() for row in rows]


def _laid(row: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    for at, (cell, width) in enumerate(zip(row, widths, strict=True)):
        yield cell.rjust(width) if at else cell.ljust(width)


def _duel(row: Row) -> list[str]:
    elo = row.elo or row.share
    bounds = f"{_signed(elo.value)} [{_signed(elo.low)}, {_signed(elo.high)}]"
    return [name_of(row.bot), *map(str, (row.won, row.drawn, row.lost)), _part(row.share.value), bounds, *_times(row)]


def _crowd(row: Row) -> list[str]:
    rank, wins = row.rank, row.share
    ranks = f"{rank.value:.2f} {_bounds(rank, '.2f')}"
    won = f"{_part(wins.value)} [{100 * wins.low:.1f}, {100 * wins.high:.1f}]"
    return [name_of(row.bot, NARROW), ranks, won, _part(row.fair), *_times(row)]


def _bounds(interval: Interval, form: str) -> str:
    if math.isinf(interval.low) or math.isnan(interval.value):
        return "[–, –]"
    return f"[{interval.low:{form}}, {interval.high:{form}}]"


def _times(row: Row) -> list[str]:
    return [f"{value:.0f} ms" if value >= 10 else f"{value:.1f} ms" for value in (row.median, row.late)]  # noqa: PLR2004


def _signed(value: float) -> str:
    return f"{'−' if value < 0 else '+'}{'∞' if math.isinf(value) else f'{abs(value):.0f}'}"


def _part(value: float) -> str:
    return "–" if math.isnan(value) else f"{100 * value:.1f} %"


def name_of(bot: str, widest: int = WIDEST) -> str:
    """Give a bot's name, the beginning of a long command left out.

    >>> name_of("python3 my_bot.py", 12)
    '…3 my_bot.py'
    """
    return bot if len(bot) <= widest else "…" + bot[1 - widest :]


def notes(standing: Standing) -> list[str]:
    """Give the lines below the table."""
    contest, rows = standing.contest, standing.rows
    lines = [tr(LENGTH, plies=f"{standing.plies:.1f}", most=contest.most_plies, drawn=standing.drawn_by_plies)]
    if standing.groups:
        lines.append(_intervals(standing))
    lines.append(tr(TIMES))
    if standing.cells:
        lines.append(tr(PAIRS, bot=name_of(rows[0].bot), cells=" ".join(map(str, standing.cells))))
    if standing.games > standing.weighed:
        lines.append(tr(WAITING, count=standing.games - standing.weighed))
    if len(standing.editions) > 1:
        lines.append(tr(MIXED, count=len(standing.editions)))
    if standing.tested is not None:
        lines.append(_tested(standing.tested))
    return lines + [
        tr(LOST, game=game, bot=name_of(rows[one.bot].bot), why=why(one)) for game, one in standing.failures
    ]


def _intervals(standing: Standing) -> str:
    """Explain how the intervals were computed."""
    row = standing.rows[0]
    ranks, wins = (
        tr(METHODS[found.method], groups=standing.groups, games=standing.weighed) for found in (row.rank, row.share)
    )
    if standing.contest.paired:
        return tr(INTERVALS, method=wins)
    return tr(INTERVALS_OF_BOTH, ranks=tr(NONE) if math.isinf(row.rank.low) else ranks, wins=wins)


def _tested(tested: Tested) -> str:
    low, high = (f"{elo:g}" for elo in (tested.trial.low, tested.trial.high))
    answer = tr(ANSWERS[tested.verdict], low=low, high=high) if tested.pairs else tr(ANSWERS[Verdict.OPEN])
    ratio = f"{tested.ratio:+.2f}".replace("-", "−")
    return tr(SPRT, low=low, high=high, ratio=ratio, bound=f"{BOUND:.2f}", pairs=tested.pairs, answer=answer)


def why(failure: Failure) -> str:
    """Say how a bot lost a game by failing."""
    return tr(failure.template, **failure.fields)


def game_line(contest: Contest, game: ArenaGame, games: int) -> str:
    """Write one game in a line: the winner, the reason, the length."""
    bots = contest.bots
    sides = [f"{name_of(bots[bot])}: {share:.3g}" for bot, share in zip(game.seating, game.shares, strict=True)]
    plies = ntr("{n} ply", "{n} plies", game.plies)
    reasons = {**REASONS, **ENDS}
    reason = tr(reasons[game.reason]) if game.reason in reasons else word(game.reason)
    return f"{game.game}/{games}: {', '.join(sides)} ({reason}; {plies})"
