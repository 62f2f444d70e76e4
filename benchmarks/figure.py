"""A measured figure beside its goal, and how a list of them is printed and written."""

from __future__ import annotations

import argparse
import json
import platform
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Figure:
    """One measured figure: the median over the rounds, its unit, and the goal if there is one."""

    name: str
    value: float
    unit: str
    goal: float | None = None
    more_is_better: bool = True

    @property
    def met(self) -> bool | None:
        """Whether the goal is met; None without one."""
        if self.goal is None:
            return None
        return self.value >= self.goal if self.more_is_better else self.value <= self.goal

    def __str__(self) -> str:
        """Give the figure as a line, with the goal and whether it is met."""
        sign = "at least" if self.more_is_better else "at most"
        goal = "" if self.goal is None else f"goal {sign} {self.goal:g}: {'met' if self.met else 'MISSED'}"
        return f"{self.name:52} {self.value:12.2f} {self.unit:3} {goal}".rstrip()


def arguments(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """Read the words of the command line, with those that every list of figures has."""
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to FILE too")
    parser.add_argument("--only", default="", metavar="WORD", help="measure what has WORD in its name alone")
    return parser.parse_args()


def told(figures: Iterable[Figure]) -> Iterator[Figure]:
    """Print each figure as it comes."""
    for figure in figures:
        print(figure, flush=True)
        yield figure


def written(figures: Iterable[Figure], path: Path | None) -> list[Figure]:
    """Print the figures, write them as JSON where a file is asked for, and give them."""
    return kept(told(figures), path)


def kept(figures: Iterable[Figure], path: Path | None) -> list[Figure]:
    """Write figures as JSON where a file is asked for, and give them."""
    measured = list(figures)
    if path is not None:
        listed = [{**asdict(figure), "met": figure.met} for figure in measured]
        whole = {"python": platform.python_version(), "machine": platform.machine(), "figures": listed}
        path.write_text(json.dumps(whole, indent=2) + "\n", encoding="utf-8")
    return measured
