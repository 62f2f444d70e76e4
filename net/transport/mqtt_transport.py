"""The transport over a real broker. This is the only file that knows the MQTT client library (decision D1)."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import secrets
import socket
import ssl
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass
from typing import Protocol, Self, TypeVar

import aiomqtt
from paho.mqtt import client as paho
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from net.identity.identity import Identity
from net.transport.broker_account import credentials
from net.transport.port_probe import Shut, listening
from net.transport.transport import (
    EXPIRED,
    FORBIDDEN,
    FULL,
    INCOMING_LIMIT,
    LOST,
    NEEDS_TLS,
    NO_ACCOUNT,
    NO_TLS,
    NO_WEB_BEHIND_TLS,
    OTHER_NAME,
    OTHER_WAY,
    OWN_USER,
    PLAIN,
    REFUSED,
    UNREACHABLE,
    UNTRUSTED,
    UNVOUCHED,
    WEB_BEHIND_TLS,
    AccessRefused,
    Connector,
    Message,
    Offline,
    Will,
)
from net.wire.invitation import Invitation, Via

KEEPALIVE = 20
"""Seconds after which a silent dead link is noticed."""
TIMEOUT = 10.0
"""Seconds an answer of the broker may take."""
REFUSING_CODES = frozenset({134, 135})
"""Bad user name or password, not authorised."""
UNAVAILABLE_CODE = 136
"""Server unavailable: so the embedded broker answers whoever comes too many."""
FAILURE_CODE = 0x80
"""Return codes of a subscription from this one on are refusals."""
BATCH = 256
"""Most messages passed on at a time, so that others get their turn."""

SEALED = frozenset({Via.TLS, Via.WSS})
"""The ways with TLS."""
BEHIND_TLS = frozenset({*SEALED, Shut.HIDDEN})
"""What answers behind TLS."""
NOT_TRUSTED = {9: EXPIRED, 10: EXPIRED, 62: OTHER_NAME, 64: OTHER_NAME}
"""Why a certificate is refused, by the numbers of OpenSSL (`X509_V_ERR_...`); otherwise nobody vouches for it."""

CUT = (ConnectionResetError, ssl.SSLEOFError)
"""How a handshake of TLS ends at a full broker. The certificate fetched before may have had the last place there."""

_T = TypeVar("_T")
_UNANSWERED = "the connection ended before there was an answer"
_SILENT = logging.getLogger("net.transport.mqtt_transport")
_SILENT.addHandler(logging.NullHandler())
_SILENT.propagate = False


@dataclass(frozen=True, slots=True)
class Address:
    """Where a broker is and how to be let in.

    `via` is empty, `tls`, `ws` or `wss`; `pin` the SHA-256 of the broker's certificate in hexadecimal, or empty for
    the usual check by the authorities this machine trusts. `own` says that each person has an account there.
    """

    host: str
    port: int
    user: str = ""
    password: str = ""
    via: str = ""
    pin: str = ""
    own: bool = False

    @classmethod
    def of(cls, invitation: Invitation, identity: Identity | None = None) -> Self:
        """Return the address that an invitation leads to, with the password asked for there (`broker_account`)."""
        user, password = credentials(invitation, identity)
        own = invitation.user == OWN_USER
        return cls(invitation.host, invitation.port, user, password, invitation.via.value, invitation.pin, own)


class _Socket(Protocol):
    """What the library's sockets have in common, including those of websockets."""

    def fileno(self) -> int: ...


class MaskedSocket(paho._WebsocketWrapper):  # noqa: SLF001 the library offers no other way to change it
    """The library's websocket, made to mask every frame that it sends, as RFC 6455 asks of clients (section 5.1).

    The library leaves the mask out of its answers to a broker's pings, and a strict broker ends the connection for it.
    It also sends such an answer into the midst of a frame that has gone out only in part.
    """

    def _create_frame(self, opcode: int, data: bytearray, do_masking: int = 1) -> bytearray:
        del do_masking
        frame = super()._create_frame(opcode, data)
        if not self._sendbuffer:
            return frame
        self._sendbuffer += frame
        raise BlockingIOError  # as after every answer: there is nothing to read


class Client(aiomqtt.Client):
    """The library's client, made to stop waiting for an answer as soon as the connection has ended.

    Otherwise it would wait for `TIMEOUT` seconds, and nothing else could be said meanwhile.
    """

    async def _wait_for(self, fut: Awaitable[_T], timeout: float | None) -> _T:  # noqa: ASYNC109 the library's own
        answer = asyncio.ensure_future(fut)
        try:
            limit = self.timeout if timeout is None else timeout
            await asyncio.wait((answer, self._disconnected), timeout=limit, return_when=asyncio.FIRST_COMPLETED)
            if answer.done():
                return answer.result()
        finally:
            if answer is not self._disconnected:
                answer.cancel()
        raise aiomqtt.MqttError(_UNANSWERED)

    def _on_disconnect(
        self,
        client: paho.Client,
        userdata: object,
        flags: paho.DisconnectFlags,
        reason_code: ReasonCode,
        properties: Properties | None = None,
    ) -> None:
        if self._connected.cancelled():  # nobody waits for this connection any more, and the library would raise
            return
        super()._on_disconnect(client, userdata, flags, reason_code, properties)
        if not self._connected.done():
            self._connected.set_exception(aiomqtt.MqttError(_UNANSWERED))
            self._connected.exception()  # taken notice of, or asyncio prints that nobody did

    def _on_socket_open(self, client: paho.Client, userdata: object, sock: _Socket) -> None:
        if isinstance(sock, paho._WebsocketWrapper):  # noqa: SLF001 the library has no other word for it
            sock.__class__ = MaskedSocket
        super()._on_socket_open(client, userdata, sock)

    def _on_socket_register_write(self, client: paho.Client, userdata: object, sock: _Socket | None) -> None:
        # The library asks for the socket's number too early: by then it may be closed, or be another socket's. If
        # another thread has just closed it, there is none at all.
        del userdata
        if sock is not None:
            self._loop.call_soon_threadsafe(self._write_when_free, client, sock)

    def _write_when_free(self, client: paho.Client, sock: _Socket) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._loop.add_writer(sock.fileno(), self._write, client)

    def _write(self, client: paho.Client) -> None:
        try:
            client.loop_write()
        except Exception as error:  # noqa: BLE001 whatever it is, the connection has ended
            if not self._disconnected.done():
                self._disconnected.set_exception(error)


def connector(invitation: Invitation, identity: Identity | None = None) -> Connector:
    """Return a connector to the broker of an invitation, for `identity` if the broker knows each person."""
    address = Address.of(invitation, identity)
    return lambda will: MqttTransport(address, will)


class MqttTransport:
    """One connection to a broker at an address."""

    def __init__(self, address: Address, will: Will | None = None) -> None:
        """Prepare a connection; nothing happens before `connect`."""
        self._address = address
        self._will = will
        self._client: aiomqtt.Client | None = None

    @property
    def local(self) -> bool:
        """Whether everybody is in this process: never known here."""
        return False

    async def connect(self) -> None:
        """Connect with a clean session and a fresh random client id; raise `Offline` or `AccessRefused`."""
        try:
            context = await asyncio.to_thread(self._trust) if self._address.via in SEALED else None
        except OSError as error:
            raise await self._unreached(error) from None
        client = self._make(context)
        _hush(client)
        try:
            await client.__aenter__()
        except aiomqtt.MqttCodeError as error:
            raise self._refusal(error) from None
        except (aiomqtt.MqttError, OSError, ValueError) as error:
            if isinstance(error.__context__, ssl.SSLCertVerificationError):
                why = NOT_TRUSTED.get(error.__context__.verify_code, UNVOUCHED)
                raise AccessRefused(why, **self._where) from None
            raise await self._unreached(error.__context__) from None
        self._client = client

    async def close(self) -> None:
        """Disconnect without the will; never raises."""
        client, self._client = self._client, None
        if client is not None:
            with contextlib.suppress(aiomqtt.MqttError, OSError, ValueError):
                await client.__aexit__(None, None, None)
            await _silence(client)

    async def publish(self, topic: str, payload: bytes, *, qos: int = 1, retain: bool = False) -> None:
        """Pass a message to the broker; raise `Offline`."""
        try:
            await self._live.publish(topic, payload, qos=qos, retain=retain, timeout=TIMEOUT)
        except (aiomqtt.MqttError, OSError, ValueError):
            raise Offline(LOST, **self._where) from None

    async def subscribe(self, filters: Mapping[str, int]) -> None:
        """Subscribe to topics and check every return code; raise `AccessRefused` or `Offline`."""
        wanted = list(filters.items())
        try:
            codes = await self._live.subscribe(wanted, timeout=TIMEOUT)
        except (aiomqtt.MqttError, OSError, ValueError):
            raise Offline(LOST, **self._where) from None
        for (topic, _), code in zip(wanted, codes, strict=True):
            if _number(code) >= FAILURE_CODE:
                raise AccessRefused(FORBIDDEN, **self._where, topic=topic)

    async def unsubscribe(self, filters: tuple[str, ...]) -> None:
        """Unsubscribe from these filters; raise `Offline`."""
        try:
            await self._live.unsubscribe(list(filters), timeout=TIMEOUT)
        except (aiomqtt.MqttError, OSError, ValueError):
            raise Offline(LOST, **self._where) from None

    async def receive(self) -> tuple[Message, ...]:
        """Wait for messages and return those that are there; raise `Offline` once the connection has ended."""
        messages = self._live.messages
        taken: list[Message] = []
        try:
            taken.append(_message(await anext(messages)))
            while len(messages) and len(taken) < BATCH:
                taken.append(_message(await anext(messages)))
        except (aiomqtt.MqttError, OSError):
            if not taken:
                raise Offline(LOST, **self._where) from None
        return tuple(taken)

    @property
    def _where(self) -> dict[str, object]:
        return {"host": self._address.host, "port": self._address.port}

    @property
    def _live(self) -> aiomqtt.Client:
        if self._client is None:
            raise Offline(LOST, **self._where)
        return self._client

    def _make(self, context: ssl.SSLContext | None) -> aiomqtt.Client:
        """Make the library's client: MQTT 3.1.1, nothing kept by the broker, bounded queue, silent log."""
        address = self._address
        client = Client(
            address.host,
            address.port,
            username=address.user or None,
            password=address.password or None,
            identifier=secrets.token_hex(10),
            protocol=aiomqtt.ProtocolVersion.V311,
            clean_session=True,
            keepalive=KEEPALIVE,
            timeout=TIMEOUT,
            transport="websockets" if address.via in {"ws", "wss"} else "tcp",
            websocket_path="/mqtt" if address.via in {"ws", "wss"} else None,
            tls_context=context,
            will=aiomqtt.Will(self._will.topic, self._will.payload, qos=1, retain=True) if self._will else None,
            max_queued_incoming_messages=INCOMING_LIMIT,
            max_inflight_messages=1000,
            socket_options=((socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),),  # else 40 ms after an unanswered packet
            logger=_SILENT,
        )
        client.pending_calls_threshold = INCOMING_LIMIT
        return client

    def _trust(self) -> ssl.SSLContext:
        """Make the context for TLS: the authorities of this machine or, with a pin, that one certificate alone.

        Raises `OSError` if that certificate cannot be fetched.
        """
        if not self._address.pin:
            return ssl.create_default_context()
        shown = _certificate(self._address.host, self._address.port)
        if hashlib.sha256(shown).hexdigest() != self._address.pin.lower():
            raise AccessRefused(UNTRUSTED, **self._where)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
        context.load_verify_locations(cadata=shown)
        return context

    async def _unreached(self, error: BaseException | None) -> Offline:
        """Say why nothing came of a connection: nobody answers, or somebody does, in another way than was tried."""
        if isinstance(error, (ConnectionRefusedError, socket.gaierror)):
            return Offline(UNREACHABLE, **self._where)
        given, there = Via(self._address.via or Via.TCP), await listening(self._address.host, self._address.port)
        known = {None, Shut.SHUT, given, *([Shut.HIDDEN] if given in SEALED else [])}
        if there is not None and there not in known:
            return self._misled(given, there)
        if there is Shut.SHUT or (there in BEHIND_TLS and isinstance(error, CUT)):
            return Offline(FULL, **self._where)
        return Offline(UNREACHABLE, **self._where)

    def _misled(self, given: Via, there: Via | Shut) -> AccessRefused:
        """Say that somebody answers in another way than the invitation asks for, and in which."""
        way = Via.WSS if there is Shut.HIDDEN and given is Via.WS else Via.TLS if there is Shut.HIDDEN else there
        if there is Via.TCP:
            why = PLAIN
        elif there not in BEHIND_TLS:
            why = NO_TLS if given in SEALED else OTHER_WAY
        elif given not in SEALED:
            why = NEEDS_TLS
        else:
            why = WEB_BEHIND_TLS if there is Via.WSS else NO_WEB_BEHIND_TLS
        return AccessRefused(why, **self._where, given=f"via={given}", way=way)

    def _refusal(self, error: aiomqtt.MqttCodeError) -> Offline:
        if _number(error.rc) in REFUSING_CODES:
            return AccessRefused(NO_ACCOUNT if self._address.own else REFUSED, **self._where)
        return Offline(FULL if _number(error.rc) == UNAVAILABLE_CODE else UNREACHABLE, **self._where)


def _certificate(host: str, port: int) -> bytes:
    """Fetch the certificate that is shown at a port, in DER; raise `OSError`.

    `ssl.get_server_certificate` leaves a socket open where the other side hangs up at once.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with (
        socket.create_connection((host, port), timeout=TIMEOUT) as plain,
        context.wrap_socket(plain, server_hostname=host, do_handshake_on_connect=False) as sealed,
    ):
        sealed.do_handshake()
        return sealed.getpeercert(binary_form=True) or b""


def _number(code: object) -> int:
    """Return the number of a return code, which the library gives bare or wrapped."""
    value = getattr(code, "value", code)
    return value if isinstance(value, int) else FAILURE_CODE


async def _silence(client: aiomqtt.Client) -> None:
    """Read how the connection ended, or asyncio prints that nobody did."""
    with contextlib.suppress(aiomqtt.MqttError, TimeoutError):
        async with asyncio.timeout(1):
            while True:
                await anext(client.messages)


def _hush(client: aiomqtt.Client) -> None:
    """Make sure that the end of a connection is read, even if nobody is left to hear of it."""
    end = getattr(client, "_disconnected", None)
    if isinstance(end, asyncio.Future):
        end.add_done_callback(lambda ended: ended.cancelled() or ended.exception())


def _message(found: aiomqtt.Message) -> Message:
    return Message(str(found.topic), bytes(found.payload), retain=found.retain)
