"""Giving up before the game: one's own seat, or the wait for somebody who keeps his lot."""

from __future__ import annotations

from core.fault import Fault, sentence
from core.game import Seat
from net.view.table_view import Phase, TableView
from tui.controller import Controller
from tui.late import late_seats

NOT_SEATED = sentence("You hold no seat to give up.")


def lots_kept(view: TableView) -> tuple[Seat, ...]:
    """Give the seats that need be waited for no longer while lots are drawn."""
    return late_seats(view) if view.phase is Phase.STARTING else ()


async def give_up(view: TableView | None, controller: Controller) -> None:
    """Wait no longer for who keeps his lot, else give the last seat taken up again; raise `Fault` without one."""
    late, mine = lots_kept(view) if view else (), view.mine if view else ()
    if late:
        await controller.claim(late[0])
    elif mine:
        await controller.leave(mine[-1])
    else:
        raise Fault(NOT_SEATED)
