"""`parley arena`: play the games of a contest, show how it stands, keep what was played."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from shutil import which

from core import bots
from core.fault import Fault, sentence
from core.tournament import pairing
from core.tournament.sprt import Trial, Verdict
from tui.arena import report
from tui.arena.book import Book
from tui.arena.contest import Contest, sorted_words
from tui.arena.crew import Crew
from tui.arena.played import Played
from tui.arena.show import Lines, Show
from tui.arena.standing import Standing, stand, tested
from tui.bot_process import command_of
from tui.ending import until_signal
from tui.speech import tr

INTERRUPTED = 130
NO_PROGRAM = sentence("{name} is neither a level of our bots ({allowed}) nor a program that can be started.")
NO_TRIAL = sentence("--sprt is for two bots on two sides; here are {sides} sides.")
STOPPED = sentence("Stopped after {games} of {asked} games.")
KEPT = sentence("Kept in {folder}; --resume goes on.")


@dataclass(frozen=True, slots=True)
class Wish:
    """What was asked for; `words` are bots and options of the game.

    `jobs` 0 is one for each processor, `sprt` the two Elo of a test; `patience` is in seconds a decision.
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
    """Settle the contest; raise `Fault` for what there is not, programs among it."""
    named, options = sorted_words(wish.words)
    for name in named:
        if name not in bots.LEVELS and which(command_of(name)[0]) is None:
            raise Fault(NO_PROGRAM, name=name, allowed=", ".join(bots.LEVELS))
    given = dict(wish.options) | options
    return Contest.of(wish.game, given, named, seed=wish.seed, opening=wish.opening, most_plies=wish.most_plies)


def trial_of(wish: Wish, contest: Contest) -> Trial | None:
    """Give the test that was asked for, if any; raise `Fault` for bots that are not told apart by Elo."""
    if wish.sprt is None:
        return None
    if not contest.paired:
        raise Fault(NO_TRIAL, sides=len(contest.sides))
    return Trial(*wish.sprt)


def show_of(wish: Wish, contest: Contest, asked: int, done: int) -> Show:
    """Give what fits where somebody sits: nothing for JSON, a table that moves on a terminal, else lines."""
    if wish.json:
        return Show()
    if sys.stdout.isatty() and os.environ.get("TERM", "dumb") not in {"", "dumb"}:
        from tui.arena.live import Live

        return Live(contest, asked, done)
    return Lines(contest, asked)


async def play(wish: Wish, book: Book, asked: int, show: Show) -> bool:
    """Play the games that are missing; give False where a signal has stopped it. Raises `Fault`."""
    contest = book.contest
    trial = trial_of(wish, contest)

    def hear(played: Played, record: str) -> bool:
        book.add(played, record)
        show.take(played, book.games)
        return trial is None or tested(contest, book.games, trial).verdict is Verdict.OPEN

    if trial is not None and tested(contest, book.games, trial).verdict is not Verdict.OPEN:
        return True
    crew = Crew(contest, wish.jobs or os.cpu_count() or 1, wish.patience)
    return await until_signal(crew.play(missing(asked, book.games), hear))


def missing(asked: int, games: Iterable[int]) -> list[int]:
    """Give the numbers, from 0, of the games that are still to be played.

    >>> missing(4, [1, 3])
    [1, 3]
    """
    known = set(games)
    return [number for number in range(asked) if number + 1 not in known]


def run(wish: Wish) -> int:
    """Play and tell; 0, or 130 where a signal has stopped it. Raises `Fault`."""
    contest = contest_of(wish)
    asked = pairing.whole(wish.games, len(contest.ways))
    trial = trial_of(wish, contest)
    book = Book.open(contest, wish.out, resume=wish.resume)
    try:
        with show_of(wish, contest, asked, len(book.games)) as show:
            finished = asyncio.run(play(wish, book, asked, show))
    finally:
        book.close()
    tell(wish, stand(contest, book.games, trial), asked, finished=finished)
    return 0 if finished else INTERRUPTED


def tell(wish: Wish, standing: Standing, asked: int, *, finished: bool) -> None:
    """Print how it stands."""
    if wish.json:
        sys.stdout.write(json.dumps({**standing.told(), "finished": finished}, ensure_ascii=False) + "\n")
        return
    lines = ["", report.head(standing), "", *report.table(standing), "", *report.notes(standing)]
    if not finished:
        lines.append(tr(STOPPED, games=standing.games, asked=asked))
    if wish.out:
        lines.append(tr(KEPT, folder=wish.out))
    sys.stdout.write("\n".join(lines) + "\n")
