"""The results of a contest: a folder with a record for each game and one results file, which a later sitting continues.

A game counts once its line stands whole in the results file; its record is written before. So nothing that ends a
sitting, at any moment, leaves half a game, and a repeated game begins with the same seed. Each line is one game as
JSON. It is read without trust.
"""

from __future__ import annotations

import fcntl
import json
import os
from dataclasses import dataclass, field
from io import BufferedRandom
from pathlib import Path
from typing import Annotated, Self

import msgspec

from core.fault import Fault, sentence
from core.tournament.pairing import ScheduledGame
from tui.bots.arena.contest import Contest

PLIES, FORFEIT = "plies", "forfeit"
"""Why a game ended other than by the rules: too many plies, or a bot that could not go on."""

Whole = Annotated[int, msgspec.Meta(ge=0)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Rank = Annotated[float, msgspec.Meta(ge=1)]
Milliseconds = Annotated[float, msgspec.Meta(ge=0)]


@dataclass(frozen=True, slots=True)
class Failure:
    """How a bot lost a game by failing: its number, and the parts of a sentence, so that any language can say it."""

    bot: Whole
    template: str
    fields: dict[str, str]

    def __str__(self) -> str:
        """Give it in English."""
        return self.template.format(**self.fields)


@dataclass(frozen=True, slots=True)
class ArenaGame:
    """One game: the share of the win and the rank of each side, and how long each decision of each bot took.

    `game` counts the games of the contest from 1. `seating` is the bot of each side. `ms` are milliseconds, bot by bot:
    processor time for our own levels, which think in the process that measures, and wall-clock time for other programs.
    `edition` is that of our bots and the rules when the game was played (`tui.bots.bot_process`).
    """

    game: Annotated[int, msgspec.Meta(ge=1)]
    seating: tuple[Whole, ...]
    shares: tuple[Share, ...]
    ranks: tuple[Rank, ...]
    reason: str
    result: str
    plies: Whole
    digest: str
    ms: tuple[tuple[Milliseconds, ...], ...]
    edition: str
    failure: Failure | None = None

    def line(self) -> bytes:
        """Give the line of JSON, without its end."""
        return msgspec.json.encode(self)

    def fits(self, bout: ScheduledGame, bots: int) -> bool:
        """Tell whether this can be that game of a contest of so many bots."""
        count = len(bout.seating)
        return (
            self.game == bout.number + 1
            and self.seating == bout.seating
            and len(self.shares) == len(self.ranks) == count
            and max(self.ranks) <= count
            and len(self.ms) == bots
            and (self.failure is None or (self.failure.bot < bots and _sayable(self.failure)))
        )


def read_game(line: bytes) -> ArenaGame:
    """Read a line of JSON; raise `ValueError` that says what is wrong and where."""
    try:
        return msgspec.json.decode(line, type=ArenaGame)
    except RecursionError as error:
        raise ValueError(str(error)) from error


def _sayable(failure: Failure) -> bool:
    try:
        return bool(str(failure))
    except (LookupError, ValueError, AttributeError, TypeError):
        return False


FORMAT = "parley-arena/1"
RESULTS = "results.jsonl"
LONGEST = 256 * 1024 * 1024
"""Bytes of the longest results file that is read."""

BAD_LINE = sentence("Line {line} of {path} is no game of this contest: {reason}.")
EXISTS = sentence("{path} has results already: continue them with --resume, or name another folder.")
OTHER = sentence("{path} holds another contest: its {name} is {there}, not {here}.")
TWICE = sentence("Line {line} of {path}: game {game} stands there twice.")
NOT_RESULTS = sentence("{path} is no results file of the arena.")
IN_USE = sentence("{path} is being written by another sitting of the arena.")
UNWRITABLE = sentence("{path} cannot be written: {reason}.")


class BadResults(Fault):
    """A results file that cannot be read."""


@dataclass(slots=True)
class ResultsFile:
    """The results of a contest, in a folder or only in memory."""

    contest: Contest
    folder: Path | None = None
    games: dict[int, ArenaGame] = field(default_factory=dict)
    _file: BufferedRandom | None = None

    @classmethod
    def open(cls, contest: Contest, folder: str, *, resume: bool) -> Self:
        """Open the results in a folder (none: ""), continued if `resume`.

        Raises `Fault` if there are other results, if they cannot be read, or if nothing can be written.
        """
        if not folder:
            return cls(contest)
        book = cls(contest, Path(folder))
        try:
            book._take(Path(folder), resume=resume)
        except OSError as error:
            raise Fault(UNWRITABLE, path=folder, reason=error.strerror or error) from error
        return book

    def _take(self, folder: Path, *, resume: bool) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / RESULTS
        file = path.open("a+b")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            file.seek(0)
            data = file.read(LONGEST)
            self.games, kept = self._known(data, path, resume=resume)
            file.truncate(kept)
            self._file = file
            if not kept:
                self._append(json.dumps({"format": FORMAT, **self.contest.told()}, ensure_ascii=False).encode())
        except BlockingIOError as error:
            file.close()
            raise Fault(IN_USE, path=str(path)) from error
        except BaseException:
            file.close()
            raise

    def _known(self, data: bytes, path: Path, *, resume: bool) -> tuple[dict[int, ArenaGame], int]:
        if data and not resume:
            raise Fault(EXISTS, path=str(path))
        return read_results(data, self.contest, str(path))

    def add(self, played: ArenaGame, record: str) -> None:
        """Keep a game: its record, then its line; raise `Fault` if it cannot be written."""
        if self.folder is not None:
            try:
                self._write(self.folder / f"{played.game:05d}.record", record)
                self._append(played.line())
            except OSError as error:
                raise Fault(UNWRITABLE, path=str(self.folder), reason=error.strerror or error) from error
        self.games[played.game] = played

    def close(self) -> None:
        """Release the file for another sitting."""
        if self._file is not None:
            self._file.close()
            self._file = None

    @staticmethod
    def _write(path: Path, text: str) -> None:
        part = path.with_suffix(".part")
        part.write_text(text, encoding="utf-8", newline="\n")
        part.replace(path)

    def _append(self, line: bytes) -> None:
        if self._file is not None:
            self._file.write(line + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())


def read_results(data: bytes, contest: Contest, path: str = RESULTS) -> tuple[dict[int, ArenaGame], int]:
    """Read a results file: the games by their numbers, and how many of its bytes are whole lines.

    A last line without its end was being written when a sitting ended: it does not count. Raises `BadResults` for
    anything else, for the results of another contest, and for a game that cannot be of this one.
    """
    whole = data.rfind(b"\n") + 1
    games: dict[int, ArenaGame] = {}
    for number, line in enumerate(data[:whole].split(b"\n")[:-1], 1):
        if number == 1:
            _compare(line, contest, path)
            continue
        game = _game(line, contest, path, number)
        if game.game in games:
            raise BadResults(TWICE, line=number, path=path, game=game.game)
        games[game.game] = game
    return games, whole


def _game(line: bytes, contest: Contest, path: str, number: int) -> ArenaGame:
    try:
        game = read_game(line)
    except ValueError as error:
        raise BadResults(BAD_LINE, line=number, path=path, reason=str(error)) from error
    if not game.fits(contest.bout(game.game - 1), len(contest.bots)):
        raise BadResults(BAD_LINE, line=number, path=path, reason=game.game)
    return game


def _compare(line: bytes, contest: Contest, path: str) -> None:
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise BadResults(NOT_RESULTS, path=path)
    for name, here in contest.told().items():
        if told.get(name) != here:
            there = json.dumps(told.get(name), ensure_ascii=False)
            raise BadResults(OTHER, path=path, name=name, there=there, here=json.dumps(here, ensure_ascii=False))
