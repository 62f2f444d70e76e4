"""`parley arena`: play the games of a contest, show the standings, and keep the games.

`WorkerPool` runs processes that play side by side; each gets the next game when it has finished one. On a terminal the
games are shown by a bar with the table of standings below it, elsewhere by one line a game.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from rich.console import Group
from rich.live import Live as LiveScreen
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.text import Text

from core.fault import Fault, sentence
from core.tournament import pairing
from core.tournament.sprt import Trial, Verdict
from tui.bootstrap.signals import until_signal
from tui.bots.arena import standings
from tui.bots.arena.contest import Contest, sorted_words
from tui.bots.arena.results_file import ArenaGame, ResultsFile, read_game
from tui.bots.arena.standings import Standing, stand, tested
from tui.bots.bot_process import check_program
from tui.i18n.translation import tr

ROOT = Path(__file__).resolve().parent.parent.parent.parent
LINE_LIMIT = 64 * 1024 * 1024
"""Bytes of the longest line from a process: a game with its record."""

ENDED = sentence("A process of the arena has ended in the middle of game {game}.")
FAILED = sentence("A process of the arena cannot play: {reason}")
SECONDS_TO_END = 2.0

Hear = Callable[[ArenaGame, str], bool]
"""Takes a game and its record; tells whether more are wanted."""


@dataclass(frozen=True, slots=True)
class WorkerPool:
    """The processes of a contest: how many they are, and how many seconds a decision of another program may take."""

    contest: Contest
    jobs: int
    patience: float

    async def play(self, numbers: Iterable[int], hear: Hear) -> None:
        """Play the games of those numbers and hand each on in the order of their ends, until no more are wanted.

        Raises `Fault` if a process ends or cannot begin.
        """
        waiting = iter(numbers)
        hands = [asyncio.ensure_future(self._hand(waiting, hear)) for _ in range(self.jobs)]
        try:
            while hands:
                done, _ = await asyncio.wait(hands, return_when=asyncio.FIRST_COMPLETED)
                if not all(hand.result() for hand in done):
                    break
                hands = [hand for hand in hands if hand not in done]
        finally:
            for hand in hands:
                hand.cancel()
            await asyncio.gather(*hands, return_exceptions=True)

    async def _hand(self, waiting: Iterator[int], hear: Hear) -> bool:
        """Let one process play as long as games wait; tell whether it ended because there were no more."""
        number = next(waiting, None)
        if number is None:
            return True
        process = await self._start()
        try:
            while number is not None:
                if not hear(*await self._game(process, number)):
                    return False
                number = next(waiting, None)
        finally:
            await _end(process)
        return True

    async def _start(self) -> Process:
        path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "tui.bots.arena.arena_worker"),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            limit=LINE_LIMIT,
            env={**os.environ, "PYTHONPATH": path},
            start_new_session=True,
        )
        assert process.stdin is not None
        order = {"contest": self.contest.told_to_process(), "patience": self.patience}
        process.stdin.write(json.dumps(order).encode() + b"\n")
        return process

    async def _game(self, process: Process, number: int) -> tuple[ArenaGame, str]:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{number}\n".encode())
        with suppress(ConnectionError):  # what it has said before it ended is read below
            await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise Fault(ENDED, game=number + 1)
        told = json.loads(line)
        if "error" in told:
            raise Fault(FAILED, reason=told["error"])
        return read_game(told["game"].encode()), str(told["record"])


async def _end(process: Process) -> None:
    """End a process by closing its input, else by force, and wait for it."""
    if process.stdin is not None:
        process.stdin.close()
    waiting = asyncio.ensure_future(process.wait())
    try:
        await asyncio.wait_for(asyncio.shield(waiting), SECONDS_TO_END)
    except (TimeoutError, asyncio.CancelledError):
        with suppress(ProcessLookupError):
            process.kill()
        await waiting


class Show:
    """What is shown while games are played: here nothing."""

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """End."""

    def take(self, played: ArenaGame, games: dict[int, ArenaGame]) -> None:
        """Add one more game, `games` being all of them."""


class Lines(Show):
    """One line a game, where there is no terminal."""

    def __init__(self, contest: Contest, asked: int) -> None:
        """Keep the contest, and how many games are to be played."""
        self._contest = contest
        self._asked = asked

    def take(self, played: ArenaGame, games: dict[int, ArenaGame]) -> None:
        """Print the line."""
        del games
        sys.stdout.write(standings.game_line(self._contest, played, self._asked) + "\n")
        sys.stdout.flush()


INTERRUPTED = 130
NO_TRIAL = sentence("--sprt is for two bots on two sides; here are {sides} sides.")
STOPPED = sentence("Stopped after {games} of {asked} games.")
KEPT = sentence("Kept in {folder}; --resume goes on.")


@dataclass(frozen=True, slots=True)
class Wish:
    """The options of the command; `words` are bots and options of the game.

    `jobs` 0 means one for each processor. `sprt` holds the two Elo values of a test. `patience` is in seconds a
    decision.
    """

    game: str
    words: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    games: int = 100
    seed: int = 1
    jobs: int = 0
    opening: int = -1
    most_plies: int = 0
    out: str = ""
    resume: bool = False
    sprt: tuple[float, float] | None = None
    patience: float = 60.0
    json: bool = False


def contest_of(wish: Wish) -> Contest:
    """Settle the contest; raise `Fault` for anything that does not exist, programs included."""
    named, options = sorted_words(wish.words)
    for name in named:
        check_program(name)
    given = dict(wish.options) | options
    return Contest.of(wish.game, given, named, seed=wish.seed, opening=wish.opening, most_plies=wish.most_plies)


def trial_of(wish: Wish, contest: Contest) -> Trial | None:
    """Give the requested test, if any; raise `Fault` for bots that Elo does not compare."""
    if wish.sprt is None:
        return None
    if not contest.paired:
        raise Fault(NO_TRIAL, sides=len(contest.sides))
    return Trial(*wish.sprt)


def show_of(wish: Wish, contest: Contest, asked: int, done: int) -> Show:
    """Give the display that fits: nothing for JSON, a live table on a terminal, else lines."""
    if wish.json:
        return Show()
    if sys.stdout.isatty() and os.environ.get("TERM", "dumb") not in {"", "dumb"}:
        return Live(contest, asked, done)
    return Lines(contest, asked)


async def play(wish: Wish, book: ResultsFile, asked: int, show: Show) -> bool:
    """Play the missing games; give False if a signal stopped it. Raises `Fault`."""
    contest = book.contest
    trial = trial_of(wish, contest)

    def hear(played: ArenaGame, record: str) -> bool:
        book.add(played, record)
        show.take(played, book.games)
        return trial is None or tested(contest, book.games, trial).verdict is Verdict.OPEN

    if trial is not None and tested(contest, book.games, trial).verdict is not Verdict.OPEN:
        return True
    crew = WorkerPool(contest, wish.jobs or os.cpu_count() or 1, wish.patience)
    return await until_signal(crew.play(missing(asked, book.games), hear))


def missing(asked: int, games: Iterable[int]) -> list[int]:
    """Give the numbers, from 0, of the games that are still to be played.

    >>> missing(4, [1, 3])
    [1, 3]
    """
    known = set(games)
    return [number for number in range(asked) if number + 1 not in known]


def run(wish: Wish) -> int:
    """Play and print the standings; 0, or 130 if a signal stopped it. Raises `Fault`."""
    contest = contest_of(wish)
    asked = pairing.whole(wish.games, len(contest.ways))
    trial = trial_of(wish, contest)
    book = ResultsFile.open(contest, wish.out, resume=wish.resume)
    try:
        with show_of(wish, contest, asked, len(book.games)) as show:
            finished = asyncio.run(play(wish, book, asked, show))
    finally:
        book.close()
    tell(wish, stand(contest, book.games, trial), asked, finished=finished)
    return 0 if finished else INTERRUPTED


def tell(wish: Wish, standing: Standing, asked: int, *, finished: bool) -> None:
    """Print the standings."""
    if wish.json:
        sys.stdout.write(json.dumps({**standing.told(), "finished": finished}, ensure_ascii=False) + "\n")
        return
    lines = ["", standings.head(standing), "", *standings.table(standing), "", *standings.notes(standing)]
    if not finished:
        lines.append(tr(STOPPED, games=standing.games, asked=asked))
    if wish.out:
        lines.append(tr(KEPT, folder=wish.out))
    sys.stdout.write("\n".join(lines) + "\n")


PLAYED = sentence("games")
EVERY = 1.0
"""The fewest seconds between two prints of the table."""

THRIFT = 20
"""The standings are computed again only after this many times as long as that takes."""


class Live(Show):
    """A progress bar and the standings, while games are played."""

    def __init__(self, contest: Contest, asked: int, done: int) -> None:
        """Begin with this many games done."""
        self._contest = contest
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
        )
        self._task = self._bar.add_task(tr(PLAYED), total=asked, completed=done)
        self._screen = LiveScreen(self._bar, refresh_per_second=4, transient=True)
        self._next = 0.0

    def __enter__(self) -> Self:
        """Begin to show."""
        self._screen.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Restore the terminal."""
        self._screen.stop()

    def take(self, played: ArenaGame, games: dict[int, ArenaGame]) -> None:
        """Move the bar, and print the table again when it is time."""
        del played
        self._bar.update(self._task, completed=len(games))
        began = time.monotonic()
        if began < self._next:
            return
        standing = stand(self._contest, games)
        heading, *rows = standings.table(standing)
        lines = [Text(standings.head(standing), style="dim"), Text(heading, style="bold"), *map(Text, rows)]
        for line in lines:
            line.no_wrap, line.overflow = True, "ellipsis"
        self._screen.update(Group(self._bar, *lines))
        spent = time.monotonic() - began
        self._next = began + max(EVERY, THRIFT * spent)
