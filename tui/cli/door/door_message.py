"""What a door and the process of one connection tell each other: lines of JSON over a socket, one with a descriptor."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import msgspec

from tui.cli.door.terminal_request import TerminalRequest
from tui.cli.door.visit_end import VisitEnd

LONGEST = 16_384
"""Bytes of one message, at most: an SSH key is the most of it."""
READ_BYTES = 4096


class Enter(msgspec.Struct, frozen=True, tag=True):
    """To the door: somebody has proved that they hold `key` (a public SSH key, empty without one) and wants in."""

    key: bytes
    terminal: TerminalRequest


class Leave(msgspec.Struct, frozen=True, tag=True):
    """To the door: the visit is to end."""

    why: VisitEnd


class Opened(msgspec.Struct, frozen=True, tag=True):
    """From the door: the visit begins; the descriptor of its terminal comes along."""


class Ended(msgspec.Struct, frozen=True, tag=True):
    """From the door: the visit is over or refused; `status` is the exit status of the visitor's program."""

    status: int
    why: VisitEnd


Message = Enter | Leave | Opened | Ended


class BadMessage(Exception):
    """The other side does not keep to the messages."""


class DoorLine:
    """One end of the line between a door and the process of a connection."""

    def __init__(self, end: socket.socket) -> None:
        """Use one end of a pair of sockets."""
        end.settimeout(0)
        self.socket = end
        self._rest = b""
        self._fds: list[int] = []

    def send(self, message: Message, fd: int | None = None) -> None:
        """Send a message, with a descriptor if one is given. A line whose other end is gone takes it in silence."""
        data = msgspec.json.encode(message) + b"\n"
        try:
            socket.send_fds(self.socket, [data], [] if fd is None else [fd])
        except OSError:
            return

    def read(self) -> Iterator[Message]:
        """Give the messages that have come; raise `EOFError` after the last one and `BadMessage`."""
        while True:
            try:
                data, fds, _, _ = socket.recv_fds(self.socket, READ_BYTES, 1)
            except BlockingIOError:
                return
            except OSError:
                raise EOFError from None
            self._fds += fds
            if not data:
                raise EOFError
            *whole, self._rest = (self._rest + data).split(b"\n")
            if len(self._rest) > LONGEST:
                raise BadMessage
            for line in whole:
                try:
                    yield msgspec.json.decode(line, type=Message)
                except msgspec.MsgspecError:
                    raise BadMessage from None

    def take(self) -> int | None:
        """Give the descriptor that came first, if one did; it is the caller's to close."""
        return self._fds.pop(0) if self._fds else None

    def close(self) -> None:
        """Close this end."""
        self.socket.close()
