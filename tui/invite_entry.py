"""`parley invite`: a room of one's own, with a fresh key, at a broker that somebody else runs."""

from __future__ import annotations

import secrets
from typing import Annotated

import typer

Broker = Annotated[str, typer.Argument(metavar="HOST:PORT", help="The broker; the usual port where none is said.")]
Room = Annotated[str, typer.Option(metavar="NAME", help="The room's name.")]
Via = Annotated[str, typer.Option(metavar="tcp|tls|ws|wss", help="How to come in: TLS, websockets.")]
Pin = Annotated[
    str, typer.Option(metavar="HEX", help="The SHA-256 of its certificate, if no authority vouches for it.")
]
User = Annotated[str, typer.Option(metavar="NAME", help="The user name there, or pid for each person's own.")]
Prefix = Annotated[str, typer.Option(metavar="TEXT", help="What begins every topic there, if you were told to.")]


def invite(
    broker: Broker, *, room: Room = "parley", via: Via = "tls", pin: Pin = "", user: User = "", prefix: Prefix = ""
) -> int:
    """Print an invitation to a room at a broker that is there already, with a key that nobody else has."""
    from net.wire.invitation import KEY_SIZE, Invitation, key_text

    key = key_text(secrets.token_bytes(KEY_SIZE), "room")
    options = {"via": via, "pin": pin, "user": user, "prefix": prefix}
    query = "&".join(f"{name}={value}" for name, value in options.items() if value)
    typer.echo(str(Invitation.parse(f"parley://{broker}/{room}?{query}#{key}")))
    return 0
