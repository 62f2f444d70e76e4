"""A takeback as every face reads it."""

from __future__ import annotations

from dataclasses import dataclass

from core.game import Seat


@dataclass(frozen=True, slots=True)
class TakebackView:
    """A takeback that was agreed on: who asked, how many lines the log kept, its place in the present log.

    `turn` is how many decisions the log kept, as people count them, `offer` the id (hex) of the offer, `agreed` are the
    seats that were asked and have said yes. `rewind` says that it went back to where all saw the same.
    """

    seat: Seat
    to: int
    at: int
    turn: int = 0
    offer: str = ""
    agreed: tuple[Seat, ...] = ()
    rewind: bool = False
