"""A takeback as every face reads it."""

from __future__ import annotations

from dataclasses import dataclass

from core.game import Seat


@dataclass(frozen=True, slots=True)
class TakebackView:
    """A takeback that was agreed on: who asked, how many lines the log kept, its place in the present log."""

    seat: Seat
    to: int
    at: int
