"""Public ideas of a player as programs of the engine protocol, for `parley arena`: `python benchmarks/anchor.py NAME`.

`uct` and `uct 200` are plain UCT in Megiddo with 1000 or 200 games a move; `minimax` is minimax of depth 2 over the
40 moves of the longest phalanxes in Epaminondas. They are kept as they are, as yardsticks.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from core.fault import Fault
from core.game import Seat
from core.match.match import Match
from tests.core.support import epaminondas_anchor, megiddo_uct
from tui.bots.engine.engine_request import Words
from tui.bots.engine.engine_session import Desk

Choose = Callable[[Match, Seat, Random], object]


def choice(words: list[str]) -> Choose:
    """Give the player that the words of the command line name."""

    def uct(match: Match, seat: Seat, rng: Random) -> object:
        state: Any = match.state
        return megiddo_uct.choose(state, seat, rng, int(words[1]) if len(words) > 1 else 1000)

    def minimax(match: Match, _: Seat, rng: Random) -> object:
        state: Any = match.state
        return epaminondas_anchor.choose(state, rng)

    return {"uct": uct, "minimax": minimax}[words[0]]


def answer(desk: Desk, line: str, choose: Choose) -> dict[str, object]:
    """Carry out a command: `go` by the player, everything else at the desk."""
    name, _, rest = line.partition(" ")
    try:
        if name != "go":
            return {"ok": True, **desk.answer(line)}
        words = Words(name, rest, desk.match.names)
        seat = words.seat_first()
        seed = int(words.options(("seed",)).get("seed", "0"))
        return {"ok": True, "move": str(choose(desk.match, desk.match.mover(seat), Random(seed)))}
    except Fault as fault:
        return {"ok": False, "error": str(fault)}


def main() -> None:
    """Answer until the input ends."""
    desk, choose = Desk(), choice(sys.argv[1:] or ["uct"])
    for line in sys.stdin:
        print(json.dumps(answer(desk, line.strip(), choose)), flush=True)


if __name__ == "__main__":
    main()
