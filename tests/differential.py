"""The rules compiled against the same files as they are: `python -m tests.differential [POSITIONS] [GAMES]`.

Random games with all kinds of options are told twice, position by position, by a process that uses the build and by one
that must not: the position's digest, the list of legal actions with their texts, what is refused, and now and then what
a searcher makes of it. The first line that differs is printed with the position; the status is 1 then, 2 without build.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from hashlib import blake2b
from itertools import count, islice, zip_longest
from random import Random
from typing import IO

from tui.bootstrap import compiled_rules  # isort: skip - before the core: what is compiled is found by it

from core import bots, games
from core.bots.bot import Budget, walk
from core.game import DEALER, Seat
from core.match.match import Match
from tests.core.support.playouts import READ, dealt, option_sets

USUAL = 20_000
"""How many positions a game are compared."""

THOUGHTS, NODES = 250, 300
"""Every so many-th position is searched, for so many positions or games."""

LONGEST = 400
"""Plies of a game that are told at most."""

NO_BUILD = "There is no build of these files: `python3 run.py fast` makes it.\n"


def told(game: str, most: int) -> Iterator[str]:
    """Tell so many positions of random games, one a line."""
    field, done = games.find(game), 0
    options = list(option_sets(field))
    for seed in count():
        rng = Random(seed)
        match = Match.new(field, options[seed % len(options)])
        while match.state.outcome is None and match.ply < LONGEST:
            if done == most:
                return
            yield f"{game} {seed} {match.ply} {_position(match, searched=done % THOUGHTS == 0)}"
            done += 1
            seat = match.state.active[0]
            match = match.enter(seat, dealt(match, rng) if seat == DEALER else walk(match.state, seat, rng))


def _position(match: Match, *, searched: bool) -> str:
    """Digest a position, all that is legal in it and some of what is not, and what a searcher would do."""
    state, seat = match.state, match.state.active[0]
    digest = blake2b(repr(state.encode()).encode(), digest_size=12)
    if seat != DEALER:
        actions = list(islice(state.legal(seat), READ))
        digest.update(" ".join(map(str, actions)).encode())
        other = Seat((seat + 1) % len(match.names))
        digest.update(bytes(state.is_legal(who, action) for action in actions[:8] for who in (seat, other)))
        if searched and str(3) in bots.of(match.header.game):
            digest.update(str(bots.find("3").choose(match, seat, Random(1), Budget(NODES))).encode())
    return digest.hexdigest()


def started(game: str, most: int, *, pure: bool) -> subprocess.Popen[str]:
    """Start a process that tells the positions of a game."""
    command = [sys.executable, "-m", "tests.differential", "tell", str(most), game]
    environ = os.environ | {compiled_rules.PURE: str(int(pure)), "PYTHONHASHSEED": "0"}
    return subprocess.Popen(command, cwd=compiled_rules.ROOT, env=environ, stdout=subprocess.PIPE, text=True)


def compared(game: str, most: int) -> str:
    """Compare what both processes tell of a game; give the first difference, or nothing."""
    told = 0
    with started(game, most, pure=False) as fast, started(game, most, pure=True) as slow:
        for ours, reference in zip_longest(_lines(fast.stdout), _lines(slow.stdout)):
            if ours != reference:
                fast.kill()
                slow.kill()
                return f"compiled: {ours}\npure:     {reference}"
            told += 1
    return "" if told == most else f"only {told} positions were told"


def _lines(stream: IO[str] | None) -> Iterator[str]:
    assert stream is not None
    for line in stream:
        yield line.rstrip("\n")


def main(words: list[str]) -> int:
    """Compare all games, or those that are named."""
    if words[:1] == ["tell"]:
        if os.environ.get(compiled_rules.PURE) == "0" and not compiled_rules.use_compiled():
            return 2
        for line in told(words[2], int(words[1])):
            sys.stdout.write(f"{line}\n")
        return 0
    if not compiled_rules.built():
        sys.stderr.write(NO_BUILD)
        return 2
    most = int(words.pop(0)) if words and words[0].isdecimal() else USUAL
    alike = f"{most} positions, told alike"
    for game in words or games.names():
        difference = compared(game, most)
        sys.stdout.write(f"{game}: {difference or alike}\n")
        sys.stdout.flush()
        if difference:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
