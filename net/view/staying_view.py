"""Who goes on seeing a game without a seat in it, after the players have shut the spectators out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class StayReason(StrEnum):
    """Why somebody without a seat is no mere spectator."""

    HOST = "host"
    HELD = "held"
    ASKED = "asked"


@dataclass(frozen=True, slots=True)
class StayingView:
    """A person without a seat who goes on seeing the game, and whether they opened the table, held a seat or are asked.

    Asked is whoever was to take a seat over.
    """

    pid: str
    nick: str
    why: StayReason
