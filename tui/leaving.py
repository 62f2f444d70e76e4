"""Leaving a game for good: what the game calls it, said for the seats that this profile plays."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from core.fault import Fault
from core.game import Seat
from net.view.table_view import Phase, TableView

if TYPE_CHECKING:
    from net.peer.peer import TableHandle

LEAVING = ("abandon", "resign")
"""How the declarations begin by which a seat leaves: the one that leaves the game to the others is preferred."""

GIVING_UP = ("resign", "abandon")
"""The same where the one that gives the game up is preferred."""

RETURNING = ("return",)
"""How the declarations begin by which a seat asks to come back."""


def declaration(view: TableView, seat: Seat, beginnings: tuple[str, ...]) -> str:
    """Give the text of the declaration of `seat` that begins with one of these words, the first ones preferred.

    Empty where there is none.
    """
    if view.match is None:
        return ""
    texts = [str(action) for action in view.match.state.declarations(seat)]
    return next((text for word in beginnings for text in texts if text.startswith(word)), "")


def stays(view: TableView) -> bool:
    """Tell whether whoever leaves the table now without a word keeps a seat there."""
    return bool(view.mine) and view.phase not in {Phase.OVER, Phase.CLOSED}


async def resign(handle: TableHandle) -> None:
    """Leave the game with every seat of this profile: resign while it is played, give the seat up before.

    Its bots leave last, and stay where whoever seated them is still in it: in a match a game alone is resigned.
    """
    bots = {view.seat for view in handle.view.seats if view.bot}
    hands = [seat for seat in handle.view.mine if seat not in bots]
    for seat in hands:
        await _leave(handle, seat)
    if not any(declaration(handle.view, seat, LEAVING) for seat in hands):
        for seat in sorted(bots.intersection(handle.view.mine)):
            await _leave(handle, seat)


async def _leave(handle: TableHandle, seat: Seat) -> None:
    with suppress(Fault):
        if handle.view.phase is Phase.PLAYING:
            await handle.declare(seat, declaration(handle.view, seat, LEAVING))
        else:
            await handle.leave(seat)
