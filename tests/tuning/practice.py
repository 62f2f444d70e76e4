"""Playing the games of a run: those that are learned from, and those that measure candidate against base."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass, replace
from random import Random
from typing import TypeVar

from core import bots
from core.bots.bot import Budget
from core.bots.weights import Weights
from core.game import Seat
from core.match.match import Match
from core.match.record import read, write
from tests.tuning.plan import Plan
from tui.bots.arena.arena_worker import Home, play
from tui.bots.arena.results_file import ArenaGame

PATIENCE = 3600.0
"""Seconds for a decision: our levels are bounded by positions."""


class WeighingBot(Home):
    """A level that judges with given weights."""

    def __init__(self, level: str, weights: Weights, nodes: int = 0) -> None:
        """Find the level; it looks at `nodes` positions a decision instead of its own if that is not 0."""
        super().__init__(level)
        self._level = bots.find(level)
        self._budget = Budget(nodes or None, weights=weights)

    async def choose(self, match: Match, seat: Seat, seed: int = 0) -> str:
        """Choose from what the seat may know."""
        return str(self._level.choose(match.seen_by(seat), seat, Random(seed), self._budget))


@dataclass(frozen=True, slots=True)
class Task:
    """A game to play: its number from 0, and the level that measures, or none for a game to learn from.

    `weights` are by the number of the bot.
    """

    plan: Plan
    number: int
    level: str
    weights: tuple[dict[str, float], ...]


def played(task: Task) -> tuple[ArenaGame, str]:
    """Play a game; give it without its times, and its record without its day: equal tasks give equal results."""
    plan = task.plan
    contest = plan.exam(task.level) if task.level else plan.school()
    bout = contest.bout(task.number)
    level = task.level or plan.level
    nodes = 0 if task.level else plan.nodes
    weighing = [WeighingBot(level, plan.kind.of(each, "the run"), nodes) for each in task.weights]
    choosers = {seat: weighing[bot] for side, bot in zip(contest.sides, bout.seating, strict=True) for seat in side}
    game, record = asyncio.run(play(contest, bout, choosers, PATIENCE))
    return replace(game, ms=tuple(() for _ in game.ms), edition=""), write(replace(read(record), date="", people=()))


T = TypeVar("T")
R = TypeVar("R")


def all_done(work: Callable[[T], R], tasks: Sequence[T], jobs: int, hear: Callable[[T, R], bool]) -> bool:
    """Do tasks, in so many processes; tell whether all were done before `hear` wanted no more."""
    if jobs <= 1:
        return all(hear(task, work(task)) for task in tasks)
    return all(hear(task, result) for task, result in _side_by_side(work, tasks, jobs))


def _side_by_side(work: Callable[[T], R], tasks: Sequence[T], jobs: int) -> Iterator[tuple[T, R]]:
    """Work in processes; no more tasks are begun than there are processes."""
    waiting = iter(tasks)
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        running = {pool.submit(work, task): task for _, task in zip(range(jobs), waiting, strict=False)}
        try:
            while running:
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield running.pop(future), future.result()
                    following = next(waiting, None)
                    if following is not None:
                        running[pool.submit(work, following)] = following
        finally:
            pool.shutdown(cancel_futures=True)
