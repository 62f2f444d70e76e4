"""The process of one SSH connection: it speaks the protocol, proves who is there, and passes keys and paint on.

Whatever a client does, it does to this process alone: the door, the programs and the other visitors are others. It
opens no file of the host and starts nothing; the door decides who comes in.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from contextlib import suppress
from dataclasses import dataclass, field

import asyncssh

from tui.cli.door.confinement import Confinement
from tui.cli.door.door_message import BadMessage, DoorLine, Ended, Opened
from tui.cli.door.ssh_session import SessionLimits, SshSession
from tui.cli.door.visit_end import VisitEnd
from tui.i18n.translation import tr

Challenge = tuple[str, str, str, list[tuple[str, bool]]]
"""A title, a sentence, its language, and the questions, each shown as it is typed or not."""

ALIVE_SECONDS, ALIVE_TIMES = 30, 4
"""How often a silent client is asked whether it is there, and how often it may not answer."""
WINDOW = 64 * 1024
"""Bytes that a client may send before the program has taken them."""
MEMORY = 192
"""MiB that one connection may use."""
NAME = "Parley"


class Gatekeeper(asyncssh.SSHServer):
    """What the library asks about one connection: any key is let in, nothing but one session is opened."""

    def __init__(self, line: DoorLine, limits: SessionLimits, done: asyncio.Event) -> None:
        """Know nobody yet."""
        self._line = line
        self._limits = limits
        self._done = done
        self._offered = b""
        self._proven: bytes | None = None
        self._connection: asyncssh.SSHServerConnection | None = None
        self.session: SshSession | None = None

    def end_if_idle(self) -> None:
        """End where nothing has been asked for."""
        if self.session is None or not self.session.started:
            self._done.set()

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Take the connection."""
        self._connection = conn

    def connection_lost(self, exc: Exception | None) -> None:
        """End with the connection."""
        del exc
        self._done.set()

    def begin_auth(self, username: str) -> bool:
        """Ask everybody who they are; the name means nothing here."""
        del username
        return True

    def public_key_auth_supported(self) -> bool:
        """Know people by their keys."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Take any key. The library checks its signature next, and only then calls `auth_completed`."""
        del username
        self._offered = key.public_data
        return True

    def kbdint_auth_supported(self) -> bool:
        """Let in those who have no key."""
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> Challenge:
        """Tell them that they will be strangers; ask nothing."""
        del username, submethods, lang
        self._offered = b""
        return NAME, tr(VisitEnd.KEYLESS), "", []

    def validate_kbdint_response(self, username: str, responses: object) -> bool:
        """Let them in as somebody new, whatever key was offered before."""
        del username, responses
        self._offered = b""
        return True

    def auth_completed(self) -> None:
        """Keep what was proved: the key that was offered with the signature."""
        self._proven = self._offered

    def session_requested(self) -> SshSession | bool:
        """Open one session, and no second one."""
        if self._connection is None or self._proven is None or self.session is not None:
            return False
        self.session = SshSession(self._connection, self._line, self._proven, self._limits, self._done.set)
        return self.session


@dataclass(frozen=True, slots=True)
class SshConnection:
    """A connection that has come: the client's socket, the line to the door, the host's key, and the time there is.

    `login` is in seconds, until somebody has proved who they are and asked for a session; `idle` also.
    """

    client: socket.socket
    line: socket.socket
    host_key: bytes = field(repr=False)
    login: float
    idle: float

    def run(self) -> None:
        """Speak with the client to the end, in a process of its own.

        What its terminal sends to the door, as Ctrl-C does, is for the door alone, which ends this process last.
        """
        os.setsid()
        Confinement(MEMORY, files=64).enter()
        logging.getLogger("asyncssh").setLevel(logging.CRITICAL)
        with suppress(KeyboardInterrupt, MemoryError):
            asyncio.run(self._speak())

    async def _speak(self) -> None:
        done, line = asyncio.Event(), DoorLine(self.line)
        keeper = Gatekeeper(line, SessionLimits(self.idle), done)
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda *_: None)  # whatever a client breaks is theirs, and nobody's to read
        loop.add_reader(line.socket, self._hear, line, keeper, done)
        try:
            connection = await asyncio.wait_for(self._greet(keeper), self.login)
        except (asyncssh.Error, OSError, TimeoutError, ValueError):
            return
        late = loop.call_later(self.login, keeper.end_if_idle)
        await done.wait()
        late.cancel()
        connection.close()
        with suppress(TimeoutError):
            await asyncio.wait_for(connection.wait_closed(), 1)

    async def _greet(self, keeper: Gatekeeper) -> asyncssh.SSHServerConnection:
        return await asyncssh.run_server(
            self.client,
            config=None,
            server_factory=lambda: keeper,
            server_host_keys=[asyncssh.import_private_key(self.host_key)],
            server_version=NAME,
            login_timeout=self.login,
            keepalive_interval=ALIVE_SECONDS,
            keepalive_count_max=ALIVE_TIMES,
            window=WINDOW,
            encoding=None,
            line_editor=False,
            compression_algs=None,
            agent_forwarding=False,
            x11_forwarding=False,
            password_auth=False,
            host_based_auth=False,
            gss_host=None,
            allow_scp=False,
            sftp_factory=None,
        )

    @staticmethod
    def _hear(line: DoorLine, keeper: Gatekeeper, done: asyncio.Event) -> None:
        """Do what the door says; end without it."""
        try:
            for message in line.read():
                if keeper.session is None:
                    continue
                if isinstance(message, Opened) and (master := line.take()) is not None:
                    keeper.session.opened(master)
                elif isinstance(message, Ended):
                    keeper.session.ended(message)
        except (EOFError, BadMessage):
            asyncio.get_running_loop().remove_reader(line.socket)
            done.set()
