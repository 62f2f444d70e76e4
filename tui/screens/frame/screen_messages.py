"""The messages that screens send to the app."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from textual.message import Message
from textual.screen import Screen

if TYPE_CHECKING:
    from net.wire.invitation import Invitation


class Entry(StrEnum):
    """The entries of the home screen."""

    ONLINE = "online"
    HOST = "host"
    BOTS = "bots"
    HOT_SEAT = "hot-seat"
    RESUME = "resume"
    CLUBS = "clubs"
    LEARN = "learn"
    REVIEW = "review"
    DISCOVER = "discover"
    RULES = "rules"
    PUZZLE = "puzzle"
    PEOPLE = "people"
    SETTINGS = "settings"
    QUIT = "quit"


@dataclass
class Chosen(Message):
    """A person chose an entry of the home screen. If `on` is set, that screen must still be in front."""

    entry: Entry
    on: Screen[None] | None = None


@dataclass
class InvitationGiven(Message):
    """A person pasted an invitation and wants to enter under the name `nick`; None is the name of the settings.

    If `page` is set, that screen must not have been left, nor be going in by it already.
    """

    text: str
    nick: str | None = None
    page: Screen[None] | None = None


@dataclass
class InvitationPasted(Message):
    """A person pasted an invitation before being asked for one."""

    text: str


@dataclass
class TableWanted(Message):
    """A person wants to open a new table in the room."""


@dataclass
class TableChosen(Message):
    """A person chose a table by its `tid` (hexadecimal), to sit at it or only to watch; `way` is its invitation."""

    tid: str
    watch: bool = False
    way: Invitation | None = None


@dataclass
class RatedTableWanted(Message):
    """A person wants to play at a rated table of a club: that of a `pairing` (TOURNAMENT/ROUND/TABLE), or of none.

    `title` is what the table is called, `opponents` are the pids of the others who are paired there.
    """

    cid: str
    pairing: str
    title: str
    opponents: tuple[str, ...] = ()
