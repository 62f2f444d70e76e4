"""How well the marks of one seed agree with those of another: the table of `docs/analysis.md`.

    python benchmarks/marks.py megiddo target=1 [--games 4] [--decisions 40] [--seeds 3] [--level 3]

Bots of the second and the third level play the beginnings of games. Every decision is judged once for each seed.
Printed are how many marks a seed gives in a game, how many of these another seed does not give, how many it gives in
another degree, and the seconds of an analysis.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from itertools import permutations
from pathlib import Path
from random import Random
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from core.bots import find as bot  # noqa: E402 the path comes first
from core.bots.bot import Budget, Thought  # noqa: E402
from core.bots.level import deeper  # noqa: E402
from core.game import DEALER, Seat  # noqa: E402
from core.games import find  # noqa: E402
from core.match.match import Match  # noqa: E402
from core.option import settle  # noqa: E402
from core.study.decision import decisions  # noqa: E402
from core.study.mark import Mark  # noqa: E402
from core.study.review import SecondLook, heard  # noqa: E402
from core.study.turning_point import judged, marked, second_looks  # noqa: E402

QUICK = 300
"""The positions for each decision of the games that are judged."""


def played(game: str, number: int, options: dict[str, str], most: int) -> Match:
    """Play the first decisions of a game."""
    rng = Random(f"{game}:{number}")
    match, made = Match.new(find(game), settle(find(game), options)).deal(), 0
    while match.state.outcome is None and made < most:
        seat = match.state.active[0]
        if seat == DEALER:
            match = match.deal()
            continue
        made += 1
        thought = bot("23"[made // 2 % 2]).think(match, seat, Random(rng.random()), Budget(QUICK))
        match = match.play(str(thought.action), seat).deal()
    return match


def thought(match: Match, seat: Seat, level: str, seed: str, nodes: int | None = None) -> Thought:
    """Think about a position."""
    return bot(level).think(match, seat, Random(seed), Budget(nodes, looks=1000))


def marks(match: Match, level: str, seed: int) -> dict[int, Mark | None]:
    """Give the marks of a seed, by the number of the decision."""
    made = decisions(match)
    thoughts = {one.ply: thought(one.before, one.seat, level, f"{seed}:{one.ply}") for one in made}

    def again(look: SecondLook, ply: int, number: int) -> Thought:
        asked = deeper(level) if look.deeper else level
        return thought(look.match, look.seat, asked, f"{seed}:{ply}:{number}:{look.match.digest()}", look.nodes)

    told = heard(again, partial(second_looks, match, made, thoughts))
    return {one.ply: one.mark for one in marked(judged(match, made, thoughts, told))}


def main() -> None:
    """Print a line for each game, and the means."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("options", nargs="*", metavar="OPTION=VALUE")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--decisions", type=int, default=40)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--level", default="3")
    asked = parser.parse_args()
    options = dict(word.split("=", 1) for word in asked.options)
    for number in range(asked.games):
        match = played(asked.game, number, options, asked.decisions)
        begun = process_time()
        found = [marks(match, asked.level, 1000 * seed) for seed in range(asked.seeds)]
        spent = (process_time() - begun) / asked.seeds
        pairs = list(permutations(found, 2))
        alone = sum(len(one.keys() - other.keys()) for one, other in pairs) / len(pairs)
        apart = sum(one[ply] != other[ply] for one, other in pairs for ply in one.keys() & other.keys()) / len(pairs)
        print(
            f"{asked.game} {number}: {len(decisions(match))} decisions, {sum(map(len, found)) / len(found):.1f} marks,"
            f" {alone:.1f} of one seed only, {apart:.1f} of another degree, {spent:.1f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
