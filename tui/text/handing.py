"""Handing a seat over by words: `substitute NAME` for one's own, `substitute SEAT NAME` for another."""

from __future__ import annotations

from core.game import Seat
from tui.named import NamedTable
from tui.substitutes import named
from tui.text import describe


async def hand_over(handle: NamedTable, rest: str, own: tuple[Seat, ...]) -> None:
    """Agree that whoever is named takes a seat over: one's first, or the one named before; raise `Fault`."""
    first, _, more = rest.strip().partition(" ")
    names = {guest.nick.casefold() for guest in handle.view.guests}
    seat = describe.seat_of(handle.view, first) if more and rest.strip().casefold() not in names else None
    found = named(handle.view, rest if seat is None else more, seat, own[0] if own else None)
    await handle.hand_over(found.seat, found.pid)
