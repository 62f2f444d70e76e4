"""The door for SSH clients: it gives each connection a process of its own, and each visitor a program of theirs.

A process speaks SSH with one client and can do nothing else; another one runs the visitor's screens; the door itself
reads neither. All are forked from one server that has everything imported (`tui.cli.door.visit_fork`), so that fifty
visitors share most of their memory and the first picture comes at once.
"""

from __future__ import annotations

import asyncio
import errno
import os
import pty
import socket
import termios
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from tui.cli.door.door_message import BadMessage, DoorLine, Ended, Enter, Leave, Opened
from tui.cli.door.ssh_connection import SshConnection
from tui.cli.door.ssh_homes import SshHomes, name_of
from tui.cli.door.visit_end import Departure, VisitEnd
from tui.cli.door.visit_fork import END_SECONDS, VisitFork, watch
from tui.cli.door.visit_limits import Limits
from tui.cli.door.waiting_connections import Admission, WaitingConnections, origin_of
from tui.settings.visit import Unknown

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerProcess
    from pathlib import Path

    from net.wire.invitation import Invitation

NO_ADDRESS = sentence("The door cannot be opened at {bind}:{port}: {why}.")
TAKEN = sentence("Port {port} at {bind} is in use: --port names another one, 0 is any free one.")

OF_ONE, A_MINUTE = 8, 60
"""Connections of one address that may wait at a time, and that may come in a minute."""
BACKLOG = 128
ACCEPTED_AT_ONCE = 16


@dataclass(slots=True)
class Arrival:
    """A connection that is here: its process, the line to it, and the visit that it began."""

    number: int
    process: ForkServerProcess
    line: DoorLine
    visit: asyncio.Task[None] | None = None
    departure: Departure = field(default_factory=Departure)
    gone: asyncio.Event = field(default_factory=asyncio.Event)


class SshDoor:
    """An open door. `open` it once, `close` it once."""

    def __init__(self, room: Invitation, address: tuple[str, int], name: str, limits: Limits, home: Path) -> None:
        """Lead to `room` from an address, as the door of `name`, and keep what it keeps under `home`."""
        self._name = name
        self._address = address
        self._limits = limits
        self._homes = SshHomes(home, limits.people)
        self._waiting = WaitingConnections(limits.waiting, OF_ONE, A_MINUTE)
        self._arrivals: dict[int, Arrival] = {}
        self._fork = VisitFork(room, limits.memory)
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
        self._fork.open()
        asyncio.get_running_loop().add_reader(self._listener, self._accept)

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
            try:
                process = self._fork.start(speaker.run)
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
                    arrival.departure.ask(message.why)
        except EOFError:
            asyncio.get_running_loop().remove_reader(arrival.line.socket)
            arrival.departure.ask(VisitEnd.LEFT)
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
        arrival.departure.ask(VisitEnd.LEFT)

    async def _visit(self, arrival: Arrival, asked: Enter) -> None:
        """Let a visitor in, and see their visit to its end. Whoever is here already ends there and goes on here."""
        name, visitors = name_of(asked.key), self._homes.visitors
        if visitors.full_for(name):
            arrival.line.send(Ended(1, VisitEnd.FULL))
            return
        if await visitors.show(name, arrival.departure, lambda: self._show(arrival, name, asked)) is None:
            arrival.line.send(Ended(0, arrival.departure.why))

    async def _show(self, arrival: Arrival, name: str, asked: Enter) -> bool:
        """Run a visitor's program to its end; the connection hears of both. Return that it was so."""
        master, slave = pty.openpty()
        try:
            try:
                termios.tcsetwinsize(master, (asked.terminal.rows, asked.terminal.columns))
                home = self._homes.home_of(name, asked.key)
                mark = self._homes.mark_of(home, self._name)
                why_new = None if asked.key else Unknown.NO_KEY
                process = self._fork.program(os.ttyname(slave), home, mark, asked.terminal, why_new)
            finally:
                arrival.line.send(Opened(), master)
                os.close(master)
            status, why = await watch(process, arrival.departure)
        except (OSError, Fault):
            status, why = 1, VisitEnd.BROKEN
        finally:
            os.close(slave)
        arrival.line.send(Ended(status, why))
        return True

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
            arrival.departure.ask(VisitEnd.CLOSING)
        visits = [arrival.visit for arrival in here if arrival.visit is not None]
        await asyncio.gather(*visits, return_exceptions=True)
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*(arrival.gone.wait() for arrival in here)), END_SECONDS)
