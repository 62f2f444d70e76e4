"""The link of a storm: a delay keeps the throughput, silence holds back, and everybody is led where it leads."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.net.support.brokers.proxy import Way
from tests.storms.faults import jumping_clock
from tests.storms.faults.faulty_link import FaultyLink
from tests.storms.faults.jumping_clock import JumpingClock
from tests.storms.faults.small_disk import FILLER, SmallDisk

SLOW = 0.3
MANY = 20


async def _echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(100):
            writer.write(data)
    writer.close()


async def _ended(reader: asyncio.StreamReader) -> bool:
    """Tell whether a connection has ended, in whatever way, and nothing more came."""
    try:
        return not await reader.read(1)
    except ConnectionResetError:
        return True


@pytest.fixture
async def link() -> AsyncIterator[FaultyLink]:
    """Give a link to somebody who says again what is said to them."""
    server = await asyncio.start_server(_echo, "127.0.0.1", 0)
    found = await FaultyLink(server.sockets[0].getsockname()[1]).start()
    yield found
    await found.close()
    server.close()


async def test_a_delay_of_each_piece_is_no_delay_of_all_of_them(link: FaultyLink) -> None:
    reader, writer = await asyncio.open_connection(link.host, link.port)
    link.delay(Way.UP, SLOW)
    loop = asyncio.get_running_loop()
    began = loop.time()
    for _ in range(MANY):
        writer.write(b"x")
        await asyncio.sleep(SLOW / MANY)
    await reader.readexactly(MANY)
    assert SLOW <= loop.time() - began < MANY * SLOW / 2
    writer.close()


@pytest.mark.parametrize("way", Way)
async def test_what_is_held_back_arrives_when_all_is_well_or_is_lost_with_the_connection(
    link: FaultyLink, way: Way
) -> None:
    reader, writer = await asyncio.open_connection(link.host, link.port)
    writer.write(b"a")
    assert await reader.readexactly(1) == b"a"
    for lost in (False, True):
        link.silence(way)
        writer.write(b"b")
        ended = asyncio.create_task(_ended(reader))
        await asyncio.wait({ended}, timeout=0.1)
        assert not ended.done()
        link.heal(lost=lost)
        assert await ended is lost
    writer.close()


async def test_who_is_led_elsewhere_is_cut_off_and_finds_the_other_one(link: FaultyLink) -> None:

    async def greet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"other")
        await writer.drain()
        writer.close()

    other = await asyncio.start_server(greet, "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(link.host, link.port)
    writer.write(b"a")
    assert await reader.readexactly(1) == b"a"
    link.lead_to(other.sockets[0].getsockname()[1])
    assert await _ended(reader)
    writer.close()
    reader, writer = await asyncio.open_connection(link.host, link.port)
    assert await reader.readexactly(5) == b"other"
    writer.close()
    await link.close()
    other.close()


def test_a_small_disk_is_full_and_has_room_again(tmp_path: Path) -> None:
    disk = SmallDisk(tmp_path / "small")
    try:
        if not disk.mounted:
            pytest.skip("no disk may be mounted here")
        disk.fill()
        with pytest.raises(OSError, match="No space left"):
            (disk.folder / "more").write_bytes(bytes(8192))
        disk.free()
        assert not (disk.folder / FILLER).exists()
        (disk.folder / "more").write_bytes(bytes(8192))
    finally:
        disk.close()


async def test_a_clock_jumps_for_one_program_and_what_it_waits_for_does_not(tmp_path: Path) -> None:
    if jumping_clock.library() is None:
        pytest.skip(jumping_clock.NONE_HERE)
    clock = JumpingClock(tmp_path / "clock")
    code = "import time\nfor line in open(0):\n    print(time.time(), time.monotonic(), flush=True)"
    pipe = asyncio.subprocess.PIPE
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, stdin=pipe, stdout=pipe, env=os.environ | clock.environment
    )
    assert program.stdin is not None
    assert program.stdout is not None
    told = []
    for jump in (0, 3600, -7200):
        clock.jump(jump)
        program.stdin.write(b"\n")
        told.append([float(word) for word in (await program.stdout.readline()).split()])
    program.stdin.close()
    await program.wait()
    days, waits = zip(*told, strict=True)
    assert 3595 < days[1] - days[0] < 3660
    assert -7205 < days[2] - days[1] < -7100
    assert 0 <= waits[2] - waits[0] < 60
