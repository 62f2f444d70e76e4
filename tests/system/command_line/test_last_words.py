"""A program that is ended by a signal before everybody has the end of a game says so last, its terminal given back."""

from __future__ import annotations

import asyncio
import signal
from asyncio.subprocess import DEVNULL, PIPE
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from core.game import Seat
from net.view.table_view import Phase
from tests.length import long_only
from tests.system.command_line.test_cli_ends import on_a_terminal, read_until
from tests.system.support.command import newcomer
from tui.session.rooms import Rooms
from tui.settings.settings import Settings, save
from tui.table.table_plan import ME, OPEN, Plan, defaults, seated

WORDS = (
    "Bob has not received your last move yet. "
    "It will be delivered the next time Parley starts, or in a shell by `parley settle`."
)


async def end_while_the_other_is_away(host: Rooms, home: Path) -> str:
    """Let ann end a game that bob does not hear of; give the invitation to the room."""
    room = (await host.host()).invitation
    async with AsyncExitStack() as stack:
        people = [Rooms(home, name, nick) for name, nick in (("default", "Ann"), ("bob", "Bob"))]
        for one in people:
            stack.push_async_callback(one.close)
        ann, bob = [await one.enter(room) for one in people]
        options = defaults("epaminondas")
        plan = Plan("epaminondas", options, {}, "", seated("epaminondas", options, ME, OPEN))
        own = await people[0].open_table(ann, plan)
        other = await people[1].sit_down(bob, own.handle.tid)
        await other.ask_seat()
        for table in (own, other):
            await table.handle.until(lambda view: view.phase is Phase.PLAYING)
        await people[1].close()
        await own.handle.declare(Seat(0), "resign")
        assert own.handle.view.unsettled
    return str(room)


async def until_logged(path: Path, word: bytes) -> None:
    """Wait until a program has written a line with that word into its log."""
    reader = await asyncio.create_subprocess_exec("tail", "-n", "+1", "-F", path, stdout=PIPE, stderr=DEVNULL)
    assert reader.stdout is not None
    try:
        async for line in reader.stdout:
            if word in line:
                return
    finally:
        reader.kill()
        await reader.wait()


@pytest.mark.parametrize(
    ("words", "mark", "number", "status"),
    [
        ((), "127.0.0.1", signal.SIGTERM, 143),
        pytest.param((), "127.0.0.1", signal.SIGHUP, 129, marks=long_only),
        (("--text",), "ROOM", signal.SIGTERM, 130),
    ],
)
async def test_who_has_not_received_the_end_is_said_last(
    tmp_path: Path, words: tuple[str, ...], mark: str, number: signal.Signals, status: int
) -> None:
    environ = newcomer(tmp_path)
    home = Path(environ["PARLEY_HOME"])
    host = Rooms(home, "host", "Host", announce=False)
    async with asyncio.timeout(60):
        try:
            invitation = await end_while_the_other_is_away(host, home)
            save(home / "settings.toml", Settings(nick="Ann"))
            process, outer = on_a_terminal(environ, "--log", "info", "play", *words, invitation)
            await asyncio.to_thread(read_until, outer, mark.encode())
            await until_logged(home / "logs" / "parley.log", b"room entered")
            process.send_signal(number)
            said = (await asyncio.to_thread(read_until, outer)).decode()
            assert await asyncio.to_thread(process.wait, 60) == status
        finally:
            await host.close()
    assert "Traceback" not in said
    if words:
        *_, owed, later, kept = [line.removeprefix("NOTE ") for line in said.split("\r\n")[:-1]]
        assert f"{owed} {later}" == WORDS
        assert kept.startswith("Parley ends here. Unfinished games are kept")
    else:
        assert said.endswith(f"{WORDS}\r\n")
