"""Make and prove the daily puzzles: `python benchmarks/puzzles.py make|check GAME [--number 30] [--seed 1]`.

What is made stands in `core/games/GAME/puzzles.toml` below the texts that were written by hand: a puzzle is kept where
the rules alone prove that one action wins and no other. `check` proves every one that is shipped again.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks import positions
from benchmarks.suite import slim
from core.game import Action, Seat, State
from core.games import find
from core.games.mediterranee import GAME as WAR
from core.study.exhaustive_search import ForcedWinSearch, wins_in
from core.study.puzzle import FILE, cheapest, count, puzzle

ROOT = Path(__file__).parents[1]
Entry = dict[str, Any]


def alone(actions: list[Any]) -> bool:
    """Tell whether actions are one and the same but for the spots after the first two (where a victim is put)."""
    return len({action.path[:2] for action in actions}) == 1


def entry(game: str, wins: int, state: State[Any], keys: list[Any]) -> Entry:
    """Give the entry of a puzzle."""
    position = json.dumps(slim(find(game), state), separators=(",", ":"))
    return {"wins": wins, "position": position, "look": [str(keys[0].path[0])], "answers": [str(key) for key in keys]}


def ones(game: str, source: Callable[[Random], Iterator[Any]], rng: Random) -> Iterator[Entry]:
    """Give wins in one by a single action."""
    for state, keys in positions.winning(source, 1, rng, 40):
        if alone(keys):
            yield entry(game, 1, state, keys)


def twos(game: str, source: Callable[[Random], Iterator[Any]], rng: Random) -> Iterator[Entry]:
    """Give wins in two by a single first action, with the answer that leaves the fewest ways to win."""
    for state, keys in positions.winning(source, 2, rng, 1):
        seat = state.active[0]
        after = state.play(seat, keys[0])
        if after.outcome is None:
            reply, finish = defence(after, seat)
            if finish and alone(finish):
                told = entry(game, 2, state, keys)
                told["look"].append(str(finish[0].path[0]))
                yield told | {"reply": reply, "finish": [str(each) for each in finish]}


def defence(state: State[Any], seat: Seat) -> tuple[str, list[Action]]:
    """Give the answer after which the fewest actions win in one, and those."""
    found = []
    for reply in state.legal(state.active[0]):
        after = state.play(state.active[0], reply)
        if after.outcome is None and after.active[0] == seat:
            found.append((str(reply), list(ForcedWinSearch(seat).keys(after, 1))))
    return min(found, key=lambda pair: len(pair[1]), default=("", []))


def combats(rng: Random) -> Iterator[Entry]:
    """Give combats in which one play is the cheapest that wins for sure."""
    faces = (3, 4, 5, 6, 7, 8, 9, 10, 15)
    while True:
        own, foe = ([0, 0, *sorted(rng.sample(faces, number))] for number in (4, rng.randint(2, 3)))
        piece, enemy = rng.choice(("rF1", "rE", "rC")), rng.choice(("cF1", "cE", "cC"))
        board = {piece: "TAR", "rF2": "TOL", enemy: "NOV", "cF2": "CAE", "kE": "CON", "aE": "ALX"}
        hands = {"r": own, "c": foe, "k": [0, 0, 1, 2], "a": [0, 0, 1, 2]}
        position = {"board": board, "hands": hands}
        start = WAR.setup(position)
        lines = [f"move {piece} TAR-NOV"]
        state: State[Any] = start.play(Seat(0), start.parse(Seat(0), lines[0]))
        plays = cheapest(state, Seat(0), "NOV")
        if len(plays) == 1 and sorted(map(int, str(plays[0])[6:].split("+"))) != own[-2:]:
            yield {
                "wins": 0,
                "position": json.dumps(position, separators=(",", ":")),
                "moves": lines,
                "seat": "r",
                "city": "NOV",
                "foe": " ".join(map(str, foe)),
                "look": ["NOV"],
                "answers": [str(plays[0])],
            }


def mixed(*makers: tuple[int, Iterator[Entry]]) -> Iterator[Entry]:
    """Give so many of each in turn, for ever."""
    while True:
        for number, maker in makers:
            for _ in range(number):
                yield next(maker)


MAKERS: dict[str, Callable[[Random], Iterator[Entry]]] = {
    "megiddo": lambda rng: mixed((1, twos("megiddo", positions.openings, rng))),
    "epaminondas": lambda rng: mixed(
        (4, ones("epaminondas", positions.clashes("8x8", "2"), rng)),
        (1, twos("epaminondas", positions.clashes("5x6", "1"), rng)),
    ),
    "djambi": lambda rng: mixed((2, ones("djambi", positions.duels, rng)), (1, twos("djambi", positions.vaults, rng))),
    "mediterranee": combats,
}
"""What makes the puzzles of each game."""


def written(number: int, told: Entry) -> str:
    """Write one entry of the file."""
    lines = ["[[puzzle]]", f'name = "p{number}"']
    for key, value in told.items():
        text = f"'{value}'" if key == "position" else json.dumps(value)
        lines.append(f"{key} = {text}")
    return "\n".join(lines) + "\n"


def make(game: str, number: int, seed: int) -> None:
    """Make the puzzles of a game, different ones; each stands in the file as soon as it is found."""
    path = ROOT / "core/games" / game / FILE
    head = path.read_text(encoding="utf-8").partition("[[puzzle]]")[0]
    found: dict[str, Entry] = {}
    for told in MAKERS[game](Random(f"puzzles {seed}")):
        found.setdefault(told["position"], told)
        body = "\n".join(written(at, each) for at, each in enumerate(found.values(), 1))
        path.write_text(head + body, encoding="utf-8")
        if len(found) == number:
            break


def check(game: str) -> bool:
    """Prove every puzzle of a game again; print those that are wrong."""
    right = True
    for one in (puzzle(game, at) for at in range(1, count(game) + 1)):
        answers = one.solved()
        texts = [one.lesson.start.parse(one.seat, text) for text in answers]
        good = set(answers) == set(one.answers) and alone(texts)
        for step in one.lesson.steps[1:]:
            after = one.lesson.start.play(one.seat, texts[0])
            after = after.play(after.active[0], after.parse(after.active[0], one.lesson.steps[0].reply[0]))
            good &= set(map(str, wins_in(after, 1))) == set(step.goal.moves)
        right &= good
        print(f"{game} {one.lesson.name} {'right' if good else f'WRONG: {answers}'}", flush=True)
    return right


def main() -> int:
    """Make or check; exit with 1 where a puzzle is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("make", "check"))
    parser.add_argument("game", choices=tuple(MAKERS))
    parser.add_argument("--number", type=int, default=30, help="how many are made")
    parser.add_argument("--seed", type=int, default=1, help="what they are drawn by")
    given = parser.parse_args()
    began = time.process_time()
    if given.what == "make":
        make(given.game, given.number, given.seed)
    right = given.what == "make" or check(given.game)
    print(f"{given.game}: {time.process_time() - began:.0f} s of the processor")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
