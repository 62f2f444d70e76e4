"""Wishes: who asks for a seat before the start, and who has withdrawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from dataclasses import dataclass

from core.game import Seat
from net.clean import clean_name
from net.event import Signed
from net.identity import pid_of
from net.kinds import Bye, Data, Leave, Sit

WISHES_LIMIT = 64
"""Wishes to sit of one author that count at a table."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A wish to sit: event `id`, number `seq` in its author's chain; `seat` None for any."""

    id: bytes
    author: bytes
    seq: int
    seat: Seat | None
    nick: str
    bot: str


class Wishes:
    """All wishes of one table, in the order in which they came here."""

    def __init__(self) -> None:
        """Begin with none."""
        self._sits: dict[bytes, Asked] = {}
        self._leaves: dict[tuple[bytes, Seat | None], tuple[int, bytes]] = {}
        self._counts: Counter[bytes] = Counter()

    def receive(self, signed: Signed, data: Data) -> None:
        """Take in a `sit`, a `leave` or a `bye`; anything else is passed over."""
        event = signed.event
        match data:
            case Sit(seat=seat, nick=nick, bot=bot) if self._counts[event.author] < WISHES_LIMIT:
                self._counts[event.author] += 1
                asked = None if seat is None else Seat(seat)
                name = clean_name(nick) or pid_of(event.author)
                self._sits[signed.id] = Asked(signed.id, event.author, event.seq, asked, name, clean_name(bot))
            case Leave(seat=seat):
                self._leaves[event.author, Seat(seat)] = (event.seq, signed.id)
            case Bye():
                self._leaves[event.author, None] = (event.seq, signed.id)

    def get(self, found: bytes) -> Asked | None:
        """Find a wish by its id."""
        return self._sits.get(found)

    def asking(self, used: Container[bytes]) -> tuple[Asked, ...]:
        """Give the wishes that are not `used` and not withdrawn."""
        return tuple(sit for sit in self._sits.values() if sit.id not in used and not self.gone(sit, sit.seat))

    def gone(self, sit: Asked, seat: Seat | None) -> bytes:
        """Give the event by which the author of `sit` withdrew from `seat`, empty if he did not."""
        for key in ((sit.author, seat), (sit.author, None)) if seat is not None else ((sit.author, None),):
            seq, found = self._leaves.get(key, (-1, b""))
            if seq > sit.seq:
                return found
        return b""
