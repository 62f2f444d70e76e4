"""The options of `parley ssh`, as its help page describes them, and its run: a door open until a signal ends it."""

from __future__ import annotations

import asyncio
import signal
import sys
from contextlib import asynccontextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated

import typer

from core.fault import Fault, sentence
from tui.i18n.translation import tr

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from net.wire.invitation import Invitation
    from tui.cli.door.visit_limits import Limits

NO_LIBRARY = sentence("`parley ssh` needs asyncssh: install parley-table[ssh].")
AT = sentence("The door is open: ssh -p {port} {host} (Ctrl-C closes it)")
KEY = sentence("Its key is {fingerprint}; clients show it at the first visit.")
ROOM = sentence("It leads to {url}")
MINUTE = 60

Invited = Annotated[
    str,
    typer.Argument(
        metavar="[INVITATION]", help="The room to which the door leads; without one, a room of this machine's own."
    ),
]
Bind = Annotated[
    str, typer.Option(metavar="ADDRESS", help="The address to listen at; 0.0.0.0 is every address of this machine.")
]
Port = Annotated[int, typer.Option(min=0, max=65535, metavar="N", help="The port to listen at; 0 is any free port.")]
People = Annotated[int, typer.Option(min=1, max=1000, metavar="N", help="At most that many visitors at a time.")]
Name = Annotated[
    str, typer.Option(metavar="NAME", help="Whose door it is: others see it beside the names of those who came by it.")
]
Idle = Annotated[
    float, typer.Option(min=0.01, metavar="MINUTES", help="A visitor who presses nothing for so long has to go.")
]
Memory = Annotated[
    int, typer.Option(min=128, metavar="MIB", help="The memory that the program of one visitor may use.")
]
Login = Annotated[float, typer.Option(min=1, metavar="SECONDS", help="How long it may take to come in.")]


def ssh(
    invitation: Invited = "",
    *,
    bind: Bind = "127.0.0.1",
    port: Port = 2222,
    name: Name = "",
    people: People = 20,
    idle: Idle = 60.0,
    memory: Memory = 512,
    login: Login = 20.0,
) -> int:
    """Show the screens to SSH clients, known by their keys, each with a profile of their own; ends with Ctrl-C."""
    if find_spec("asyncssh") is None:
        raise Fault(NO_LIBRARY)
    from tui.cli.door.visit_limits import Limits

    asyncio.run(_serve(invitation, bind, port, name, Limits(people, idle * MINUTE, memory, login)))
    return 0


async def _serve(invitation: str, bind: str, port: int, name: str, limits: Limits) -> None:
    from net.broker.broker_process import reachable
    from tui.cli.door.door_name import named
    from tui.cli.door.room_check import looking_at
    from tui.cli.door.ssh_door import SshDoor
    from tui.settings.settings import home

    ended, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, ended.set)
    async with _room(invitation) as room:
        name, mark = named(name)
        door = SshDoor(room, (bind, port), name, limits, home())
        try:
            door.open()
            lines = [tr(AT, port=door.port, host=reachable(bind)), tr(KEY, fingerprint=door.fingerprint)]
            lines += [*([] if invitation else [tr(ROOM, url=str(room))]), mark]
            sys.stdout.write("".join(f"{line}\n" for line in lines))
            sys.stdout.flush()
            async with looking_at(room):
                await ended.wait()
        finally:
            await door.close()


@asynccontextmanager
async def _room(invitation: str) -> AsyncIterator[Invitation]:
    """Give the room that is meant, or one with a broker of its own on this machine; raise `Fault`."""
    from net.wire.invitation import Invitation

    if invitation:
        yield Invitation.parse(invitation)
        return
    from tui.session.hosted_broker import HostedBroker

    hosted = await HostedBroker.start("127.0.0.1", "parley", announce=False)
    try:
        yield hosted.room
    finally:
        await hosted.close()
