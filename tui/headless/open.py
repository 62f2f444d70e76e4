"""`parley open`: open a table, seat those who ask, play a seat or look on, until the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.games import find
from net.invite import Invitation
from net.terms import WITNESS, sort_out
from tui.headless.player import Chooser, Player
from tui.headless.report import Report, ended
from tui.headless.sit import chooser_of, play, take_seat
from tui.headless.visit import follow, linger, run_errand, visiting
from tui.plan import OPEN, Plan, dealt

if TYPE_CHECKING:
    from net.handle import TableHandle
    from net.peer import Peer


@dataclass(frozen=True, slots=True)
class Wish:
    """Which room, which game and options (the table's terms among them), and the bot that takes a seat, if any."""

    url: str
    game: str = "djambi"
    options: Mapping[str, str] = field(default_factory=dict)
    sit: str = ""
    title: str = ""
    profile: str = "default"
    pause: float = 0.0
    seed: int | None = None


ME = "witness:me"
"""The value of the term `flag` by which whoever opens a table is its witness himself."""


def named(options: Mapping[str, str], pid: str) -> dict[str, str]:
    """Give options with `witness:me` spelt out."""
    return {name: WITNESS + pid if (name, value) == ("flag", ME) else value for name, value in options.items()}


async def table_of(peer: Peer, wish: Wish, report: Report) -> TableHandle:
    """Take up the table that this profile has opened in the room and that is not over, or open one. Raises `Fault`."""
    options, terms = sort_out(find(wish.game), named(wish.options, peer.pid))
    dealt(Plan(wish.game, options, terms, sitters=(OPEN,)))
    for kept in peer.tables():
        handle = await peer.join(kept)
        view = handle.view
        if handle.table.annals.host == peer.profile.identity.public and view.game == wish.game and not ended(view):
            report.say("opened", table=view.tid, invitation=handle.invitation)
            report.resume(view)
            return handle
        await handle.close()
    handle = await peer.open_table(wish.game, options, terms, wish.title)
    report.say("opened", table=handle.tid.hex(), invitation=handle.invitation)
    return handle


async def preside(peer: Peer, wish: Wish, chooser: Chooser | None, report: Report) -> None:
    """See the table to its end, with a bot in a seat where the wish names one; raise `Fault`."""
    handle = await table_of(peer, wish, report)
    if chooser is None:
        await follow(handle, report)
        return
    await take_seat(handle, None, wish.sit)
    await play(handle, Player(handle, chooser, pause=wish.pause, seed=wish.seed), report)


def run(wish: Wish) -> int:
    """Open and preside; give the exit status."""
    report = Report()

    async def errand() -> None:
        sort_out(find(wish.game), named(wish.options, "0" * 16))
        chooser = chooser_of(wish.sit, wish.seed) if wish.sit else None
        room = Invitation.parse(wish.url).to_room()
        async with visiting(room, wish.profile) as peer:
            await preside(peer, wish, chooser, report)
            await linger()

    return run_errand(errand, report)
