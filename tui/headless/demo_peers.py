"""The peers of a demonstration, one a seat: tasks over a broker in memory, or processes over a real one.

The events that one peer reports are read back here: the record of the game follows from them alone.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from core.fault import Fault, sentence
from core.game import DEALER, Seat
from core.games import find
from core.match.match import Match
from core.match.record import Record
from core.match.record_value import Packs
from core.match.transcript import Utterance
from net.transport.memory_broker import MemoryBroker
from net.wire.invitation import KEY_SIZE, Invitation
from tui.headless import bot_player, table_opener
from tui.headless.bot_player import Player
from tui.headless.event_report import Report
from tui.headless.room_visit import run_command, take_up, visiting
from tui.session import hosted_broker
from tui.settings import map_file

Event = Mapping[str, object]
UNKNOWN = "?"
"""A face that is not known."""


@dataclass(slots=True)
class EventReader:
    """The events of one peer, by name."""

    name: str
    events: list[Event] = field(default_factory=list)

    def hear(self, event: Event) -> None:
        """Take the next event."""
        self.events.append(event)

    def all(self, event: str) -> tuple[Event, ...]:
        """Give every event of that word, in order."""
        return tuple(found for found in self.events if found.get("event") == event)

    def first(self, event: str) -> Event | None:
        """Give the first event of that word, or None."""
        return next(iter(self.all(event)), None)

    @property
    def over(self) -> Event | None:
        """The end of the game as this peer reports it, or None."""
        return self.first("over")

    @property
    def signed(self) -> frozenset[str] | None:
        """The names of those who, in this peer's view, signed that the audit found nothing; None: none was needed."""
        audit = cast("Mapping[str, object] | None", (self.over or {}).get("audit"))
        if audit is None:
            return None
        return frozenset(cast("list[str]", audit["signers"]) if audit["stage"] == "clean" else ())

    def record(self, game: str, others: Iterable[EventReader] = ()) -> Record:
        """Write the record as this peer has reported the game; raise `Fault` if the rules refuse it.

        In a finished game, faces that this peer does not know are taken from the `others`.
        """
        started = self.first("started") or {}
        match = Match.new(find(game), cast("Mapping[str, str]", started.get("options", {})))
        known = {} if self.over is None else _known(others)
        for move in self.all("move"):
            text = str(move["text"])
            told = known.get(move["ply"], text) if UNKNOWN in text.split() else text
            match = match.play(told, Seat(cast("int", move["seat"])))
        seats = cast("Iterable[Event]", started.get("seats", ()))
        people = {str(seat["name"]): str(seat["nick"]) for seat in seats}
        rest = cast("Packs | None", (self.over or {}).get("rest"))
        return Record.of(match, map(_said, self.all("talk")), people=people, rest=rest)


def _known(tales: Iterable[EventReader]) -> dict[object, str]:
    """Give what the reports say of the lines of chance, by their numbers."""
    moves = (move for tale in tales for move in tale.all("move") if move["seat"] == DEALER)
    texts = ((move["ply"], str(move["text"])) for move in moves)
    return {ply: text for ply, text in texts if UNKNOWN not in text.split()}


def _said(event: Event) -> Utterance:
    act = cast("list[str] | None", event["act"])
    return Utterance(
        seat=None if event["seat"] is None else Seat(cast("int", event["seat"])),
        author=str(event["pid"]),
        seq=cast("int", event["seq"]),
        ply=cast("int", event["ply"]),
        text=str(event["text"]),
        act=None if act is None else tuple(act),
    )


__all__ = ["Play", "in_processes", "in_tasks", "run_command"]

ROOT = Path(__file__).resolve().parent.parent.parent
BOT = "random"
PATIENCE = 60.0
"""Seconds without an event from any peer after which a demonstration has failed."""

STANDS = sentence("The game stands still: nothing has happened for {seconds} seconds.")
FAILED = sentence("{name} has left the game: {why}")


@dataclass(frozen=True, slots=True)
class Play:
    """What to play: the game, its options, the seed, and the names of the peers. The first one opens the table."""

    game: str
    options: tuple[tuple[str, str], ...]
    seed: int
    names: tuple[str, ...]


async def in_tasks(play: Play) -> tuple[EventReader, ...]:
    """Play with a task for each peer; give their reports. Raises `Fault`."""
    tales = tuple(map(EventReader, play.names))
    with tempfile.TemporaryDirectory(prefix="parley-demo-") as folder:
        cast = _Tasks(play, Path(folder))
        tasks = [asyncio.create_task(cast.first(tales[0])), *(asyncio.create_task(cast.other(t)) for t in tales[1:])]
        try:
            await _together(tasks, tales)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
    return tales


async def _together(tasks: list[asyncio.Task[None]], tales: tuple[EventReader, ...]) -> None:
    """Wait for all tasks while something happens; raise the first fault, or one if nothing happens."""
    heard = -1
    while waiting := [task for task in tasks if not task.done()]:
        now = sum(len(tale.events) for tale in tales)
        if now == heard:
            raise Fault(STANDS, seconds=round(PATIENCE))
        heard = now
        done, _ = await asyncio.wait(waiting, timeout=PATIENCE, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()


class _Tasks:
    """The peers of one process, with a broker in memory and a barrier that none passes before all have ended."""

    def __init__(self, play: Play, folder: Path) -> None:
        self.play = play
        self.folder = folder
        self.broker = MemoryBroker()
        self.room = Invitation("memory", "demo", bytes(KEY_SIZE))
        self.table: asyncio.Future[Invitation] = asyncio.get_running_loop().create_future()
        self.curtain = asyncio.Barrier(len(play.names))

    async def first(self, tale: EventReader) -> None:
        """Open the table, sit down and play."""

        def hear(event: dict[str, object]) -> None:
            tale.hear(event)
            if event["event"] == "opened":
                self.table.set_result(Invitation.parse(str(event["invitation"])))

        play = self.play
        wish = table_opener.Wish(str(self.room), play.game, dict(play.options), BOT, profile=tale.name, seed=play.seed)
        async with visiting(self.room, tale.name, self.broker.connect, self.folder) as peer:
            await table_opener.run_table(peer, self.room, wish, Report(hear))
            await self.curtain.wait()

    async def other(self, tale: EventReader) -> None:
        """Come to the table, sit down and play."""
        seed, told = self.play.seed, Report(tale.hear)
        table = await asyncio.shield(self.table)
        async with visiting(self.room, tale.name, self.broker.connect, self.folder) as peer:
            handle = await take_up(peer, table, told)
            await bot_player.take_seat(handle, None, BOT)
            await bot_player.play(handle, Player(handle, bot_player.chooser_of(BOT, seed), seed=seed), told)
            await self.curtain.wait()


async def in_processes(play: Play, broker: str) -> tuple[str, tuple[EventReader, ...]]:
    """Play with a process a peer over a real broker (a kind, or a room's invitation); give its kind and the reports.

    Raises `Fault`.
    """
    if broker.startswith("parley:"):
        return "url", await _cast(play, Invitation.parse(broker).to_room())
    running, room = await hosted_broker.open_room(hosted_broker.Wish(room="demo", broker=broker))
    try:
        return str(running.kind), await _cast(play, room)
    finally:
        await running.stop()


async def _cast(play: Play, room: Invitation) -> tuple[EventReader, ...]:
    """Start the peers one after the other, so that they sit in the order of their names, and follow them to the end."""
    tales: list[EventReader] = []
    with tempfile.TemporaryDirectory(prefix="parley-demo-") as folder:
        cast = _Processes(play, folder)
        try:
            table = str(room)
            for name in play.names:
                tales.append(await cast.enter(name, table))
                if len(tales) == 1:
                    table = str((await cast.wait(tales[0], "opened"))["invitation"])
                await cast.wait_seated(tales[0], len(tales))
            for tale in tales:
                await cast.wait(tale, "over")
        finally:
            await cast.leave()
    return tuple(tales)


class _Processes:
    """The peers in processes of their own, and the tasks that read their output."""

    def __init__(self, play: Play, folder: str) -> None:
        self.play = play
        path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
        self.environ = {**os.environ, "PARLEY_HOME": folder, "PYTHONPATH": path}
        self.processes: list[Process] = []
        self.listeners: list[asyncio.Task[None]] = []
        self.heard = asyncio.Event()

    async def enter(self, name: str, place: str) -> EventReader:
        """Start a peer: the first opens the table in the room, the others sit down at it."""
        seed = ("--profile", name, "--seed", str(self.play.seed))
        if self.processes:
            words = ["sit", place, "--bot", BOT, *seed, *self._map()]
        else:
            given = [word for pair in self.play.options for word in ("--option", "=".join(pair))]
            words = ["open", place, "--game", self.play.game, *given, "--sit", BOT, *seed, *self._map()]
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "tui", *words, stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL, env=self.environ
        )
        self.processes.append(process)
        tale = EventReader(name)
        self.listeners.append(asyncio.create_task(self._listen(process, tale)))
        return tale

    def _map(self) -> tuple[str, ...]:
        """Give the words that tell another process the map in play, if it comes from a file."""
        value = dict(self.play.options).get(map_file.OPTION, "")
        path = map_file.path_of(value)
        return () if path == value else ("--map", path)

    async def wait(self, tale: EventReader, event: str) -> dict[str, object]:
        """Wait until a peer has reported an event; raise `Fault` if no event comes from any, or the peer has gone."""
        while (found := tale.first(event)) is None:
            await self._next()
        return dict(found)

    async def wait_seated(self, tale: EventReader, count: int) -> None:
        """Wait until so many seats are taken in the view of a peer."""
        while len(tale.all("joined")) < count:
            await self._next()

    async def leave(self) -> None:
        """End every process and stop listening."""
        for process in self.processes:
            with suppress(ProcessLookupError):
                process.terminate()
        await asyncio.gather(*(process.wait() for process in self.processes))
        for listener in self.listeners:
            listener.cancel()
        await asyncio.gather(*self.listeners, return_exceptions=True)

    async def _next(self) -> None:
        """Wait for the next event of any peer."""
        self.heard.clear()
        try:
            async with asyncio.timeout(PATIENCE):
                await self.heard.wait()
        except TimeoutError:
            raise Fault(STANDS, seconds=round(PATIENCE)) from None
        for listener in self.listeners:
            if listener.done():
                listener.result()

    async def _listen(self, process: Process, tale: EventReader) -> None:
        """Follow a peer to its end; raise `Fault` if that comes before the game's."""
        if process.stdout is None:
            return
        try:
            async for line in process.stdout:
                tale.hear(json.loads(line))
                self.heard.set()
            if tale.over is None:
                error = tale.first("error") or {}
                raise Fault(FAILED, name=tale.name, why=error.get("error", "?"))
        finally:
            self.heard.set()
