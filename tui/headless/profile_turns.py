"""A profile that is held while nobody else wants it: whoever asks for it gets it at once, and it is taken back then."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from net.storage.profile import Profile, ProfileInUse
from net.storage.profile_handover import KeeperPost

LOOK_SECONDS = 2.0
"""How often it is looked whether the profile is free; who has asked for it has that long to take it."""


class ProfileTurns:
    """The turns that a program without a person takes with one profile."""

    def __init__(self, root: Path, name: str, post: KeeperPost, waits: Callable[[], None]) -> None:
        """Take turns with the profile `name` in the folder `root`; `waits` is called when another program has it."""
        self._root, self._name, self._post, self._waits = root, name, post, waits

    async def run(self, hold: Callable[[Profile, asyncio.Event], Awaitable[None]]) -> None:
        """Let `hold` have the profile whenever it is free, until cancelled; raise what it raises.

        It gets the profile and an event that is set when another program asks; it should end then.
        """
        while True:
            async with self._turn() as (who, asked):
                await hold(who, asked)
            await asyncio.sleep(LOOK_SECONDS)

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[tuple[Profile, asyncio.Event]]:
        """Wait for the profile and give it, and an event that is set when another program asks for it."""
        loop, asked, waits = asyncio.get_running_loop(), asyncio.Event(), False
        while True:
            ear = self._post.listen()
            try:
                who = Profile.open(self._root, self._name, ask=False)
                break
            except ProfileInUse:
                self._post.deafen()
            if not waits:
                waits = True
                self._waits()
            await asyncio.sleep(LOOK_SECONDS)
        loop.add_reader(ear, asked.set)
        try:
            yield who, asked
        finally:
            loop.remove_reader(ear)
            self._post.deafen()
            who.close()


async def until_asked(asked: asyncio.Event, work: Awaitable[None]) -> bool:
    """Do some work until it ends, or another program asks for the profile; tell whether somebody has asked.

    Work that goes on is cancelled; what it raised before is raised.
    """
    tasks = (asyncio.ensure_future(work), asyncio.ensure_future(asked.wait()))
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if tasks[0].done():
            tasks[0].result()
        return asked.is_set()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
