"""Suites: positions with the actions that are right, proved by a solver; a file of lines beside this one for each game.

Each line of `solved/GAME.jsonl` is one position: its `kind`, what it is worth to the side to move (`value`: 1 won, 0
lost, 0.5 level), every action that keeps that (`keep`), and the `position` as `Game.setup` takes it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from core.fault import Fault
from core.game import Game, State
from core.games import find

FOLDER = Path(__file__).parent / "solved"

GOALS = {"truth": 0.99, "small-truth": 0.99, "win-in-one": 1.0, "win-in-two": 0.95}
"""The kinds there are, each with the share that level 5 is to find; `small-truth` is the larger of the small boards."""


@dataclass(frozen=True)
class Case:
    """One position of a suite."""

    kind: str
    value: float
    keep: tuple[str, ...]
    position: dict[str, Any]


def suite(game: str) -> list[Case]:
    """Read the suite of a game."""
    lines = (FOLDER / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    told = [json.loads(line) for line in lines]
    return [Case(one["kind"], one["value"], tuple(one["keep"]), one["position"]) for one in told]


def keep(game: str, cases: Iterable[Case]) -> None:
    """Write the suite of a game, kinds in their order; cases of other kinds that stand there stay."""
    fresh = list(cases)
    made = {case.kind for case in fresh}
    path = FOLDER / f"{game}.jsonl"
    FOLDER.mkdir(exist_ok=True)
    old = [case for case in suite(game) if case.kind not in made] if path.exists() else []
    every = sorted([*old, *fresh], key=lambda case: list(GOALS).index(case.kind))
    path.write_text("".join(json.dumps(asdict(case)) + "\n" for case in every), encoding="utf-8")


def case(kind: str, state: State[Any], value: float, keeping: Iterable[object], game: str) -> Case:
    """Make a case of a position."""
    return Case(kind, value, tuple(map(str, keeping)), slim(find(game), state))


def slim(game: Game, state: State[Any]) -> dict[str, Any]:
    """Give a position without what follows from the rest."""
    told = dict(state.to_json())
    options = told.get("options")
    if isinstance(options, dict):
        usual = {option.name: option.default for option in game.options}
        told["options"] = {name: value for name, value in options.items() if usual.get(name, value) != value}
    for key in [key for key in told if key not in {"options", "board", "living"}]:
        fewer = {name: value for name, value in told.items() if name != key}
        if _same(game, fewer, state):
            told = fewer
    return told


def _same(game: Game, position: dict[str, Any], state: State[Any]) -> bool:
    try:
        return game.setup(position) == state
    except Fault:
        return False
