"""What screens tell the app."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from textual.message import Message
from textual.screen import Screen

if TYPE_CHECKING:
    from net.wire.invitation import Invitation


class Entry(StrEnum):
    """What the home screen leads to."""

    ONLINE = "online"
    HOST = "host"
    BOTS = "bots"
    HOT_SEAT = "hot-seat"
    RESUME = "resume"
    LEARN = "learn"
    REVIEW = "review"
    RULES = "rules"
    PUZZLE = "puzzle"
    PEOPLE = "people"
    SETTINGS = "settings"
    QUIT = "quit"


@dataclass
class Chosen(Message):
    """Somebody chose an entry of the home screen; `on` is the screen that has to be in front still, if one has."""

    entry: Entry
    on: Screen[None] | None = None


@dataclass
class InvitationGiven(Message):
    """Somebody pasted an invitation and wants in under the name `nick`."""

    text: str
    nick: str


@dataclass
class InvitationPasted(Message):
    """Somebody pasted an invitation where nobody had asked for one yet."""

    text: str


@dataclass
class TableWanted(Message):
    """Somebody wants to open a new table in the room."""


@dataclass
class TableChosen(Message):
    """Somebody chose a table by its `tid` (hexadecimal): to sit at it, or only to watch; `way` is its invitation."""

    tid: str
    watch: bool = False
    way: Invitation | None = None
