"""What a door grants its visitors: how many there may be, how long they may do nothing, how much memory they use."""

from __future__ import annotations

from dataclasses import dataclass

LOGIN_SECONDS = 20
"""How long a client may take until it has proved who it is, and again until it asks for a session."""
WAITING = 64
"""Connections that may wait at a time."""


@dataclass(frozen=True, slots=True)
class Limits:
    """At most `people` visitors at a time, each with `memory` MiB and away from the keys for at most `idle` seconds.

    `login` is how many seconds it may take to come in, and `waiting` how many connections may be about to.
    """

    people: int = 20
    idle: float = 3600.0
    memory: int = 512
    login: float = LOGIN_SECONDS
    waiting: int = WAITING
