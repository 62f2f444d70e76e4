"""Ending: what all others may choose instead of going on without somebody who signed two histories.

Each says so by a `final` with the word `stop` for a seat of his. Those of all others who still play, are not guilty and
are no bots end the table where it stands: he has lost. Nothing takes such a word back; it counts while the table is
frozen by him, wherever the line has gone meanwhile, so that a later proof changes nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from core.fault import IllegalAction, sentence
from core.game import Seat
from net.codec import BadMessage
from net.course import Course
from net.event import Draft, Kind, Signed
from net.kinds import Final, data_of, read

STOP = "stop"
"""The word of such a final."""

NOT_FROZEN = sentence("The table is not frozen by {seat}: there is nothing to stop for.")
SAID = sentence("That has been said and stands.")
YOU_TWO = sentence("There are only two of you: go on without {seat}, and the game is over.")
ENDED = sentence("All others have stopped here: {nick}, who signed two histories, has lost.")
WISHES = sentence("{nick} would stop here: {other}, who signed two histories, has lost then.")


class Endings:
    """Who would rather stop, by the seat of the guilty one."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._said: dict[Seat, set[bytes]] = {}

    def receive(self, signed: Signed) -> None:
        """Take in a final; any other than one to stop is passed over."""
        try:
            data = read(signed.event)
        except BadMessage:
            return
        if isinstance(data, Final) and data.what == STOP:
            self._said.setdefault(Seat(data.seat), set()).add(signed.event.author)

    def said(self, seat: Seat) -> frozenset[bytes]:
        """Give those who would stop because of a seat's holder."""
        return frozenset(self._said.get(seat, ()))

    def culprit(self, guilty: Iterable[bytes], players: Mapping[Seat, bytes], persons: frozenset[bytes]) -> bytes:
        """Give the one because of whom all other `persons` have stopped, by the holders of seats in play; else nothing.

        Whoever has nothing but bots there is not asked: those would go on for ever.
        """
        cheats = set(guilty)
        others = persons - cheats
        found = (one for seat, one in sorted(players.items()) if one in cheats and others <= self.said(seat))
        return next(found, b"") if others else b""


class Frozen(Protocol):
    """What an ending needs of the annals of a table."""

    endings: Endings

    @property
    def frozen_by(self) -> tuple[bytes, ...]:
        """The guilty without whom the others have not gone on yet."""
        ...

    @property
    def players(self) -> Mapping[Seat, bytes]:
        """Who holds the seats that are in play, by public key."""
        ...

    @property
    def persons(self) -> frozenset[bytes]:
        """Those who hold a seat in play that no bot plays."""
        ...


def ending(frozen: Frozen, course: Course | None, me: bytes, seat: Seat) -> Draft:
    """Draft that the key `me` would stop because of who holds a seat; raise `IllegalAction`."""
    players = frozen.players
    cheats = set(frozen.frozen_by)
    if course is None or players.get(seat) not in cheats or me not in frozen.persons - cheats:
        raise IllegalAction(NOT_FROZEN, seat=course.match.names[seat] if course else seat)
    if me in frozen.endings.said(seat):
        raise IllegalAction(SAID)
    if len(set(players.values()) - cheats) == 1:
        raise IllegalAction(YOU_TWO, seat=course.match.names[seat])
    return Draft(Kind.FINAL, data_of(Final(seat, STOP, course.match.ply)), None, course.ply, course.gprev)
