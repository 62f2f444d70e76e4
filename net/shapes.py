"""The parts that the data of events are made of, each with its limits."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

Pair = tuple[str, str]
Id = Annotated[bytes, Meta(min_length=32, max_length=32)]
"""The id of an event, a 32-byte secret, or a point."""
Digest = Annotated[bytes, Meta(min_length=16, max_length=16)]
SeatNumber = Annotated[int, Meta(ge=0, lt=16)]
Word = Annotated[str, Meta(max_length=64)]
Text = Annotated[str, Meta(max_length=2000)]


class Shape(msgspec.Struct, frozen=True, array_like=True):
    """The data of one kind of event."""
