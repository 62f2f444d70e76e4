"""Programs on a disk that is full or may only be read: one sentence, and nothing lost once it is mended."""

from __future__ import annotations

import ctypes
import os
import resource
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from net.broker.broker_process import start_broker
from net.transport.transport import ROOM_USER
from tests.net.support.party import ROOM
from tests.storms.program import Cast, Program

ROOM_LEFT = (-1, 30_000)
"""Bytes that the journal may still grow: none at all, or for a ply or two, so that it is full while others decide."""
OVERRIDES = (1, 2)
"""What lets the superuser write where nobody may: his capabilities by number."""
BOT = ("--seed", "5", "--pause", "0.02")


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[tuple[Cast, list[Program]]]:
    """Give four programs in the middle of a game."""
    broker = await start_broker(user=ROOM_USER, password=ROOM.broker_password)
    cast, url = Cast(tmp_path), str(replace(ROOM, host=broker.host, port=broker.port))
    try:
        four = [await cast.start("p0", "open", url, "--option", "quiet=24", "--sit", "random", *BOT)]
        await cast.until(lambda: bool(four[0].all("opened")))
        place = str(four[0].all("opened")[0].event["invitation"])
        four += [await cast.start(f"p{number}", "sit", place, "--bot", "random", *BOT) for number in (1, 2, 3)]
        await cast.until(lambda: all(program.all("started") for program in four))
        await cast.until(lambda: bool(four[3].all("move")))
        yield cast, four
    finally:
        await cast.close()
        await broker.stop()


def _plain() -> None:
    """Give up the right of the superuser to write where nobody may."""
    if os.geteuid() == 0:
        for override in OVERRIDES:
            ctypes.CDLL(None).prctl(24, override, 0, 0, 0)


async def _refused(program: Program) -> str:
    """Wait until a program has ended with an error; give the sentence. The test's own deadline is the only one."""
    assert await program.end() == 2
    return str(program.all("error", program.life)[-1].event["error"])


async def _ended(cast: Cast, four: list[Program]) -> None:
    """Hold everybody to one end, for which nobody has to be mended any more."""
    await cast.until(lambda: all(program.all("over") for program in four))
    ends = [program.all("over")[-1].event for program in four]
    for name in ("digest", "talk_digest", "plies", "outcome"):
        assert len({str(end[name]) for end in ends}) == 1


async def test_a_full_disk_is_told_and_mended(table: tuple[Cast, list[Program]]) -> None:
    """On one disk nothing can be written any more, on another one a little."""
    cast, four = table
    for victim, left in zip(four[2:], ROOM_LEFT, strict=True):
        await victim.kill()
        log = cast.folder / "profiles" / victim.name / "journal.db-wal"
        size = log.stat().st_size + left
        victim.limits = lambda size=size: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        await victim.start()
        assert "cannot be written" in await _refused(victim)
        victim.limits = None
        await victim.start()
    await _ended(cast, four)


@pytest.mark.skipif(sys.platform != "linux" and os.geteuid() == 0, reason="the superuser may write everywhere")
async def test_a_folder_that_may_only_be_read_is_told_and_mended(table: tuple[Cast, list[Program]]) -> None:
    cast, four = table
    victim = four[1]
    await victim.kill()
    folder = cast.folder / "profiles" / victim.name
    for mode in (0o500, 0o700):
        folder.chmod(mode)
        for path in folder.iterdir():
            path.chmod(mode & 0o600)
        victim.limits = _plain if mode == 0o500 else None
        await victim.start()
        if mode == 0o500:
            assert str(folder) in await _refused(victim)
    await _ended(cast, four)
