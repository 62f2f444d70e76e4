"""What the arena says: the table of a contest, and lines below it that tell how its figures were found."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from core.fault import sentence
from core.tournament.rating import Interval, Method
from core.tournament.sprt import BOUND, Verdict
from tui.arena.contest import Contest
from tui.arena.played import FORFEIT, PLIES, Failure, Played
from tui.arena.standing import Row, Standing, Tested
from tui.effect_words import REASONS
from tui.speech import ntr, tr, word

HEAD = sentence("{game} {options} · seed {seed}")
WAITING = sentence("Games of groups that are not whole yet, and not weighed: {count}.")
TIMES = sentence("Times a decision: of the processor for our own levels, by the clock for other programs.")
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
NONE = sentence("none, as they never differed")
SPRT = sentence("SPRT, {low} against {high} Elo: ratio {ratio} of ±{bound} after {pairs} pairs: {answer}.")
ANSWERS = {
    Verdict.LOW: sentence("{low} Elo is the likelier"),
    Verdict.HIGH: sentence("{high} Elo is the likelier"),
    Verdict.OPEN: sentence("not decided"),
}
ENDS = {FORFEIT: sentence("a bot could not go on"), PLIES: sentence("too many plies")}
LOST = sentence("Game {game} is lost for {bot}: {why}")
BOT, WON, DRAWN, LOSSES = sentence("bot"), sentence("wins"), sentence("draws"), sentence("losses")
SCORE, ELO, THINKS, LATE = sentence("score"), sentence("Elo [95 %]"), sentence("median"), sentence("95 % in")
RANK, WINS, FAIR = sentence("rank [95 %]"), sentence("wins [95 %]"), sentence("fair")
WIDEST, NARROW = 22, 12
"""Columns of a bot's name, and where ranks and wins must stand beside it."""


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
    """Tell how the intervals were found."""
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
    """Tell what a bot did that lost a game."""
    return tr(failure.template, **failure.fields)


def game_line(contest: Contest, game: Played, games: int) -> str:
    """Tell one game in a line: who won, why, how long it was."""
    bots = contest.bots
    sides = [f"{name_of(bots[bot])}: {share:.3g}" for bot, share in zip(game.seating, game.shares, strict=True)]
    plies = ntr("{n} ply", "{n} plies", game.plies)
    reasons = {**REASONS, **ENDS}
    reason = tr(reasons[game.reason]) if game.reason in reasons else word(game.reason)
    return f"{game.game}/{games}: {', '.join(sides)} ({reason}; {plies})"
