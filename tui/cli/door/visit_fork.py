"""The server from which a door forks the processes of its visits, with everything imported, and one visitor's program.

All visits share most of their memory that way, and the first picture comes at once.
"""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from multiprocessing import get_context
from typing import TYPE_CHECKING

from tui.cli.door import preloaded
from tui.cli.door.confinement import Confinement
from tui.cli.door.visit_end import Departure, VisitEnd
from tui.cli.door.visitor_program import VisitorProgram
from tui.settings.visit import DOOR, ONCE, ROOM, VARIABLE, Unknown, room_mark

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from multiprocessing.context import ForkServerProcess
    from pathlib import Path

    from net.wire.invitation import Invitation
    from tui.cli.door.terminal_request import TerminalRequest

END_SECONDS = 5
"""How long a visitor's program may take to end by itself."""
PROGRAM_FILES = 256
"""Files that a visitor's program may have open."""
KEPT_VARIABLES = ("PATH", "HOME", "PYTHONPATH", "PYTHONPYCACHEPREFIX", "PYTHONHASHSEED", "SYSTEMROOT")
"""What the fork server and the programs know of the host's own variables."""


class VisitFork:
    """The fork server of a door to one room."""

    def __init__(self, room: Invitation, memory: int) -> None:
        """Lead to `room`; each program may use `memory` MiB."""
        self._room = room
        self._memory = memory
        self._context = get_context("forkserver")

    def open(self) -> None:
        """Start the fork server with nothing of the host's variables, and wait until it has everything."""
        self._context.set_forkserver_preload([preloaded.__name__])
        before = dict(os.environ)
        os.environ.clear()
        os.environ.update({**_kept(before), preloaded.ASKED: "1"})
        try:
            self.start(_nothing).join()
        finally:
            os.environ.clear()
            os.environ.update(before)

    def start(self, target: Callable[[], object]) -> ForkServerProcess:
        """Run something in a process of its own, which ends with this one; raise `OSError`."""
        process = self._context.Process(target=target, daemon=True)
        process.start()
        return process

    def program(
        self, terminal: str, home: Path, mark: str, request: TerminalRequest, why: Unknown | None = None
    ) -> ForkServerProcess:
        """Start the program of the visitor with a home and a door's mark, on a terminal; raise `OSError`.

        `why` says why they will not be known again, if that is so.
        """
        room = self._room
        variables = {
            **_kept(os.environ),
            **request.variables,
            "PARLEY_HOME": str(home),
            "PARLEY_LAN": "off",
            "PYTHONUTF8": "1",
            VARIABLE: f"{room.host} {room.port}",
            ROOM: room_mark(room),
            DOOR: mark,
            **({ONCE: why.value} if why is not None else {}),
        }
        confinement = Confinement(self._memory, PROGRAM_FILES)
        return self.start(VisitorProgram(terminal, str(home), variables, ("play", str(room)), confinement).run)


async def watch(process: ForkServerProcess, departure: Departure) -> tuple[int, VisitEnd]:
    """Wait for the end of a program, and see to it when it is asked for. Give its exit status and why it ended."""
    loop, over = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(process.sentinel, over.set)
    ending = asyncio.create_task(over.wait())
    asked = asyncio.create_task(departure.wait())
    why = None
    try:
        await asyncio.wait({ending, asked}, return_when=asyncio.FIRST_COMPLETED)
        if not over.is_set():
            why = departure.why
            with suppress(ProcessLookupError):
                os.kill(process.pid or 0, signal.SIGHUP)
            await asyncio.wait({ending}, timeout=END_SECONDS)
    finally:
        ending.cancel()
        asked.cancel()
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


def _kept(environ: Mapping[str, str]) -> dict[str, str]:
    return {name: environ[name] for name in KEPT_VARIABLES if name in environ}


def _nothing() -> None:
    """End at once: whoever waits for this knows that the fork server is ready."""
