"""What a table screen asks of the owner of the table: a handle of `net`, or a match on this computer alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from core.fault import sentence
from core.game import Seat
from net.table.action.host_action import leading
from net.view.room_view import PersonView
from net.view.table_view import OfferKind, TableView
from net.wire.invitation import Invitation

if TYPE_CHECKING:
    from net.identity.identity import Identity
    from net.peer.table_handle import TableHandle

HERE = "memory"
"""The host in the invitations of tables that never leave this process."""

ALONE = sentence("This table is on this machine alone: nobody else can come to it.")


def is_alone(invitation: str) -> bool:
    """Tell whether an invitation leads to a room inside this process, where nobody else can come."""
    return invitation.startswith((f"parley://{HERE}/", f"parley://{HERE}:"))


async def knock(handle: TableHandle, text: str) -> None:
    """Try the broker to which a running table is to move, or everybody who follows would wait there forever.

    Raises `Fault` if the broker of the invitation `text` does not answer, or does not let this profile in.
    """
    await knock_at(leading(Invitation.parse(handle.invitation), text), handle.identity)


async def knock_at(there: Invitation, identity: Identity) -> None:
    """Raise `Fault` if the broker of an invitation does not answer, or does not let an identity in."""
    from net.transport.mqtt_transport import connector

    broker = connector(there, identity)(None)
    try:
        await broker.connect()
    finally:
        await broker.close()


class Controller(Protocol):
    """One table as one profile holds it. Every method that can be refused raises `core.fault.Fault`."""

    @property
    def view(self) -> TableView:
        """The table as it stands; cheap to ask for."""
        ...

    @property
    def invitation(self) -> str:
        """What others paste to join."""
        ...

    async def changed(self, version: int) -> int:
        """Wait until the table's version differs from `version`; give the new one. -1 differs from all."""
        ...

    async def sit(self, seat: Seat | None, bot: str = "") -> None:
        """Take a seat (None: any), for oneself or for a bot of that name."""
        ...

    async def leave(self, seat: Seat) -> None:
        """Give a seat up before the start."""
        ...

    async def play(self, seat: Seat, text: str) -> None:
        """Play an action of that text."""
        ...

    async def declare(self, seat: Seat, text: str) -> None:
        """Declare something out of turn (`abandon red`)."""
        ...

    async def claim(self, seat: Seat, *, stop: bool = False) -> None:
        """Stop waiting for a seat that does not answer; with `stop` end the table because of its holder's fraud."""
        ...

    async def say(self, text: str, act: tuple[str, ...] | None = None, seat: Seat | None = None) -> None:
        """Talk to the table."""
        ...

    async def offer(self, kind: OfferKind, seat: Seat, to: int | None = None) -> None:
        """Ask the others for their consent; `to` is the length of the log after a takeback."""
        ...

    async def hand_over(self, seat: Seat, pid: str) -> None:
        """Agree that the spectator of that pid takes a seat over."""
        ...

    async def answer(self, offer_id: str, seat: Seat, yes: bool) -> None:  # noqa: FBT001 - an answer is a yes or a no
        """Answer an offer."""
        ...

    @property
    def invitees(self) -> tuple[PersonView, ...]:
        """The people of the room who hold no seat here and may be invited."""
        ...

    async def invite(self, pid: str, text: str = "") -> None:
        """Invite a person of the room to this table."""
        ...

    async def bye(self) -> None:
        """Close the table before its start. Only its host can."""
        ...

    async def close(self) -> None:
        """Stop listening; the seats stay as they are."""
        ...
