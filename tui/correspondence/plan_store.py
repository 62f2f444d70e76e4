"""The conditional moves of a profile, in one small file of this machine; they are on no wire.

Several programs may read and change it: each change is made under a lock, and the file is replaced as a whole.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from core.fault import Fault, sentence
from core.game import Seat
from net.storage.profile import write_whole
from tui.correspondence.conditional_move import DEEPEST, Branch, ConditionalPlan
from tui.settings.settings import USUAL

_MODE = 0o600
UNUSABLE = sentence("The file {path} of your conditional moves cannot be used ({why}). Move it away.")

Plans = Mapping[str, tuple[ConditionalPlan, ...]]
"""The plans of each table (its id in hexadecimal), at most one a seat."""


class PlansUnusable(Fault):
    """The file cannot be read or written."""


def plans_path(root: Path, profile: str) -> Path:
    """Give the path of the file of a profile in the folder `root`."""
    return root / ("plans.json" if profile == USUAL else f"plans-{profile}.json")


class PlanStore:
    """The file; every method may raise `PlansUnusable`."""

    def __init__(self, path: Path) -> None:
        """Keep the plans at `path`."""
        self._path = path

    def all(self) -> Plans:
        """Give every plan."""
        try:
            found = json.loads(self._path.read_text("utf-8"))
            return {str(tid): tuple(map(_plan, plans)) for tid, plans in dict(found).items()}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
            raise self._fault(error) from error

    def of(self, tid: str) -> tuple[ConditionalPlan, ...]:
        """Give the plans of a table."""
        return self.all().get(tid, ())

    def keep(self, tid: str, plan: ConditionalPlan) -> None:
        """Keep a plan instead of the seat's one before; one without branches is forgotten."""
        with self._changing() as plans:
            others = tuple(one for one in plans.get(tid, ()) if one.seat != plan.seat)
            plans[tid] = (*others, plan) if plan.branches else others

    def drop(self, tid: str, plan: ConditionalPlan) -> bool:
        """Forget a plan; False if it is no longer there, or another one has taken its place."""
        with self._changing() as plans:
            kept = plans.get(tid, ())
            plans[tid] = tuple(one for one in kept if one != plan)
            return plans[tid] != kept

    @contextmanager
    def _changing(self) -> Iterator[dict[str, tuple[ConditionalPlan, ...]]]:
        """Give the plans to change, and write them down at the end."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            lock = os.open(self._path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, _MODE)
        except OSError as error:
            raise self._fault(error) from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            plans = dict(self.all())
            yield plans
            self._write({tid: [_value(plan) for plan in kept] for tid, kept in plans.items() if kept})
        finally:
            os.close(lock)

    def _write(self, values: Mapping[str, Any]) -> None:
        try:
            write_whole(self._path, json.dumps(values).encode(), _MODE)
        except OSError as error:
            raise self._fault(error) from error

    def _fault(self, error: Exception) -> PlansUnusable:
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        return PlansUnusable(UNUSABLE, path=self._path, why=str(why).lower())


def _value(plan: ConditionalPlan) -> dict[str, object]:
    return {"seat": plan.seat, "ply": plan.ply, "past": plan.past, "branches": [_tree(one) for one in plan.branches]}


def _tree(branch: Branch) -> list[object]:
    return [branch.condition, branch.reply, [_tree(one) for one in branch.then]]


def _plan(value: Any) -> ConditionalPlan:  # noqa: ANN401 -- what a file holds
    branches = tuple(_branch(one, DEEPEST) for one in value["branches"])
    return ConditionalPlan(Seat(int(value["seat"])), int(value["ply"]), str(value["past"]), branches)


def _branch(value: Any, deep: int) -> Branch:  # noqa: ANN401 -- what a file holds
    condition, reply, then = value
    if not (isinstance(condition, str) and isinstance(reply, str)) or deep <= 0:
        raise ValueError(value)
    return Branch(condition, reply, tuple(_branch(one, deep - 1) for one in then))
