"""A broker for one evening: mosquitto if the machine has it, else the embedded one, each in a process of its own.

Neither outlives its parent: both end when their standard input does (decision D3). This module also finds mosquitto and
writes the files it is started with.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import hashlib
import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path

from core.fault import Fault, sentence
from net.broker import local_network
from net.broker.connection_limit import limit_connections
from net.broker.listener import BrokerListener, Limits, Orders

PLACES = ("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin", "/usr/local/opt/mosquitto/sbin")
"""Where systems put it outside a user's search path."""

BARE = BrokerListener()
USUAL = Limits()

KEEPER = """\
exec 3<&0
"$1" -c "$2/mosquitto.conf" </dev/null &
broker=$!
echo "$broker" >"$2/pid"
(cat <&3 >/dev/null; kill "$broker" 2>/dev/null; rm -rf "$2") &
exec 3<&-
wait "$broker"
"""
"""Runs mosquitto until standard input ends, that is, until the parent closes it or dies in any way.

Its number lies in the file `pid`.
"""


def program(name: str = "mosquitto") -> str | None:
    """Return the path of mosquitto or one of its tools on this machine."""
    return shutil.which(name, path=os.pathsep.join((os.environ.get("PATH", os.defpath), *PLACES)))


def available() -> bool:
    """Tell whether mosquitto, the tool for its passwords and the shell that runs it are on this machine."""
    return all(map(program, ("mosquitto", "mosquitto_passwd", "sh")))


def prepare(folder: Path, orders: Orders) -> list[str]:
    """Write configuration and password file into `folder` (private to us) and return the command that runs them."""
    door, limits, user, password = orders.door, orders.limits, orders.user, orders.password
    lines = [
        f"listener {orders.port} {orders.bind}",
        *([f"certfile {door.certificate}", f"keyfile {door.key}"] if door.sealed else []),
        *([f"max_connections {limits.people}"] if limits.people else []),
        "persistence false",
        "set_tcp_nodelay true",
        "max_inflight_messages 1000",
        "max_queued_messages 100000",
        f"message_size_limit {limits.packet}",
        "log_dest stderr",
        "log_type error",
        "log_type warning",
    ]
    if os.name == "posix" and os.geteuid() == 0:
        lines.append("user root")  # otherwise it becomes another user, who may not read these files
    if user or password:
        secrets = folder / "passwords"
        secrets.touch(mode=0o600)
        secrets.write_text(f"{user}:{password}\n", encoding="utf-8")
        subprocess.run([program("mosquitto_passwd") or "mosquitto_passwd", "-U", secrets], check=True)  # noqa: S603 (our own file)
        lines += ["allow_anonymous false", f"password_file {secrets}"]
    else:
        lines.append("allow_anonymous true")
    (folder / "mosquitto.conf").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [program("sh") or "sh", "-c", KEEPER, "keeper", program() or "mosquitto", str(folder)]


IN_USE = sentence("Port {port} at {host} is in use; choose another one or none.")
NO_ADDRESS = sentence("This machine has no address {host} to listen at.")
NO_MOSQUITTO = sentence("There is no mosquitto on this machine; the embedded broker is called amqtt.")
NO_START = sentence("The broker {kind} did not start: {why}.")
WEB_EVERYWHERE = sentence(
    "Mosquitto opens websockets at every address of the machine, whatever it is told: take the embedded broker, amqtt."
)
NO_CERTIFICATE = sentence("The certificate {certificate} with the key {key} cannot be used: {why}.")
NO_KIND = sentence("There is no broker {text}; there are auto, mosquitto and amqtt.")

NO_PACKET = bytes(16)
"""What is neither MQTT nor TLS."""
START_SECONDS = 15.0
"""How long a broker may take to accept connections, even on a slow machine."""
STOP_SECONDS = 3.0
"""How long it may take to end by itself before it is killed."""
MORE = 1
"""How many more connections than are allowed mosquitto may hold: somebody may come in before it notices a departure."""
LEAVING_SECONDS = 0.5
"""How long a chosen port that is in use is asked for again."""
TRIES = 5
"""How often the kernel is asked for another free port if somebody else took the last one."""

_ROOT = str(Path(__file__).resolve().parent.parent.parent)


class BrokerFault(Fault):
    """The broker cannot be started."""


class BrokerKind(StrEnum):
    """Which broker to run."""

    AUTO = "auto"
    MOSQUITTO = "mosquitto"
    AMQTT = "amqtt"


@dataclass(slots=True)
class RunningBroker:
    """A broker that accepts connections at `host` and `port` until `stop`."""

    host: str
    port: int
    kind: BrokerKind
    process: asyncio.subprocess.Process
    folder: Path | None = None

    async def stop(self) -> None:
        """End it by closing its input, and by force if that is not enough. May be called twice."""
        if self.process.stdin is not None:
            self.process.stdin.close()
            with contextlib.suppress(OSError):
                await self.process.stdin.wait_closed()
        try:
            await asyncio.wait_for(self.process.wait(), STOP_SECONDS)
        except TimeoutError:
            await self.kill()
        self._clean()

    async def kill(self) -> None:
        """End it as a crash would."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        await self.process.wait()
        self._clean()

    def _clean(self) -> None:
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)


async def start_broker(
    kind: str = BrokerKind.AUTO,
    bind: str = "127.0.0.1",
    port: int = 0,
    user: str = "",
    password: str = "",
    *,
    door: BrokerListener = BARE,
    limits: Limits = USUAL,
) -> RunningBroker:
    """Start a broker and wait until it accepts connections; port 0 takes a free one. Raises `BrokerFault`.

    With user and password nobody else is admitted. `bind` is the loopback unless the user chooses otherwise. `door`
    says whether clients use TLS or websockets, `limits` how many may connect and how much they may say at once.
    """
    orders = Orders(bind, port, user, password, door, limits)
    if door.sealed:
        _check_certificate(door)
    if kind not in set(BrokerKind):
        raise BrokerFault(NO_KIND, text=kind)
    if kind == BrokerKind.AUTO:
        kind = BrokerKind.MOSQUITTO if available() and not door.web else BrokerKind.AMQTT
    if kind == BrokerKind.AMQTT:
        return await _start_amqtt(orders)
    if not available():
        raise BrokerFault(NO_MOSQUITTO)
    if door.web:
        raise BrokerFault(WEB_EVERYWHERE)
    for _ in range(TRIES - 1 if port == 0 else 0):
        with contextlib.suppress(BrokerFault):
            return await _start_mosquitto(replace(orders, port=free_port(bind)))
    return await _start_mosquitto(replace(orders, port=await _chosen_port(bind, port)))


async def _chosen_port(bind: str, port: int) -> int:
    """Return a port once it is free: a program that has just ended may hold its own for a moment."""
    now = asyncio.get_running_loop().time
    until = now() + LEAVING_SECONDS
    while True:
        try:
            return free_port(bind, port)
        except BrokerFault as fault:
            if fault.template != IN_USE or now() >= until:
                raise
        await asyncio.sleep(LEAVING_SECONDS / 50)


def free_port(bind: str, port: int = 0) -> int:
    """Ask the kernel for a free port, or whether this one is free; raise `BrokerFault`."""
    family = socket.AF_INET6 if ":" in bind else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((bind, port))
            probe.listen(1)
        except (OSError, OverflowError) as error:
            busy = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
            raise BrokerFault(IN_USE if busy else NO_ADDRESS, host=bind, port=port) from None
        return int(probe.getsockname()[1])


def pin_of(door: BrokerListener) -> str:
    """Return the SHA-256 of a listener's certificate in hex, as invitations carry it; raise `BrokerFault`."""
    _check_certificate(door)
    pem = Path(door.certificate).read_text(encoding="ascii")
    begin = pem.index(ssl.PEM_HEADER)
    return hashlib.sha256(
        ssl.PEM_cert_to_DER_cert(pem[begin : pem.index(ssl.PEM_FOOTER) + len(ssl.PEM_FOOTER)])
    ).hexdigest()


def _check_certificate(door: BrokerListener) -> None:
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(door.certificate, door.key)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise BrokerFault(NO_CERTIFICATE, certificate=door.certificate, key=door.key, why=why) from None


def reachable(bind: str) -> str:
    """Return the address at which others reach us: the bound one or, if all are bound, the one of the way out.

    On a network without a way out it is the first address, if that can be known. No packet is sent for it.
    """
    if bind not in {"0.0.0.0", "::", ""}:  # noqa: S104 (compared, not bound)
        return bind
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return next(iter(local_network.addresses()), "127.0.0.1")
        return str(probe.getsockname()[0])


def near(bind: str) -> str:
    """Return the address at which this machine itself reaches what listens at `bind`."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(bind, bind)  # noqa: S104 (translated, not bound)


async def _start_mosquitto(orders: Orders) -> RunningBroker:
    folder = Path(tempfile.mkdtemp(prefix="parley-broker-"))
    command = await asyncio.to_thread(prepare, folder, orders)
    log = folder / "log"
    with log.open("wb") as errors:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=errors,
            start_new_session=True,
        )
    broker = RunningBroker(reachable(orders.bind), orders.port, BrokerKind.MOSQUITTO, process, folder)
    try:
        async with asyncio.timeout(START_SECONDS):
            await _accepting(process, orders.bind, orders.port)
        if orders.limits.people:
            limit_connections(int((folder / "pid").read_text()), orders.limits.people + MORE)
    except (TimeoutError, OSError, asyncio.CancelledError) as error:
        said = log.read_text(encoding="utf-8", errors="replace").strip().splitlines() if log.exists() else []
        await broker.stop()
        if isinstance(error, asyncio.CancelledError):
            raise
        raise BrokerFault(NO_START, kind=broker.kind, why=said[-1] if said else "no answer") from None
    return broker


async def _accepting(process: asyncio.subprocess.Process, bind: str, port: int) -> None:
    """Wait until the port accepts connections; raise `ChildProcessError` if the child has ended instead.

    What is said there is no MQTT, and the broker has hung up when this returns.
    """
    address = near(bind)
    while process.returncode is None:
        try:
            reader, writer = await asyncio.open_connection(address, port)
        except OSError:
            await asyncio.sleep(0.01)
            continue
        with contextlib.suppress(OSError):
            writer.write(NO_PACKET)
            await reader.read()
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
        return
    raise ChildProcessError


async def _start_amqtt(orders: Orders) -> RunningBroker:
    if orders.port:
        await _chosen_port(orders.bind, orders.port)
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "net.broker.amqtt_broker",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,
        env=os.environ | {"PYTHONPATH": _ROOT},
    )
    broker = RunningBroker(reachable(orders.bind), orders.port, BrokerKind.AMQTT, process)
    try:
        async with asyncio.timeout(START_SECONDS):
            answer = await _answer(process, asdict(orders))
    except (TimeoutError, OSError, ValueError, asyncio.CancelledError) as error:
        await broker.kill()
        if isinstance(error, asyncio.CancelledError):
            raise
        raise BrokerFault(NO_START, kind=broker.kind, why="no answer") from None
    if "port" not in answer:
        await broker.stop()
        raise BrokerFault(NO_START, kind=broker.kind, why=str(answer.get("error", "no answer")))
    broker.port = int(str(answer["port"]))
    return broker


async def _answer(process: asyncio.subprocess.Process, orders: Mapping[str, object]) -> dict[str, object]:
    """Send the child its orders and read the one line it answers."""
    if process.stdin is None or process.stdout is None:
        raise ValueError
    process.stdin.write(json.dumps(orders).encode() + b"\n")
    await process.stdin.drain()
    answer = json.loads(await process.stdout.readline())
    if not isinstance(answer, dict):
        raise TypeError
    return answer
