"""A websocket broker asks whether its client still lives: the answer must be one that it may accept (RFC 6455, 5.1)."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from websockets import Subprotocol
from websockets.asyncio.server import ServerConnection, serve

from net.broker.amqtt_broker import trust
from net.broker.broker_process import pin_of
from net.broker.listener import BrokerListener
from net.transport.mqtt_transport import MaskedSocket, connector
from net.transport.transport import Message
from net.wire.invitation import Via
from tests.net.support.brokers.certificates import certificate
from tests.net.support.party import ROOM

WELCOME = b"\x20\x02\x00\x00"
LETTER = b"\x30\x06\x00\x03x/ya"


@pytest.mark.parametrize("via", [Via.WS, Via.WSS])
async def test_who_only_waits_answers_the_pings_of_a_broker_and_stays(tmp_path: Path, via: Via) -> None:
    door = replace(certificate(tmp_path, "broker"), via=via) if via is Via.WSS else BrokerListener(via)
    answered: list[float] = []

    async def attend(web: ServerConnection) -> None:
        await web.recv()
        await web.send(WELCOME)
        answered.extend([await (await web.ping()) for _ in range(3)])
        await web.send(LETTER)
        await web.wait_closed()

    server = serve(
        attend,
        "127.0.0.1",
        0,
        subprotocols=[Subprotocol("mqtt")],
        ssl=trust(door),
        compression=None,
        ping_interval=None,
    )
    async with asyncio.timeout(10), server as running:
        port = next(iter(running.sockets)).getsockname()[1]
        pin = pin_of(door) if door.sealed else ""
        ann = connector(replace(ROOM, host="127.0.0.1", port=port, via=via, pin=pin))(None)
        await ann.connect()
        assert await ann.receive() == (Message("x/y", b"a"),)
        await ann.close()
    assert len(answered) == 3


class _Narrow:
    """A socket that takes no more than four bytes at a time and has a ping to read."""

    def __init__(self) -> None:
        self.sent, self.ping = bytearray(), bytearray(b"\x89\x02hi")

    def send(self, data: bytes) -> int:
        self.sent += data[:4]
        return min(4, len(data))

    def recv(self, length: int) -> bytes:
        if not self.ping:
            raise BlockingIOError
        taken, self.ping = self.ping[:length], self.ping[length:]
        return bytes(taken)


def test_the_answer_to_a_ping_waits_until_what_is_half_sent_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MaskedSocket, "_do_handshake", lambda *_: None)
    narrow = _Narrow()
    web = MaskedSocket(narrow, "here", 1, is_ssl=False, path="/mqtt", extra_headers=None)  # type: ignore[arg-type]
    assert web.send(b"hello") == 0
    for _ in range(2):
        with pytest.raises(BlockingIOError):
            web.recv(1)
    assert not narrow.ping
    while not (gone := web.send(b"hello")):
        pass
    assert gone == 5
    frames = bytes(narrow.sent)
    assert (frames[:2], frames[11:13], len(frames)) == (b"\x82\x85", b"\x8a\x82", 19)
    assert bytes(one ^ frames[13 + at % 4] for at, one in enumerate(frames[17:])) == b"hi"
