"""The options of `parley web`, as its help page describes them."""

from __future__ import annotations

from typing import Annotated

import typer

from core.fault import Fault, sentence
from tui.cli.ssh_command import MINUTE, Idle, Login, Memory, Name

TWO_WAYS = sentence("--room gives each guest a link: leave INVITATION, --token and --profile out.")
ROOM_ONLY = sentence("--guests and --public-url are for guests of a room: name it with --room.")

Invited = Annotated[str, typer.Argument(metavar="[INVITATION]", help="The room or table at which every page begins.")]
Bind = Annotated[
    str,
    typer.Option(metavar="ADDRESS", help="The address to serve at; any address beyond this machine asks for a token."),
]
Port = Annotated[int, typer.Option(min=0, max=65535, metavar="N", help="The port to serve at; 0 is any free port.")]
Token = Annotated[str, typer.Option(metavar="TEXT", help="The token to ask for; without one, Parley makes one.")]
Profile = Annotated[
    str,
    typer.Option(
        metavar="NAME", help="Who plays on every page; without a name, each visitor has a profile of their own."
    ),
]
People = Annotated[int, typer.Option(min=1, metavar="N", help="At most that many visitors at a time.")]
Room = Annotated[
    str, typer.Option(metavar="INVITATION", help="Let guests with links sit at this room, and at no other one.")
]
Guests = Annotated[
    int, typer.Option(min=0, max=1000, metavar="N", help="With --room: so many guests have links; new links are shown.")
]
PublicUrl = Annotated[
    str,
    typer.Option(
        "--public-url",
        metavar="URL",
        help="With --room: the address that guests open, where another server is in front.",
    ),
]
Link = Annotated[bool, typer.Option("--link", help="Print the link of one more guest of the room, and end.")]


def web(
    invitation: Invited = "",
    *,
    bind: Bind = "127.0.0.1",
    port: Port = 8000,
    token: Token = "",
    profile: Profile = "",
    people: People = 20,
    room: Room = "",
    guests: Guests = 0,
    public_url: PublicUrl = "",
    name: Name = "",
    idle: Idle = 60.0,
    memory: Memory = 512,
    login: Login = 20.0,
    link: Link = False,
) -> int:
    """Show the screens in browsers, to each visitor with a profile of their own; ends with Ctrl-C."""
    if link:
        from tui.cli.web.guest_command import add_link

        return add_link()
    if not room:
        from tui.cli.web import web_server as command

        if guests or public_url:
            raise Fault(ROOM_ONLY)
        return command.run(command.Wish(bind, port, token, profile, people, invitation))
    if invitation or token or profile:
        raise Fault(TWO_WAYS)
    from tui.cli.door.visit_limits import Limits
    from tui.cli.web import guest_command

    limits = Limits(people, idle * MINUTE, memory, login)
    return guest_command.run(guest_command.GuestWish(room, bind, port, public_url, name, guests, limits))
