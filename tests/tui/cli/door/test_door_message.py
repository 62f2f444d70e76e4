"""The line between a door and a connection: messages in pieces, descriptors, another side that misbehaves."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator

import pytest

from tui.cli.door.door_message import LONGEST, BadMessage, DoorLine, Ended, Enter, Leave, Message, Opened
from tui.cli.door.terminal_request import TerminalRequest
from tui.cli.door.visit_end import VisitEnd


@pytest.fixture
def line() -> Iterator[tuple[DoorLine, DoorLine]]:
    """Give both ends."""
    near, far = (DoorLine(end) for end in socket.socketpair())
    yield near, far
    near.close()
    far.close()


def test_messages_arrive_as_they_were_sent(line: tuple[DoorLine, DoorLine]) -> None:
    near, far = line
    sent: list[Message] = [
        Enter(b"\0key", TerminalRequest("xterm", 80, 24)),
        Leave(VisitEnd.IDLE),
        Opened(),
        Ended(3, VisitEnd.FULL),
    ]
    for message in sent:
        near.send(message)
    assert list(far.read()) == sent


def test_a_descriptor_comes_along(line: tuple[DoorLine, DoorLine]) -> None:
    near, far = line
    read, write = os.pipe()
    near.send(Opened(), write)
    os.close(write)
    assert list(far.read()) == [Opened()]
    taken = far.take()
    assert taken is not None
    assert far.take() is None
    os.write(taken, b"x")
    os.close(taken)
    assert os.read(read, 2) == b"x"
    os.close(read)


def test_a_message_in_pieces_is_one(line: tuple[DoorLine, DoorLine]) -> None:
    near, far = line
    near.socket.send(b'{"type":"Op')
    assert list(far.read()) == []
    near.socket.send(b'ened"}\n')
    assert list(far.read()) == [Opened()]


@pytest.mark.parametrize(
    "said", [b"{}\n", b"no\n", b'{"type":"Ended","status":0,"why":"made up"}\n', b"x" * (LONGEST + 5000)]
)
def test_what_is_no_message_is_told(line: tuple[DoorLine, DoorLine], said: bytes) -> None:
    near, far = line
    near.socket.sendall(said)
    with pytest.raises(BadMessage):
        list(far.read())


def test_the_end_is_told_after_the_last_message(line: tuple[DoorLine, DoorLine]) -> None:
    near, far = line
    near.send(Opened())
    near.close()
    found = far.read()
    assert next(found) == Opened()
    with pytest.raises(EOFError):
        next(found)
    far.send(Opened())  # nobody hears it, and nothing happens
