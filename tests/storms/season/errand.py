"""One command of `parley` in a process of its own, run to its end or killed on the way, and what it said."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.storms.program import PARLEY, ROOT, Event

LONGEST_SECONDS = 150.0
"""After which a command that does one thing hangs."""
KILLED = -9


@dataclass(frozen=True, slots=True)
class Said:
    """What a command has said: its status, what it printed, and its sentence for people if it failed."""

    status: int
    text: str
    error: str = ""

    @property
    def killed(self) -> bool:
        """Whether it was killed."""
        return self.status == KILLED

    @property
    def value(self) -> Event:
        """What it printed as one JSON object; empty if it was refused or killed."""
        return json.loads(self.text) if self.status == 0 and self.text.strip() else {}

    @property
    def wreck(self) -> str:
        """The last line of a failure that no sentence tells; empty if there is none."""
        return self.error.strip().splitlines()[-1] if "Traceback" in self.error else ""


def surroundings(home: Path) -> dict[str, str]:
    """Give the environment of a program whose profiles lie in that folder."""
    own = {"HOME": str(home), "PARLEY_HOME": str(home), "PARLEY_LANG": "en", "PYTHONPATH": str(ROOT)}
    return os.environ | own | {"NO_COLOR": "1", "COLUMNS": "500"}


async def run(home: Path, *words: str, kill_after: float | None = None) -> Said:
    """Run a command; one that takes too long is killed, and says so in `error`."""
    process = await asyncio.create_subprocess_exec(
        *PARLEY, *words, env=surroundings(home), cwd=home, stdin=DEVNULL, stdout=PIPE, stderr=PIPE
    )
    timer = asyncio.create_task(_kill(process, kill_after)) if kill_after is not None else None
    try:
        async with asyncio.timeout(LONGEST_SECONDS):
            text, error = await process.communicate()
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        return Said(1, "", f"Traceback\n{' '.join(words)} has hung for {LONGEST_SECONDS:.0f} s")
    finally:
        if timer is not None:
            timer.cancel()
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
    return Said(process.returncode or 0, text.decode(), error.decode())


async def _kill(process: Process, seconds: float) -> None:
    await asyncio.sleep(seconds)
    if process.returncode is None:
        with suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGKILL)  # `Process.kill` would take the status of one that has just ended
