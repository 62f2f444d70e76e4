"""What somebody tries at a door of `parley ssh` who wants more than to play: one function a try.

Each gives what came of it: refused, let in as everybody is, or cut off. Whether the door still opens is asked for
afterwards (`tests/system/command_line/test_ssh_attacks.py`).
"""

from __future__ import annotations

import asyncio
import os
import re
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from enum import Enum
from pathlib import Path
from unittest.mock import patch

import asyncssh
from asyncssh.packet import Boolean, String, UInt32

from tests.system.support.ssh_door import SIZE, Door, SshVisitor, connected, fresh_address, new_key
from tui.cli.door.ssh_homes import STRANGER, name_of

HALF_OPEN = 1000
FLOOD = 200
KEYS = 2_000_000
STORM = 10


class Outcome(Enum):
    """What came of a try."""

    REFUSED = "refused"
    PLAYS = "let in like everybody, with nothing gained"
    CUT = "cut off"


Try = Callable[[Door, Path], Awaitable[Outcome]]
TRIES: dict[str, tuple[Try, Outcome]] = {}
"""Every try by its name, with what has to come of it."""


def named(name: str, wanted: Outcome = Outcome.REFUSED) -> Callable[[Try], Try]:
    """List a try under a name, with what has to come of it."""

    def listed(tried: Try) -> Try:
        TRIES[name] = tried, wanted
        return tried

    return listed


async def _session(door: Door, **asked: object) -> tuple[int | None, str]:
    """Open a session that asks for something; give its status and what was said."""
    async with SshVisitor(door, asked={"term_type": None, "term_size": (), **asked}) as visitor:
        return await visitor.ends()


def _command(name: str, command: str, *, terminal: bool = False) -> None:
    @named(name)
    async def run(door: Door, folder: Path) -> Outcome:
        mark = folder / "mark"
        asked = {
            "command": command.format(mark=mark),
            **({"term_type": "xterm", "term_size": SIZE} if terminal else {}),
        }
        status, said = await _session(door, **asked)
        assert status == 2
        assert "runs nothing else" in said
        assert not mark.exists()
        return Outcome.REFUSED


_command("exec", "touch {mark}")
_command("exec with a terminal", "touch {mark}", terminal=True)
_command("exec of a shell", "/bin/sh -c 'touch {mark}'")
_command("exec of what ends the words of the program", "; touch {mark} #")
_command("exec of a file transfer by scp", "scp -t {mark}")
_command("exec of a megabyte", "touch {mark} " + "x" * 30_000)


def _subsystem(name: str) -> None:
    @named(f"the subsystem {name}")
    async def ask(door: Door, _: Path) -> Outcome:
        async with await connected(door, new_key()) as connection:
            try:
                await connection.create_process(subsystem=name)
            except asyncssh.ChannelOpenError:
                return Outcome.REFUSED
        return Outcome.PLAYS


_subsystem("sftp")
_subsystem("netconf")


@named("a session without a terminal")
async def without_terminal(door: Door, _: Path) -> Outcome:
    """Ask for a shell alone."""
    status, said = await _session(door)
    assert "needs a terminal" in said
    return Outcome.REFUSED if status == 2 else Outcome.PLAYS


@named("forwarding a local port")
async def local_forward(door: Door, _: Path) -> Outcome:
    """Reach a port of the host by the door."""
    async with await connected(door, new_key()) as connection:
        try:
            await connection.open_connection("127.0.0.1", door.port)
        except asyncssh.ChannelOpenError:
            return Outcome.REFUSED
    return Outcome.PLAYS


@named("forwarding a remote port")
async def remote_forward(door: Door, _: Path) -> Outcome:
    """Have the door listen at a port."""
    async with await connected(door, new_key()) as connection:
        try:
            await connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", door.port)
        except asyncssh.ChannelListenError:
            return Outcome.REFUSED
    return Outcome.PLAYS


@named("forwarding a socket of the file system")
async def unix_forward(door: Door, folder: Path) -> Outcome:
    """Reach a socket of the host's file system, and have the door listen at one."""
    async with await connected(door, new_key()) as connection:
        for tried in (
            lambda: connection.open_unix_connection(str(folder / "s")),
            lambda: connection.forward_remote_path(str(folder / "t"), str(folder / "s")),
        ):
            try:
                await tried()
            except (asyncssh.ChannelOpenError, asyncssh.ChannelListenError):
                continue
            return Outcome.PLAYS
    return Outcome.REFUSED


@named("a tunnel of whole packets")
async def tunnel(door: Door, _: Path) -> Outcome:
    """Ask for a network of one's own."""
    async with await connected(door, new_key()) as connection:
        try:
            await connection.open_tun()
        except asyncssh.ChannelOpenError:
            return Outcome.REFUSED
    return Outcome.PLAYS


async def _request(door: Door, kind: bytes, *args: bytes) -> Outcome:
    """Send a request on a session's channel and see whether it is granted."""
    async with SshVisitor(door) as visitor:
        channel = visitor.process.channel
        granted = await channel._make_request(kind, *args)
        await visitor.shows("Your name")
        return Outcome.PLAYS if granted else Outcome.REFUSED


@named("forwarding an agent")
async def agent(door: Door, _: Path) -> Outcome:
    """Ask the door to take an agent's keys."""
    return await _request(door, b"auth-agent-req@openssh.com")


@named("forwarding windows (X11)")
async def windows(door: Door, _: Path) -> Outcome:
    """Ask the door to show windows."""
    return await _request(door, b"x11-req", Boolean(False), String("MIT-MAGIC-COOKIE-1"), String("00" * 16), UInt32(0))  # noqa: FBT003 -- the library's


@named("a second command on the same channel")
async def second_command(door: Door, folder: Path) -> Outcome:
    """Run a command where the screens are shown already."""
    outcome = await _request(door, b"exec", String(f"touch {folder / 'mark'}"))
    assert not (folder / "mark").exists()
    return outcome


@named("a second session on the same connection")
async def second_session(door: Door, _: Path) -> Outcome:
    """Open another session beside the first."""
    async with SshVisitor(door) as visitor:
        try:
            await visitor.connection.create_process(term_type="xterm", term_size=SIZE)
        except asyncssh.ChannelOpenError:
            await visitor.shows("Your name")
            return Outcome.REFUSED
    return Outcome.PLAYS


async def _come(door: Door, **asked: object) -> SshVisitor:
    visitor = SshVisitor(door, asked=asked)
    await visitor.__aenter__()
    await visitor.shows("Your name")
    return visitor


@named("variables that change what is run", Outcome.PLAYS)
async def variables(door: Door, folder: Path) -> Outcome:
    """Send variables that programs obey."""
    evil = {
        "LD_PRELOAD": str(folder / "evil.so"),
        "PYTHONPATH": str(folder),
        "PYTHONSTARTUP": str(folder / "evil.py"),
        "PARLEY_HOME": str(folder / "home"),
        "PARLEY_VISIT": "",
        "TEXTUAL": "debug,devtools",
        "BASH_ENV": str(folder / "evil.sh"),
    }
    visitor = await _come(door, env=evil)
    await visitor.__aexit__(None, None, None)
    assert not os.listdir(folder)  # noqa: PTH208 -- a look that does not wait
    return Outcome.PLAYS


@named("a thousand variables", Outcome.PLAYS)
async def many_variables(door: Door, _: Path) -> Outcome:
    """Send more variables than anybody has."""
    visitor = await _come(door, env={f"V{number}": "x" * 100 for number in range(1_000)})
    await visitor.__aexit__(None, None, None)
    return Outcome.PLAYS


def _window(name: str, columns: int, rows: int, *, later: bool) -> None:
    @named(name, Outcome.PLAYS)
    async def ask(door: Door, _: Path) -> Outcome:
        async with SshVisitor(door, asked={"term_size": SIZE if later else (columns, rows)}) as visitor:
            if later:
                await visitor.shows("Your name")
                for _again in range(FLOOD):
                    visitor.process.change_terminal_size(columns, rows, columns, rows)
            visitor.press("Zoe")
            await visitor.shows("Z")
        return Outcome.PLAYS


_window("a window of four billion columns", 0xFFFFFFFF, 0xFFFFFFFF, later=False)
_window("a window of nothing", 0, 0, later=False)
_window("a window that becomes huge, many times", 0x7FFFFFFF, 0x7FFFFFFF, later=True)


@named("a terminal type that is a path", Outcome.PLAYS)
async def strange_terminal(door: Door, _: Path) -> Outcome:
    """Name a terminal that is a file, or an escape sequence."""
    for term in ("../../../../etc/passwd", "xterm\x1b]0;evil\x07", "a" * 10_000):
        visitor = await _come(door, term_type=term)
        await visitor.__aexit__(None, None, None)
        assert b"evil" not in visitor.raw
    return Outcome.PLAYS


@named("escape sequences in the name of the user")
async def strange_user(door: Door, _: Path) -> Outcome:
    """Come as a user whose name is one."""
    try:
        with patch("asyncssh.connection.saslprep", str):  # the library's client would not send it
            connection = await connected(door, new_key(), username="\x1b]0;evil\x07\x1b[2J")
        async with connection:
            process = await connection.create_process(term_type="xterm", term_size=SIZE, encoding=None)
            assert b"evil" not in await process.stdout.read(4096)
    except asyncssh.Error:
        return Outcome.REFUSED
    return Outcome.PLAYS


@named("escape sequences in a name at the table", Outcome.PLAYS)
async def strange_name(door: Door, _: Path) -> Outcome:
    """Take a name that paints the others' screens; a second visitor looks at what they are sent."""
    evil = await _come(door)
    evil.press("\x1b[200~\x1b]0;evil\x07\x9b31mEve\x1b[201~\r")
    await evil.shows("No table yet")
    other = await _come(door)
    other.press("Olga\r")
    await other.shows("Olga")
    assert not re.search(rb"\x1b\]0;[^\x07\x1b]*evil", other.raw)
    assert b"\x9b31m" not in other.raw
    await evil.__aexit__(None, None, None)
    await other.__aexit__(None, None, None)
    return Outcome.PLAYS


@named("an invitation to another machine")
async def elsewhere(door: Door, _: Path) -> Outcome:
    """Use the door to reach another broker."""
    with socket.create_server(("127.0.0.1", 0)) as target:
        target.settimeout(0)
        visitor = await _come(door)
        room = re.sub(r":\d+/", f":{target.getsockname()[1]}/", door.room)
        visitor.press("Zoe\x1b[Z")  # the name, and back to the field above
        await visitor.shows("Zoe")
        visitor.press(f"\x1b[200~{room}\x1b[201~")
        await visitor.shows(re.escape(room))
        visitor.press("\r")
        await visitor.shows("That is this room at another address")
        await visitor.__aexit__(None, None, None)
        try:
            target.accept()
        except BlockingIOError:
            return Outcome.REFUSED
    return Outcome.PLAYS


def forged(victim: asyncssh.SSHKey, own: asyncssh.SSHKey) -> asyncssh.SSHKeyPair:
    """Give a pair of keys of which the public one is the victim's, and the other one is not."""
    pair = asyncssh.load_keypairs([own])[0]
    pair.public_data = victim.public_data
    return pair


def _stolen(name: str, *, then_key: bool) -> None:
    @named(name, Outcome.PLAYS)
    async def pretend(door: Door, _: Path) -> Outcome:
        victim, own = new_key(), new_key()
        before = {home.name for home in door.homes}
        keys = [forged(victim, own), *([own] if then_key else [])]
        async with await connected(door, None, client_keys=keys) as connection:
            process = await connection.create_process(term_type="xterm", term_size=SIZE, encoding=None)
            await process.stdout.read(1)
        (fresh,) = {home.name for home in door.homes} - before
        assert fresh == name_of(own.public_data) if then_key else fresh.startswith(STRANGER)
        return Outcome.PLAYS


_stolen("somebody's public key, signed by another one, and then one's own", then_key=True)
_stolen("somebody's public key, signed by another one, and then none", then_key=False)


@named("coming again and again with one key", Outcome.PLAYS)
async def storm(door: Door, _: Path) -> Outcome:
    """Come ten times with one key and leave nothing: the last one plays, the others are over."""
    key = new_key()
    visits = [SshVisitor(door, key) for _ in range(STORM)]
    for visit in visits:
        await visit.__aenter__()
    await visits[-1].shows("Your name")
    for visit in visits[:-1]:
        assert "elsewhere" in (await visit.ends())[1]
    for visit in visits:
        await visit.__aexit__(None, None, None)
    return Outcome.PLAYS


async def _raw(door: Door, address: str | None = None) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    address = address or fresh_address()
    return await asyncio.open_connection("127.0.0.1", door.port, local_addr=(address, 0) if address else None)


@named("what is no SSH at all", Outcome.CUT)
async def garbage(door: Door, _: Path) -> Outcome:
    """Talk as a browser does, and send what means nothing."""
    for said in (
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 2000,
        bytes(range(256)) * 500,
        b"SSH-2.0-x\r\n" + b"\xff" * 100_000,
    ):
        reader, writer = await _raw(door)
        writer.write(said)
        with suppress(ConnectionError):
            await reader.read()
        writer.close()
    return Outcome.CUT


@named("a thousand connections that say nothing", Outcome.CUT)
async def half_open(door: Door, _: Path) -> Outcome:
    """Open connections from one address and wait: some are kept for the time of a login, then all are cut."""
    address = fresh_address()
    pairs = [await _raw(door, address) for _ in range(HALF_OPEN)]
    newcomer = await _come(door)  # from elsewhere, while they wait
    await newcomer.__aexit__(None, None, None)

    async def cut(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            await reader.read()
        writer.close()

    await asyncio.gather(*(cut(*pair) for pair in pairs))
    return Outcome.CUT


@named("half-open connections from a hundred addresses", Outcome.CUT)
async def many_addresses(door: Door, _: Path) -> Outcome:
    """Open more connections than may wait, each from elsewhere: the oldest have to go, and whoever comes gets in."""
    pairs = [await _raw(door) for _ in range(100)]
    newcomer = await _come(door)
    await newcomer.__aexit__(None, None, None)
    for reader, writer in pairs:
        with suppress(ConnectionError):
            await reader.read()
        writer.close()
    return Outcome.CUT


@named("a proven key that asks for nothing", Outcome.CUT)
async def idle_login(door: Door, _: Path) -> Outcome:
    """Prove who one is, and open no session."""
    async with await connected(door, new_key()) as connection:
        await connection.wait_closed()
    return Outcome.CUT


@named("a client that reads nothing", Outcome.PLAYS)
async def slow_reader(door: Door, _: Path) -> Outcome:
    """Have the screen painted over and over and take none of it."""
    async with SshVisitor(door) as slow:
        await slow.shows("Your name")
        transport = slow.connection._transport
        assert transport is not None
        transport.pause_reading()
        for number in range(FLOOD):
            slow.process.change_terminal_size(300 + number % 2, 100)
            slow.press("x\x7f")
        other = await _come(door)
        other.press("Zoe")
        await other.shows("Zoe")
        await other.__aexit__(None, None, None)
    return Outcome.PLAYS


@named("two million keys at once", Outcome.PLAYS)
async def many_keys(door: Door, _: Path) -> Outcome:
    """Press more than any program can take."""
    async with SshVisitor(door) as busy:
        await busy.shows("Your name")
        busy.press("\x1b[A" * (KEYS // 3))
        other = await _come(door)
        other.press("Zoe")
        await other.shows("Zoe")
        await other.__aexit__(None, None, None)
    return Outcome.PLAYS
