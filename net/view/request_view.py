"""One's own request for a seat that the host of the table has not answered, as every face reads it."""

from __future__ import annotations

from dataclasses import dataclass

from core.game import Seat


@dataclass(frozen=True, slots=True)
class RequestView:
    """The `seats` that are asked for (None: any), the name of the `host`, whether they and their keeper are away.

    `meant` are the names of those whom the table is for, if it is for others: then the host gives no seat.
    """

    seats: tuple[Seat | None, ...]
    host: str
    away: bool
    meant: str = ""
