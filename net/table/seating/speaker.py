"""Speakers: the seat for which a line of talk was said, and the bot that said it, as the seats were held then.

A word stays with the person who said it, whoever has that seat later and whatever other seats its author has.
"""

from __future__ import annotations

from collections.abc import Mapping

from core.game import Seat
from net.table.line.step_register import SeatHolders
from net.table.seating.seat_request import SeatRequest

BEFORE = -1
"""Stands for the place of what was said before the game."""


class Speakers:
    """Who speaks for which seat at one table, from place to place of the line."""

    def __init__(self, seats: Mapping[Seat, SeatRequest], holding: SeatHolders | None) -> None:
        """Begin with the holders of `seats` before any was handed over; `holding` tells who took one over."""
        self._first = {seat: (held.author, held.bot) for seat, held in sorted(seats.items())}
        self._changes = tuple(holding.changes()) if holding is not None else ()

    def of(self, author: bytes, seat: int | None, place: int) -> tuple[Seat | None, str]:
        """Return the seat for which an author speaks at a place, and the name of the bot that speaks; empty for none.

        That is the seat that they name if they hold it there, else the first one that they play themselves. Whoever has
        but bots there speaks for no seat.
        """
        held = self._first | {one: (key, "") for since, one, _, key in self._changes if since <= place}
        own = {one: bot for one, (key, bot) in held.items() if key == author}
        if place != BEFORE and seat is not None and Seat(seat) in own:
            return Seat(seat), own[Seat(seat)]
        return next((one for one, bot in own.items() if not bot), None), ""
