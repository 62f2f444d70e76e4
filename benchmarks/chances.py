"""Chances held against results: what share of the win follows from a chance that the bots of a level report.

    python benchmarks/chances.py megiddo target=1 [--games 60] [--level 3] [--seed 1] [--jobs 2] [--nodes N]

Bots of one level play each other from random openings. Every chance that one of them reports is kept beside the share
of the win that its side had in the end. Printed are the mean share for each tenth of chances, and the slope that fits
best (`core.study.win_share`): the chances of a game are put together as one curve.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from core.bots import find as bot  # noqa: E402 the path comes first
from core.bots.bot import Budget, walk  # noqa: E402
from core.game import DEALER, Seat  # noqa: E402
from core.games import find  # noqa: E402
from core.match.match import Match  # noqa: E402
from core.option import settle  # noqa: E402
from core.tournament.pairing import sides  # noqa: E402

OPENING = 3
"""Random decisions of each side before the bots begin."""

LEAST = 1e-3
"""Chances and shares nearer to 0 or 1 count as this far away."""

Sample = tuple[float, float, float]
"""A chance, the fair share of a side that is as strong as each other, and the share of the win in the end."""


def played(seed: int, game: str, options: dict[str, str], level: str, nodes: int | None) -> list[Sample]:
    """Play one game and give a sample for each decision; none if it is not over after as many plies as are allowed."""
    rng = Random(f"{game}:{seed}")
    match = Match.new(find(game), settle(find(game), options)).deal()
    teams = sides(match)
    side = {seat: team for team in teams for seat in team}
    asked, found = bot(level), list[tuple[float, Seat]]()
    opening, most = OPENING * len(teams), min(3000, match.game.max_plies(dict(match.header.options)))
    while match.state.outcome is None and match.ply < most:
        seat = match.state.active[0]
        if seat == DEALER:
            match = match.deal()
            continue
        if match.turn < opening:
            action = walk(match.state, seat, rng)
        else:
            thought = asked.think(match, seat, Random(rng.random()), Budget(nodes))
            action = thought.action
            found.append((max(look.chance for look in thought.looks) if thought.looks else 0.5, seat))
        match = match.seal(str(action), seat).deal()
    over = match.state.outcome
    if over is None:
        return []
    won = {side[seat] for seat in over.winners} or set(teams)
    fair = 1 / len(teams)
    return [(chance, fair, (side[seat] in won) / len(won)) for chance, seat in found]


def logit(chance: float) -> float:
    """Give the logarithm of the odds."""
    kept = min(max(chance, LEAST), 1 - LEAST)
    return math.log(kept / (1 - kept))


def share(slope: float, chance: float, fair: float) -> float:
    """Give the share that a chance promises: its odds beside the fair ones, to the power of the slope."""
    return 1 / (1 + math.exp(-(logit(fair) + slope * (logit(chance) - logit(fair)))))


def loss(slope: float, samples: list[Sample]) -> float:
    """Give the mean logarithmic loss of a slope."""
    total = 0.0
    for chance, fair, won in samples:
        kept = min(max(share(slope, chance, fair), LEAST), 1 - LEAST)
        total -= won * math.log(kept) + (1 - won) * math.log(1 - kept)
    return total / len(samples)


def main() -> int:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("options", nargs="*", metavar="NAME=VALUE")
    for name, value in (("games", 60), ("seed", 1), ("jobs", 2), ("nodes", None)):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--level", default="3")
    asked = parser.parse_args()
    options = dict(one.split("=", 1) for one in asked.options)
    play = partial(played, game=asked.game, options=options, level=asked.level, nodes=asked.nodes)
    with ProcessPoolExecutor(asked.jobs) as pool:
        games = [one for one in pool.map(play, range(asked.seed, asked.seed + asked.games)) if one]
    samples = [sample for one in games for sample in one]
    slope = min((at / 50 for at in range(5, 250)), key=lambda tried: loss(tried, samples))
    print(f"{asked.game} {' '.join(asked.options)} level {asked.level}: {len(games)} games, {len(samples)} decisions")
    for tenth in range(10):
        here = [(chance, won) for chance, _, won in samples if tenth <= 10 * chance < tenth + 1 + (tenth == 9)]
        if here:
            mean, won = (sum(column) / len(here) for column in zip(*here, strict=True))
            fair = samples[0][1]
            print(
                f"  {tenth * 10:3}-{tenth * 10 + 10:3} %: {len(here):5} decisions, chance {mean:.3f}, "
                f"share {won:.3f}, fitted {share(slope, mean, fair):.3f}"
            )
    print(
        json.dumps({"slope": slope, "loss": round(loss(slope, samples), 4), "as reported": round(loss(1, samples), 4)})
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
