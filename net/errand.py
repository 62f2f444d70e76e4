"""What a table being kept whole has to send: a closed set."""

from __future__ import annotations

from dataclasses import dataclass

from net.event import Signed
from net.notes import Range


@dataclass(frozen=True, slots=True)
class SayHeads:
    """Say our heads; `want` asks for the others'."""

    want: bool


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask for ranges."""

    ranges: tuple[Range, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """Send events to whom they are owed."""

    events: tuple[Signed, ...]


Errand = SayHeads | Ask | Answer
"""What to send; a closed set."""
