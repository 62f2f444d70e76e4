"""One program of a storm with all that may befall it: its way to the broker, its clock, its disk, its deaths."""

from __future__ import annotations

import asyncio
import resource
import signal
from collections.abc import Container

from tests.storms.faults.faulty_link import FaultyLink
from tests.storms.faults.jumping_clock import JumpingClock
from tests.storms.faults.small_disk import SmallDisk
from tests.storms.program import Event, Program

BREATH = 0.3
"""Seconds after which somebody starts a program again that has ended with a sentence."""
ROOM_LEFT = 20_000
"""Bytes that each file of a disk without room may still grow, where no small disk may be mounted."""
KILLED = -9
SETTLE = "settle"
"""The command that settles what was left too early."""


def final_words(program: Program, gone: Container[str] = frozenset()) -> list[Event]:
    """Give how the game has ended in the words of a program, as often as it called that final.

    A program that says nothing of settling means what it says. So does one that waits for nobody but people who have
    `gone` for ever.
    """
    words: list[Event] = []
    for told in program.told:
        if told.name in {"over", "settled"}:
            words.append(told.event)
        elif told.name == "waits" and words:
            words.append({**words[-1], **told.event, "event": words[-1]["event"]})
    return [word for word in words if word.get("settled") is not False or _waits_only_for(gone, word)]


def _waits_only_for(gone: Container[str], word: Event) -> bool:
    awaited = word.get("awaited")
    return isinstance(awaited, list) and bool(awaited) and all(name in gone for name in awaited)


class Participant:
    """A program that is started again whenever it ends before it has told an end that is final."""

    def __init__(self, program: Program, link: FaultyLink, clock: JumpingClock, disk: SmallDisk | None = None) -> None:
        """Stand behind `link`; who has a `disk` keeps the profile there."""
        self.program, self.link, self.clock, self.disk = program, link, clock, disk
        self.settled = False
        """Whether `parley settle` has found nothing left to settle under this profile."""
        self.sentences: list[str] = []
        """What it has ended with, when it ended by itself before the game did."""
        self._away = 0
        self._may_start = asyncio.Event()
        self._wanted = asyncio.Event()
        self._lock = asyncio.Lock()
        self._may_start.set()

    @property
    def name(self) -> str:
        """The profile's name."""
        return self.program.name

    @property
    def done(self) -> bool:
        """Whether it has told an end that is final, or nothing is left to settle."""
        return self.settled or bool(final_words(self.program))

    def waits_only_for(self, gone: Container[str]) -> bool:
        """Tell whether what it told last is an end that only people who have gone for ever have not signed."""
        ends = [told.event for told in self.program.told if told.name in {"over", "settled", "undone", "waits"}]
        return bool(ends) and _waits_only_for(gone, ends[-1])

    async def keep(self) -> None:
        """Start it again whenever it has ended, until cancelled; once it is done only when it is wanted back."""
        while True:
            status = await self.program.end()
            if self.program.words[0] == SETTLE and not status:
                self.settled = True
                self.program.ring()
            if self.done:
                await self._wanted.wait()
                self._wanted.clear()
            elif status != KILLED and not self._away:
                self._note(status)
                await asyncio.sleep(BREATH)
            await self._may_start.wait()
            async with self._lock:
                if self._may_start.is_set():
                    await self.program.start()

    def come_back(self) -> None:
        """Start it again although it is done: somebody else lacks what it alone may have."""
        if not self.program.running:
            self._wanted.set()

    async def kill_for(self, seconds: float) -> None:
        """Kill it without warning; it is started again after so many seconds."""
        self._leave()
        try:
            async with self._lock:
                await self.program.kill()
            await asyncio.sleep(seconds)
        finally:
            self._return()

    async def leave_for(self, seconds: float, number: signal.Signals, *words: str) -> int:
        """End it by a signal; give its status. It is started again after so many seconds, with other `words` if any."""
        self._leave()
        try:
            self.program.send(number)
            status = await self.program.end()
            if words:
                self.program.words = (*words, "--profile", self.name)
            await asyncio.sleep(seconds)
            return status
        finally:
            self._return()

    async def stop_for(self, seconds: float) -> None:
        """Stop it as a lid that is closed does."""
        self.program.pause()
        try:
            await asyncio.sleep(seconds)
        finally:
            self.program.go_on()

    async def fill_disk_for(self, seconds: float) -> None:
        """Let its disk be full; what ends by it is started again as soon as there is room."""
        if self.disk is None or not self.disk.mounted:
            await self._limit_for(seconds)
            return
        self.disk.fill()
        try:
            await asyncio.sleep(seconds)
        finally:
            self.disk.free()
            self._may_start.set()

    async def _limit_for(self, seconds: float) -> None:
        """Let no file of it grow any more: what the kernel refuses then stands for a full disk."""
        log = self.program.folder / "profiles" / self.name / "journal.db-wal"
        size = (log.stat().st_size if log.exists() else 0) + ROOM_LEFT
        self.program.limits = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        try:
            await self.kill_for(0)
            await asyncio.sleep(seconds)
        finally:
            self.program.limits = None
        await self.kill_for(0)

    def _note(self, status: int) -> None:
        told = self.program.all("error", self.program.life)
        self.sentences.append(str(told[-1].event["error"]) if told else f"status {status}")
        if self.disk is not None and self.disk.full:
            self._may_start.clear()

    def _leave(self) -> None:
        self._away += 1
        self._may_start.clear()

    def _return(self) -> None:
        self._away -= 1
        if not self._away:
            self._may_start.set()
