"""A door of `parley ssh` for as long as a test lasts, and visitors who come to it with the library's own client."""

from __future__ import annotations

import asyncio
import itertools
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import asyncssh

from tests.system.support.browser import PATIENCE, Page
from tests.system.support.command import PARLEY, newcomer

SIZE = (100, 30)


@dataclass(frozen=True)
class Door:
    """An open door: its port, the folder it keeps all in, and the room it leads to."""

    port: int
    home: Path
    room: str
    process: subprocess.Popen[str]

    @property
    def homes(self) -> list[Path]:
        """The homes of the visitors."""
        return sorted((self.home / "door/visitors").glob("*"))


@contextmanager
def opened(tmp_path: Path, *words: str) -> Iterator[Door]:
    """Open a door to a room of its own; it has to close without a word and with status 0."""
    with subprocess.Popen(
        [*PARLEY, "ssh", "--port", "0", *words],
        env=newcomer(tmp_path),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(3)]
        try:
            assert said[0].startswith("The door is open: ssh -p "), said
            yield Door(int(said[0].split()[6]), tmp_path / "parley", said[2].split()[-1], process)
        finally:
            process.terminate()
            _, wrong = process.communicate(timeout=30)
        assert (process.returncode, wrong) == (0, ""), wrong


def new_key() -> asyncssh.SSHKey:
    """Make a key as a visitor has one."""
    return asyncssh.generate_private_key("ssh-ed25519")


@dataclass
class SshVisitor:
    """Somebody at a terminal; a context manager that cuts the line. `asked` is what the client asks for besides."""

    door: Door
    key: asyncssh.SSHKey | None = field(default_factory=new_key)
    asked: dict[str, Any] = field(default_factory=dict)
    page: Page = field(default_factory=Page)
    raw: bytes = b""

    async def __aenter__(self) -> Self:
        """Come in."""
        self.connection = await connected(self.door, self.key)
        self.process = await self.connection.create_process(
            **{"term_type": "xterm-256color", "term_size": SIZE, "encoding": None, **self.asked}
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        """Cut the line."""
        self.connection.abort()
        await self.connection.wait_closed()

    async def shows(self, mark: str) -> None:
        """Wait until a pattern stands on a line of the page; what comes too late is a failure."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not re.search(mark, str(self.page)):
                    said = await self.process.stdout.read(65_536)
                    assert said, f"The visit is over before {mark} is on the page:\n{self.page}"
                    self.raw += said
                    self.page.paint(said.decode("utf-8", "replace"))
        except TimeoutError:
            raise AssertionError(f"{mark} is not on the page:\n{self.page}") from None

    def press(self, text: str) -> None:
        """Type characters, as a terminal sends them."""
        self.process.stdin.write(text.encode())

    async def ends(self) -> tuple[int | None, str]:
        """Wait for the end of the visit; give the exit status and what the door said."""
        async with asyncio.timeout(PATIENCE):
            while said := await self.process.stdout.read(65_536):
                self.raw += said
            told = await self.process.stderr.read()
            await self.process.wait_closed()
        return self.process.exit_status, told.decode().replace("\r\n", "\n")


class KeylessClient(asyncssh.SSHClient):
    """A client that has no key and answers what it is asked: nothing."""

    def kbdint_auth_requested(self) -> str:
        """Agree to be asked."""
        return ""

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: Sequence[tuple[str, bool]]
    ) -> list[str]:
        """Answer each question with nothing."""
        del name, instructions, lang
        return ["" for _ in prompts]


_addresses = itertools.count(2)


def fresh_address() -> str | None:
    """Give an address of this machine's own that nobody has come from yet; None where there is one alone."""
    if sys.platform != "linux":
        return None
    number = next(_addresses)
    return f"127.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


async def connected(door: Door, key: asyncssh.SSHKey | None, **options: Any) -> asyncssh.SSHClientConnection:  # noqa: ANN401 -- the library's
    """Connect as anybody's client does, from an address of one's own: the door counts how often one comes."""
    address = fresh_address()
    return await asyncssh.connect(
        "127.0.0.1",
        door.port,
        **{
            "known_hosts": None,
            "config": None,
            "agent_path": None,
            "local_addr": (address, 0) if address else (),
            "username": "guest",
            "client_keys": [] if key is None else [key],
            "client_factory": KeylessClient if key is None else None,
            **options,
        },
    )
