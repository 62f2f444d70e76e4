"""The screens for SSH clients: each key is somebody, comes back to its seat, and leaves a clean terminal."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

pytest.importorskip("asyncssh", reason="asyncssh is not installed")

from net.identity.identity import Identity
from net.storage.profile import DEFAULT_NAME, JOURNAL, Profile
from tests.system.support.command import here, newcomer, run
from tests.system.support.ssh_door import Door, SshVisitor, connected, new_key, opened
from tui.cli.door.ssh_homes import STRANGER, SshHomes, name_of
from tui.cli.door.visit_end import RESTORED, VisitEnd


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    """Open a door for all tests that need nothing of their own of it."""
    with opened(tmp_path_factory.mktemp("door")) as door:
        yield door


NORMAL_SCREEN, MOUSE_OFF = b"\x1b[?1049l", b"\x1b[?1000l"


def identity_at(home: Path) -> Identity | None:
    """Give whose seat key lies in a visitor's home."""
    return Profile.identity_of(home, DEFAULT_NAME)


async def sits(visitor: SshVisitor, name: str) -> None:
    """Come for the first time, open a table and sit there."""
    await visitor.shows("Your name")
    visitor.press(f"{name}\r")
    await visitor.shows("No table yet")
    visitor.press("n")
    await visitor.shows("Open the table")
    visitor.press("\x13")
    await visitor.shows(f"Red +{name} · you")


async def test_people_are_known_by_their_keys_and_come_back_to_their_seats(tmp_path: Path) -> None:
    with opened(tmp_path, "--people", "2") as door:
        alba_key, bruno_key = new_key(), new_key()
        async with SshVisitor(door, alba_key) as alba, SshVisitor(door, bruno_key) as bruno:
            await sits(alba, "Alba")
            await bruno.shows("Your name")
            bruno.press("Bruno\r")
            await bruno.shows("Djambi +1/4 +Alba")
            bruno.press("\r")
            await bruno.shows("Blue +Bruno · you")
            await alba.shows("Blue +Bruno")
            async with SshVisitor(door) as third:
                assert await third.ends() == (1, f"{VisitEnd.FULL}\n")
            async with SshVisitor(door, bruno_key) as elsewhere:
                assert await bruno.ends() == (0, f"{VisitEnd.ELSEWHERE}\n")
                assert bruno.raw.rfind(NORMAL_SCREEN) > bruno.raw.rfind(b"\x1b[?1049h")
                await elsewhere.shows("Blue +Bruno · you")
        async with SshVisitor(door, alba_key) as again:
            await again.shows("Red +Alba · you")
        assert {home.name for home in door.homes} == {name_of(key.public_data) for key in (alba_key, bruno_key)}
        assert len({identity_at(home) for home in door.homes}) == 2
        homes = SshHomes(door.home, 1)
        assert identity_at(door.home / "door/visitors" / name_of(alba_key.public_data)) == homes.seat_identity(
            alba_key.public_data
        )
        assert not [*door.home.glob(f"profiles/*/{JOURNAL}")], "nobody plays as the host"


async def test_a_terminal_is_taken_as_it_is_and_left_clean(door: Door, tmp_path: Path) -> None:
    asked = {"env": {"LANG": "fr_FR.UTF-8", "PARLEY_HOME": str(tmp_path), "COLORTERM": "truecolor"}}
    async with SshVisitor(door, asked=asked) as visitor:
        await visitor.shows("Votre nom")
        assert b"\x1b[?1003h" in visitor.raw
        assert b"38;2;" in visitor.raw
        visitor.process.change_terminal_size(120, 40)
        await visitor.shows(r".{100}\^p")  # the keys of the last line go as far as the window does now
        visitor.press("\x11")
        assert await visitor.ends() == (0, "")
        assert visitor.raw.rfind(NORMAL_SCREEN) > visitor.raw.rfind(b"\x1b[?1049h")
        assert visitor.raw.rfind(MOUSE_OFF) > visitor.raw.rfind(b"\x1b[?1000h")


async def test_a_dumb_terminal_is_played_at_line_by_line(door: Door) -> None:
    async with SshVisitor(door, asked={"term_type": "dumb"}) as visitor:
        await visitor.shows("name")
        assert b"\x1b[?1049h" not in visitor.raw


async def test_whoever_does_nothing_has_to_go(tmp_path: Path) -> None:
    with opened(tmp_path, "--idle", "0.03") as door:
        async with SshVisitor(door) as visitor:
            assert await visitor.ends() == (0, f"{VisitEnd.IDLE}\n")
            assert visitor.raw.rfind(NORMAL_SCREEN) > visitor.raw.rfind(b"\x1b[?1049h")


@pytest.mark.parametrize("by_keys", [False, True], ids=["SIGTERM", "Ctrl-C"])
async def test_a_door_that_closes_says_so_and_leaves_the_terminal_clean(tmp_path: Path, *, by_keys: bool) -> None:
    with opened(tmp_path) as door:
        async with SshVisitor(door) as visitor:
            await visitor.shows("Your name")
            if by_keys:  # a terminal sends it to all processes that were started from it
                os.killpg(door.process.pid, signal.SIGINT)
            else:
                door.process.terminate()
            assert await visitor.ends() == (0, f"{VisitEnd.CLOSING}\n")
            assert visitor.raw.rfind(NORMAL_SCREEN) > visitor.raw.rfind(b"\x1b[?1049h")
            assert visitor.raw.rfind(MOUSE_OFF) > visitor.raw.rfind(b"\x1b[?1000h")


def program_of(home: Path) -> int:
    """Give the process that runs in a visitor's home."""
    for entry in Path("/proc").iterdir():
        with suppress(OSError):  # of somebody else's processes nothing is told, and some end meanwhile
            if entry.name.isdigit() and (entry / "cwd").readlink() == home.resolve():
                return int(entry.name)
    raise AssertionError(home)


@pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="the process of a visitor is found in /proc")
async def test_a_program_that_is_killed_leaves_the_terminal_clean_and_the_others_at_play(door: Door) -> None:
    key = new_key()
    async with SshVisitor(door, key) as visitor, SshVisitor(door) as other:
        await visitor.shows("Your name")
        await other.shows("Your name")
        os.kill(program_of(door.home / "door/visitors" / name_of(key.public_data)), signal.SIGKILL)
        assert await visitor.ends() == (9, f"{VisitEnd.BROKEN}\n")
        assert visitor.raw.endswith(RESTORED.encode())
        other.press("Bruno\r")
        await other.shows("No table yet")


def strangers(door: Door) -> int:
    """Count the homes of those who brought no key."""
    return sum(home.name.startswith(STRANGER) for home in door.homes)


async def test_without_a_key_somebody_is_a_stranger_each_time(door: Door) -> None:
    before = strangers(door)
    for _ in range(2):
        async with SshVisitor(door, None) as visitor:
            await visitor.shows("You have brought no SSH key")
            await visitor.shows("Your name")
    assert strangers(door) == before + 2
    async with SshVisitor(door) as known:
        await known.shows("Your name")
        assert "no SSH key" not in str(known.page)


async def test_without_a_key_somebody_reads_in_the_room_that_a_seat_ends_with_the_visit(tmp_path: Path) -> None:
    with opened(tmp_path) as door:
        async with SshVisitor(door, None) as visitor:
            await sits(visitor, "Gil")
            visitor.press("q")
            await visitor.shows("Keep it until this visit ends")
            visitor.press("1")
            await visitor.shows("You have brought no SSH key")
            visitor.press("\x11")
            await visitor.shows("With this visit you lose your seat at")
            door.process.terminate()
            told = "The host has closed this door. You brought no SSH key: a seat you had is lost.\n"
            assert await visitor.ends() == (0, told)
        await asyncio.to_thread(door.process.wait, 30)  # told to end twice, it would not end in order


@pytest.mark.parametrize(
    ("words", "told"),
    [(("parley://nowhere",), "invitation"), (("--port", "99999"), "65535"), (("--people", "0"), "people")],
)
def test_what_cannot_be_is_a_sentence(tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    done = here(newcomer(tmp_path), "ssh", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
    assert "Traceback" not in done.stderr


async def test_a_port_that_is_taken_is_one_sentence(door: Door, tmp_path: Path) -> None:
    done = await asyncio.to_thread(run, newcomer(tmp_path), "ssh", "--port", str(door.port))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"Port {door.port} at 127.0.0.1 is in use: --port names another one, 0 is any free one.\n"


async def test_the_door_keeps_its_key(tmp_path: Path) -> None:
    keys = []
    for _ in range(2):
        with opened(tmp_path) as door:
            async with await connected(door, new_key()) as connection:
                key = connection.get_server_host_key()
                assert key is not None
                keys.append(key.public_data)
    assert keys[0] == keys[1]
    for name in ("host.key", "seats.secret"):
        assert (tmp_path / "parley/door" / name).stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh on this machine")
async def test_the_usual_client_comes_in(door: Door, tmp_path: Path) -> None:
    path = tmp_path / "id"
    new_key().write_private_key(path)
    path.chmod(0o600)
    client = await asyncio.create_subprocess_exec(
        *("ssh", "-tt", "-F", "none", "-i", str(path), "-o", "IdentitiesOnly=yes", "-o", "LogLevel=ERROR"),
        *("-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"),
        *("-p", str(door.port), "anybody@127.0.0.1"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert client.stdin is not None
    assert client.stdout is not None
    shown = await asyncio.wait_for(client.stdout.readuntil(b"Your name"), 60)
    assert b"\x1b[?1049h" in shown
    client.stdin.write(b"\x11")
    rest = await asyncio.wait_for(client.stdout.read(), 60)
    assert NORMAL_SCREEN in rest
    assert await client.wait() == 0


async def test_everybody_sees_whose_door_somebody_has_come_by(tmp_path: Path) -> None:
    with opened(tmp_path, "--name", "Nora") as door:
        async with SshVisitor(door) as alba, SshVisitor(door) as bruno:
            await sits(alba, "Alba")
            await alba.shows("Alba · you +· by the door of Nora")
            await alba.shows("Alba plays by the door")
            await bruno.shows("Your name")
            bruno.press("Bruno\r")
            await bruno.shows(r"by the door of|\(by the door")
            bruno.press("\r")
            await bruno.shows("Alba +· by the door of Nora")
