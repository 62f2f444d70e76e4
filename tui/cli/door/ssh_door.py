"""The door for SSH clients: it gives each connection a process of its own, and each visitor a program of theirs.

A process speaks SSH with one client and can do nothing else; another one runs the visitor's screens; the door itself
reads neither. All are forked from one server that has everything imported (`tui.cli.door.preloaded`), so that fifty
visitors share most of their memory and the first picture comes at once.
"""

from __future__ import annotations

import asyncio
import errno
import os
import pty
import signal
import socket
import termios
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from tui.cli.door import preloaded
from tui.cli.door.confinement import Confinement
from tui.cli.door.door_message import BadMessage, DoorLine, Ended, Enter, Leave, Opened
from tui.cli.door.ssh_connection import SshConnection
from tui.cli.door.ssh_homes import SshHomes, name_of
from tui.cli.door.visit_end import VisitEnd
from tui.cli.door.visitor_program import VisitorProgram
from tui.cli.door.waiting_connections import Admission, WaitingConnections, origin_of
from tui.settings.visit import DOOR, VARIABLE

if TYPE_CHECKING:
    from collections.abc import Mapping
    from multiprocessing.context import ForkServerProcess
    from pathlib import Path

    from net.wire.invitation import Invitation
    from tui.cli.door.terminal_request import TerminalRequest

NO_ADDRESS = sentence("The door cannot be opened at {bind}:{port}: {why}.")
TAKEN = sentence("Port {port} at {bind} is in use: --port names another one, 0 is any free one.")

LOGIN_SECONDS = 20
"""How long a client may take until it has proved who it is, and again until it asks for a session."""
OF_ONE, A_MINUTE = 8, 60
"""Connections of one address that may wait at a time, and that may come in a minute."""
WAITING = 64
"""Connections that may wait at a time."""
BACKLOG = 128
ACCEPTED_AT_ONCE = 16
END_SECONDS = 5
"""How long a visitor's program may take to end by itself."""
KEPT_VARIABLES = ("PATH", "HOME", "PYTHONPATH", "PYTHONPYCACHEPREFIX", "PYTHONHASHSEED", "SYSTEMROOT")
"""What the fork server and the programs know of the host's own variables."""


@dataclass(frozen=True, slots=True)
class Limits:
    """At most `people` visitors at a time, each with `memory` MiB and away from the keys for at most `idle` seconds.

    `login` is how many seconds it may take to come in, and `waiting` how many connections may be about to.
    """

    people: int = 20
    idle: float = 3600.0
    memory: int = 512
    login: float = LOGIN_SECONDS
    waiting: int = WAITING


@dataclass(slots=True)
class Arrival:
    """A connection that is here: its process, the line to it, and the visit that it began."""

    number: int
    process: ForkServerProcess
    line: DoorLine
    visit: asyncio.Task[None] | None = None
    why: VisitEnd = VisitEnd.ELSEWHERE
    gone: asyncio.Event = field(default_factory=asyncio.Event)


class SshDoor:
    """An open door. `open` it once, `close` it once."""

    def __init__(self, room: Invitation, address: tuple[str, int], name: str, limits: Limits, home: Path) -> None:
        """Lead to `room` from an address, as the door of `name`, and keep what it keeps under `home`."""
        self._room = room
        self._name = name
        self._address = address
        self._limits = limits
        self._homes = SshHomes(home, limits.people)
        self._waiting = WaitingConnections(limits.waiting, OF_ONE, A_MINUTE)
        self._arrivals: dict[int, Arrival] = {}
        self._fork = get_context("forkserver")
        self._listener: socket.socket | None = None
        self._host_key = b""
        self._numbers = 0

    @property
    def port(self) -> int:
        """The port at which it listens."""
        assert self._listener is not None
        return int(self._listener.getsockname()[1])

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the host's key, as SSH clients show it."""
        return self._homes.host_key().get_fingerprint()

    def open(self) -> None:
        """Listen, and make ready what visits are forked from; raise `Fault`."""
        self._host_key = self._homes.host_key().export_private_key()
        self._homes.secret()
        family = socket.AF_INET6 if ":" in self._address[0] else socket.AF_INET
        try:
            self._listener = socket.create_server(self._address, family=family, backlog=BACKLOG)
        except (OSError, OverflowError) as problem:
            fields: dict[str, object] = dict(zip(("bind", "port"), self._address, strict=True))
            if getattr(problem, "errno", None) == errno.EADDRINUSE:
                raise Fault(TAKEN, **fields) from None
            raise Fault(NO_ADDRESS, **fields, why=getattr(problem, "strerror", None) or problem) from None
        self._listener.settimeout(0)
        self._preload()
        asyncio.get_running_loop().add_reader(self._listener, self._accept)

    def _preload(self) -> None:
        """Start the fork server with nothing of the host's variables, and wait until it has everything."""
        self._fork.set_forkserver_preload([preloaded.__name__])
        before = dict(os.environ)
        os.environ.clear()
        os.environ.update({**_kept(before), preloaded.ASKED: "1"})
        try:
            first = self._fork.Process(target=_nothing, daemon=True)
            first.start()
            first.join()
        finally:
            os.environ.clear()
            os.environ.update(before)

    def _accept(self) -> None:
        assert self._listener is not None
        for _ in range(ACCEPTED_AT_ONCE):
            try:
                connection, address = self._listener.accept()
            except OSError:
                return
            with connection:
                self._admit(connection, origin_of(str(address[0])))

    def _admit(self, connection: socket.socket, origin: str) -> None:
        """Give a connection its process, if it may come."""
        now = int(asyncio.get_running_loop().time() * 1000)
        if self._waiting.admission(origin, now) is not Admission.ADMITTED:
            return
        if len(self._arrivals) >= self._limits.people + self._limits.waiting + 1:
            return
        near, far = socket.socketpair()
        with far:
            speaker = SshConnection(connection, far, self._host_key, self._limits.login, self._limits.idle)
            process = self._fork.Process(target=speaker.run, daemon=True)
            try:
                process.start()
            except OSError:  # no process or descriptor is left: this one goes, the others stay
                near.close()
                return
        self._numbers += 1
        arrival = Arrival(self._numbers, process, DoorLine(near))
        self._arrivals[arrival.number] = arrival
        loop = asyncio.get_running_loop()
        loop.add_reader(near, self._hear, arrival)
        loop.add_reader(process.sentinel, self._lose, arrival)
        surplus = self._waiting.enter(arrival.number, origin)
        if surplus is not None:
            self._arrivals[surplus].process.kill()

    def _hear(self, arrival: Arrival) -> None:
        """Do what the process of a connection asks for."""
        try:
            for message in arrival.line.read():
                if isinstance(message, Enter) and arrival.visit is None:
                    self._waiting.leave(arrival.number)
                    arrival.visit = asyncio.create_task(self._visit(arrival, message))
                elif isinstance(message, Leave) and arrival.visit is not None:
                    arrival.why = message.why
                    arrival.visit.cancel()
        except EOFError:
            asyncio.get_running_loop().remove_reader(arrival.line.socket)
            if arrival.visit is not None:
                arrival.visit.cancel()
        except BadMessage:
            arrival.process.kill()

    def _lose(self, arrival: Arrival) -> None:
        """Forget a connection whose process has ended, and end its visit."""
        loop = asyncio.get_running_loop()
        loop.remove_reader(arrival.process.sentinel)
        loop.remove_reader(arrival.line.socket)
        arrival.process.join()
        arrival.process.close()
        arrival.line.close()
        self._waiting.leave(arrival.number)
        del self._arrivals[arrival.number]
        arrival.gone.set()
        if arrival.visit is not None:
            arrival.visit.cancel()

    async def _visit(self, arrival: Arrival, asked: Enter) -> None:
        """Let a visitor in, and see their visit to its end. Whoever is here already ends there and goes on here."""
        name, visitors = name_of(asked.key), self._homes.visitors
        if visitors.full_for(name):
            arrival.line.send(Ended(1, VisitEnd.FULL))
            return
        shown = None
        with suppress(asyncio.CancelledError):
            shown = await visitors.show(name, lambda: self._show(arrival, name, asked))
        if shown is None:  # it was to end before it could begin
            arrival.line.send(Ended(0, arrival.why))

    async def _show(self, arrival: Arrival, name: str, asked: Enter) -> bool:
        """Run a visitor's program to its end; the connection hears of both. Return that it was so."""
        master, slave = pty.openpty()
        try:
            try:
                termios.tcsetwinsize(master, (asked.terminal.rows, asked.terminal.columns))
                process = self._program(os.ttyname(slave), self._homes.home_of(name, asked.key), asked.terminal)
            finally:
                arrival.line.send(Opened(), master)
                os.close(master)
            status, why = await self._watch(arrival, process)
        except (OSError, Fault):
            status, why = 1, VisitEnd.BROKEN
        finally:
            os.close(slave)
        arrival.line.send(Ended(status, why))
        return True

    def _program(self, terminal: str, home: Path, request: TerminalRequest) -> ForkServerProcess:
        """Start the program of a visitor; raise `OSError`."""
        room = self._room
        variables = {
            **_kept(os.environ),
            **request.variables,
            "PARLEY_HOME": str(home),
            "PARLEY_LAN": "off",
            "PYTHONUTF8": "1",
            VARIABLE: f"{room.host} {room.port}",
            DOOR: self._homes.mark_of(home, self._name),
        }
        program = VisitorProgram(
            terminal, str(home), variables, ("play", str(room)), Confinement(self._limits.memory, files=256)
        )
        process = self._fork.Process(target=program.run, daemon=True)
        process.start()
        return process

    async def _watch(self, arrival: Arrival, process: ForkServerProcess) -> tuple[int, VisitEnd]:
        """Wait for the end of a program; if it is to end, see to it. Give its exit status and why it ended."""
        loop, over = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(process.sentinel, over.set)
        why = None
        try:
            await over.wait()
        except asyncio.CancelledError:
            why = arrival.why
            with suppress(ProcessLookupError):
                os.kill(process.pid or 0, signal.SIGHUP)
            with suppress(TimeoutError):
                await asyncio.wait_for(over.wait(), END_SECONDS)
        finally:
            loop.remove_reader(process.sentinel)
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid or 0, signal.SIGKILL)
            process.kill()  # one that has no group of its own yet
            process.join()
            code = process.exitcode or 0
            process.close()
        if code < 0:  # a signal ended it before it could leave its terminal as it was
            return -code, why or VisitEnd.BROKEN
        return (code, VisitEnd.LEFT) if why is None else (0, why)

    async def close(self) -> None:
        """Let nobody in any more, end all visits and wait for them."""
        loop = asyncio.get_running_loop()
        if self._listener is not None:
            loop.remove_reader(self._listener)
            self._listener.close()
        here = list(self._arrivals.values())
        for arrival in here:
            if arrival.visit is None:
                arrival.process.terminate()
                continue
            arrival.why = VisitEnd.CLOSING
            arrival.visit.cancel()
        visits = [arrival.visit for arrival in here if arrival.visit is not None]
        await asyncio.gather(*visits, return_exceptions=True)
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*(arrival.gone.wait() for arrival in here)), END_SECONDS)


def _kept(environ: Mapping[str, str]) -> dict[str, str]:
    return {name: environ[name] for name in KEPT_VARIABLES if name in environ}


def _nothing() -> None:
    """End at once: whoever waits for this knows that the fork server is ready."""
