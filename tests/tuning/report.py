"""The report of a run: what was learned from what, and how strong the candidate is against the base."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from core.tournament.rating import Interval, in_elo
from tests.tuning.plan import BASE, HELD_OUT, Plan
from tests.tuning.run_file import Descent, RunFile
from tui.bots.arena.standings import Standing, stand

WIDE, BAR, LEFT, TOP = 760, 22, 190, 56
STYLE = "text{font:12px sans-serif;fill:#222}.t{font-size:15px}.g{stroke:#bbb}.b{fill:#0b6e4f}.n{fill:#c8553d}"


@dataclass(frozen=True, slots=True)
class Strength:
    """How a level plays with the candidate: its share of the wins beside the fair one, over so many games."""

    level: str
    games: int
    share: Interval
    fair: float
    elo: Interval

    @property
    def better(self) -> bool:
        """Whether the lower bound of 95 % is above the base."""
        return self.games > 0 and self.share.low > self.fair


def strengths(run: RunFile) -> list[Strength]:
    """Give the strength at each level that was measured."""
    return [strength_of(level, stand(run.plan.exam(level), games)) for level, games in sorted(run.matches.items())]


def strength_of(level: str, standing: Standing) -> Strength:
    """Read the strength from the standings of a level's games; the candidate is the first bot."""
    row = standing.rows[0]
    rivals = 1 / row.fair - 1
    value, low, high = (_even(each, rivals) for each in _ends(row.share))
    elo = row.elo or in_elo(Interval(value, low, high, row.share.method))
    return Strength(level, standing.weighed, row.share, row.fair, elo)


def _ends(found: Interval) -> tuple[float, float, float]:
    return found.value, found.low, found.high


def _even(share: float, rivals: float) -> float:
    """Give the score against one rival that a share of wins against so many equal ones stands for (docs/bots.md).

    >>> round(_even(0.25, 3), 2), round(_even(0.372, 3), 2)
    (0.5, 0.64)
    """
    if not 0.0 < share < 1.0:
        return share
    odds = share / (1.0 - share) * rivals
    return odds / (1.0 + odds)


def command(plan: Plan) -> str:
    """Give the command that repeats the run."""
    words = [plan.game, *(f"{name}={value}" for name, value in plan.options)]
    words += [f"--level {plan.level} --games {plan.games} --steps {plan.steps} --seed {plan.seed}"]
    if plan.teacher:
        words += [f"--kept {plan.kept} --teacher {plan.teacher}"]
    if plan.given:
        words += [f"--given {' '.join(f'{name}={value:g}' for name, value in plan.given)}"]
    words += [f"--levels {''.join(plan.levels)} --matches {plan.matches}"]
    return f"python3 run.py tune {' '.join(words)}"


def markdown(run: RunFile, found: Descent) -> str:
    """Write the report."""
    plan, title = run.plan, run.plan.game.capitalize()
    lines = [
        f"# {'The urgency of a move' if plan.teacher else 'The worth of a position'} in {title}, learned",
        "",
        "```",
        command(plan),
        "```",
        "",
        _lesson(run, found),
        "",
        (
            f"Measured on openings that nothing was learned from, seed {plan.seed + HELD_OUT}: one candidate against "
            f"{BASE}s on all other sides, as many positions for each, in groups of every seating. Intervals of 95 %."
        ),
        "",
        "| level | games | share of the wins | fair | Elo |",
        "|---|---|---|---|---|",
        *[_row(each) for each in strengths(run)],
        "",
        f"![Strength of the candidate]({plan.game}.svg)",
        "",
        "| weight | base | learned |",
        "|---|---|---|",
        *[f"| {name} | {run.base[name]:g} | {value:g} |" for name, value in run.candidate.items()],
        "",
    ]
    return "\n".join(lines)


def _lesson(run: RunFile, found: Descent) -> str:
    """Tell what was learned from what."""
    plan = run.plan
    games = (
        f"Learned from {len(run.played)} games of level {plan.level} against itself, seed {plan.seed}, after "
        f"{plan.opening} random decisions: "
    )
    if plan.teacher:
        searched = sum(1 for game in run.visits.values() for visits in game.values() if visits)
        how = (
            f"{searched} positions, at most {plan.kept} of each, in which the shares of a search of {plan.teacher} "
            "random games with the base are what the weights should give (cross entropy). "
        )
    else:
        how = f"TD({plan.trace:g}) over at most {plan.kept} positions of each. "
    ends = (
        "Every fifth game was only checked. "
        f"Step {found.step} did best there: the loss fell from {found.checked[0]:.4f} to {min(found.checked):.4f}."
    )
    given = "".join(f" {name} = {value:g} was given, not learned." for name, value in plan.given)
    return games + how + ends + given


def _row(found: Strength) -> str:
    if not found.games:
        return f"| {found.level} | 0 | | {100 * found.fair:.1f} % | |"
    share, elo = ([f"{100 * each:.1f}" for each in _ends(found.share)], [f"{each:+.0f}" for each in _ends(found.elo)])
    return (
        f"| {found.level} | {found.games} | {share[0]} % ({share[1]} to {share[2]}) | {100 * found.fair:.1f} % "
        f"| {elo[0]} ({elo[1]} to {elo[2]}) |"
    ).replace("-", "−")


def drawing(game: str, found: Sequence[Strength], base: Mapping[str, float], weights: Mapping[str, float]) -> str:
    """Draw the shares of the wins beside the fair ones, and how far each weight has gone."""
    weights = {name: value for name, value in weights.items() if base[name]}
    tall = TOP + BAR * (len(found) + len(weights)) + 70
    body = [f'<text class="t" x="12" y="24">{escape(game)}: learned weights against the base</text>']
    y = TOP
    for one in found:
        body += _measured(one, y)
        y += BAR
    y += 34
    body.append(
        f'<text x="12" y="{y - 12}">each weight as a multiple of its base, from 0 to 3, where that is not 0</text>'
    )
    for name, value in weights.items():
        body += _factor(name, value / base[name], y)
        y += BAR
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDE + 60} {tall}">'
        f'<style>{STYLE}</style><rect width="100%" height="100%" fill="#fff"/>{"".join(body)}</svg>\n'
    )


def _measured(one: Strength, y: int) -> list[str]:
    share, low, high = _ends(one.share)
    if not one.games:
        return [f'<text x="12" y="{y + 14}">level {escape(one.level)}: not measured</text>']
    fair = LEFT + WIDE * one.fair
    return [
        f'<text x="12" y="{y + 14}">level {escape(one.level)}: {100 * share:.1f} % of {one.games}</text>',
        f'<line class="g" x1="{fair:.1f}" x2="{fair:.1f}" y1="{y}" y2="{y + BAR}"/>',
        (
            f'<rect class="{"b" if one.better else "n"}" x="{LEFT + WIDE * low:.1f}" y="{y + 8}" '
            f'width="{WIDE * (high - low):.1f}" height="4"/>'
        ),
        f'<rect x="{LEFT + WIDE * share - 2:.1f}" y="{y + 3}" width="4" height="14"/>',
    ]


def _factor(name: str, factor: float, y: int) -> list[str]:
    third = WIDE / 3
    start, end = LEFT + third, LEFT + third * min(3.0, max(0.0, factor))
    return [
        f'<text x="12" y="{y + 14}">{escape(name)}: {factor:.2f}</text>',
        f'<line class="g" x1="{start:.1f}" x2="{start:.1f}" y1="{y}" y2="{y + BAR}"/>',
        f'<rect class="b" x="{min(start, end):.1f}" y="{y + 6}" width="{abs(end - start):.1f}" height="8"/>',
    ]
