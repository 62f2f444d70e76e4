"""Leaving a game for good: what the game calls it, said for every seat that this profile plays."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from core.fault import Fault
from core.game import Seat
from net.view import Phase, TableView

if TYPE_CHECKING:
    from net.peer import TableHandle

LEAVING = ("resign", "abandon")
"""How the declarations begin by which a seat leaves."""

RETURNING = ("return",)
"""How the declarations begin by which a seat asks to come back."""


def declaration(view: TableView, seat: Seat, beginnings: tuple[str, ...]) -> str:
    """Give the text of the declaration of `seat` that begins with one of these words; empty where there is none."""
    if view.match is None:
        return ""
    texts = (str(action) for action in view.match.state.declarations(seat))
    return next((text for text in texts if text.startswith(beginnings)), "")


async def resign(handle: TableHandle) -> None:
    """Leave the game with every seat of this profile: resign while it is played, give the seat up before."""
    for seat in handle.view.mine:
        with suppress(Fault):
            if handle.view.phase is Phase.PLAYING:
                await handle.declare(seat, declaration(handle.view, seat, LEAVING))
            else:
                await handle.leave(seat)
