"""What stands in the game line, and what was signed for it and does not."""

from __future__ import annotations

from dataclasses import dataclass

from core.game import Seat
from core.match import Line
from net.event import Event, Kind
from net.view import Fields


@dataclass(frozen=True, slots=True)
class Step:
    """One decision of the line: who signed for which seat, and the line of the log that it brought.

    `at` is the place of that line in the log, which has the lines of chance too. The decisions of a sealed phase share
    one `ply`. A certificate (`Kind.FINAL`) has its own id and names the first who signed it.
    """

    id: bytes
    author: bytes
    seat: Seat
    ply: int
    kind: Kind
    line: Line
    state: bytes
    spent_ms: int
    ts: int
    at: int


@dataclass(frozen=True, slots=True)
class Refused:
    """A decision that the seat to move signed and the rules refuse, with the template of the reason and its fields."""

    ply: int
    seat: Seat
    author: bytes
    seq: int
    text: str
    template: str
    fields: Fields


def seat_of(event: Event) -> Seat:
    """Give the seat of an event that has one."""
    assert event.seat is not None
    return Seat(event.seat)


def text_of(event: Event) -> str:
    """Give the text that an event carries, if any, for showing."""
    parts = event.data[event.kind == Kind.REVEAL :]
    return parts[0] if parts and isinstance(parts[0], str) else ""
