"""A bot in a process of its own that speaks the engine protocol: one of our levels, by name, or any program.

The edition of the bots is eight letters. It says which sources were in use when a game was played.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shlex
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from shutil import which
from typing import Self

import core
from core import bots
from core.bots import persona
from core.bots.bot import Look, Thought
from core.bots.weights import FILE
from core.diplomacy.reputation import Reputation
from core.fault import Fault, IllegalAction, sentence
from core.game import Seat
from core.match.match import Header, Line, Match
from core.match.transcript import Utterance
from core.study.reason import reason
from tui.bots.bot_talk import known_words, told
from tui.settings.map_file import OPTION, path_of
from tui.table.hint import ASKED, Hint
from tui.words.bot_words import ASIDE

LETTERS = 8


@cache
def edition(game: str) -> str:
    """Give the edition of our bots for a game: a hash of its rules, search and weights, and of what all bots share."""
    root = Path(core.__file__).parent
    digest = blake2b(digest_size=LETTERS // 2)
    weights = (root / "games" / game).glob(FILE)
    for path in (*sorted((root / "games" / game).rglob("*.py")), *sorted((root / "bots").glob("*.py")), *weights):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


ROOT = Path(__file__).resolve().parent.parent.parent
ANSWER_LIMIT = 8 * 1024 * 1024
"""Bytes of the longest answer that is read."""

NO_COMMAND = sentence("{program} is neither a level of our bots nor a command.")
NO_PROGRAM = sentence("{name} is neither a level of our bots ({allowed}) nor a program that can be started.")
NO_START = sentence("The bot {program} cannot be started: {reason}.")
DIED = sentence("The bot {program} has ended without an answer.")
NONSENSE = sentence("The bot {program} answered something that is no engine protocol: {text}.")
REFUSED = sentence("The bot {program} refused {command}: {reason}")
ILLEGAL = sentence("The bot {program} chose {text}, which is not allowed: {reason}")
_SHOWN = 60
DRAIN_SECONDS = 1.0
"""How long to wait for the last output of a killed bot."""


class BotFault(Fault):
    """A bot that cannot be started, has died or answers nonsense."""


async def _ended(process: Process) -> None:
    """Wait for a killed child and for the end of its output, so that nothing of it stays open."""
    if process.stdout is not None:
        with contextlib.suppress(TimeoutError, RuntimeError):  # somebody else holds the pipe, or reads it to its end
            await asyncio.wait_for(process.stdout.read(), DRAIN_SECONDS)
    await process.wait()


def command_of(program: str) -> list[str]:
    """Give the command line of a bot: our own engine for a level's name, else the words of a command.

    Raises `BotFault` for anything that is not a command.
    """
    if program.partition(ASIDE)[0] in bots.LEVELS:
        return [sys.executable, "-m", "tui.bots.engine.engine_loop"]
    try:
        words = shlex.split(program)
    except ValueError:
        words = []
    if not words:
        raise BotFault(NO_COMMAND, program=program[:_SHOWN])
    return words


def check_program(program: str) -> None:
    """Raise `BotFault` for what is neither a level of our bots nor a program that is there to be started."""
    if which(command_of(program)[0]) is None:
        raise BotFault(NO_PROGRAM, name=program[:_SHOWN], allowed=", ".join(bots.LEVELS))


def _options(match: Match) -> str:
    """Give the options of a match that are not secret, as the words of `new`."""
    secret = {option.name for option in match.game.options if option.secret}
    told = ((name, value) for name, value in match.header.options if name not in secret)
    return " ".join(f"{name}={path_of(value) if name == OPTION else value}" for name, value in told)


Act = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """The move of a bot, and the acts of talk that come before it."""

    text: str
    say: tuple[Act, ...] = ()


class BotProcess:
    """One bot's child process. It receives the part of the match that it does not know yet, and is asked for a move.

    `known` is what a persona remembers of the people in other seats from earlier games.
    """

    def __init__(self, program: str) -> None:
        """Keep the level's name or command; raise a `Fault` if it is neither."""
        self.program = program
        self._command = command_of(program)
        level, _, who = program.partition(ASIDE)
        self._level = f" level={level}" if level in bots.LEVELS else ""
        self.persona = persona.find(who) if self._level and who else None
        self.known: Mapping[Seat, Reputation] = {}
        self._heard: tuple[Utterance, ...] = ()
        self._process: Process | None = None
        self._told: tuple[Header, Seat] | None = None
        self._log: tuple[Line, ...] = ()

    async def __aenter__(self) -> Self:
        """Start the child."""
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        """End the child."""
        await self.close()

    @property
    def running(self) -> bool:
        """Whether the child lives."""
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int | None:
        """The process id of the child, None while there is none."""
        return None if self._process is None else self._process.pid

    async def start(self) -> None:
        """Start the child unless it is running; raise `BotFault` if it cannot be started."""
        if self.running:
            return
        await self.close()
        path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                limit=ANSWER_LIMIT,
                env={**os.environ, "PYTHONPATH": path},
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise BotFault(NO_START, program=self.program[:_SHOWN], reason=why) from error

    async def choose(self, match: Match, seat: Seat, seed: int = 0) -> str:
        """Ask for a move of `seat`; give its canonical text, which is legal.

        Starts the child if it is not running. Raises `BotFault`. Cancelling the call ends the child; the next call
        starts another.
        """
        return (await self.decide(match, seat, seed)).text

    async def decide(self, match: Match, seat: Seat, seed: int = 0, talk: Sequence[Utterance] = ()) -> Decision:
        """Ask as `choose` does; with a persona also for what to say before the move."""
        answer = await self._put(match, seat, f"go @{seat}{self._level}{self._who} seed={seed}", talk)
        return Decision(self._legal(match, seat, answer.get("move")), self._acts(answer))

    async def consider(
        self, match: Match, seat: Seat, seed: int = 0, looks: int = 1, nodes: int | None = None
    ) -> Thought:
        """Ask for the opinion of one of our bots, with its `looks` best actions. Raises `BotFault`.

        `nodes` replaces the number of positions of its level. Cancelling the call ends the child, as with `choose`.
        """
        most = "" if nodes is None else f" nodes={nodes}"
        answer = await self._put(match, seat, f"go @{seat}{self._level} seed={seed}{most} looks={looks}", ())
        read = match.state.parse
        try:
            told = [(read(seat, one["move"]), one["chance"], one["line"]) for one in answer["looks"]]  # type: ignore[attr-defined]
            found = tuple(Look(action, float(chance), tuple(map(str, line))) for action, chance, line in told)
            action, nodes = read(seat, str(answer["move"])), int(str(answer["nodes"]))
        except (KeyError, TypeError, ValueError, Fault) as error:
            text = ascii(answer)[:_SHOWN]
            raise BotFault(NONSENSE, program=self.program[:_SHOWN], text=text) from error
        return Thought(action, found, nodes, proved=answer.get("proved") is True)

    async def converse(
        self, match: Match, seat: Seat, seed: int, talk: Sequence[Utterance], *, unasked: bool = False
    ) -> tuple[Act, ...]:
        """Ask for a persona's reply to the talk; nothing if the bot has none. Raises `BotFault`.

        It says something of its own accord in its own turn, or if `unasked`.
        """
        if self.persona is None:
            return ()
        more = " unasked=1" if unasked else ""
        return self._acts(await self._put(match, seat, f"say @{seat}{self._who} seed={seed}{more}", talk))

    @property
    def _who(self) -> str:
        """The words of a command that name the persona and what it knows of the others."""
        known = f" known={known_words(self.known)}" if self.known else ""
        return f" persona={self.persona}{known}" if self.persona else ""

    async def _put(self, match: Match, seat: Seat, command: str, talk: Sequence[Utterance]) -> dict[str, object]:
        try:
            await self.start()
            await self._tell(match, seat)
            await self._tell_talk(match, seat, tuple(talk))
            return await self._ask(command)
        except BaseException:
            await self.close()
            raise

    def _acts(self, answer: dict[str, object]) -> tuple[Act, ...]:
        said = answer.get("say", [])
        if not isinstance(said, list) or not all(isinstance(act, list) and act for act in said):
            raise BotFault(NONSENSE, program=self.program[:_SHOWN], text=ascii(said)[:_SHOWN])
        return tuple(tuple(str(word) for word in act) for act in said)

    async def close(self) -> None:
        """End the child and everything it started itself, and wait for it."""
        process, self._process = self._process, None
        self._told, self._log, self._heard = None, (), ()
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        ending = asyncio.ensure_future(_ended(process))
        cancelled = False
        while not ending.done():  # a killed child ends soon; leaving before would leave it open
            try:
                await asyncio.shield(ending)
            except asyncio.CancelledError:
                cancelled = True
        if cancelled:
            raise asyncio.CancelledError

    async def _tell(self, match: Match, seat: Seat) -> None:
        """Send what the seat may know of the match, and nothing else."""
        seen = match.seen_by(seat)
        header = seen.header
        if self._told != (header, seat) or seen.log[: len(self._log)] != self._log:
            await self._ask(f"new {header.game} {_options(seen)} as={seat}")
            if header.position is not None:
                await self._ask(f"setup {header.position}")
            self._told, self._log, self._heard = (header, seat), (), ()
        for line in seen.log[len(self._log) :]:
            await self._ask(f"play @{line.seat} {line.text}" if line.seat >= 0 else f"play @dealer {line.text}")
            self._log = (*self._log, line)

    async def _tell_talk(self, match: Match, seat: Seat, talk: tuple[Utterance, ...]) -> None:
        """Send the talk in the order in which it is shown. If that has changed, send all of it again."""
        if talk[: len(self._heard)] != self._heard:
            self._told = None
            await self._tell(match, seat)
        for said in talk[len(self._heard) :]:
            await self._ask(f"hear {told(said)}")
            self._heard = (*self._heard, said)

    async def _ask(self, command: str) -> dict[str, object]:
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise BotFault(DIED, program=self.program[:_SHOWN])
        try:
            process.stdin.write(command.encode() + b"\n")
            await process.stdin.drain()
            line = await process.stdout.readline()
        except (OSError, ValueError) as error:
            raise BotFault(DIED, program=self.program[:_SHOWN]) from error
        answer = self._read(line)
        if answer.get("ok") is not True:
            why = str(answer.get("error", ""))[:200]
            name = command.partition(" ")[0]
            raise BotFault(REFUSED, program=self.program[:_SHOWN], command=name, reason=why)
        return answer

    def _read(self, line: bytes) -> dict[str, object]:
        if not line:
            raise BotFault(DIED, program=self.program[:_SHOWN])
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            text = ascii(line[:_SHOWN])[2:-1]
            raise BotFault(NONSENSE, program=self.program[:_SHOWN], text=text)
        return answer

    def _legal(self, match: Match, seat: Seat, move: object) -> str:
        if not isinstance(move, str):
            raise BotFault(NONSENSE, program=self.program[:_SHOWN], text=ascii(move)[:_SHOWN])
        try:
            return match.play(move, seat).log[-1].text
        except IllegalAction as fault:
            text = ascii(move)[1:-1][:_SHOWN]
            raise BotFault(ILLEGAL, program=self.program[:_SHOWN], text=text, reason=fault) from fault


async def ask_hint(match: Match, seat: Seat, bot: BotProcess) -> Hint:
    """Ask a bot. The same position gets the same answer. Raises `BotFault`; cancelling the call ends the bot."""
    thought = await bot.consider(match, seat, match.ply, ASKED)
    places = range(max(1, min(ASKED, len(thought.looks))))
    return Hint(seat, match.log, tuple(reason(match, seat, thought, place) for place in places))
