"""Whether this program shows a visitor the screens of somebody else's machine, and where that visitor may go.

A visitor reads no file by its path, hosts nothing, and reaches no broker but that of the room they were let into.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from net.wire.door_mark import DoorMark
from tui.bootstrap.start_request import BROWSER

if TYPE_CHECKING:
    from net.wire.invitation import Invitation

VARIABLE = "PARLEY_VISIT"
"""The variable that a door sets for the program of a visitor: the host and the port of the room's broker."""

ROOM = "PARLEY_VISIT_ROOM"
"""The variable by which that program knows the same room at another address: the room's `room_mark`."""

DOOR = "PARLEY_DOOR"
"""The variable that holds the mark of the door (`net.wire.door_mark`), which others see beside the visitor's name."""

ONCE = "PARLEY_VISIT_ONCE"
"""The variable by which a door says why it will not know this visitor again: one of `Unknown`."""

MARK_SIZE = 16
"""How many bytes the mark of a room has."""

ELSEWHERE = sentence("This door leads to one room: for another one, start Parley on your own machine.")
AT_ANOTHER_ADDRESS = sentence(
    "That is this room at another address: the door leads there once its host has opened it again with that "
    "invitation. Then come in again by the door."
)
NO_HOSTING = sentence("A visitor hosts no room: start Parley on your own machine for that.")
NO_FILES = sentence("A visitor opens no file of the host's machine: start Parley on your own machine for that.")


class Unknown(StrEnum):
    """Why nobody will know a visitor when they come again: all that is kept of them ends with the visit."""

    NO_KEY = "key"
    NO_COOKIE = "cookie"


@dataclass(frozen=True, slots=True)
class Visit:
    """A visit: by which door, and the broker's host and port if it is bound to one."""

    broker: tuple[str, int] | None = None

    @classmethod
    def now(cls, environ: Mapping[str, str] | None = None) -> Visit | None:
        """Give the visit of which this program is, None at home.

        >>> Visit.now({}), Visit.now({VARIABLE: "::1 1883"})
        (None, Visit(broker=('::1', 1883)))
        """
        found = os.environ if environ is None else environ
        host, _, port = found.get(VARIABLE, "").rpartition(" ")
        if host and port.isdecimal():
            return cls((host, int(port)))
        return cls() if VARIABLE in found or found.get("TEXTUAL_DRIVER", "").endswith(BROWSER) else None


def is_bound() -> bool:
    """Tell whether this program is of a visitor who is bound to a room."""
    visit = Visit.now()
    return visit is not None and visit.broker is not None


def unknown() -> Unknown | None:
    """Tell why this program's visitor will be nobody's acquaintance when they come again; None if they will be known.

    Whatever promises a return asks this first.
    """
    told = os.environ.get(ONCE, "")
    return Unknown(told) if told in {*Unknown} else None


def door_mark(public: bytes) -> DoorMark | None:
    """Give the mark of the door by which the holder of a key plays from here; None at home."""
    told = os.environ.get(DOOR, "")
    return DoorMark.parse(told, public) if told else None


def room_mark(room: Invitation) -> str:
    """Give what tells a room from all others wherever it is; it reveals nothing about the room's key."""
    return blake2b(room.room.encode(), key=room.room_key, digest_size=MARK_SIZE).hexdigest()


def check_broker(room: Invitation) -> None:
    """Raise `Fault` if this program is of a visitor and the broker of that room is not where they may go."""
    visit = Visit.now()
    if visit is not None and visit.broker not in {None, (room.host, room.port)}:
        raise Fault(AT_ANOTHER_ADDRESS if os.environ.get(ROOM) == room_mark(room) else ELSEWHERE)


def check_hosting() -> None:
    """Raise `Fault` if this program is of a visitor who is bound to a room."""
    if is_bound():
        raise Fault(NO_HOSTING)


def check_files() -> None:
    """Raise `Fault` if this program is of a visitor, who has no business with the files of the machine."""
    if Visit.now() is not None:
        raise Fault(NO_FILES)
