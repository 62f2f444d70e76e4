"""The options of `parley host`, as its help page describes them."""

from __future__ import annotations

from typing import Annotated

import typer

from tui.cli.shared_options import Json

LEAST_PACKET, PACKET = 32 * 1024, 64 * 1024
"""Bytes of the largest packet accepted: what the protocol's largest message needs, and the default."""

Bind = Annotated[
    str, typer.Option(metavar="ADDRESS", help="The address to listen at; 0.0.0.0 is every address of this machine.")
]
Port = Annotated[int, typer.Option(min=0, max=65535, metavar="N", help="The port to listen at; 0 is any free port.")]
Public = Annotated[
    str | None,
    typer.Option(
        metavar="HOST:PORT", help="The address in the invitation, if others reach this machine at another one."
    ),
]
Room = Annotated[str, typer.Option(metavar="NAME", help="The room's name.")]
Broker = Annotated[str, typer.Option(metavar="auto|mosquitto|amqtt", help="Which broker.")]
Via = Annotated[str, typer.Option(metavar="tcp|tls|ws|wss", help="How to connect: TLS, websockets.")]
Tls = Annotated[bool, typer.Option("--tls", help="The same with TLS, by a certificate made here unless one is named.")]
Certificate = Annotated[str, typer.Option(metavar="FILE", help="The certificate, in PEM; it always means TLS.")]
Key = Annotated[str, typer.Option(metavar="FILE", help="The key of the certificate, in PEM.")]
Unpinned = Annotated[
    bool,
    typer.Option("--no-pin", help="Leave the certificate's fingerprint out: an authority vouches for it."),
]
People = Annotated[int, typer.Option(min=0, metavar="N", help="How many connections may be open; 0 is any number.")]
Packet = Annotated[
    int,
    typer.Option(
        "--message-size", min=LEAST_PACKET, metavar="BYTES", help="The size of the largest message that is let through."
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", help="Do not announce the room on the local network.")]


def host(
    *,
    bind: Bind = "127.0.0.1",
    port: Port = 0,
    public: Public = None,
    room: Room = "parley",
    broker: Broker = "auto",
    via: Via = "tcp",
    tls: Tls = False,
    certificate: Certificate = "",
    key: Key = "",
    unpinned: Unpinned = False,
    people: People = 0,
    packet: Packet = PACKET,
    quiet: Quiet = False,
    json: Json = False,
) -> int:
    """Start a broker and print the invitation to its room; ends with Ctrl-C."""
    from net.broker.listener import Limits
    from tui.headless import broker_host
    from tui.session.hosted_broker import Wish

    way = {"tcp": "tls", "ws": "wss"}.get(via, via) if tls or certificate else via
    limits = Limits(people + 1 if people else 0, packet)  # one more: who tends the broker
    return broker_host.run(
        Wish(bind, port, room, broker, json, way, certificate, key, not quiet, public, not unpinned, limits)
    )
