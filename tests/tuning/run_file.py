"""The file of a run: its plan, the weights it began with, every game so far, and what was learned.

It is written whole beside itself and then put in its place, so that it is never half a file.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Self

import msgspec

from core.fault import Fault
from tests.tuning.plan import Plan
from tui.bots.arena.results_file import ArenaGame

FORMAT = "parley-tuning/1"
NAME = "run.json"
DAMAGED = "{path} is no run of `run.py tune`, or is damaged: {why}."
OTHER = "{path} holds a run with another {name}: {there}, not {here}. Name another folder with --out."


class BadRun(Fault):
    """A file of a run cannot be continued; the sentence says why."""


class Descent(msgspec.Struct, frozen=True):
    """What was learned: the weights, and the losses on the games learned from and on those that only stop it."""

    weights: dict[str, float]
    steepness: float
    step: int
    learned: list[float]
    checked: list[float]


class _Told(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    plan: Plan
    base: dict[str, float]
    played: dict[int, str]
    descent: Descent | None
    matches: dict[str, dict[int, ArenaGame]]
    visits: dict[int, dict[int, tuple[int, ...]]] = {}


@dataclass(slots=True)
class RunFile:
    """A run so far.

    `played` are the records of the games learned from, `visits` how often a search tried each move of some of their
    positions, by the decisions before them; `matches` are the games that measure, by level. All are by number.
    """

    path: Path
    plan: Plan
    base: dict[str, float]
    played: dict[int, str] = field(default_factory=dict)
    descent: Descent | None = None
    matches: dict[str, dict[int, ArenaGame]] = field(default_factory=dict)
    visits: dict[int, dict[int, tuple[int, ...]]] = field(default_factory=dict)

    @classmethod
    def open(cls, path: Path, plan: Plan, base: dict[str, float]) -> Self:
        """Continue the run in a file, or begin one; raise `BadRun` if it is damaged or of another plan."""
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return cls(path, plan, base)
        try:
            told = msgspec.json.decode(data, type=_Told)
        except (ValueError, RecursionError) as error:
            raise BadRun(DAMAGED, path=path.name, why=str(error).rstrip(".")) from None
        if told.format != FORMAT:
            raise BadRun(DAMAGED, path=path.name, why=f"its format is {told.format}")
        here, there = asdict(plan) | {"base": base}, asdict(told.plan) | {"base": told.base}
        for name, value in here.items():
            changed = {"matches", "levels"} if any(told.matches.values()) else {"matches", "levels", "given"}
            if value != there[name] and name not in changed:
                raise BadRun(OTHER, path=path.name, name=name, there=str(there[name]), here=str(value))
        return cls(path, plan, base, told.played, told.descent, told.matches, told.visits)

    @property
    def candidate(self) -> dict[str, float]:
        """The weights that were learned, with those that were given."""
        assert self.descent is not None, "nothing is learned yet"
        return self.descent.weights | dict(self.plan.given)

    def keep(self) -> None:
        """Write the file."""
        told = _Told(
            FORMAT,
            self.plan,
            self.base,
            dict(sorted(self.played.items())),
            self.descent,
            {level: dict(sorted(games.items())) for level, games in sorted(self.matches.items())},
            dict(sorted(self.visits.items())),
        )
        self.path.parent.mkdir(parents=True, exist_ok=True)
        part = self.path.with_name(f"{self.path.name}.part")
        part.write_bytes(msgspec.json.encode(told) + b"\n")
        part.replace(self.path)
